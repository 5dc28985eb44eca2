"""Squares, facings and turns."""

import pytest

from simulation.geometry import Facing, Position, Turn, format_square, neighbour, parse_square, turn_between


@pytest.mark.parametrize(
    ("text", "column", "row"), [("A1", 1, 1), ("C4", 3, 4), ("Z40", 26, 40), ("C0", 3, 0), ("A99", 1, 99)]
)
def test_a_squares_name_is_its_column_and_row(text: str, column: int, row: int) -> None:
    """R3.2: columns are letters from the left, rows numbers from the bottom; row 0 lies below the board."""
    assert parse_square(text) == Position(column, row)
    assert format_square(Position(column, row)) == text


@pytest.mark.parametrize(
    "text", ["", "A", "1", "a1", "A01", "A-1", "AA1", "A1 ", " A1", "A1\n", "A100", "Ä1", "A\u0661"]
)
def test_what_is_no_squares_name_is_echoed(text: str) -> None:
    """BOARDS: what was found and what was expected."""
    with pytest.raises(ValueError, match="expected a square such as 'C4'") as caught:
        parse_square(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("facing", Facing)
def test_turns_go_round(facing: Facing) -> None:
    """R2.9: four quarters are none, two are a half, left undoes right."""
    assert facing.turned(Turn.RIGHT).turned(Turn.RIGHT) is facing.opposite is facing.turned(Turn.AROUND)
    assert facing.turned(Turn.LEFT).turned(Turn.RIGHT) is facing
    assert [turn_between(facing, facing.turned(turn)) for turn in Turn] == list(Turn)
    assert turn_between(facing, facing) is None


def test_north_is_up_and_east_is_right() -> None:
    """R4.1: the next square in each direction."""
    assert [neighbour(Position(3, 4), facing) for facing in Facing] == [(3, 5), (4, 4), (3, 3), (2, 4)]
    assert [facing.turned(Turn.RIGHT) for facing in Facing] == [Facing.EAST, Facing.SOUTH, Facing.WEST, Facing.NORTH]
