"""When players could not be heard, and what that does to a deadline."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.moderator.facts import Heard, Period, RoundFacts

WINDOW = timedelta(minutes=60)
"""Silence counts in the last minutes before a deadline, when most programs are sent."""
TOLERATED = timedelta(minutes=10)
"""So much of it moves no deadline."""


def periods_until(heard: Heard, now: datetime) -> tuple[Period, ...]:
    """Return when players could be heard, with the present period up to now."""
    assert heard.periods or not heard.is_ready, "whoever can be heard has been heard since some moment"
    if not heard.is_ready:
        return heard.periods
    return *heard.periods[:-1], Period(heard.periods[-1].since, max(now, heard.periods[-1].until))


def silences(heard: Heard, since: datetime, now: datetime) -> Iterator[Period]:
    """Yield the times from a moment to now in which players could not be heard, oldest first."""
    for period in (*periods_until(heard, now), Period(now, now)):
        until = min(period.since, now)
        if since < until:
            yield Period(since, until)
        since = max(since, period.until)


def heard_since(heard: Heard, since: datetime, now: datetime) -> timedelta:
    """Return how long players could be heard from a moment to now."""
    times = (min(period.until, now) - max(period.since, since) for period in periods_until(heard, now))
    return sum((time for time in times if time > timedelta()), timedelta())


def moved_deadline(open_round: RoundFacts, heard: Heard, now: datetime) -> tuple[datetime, datetime] | None:
    """Return where silence since the deal moves the deadline to, and the end of the last silence that it counts.

    Each silence is judged when it has ended, together with those before it that have moved nothing, whenever this is
    asked: who asks late gets the same moves, one after the other. None of it counts twice, since what a move counts
    ends with a whole silence.
    """
    deadline = open_round.deadline
    uncounted = max(open_round.dealt_at, open_round.silence_counted_until or open_round.dealt_at)
    lost = timedelta()
    for silence in silences(heard, uncounted, now):
        if silence.since >= deadline:
            break
        lost += max(min(silence.until, deadline) - max(silence.since, deadline - WINDOW), timedelta())
        # A silence over the deadline counts with what lies after it, and leaves players what they lost before it.
        to = max(silence.until, deadline) + lost
        if to - deadline > TOLERATED:
            return to, silence.until
    return None
