"""Belts (R5.1)."""

import pytest

from simulation.beats import Phase
from simulation.events import Carried, Fell, Finished, Held, HeldCause, Rebooted, TurnCause, Turned
from simulation.geometry import Facing, Position
from tests.pictures import after, events, played

CORNERS = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. v < . .|
+ + + + + +
|. > . ^ <|
+ + + + + +
|. ^ . ^ .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def test_a_belt_carries_one_square_and_does_not_turn_on_straight_belts() -> None:
    """R5.1, R5.1a: D2 runs up onto D3, which runs up as well."""
    assert after(1, CORNERS, "Bolt D2 east again") == "Bolt D3 east"
    told = events(played(CORNERS, "Bolt D2 east again"), Carried, Turned)
    assert told == [Carried(0, Position(4, 2), Position(4, 3), Facing.NORTH)]


@pytest.mark.parametrize(
    ("at", "end", "turned"),
    [("B2", "B3", "south"), ("E3", "D3", "south"), ("C4", "B4", "north")],
)
def test_a_robot_carried_onto_a_belt_to_the_side_turns_with_it(at: str, end: str, turned: str) -> None:
    """R5.1a: up onto right-running turns right; left onto up-running turns right; left onto down-running turns left."""
    assert after(1, CORNERS, f"Bolt {at} east again") == f"Bolt {end} {turned}"


def test_a_turn_by_a_belt_is_told_with_its_cause() -> None:
    """R5.1a: the facing before and after."""
    told = events(played(CORNERS, "Bolt B2 south again"), Turned, phase=Phase.BELTS)
    assert told == [Turned(0, Facing.SOUTH, Facing.WEST, TurnCause.BELT)]


def test_a_robot_that_walked_onto_the_corner_does_not_turn() -> None:
    """R5.1a: it stands on B3 by its own move, and the belt carries it right."""
    assert after(1, CORNERS, "Bolt A3 east move1") == "Bolt C3 east"


def test_a_robot_that_was_pushed_onto_the_corner_does_not_turn() -> None:
    """R5.1a: Cog gets onto B3 by a push."""
    picture = CORNERS.replace("|. > . ^ <|", "|. > . . .|")
    assert after(1, picture, "Bolt B1 north move1, Cog B2 west again", guard="B0") == "Bolt B3 east, Cog C3 west"


def test_a_robot_carried_onto_a_belt_that_runs_towards_it_does_not_turn() -> None:
    """R5.1a: straight on or towards it."""
    picture = CORNERS.replace("|. v < . .|", "|. > < . .|")
    assert after(1, picture, "Bolt B4 north again") == "Bolt C4 north"


def test_a_wall_stops_a_belt() -> None:
    """R5.1b: nobody is carried through a wall or the edge."""
    picture = CORNERS.replace("|. v < . .|\n+ + + + + +", "|< v < . .|\n+ + + + +-+")
    told = events(played(picture, "Bolt A4 north again"), Held, Carried)
    assert told == [Held(0, Position(1, 4), Facing.WEST, HeldCause.WALL)]


def test_a_robot_that_stays_holds_up_those_behind_it() -> None:
    """R5.1b: Hex is no rider; Cog and then Bolt stay behind it."""
    picture = CORNERS.replace("|. > . ^ <|", "|> > . . .|")
    robots = "Bolt A3 north again, Cog B3 north again, Hex C3 north again"
    assert after(1, picture, robots) == "Bolt A3 north, Cog B3 north, Hex C3 north"
    told = events(played(picture, robots), Held)
    assert [(event.seat, event.cause) for event in told] == [(1, HeldCause.ROBOT), (0, HeldCause.ROBOT)]


def test_a_row_of_riders_moves_together() -> None:
    """R5.1: all at the same time; Cog makes room for Bolt."""
    picture = CORNERS.replace("|. > . ^ <|", "|> > . . .|")
    assert after(1, picture, "Bolt A3 north again, Cog B3 north again") == "Bolt B3 north, Cog C3 north"


def test_robots_that_would_change_places_stay() -> None:
    """R5.1b: the belts face each other."""
    picture = CORNERS.replace("|. > . ^ <|", "|. > < . .|")
    robots = "Bolt B3 north again, Cog C3 north again"
    assert after(1, picture, robots) == "Bolt B3 north, Cog C3 north"
    assert [event.cause for event in events(played(picture, robots), Held)] == [HeldCause.SWAP] * 2


def test_rivals_for_a_square_stay_all_three() -> None:
    """R5.1b: three belts lead to C3."""
    picture = CORNERS.replace("|. > . ^ <|", "|. > . < .|").replace("|. ^ . ^ .|", "|. . ^ . .|")
    robots = "Bolt B3 north again, Cog C2 north again, Hex D3 north again"
    assert after(1, picture, robots) == "Bolt B3 north, Cog C2 north, Hex D3 north"
    assert [event.cause for event in events(played(picture, robots), Held)] == [HeldCause.RIVAL] * 3


def test_rivals_are_found_before_anybody_is_blocked() -> None:
    """R5.1b: Cog and Hex are rivals for C3, which Ion leaves; that Hex's way is free does not matter."""
    picture = CORNERS.replace("|. > . ^ <|", "|. > ^ < .|").replace("|. v < . .|", "|. . . . .|")
    robots = "Cog B3 north again, Hex D3 north again, Ion C3 north again"
    assert after(1, picture, robots) == "Cog B3 north, Hex D3 north, Ion C4 north"


def test_a_rival_behind_a_wall_is_none() -> None:
    """R5.1b: rivals are found among the robots that no wall stops."""
    picture = CORNERS.replace("|. > . ^ <|", "|. > . < .|").replace("|. v < . .|\n+ + +", "|. v < . .|\n+ + +")
    walled = picture.replace("|. > . < .|", "|. >|. < .|")
    assert after(1, walled, "Bolt B3 north again, Hex D3 north again") == "Bolt B3 north, Hex C3 north"


def test_a_closed_ring_goes_round() -> None:
    """R5.1b: four belts, four robots; at each corner they turn."""
    picture = """
    +-+-+-+
    |= = =|
    + + + +
    |> v .|
    + + + +
    |^ < .|
    + + + +
    |1 . .|
    +-+-+-+
    """
    robots = "Bolt A3 north again, Cog B3 north again, Hex B2 north again, Ion A2 north again"
    assert after(1, picture, robots) == "Bolt B3 east, Cog B2 east, Hex A2 east, Ion A3 east"


def test_a_ring_with_one_robot_missing_goes_round_too() -> None:
    """R5.1b: nobody is blocked."""
    picture = """
    +-+-+-+
    |= = =|
    + + + +
    |> v .|
    + + + +
    |^ < .|
    + + + +
    |1 . .|
    +-+-+-+
    """
    assert after(1, picture, "Bolt A3 north again, Cog B3 north again") == "Bolt B3 east, Cog B2 east"


PITS = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. ^ . ^ .|
+ + + + + +
|> O < . .|
+ + + + + +
|. . . @ .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def test_belts_may_carry_any_number_into_one_pit() -> None:
    """R5.1b, R5.1d: Bolt and Hex are no rivals for a pit."""
    outcome = played(PITS, "Bolt A3 north again, Hex C3 south again")
    assert [event.seat for event in events(outcome, Fell)] == [0, 1]
    assert events(outcome, Held) == []


def test_belts_may_carry_any_number_over_the_line() -> None:
    """R5.1b: squares where nobody can stand are no squares to be rivals for."""
    picture = """
    +-+-+-+-+-+
    |> = < = =|
    + + + + + +
    |. ^ . . .|
    + + + + + +
    |1 . @ . .|
    +-+-+-+-+-+
    """
    robots = "Bolt A3 north again, Cog C3 north again, Hex B2 north again"
    outcome = played(picture, robots, guard="A0")
    assert [event.seat for event in events(outcome, Finished)] == [0, 2, 1]
    assert events(outcome, Held) == []


def test_robots_that_one_belt_phase_carries_over_the_line_rank_in_the_registers_order() -> None:
    """R1.3, R5.1d: Cog is nearer to the Guard, and is first."""
    outcome = played(PITS, "Bolt B4 north again, Cog D4 north again", guard="E0")
    assert [(event.seat, event.rank) for event in events(outcome, Finished)] == [(1, 1), (0, 2)]


def test_finishes_come_before_falls() -> None:
    """R5.1d: all have been carried, then turns, finishes, falls."""
    outcome = played(PITS, "Bolt A3 north again, Cog D4 north again")
    assert [type(event) for event in events(outcome, Finished, Fell, Rebooted)] == [Finished, Fell, Rebooted]


def test_the_registers_order_is_not_found_anew_for_the_belts() -> None:
    """R5.1d: Bolt was nearer when the register began; Cog is when the belts run."""
    picture = PITS.replace("|. ^ . ^ .|", "|. . . . .|").replace("|> O < . .|", "|^ . . . ^|").replace(". @ .", ". . .")
    picture = picture.replace("|. . . . .|\n+ + + + + +\n|^", "|^ . . . ^|\n+ + + + + +\n|.")
    robots = "Bolt A3 north move1, Cog E4 north again"
    outcome = played(picture, robots, guard="C0")
    assert [(event.seat, event.rank) for event in events(outcome, Finished)] == [(0, 1), (1, 2)]


EXPRESS = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. N . . .|
+ + + + + +
|. N > . .|
+ + + + + +
|E E ^ . O|
+ + + + + +
|1 . @ . .|
+-+-+-+-+-+
"""


def test_an_express_belt_carries_twice() -> None:
    """R5.1c: first by express belts alone, then by all; from A2 to B2, and on to C2, which turns it left."""
    assert after(1, EXPRESS, "Bolt A2 north again") == "Bolt C2 west"


def test_the_second_belt_phase_goes_by_where_robots_then_stand() -> None:
    """R5.1c, R5.1a: from B2 to C2 (a slow belt that runs up: it turns left), then on to C3 (it turns right)."""
    outcome = played(EXPRESS, "Bolt B2 east again")
    told = [(type(event), event.seat) for event in events(outcome, Carried, Turned)]
    assert told == [(Carried, 0), (Turned, 0), (Carried, 0), (Turned, 0)]
    assert after(1, EXPRESS, "Bolt B2 east again") == "Bolt C3 east"


def test_slow_belts_do_not_run_in_the_first_phase() -> None:
    """R5.1c: Cog on the slow belt blocks Bolt in the first phase, and both move in the second."""
    assert after(1, EXPRESS, "Bolt B2 east again, Cog C2 north again") == "Bolt C2 north, Cog C3 east"


def test_a_robot_may_finish_in_the_first_belt_phase() -> None:
    """R5.1c: falls and finishes of the first are complete before the second."""
    outcome = played(EXPRESS, "Bolt B4 north again")
    assert [event.rank for event in events(outcome, Finished, phase=Phase.EXPRESS_BELTS)] == [1]


def test_each_belt_phase_is_a_chain_of_its_own() -> None:
    """R6.3: Bolt falls in the first phase, reboots onto a belt, and is carried into another pit in the second."""
    picture = """
    +-+-+-+-+-+
    |= = = = =|
    + + + + + +
    |E O . . .|
    + + + + + +
    |@ . . . .|
    + + + + + +
    |1 . . > O|
    +-+-+-+-+-+
    """
    robots = "Bolt A3 south again, Cog D1 north again"
    assert [event.seat for event in events(played(picture, robots), Fell)] == [0, 1]


def test_robots_that_belts_leave_behind_are_told_of_in_the_registers_order() -> None:
    """R5.1b, R5.1d: Hex and Ion do not ride; of those whom they hold up, Cog is nearer to the Guard than Bolt."""
    picture = CORNERS.replace("|. > . ^ <|", "|> . > . .|")
    robots = "Bolt A3 north again, Cog C3 north again, Hex B3 north again, Ion D3 north again"
    told = events(played(picture, robots, guard="E0"), Held)
    assert [(event.seat, event.cause) for event in told] == [(1, HeldCause.ROBOT), (0, HeldCause.ROBOT)]
