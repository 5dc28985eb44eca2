"""Nights for tests of the schedule: facts to ask about, and a bot that does what is due."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from bot.db.tables import GameStatus, PublishMode, RoundStatus
from bot.moderator.deadlines import DeadlineRule
from bot.moderator.facts import GameFacts, Heard, Period, RoundFacts, SeatFacts
from bot.moderator.schedule import (
    Alarm,
    Duty,
    Finish,
    Lock,
    MoveDeadline,
    Publish,
    ReadMessages,
    Remind,
    Resolve,
    due,
)

T = TypeVar("T")
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
RULE = DeadlineRule(time(21), ZoneInfo("UTC"), timedelta(hours=12))
_FIRST_HEARD = datetime(2026, 5, 1, tzinfo=UTC)


def at(clock: str, day: int = 2) -> datetime:
    """Return a moment of June 2026: of the 2nd, on which the round of these tests has its deadline at 21:00."""
    return datetime.combine(datetime(2026, 6, day, tzinfo=UTC), time.fromisoformat(clock), UTC)


def silent(since: str, until: str, day: int = 2, until_day: int | None = None) -> Period:
    return Period(at(since, day), at(until, until_day or day))


def hearing(now: datetime, *silences: Period, skew: timedelta = timedelta()) -> Heard:
    """Return what the log says at a moment when players could always be heard but in some times."""
    periods, since = [], _FIRST_HEARD
    for silence in silences:
        if since < silence.since <= now:
            periods.append(Period(since, silence.since))
            since = silence.until
    is_ready = since <= now
    return Heard(is_ready, (*periods, Period(since, now)) if is_ready else tuple(periods), skew)


def seat(number: int = 1, **changed: object) -> SeatFacts:
    """Return a player without a program, who wants to be reminded 2 hours and 15 minutes before the deadline."""
    plain = SeatFacts(number, None, 0, None, True, (120, 15), frozenset(), None)  # noqa: FBT003 - see the fields
    return replace(plain, **changed)  # type: ignore[arg-type] # names and types are those of the fields


def dealt(*seats: SeatFacts, **changed: object) -> RoundFacts:
    """Return a round that was dealt at 21:01 and has its deadline at 21:00 on the next day."""
    plain = RoundFacts(
        status=RoundStatus.DEALT,
        dealt_at=at("21:01", day=1),
        deadline=at("21:00"),
        deadline_set_at=at("21:01", day=1),
        silence_counted_until=None,
        resolved_at=None,
        retry_at=None,
        overdue_told=False,
        seats=seats,
    )
    return replace(plain, **changed)  # type: ignore[arg-type] # names and types are those of the fields


def running(open_round: RoundFacts | None, **changed: object) -> GameFacts:
    plain = GameFacts(
        status=GameStatus.RUNNING,
        zone=RULE.zone,
        publish_mode=PublishMode.AT_ONCE,
        review=timedelta(minutes=30),
        moves_for_silence=True,
        is_over=False,
        round=open_round,
    )
    return replace(plain, **changed)  # type: ignore[arg-type] # names and types are those of the fields


def done(game: GameFacts, duty: Duty, now: datetime) -> GameFacts:
    """Return the facts after a duty was done."""
    if isinstance(duty, Finish):
        return replace(game, status=GameStatus.FINISHED)
    assert game.round is not None
    if isinstance(duty, Publish):
        seats = (seat(old.number) for old in game.round.seats)
        return replace(game, round=dealt(*seats, dealt_at=now, deadline_set_at=now, deadline=RULE.next_after(now)))
    return replace(game, round=_done(game.round, duty, now))


def _done(open_round: RoundFacts, duty: Duty, now: datetime) -> RoundFacts:
    match duty:
        case MoveDeadline(to, _, counted_until):
            seats = tuple(replace(seat, reminded=frozenset()) for seat in open_round.seats)
            moved = replace(open_round, deadline=to, deadline_set_at=now, silence_counted_until=counted_until)
            return replace(moved, seats=seats)
        case ReadMessages(numbers):
            return _seats_replaced(open_round, {number: {"read_at": now} for number in numbers})
        case Remind(number, minutes, passed_over):
            (reminded,) = (seat.reminded for seat in open_round.seats if seat.number == number)
            return _seats_replaced(open_round, {number: {"reminded": reminded | {minutes, *passed_over}}})
        case Lock():
            return replace(open_round, status=RoundStatus.LOCKED)
        case Resolve():
            return replace(open_round, status=RoundStatus.RESOLVED, resolved_at=now)
        case Alarm():
            return replace(open_round, overdue_told=True)
        case _:
            raise AssertionError(duty)


def _seats_replaced(open_round: RoundFacts, changes: Mapping[int, Mapping[str, object]]) -> RoundFacts:
    seats = (replace(old, **changes.get(old.number, {})) for old in open_round.seats)  # type: ignore[arg-type]
    return replace(open_round, seats=tuple(seats))


class Bot:
    """Asks what is due whenever it is woken, does it, and remembers what it did."""

    def __init__(self, game: GameFacts, *silences: Period, skew: timedelta = timedelta()) -> None:
        """Start with a game; players cannot be heard in the silences."""
        self.game = game
        self.story: list[tuple[datetime, GameFacts, Duty]] = []
        """When, the facts before, and the duty."""
        self._silences = silences
        self._skew = skew

    def wake(self, now: datetime) -> None:
        """Do all that is due at a moment, asking again after every change."""
        heard = hearing(now, *self._silences, skew=self._skew)
        for _ in range(100):
            duties = due(self.game, now, heard)
            if not duties:
                return
            for duty in duties:
                self.story.append((now, self.game, duty))
                self.game = done(self.game, duty, now)
        msg = f"this never ends: {duties}"
        raise AssertionError(msg)

    def wake_until_locked(self, ticks: Iterable[datetime]) -> None:
        """Wake at moments, up to the first lock."""
        for now in ticks:
            self.wake(now)
            if self.did(Lock):
                return
        msg = "it never locked"
        raise AssertionError(msg)

    def did(self, kind: type[T]) -> list[tuple[datetime, T]]:
        """Return when it did duties of a kind, and those."""
        return [(now, duty) for now, _, duty in self.story if isinstance(duty, kind)]


def ticks(since: datetime, until: datetime, every: timedelta) -> Iterator[datetime]:
    while since <= until:
        yield since
        since += every
