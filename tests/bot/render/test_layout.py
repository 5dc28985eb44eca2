from itertools import pairwise, product

import pytest

from bot.render import theme
from bot.render.layout import Layout
from simulation.board import Board
from simulation.geometry import Facing, Position
from tests.bot.boards import board_of

SMALLEST = (3, 4)
LARGEST = (26, 40)
SIZES = [SMALLEST, (3, 40), (26, 4), (12, 12), LARGEST]


def board_sized(columns: int, rows: int, guard: str = "A0") -> Board:
    return board_of("=" * columns, *["." * columns] * (rows - 2), "1" + "." * (columns - 1), guard=guard)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("robots", [None, 0, 1, 7, 12])
@pytest.mark.parametrize("guard", ["A0", "Z0", "B2"])
def test_everything_is_within_a_picture_of_limited_height(
    columns: int, rows: int, robots: int | None, guard: str
) -> None:
    for largest in (theme.LARGEST_CELL, theme.MOTION_CELL):
        layout = Layout(board_sized(columns, rows, guard), largest, robots)
        width, height = layout.size
        assert height <= theme.TALLEST
        assert 30 <= layout.cell <= largest
        places = [Position(1, 1), Position(columns, rows), layout.board.guard]
        corners = [layout.corner(place) for place in places]
        assert all(0 < x <= width - layout.cell and 0 < y <= height - layout.cell for x, y in corners)
        x, y, side = layout.doll
        assert 0 <= x <= x + side <= width
        assert 0 <= y <= y + side <= layout.corner(Position(1, rows))[1]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("robots", range(1, 13))
def test_all_lines_of_robots_are_within_the_picture_one_under_the_other(columns: int, rows: int, robots: int) -> None:
    layout = Layout(board_sized(columns, rows), theme.LARGEST_CELL, robots)
    tops = [layout.panel_top(line) for line in range(robots + 1)]
    assert all(later - earlier >= 1.09 for earlier, later in pairwise(tops))
    assert layout.px(tops[-1]) <= layout.size[1]


def test_squares_lie_side_by_side_the_first_row_in_the_south() -> None:
    layout = Layout(board_sized(5, 6), 50)
    (x, y), cell = layout.corner(Position(1, 1)), layout.cell
    for column, row in product(range(1, 6), range(1, 7)):
        assert layout.corner(Position(column, row)) == (x + (column - 1) * cell, y - (row - 1) * cell)
    assert layout.place(1.5, 2) == (x + cell // 2, y - cell)


def test_the_bar_between_two_squares_is_the_same_from_both() -> None:
    layout = Layout(board_sized(5, 6), 50)
    assert layout.side(Position(2, 2), Facing.NORTH, 0.12) == layout.side(Position(2, 3), Facing.SOUTH, 0.12)
    assert layout.side(Position(2, 2), Facing.EAST, 0.12) == layout.side(Position(3, 2), Facing.WEST, 0.12)
