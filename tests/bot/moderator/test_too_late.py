from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.clock import id_of_moment
from bot.db.tables import Hand, RoundResult, RoundStatus
from bot.moderator import games, hosts, programs, seats
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from tests.bot.moderator.club import NOON, Club, player
from tests.bot.moderator.copies import copied, new_club

DEADLINE = NOON + timedelta(hours=33)
MILLISECOND, SECOND, MINUTE = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture(scope="module")
def eve_once(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = new_club(migrated_file, tmp_path_factory.mktemp("eve"))
    club.new_game()
    evening(club)
    club.restart()
    return club


@pytest.fixture
def eve(eve_once: Club, club: Club) -> Iterator[Club]:
    """Return a club with a game of three robots, a minute before the first deadline."""
    yield from copied(eve_once, club)


def press(club: Club, at: datetime, place: int = 1, seat: int = 1, of: int = 1) -> Panel | Rejected:
    """Press a button at a moment of Discord's; it arrives now."""
    pressed = Press(of, player(seat), id_of_moment(at) + place)
    return club.do(partial(programs.pick, now=club.now, press=pressed, place=place))


def sentence(answer: object) -> str:
    assert isinstance(answer, Rejected), answer
    return answer.sentence()


def lateness(club: Club, number: int = 1) -> list[str | None]:
    """Return why each seat's program of a round is one of random cards."""
    results = {row.round_id: row.programs for row in club.rows(RoundResult)}
    return [None if program is None else program["late"] for program in results[number]]


def evening(club: Club, until: datetime = DEADLINE - MINUTE) -> None:
    club.pass_time(until, every=timedelta(hours=8))


def test_a_click_a_millisecond_before_the_deadline_counts_two_seconds_after_it(eve: Club) -> None:
    """R2.4: by the time of the id, for all five cards."""
    for place in (1, 2, 3, 4):
        assert isinstance(press(eve, DEADLINE - 5 * SECOND, place), Panel)
    eve.pass_time(DEADLINE + 2 * SECOND)
    panel = press(eve, DEADLINE - MILLISECOND, 5)
    assert isinstance(panel, Panel)
    assert panel.in_force is not None
    assert panel.in_force.at == DEADLINE - MILLISECOND
    eve.pass_time(DEADLINE + 10 * SECOND)
    assert eve.round(1).number == 2
    assert lateness(eve) == [None, "absent", "absent"]


@pytest.mark.parametrize(
    ("after", "seconds"),
    [(timedelta(), 1), (MILLISECOND, 1), (2 * SECOND, 2), (90 * SECOND, 90)],
    ids=["at the deadline", "a millisecond after it", "2 s", "90 s"],
)
def test_a_click_from_the_deadline_on_is_too_late_and_hears_by_how_much(
    eve: Club, after: timedelta, seconds: int
) -> None:
    """R2.4, R2.5: with four cards in the draft the player is late."""
    for place in (1, 2, 3, 4):
        press(eve, DEADLINE - 5 * SECOND, place)
    panel = eve.panel(1, 1)
    assert isinstance(panel, Panel)
    assert panel.is_late
    assert panel.missing == 1
    eve.now = DEADLINE + after
    answer = press(eve, DEADLINE + after, 5)
    assert sentence(answer) == f"Too late: this came {seconds} s after the deadline of round 1."
    eve.tick()
    eve.pass_time(max(eve.now, DEADLINE) + 10 * SECOND)
    assert lateness(eve) == ["too late", "absent", "absent"]


def test_who_comes_after_the_publication_but_clicked_before_it_is_too_late_too(eve: Club) -> None:
    """The click was made 3 s after the deadline, and the next hands went out 6 s after it."""
    eve.pass_time(DEADLINE + 6 * SECOND)
    assert lateness(eve)[0] == "absent"
    eve.now += SECOND
    assert sentence(press(eve, DEADLINE + 3 * SECOND)) == "Too late: this came 3 s after the deadline of round 1."
    assert lateness(eve) == ["too late", "absent", "absent"]
    assert sentence(press(eve, DEADLINE - SECOND, seat=2)) == "That was round 1; now it is round 2."
    assert lateness(eve) == ["too late", "absent", "absent"]


def test_who_plays_with_an_old_panel_later_changes_no_record(club: Club) -> None:
    """Whoever was absent stays so, days afterwards and when the game is over."""
    club.new_game(rounds=2)
    evening(club, DEADLINE + 10 * SECOND)
    club.now += timedelta(hours=2)
    assert sentence(press(club, club.now)) == "That was round 1; now it is round 2."
    evening(club, DEADLINE + timedelta(days=1, seconds=10))
    club.now += MINUTE
    club.tick()
    assert sentence(press(club, club.now)) == "This race is over (finished)."
    assert sentence(press(club, club.now, of=2)) == "This race is over (finished)."
    assert sentence(club.write(1, 1, (1, 2, 3, 4, 5))) == "This race is over (finished)."
    assert lateness(club) == lateness(club, 2) == ["absent"] * 3
    assert sentence(press(club, DEADLINE + timedelta(days=1, seconds=2), of=2)).startswith("Too late: this came 2 s")
    assert lateness(club, 2) == ["too late", "absent", "absent"]


def test_a_second_try_that_is_too_late_changes_nothing_more(eve: Club) -> None:
    """Neither does one by a player with a program in force."""
    eve.program(1, 2)
    eve.now = DEADLINE + 4 * SECOND
    press(eve, DEADLINE + SECOND)
    press(eve, DEADLINE + 3 * SECOND)
    press(eve, DEADLINE + 3 * SECOND, seat=2)
    assert [hand.too_late_at for hand in eve.rows(Hand)] == [DEADLINE + SECOND, None, None]
    eve.tick()
    eve.pass_time(DEADLINE + 10 * SECOND)
    assert lateness(eve) == ["too late", None, "absent"]


def test_the_record_keeps_five_ways_to_be_late_apart(club: Club) -> None:
    """Absent, too late, never reached, excused; and reached though the messages are closed."""
    club.post.closed = {f"u{player(3)}", f"u{player(5)}"}
    game = club.new_game(6)
    club.tick()
    assert isinstance(club.panel(game, 5), Panel)  # opened by a button in the channel
    club.command(seats.excuse, game, 4)
    club.program(game, 6)
    evening(club)
    club.now = DEADLINE + SECOND
    press(club, DEADLINE + SECOND, seat=2)
    press(club, DEADLINE + SECOND, seat=4)
    club.tick()
    club.pass_time(DEADLINE + 10 * SECOND)
    assert lateness(club) == ["absent", "too late", "never reached", "excused", "absent", None]


def test_a_hand_that_is_opened_after_the_lock_was_not_reached_in_time(club: Club) -> None:
    club.post.closed = {f"u{player(1)}", f"u{player(2)}"}
    game = club.new_game(2)
    club.tick()
    club.program(game, 2)
    club.command(hosts.resolve_now, game)
    assert isinstance(club.panel(game, 1), Panel)
    club.tick()
    assert lateness(club) == ["never reached", None]


def test_while_a_round_is_locked_or_reviewed_it_is_over(club: Club) -> None:
    """A click in time that comes after the lock cannot be taken any more, and is not too late either."""
    club.new_game(publish_mode="review")
    evening(club)
    club.pass_time(DEADLINE + 10 * SECOND)
    assert club.round(1).status is RoundStatus.RESOLVED
    assert sentence(press(club, DEADLINE - SECOND)) == "That was round 1; it is over."
    assert sentence(press(club, DEADLINE + 7 * SECOND, seat=2)).startswith("Too late: this came 7 s")
    assert lateness(club) == ["absent", "too late", "absent"]
    assert isinstance(club.panel(1, 1), Panel)


def test_who_was_too_late_for_a_deadline_that_moved_is_not_late_yet(eve: Club) -> None:
    """And is absent after the new one, if nothing comes."""
    eve.now = DEADLINE + SECOND
    press(eve, DEADLINE + SECOND)
    eve.command(hosts.move_deadline, 1, DEADLINE + timedelta(hours=1))
    assert isinstance(press(eve, DEADLINE + 3 * SECOND), Panel)
    eve.pass_time(DEADLINE + timedelta(hours=1, seconds=10), every=timedelta(minutes=30))
    assert lateness(eve) == ["absent"] * 3


def test_a_paused_game_takes_programs_after_the_hour_of_its_deadline(eve: Club) -> None:
    eve.command(games.pause, 1)
    eve.pass_time(DEADLINE + timedelta(hours=2), every=timedelta(hours=1))
    assert isinstance(press(eve, eve.now), Panel)
    eve.command(games.resume, 1)
    assert eve.round(1).deadline == DEADLINE + timedelta(days=1)
    assert [hand.too_late_at for hand in eve.rows(Hand)] == [None, None, None]


def test_a_finished_robot_gets_no_hand(club: Club) -> None:
    """R1.3: its player is told so; the others get theirs."""
    game = club.new_game(2, publish_mode="review")
    club.tick()
    club.command(hosts.resolve_now, game)
    club.tick()
    assert club.round(game).status is RoundStatus.RESOLVED
    with club.database.transaction() as session:
        result = session.get_one(RoundResult, 1)
        robots = [dict(robot) for robot in result.state["robots"]]
        robots[0] |= {"position": None, "finished": 1}
        result.state = {**result.state, "robots": robots}
    club.command(hosts.publish_now, game)
    club.tick()
    assert sentence(club.pick(game, 1, 1)) == "Bolt is over the pink line already, so it has no hand any more."
    assert sentence(club.panel(game, 1)) == "Bolt is over the pink line already, so it has no hand any more."
    assert isinstance(club.panel(game, 2), Panel)
    hands = [letter.key for letter in club.post.of_kind(Kind.HAND)]
    assert hands == ["g1r1x1-hand1p1", "g1r1x1-hand2p1", "g1r2x1-hand2p1"]
