from itertools import combinations

import pytest

from bot.render import theme
from simulation.geometry import Position
from tests.bot.boards import board_of
from tests.bot.render.looking import MIDDLE, bare, count, mask, part


@pytest.mark.parametrize(("guard", "square"), [("B0", Position(2, 0)), ("C0", Position(3, 0)), ("C2", Position(3, 2))])
def test_the_guard_stands_on_its_square(guard: str, square: Position) -> None:
    """R3.2."""
    rows = ("===", "...", "1..")
    found = part(board_of(*rows, guard=guard), square, (0, 0, 0.65, 0.65))
    assert count(found, theme.GUARD) > 0
    elsewhere = part(board_of(*rows, guard="A1" if square.row else "A0"), square, (0, 0, 0.65, 0.65))
    assert count(elsewhere, theme.GUARD) == 0


def test_a_guard_on_the_board_leaves_its_square_to_be_seen() -> None:
    """R3.2: it is no obstacle."""
    inside, below = (board_of("===", ".R.", "1..", guard=guard) for guard in ("B2", "B0"))
    area = (0.66, 0.2, 0.9, 0.9)
    assert part(inside, MIDDLE, area) == part(below, MIDDLE, area)
    assert part(inside) != part(below)


def test_a_guard_beside_the_columns_is_on_the_picture_with_its_letter() -> None:
    board = board_of("=", ".", "1", guard="F0")
    assert count(part(board, Position(6, 0)), theme.GUARD) > 0
    assert bare(board).width == bare(board_of("======", "......", "1.....")).width
    assert count(part(board, Position(6, -1), (0, 0, 1, 0.5)), theme.FAINT) > 0
    assert count(part(board, Position(5, -1), (0, 0, 1, 0.5)), theme.FAINT) == 0


def test_coordinates_stand_on_all_four_sides() -> None:
    board = board_of("===", "...", "1..", guard="B2")
    columns = [
        [part(board, Position(column, row), area) for row, area in ((4, (0.2, 0.4, 0.8, 0.9)), (0, (0.2, 0, 0.8, 0.6)))]
        for column in (1, 2, 3)
    ]
    rows = [
        [
            part(board, Position(column, row), area)
            for column, area in ((0, (0.4, 0.2, 0.9, 0.8)), (4, (0.1, 0.2, 0.6, 0.8)))
        ]
        for row in (1, 2, 3)
    ]
    written = [[mask(image, theme.FAINT) for image in sides] for sides in columns + rows]
    assert all(any(side) for sides in written for side in sides)
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in combinations(written[:3], 2))
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in combinations(written[3:], 2))


def test_coordinates_count_from_the_south_west() -> None:
    one, other = board_of("===", "...", "1.."), board_of("====", "....", "....", "1...")
    for place, area in ((Position(0, 1), (0.4, 0.2, 0.9, 0.8)), (Position(1, -1), (0.2, 0, 0.8, 0.6))):
        assert part(one, place, area) == part(other, place, area)
