from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.moderator.facts import Period
from bot.moderator.schedule import Lock, MoveDeadline, due
from tests.bot.moderator.nights import MINUTE, SECOND, Bot, at, dealt, hearing, running, seat, silent, ticks

MORNING = at("09:00", day=5)


def moves(*silences: Period, now: datetime = MORNING) -> list[MoveDeadline]:
    """Return how a bot moves the deadline that is first asked long afterwards."""
    bot = Bot(running(dealt(seat())), *silences)
    bot.wake_until_locked([now])
    return [move for _, move in bot.did(MoveDeadline)]


@pytest.mark.parametrize(
    "silences",
    [
        [],
        [silent("20:50", "21:00")],
        [silent("20:30", "20:35"), silent("20:50", "20:55")],
        [silent("20:55", "21:05")],
        [silent("19:00", "20:10")],
        [silent("12:00", "19:59")],
        [silent("21:00", "23:00")],
    ],
    ids=["none", "10 min", "5 and 5", "over the deadline", "10 of the last 60", "before", "after"],
)
def test_ten_minutes_of_silence_are_borne(silences: Sequence[Period]) -> None:
    """Ten of the last sixty minutes before the deadline are not more than ten; the rest of the day does not count."""
    assert moves(*silences) == []


@pytest.mark.parametrize(
    ("silences", "to", "counted_until"),
    [
        ([silent("20:30", "20:45")], at("21:15"), at("20:45")),
        ([silent("20:50", "21:00:01")], at("21:10:01"), at("21:00:01")),
        ([silent("20:50", "21:10")], at("21:20"), at("21:10")),
        ([silent("20:59:59", "21:30")], at("21:30:01"), at("21:30")),
        ([silent("18:00", "20:11")], at("21:11"), at("20:11")),
        ([silent("20:10", "20:16"), silent("20:30", "20:36")], at("21:12"), at("20:36")),
        ([silent("20:20", "20:29"), silent("20:55", "21:05")], at("21:19"), at("21:05")),
        ([silent("15:00", "16:00"), silent("20:20", "20:25"), silent("20:53", "21:00")], at("21:12"), at("21:00")),
    ],
)
def test_the_deadline_moves_by_what_players_lost(
    silences: Sequence[Period], to: datetime, counted_until: datetime
) -> None:
    """Deaf from 20:50 to 21:10 counts as 20 minutes: only what spans the deadline counts beyond it."""
    assert moves(*silences) == [MoveDeadline(to, to - at("21:00"), counted_until)]


@pytest.mark.parametrize(
    ("back", "to"), [(at("08:00", day=3), at("09:00", day=3)), (at("08:00", day=5), at("09:00", day=5))]
)
def test_down_over_one_deadline_and_over_three_players_get_the_hour_that_they_lost(
    back: datetime, to: datetime
) -> None:
    """Once, from the moment at which they are heard again: nights without a hand are no rounds."""
    bot = Bot(running(dealt(seat())), Period(at("16:00"), back))
    bot.wake_until_locked(ticks(back, at("22:00", day=6), SECOND * 5))
    assert bot.did(MoveDeadline) == [(back, MoveDeadline(to, to - at("21:00"), back))]
    assert bot.did(Lock) == [(to + SECOND * 5, Lock())]
    assert bot.game.round is not None
    assert bot.game.round.deadline == at("21:00", day=to.day + 1)


def test_players_hear_of_it_as_soon_as_they_are_heard_again() -> None:
    """Silent from 20:30 to 20:45: at 20:45 they know that the deadline is 21:15."""
    bot = Bot(running(dealt(seat())), silent("20:30", "20:45"))
    bot.wake_until_locked(ticks(at("20:00"), at("22:00"), SECOND))
    assert [now for now, _ in bot.did(MoveDeadline)] == [at("20:45")]
    assert [now for now, _ in bot.did(Lock)] == [at("21:15:05")]


def test_a_deadline_that_has_moved_moves_again_for_other_silence_only() -> None:
    """After 21:15, 9 minutes do nothing; with 5 more they are 14."""
    first, second, third = silent("20:30", "20:45"), silent("20:50", "20:59"), silent("21:05", "21:10")
    expected = [MoveDeadline(at("21:15"), MINUTE * 15, at("20:45"))]
    assert moves(first, second) == expected
    assert moves(first, second, third) == [*expected, MoveDeadline(at("21:29"), MINUTE * 14, at("21:10"))]


def test_silence_before_the_deal_does_not_count() -> None:
    """There was no hand to program: dealt by a bot that was not connected yet."""
    late = dealt(seat(), dealt_at=at("20:30"))
    now = at("21:00")
    assert due(running(late), now, hearing(now, silent("20:00", "20:40"))) == ()
    (move,) = due(running(late), now, hearing(now, silent("20:00", "20:41")))
    assert move == MoveDeadline(at("21:11"), MINUTE * 11, at("20:41"))


def test_silence_that_was_counted_before_the_deal_makes_no_earlier_count() -> None:
    """The later of the two moments is the one that matters."""
    late = dealt(seat(), dealt_at=at("20:30"), silence_counted_until=at("20:00"))
    now = at("20:59")
    assert not any(
        isinstance(duty, MoveDeadline) for duty in due(running(late), now, hearing(now, silent("20:10", "20:38")))
    )


def test_a_game_may_keep_its_deadline_whatever_happens() -> None:
    """It is a setting."""
    bot = Bot(running(dealt(seat()), moves_for_silence=False), silent("20:30", "20:50"), silent("20:55", "21:30"))
    bot.wake_until_locked(ticks(at("20:00"), at("22:00"), SECOND * 5))
    assert (bot.did(MoveDeadline), [now for now, _ in bot.did(Lock)]) == ([], [at("21:30")])


@st.composite
def nights(draw: st.DrawFn) -> tuple[Period, ...]:
    """Draw silences of whole minutes, apart from each other, from three hours before the deadline on."""
    lengths = draw(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), max_size=8))
    since = at("18:00") + MINUTE * draw(st.integers(0, 170))
    silences: list[Period] = []
    for pause, length in lengths:
        silences.append(Period(since + MINUTE * pause, since + MINUTE * (pause + length)))
        since = silences[-1].until
    return tuple(silences)


def minutes_of(silences: Sequence[Period], since: datetime, until: datetime) -> timedelta:
    """Count silence between two moments minute by minute."""
    each = (start for silence in silences for start in ticks(silence.since, silence.until - MINUTE, MINUTE))
    return MINUTE * sum(since <= start < until for start in each)


@given(nights())
def test_each_silent_minute_moves_a_deadline_once(silences: tuple[Period, ...]) -> None:
    """A move is never more than the silence that no move before it has counted, and it is more than is borne."""
    bot = Bot(running(dealt(seat())), *silences)
    bot.wake_until_locked(ticks(at("18:30"), at("12:00", day=3), MINUTE * 5))
    counted, deadline = at("18:00"), at("21:00")
    for _, move in bot.did(MoveDeadline):
        assert MINUTE * 10 < move.silence <= minutes_of(silences, counted, move.counted_until)
        assert move.to == deadline + move.silence
        counted, deadline = move.counted_until, move.to
    assert deadline - at("21:00") <= minutes_of(silences, at("18:00"), counted)


@given(nights())
def test_a_round_is_locked_after_an_hour_in_which_no_more_was_lost_than_is_borne(silences: tuple[Period, ...]) -> None:
    """It always ends with a lock once players are heard, and no later than it must."""
    bot = Bot(running(dealt(seat())), *silences)
    bot.wake_until_locked(ticks(at("20:00:05"), at("12:00", day=3), MINUTE))
    ((locked, _),) = bot.did(Lock)
    deadline, counted = at("21:00"), at("18:00")
    for _, move in bot.did(MoveDeadline):
        deadline, counted = move.to, move.counted_until
    lost = minutes_of(silences, max(counted, deadline - MINUTE * 60), deadline)
    assert lost <= MINUTE * 10
    heard_again = [silence.until for silence in silences if silence.since <= deadline < silence.until]
    assert locked == max([deadline, *heard_again]) + SECOND * 5


@given(nights())
def test_who_asks_late_gets_the_same_moves(silences: tuple[Period, ...]) -> None:
    """A bot that asked every five minutes, and one that was first asked on the next day."""
    prompt = Bot(running(dealt(seat())), *silences)
    prompt.wake_until_locked(ticks(at("18:30"), at("12:00", day=3), MINUTE * 5))
    assert [move for _, move in prompt.did(MoveDeadline)] == moves(*silences)
