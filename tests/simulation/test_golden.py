"""Golden scenarios: what is told of a round, word for word; rewritten by `pytest --rewrite-golden` alone."""

from pathlib import Path

import pytest

from tests.golden import SCENARIOS, TOLD, read_golden, tell_golden

FILES = sorted(SCENARIOS.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_scenario_is_told_as_it_was(path: Path, *, rewrites_golden: bool) -> None:
    """X1 to X6 and others: order, moves, causes, and where everybody stands."""
    golden = read_golden(path)
    told = tell_golden(golden)
    if rewrites_golden:
        path.write_text(golden.head + TOLD + told, encoding="utf-8")
        return
    assert told == golden.told


def stands(name: str, register: int) -> dict[str, str]:
    """Return the stands that a golden file expects after a register: {"Bolt": "B3 north"}."""
    lines = [line for line in read_golden(SCENARIOS / f"{name}.txt").told.split("\n") if line.startswith("  => ")]
    robots = lines[register - 1].removeprefix("  => ").split(", ")
    return {robot.split(" ")[0]: robot.split(" ", 1)[1] for robot in robots}


def first_order(name: str) -> str:
    """Return the order of register 1 that a golden file expects, with distances."""
    told = read_golden(SCENARIOS / f"{name}.txt").told
    return next(line for line in told.split("\n") if line.startswith("  Order: ")).removeprefix("  Order: ")


def test_distances_5_6_and_7_play_in_that_order() -> None:
    """X1: the worked example, in the golden file itself."""
    assert first_order("x1-distances") == "Cog (5), Hex (6), Bolt (7)."


def test_the_left_one_of_two_at_one_distance_goes_first() -> None:
    """X2: the worked example, in the golden file itself."""
    assert first_order("x2-left-first") == "Cog (4), Bolt (4)."


def test_seven_in_a_row_alternate_from_the_centre() -> None:
    """X3: centre, left 1, right 1, left 2, right 2, left 3, right 3."""
    order = first_order("x3-seven-in-a-row")
    assert order == "Dynamo (1), Cog (2), Echo (2), Bolt (3), Fuse (3), Ion (4), Gizmo (4)."


def test_a_wall_behind_the_pushed_robot_stops_both() -> None:
    """X4: both move two squares of Move 3."""
    assert stands("x4-push-to-the-wall", 1) == {"Bolt": "B3 north", "Cog": "B4 west"}


def test_a_belt_turns_whom_it_carries_onto_a_corner_once() -> None:
    """X5: up one and a quarter right; a register later right one and no turn."""
    assert stands("x5-corner-belt", 1) == {"Bolt": "B3 east"}
    assert stands("x5-corner-belt", 2) == {"Bolt": "C3 east"}


def test_a_corner_belt_does_not_turn_who_walked_onto_it() -> None:
    """X6: carried right, facing as before."""
    assert stands("x6-walked-onto-the-corner", 1) == {"Bolt": "C3 north"}
