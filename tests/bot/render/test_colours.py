"""Whether the pictures' colours are told apart, with and without a colour blindness.

Differences are CIEDE2000, contrasts those of WCAG 2.1. Each dichromacy is simulated in the ways that are published,
since they differ by as much as a limit: those of Viénot, Brettel and Mollon (1999, not made for tritanopia), Brettel,
Viénot and Mollon (1997), and Machado, Oliveira and Fernandes (2009).
"""

from functools import cache
from itertools import combinations

import pytest
from coloraide import Color

from bot.render import theme

BY_SIGHT = {
    "normal": ("normal",),
    "protanopia": ("protan brettel", "protan machado", "protan vienot"),
    "deuteranopia": ("deutan brettel", "deutan machado", "deutan vienot"),
    "tritanopia": ("tritan brettel", "tritan machado"),
}
SIGHTS = tuple(BY_SIGHT)
SIGNS = {"wall": theme.WALL, "laser": theme.LASER, "line": theme.LINE}
SEATS = range(len(theme.ROBOTS))


@cache
def seen(colour: str, way: str) -> Color:
    """Return a colour as it looks under normal sight, or under a dichromacy in one way to simulate it."""
    if way == "normal":
        return Color(colour)
    dichromacy, method = way.split()
    return Color(colour).filter(dichromacy, method=method)


def difference(one: str, other: str, sight: str) -> float:
    """Return how different two colours look at least (CIEDE2000)."""
    return min(seen(one, way).delta_e(seen(other, way), method="2000") for way in BY_SIGHT[sight])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    return Color(one).contrast(other, method="wcag21")


def test_differences_are_those_of_the_published_examples() -> None:
    one, other = Color("lab-d65", [50, 2.6772, -79.7751]), Color("lab-d65", [50, 0, -82.7485])
    assert one.delta_e(other, method="2000") == pytest.approx(2.0425, abs=0.0001)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("sight", SIGHTS)
def test_robots_are_told_apart_by_their_colours(sight: str) -> None:
    least = min((difference(one, other, sight), one, other) for one, other in combinations(theme.ROBOTS, 2))
    assert least[0] >= 10, f"{least[1]} and {least[2]}"


@pytest.mark.parametrize("seat", SEATS)
def test_the_number_on_each_robot_is_legible(seat: int) -> None:
    colour = theme.ROBOTS[seat]
    assert contrast(theme.TEXT if colour == theme.LIGHT_INK_ON else theme.INK, colour) >= 4.5


@pytest.mark.parametrize("floor", theme.FLOORS)
@pytest.mark.parametrize("sign", SIGNS)
def test_walls_lasers_and_the_line_stand_out_from_each_floor(sign: str, floor: str) -> None:
    assert contrast(SIGNS[sign], floor) >= 3


def test_dashed_are_the_trails_whose_colours_come_too_near_to_walls_lasers_or_the_line_and_no_others() -> None:
    near = {
        seat
        for seat in SEATS
        for sign in SIGNS.values()
        for sight in SIGHTS
        if difference(theme.ROBOTS[seat], sign, sight) < (15 if sight == "normal" else 8)
    }
    assert near == theme.DASHED
