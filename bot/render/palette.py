"""The one palette of all pictures: every colour of the theme, and the mixtures that soft edges need."""

from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageColor

from bot.render import theme

Colour = tuple[int, int, int]

MOST_COLOURS = 255
"""One place of a GIF's 256 stays free."""

_GRAIN = 4
"""Pillow finds the nearest colour for cubes so wide: two colours in one cube could not be told apart."""


def reduced(picture: Image.Image) -> Image.Image:
    """Return an RGB picture in the palette, each pixel in the nearest colour, and each of the palette in its own."""
    found = places(picture)
    found.putpalette(_parts())
    return found


def places(picture: Image.Image) -> Image.Image:
    """Return an RGB picture as the places of its colours in the palette, for what has the palette elsewhere."""
    return picture.quantize(palette=_finder(), dither=Image.Dither.NONE)


@cache
def _finder() -> Image.Image:
    """Return what Pillow finds colours by: it asks for the least corner of a colour's cube, so they stand there."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(bytes(part // _GRAIN * _GRAIN for part in _parts()))
    return carrier


@cache
def _parts() -> bytes:
    return bytes(part for colour in colours() for part in colour)


@cache
def colours() -> tuple[Colour, ...]:
    """Return the colours, the theme's own first."""
    taken: dict[Colour, Colour] = {}
    for red, green, blue in (*map(rgb, _named()), *_mixtures()):
        taken.setdefault((red // _GRAIN, green // _GRAIN, blue // _GRAIN), (red, green, blue))
    assert len(taken) <= MOST_COLOURS, f"{len(taken)} colours are too many"
    return tuple(taken.values())


def blend(picture: Image.Image, tile: Image.Image, corner: tuple[int, int]) -> None:
    """Lay a tile with its soft edges on a picture in the palette; what reaches over the picture's sides is left out."""
    x, y = corner
    left, top = max(x, 0), max(y, 0)
    box = (left, top, min(x + tile.width, picture.width), min(y + tile.height, picture.height))
    region = picture.crop(box).convert("RGB")
    region.paste(tile, (x - left, y - top), tile)
    picture.paste(places(region), box)


def rgb(colour: str) -> Colour:
    """Return red, green and blue, 0 to 255, of "#RRGGBB"."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def mixed(one: str, other: str, share: float) -> Colour:
    """Return a mixture with so large a share of the other colour."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True))
    return red, green, blue


def _named() -> Iterator[str]:
    for name, value in vars(theme).items():
        if name.isupper():
            values = value if isinstance(value, tuple) else (value,)
            yield from (each for each in values if isinstance(each, str))


def _mixtures() -> Iterator[Colour]:
    """Yield what lies between colours that meet."""
    grounds = (theme.FLOORS[0], theme.BELT, theme.EXPRESS)
    for robot in theme.ROBOTS:
        yield from _between(robot, theme.INK, 3)
    yield from _between(theme.TEXT, theme.INK, 5)
    yield from _between(theme.TEXT, theme.BACKGROUND, 4)
    yield from _between(theme.TEXT, theme.ROBOTS[4], 2)
    yield from _between(theme.FAINT, theme.BACKGROUND, 2)
    for colour in (theme.WALL, theme.LASER, theme.LINE, theme.GEAR_RIGHT, theme.GEAR_LEFT, theme.REBOOT, theme.HAZARD):
        yield from _between(colour, theme.FLOORS[0], 2)
    yield from _between(theme.TEXT, theme.GEAR_RIGHT, 2)
    yield from _between(theme.TEXT, theme.GEAR_LEFT, 2)
    yield from _between(theme.TEXT, theme.REBOOT, 2)
    for ground, sign in zip(grounds[1:], (theme.BELT_CHEVRON, theme.EXPRESS_CHEVRON), strict=True):
        yield from _between(sign, ground, 3)
        yield from _between(theme.INK, ground, 2)
    for colour in (theme.GREEN_LIGHT, theme.DOLL, theme.DOLL_SKIN, theme.GUARD, theme.START):
        yield from _between(colour, theme.BACKGROUND, 2)
    for colour in (theme.CARD_SIGN, theme.CARD_TURN, theme.CARD_AGAIN):
        yield from _between(theme.CARD, colour, 4)
    for colour in (theme.CARD_EDGE, theme.DAMAGED_EDGE):
        yield from _between(colour, theme.BACKGROUND, 2)
    yield from _between(theme.CARD, theme.BACKGROUND, 2)
    yield from _between(theme.DAMAGED_SIGN, theme.DAMAGED_CARD, 3)
    yield from _between(theme.INK, theme.HAZARD, 2)


def _between(one: str, other: str, steps: int) -> Iterator[Colour]:
    for step in range(1, steps + 1):
        yield mixed(one, other, step / (steps + 1))
