"""What is due in a game: a pure question, asked every few seconds and after every change.

It looks at how things are and never at how they became so: who asks late, twice, or after a restart gets the same
answer. Whatever is due goes on being due until it is done and the facts say so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.db.tables import GameStatus, PublishMode, RoundStatus
from bot.moderator.facts import GameFacts, Heard, Quiet, RoundFacts, SeatFacts
from bot.moderator.silence import heard_since, moved_deadline, silences

LOCK_DELAY = timedelta(seconds=5)
"""After a deadline, for what was sent before it and is still on its way."""
PATIENCE = timedelta(minutes=5)
"""A round is overdue after so long."""


@dataclass(frozen=True, slots=True)
class Remind:
    """Remind a player who has no program."""

    seat: int
    minutes: int
    """Before the deadline it should have been sent; there may be fewer left."""
    passed_over: tuple[int, ...]
    """Earlier reminders that this one stands for, done with as well: farthest from the deadline first."""


@dataclass(frozen=True, slots=True)
class MoveDeadline:
    """Give players the time back in which they could not be heard."""

    to: datetime
    silence: timedelta
    """By so much the deadline moves."""
    counted_until: datetime
    """Silence before this has moved the deadline with this."""


@dataclass(frozen=True, slots=True)
class ReadMessages:
    """Read what these players wrote up to the deadline: a program may be in it."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lock:
    """Take no more programs."""


@dataclass(frozen=True, slots=True)
class Resolve:
    """Play the registers."""


@dataclass(frozen=True, slots=True)
class Publish:
    """Post the result, and deal the next round."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the game."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Tell the hosts that the round is overdue."""

    overdue: timedelta


Step = MoveDeadline | ReadMessages | Lock | Resolve | Publish | Finish
"""What takes a game on: one at a time."""

Duty = Remind | Step | Alarm


def due(game: GameFacts, now: datetime, heard: Heard) -> tuple[Duty, ...]:
    """Return what is due in a game at a moment of the machine's clock: reminders, at most one step, an alarm."""
    if game.status is not GameStatus.RUNNING:
        return ()
    if game.is_over:
        return (Finish(),)
    if game.round is None:
        return ()
    is_waiting = game.round.retry_at is not None and now < game.round.retry_at
    step = None if is_waiting else _step(game, game.round, now, heard)
    if isinstance(step, MoveDeadline):
        # Reminders wait for the new deadline, and hosts hear of it instead of an alarm.
        return (step,)
    steps = () if step is None else (step,)
    return *_reminders(game, game.round, now, heard), *steps, *_alarm(game, game.round, now, heard)


def discord_time(moment: datetime, heard: Heard) -> datetime:
    """Return a moment of the machine's clock by Discord's, or an earlier one; never a later one.

    Discord's ids say whether a program came in time, so that a machine whose clock is ahead must not lock by it. One
    whose clock is behind locks a little late, which harms nobody.
    """
    return moment - max(heard.skew, timedelta())


def _step(game: GameFacts, open_round: RoundFacts, now: datetime, heard: Heard) -> Step | None:
    if open_round.status is RoundStatus.DEALT:
        return _step_when_dealt(game, open_round, now, heard) if heard.is_ready else None
    if open_round.status is RoundStatus.LOCKED:
        return Resolve()
    assert open_round.status is RoundStatus.RESOLVED, f"a round that is {open_round.status} is not open"
    return Publish() if now >= _publication(game, open_round) else None


def _step_when_dealt(game: GameFacts, open_round: RoundFacts, now: datetime, heard: Heard) -> Step | None:
    if game.moves_for_silence and (moved := moved_deadline(open_round, heard, now)) is not None:
        to, counted_until = moved
        return MoveDeadline(to, to - open_round.deadline, counted_until)
    if discord_time(now, heard) < open_round.deadline + LOCK_DELAY:
        return None
    unread = tuple(seat.number for seat in open_round.seats if _is_to_be_read(seat, open_round, now, heard))
    return ReadMessages(unread) if unread else Lock()


def _is_to_be_read(seat: SeatFacts, open_round: RoundFacts, now: datetime, heard: Heard) -> bool:
    """Return whether a player's messages may hold a program that nobody heard."""
    if seat.read_at is not None and discord_time(seat.read_at, heard) >= open_round.deadline:
        return False
    if seat.program_at is None:
        return True
    # The program has Discord's time and the silence the machine's: they are apart by the skew.
    program_at = seat.program_at - abs(heard.skew)
    missed = silences(heard, open_round.dealt_at, now)
    return any(silence.since < open_round.deadline and silence.until > program_at for silence in missed)


def _publication(game: GameFacts, open_round: RoundFacts) -> datetime:
    """Return when a resolved round is published without its hosts."""
    assert open_round.resolved_at is not None, "a resolved round has been resolved at some moment"
    is_reviewed = game.publish_mode is PublishMode.REVIEW
    return open_round.resolved_at + game.review if is_reviewed else open_round.resolved_at


def _reminders(game: GameFacts, open_round: RoundFacts, now: datetime, heard: Heard) -> Iterator[Remind]:
    here = now.astimezone(game.zone)
    if open_round.status is not RoundStatus.DEALT or not heard.is_ready:
        return
    for seat in open_round.seats:
        minutes = _minutes_due(seat, open_round, discord_time(now, heard))
        if minutes and not (seat.quiet and is_quiet(seat.quiet, here)):
            yield Remind(seat.number, minutes[-1], tuple(minutes[:-1]))


def _minutes_due(seat: SeatFacts, open_round: RoundFacts, now: datetime) -> list[int]:
    """Return a player's reminders that are due, most minutes first.

    One whose moment had passed when the deadline was set was never possible; one with more minutes than one that is
    done with comes too late.
    """
    if not seat.wants_reminders or seat.program_at is not None or now >= open_round.deadline:
        return []
    known = max(open_round.dealt_at, open_round.deadline_set_at)
    return [
        minutes
        for minutes in sorted(set(seat.reminder_minutes), reverse=True)
        if known < open_round.deadline - timedelta(minutes=minutes) <= now
        and all(minutes < done for done in seat.reminded)
    ]


def is_quiet(quiet: Quiet, here: datetime) -> bool:
    """Return whether somebody wants no reminders at a civil time. From a time to the same time is never."""
    if quiet.since <= quiet.until:
        return quiet.since <= here.time() < quiet.until
    return not quiet.until <= here.time() < quiet.since


def _alarm(game: GameFacts, open_round: RoundFacts, now: datetime, heard: Heard) -> Iterator[Alarm]:
    """Alarm the hosts when the bot had its time and did not use it.

    Only time in which players could be heard counts. A host can do nothing about a bot that is away, and sees that it
    is; when it comes back, it locks within seconds or moves the deadline and says so. An alarm just before that would
    frighten for nothing. What a host must hear of is a bot that is there and does not get on.
    """
    if open_round.overdue_told:
        return
    is_reviewed = open_round.status is RoundStatus.RESOLVED and game.publish_mode is PublishMode.REVIEW
    expected = _publication(game, open_round) if is_reviewed else open_round.deadline
    here = discord_time(now, heard)
    if heard_since(heard, expected, here) >= PATIENCE:
        yield Alarm(here - expected)
