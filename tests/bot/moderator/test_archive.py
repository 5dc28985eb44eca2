"""What everybody may look at again: published rounds, never one that waits for its hosts, and robots by name."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from sqlmodel import Session

from bot.db.tables import PublishMode, Round
from bot.moderator import hosts, rollback, seats
from bot.moderator.archive import (
    last_round_of,
    public_state,
    public_states,
    published_numbers,
    published_round,
    robot_called,
)
from bot.moderator.desk import Desk, open_desk
from bot.moderator.refusals import Reason, Rejected
from simulation.adjustments import Place
from simulation.geometry import Facing, parse_square
from tests.bot.moderator.club import Club
from tests.bot.moderator.hosting import a_played_game, done, play_on, reason_of

Found = TypeVar("Found")


def look(club: Club, game: int, work: Callable[[Desk], Found]) -> Found:
    """Look at something of a game."""

    def do(session: Session) -> Found:
        desk = open_desk(session, club.now, game)
        assert isinstance(desk, Desk)
        return work(desk)

    return club.do(do)


def round_of(club: Club, game: int, number: int | None = None) -> tuple[int, int] | Rejected:
    """Return number and run of the round that is found."""
    found = look(club, game, lambda desk: published_round(desk, number))
    return (found.number, found.run) if isinstance(found, Round) else found


def test_before_the_start_and_before_the_first_result_there_is_nothing(club: Club) -> None:
    """Each is a refusal of its own."""
    lobby = club.new_game(2, starts=False)
    assert reason_of(round_of(club, lobby)) is Reason.NOT_STARTED
    assert reason_of(look(club, lobby, lambda desk: robot_called(desk, "Bolt"))) is Reason.NOT_STARTED
    assert reason_of(look(club, lobby, lambda desk: last_round_of(desk, 1))) is Reason.NOT_STARTED
    assert look(club, lobby, public_state) is None
    assert look(club, lobby, public_states) == ()
    game = club.new_game(2, channel=33)
    assert reason_of(round_of(club, game)) is Reason.NOTHING_PUBLISHED
    assert look(club, game, published_numbers) == []
    assert look(club, game, public_state) is not None
    assert look(club, game, public_states) == ()


def test_the_latest_round_is_meant_if_none_is_named(club: Club) -> None:
    """Rounds that have no result are named with the latest one that has."""
    game = a_played_game(club)
    play_on(club, game)
    assert round_of(club, game) == (2, 1)
    assert round_of(club, game, 1) == (1, 1)
    for number in (0, 3, 99):
        refusal = round_of(club, game, number)
        assert reason_of(refusal) is Reason.NOT_PUBLISHED
        assert isinstance(refusal, Rejected)
        assert refusal.facts == {"found": number, "last": 2}


def test_a_result_that_waits_for_its_hosts_is_none_yet(club: Club) -> None:
    """Nor is the board shown as it stands after it, nor the run that was taken back."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW)
    before = look(club, game, public_state)
    play_on(club, game)
    assert reason_of(round_of(club, game)) is Reason.NOTHING_PUBLISHED
    assert look(club, game, public_state) == before
    done(club, hosts.publish_now, game)
    assert round_of(club, game) == (1, 1)
    assert look(club, game, public_state) != before
    done(club, rollback.correct, game, 1, ())
    club.tick()
    assert reason_of(round_of(club, game)) is Reason.NOTHING_PUBLISHED
    done(club, hosts.publish_now, game)
    assert round_of(club, game) == (1, 2)


def test_states_are_those_of_the_start_and_after_each_round_and_the_last_one_of_now(club: Club) -> None:
    """What a host has moved since the last result is where it was put."""
    game = a_played_game(club)
    play_on(club, game)
    states = look(club, game, public_states)
    assert len(states) == 3
    assert [robot.position for robot in states[0].robots] != [robot.position for robot in states[2].robots]
    done(club, hosts.adjust_board, game, Place(0, parse_square("C3"), Facing.EAST))
    moved = look(club, game, public_states)
    assert moved[:2] == states[:2]
    assert moved[2].robots[0].position == parse_square("C3")
    assert moved[2] == look(club, game, public_state)


def test_the_last_round_of_a_robot_is_the_last_in_which_it_was_on_the_board(club: Club) -> None:
    """R1.3: one that has left the board since is asked about for what led it there."""
    game = a_played_game(club)
    done(club, seats.remove, game, 2)
    play_on(club, game)

    def last_of(seat: int) -> int:
        found = look(club, game, lambda desk: last_round_of(desk, seat))
        assert isinstance(found, Round)
        return found.number

    assert [last_of(seat) for seat in (1, 2, 3)] == [2, 1, 2]


@pytest.mark.parametrize("name", ["Cog", "cog", " COG "])
def test_robots_are_found_by_their_names(club: Club, name: str) -> None:
    """Whether or not they are written as they are; those that left the race too."""
    game = a_played_game(club)
    done(club, seats.remove, game, 2)
    seat = look(club, game, lambda desk: robot_called(desk, name))
    assert not isinstance(seat, Rejected)
    assert seat.number == 2


def test_robots_that_are_not_there_are_refused_with_those_that_are(club: Club) -> None:
    """What was typed is echoed, as far as it is no novel."""
    game = a_played_game(club)
    refusal = look(club, game, lambda desk: robot_called(desk, "x" * 999))
    assert reason_of(refusal) is Reason.NO_SUCH_ROBOT
    assert isinstance(refusal, Rejected)
    assert refusal.facts == {"found": "x" * 40, "expected": "Bolt, Cog, Dynamo"}
