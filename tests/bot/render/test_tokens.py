from itertools import combinations

import pytest
from PIL import Image

from bot.render import theme, tokens
from simulation.geometry import Facing
from tests.bot.render.looking import rgb

LARGE = 100
ANGLES = [0, 90, 180, 270]


def colour_at(tile: Image.Image, across: float, down: float) -> tuple[int, ...]:
    found = tile.getpixel((round(across * tile.width), round(down * tile.height)))
    assert isinstance(found, tuple)
    return found[:3] if found[3] else ()


def differing(one: list[bool], other: list[bool]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def test_angles_count_clockwise_from_the_north() -> None:
    angles = {facing: tokens.angle_of(facing) for facing in Facing}
    assert angles == {Facing.NORTH: 0, Facing.EAST: 90, Facing.SOUTH: 180, Facing.WEST: 270}


@pytest.mark.parametrize("seat", range(12))
@pytest.mark.parametrize("angle", ANGLES)
def test_the_nose_sticks_out_where_the_robot_faces(seat: int, angle: int) -> None:
    """There is white far ahead of its middle, where no outline reaches, and none as far to its sides."""
    tile = tokens.robot(LARGE, seat, angle)
    sides = {0: (0.5, 0.09), 90: (0.91, 0.5), 180: (0.5, 0.91), 270: (0.09, 0.5)}
    assert colour_at(tile, *sides[angle]) == rgb(theme.TEXT)
    assert rgb(theme.TEXT) not in [colour_at(tile, *sides[(angle + turn) % 360]) for turn in (90, 270)]


def test_no_two_robots_look_alike_however_they_stand() -> None:
    tiles = [tokens.robot(20, seat, angle).tobytes() for seat in range(12) for angle in ANGLES]
    assert len(set(tiles)) == len(tiles)


def test_the_first_six_robots_have_shapes_of_their_own_and_the_others_the_same_again() -> None:
    outlines = [tokens.robot(LARGE, seat).getchannel("A").tobytes() for seat in range(12)]
    assert all(one != other for one, other in combinations(outlines[:6], 2))
    assert outlines[:6] == outlines[6:]


@pytest.mark.parametrize("seat", range(12))
def test_most_of_a_robot_is_of_its_colour(seat: int) -> None:
    counted = {colour: count for count, colour in tokens.robot(LARGE, seat).getcolors(LARGE**2) or ()}
    seen = sum(count for colour, count in counted.items() if isinstance(colour, tuple) and colour[3])
    assert counted[(*rgb(theme.ROBOTS[seat]), 255)] > 0.1 * seen


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_the_number_of_a_robot_that_turns_stays_upright(angle: int) -> None:
    """Seat 4's number is in the middle of its body; at this size it is moved by whole pixels."""

    def number(angle: int) -> list[bool]:
        x, y = tokens.BODY[0] - 0.5, tokens.BODY[1] - 0.5
        across, down = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[angle]
        left, top = round(LARGE * (0.5 + across)) - 16, round(LARGE * (0.5 + down)) - 22
        ink = tokens.robot(LARGE, 4, angle).crop((left, top, left + 32, top + 44)).convert("L")
        return [value > 160 for value in ink.get_flattened_data() if isinstance(value, int)]

    upright, turned = number(0), number(angle)
    assert differing(upright, turned) <= 12
    assert differing(upright, upright[::-1]) > 100


def test_a_robot_that_falls_gets_smaller_around_the_middle_of_its_square() -> None:
    boxes = [tokens.robot(60, 0, 0, scale).getchannel("A").getbbox() for scale in (1.0, 0.7, 0.4)]
    assert all(box is not None for box in boxes)
    outer, middle, inner = (box or (0, 0, 0, 0) for box in boxes)
    assert outer[0] < middle[0] < inner[0] < inner[2] < middle[2] < outer[2]
    assert outer[1] < middle[1] < inner[1] < inner[3] < middle[3] < outer[3]


def test_the_doll_shows_which_light_it_is_and_turns_its_eyes_away_at_green() -> None:
    red, green = (tokens.doll(LARGE, is_red=is_red) for is_red in (True, False))
    assert (colour_at(red, 0.5, 0.04), colour_at(green, 0.5, 0.04)) == (rgb(theme.RED_LIGHT), rgb(theme.GREEN_LIGHT))
    eyes = [colour_at(doll, x, 0.33) for doll in (red, green) for x in (0.42, 0.58)]
    assert eyes == [rgb(theme.RED_LIGHT)] * 2 + [rgb(theme.DOLL_SHADE)] * 2
