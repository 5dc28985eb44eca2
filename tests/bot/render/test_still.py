from io import BytesIO
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.render import theme, tokens
from bot.render.ground import ground
from bot.render.layout import HEADER
from bot.render.palette import reduced
from bot.render.png import to_png
from bot.render.still import Still, draw_still
from simulation.board import Board
from simulation.geometry import Facing, Position
from simulation.race import ROBOT_NAMES
from simulation.state import Robot
from tests.bot.boards import board_of, laser
from tests.bot.render.looking import CELL, EXACTLY, at, count, crop, drawn, layout_of, mask, rgb

BOARD = board_of("====", ".EN.", "1RO.", "..@.", lasers=laser("A2", "east"))


def panel(board: Board, *robots: Robot, damage: tuple[int, ...] = ()) -> Image.Image:
    """Return what stands beside the board, under the heading."""
    picture = draw_still(Still(board, robots, ("Round 1",), damage))
    layout = layout_of(board, robots)
    return picture.crop((layout.px(layout.panel_left), layout.px(layout.panel_top(0)), *layout.size))


@pytest.mark.parametrize("facing", Facing)
def test_each_robot_is_drawn_on_its_square_and_nothing_else_changes(facing: Facing) -> None:
    robots = at("B3", facing), at("D1", facing.opposite, "Cog")
    layout = layout_of(BOARD, robots)
    picture, bare = drawn(BOARD, *robots), ground(layout).convert("RGB")
    for square in BOARD.squares():
        expected = crop(bare, layout, square, EXACTLY)
        for seat, robot in enumerate(robots):
            if robot.position == square:
                tile = tokens.robot(CELL, seat, tokens.angle_of(robot.facing))
                expected.paste(tile, (0, 0), tile)
        assert crop(picture, layout, square, EXACTLY) == reduced(expected).convert("RGB")


def test_each_robot_has_its_colour_and_its_number() -> None:
    board = board_of("===", "...", "1..")
    numbers = []
    for seat, colour in enumerate(theme.ROBOTS):
        robots = tuple(Robot(name, None, Facing.NORTH) for name in ROBOT_NAMES)
        crowd = (*robots[:seat], at("B2"), *robots[seat + 1 :])
        layout = layout_of(board, crowd)
        token = crop(drawn(board, *crowd), layout, Position(2, 2))
        assert count(token, colour) > 0
        numbers.append(mask(token, colour))
    assert all(one != other for one, other in combinations(numbers, 2))


@pytest.mark.parametrize("is_red", [True, False])
def test_the_doll_shows_which_light_it_is(*, is_red: bool) -> None:
    picture = draw_still(Still(BOARD, (), ("Round 1",), is_red=is_red)).convert("RGB")
    header = picture.crop((0, 0, picture.width, layout_of(BOARD).px(HEADER)))
    assert (count(header, theme.RED_LIGHT) > 0, count(header, theme.GREEN_LIGHT) > 0) == (is_red, not is_red)


def test_the_panel_tells_robots_apart_by_name_distance_damage_and_rank() -> None:
    board = board_of("===", "...", "1..")
    shown = [
        panel(board, Robot("Bolt", None, Facing.NORTH, finished=1)),
        panel(board, Robot("Bolt", None, Facing.NORTH, finished=2)),
        panel(board, Robot("Bolt", None, Facing.NORTH, retired=True)),
        panel(board, Robot("Cog", None, Facing.NORTH, retired=True)),
        panel(board, at("A1")),
        panel(board, at("B2")),
        panel(board, at("B2"), damage=(1,)),
        panel(board, at("B2"), damage=(2,)),
    ]
    assert all(one != other for one, other in combinations(shown, 2))


def test_a_long_name_is_cut_within_the_picture() -> None:
    board = board_of("===", "...", "1..")
    image = drawn(board, at("A1", name="Klaxon " * 1000))
    edge = image.crop((image.width - 8, 0, *image.size))
    assert edge.getcolors() == [(edge.width * edge.height, rgb(theme.PANEL))]
    assert image == drawn(board, at("A1", name="Klaxon " * 10))
    assert image != drawn(board, at("A1", name="Klaxon"))


NAMES = ["", "  ", "机器人", "روبوت", "Zoë 🤖", "a\nb", "\0", "\ud800", "\u202eBolt", "x\u0332\u0333", "\U0010ffff"]


@pytest.mark.parametrize("name", NAMES)
def test_a_robot_whose_name_the_letters_lack_goes_by_its_number(name: str) -> None:
    board = board_of("===", "...", "1..")
    one, other = ((at("A1"), at("B1", name=named)) for named in (name, "Robot 2"))
    assert drawn(board, *one) == drawn(board, *other)


@settings(max_examples=20)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=12), st.lists(st.text(max_size=200), max_size=2))
def test_any_names_and_any_heading_can_be_drawn(names: list[str], heading: list[str]) -> None:
    robots = tuple(Robot(name, None, Facing.NORTH) for name in names)
    picture = draw_still(Still(BOARD, robots, tuple(heading)), 20)
    assert picture.height <= theme.TALLEST


@pytest.mark.parametrize("heading", ["", "机器人: round 1", "a\nb\0\ud800", "round " * 500])
def test_a_heading_changes_nothing_but_itself(heading: str) -> None:
    robots = (at("A1"),)
    plain, other = (draw_still(Still(BOARD, robots, (text,))).convert("RGB") for text in ("", heading))
    layout = layout_of(BOARD, robots)
    left, top = layout.px(layout.panel_left), layout.px(layout.panel_top(0))
    box = ImageChops.difference(plain, other).getbbox()
    assert box is None or (box[0] >= left and box[3] <= top)


def test_both_lines_of_the_heading_are_seen() -> None:
    pictures = [draw_still(Still(BOARD, (), heading)) for heading in (("Round 1", "a"), ("Round 2", "a"), ("Round 1",))]
    assert all(one != other for one, other in combinations(pictures, 2))


def test_the_largest_board_with_twelve_robots_is_no_higher_than_allowed() -> None:
    board = board_of("=" * 26, *["." * 26] * 38, "123456789abc" + "." * 14, guard="M0")
    robots = tuple(Robot(name, square, Facing.NORTH) for name, square in zip(ROBOT_NAMES, board.starts, strict=True))
    image, layout = drawn(board, *robots), layout_of(board, robots)
    assert image.height <= theme.TALLEST
    assert layout.cell >= 32
    x, y = layout.corner(Position(26, 40))
    assert image.getpixel((x + layout.cell, y + 8)) == rgb(theme.WALL)
    for seat, square in enumerate(board.starts):
        assert count(crop(image, layout, square, EXACTLY), theme.ROBOTS[seat]) > 0


def test_the_smallest_board_has_room_for_twelve_robots_beside_it() -> None:
    board = board_of("=", "1")
    robots = (at("A1"), *(Robot(name, None, Facing.SOUTH, rank) for rank, name in enumerate(ROBOT_NAMES[1:], start=1)))
    shown = panel(board, *robots).convert("RGB")
    for colour in theme.ROBOTS:
        assert count(shown, colour) > 0
    last = shown.crop((0, shown.height - 80, *shown.size))
    assert count(last, theme.ROBOTS[11]) > 0
    assert count(last, theme.TEXT) > 0


@pytest.mark.parametrize("robots", [1, 2, 7, 12])
@pytest.mark.parametrize(("columns", "rows"), [(3, 4), (3, 40), (26, 4)])
def test_boards_of_any_size_are_drawn_with_any_number_of_robots(columns: int, rows: int, robots: int) -> None:
    board = board_of("=" * columns, *["." * columns] * (rows - 2), "1" + "." * (columns - 1))
    squares = sorted(board.standing)[:robots]
    placed = [*squares, *[None] * (robots - len(squares))]
    shown = tuple(Robot(name, square, Facing.WEST) for name, square in zip(ROBOT_NAMES, placed, strict=False))
    picture = draw_still(Still(board, shown, ("Round 1", "Test"), (4,) * robots))
    assert picture.size == layout_of(board, shown).size


def test_the_same_board_is_drawn_the_same_again() -> None:
    robots = at("B2"), at("C1", name="Cog")
    assert drawn(BOARD, *robots) == drawn(BOARD, *robots)


def test_a_png_has_the_pixels_and_the_palette_of_the_picture() -> None:
    picture = draw_still(Still(BOARD, (at("B2"),), ("Round 1",)))
    content = to_png(picture)
    assert content.startswith(b"\x89PNG")
    read = Image.open(BytesIO(content))
    assert (read.mode, read.getpalette()) == ("P", picture.getpalette())
    assert read.convert("RGB") == picture.convert("RGB")
