from dataclasses import replace
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.db.tables import RoundStatus
from bot.moderator.facts import Quiet, SeatFacts
from bot.moderator.schedule import Duty, MoveDeadline, Remind, due
from tests.bot.moderator.nights import MINUTE, SECOND, Bot, at, dealt, hearing, running, seat, silent, ticks

BRUSSELS = ZoneInfo("Europe/Brussels")


def reminders(player: SeatFacts, now: datetime) -> tuple[Duty, ...]:
    return due(running(dealt(player)), now, hearing(now))


@pytest.mark.parametrize(
    ("clock", "minutes"), [("18:59:59", None), ("19:00", 120), ("20:44:59", 120), ("20:45", 15), ("20:59:59", 15)]
)
def test_a_reminder_is_due_from_its_moment_to_the_deadline(clock: str, minutes: int | None) -> None:
    """The latest of those whose moment has come."""
    found = reminders(seat(), at(clock))
    assert [duty.minutes for duty in found if isinstance(duty, Remind)] == ([] if minutes is None else [minutes])


def test_no_reminder_is_sent_from_the_deadline_on() -> None:
    """Not even in the seconds before the lock."""
    assert reminders(seat(), at("21:00")) == ()


@pytest.mark.parametrize(
    "player",
    [
        seat(program_at=at("12:00")),
        seat(wants_reminders=False),
        seat(reminder_minutes=()),
        seat(reminded=frozenset({15})),
    ],
    ids=["programmed", "excused", "wants none", "reminded"],
)
def test_only_players_who_want_it_and_need_it_are_reminded(player: SeatFacts) -> None:
    """Who has a program is left in peace, and a reminder that is done with is not repeated."""
    assert reminders(player, at("20:50")) == ()


def test_after_a_time_away_only_the_latest_reminder_is_sent() -> None:
    """The others are passed over, the one farthest from the deadline first."""
    player = seat(2, reminder_minutes=(15, 360, 30, 120), reminded=frozenset({360}))
    assert reminders(player, at("20:50")) == (Remind(2, 15, (120, 30)),)


def test_a_reminder_farther_from_the_deadline_than_one_that_is_done_with_comes_too_late() -> None:
    """A player was reminded 30 minutes before, and only then wanted the reminder of 60 minutes."""
    player = seat(reminder_minutes=(60, 30, 10), reminded=frozenset({30}))
    assert reminders(player, at("20:45")) == ()
    assert reminders(player, at("20:50")) == (Remind(1, 10, ()),)


@pytest.mark.parametrize("which", ["dealt_at", "deadline_set_at"])
@pytest.mark.parametrize(("known", "is_due"), [("20:44:59", True), ("20:45", False), ("20:50", False)])
def test_a_reminder_whose_moment_had_passed_when_the_deadline_was_set_is_never_sent(
    which: str, known: str, *, is_due: bool
) -> None:
    """Whoever has just been told of the deadline needs no reminder of it."""
    game = running(dealt(seat(), **{which: at(known)}))
    assert due(game, at("20:59"), hearing(at("20:59"))) == ((Remind(1, 15, ()),) if is_due else ())


def test_reminders_wait_while_players_cannot_be_heard() -> None:
    """Away from 20:40 to 20:48: the reminder of 20:45 comes at 20:48."""
    bot = Bot(running(dealt(seat(reminded=frozenset({120})))), silent("20:40", "20:48"))
    bot.wake_until_locked(ticks(at("20:30"), at("21:10"), SECOND * 30))
    assert bot.did(Remind) == [(at("20:48"), Remind(1, 15, ()))]


def test_reminders_start_again_with_a_moved_deadline() -> None:
    """Silent from 20:30 to 20:50: the deadline is 21:20 then, and its 15 minutes begin at 21:05."""
    bot = Bot(running(dealt(seat())), silent("20:30", "20:50"))
    bot.wake_until_locked(ticks(at("18:30"), at("21:40"), SECOND * 30))
    assert bot.did(MoveDeadline) == [(at("20:50"), MoveDeadline(at("21:20"), MINUTE * 20, at("20:50")))]
    assert bot.did(Remind) == [(at("19:00"), Remind(1, 120, ())), (at("21:05"), Remind(1, 15, ()))]


def test_while_a_deadline_cannot_be_moved_the_old_one_is_reminded_of() -> None:
    """Moving it failed, and may fail again."""
    now = at("20:50")
    stuck = dealt(seat(), retry_at=at("20:51"))
    assert due(running(stuck), now, hearing(now, silent("20:30", "20:48"))) == (Remind(1, 15, (120,)),)


def test_nobody_is_reminded_after_a_lock_before_the_deadline() -> None:
    """A host locked it early."""
    locked = dealt(seat(), status=RoundStatus.LOCKED)
    assert not any(isinstance(duty, Remind) for duty in due(running(locked), at("20:50"), hearing(at("20:50"))))


@pytest.mark.parametrize(
    ("since", "until", "sent"),
    [
        ("18:00", "19:30", "19:30"),
        ("19:00", "19:01", "19:01"),
        ("18:00", "19:00", "19:00"),
        ("19:00", "19:00", "19:00"),
        ("20:00", "08:00", "19:00"),
        ("22:00", "08:00", "19:00"),
        ("22:00", "20:30", "20:30"),
        ("18:30", "22:00", None),
        ("00:00", "20:59", "20:59"),
    ],
)
def test_a_reminder_waits_until_quiet_hours_end(since: str, until: str, sent: str | None) -> None:
    """If that is before the deadline; they may go over midnight, and from a time to the same time there are none."""
    quiet = Quiet(time.fromisoformat(since), time.fromisoformat(until))
    bot = Bot(running(dealt(seat(reminder_minutes=(120,), quiet=quiet))))
    bot.wake_until_locked(ticks(at("18:30"), at("21:10"), MINUTE))
    assert [now for now, _ in bot.did(Remind)] == ([] if sent is None else [at(sent)])


@pytest.mark.parametrize(
    ("day", "until", "sent"),
    [
        ("2026-10-24", "02:30", "00:30"),
        ("2026-10-25", "02:30", "00:30"),
        ("2026-10-25", "03:00", "02:00"),
        ("2027-03-28", "02:30", "01:00"),
        ("2027-03-28", "03:00", "01:00"),
        ("2027-03-28", "04:00", "02:00"),
    ],
)
def test_quiet_hours_over_midnight_and_a_clock_change_are_civil_times(day: str, until: str, sent: str) -> None:
    """From 22:00: a missing 02:30 ends them at 03:00, a doubled one for the first time (moments in UTC)."""
    midnight = datetime.combine(datetime.fromisoformat(day), time(), UTC)
    known, deadline = midnight.replace(hour=0) - MINUTE * 600, midnight.replace(hour=8)
    quiet = Quiet(time(22), time.fromisoformat(until))
    player = seat(reminder_minutes=(540,), quiet=quiet)
    game = running(dealt(player, dealt_at=known, deadline_set_at=known, deadline=deadline), zone=BRUSSELS)
    bot = Bot(game)
    bot.wake_until_locked(ticks(known + MINUTE * 300, deadline + MINUTE * 5, MINUTE * 5))
    assert [f"{now:%H:%M}" for now, _ in bot.did(Remind)] == [sent]


def test_each_player_is_reminded_for_oneself() -> None:
    """In the order of their seats."""
    players = (seat(1), seat(2, program_at=at("12:00")), replace(seat(3), reminder_minutes=(30,)))
    now = at("20:55")
    assert due(running(dealt(*players)), now, hearing(now)) == (Remind(1, 15, (120,)), Remind(3, 30, ()))
