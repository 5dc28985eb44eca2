"""When the next reminder comes, as players are told it: when the schedule would have it."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.db.tables import GameStatus
from bot.moderator import games, hosts, seats
from bot.moderator.facts import Quiet, SeatFacts
from bot.moderator.outlook import Outlook, next_reminder, read_outlooks
from bot.moderator.reminders import Wishes, choose_reminders
from bot.moderator.schedule import Remind, due
from tests.bot.moderator.club import NOON, Club, player
from tests.bot.moderator.hosting import done
from tests.bot.moderator.nights import MINUTE, at, dealt, hearing, running, seat

BRUSSELS = ZoneInfo("Europe/Brussels")
HOUR = timedelta(hours=1)


def comes(player: SeatFacts, now: datetime, zone: ZoneInfo = BRUSSELS) -> datetime | None:
    """Return when the next reminder is said to come."""
    game = running(dealt(player), zone=zone)
    assert game.round is not None
    return next_reminder(game, game.round, player, now)


def test_the_next_reminder_is_the_first_of_those_to_come() -> None:
    assert comes(seat(), at("12:00")) == at("19:00")
    assert comes(seat(reminded=frozenset({120})), at("19:01")) == at("20:45")
    assert comes(seat(reminded=frozenset({120, 15})), at("20:46")) is None


def test_one_that_is_due_comes_now() -> None:
    assert comes(seat(), at("19:30")) == at("19:30")


@pytest.mark.parametrize(
    "player",
    [
        seat(program_at=at("12:00")),
        seat(wants_reminders=False),
        seat(reminder_minutes=()),
        seat(reminder_minutes=(1440,)),
    ],
    ids=["programmed", "excused", "wants none", "before the deal"],
)
def test_none_comes_to_who_needs_or_wants_none(player: SeatFacts) -> None:
    assert comes(player, at("12:00")) is None


times = st.times(max_value=time(23, 59)).map(lambda found: found.replace(second=0, microsecond=0))
players = st.builds(
    lambda minutes, reminded, quiet: seat(
        reminder_minutes=tuple(minutes), reminded=frozenset(minutes[:reminded]), quiet=quiet
    ),
    st.lists(st.integers(1, 400), max_size=3, unique=True),
    st.integers(0, 3),
    st.none() | st.builds(Quiet, times, times),
)


@given(
    players,
    st.integers(18 * 60, 24 * 60 - 2),
    st.sampled_from([BRUSSELS, ZoneInfo("UTC"), ZoneInfo("America/Caracas")]),
)
def test_what_is_told_is_what_the_schedule_does(player: SeatFacts, minute: int, zone: ZoneInfo) -> None:
    """Asked at the moment itself it reminds, and at no whole minute before."""
    game, now = running(dealt(player), zone=zone), at("21:02", day=1) + minute * MINUTE
    assert game.round is not None
    told = next_reminder(game, game.round, player, now)

    def reminds(moment: datetime) -> bool:
        return any(isinstance(duty, Remind) for duty in due(game, moment, hearing(moment)))

    end = game.round.deadline if told is None else told
    steps = range((end - now) // MINUTE + (end > now))
    assert not any(reminds(now + step * MINUTE) for step in steps if now + step * MINUTE < end)
    assert told is None or reminds(told)


def test_quiet_hours_on_the_night_of_a_clock_change_end_when_the_clocks_say() -> None:
    """2:30 does not exist: 3:00, which is 1:00 in UTC."""
    quiet = Quiet(time(22), time(2, 30))
    current = dealt(
        seat(reminder_minutes=(540,), quiet=quiet),
        dealt_at=datetime(2027, 3, 27, 14, tzinfo=UTC),
        deadline_set_at=datetime(2027, 3, 27, 14, tzinfo=UTC),
        deadline=datetime(2027, 3, 28, 8, tzinfo=UTC),
    )
    told = next_reminder(
        running(current, zone=BRUSSELS), current, current.seats[0], datetime(2027, 3, 27, 20, tzinfo=UTC)
    )
    assert told == datetime(2027, 3, 28, 1, tzinfo=UTC)


def told(club: Club, user: int = player(1)) -> list[Outlook]:
    """Return what somebody is told."""
    return club.do(lambda session: read_outlooks(session, club.now, user))


def test_each_round_that_somebody_programs_is_told_of(club: Club) -> None:
    """With what they and the game chose; not of others' rounds, nor of one that is closed."""
    first = club.new_game(2)
    second = club.new_game(1, channel=23, reminder_minutes=(60,))
    club.new_game(1, channel=24, starts=False)
    deadline = NOON + 33 * HOUR
    assert [(each.game.id, each.number, each.at) for each in told(club)] == [
        (first, 1, deadline - 3 * HOUR),
        (second, 1, deadline - HOUR),
    ]
    club.do(lambda session: choose_reminders(session, player(1), Wishes((10,))))
    assert [each.at for each in told(club)] == [deadline - 10 * MINUTE] * 2
    club.program(first, 1)
    done(club, games.pause, second)
    assert [(each.has_program, each.at) for each in told(club)] == [(True, None), (False, None)]
    assert [each.game.status for each in told(club)] == [GameStatus.RUNNING, GameStatus.PAUSED]
    done(club, hosts.resolve_now, first)
    assert [each.game.id for each in told(club)] == [second]
    assert told(club, 77) == []


def test_who_has_left_is_reminded_of_nothing(club: Club) -> None:
    game = club.new_game(2)
    done(club, seats.remove, game, 1)
    assert told(club) == []
    assert len(told(club, player(2))) == 1
