import pytest
from PIL import Image, ImageDraw

from bot.render import theme
from bot.render.layout import Layout
from bot.render.still import Still, draw_still
from bot.render.trails import Trail, draw_trails, trails
from simulation.geometry import Position, parse_square
from tests.bot.boards import board_of
from tests.bot.render.looking import at, count, mask, rgb, runs
from tests.pictures import parsed

PICTURE = """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |. . O .|
    + + + + +
    |1 . @ .|
    +-+-+-+-+
"""


def way(*squares: str) -> tuple[Position, ...]:
    return tuple(map(parse_square, squares))


def ways(robots: str) -> tuple[Trail, ...]:
    scenario = parsed(PICTURE, robots)
    return trails(scenario.state.robots, scenario.simulate().beats)


def test_a_trail_goes_through_every_square_of_the_way() -> None:
    shown = ways("Bolt A1 east move1 left move1 left move1")
    assert shown == (Trail(0, (way("A1", "B1", "B2", "A2"),), ()),)


def test_pushed_robots_have_trails_and_those_that_only_turn_have_none() -> None:
    shown = ways("Bolt A1 east move1, Cog B1 north left, Dynamo A2 north left")
    assert shown == (Trail(0, (way("A1", "B1"),), ()), Trail(1, (way("B1", "C1"),), ()))


def test_a_trail_is_broken_where_a_robot_falls_and_goes_on_where_it_is_rebooted() -> None:
    """It faces east still, and goes on from C1."""
    assert ways("Bolt B2 east move1 move1") == (Trail(0, (way("B2", "C2"), way("C1", "D1")), way("C2")),)


BOARD = board_of("======", "......", "......", "1.....")
LAYOUT = Layout(BOARD, 64, 12)


def line(seat: int, *squares: str, robots: int = 12) -> Image.Image:
    image = Image.new("RGB", LAYOUT.size, theme.FLOORS[0])
    draw_trails(ImageDraw.Draw(image), LAYOUT, (Trail(seat, (way(*squares),), ()),), robots)
    return image


@pytest.mark.parametrize("seat", range(12))
def test_a_line_is_of_the_robot_s_colour_in_a_dark_casing_and_dashed_for_some(seat: int) -> None:
    image = line(seat, "A2", "E2")
    rows = [image.crop((0, y, image.width, y + 1)) for y in range(image.height)]
    middle = max(rows, key=lambda row: count(row, theme.ROBOTS[seat]))
    assert (runs(middle, theme.ROBOTS[seat]) > 4) is (seat in theme.DASHED)
    coloured = [count(row, theme.ROBOTS[seat]) > 0 for row in rows]
    dark = [count(row, theme.INK) > 0 for row in rows]
    assert dark.index(True) < coloured.index(True)
    assert dark[::-1].index(True) < coloured[::-1].index(True)


@pytest.mark.parametrize("seat", sorted(theme.DASHED))
def test_the_gaps_of_a_dashed_line_are_as_wide_as_the_line_at_least(seat: int) -> None:
    """Not a dash of a pixel or two is left out, but enough to be seen on a phone."""
    colour, (x, y) = theme.ROBOTS[seat], LAYOUT.place(2, 2)
    square = line(seat, "A2", "F2").crop((x, y, x + 200, y + 64))
    rows = [mask(square.crop((0, down, 200, down + 1)), colour) for down in range(64)]
    dashed = [row for row in rows if any(row)]
    gaps = [len(gap) for gap in "".join("#" if here else " " for here in dashed[0]).strip().split("#") if gap]
    assert len(gaps) >= 4
    assert min(gaps) >= len(dashed) > 4


def test_the_lines_of_all_robots_lie_side_by_side() -> None:
    places = []
    for seat in range(12):
        x = LAYOUT.corner(Position(2, 2))[0]
        column = line(seat, "A2", "E2").crop((x, 0, x + 1, LAYOUT.size[1]))
        places.append(mask(column, theme.INK).index(True))
    assert places == sorted(set(places))


def test_falls_are_marked_with_a_cross_in_the_robot_s_colour() -> None:
    robots = (at("A1"),)
    layout = Layout(BOARD, 64, 1)
    trail = Trail(0, (way("A1", "B1"),), way("D2"))
    picture = draw_still(Still(BOARD, robots, ("Test",), trails=(trail,))).convert("RGB")
    x, y = layout.corner(parse_square("D2"))
    assert picture.getpixel((x + 32, y + 32)) == rgb(theme.ROBOTS[0])
