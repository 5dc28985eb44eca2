import pytest
from PIL import ImageChops

from bot.render import theme
from simulation.geometry import Facing, Position, neighbour, parse_square
from tests.bot.boards import board_of, laser
from tests.bot.render.looking import CELL, EXACTLY, MIDDLE, bare, changed, count, layout_of, part, pixel, rgb, runs


@pytest.mark.parametrize("side", Facing)
def test_a_wall_is_a_pale_bar_on_its_side_and_nowhere_else(side: Facing) -> None:
    """R4.3."""
    rows = ("=====", ".....", ".....", ".....", "1....")
    square = Position(3, 3)
    plain, walled = board_of(*rows), board_of(*rows, walls=[(square, side)])
    x, y = layout_of(plain).corner(square)
    box = ImageChops.difference(bare(plain), bare(walled)).getbbox()
    ends = {
        Facing.NORTH: (x, y, x + CELL, y),
        Facing.EAST: (x + CELL, y, x + CELL, y + CELL),
        Facing.SOUTH: (x, y + CELL, x + CELL, y + CELL),
        Facing.WEST: (x, y, x, y + CELL),
    }[side]
    assert box == (ends[0] - 4, ends[1] - 4, ends[2] + 4, ends[3] + 4)
    assert bare(walled).getpixel(((ends[0] + ends[2]) // 2, (ends[1] + ends[3]) // 2)) == rgb(theme.WALL)


FRAME = {
    Facing.NORTH: (0.5, 0.0),
    Facing.EAST: (1.0, 0.5),
    Facing.SOUTH: (0.5, 1.0),
    Facing.WEST: (0.0, 0.5),
}


@pytest.mark.parametrize(
    ("square", "side"),
    [("B3", Facing.NORTH), ("C2", Facing.EAST), ("B1", Facing.SOUTH), ("A2", Facing.WEST)],
)
def test_an_open_edge_is_a_drop_and_a_walled_one_a_wall(square: str, side: Facing) -> None:
    """R4.4."""
    rows, place = ("===", "...", "1.@"), parse_square(square)
    walled, opened = board_of(*rows), board_of(*rows, edge="pit")
    assert pixel(walled, place, *FRAME[side]) == rgb(theme.WALL)
    beyond, (across, down) = neighbour(place, side), FRAME[side]
    at_border, behind = (
        ((0.7, 0.7, 1, 1), (0, 0, 0.7, 0.7)) if across + down < 1 else ((0, 0, 0.3, 0.3), (0.3, 0.3, 1, 1))
    )
    assert count(part(opened, beyond, at_border), theme.HAZARD) > 0
    assert count(part(opened, beyond, behind), theme.HAZARD) == 0
    assert count(part(walled, beyond, EXACTLY), theme.HAZARD) == 0
    assert pixel(opened, place, *FRAME[side]) != rgb(theme.WALL)


def test_a_wall_on_an_open_edge_is_a_wall() -> None:
    """R4.4."""
    board = board_of("===", "...", "1.@", edge="pit", walls=[(Position(1, 2), Facing.WEST)])
    assert pixel(board, Position(1, 2), 0, 0.5) == rgb(theme.WALL)
    assert count(part(board, Position(0, 2), (0, 0.2, 1, 0.8)), theme.HAZARD) == 0


def test_the_pink_line_runs_between_the_finish_and_all_other_squares() -> None:
    """R1.1."""
    board = board_of("===", "=..", "1..")
    assert pixel(board, Position(2, 3), 0.5, 1) == rgb(theme.LINE)
    assert pixel(board, Position(1, 2), 0.5, 1) == rgb(theme.LINE)
    assert pixel(board, Position(1, 2), 1, 0.5) == rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 0.5, 1) != rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 1, 0.5) != rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 0.5, 0) == rgb(theme.WALL)
    assert pixel(board, Position(1, 3), 0.5, -0.08) == rgb(theme.BACKGROUND)


def test_a_wall_on_the_pink_line_leaves_both_to_be_seen() -> None:
    board = board_of("==", "..", "1.", walls=[(Position(2, 2), Facing.NORTH)])
    assert pixel(board, Position(2, 2), 0.5, 0) == rgb(theme.WALL)
    assert pixel(board, Position(2, 2), 0.5, 0.08) == rgb(theme.LINE)


@pytest.mark.parametrize(
    ("square", "facing", "covered"),
    [
        ("A3", "east", "A3 B3 C3 D3"),
        ("E2", "west", "A2 B2 C2 D2 E2"),
        ("B1", "north", "B1 B2 B3 B4 B5"),
        ("C5", "south", "C1 C2 C3 C4 C5"),
        ("E3", "east", "E3"),
    ],
)
def test_beams_cover_exactly_the_squares_up_to_the_next_wall(square: str, facing: str, covered: str) -> None:
    """R5.3."""
    rows, walls = ("=====", "..O..", ".....", "..@..", "1...."), [(Position(4, 3), Facing.EAST)]
    dark, lit = (board_of(*rows, walls=walls, lasers=lasers) for lasers in ("", laser(square, facing)))
    assert changed(dark, lit) == set(map(parse_square, covered.split()))
    assert set(lit.beam_paths[0]) == changed(dark, lit)


@pytest.mark.parametrize("beams", [1, 2, 3])
@pytest.mark.parametrize(
    ("square", "facing", "across"),
    [
        ("A2", "east", (0.5, 0, 0.52, 1)),
        ("D2", "west", (0.5, 0, 0.52, 1)),
        ("B1", "north", (0, 0.5, 1, 0.52)),
        ("B3", "south", (0, 0.5, 1, 0.52)),
    ],
)
def test_there_are_as_many_lines_as_beams(
    beams: int, square: str, facing: str, across: tuple[float, float, float, float]
) -> None:
    """R5.3."""
    board = board_of("====", "....", "1...", lasers=laser(square, facing, beams))
    assert runs(part(board, area=across), theme.LASER) == beams


def test_lasers_that_shoot_along_the_same_squares_show_all_their_beams() -> None:
    """R5.3: a robot there takes damage from each of them."""
    board = board_of("====", "....", "1...", lasers=laser("A2", "east", 2) + laser("D2", "west", 2))
    assert runs(part(board, area=(0.5, 0, 0.52, 1)), theme.LASER) == board.beams[MIDDLE] == 4


@pytest.mark.parametrize(
    ("square", "facing", "other_end"),
    [("A3", "east", "E3"), ("E3", "west", "A3"), ("C1", "north", "C5"), ("C5", "south", "C1")],
)
def test_the_emitter_is_seen_on_the_wall_behind_its_square(square: str, facing: str, other_end: str) -> None:
    """R5.3."""
    rows = ("=====", ".....", ".....", ".....", "1....")
    dark, lit = board_of(*rows), board_of(*rows, lasers=laser(square, facing))
    ahead = Facing(facing)
    mounted, beyond = ((parse_square(square), ahead.opposite), (parse_square(other_end), ahead))
    boxes = [layout_of(lit).side(*where, 0.1) for where in (mounted, beyond)]
    at_walls = [ImageChops.difference(bare(dark).crop(box), bare(lit).crop(box)).getbbox() for box in boxes]
    assert at_walls[0] is not None
    assert at_walls[1] is None
