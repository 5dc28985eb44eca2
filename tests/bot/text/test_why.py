"""Why a robot is where it is: each kind of cause, told with the squares on which it was."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.escaping import length
from bot.text.languages import LANGUAGES, Words, words_in
from bot.text.limits import LONGEST_VIEW
from bot.text.why import Case, tell_why
from simulation.cards import REGISTERS
from simulation.evolution import replay as play_again
from simulation.geometry import format_square
from simulation.programs import Lateness
from simulation.round import simulate
from simulation.shuffling import refuse_to_shuffle
from simulation.state import Robot, State
from tests.bot.text.samples import HOSTILE, complete
from tests.pictures import laser, parsed
from tests.strategies import Round, rounds

pytestmark = pytest.mark.long

PIT = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. . O . .|
+ + + + + +
|. . . @ .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""
BELTS = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. v R > <|
+ + +-+ + +
|> . < ^ .|
+ + + + + +
|^ ^ . @ L|
+-+ + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def why(  # noqa: PLR0913 - one keyword for each part of a question
    picture: str,
    robots: str,
    robot: str = "Bolt",
    *,
    register: int | None = 1,
    words: Words | None = None,
    is_placed: bool = False,
    lateness: Lateness | None = None,
    **parts: Any,  # noqa: ANN401 - as `scenario`
) -> str:
    """Tell why a robot is where it is after a register of a scenario."""
    scenario = parsed(picture, robots, **parts)
    seat = [each.name for each in scenario.state.robots].index(robot)
    case = Case(scenario.board, scenario.rules, 3, scenario.state, scenario.simulate().beats, seat, is_placed, lateness)
    return tell_why(words or complete("en"), case, register)


def test_a_push_into_a_pit_is_told_from_who_pushed_to_who_was_pushed_off_the_reboot_square() -> None:
    """R3, R4.2, R6.2: the whole chain, with its squares, and why it was that robot's turn."""
    robots = "Bolt C2 west, Cog C1 north move1, Dynamo D2 east"
    assert why(PIT, robots) == (
        "**Why Bolt is where it is: round 3, register 1**\n"
        "Before: C2, faces west.\n"
        "• **Cog** plays Move 1, moves 1 square north to C2 and pushes Bolt 1 square north to C3; Bolt falls into the"
        " pit at C3, takes a damage card, pushes Dynamo 1 square east to E2 and reboots at D2."
        " Cog was 1st in the order: 3 squares from the Guard.\n"
        "• **Bolt** plays Turn left and faces south. Bolt was 2nd in the order: 4 squares from the Guard.\n"
        "After: **D2, faces south**."
    )
    told = why(PIT, robots, "Dynamo")
    assert "Cog was 1st in the order: 3 squares from the Guard. Dynamo stood on the reboot square D2, and Bolt" in told
    assert told.endswith("After: **E2, faces north**.")


def test_a_push_into_a_pit_is_told_in_dutch() -> None:
    told = why(PIT, "Bolt C2 west, Cog C1 north move1", words=complete("nl"))
    assert told.startswith(
        "**Waarom Bolt staat waar hij staat: ronde 3, register 1**\nErvoor: C2, kijkt naar het westen.\n• **Cog** "
    )
    assert "Cog was als 1e aan de beurt: op 3 vakjes van de Guard." in told


@pytest.mark.parametrize(
    ("robots", "robot", "cause"),
    [
        ("Bolt B4 west, Cog C3 east", "Bolt", "To B3 belts would also have carried Cog: then nobody goes there."),
        ("Bolt D4 west, Cog E4 east", "Bolt", "Cog on E4 would have come the other way: robots do not change places."),
        ("Bolt A3 west, Cog B3 east", "Bolt", "On B3 stood Cog, and belts do not push."),
        ("Bolt D3 east", "Bolt", "The belt on D3 carries it. The belt on D4 bends, and turns it along."),
        ("Bolt C4 east", "Bolt", "The gear on C4 turns to the right."),
        ("Bolt C4 east, Cog E2 north", "Cog", "The gear on E2 turns to the left."),
    ],
)
def test_what_the_board_did_is_told_with_its_squares(robots: str, robot: str, cause: str) -> None:
    """R5.1, R5.2: which belt or gear, and who kept a belt from carrying it."""
    assert cause in why(BELTS, robots, robot)


def test_a_belt_against_a_wall_says_where_it_runs() -> None:
    """R5.1b: its way is stopped by a wall, which the account names already."""
    told = why("+-+-+\n|= =|\n+ + +\n|. v|\n+ +-+\n|1 .|\n+-+-+", "Bolt B2 west")
    assert "stays at B2, for a wall is in the way. The belt on B2 runs south." in told


def test_each_laser_that_reached_it_is_told() -> None:
    """R5.3: two beams from the west and one from the south."""
    lasers = laser("A4", "east", 2) + laser("B1", "north")
    told = why(PIT, "Bolt B4 north, Cog A4 north", extra=lasers)
    assert "The laser on A4 shoots east, with 2 beams. The laser on B1 shoots north, with 1 beam." in told
    blocked = why(PIT, "Bolt B4 north, Cog A4 north", extra=lasers, rules={"lasers_blocked_by_robots": True})
    assert "The laser on B1" in blocked
    assert "The laser on A4" not in blocked


def test_a_line_before_a_wall_is_told_with_who_stood_in_it() -> None:
    """R4.3: if one robot of the line cannot move, nobody does."""
    told = why(PIT, "Bolt C1 west move3, Cog B1 north, Dynamo A1 north")
    assert "is stopped by the wall on the west side of A1." in told
    assert "Between it and the wall stood Cog and Dynamo: if one of a line cannot move, nobody does." in told
    assert "Between" not in why(PIT, "Bolt A1 west move1")


def test_an_again_that_does_nothing_says_why() -> None:
    """R2.8: in register 1, and after a register that executed nothing."""
    assert "before the first there is none." in why(PIT, "Bolt A1 north again")
    assert "and that one did nothing." in why(PIT, "Bolt A1 north again again", register=2)
    assert "Again repeats" not in why(PIT, "Bolt A1 north move1 again", register=2)


def test_a_damage_card_is_told_with_what_came_in_its_place() -> None:
    """R2.7."""
    told = why(PIT, "Bolt A1 north damage", draw={"Bolt": "move2"})
    assert "plays Damage, draws Move 2 in its place" in told


def test_a_robot_beside_the_reboot_square_says_who_stood_there() -> None:
    """R6.3: no way leads off it."""
    walled = PIT.replace("|. . . @ .|\n+ + + + + +", "|. . .|@|.|\n+ + + +-+ +").replace(
        "|. . O . .|\n+ + + + + +", "|. . O . .|\n+ + + +-+ +"
    )
    told = why(walled, "Bolt B3 east move1, Cog D2 north")
    assert "Cog stood on the reboot square D2, and could not be pushed off it." in told


def test_who_is_pushed_off_the_reboot_square_is_told_why_that_way() -> None:
    """R6.2, R6.3: the way it faces, or clockwise from there where that is blocked; who stands there is pushed on."""
    robots = "Bolt B3 east move1, Cog D2 {facing}, Dynamo C2 north"
    ahead = why(PIT, robots.format(facing="west"), "Cog")
    assert "Cog stood on the reboot square D2, and Bolt came there.\n" in ahead
    behind = why(PIT, robots.format(facing="west"), "Dynamo")
    assert "Dynamo stood in the way of whom the newcomer pushes off the reboot square D2." in behind
    walled = PIT.replace("|. . . @ .|", "|. . . @|.|")
    turned = why(walled, robots.format(facing="east"), "Cog")
    assert "The way that it faced was blocked, so it was pushed off clockwise from there." in turned
    assert turned.endswith("After: **D1, faces north**.")


def test_a_whole_round_tells_each_register_up_to_the_line() -> None:
    """R1.3: whoever is over the line has nothing more to tell."""
    told = why(PIT, "Bolt B3 north left right move2, Cog A2 north", register=None)
    assert told.startswith("**Why Bolt is where it is: round 3**\n**Register 1**\nBefore: B3, faces north.\n")
    assert told.endswith("finishes 1st.\nAfter: **over the pink line**.")
    assert "in the order" not in told
    over = why(PIT, "Bolt B3 north move2, Cog A2 north", register=2)
    assert over.endswith("\nBolt was over the pink line already.")
    alone = why(PIT, "Bolt B3 north move2", register=2)
    assert alone.endswith("\nRegister 2 was not played: nobody was in the race any more.")
    done = why(PIT, "Cog A2 north", register=None, finished="Bolt")
    assert done.endswith("\nBolt was over the pink line already.")


def test_a_robot_pushed_over_the_line_before_its_turn_plays_nothing() -> None:
    """R1.3, R4.5."""
    told = why(PIT, "Bolt B4 south, Cog B3 north move1")
    assert "It was over the line before its turn came." in told


def test_a_fall_that_ended_the_program_is_told_in_later_registers() -> None:
    """H2."""
    told = why(PIT, "Bolt C2 north move1 move1", register=2, rules={"reboot_ends_program": True})
    assert "Bolt plays nothing more this round: it has fallen, and here a fall ends the program." in told


def test_a_host_who_moved_it_is_told() -> None:
    assert "A host put it there before the round." in why(PIT, "Bolt A1 north", register=None, is_placed=True)
    assert "host" not in why(PIT, "Bolt A1 north", register=None)


def test_a_robot_that_had_left_the_race_has_nothing_to_tell() -> None:
    """A host took it off the board for good before the round."""
    scenario = parsed(PIT, "Bolt A1 north, Cog B1 north")
    bolt, cog = scenario.state.robots
    state = State((replace(bolt, position=None, retired=True), cog), scenario.state.piles)
    beats = simulate(scenario.board, state, scenario.rules, refuse_to_shuffle).beats
    told = tell_why(complete("en"), Case(scenario.board, scenario.rules, 3, state, beats, 0))
    assert told.split("\n")[1:] == ["Bolt had left the race."]


def test_random_cards_are_told_with_their_reason() -> None:
    """R2.5."""
    for register in (1, None):
        told = why(PIT, "Bolt A1 north", register=register, lateness=Lateness.TOO_LATE)
        assert told.split("\n")[1] == "Its five cards were random: the program came too late."
    assert "random" not in why(PIT, "Bolt A1 north")


@settings(max_examples=60, deadline=None)
@given(rounds(), st.sampled_from(LANGUAGES), st.none() | st.integers(1, REGISTERS))
def test_of_every_round_the_causes_can_be_told_and_the_end_is_right(
    played: Round, language: str, register: int | None
) -> None:
    """Any board, robots and cards: the last line is where the robot stands, and all fits a message."""
    beats = simulate(played.board, played.state, played.rules, played.shuffle).beats
    for seat in range(len(played.state.robots)):
        case = Case(played.board, played.rules, 1, played.state, beats, seat)
        told = tell_why(complete(language), case, register)
        assert length(told) <= LONGEST_VIEW
        upto = [beat for beat in beats if register is None or beat.register <= register]
        square = play_again(played.state, upto).robots[seat].position
        if square is not None and "…" not in told:
            assert f"**{format_square(square)}, " in told.split("\n")[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_harmless_in_it(language: str) -> None:
    """Nothing of a name formats, pings or turns lines round."""
    scenario = parsed(PIT, "Bolt C2 west, Cog C1 north move2, Dynamo D2 east")
    beats = scenario.simulate().beats
    for name in HOSTILE:
        robots = tuple(Robot(name, each.position, each.facing) for each in scenario.state.robots)
        state = State(robots, scenario.state.piles)
        told = tell_why(words_in(language), Case(scenario.board, scenario.rules, 3, state, beats, 0))
        assert length(told) <= LONGEST_VIEW
        for trick in ("@everyone", "<@1", "**x**", "https://", "\u202e"):
            assert trick not in told
