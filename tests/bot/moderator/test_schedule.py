from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.db.tables import GameStatus, PublishMode, RoundStatus
from bot.moderator.facts import Heard, Period, RoundFacts, SeatFacts
from bot.moderator.schedule import Alarm, Finish, Lock, MoveDeadline, Publish, ReadMessages, Resolve, due
from tests.bot.moderator.nights import MINUTE, SECOND, Bot, at, dealt, hearing, running, seat, silent, ticks

READ = at("21:00:05")
PROGRAMMED = seat(program_at=at("20:00"))
LATE = at("21:03")


@pytest.mark.parametrize("status", [status for status in GameStatus if status is not GameStatus.RUNNING])
def test_only_a_running_game_has_duties(status: GameStatus) -> None:
    """Neither a round long overdue nor the end of a game is due in any other."""
    late = at("12:00", day=5)
    for game in (
        running(dealt(seat())),
        running(dealt(seat(), status=RoundStatus.LOCKED)),
        running(None, is_over=True),
    ):
        assert due(replace(game, status=status), late, hearing(late)) == ()


@pytest.mark.parametrize("is_ready", [True, False])
def test_a_game_that_is_over_finishes_even_with_an_open_round(*, is_ready: bool) -> None:
    """Nobody races any more: what happens to the hands does not matter, and nobody is alarmed or reminded."""
    heard = hearing(LATE, *() if is_ready else (silent("20:50", "22:00"),))
    for open_round in (None, dealt(seat()), dealt(seat(), status=RoundStatus.LOCKED)):
        assert due(running(open_round, is_over=True), LATE, heard) == (Finish(),)


def test_without_an_open_round_nothing_is_due() -> None:
    """A game that is not over waits for its host."""
    assert due(running(None), LATE, hearing(LATE)) == ()


@pytest.mark.parametrize(
    ("clock", "is_due"), [("20:59:59", False), ("21:00", False), ("21:00:04.999", False), ("21:00:05", True)]
)
def test_a_round_is_locked_five_seconds_after_its_deadline(clock: str, *, is_due: bool) -> None:
    """A click at 20:59:59 that arrives at 21:00:02 counts."""
    assert due(running(dealt(PROGRAMMED)), at(clock), hearing(at(clock))) == ((Lock(),) if is_due else ())


@pytest.mark.parametrize(
    ("ahead", "locked"),
    [(-30, "21:00:05"), (-1, "21:00:05"), (0, "21:00:05"), (1, "21:00:06"), (30, "21:00:35"), (600, "21:10:05")],
)
def test_the_lock_waits_for_discords_clock_and_for_the_hosts_own(ahead: int, locked: str) -> None:
    """Ids ahead of and behind the host's clock: one that is behind locks late, which harms nobody."""
    bot = Bot(running(dealt(PROGRAMMED)), skew=SECOND * ahead)
    bot.wake_until_locked(ticks(at("20:59"), at("21:20"), SECOND))
    assert bot.did(Lock) == [(at(locked), Lock())]
    assert at(locked) - SECOND * ahead >= at("21:00:05")


def test_nothing_is_locked_while_players_cannot_be_heard() -> None:
    """Their programs may be waiting in the history."""
    for seats in ((PROGRAMMED,), (seat(),)):
        assert due(running(dealt(*seats)), LATE, hearing(LATE, silent("20:59", "22:00"))) == ()


@pytest.mark.parametrize(
    ("player", "is_to_be_read"),
    [
        (seat(), True),
        (seat(picked=5), True),
        (seat(wants_reminders=False), True),
        (seat(read_at=at("20:59:59")), True),
        (seat(read_at=at("21:00")), False),
        (PROGRAMMED, True),
        (replace(PROGRAMMED, read_at=at("20:31")), True),
        (replace(PROGRAMMED, read_at=READ), False),
        (seat(program_at=at("20:25")), True),
        (seat(program_at=at("20:30")), False),
        (seat(program_at=at("20:45")), False),
    ],
)
def test_messages_are_read_that_may_hold_a_program_nobody_heard(player: SeatFacts, *, is_to_be_read: bool) -> None:
    """Players without a program, and those who may have typed a newer one in the silence from 20:22 to 20:30."""
    now = at("21:00:05")
    duties = due(running(dealt(player)), now, hearing(now, silent("20:22", "20:30")))
    assert duties == ((ReadMessages((1,)) if is_to_be_read else Lock()),)


def test_a_silence_that_moved_the_deadline_still_has_messages_in_it() -> None:
    """What counts for the deadline is counted once, what was written is read before the lock."""
    now = at("21:20:05")
    moved = dealt(PROGRAMMED, deadline=at("21:20"), silence_counted_until=at("20:40"))
    assert due(running(moved), now, hearing(now, silent("20:20", "20:40"))) == (ReadMessages((1,)),)


def test_a_silence_that_began_after_the_deadline_has_no_program_in_it() -> None:
    """What is typed then is too late."""
    now = at("21:02")
    assert due(running(dealt(PROGRAMMED)), now, hearing(now, silent("21:00", "21:01"))) == (Lock(),)


@pytest.mark.parametrize(
    ("ahead", "duty"), [(0, Lock()), (1, Lock()), (5, ReadMessages((1,))), (-5, ReadMessages((1,)))]
)
def test_clocks_that_differ_make_for_reading_once_too_often(ahead: int, duty: Lock | ReadMessages) -> None:
    """The program came 3 seconds after a silence, by two clocks that are 5 seconds apart."""
    now = at("21:01")
    heard = hearing(now, silent("20:22", "20:30"), skew=SECOND * ahead)
    assert due(running(dealt(seat(program_at=at("20:30:03")))), now, heard) == (duty,)


def test_messages_read_before_the_deadline_by_discords_clock_are_read_again() -> None:
    """The host's clock was 10 seconds ahead when it read them at 21:00:05."""
    now = at("21:00:15")
    read = running(dealt(seat(read_at=READ)))
    assert due(read, now, hearing(now, skew=SECOND * 10)) == (ReadMessages((1,)),)
    assert due(read, now, hearing(now)) == (Lock(),)


def test_all_players_in_question_are_read_at_once_and_then_the_round_is_locked() -> None:
    """The adapter stores when it read; what it found makes no difference."""
    bot = Bot(running(dealt(seat(1), seat(2, program_at=at("12:00")), seat(3))))
    bot.wake(at("21:00:07"))
    steps = [duty for _, _, duty in bot.story][:4]
    assert steps == [ReadMessages((1, 3)), Lock(), Resolve(), Publish()]


@pytest.mark.parametrize("heard", [hearing(LATE), hearing(LATE, silent("20:50", "22:00"))], ids=["heard", "deaf"])
def test_a_locked_round_is_resolved_and_published_at_once(heard: Heard) -> None:
    """Neither needs to hear anybody; a host may have locked it early."""
    for now in (at("15:00"), LATE):
        locked = dealt(seat(), status=RoundStatus.LOCKED)
        assert due(running(locked), now, heard) == (Resolve(),)
        resolved = replace(locked, status=RoundStatus.RESOLVED, resolved_at=now)
        assert due(running(resolved), now, heard) == (Publish(),)


@pytest.mark.parametrize(("clock", "is_due"), [("21:01", False), ("21:30:59.999", False), ("21:31", True)])
def test_in_review_a_result_is_published_after_its_time(clock: str, *, is_due: bool) -> None:
    """Half an hour after its resolution; its hosts may have published it before."""
    resolved = dealt(seat(), status=RoundStatus.RESOLVED, resolved_at=at("21:01"))
    game = running(resolved, publish_mode=PublishMode.REVIEW)
    assert due(game, at(clock), hearing(at(clock))) == ((Publish(),) if is_due else ())


@pytest.mark.parametrize(
    "open_round",
    [
        dealt(PROGRAMMED),
        dealt(seat()),
        dealt(seat(), status=RoundStatus.LOCKED),
        dealt(seat(), status=RoundStatus.RESOLVED, resolved_at=at("21:01")),
    ],
    ids=["lock", "read", "resolve", "publish"],
)
def test_a_stuck_round_is_not_tried_before_its_pause_is_over(open_round: RoundFacts) -> None:
    """With growing pauses; nothing happens between."""
    game = running(replace(open_round, retry_at=at("21:04")))
    assert due(game, LATE, hearing(LATE)) == ()
    assert len(due(game, at("21:04"), hearing(at("21:04")))) == 1


def test_a_deadline_is_not_moved_in_a_pause_but_hosts_are_alarmed() -> None:
    """Moving it failed before: that is no reason to keep quiet."""
    now, silence = at("21:30"), silent("20:40", "21:05")
    stuck = dealt(seat(), retry_at=at("21:31"))
    assert due(running(stuck), now, hearing(now, silence)) == (Alarm(MINUTE * 30),)
    (move,) = due(running(replace(stuck, retry_at=now)), now, hearing(now, silence))
    assert isinstance(move, MoveDeadline)


@pytest.mark.parametrize("status", [RoundStatus.DEALT, RoundStatus.LOCKED, RoundStatus.RESOLVED])
@pytest.mark.parametrize("clock", ["21:04:59", "21:05", "23:00"])
def test_hosts_are_alarmed_of_a_round_that_is_five_minutes_overdue(status: RoundStatus, clock: str) -> None:
    """Beside the step that is due, and without one in a pause: once."""
    now = at(clock)
    overdue = dealt(seat(), status=status, resolved_at=at("21:00:06"))
    alarms = (Alarm(now - at("21:00")),) if clock != "21:04:59" else ()
    (_, *beside) = due(running(overdue), now, hearing(now))
    assert tuple(beside) == alarms
    assert due(running(replace(overdue, retry_at=at("23:01"))), now, hearing(now)) == alarms
    told = replace(overdue, overdue_told=True)
    assert due(running(replace(told, retry_at=at("23:01"))), now, hearing(now)) == ()


@pytest.mark.parametrize(("clock", "alarms"), [("21:35:59", ()), ("21:36", (Alarm(MINUTE * 5),))])
def test_in_review_a_round_is_overdue_after_its_hosts_have_had_their_time(
    clock: str, alarms: tuple[Alarm, ...]
) -> None:
    """Resolved at 21:01, to be published at 21:31."""
    resolved = dealt(seat(), status=RoundStatus.RESOLVED, resolved_at=at("21:01"), retry_at=at("22:00"))
    game = running(resolved, publish_mode=PublishMode.REVIEW)
    assert due(game, at(clock), hearing(at(clock))) == alarms


@pytest.mark.parametrize(
    ("now", "silences", "is_alarmed"),
    [
        (at("21:30"), [silent("20:59", "22:00")], False),
        (at("08:00", day=3), [silent("20:59", "07:59", until_day=3)], False),
        (at("08:03", day=3), [silent("20:59", "07:58", until_day=3)], True),
        (at("21:08"), [silent("21:01", "21:03"), silent("21:05", "21:06")], True),
        (at("21:07"), [silent("21:01", "21:03"), silent("21:05", "21:06")], False),
        (at("21:30"), [silent("21:06", "22:00")], True),
    ],
)
def test_only_time_in_which_players_could_be_heard_makes_a_round_overdue(
    now: datetime, silences: list[Period], *, is_alarmed: bool
) -> None:
    """A bot that comes back gets on by itself in a moment, or has five minutes for it."""
    stuck = dealt(seat(), status=RoundStatus.LOCKED, retry_at=now + SECOND)
    duties = due(running(stuck), now, hearing(now, *silences))
    assert duties == ((Alarm(now - at("21:00")),) if is_alarmed else ())


def test_hosts_hear_of_a_moved_deadline_and_not_of_an_alarm() -> None:
    """Asked late, long after the bot came back: the round gets a new deadline, and is not overdue by it."""
    now = at("21:20")
    game = running(dealt(seat()))
    (move,) = due(game, now, hearing(now, silent("20:30", "21:01")))
    assert move == MoveDeadline(at("21:31"), MINUTE * 31, at("21:01"))


def test_an_alarm_waits_for_discords_clock_too() -> None:
    """A host's clock that is 10 minutes ahead shows 21:10 at the deadline."""
    now = at("21:10")
    assert due(running(dealt(seat())), now, hearing(now, skew=MINUTE * 10)) == ()


def test_a_log_without_the_present_is_a_mistake() -> None:
    """Whoever can be heard has been heard since some moment: the adapter must say since when."""
    with pytest.raises(AssertionError, match="heard since some moment"):
        due(running(dealt(seat())), LATE, Heard(is_ready=True, periods=()))


def test_a_bot_that_never_heard_anybody_waits() -> None:
    """It may be its very first start, and its connection not made yet."""
    assert due(running(dealt(seat())), LATE, Heard(is_ready=False, periods=(), skew=timedelta())) == ()


def test_a_closed_round_is_not_an_open_one() -> None:
    """Only dealt, locked and resolved rounds are handed in."""
    with pytest.raises(AssertionError, match="is not open"):
        due(running(dealt(seat(), status=RoundStatus.PUBLISHED)), LATE, hearing(LATE))
