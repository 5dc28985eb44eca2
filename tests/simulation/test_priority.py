"""The Guard's order (R3)."""

from simulation.events import Prioritised
from tests.pictures import after, events, order, played

HALL = """
+-+-+-+-+-+-+-+
|= = = = = = =|
+ + + + + + + +
|. . . . . . .|
+ + + + + + + +
|. . . . . . .|
+ + + + + + + +
|. . . . . . .|
+ + + + + + + +
|1 . . . . . .|
+-+-+-+-+-+-+-+
"""

WALLED = """
+-+-+-+
|= = =|
+ + + +
|. .|.|
+ + +-+
|1 . .|
+-+-+-+
"""


def test_the_nearest_robot_goes_first() -> None:
    """R3.2: up to the row, then along it."""
    assert order(1, HALL, "Bolt A4 north, Cog D1 north, Hex F2 north", guard="D0") == "Cog Hex Bolt"


def test_distances_are_told_with_the_order() -> None:
    """R3.2: D1 is 1 from D0; F2 is 2 + 2; A4 is 4 + 3."""
    outcome = played(HALL, "Bolt A4 north, Cog D1 north, Hex F2 north", guard="D0")
    assert events(outcome, Prioritised) == [Prioritised((1, 2, 0), (1, 4, 7))]


def test_walls_do_not_lengthen_a_distance() -> None:
    """R3.2: C2 is shut in on two sides and still 2 from C0."""
    assert order(1, WALLED, "Bolt A1 north, Cog C2 west", guard="C0") == "Cog Bolt"
    assert order(1, WALLED, "Bolt A2 north, Cog C2 west", guard="C0") == "Cog Bolt"
    assert events(played(WALLED, "Cog C2 west", guard="C0"), Prioritised)[0].distances == (2,)


def test_the_guard_is_no_obstacle_and_its_own_square_is_at_distance_0() -> None:
    """R3.2: a robot walks over the Guard's square."""
    robots = "Bolt D1 north move2, Cog D2 west"
    assert order(1, HALL, robots, guard="D2") == "Cog Bolt"
    assert after(1, HALL, "Bolt D1 north move2", guard="D2") == "Bolt D3 north"


def test_at_equal_distance_the_left_robot_goes_first() -> None:
    """R3.3: level with or above the Guard from left to right."""
    robots = "Hex E1 north, Bolt D2 north, Cog C1 north"
    assert order(1, HALL, robots, guard="D0") == "Cog Bolt Hex"


def test_below_a_guard_inside_the_board_the_order_runs_right_to_left() -> None:
    """R3.3: clockwise around D2, from the far left: B2, C3, D4, E3, F2, then below E1 and C1."""
    robots = "Ion C1 north, Hex E1 north, Gizmo F2 north, Fuse E3 north, Echo D4 north, Dynamo C3 north, Cog B2 north"
    assert order(1, HALL, robots, guard="D2") == "Cog Dynamo Echo Fuse Gizmo Hex Ion"


def test_the_order_is_found_afresh_before_each_register() -> None:
    """R3.1: Cog passes Bolt in register 1 and plays after it in register 2."""
    robots = "Bolt B2 north, Cog C1 north move3"
    assert [order(register, HALL, robots, guard="C0") for register in (1, 2)] == ["Cog Bolt", "Bolt Cog"]


def test_robots_that_have_finished_have_no_place() -> None:
    """R3.4: Hex finished on an earlier night; Bolt finishes in register 1."""
    robots = "Bolt A4 north move1, Cog C1 north"
    assert [order(register, HALL, robots, guard="D0", finished="Hex") for register in (1, 2)] == ["Cog Bolt", "Cog"]


def test_the_order_is_empty_when_all_have_finished() -> None:
    """R3.4, R1.5: nobody is left."""
    assert [order(register, HALL, "Bolt A4 north move1") for register in (1, 2, 5)] == ["Bolt", "", ""]
