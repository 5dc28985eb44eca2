"""Moving and pushing (R4) and finishing (R1.3)."""

import pytest

from simulation.events import Blocked, Finished, Moved, Pushed, TurnCause, Turned
from simulation.geometry import Facing, Position
from tests.pictures import after, answer, events, played

HALL = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. . . . .|
+ + + + + +
|. . . . .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""

WALLS = """
+-+-+-+-+-+
|= = = = =|
+ +-+ +-+ +
|. . . . .|
+ + +-+ + +
|. . . . .|
+ + + + + +
|. .|. . .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""

LEDGE = """
+ + + + +-+
|= = = = =|
+ + + + + +
 . . . . .|
+ + + + + +
|. . @ . .
+ + + + + +
|1 . . . .|
+ +-+-+-+-+
"""


@pytest.mark.parametrize(("card", "square"), [("move1", "C2"), ("move2", "C3"), ("move3", "C4"), ("back", "C1")])
def test_a_move_goes_as_many_squares_as_its_card_says(card: str, square: str) -> None:
    """R4.1, R2.9: forward by one, two, three, or backwards by one without turning."""
    start = "C2" if card == "back" else "C1"
    assert after(1, HALL, f"Bolt {start} north {card}") == f"Bolt {square} north"


@pytest.mark.parametrize(("facing", "square"), [("north", "C3"), ("east", "D2"), ("south", "C1"), ("west", "B2")])
def test_a_move_goes_where_the_robot_faces(facing: str, square: str) -> None:
    """R4.1: all four directions."""
    assert after(1, HALL, f"Bolt C2 {facing} move1") == f"Bolt {square} {facing}"


@pytest.mark.parametrize(("card", "facing"), [("left", "west"), ("right", "east"), ("uturn", "south")])
def test_a_turn_card_turns_on_the_spot(card: str, facing: str) -> None:
    """R2.9: a U-turn is half a turn; the others are quarters."""
    assert after(1, HALL, f"Bolt C2 north {card}") == f"Bolt C2 {facing}"
    turned = events(played(HALL, f"Bolt C2 north {card}"), Turned)
    assert turned == [Turned(0, Facing.NORTH, Facing(facing), TurnCause.CARD)]


def test_a_robot_in_the_way_is_pushed_and_does_not_turn() -> None:
    """R4.2: Cog is pushed two squares north, and still faces west."""
    assert after(1, HALL, "Bolt B1 north move2, Cog B2 west back") == "Bolt B3 north, Cog C4 west"
    told = events(played(HALL, "Bolt B1 north move2, Cog B2 west"), Pushed, Moved)
    assert told == [
        Pushed(1, 0, Position(2, 2), Position(2, 3), Facing.NORTH),
        Moved(0, Position(2, 1), Position(2, 2), Facing.NORTH),
        Pushed(1, 0, Position(2, 3), Position(2, 4), Facing.NORTH),
        Moved(0, Position(2, 2), Position(2, 3), Facing.NORTH),
    ]


def test_a_whole_line_is_pushed() -> None:
    """R4.2: three in a row; a gap closes first."""
    robots = "Bolt A2 east move2, Cog B2 north, Hex D2 south"
    assert after(1, HALL, robots) == "Bolt C2 east, Cog D2 west, Hex E2 east"


def test_a_robot_beside_the_line_is_not_pushed() -> None:
    """R4.2: only robots in the direction of the move."""
    assert after(1, HALL, "Bolt A2 east move1, Cog B3 north, Hex D2 north") == "Bolt B2 east, Cog B3 west, Hex D2 west"


def test_a_move_back_pushes_like_any_move() -> None:
    """R2.9: Cog stands behind Bolt."""
    assert after(1, HALL, "Bolt C3 north back, Cog C2 east") == "Bolt C2 north, Cog C1 north"


def test_a_move_is_stopped_by_a_wall_on_this_side_and_on_that() -> None:
    """R4.3: the wall stands between B2 and C2."""
    assert after(1, WALLS, "Bolt B2 east move1") == "Bolt B2 east"
    assert after(1, WALLS, "Bolt C2 west move1") == "Bolt C2 west"
    assert after(1, WALLS, "Bolt C3 north move1") == "Bolt C3 north"
    assert after(1, WALLS, "Bolt C4 south move1") == "Bolt C4 south"
    told = events(played(WALLS, "Bolt B2 east move1"), Blocked, Moved)
    assert told == [Blocked(0, Facing.EAST, Position(2, 2))]


def test_what_a_wall_leaves_of_a_card_is_lost() -> None:
    """R4.3: one step, then the wall; one Blocked, not two."""
    robots = "Bolt A2 east move3"
    assert after(1, WALLS, robots) == "Bolt B2 east"
    assert len(events(played(WALLS, robots), Blocked)) == 1


def test_if_one_of_the_line_meets_a_wall_nobody_moves() -> None:
    """R4.3: the wall is in front of Cog, and the bump is told where it is."""
    robots = "Bolt A2 east move1, Cog B2 north"
    assert after(1, WALLS, robots) == "Bolt A2 east, Cog B2 west"
    assert events(played(WALLS, robots), Blocked, Pushed, Moved) == [Blocked(0, Facing.EAST, Position(2, 2))]


def test_a_wall_between_two_robots_stops_the_push() -> None:
    """R4.3: the wall is between mover and pushed."""
    assert after(1, WALLS, "Bolt B2 east move1, Cog C2 north") == "Bolt B2 east, Cog C2 west"


def test_the_edge_is_a_wall() -> None:
    """R4.4: on all four sides."""
    for at, facing in (("A1", "west"), ("A1", "south"), ("E1", "east")):
        assert after(1, HALL, f"Bolt {at} {facing} move1") == f"Bolt {at} {facing}"


@pytest.mark.parametrize(
    ("at", "facing", "end"), [("E2", "east", "C2"), ("A3", "west", "C2"), ("A1", "south", "C2"), ("E3", "east", "E3")]
)
def test_an_open_edge_is_a_drop_where_no_wall_is_drawn(at: str, facing: str, end: str) -> None:
    """R4.4: over the edge at E2, A3 and A1; E3 has a piece of frame."""
    assert after(1, LEDGE, f"Bolt {at} {facing} move1", extra='edge = "pit"') == f"Bolt {end} {facing}"


def test_a_robot_is_pushed_over_an_open_edge() -> None:
    """R4.4, R4.5: Cog falls, Bolt stands at the brink."""
    robots = "Bolt D2 east move1, Cog E2 north"
    assert after(1, LEDGE, robots, extra='edge = "pit"') == "Bolt E2 east, Cog C2 west"


def test_a_robot_finishes_by_its_own_move_and_keeps_its_facing() -> None:
    """R1.3: it leaves the board, and its card ends."""
    result = answer(HALL, "Bolt B4 north move3")
    assert result["registers"][0]["robots"]["Bolt"] == {"at": None, "facing": "north"}
    assert result["robots"][0]["finished"] == 1


def test_a_robot_finishes_by_a_push_and_the_mover_goes_on() -> None:
    """R1.3, R4.5, R4.6: Cog is over the line first, by Bolt's first step; Bolt follows by its second."""
    outcome = played(HALL, "Bolt B3 north move2, Cog B4 west")
    assert events(outcome, Finished) == [Finished(1, Position(2, 5), 1), Finished(0, Position(2, 5), 2)]


def test_the_rank_counts_those_that_finished_before() -> None:
    """R1.3: Hex and Ion finished on earlier nights."""
    result = answer(HALL, "Bolt B4 north move1, Cog C4 north move1", finished="Hex Ion")
    assert [robot["finished"] for robot in result["robots"]] == [3, 4, 1, 2]


def test_a_finished_robot_plays_no_more() -> None:
    """R1.3: Cog is pushed over the line before its turn; its own card is not played."""
    outcome = played(HALL, "Bolt B3 north move1, Cog B4 south move3", guard="B0")
    assert [type(event) for event in events(outcome, Moved, Pushed, Finished)] == [Pushed, Moved, Finished]


def test_robots_pass_over_the_square_where_another_finished() -> None:
    """R1.3: the square beyond the line is free again."""
    assert after(2, HALL, "Bolt B4 north move1, Cog B3 north move1 move1") == "Bolt over, Cog over"
