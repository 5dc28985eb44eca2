"""What happens, and what is told beside the board, as small signs.

Tiles are kept: nobody may draw on one.
"""

from functools import lru_cache

from PIL import Image

from bot.render import theme
from bot.render.pen import Pen, polygon

_KEPT = 64


@lru_cache(maxsize=_KEPT)
def cross(cell: int, seat: int) -> Image.Image:
    """Return where a robot fell: a cross in its colour."""
    pen = Pen(cell)
    for colour, width in ((theme.INK, 0.22), (theme.ROBOTS[seat], 0.12)):
        pen.stroke(((0.3, 0.3), (0.7, 0.7)), colour, width)
        pen.stroke(((0.3, 0.7), (0.7, 0.3)), colour, width)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def bump(cell: int, angle: int) -> Image.Image:
    """Return a robot's bump against what is ahead of it: sparks at the side that an angle (from north) looks to."""
    pen = Pen(cell)
    for colour, width in ((theme.INK, 0.14), (theme.HAZARD, 0.08)):
        for start, end in (((0.5, 0.14), (0.5, 0.3)), ((0.26, 0.1), (0.36, 0.24)), ((0.74, 0.1), (0.64, 0.24))):
            pen.stroke((start, end), colour, width)
    return pen.tile(angle)


@lru_cache(maxsize=_KEPT)
def burst(cell: int) -> Image.Image:
    """Return a burst: damage is taken."""
    return _rays(cell, 8, (0.5, 0.3), theme.LASER)


@lru_cache(maxsize=_KEPT)
def damage_count(cell: int, cards: int) -> Image.Image:
    """Return how many damage cards somebody takes, in the upper right of the tile."""
    pen = Pen(cell)
    pen.box((0.5, 0.0), (1.0, 0.46), theme.INK, corner=0.1)
    pen.box((0.53, 0.03), (0.97, 0.43), theme.LASER, corner=0.08)
    pen.write(f"+{cards}", 0.26, theme.INK, (0.75, 0.23), 0.4)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def halo(cell: int) -> Image.Image:
    """Return the ring around a robot that is put on the board again."""
    pen = Pen(cell)
    pen.ring(0.44, theme.INK, 0.12)
    pen.ring(0.44, theme.REBOOT, 0.08)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def star(cell: int) -> Image.Image:
    """Return the star behind a robot that is over the line."""
    return _rays(cell, 5, (0.5, 0.27), theme.LINE)


def _rays(cell: int, rays: int, reaches: tuple[float, float], fill: str) -> Image.Image:
    """Return a star in a dark casing; `reaches` are those of its tips, and of what is between them."""
    pen, (outer, inner) = Pen(cell), reaches
    for colour, casing in ((theme.INK, 0.0), (fill, 0.04)):
        tips, between = polygon(rays, outer - casing), polygon(rays, inner - casing, turn=180 / rays)
        pen.shape([point for pair in zip(tips, between, strict=True) for point in pair], colour)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def idle(cell: int) -> Image.Image:
    """Return the sign of a robot that has nothing to do: three dots above it."""
    pen = Pen(cell)
    pen.box((0.16, 0.0), (0.84, 0.28), theme.INK, corner=0.12)
    for x in (0.32, 0.5, 0.68):
        pen.disc(0.06, theme.TEXT, (x, 0.14))
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def flag(cell: int) -> Image.Image:
    """Return the flag of those who are over the line."""
    pen = Pen(cell)
    pen.stroke(((0.28, 0.14), (0.28, 0.88)), theme.TEXT, 0.08)
    pen.shape(((0.32, 0.14), (0.86, 0.14), (0.72, 0.34), (0.86, 0.54), (0.32, 0.54)), theme.LINE)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def damage_card(cell: int) -> Image.Image:
    """Return a damage card, small: a torn card with a bolt."""
    pen = Pen(cell)
    pen.box((0.2, 0.06), (0.8, 0.94), theme.DAMAGED_EDGE, corner=0.1)
    pen.box((0.26, 0.12), (0.74, 0.88), theme.DAMAGED_CARD, corner=0.07)
    pen.shape(((0.56, 0.18), (0.34, 0.54), (0.48, 0.54), (0.44, 0.82), (0.66, 0.44), (0.52, 0.44)), theme.DAMAGED_SIGN)
    return pen.tile()
