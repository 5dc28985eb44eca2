from itertools import combinations

import pytest
from PIL import Image

from bot.render import theme
from bot.render.palette import reduced
from bot.render.tiles import start
from simulation.board import Board
from simulation.geometry import Facing, Position
from tests.bot.boards import board_of
from tests.bot.render.looking import CELL, EXACTLY, MIDDLE, changed, count, mask, part, pixel, rgb, runs


def with_middle(sign: str) -> Board:
    return board_of("===", f".{sign}.", "1.@" if sign != "@" else "1..")


SIGNS = "^>v<NESWRLO@2="


@pytest.mark.parametrize("sign", SIGNS)
def test_each_kind_of_square_differs_from_floor(sign: str) -> None:
    assert part(with_middle(sign)) != part(with_middle("."))


def test_all_kinds_of_square_differ_from_each_other() -> None:
    pictures = {sign: part(with_middle(sign)) for sign in SIGNS}
    assert [pair for pair in combinations(SIGNS, 2) if pictures[pair[0]] == pictures[pair[1]]] == []


@pytest.mark.parametrize("sign", SIGNS.replace("@", "").replace("=", ""))
def test_a_square_changes_nothing_but_itself(sign: str) -> None:
    assert changed(with_middle("."), with_middle(sign)) == {MIDDLE}


def test_floor_is_one_of_two_shades_in_turn() -> None:
    board = board_of("==", "..", "1.")
    found = [pixel(board, Position(column, 2), 0.5, 0.5) for column in (1, 2)]
    assert found == [rgb(theme.FLOORS[1]), rgb(theme.FLOORS[0])]


def test_start_squares_bear_their_own_number() -> None:
    board = board_of("======", "......", "123456", "789abc")
    for number, square in enumerate(board.starts, start=1):
        expected = part(board, Position(1, 3) if sum(square) % 2 == 0 else Position(2, 3), (0.2, 0.2, 0.8, 0.8))
        tile = start(CELL, number)
        expected.paste(tile, (-13, -13), tile)
        assert part(board, square, (0.2, 0.2, 0.8, 0.8)) == reduced(expected).convert("RGB")


def test_a_pit_is_black_with_a_hazard_edge() -> None:
    inner, outer = (part(with_middle("O"), area=area) for area in ((0.2, 0.2, 0.8, 0.8), EXACTLY))
    assert inner.getcolors() == [(inner.width * inner.height, rgb(theme.PIT))]
    assert count(outer, theme.HAZARD) > 0


@pytest.mark.parametrize(("sign", "colour", "is_right"), [("R", theme.GEAR_RIGHT, True), ("L", theme.GEAR_LEFT, False)])
def test_gears_are_green_to_the_right_and_red_to_the_left(sign: str, colour: str, *, is_right: bool) -> None:
    """R5.2: the head of the arrow lies on the side that it turns to."""
    board = with_middle(sign)
    assert pixel(board, MIDDLE, 0.5, 0.5) == rgb(colour)
    heads = [count(part(board, area=area), theme.TEXT) for area in ((0.5, 0, 1, 1), (0, 0, 0.5, 1))]
    assert (heads[0] > heads[1]) is is_right


@pytest.mark.parametrize("signs", ["^>v<", "NESW"])
def test_a_belt_is_that_to_the_north_turned_in_its_direction(signs: str) -> None:
    north, *others = (part(with_middle(sign), area=EXACTLY).crop((8, 8, 56, 56)) for sign in signs)
    turns = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    assert [north.transpose(turn) for turn in turns] == others


@pytest.mark.parametrize(("sign", "chevron", "tips"), [("^", theme.BELT_CHEVRON, 1), ("N", theme.EXPRESS_CHEVRON, 2)])
def test_chevrons_point_along_the_belt_and_express_belts_have_two(sign: str, chevron: str, tips: int) -> None:
    """R5.1c: the middle column meets each tip once, and above where a column at the side meets its arm."""
    middle = part(with_middle(sign), area=(0.5, 0, 0.52, 1)).crop((0, 0, 1, CELL))
    side = part(with_middle(sign), area=(0.34, 0, 0.36, 1)).crop((0, 0, 1, CELL))
    assert (runs(middle, chevron), runs(side, chevron)) == (tips, tips)
    assert mask(middle, chevron).index(True) < mask(side, chevron).index(True)


@pytest.mark.parametrize(("row", "open_side"), [(">^.", (0.02, 0.5)), (".^<", (0.97, 0.5))])
def test_a_belt_is_bent_where_a_neighbour_carries_onto_it_from_the_side(
    row: str, open_side: tuple[float, float]
) -> None:
    """R5.1a: it is open to where robots come from, and no longer to the south."""
    straight, bent = (board_of("===", "...", row, "1..") for row in (".^.", row))
    square, ground = MIDDLE, rgb(theme.BELT)
    assert pixel(straight, square, 0.5, 0.95) == ground
    assert pixel(straight, square, *open_side) != ground
    assert pixel(bent, square, 0.5, 0.95) != ground
    assert pixel(bent, square, *open_side) == ground
    assert pixel(bent, square, 0.5, 0.03) == ground
    halves = [count(part(bent, square, area), theme.BELT_CHEVRON) for area in ((0, 0, 0.5, 1), (0.5, 0, 1, 1))]
    assert (halves[0] > halves[1]) is (open_side[0] < 0.5)


@pytest.mark.parametrize("row", [".^.", "<^.", ".^>", "v^v"])
def test_a_belt_stays_straight_beside_belts_that_carry_elsewhere(row: str) -> None:
    """R5.1a."""
    assert part(board_of("===", row, "1..")) == part(board_of("===", ".^.", "1.."))


@pytest.mark.parametrize(("above", "below"), [(".", "^"), ("v", ".")])
def test_a_belt_stays_straight_where_it_is_met_in_line(above: str, below: str) -> None:
    """R5.1a: a belt that runs straight on, or against it, turns nobody."""
    met, alone = (board_of("==", *(f".{sign}" for sign in signs), "1.") for signs in ((above, "^", below), ".^."))
    assert part(met, Position(2, 3)) == part(alone, Position(2, 3))


def test_no_belt_is_bent_by_a_neighbour_behind_a_wall() -> None:
    """R5.1a, R4.3."""
    walled = board_of("===", ">^.", "1..", walls=[(MIDDLE, Facing.WEST)])
    assert part(walled) == part(board_of("===", ".^.", "1.."))


def test_a_belt_fed_from_behind_and_from_a_side_is_open_to_both() -> None:
    """R5.1a."""
    board = board_of("===", ">^.", ".^.", "1..")
    square = Position(2, 3)
    assert pixel(board, square, 0.02, 0.5) == pixel(board, square, 0.5, 0.97) == rgb(theme.BELT)


def test_an_express_belt_bends_with_two_chevrons() -> None:
    """R5.1a, R5.1c."""
    straight, bent = board_of("===", ".N.", "1.."), board_of("===", "EN.", "1..")
    assert part(bent) != part(straight)
    assert pixel(bent, MIDDLE, 0.5, 0.95) != rgb(theme.EXPRESS)
