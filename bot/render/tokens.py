"""Who is on the board: robots, the Guard, and the doll.

Tiles are kept: nobody may draw on one.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from PIL import Image

from bot.render import theme
from bot.render.pen import Pen, Point, polygon
from simulation.geometry import CLOCKWISE, Facing

BODY = (0.5, 0.59)
"""The middle of a robot that faces north: a little behind its square's middle, which leaves room for its nose."""

SHAPES = ("disc", "square", "triangle", "diamond", "pentagon", "hexagon")
_LAYERS = ((0.04, theme.INK), (0.0, theme.TEXT))
"""How far casing and ring reach beyond a robot's outline, in cells, and their colours."""
_FILL = -0.05
_DIGITS, _WIDEST = 0.42, 0.46
"""How high a robot's number is, and how wide at most, in cells."""


def angle_of(facing: Facing) -> int:
    """Return a facing as degrees clockwise from north."""
    return 90 * CLOCKWISE.index(facing)


@lru_cache(maxsize=1024)
def robot(cell: int, seat: int, angle: int = 0, scale: float = 1.0) -> Image.Image:
    """Return the robot of a seat (from 0), facing an angle in degrees clockwise from north, larger or smaller.

    Its shape, number and colour say who it is; its nose points where it faces.
    """
    side = round(cell * scale)
    body, number = Pen(side), Pen(side)
    _nose(body)
    for reach, colour in (*_LAYERS, (_FILL, theme.ROBOTS[seat])):
        _shape(body, seat, reach, colour)
    ink = theme.TEXT if theme.ROBOTS[seat] == theme.LIGHT_INK_ON else theme.INK
    number.write(str(seat + 1), _DIGITS, ink, _turned(_middle(seat), angle), _WIDEST)
    tile = Image.alpha_composite(body.tile(angle % 360), number.tile())
    if side == cell:
        return tile
    whole = Image.new("RGBA", (cell, cell))
    whole.paste(tile, ((cell - side) // 2, (cell - side) // 2))
    return whole


def _nose(pen: Pen) -> None:
    pen.shape(((0.17, 0.44), (0.5, -0.03), (0.83, 0.44)), theme.INK)
    pen.shape(((0.25, 0.42), (0.5, 0.04), (0.75, 0.42)), theme.TEXT)


def _shape(pen: Pen, seat: int, reach: float, fill: str) -> None:
    """Fill the outline of a seat's shape, grown by so much."""
    _OUTLINES[SHAPES[seat % len(SHAPES)]](pen, reach, fill)


def _disc(pen: Pen, reach: float, fill: str) -> None:
    pen.disc(0.34 + reach, fill, BODY)


def _square(pen: Pen, reach: float, fill: str) -> None:
    x, y = BODY
    half = 0.31 + reach
    pen.box((x - half, y - half), (x + half, y + half), fill, corner=0.05 + max(reach, 0) / 2)


def _grown(corners: int, radius: float, turn: float = 0, sink: float = 0) -> Callable[[Pen, float, str], None]:
    """Return how to draw a regular polygon; its sides move out by what it grows."""

    def draw(pen: Pen, reach: float, fill: str) -> None:
        grown = radius + reach / cos(radians(180 / corners))
        pen.shape(polygon(corners, grown, (BODY[0], BODY[1] + sink), turn), fill)

    return draw


_TRIANGLE_SINK = 0.09
_OUTLINES: dict[str, Callable[[Pen, float, str], None]] = {
    "disc": _disc,
    "square": _square,
    "triangle": _grown(3, 0.46, sink=_TRIANGLE_SINK),
    "diamond": _grown(4, 0.39),
    "pentagon": _grown(5, 0.385, turn=36),
    "hexagon": _grown(6, 0.37, turn=30),
}


def _middle(seat: int) -> Point:
    """Return where a robot's number is when it faces north."""
    x, y = BODY
    return (x, y + _TRIANGLE_SINK) if SHAPES[seat % len(SHAPES)] == "triangle" else BODY


def _turned(point: Point, angle: int) -> Point:
    """Return a place turned clockwise around the tile's middle, by an angle in degrees."""
    (x, y), across, along = (point[0] - 0.5, point[1] - 0.5), cos(radians(angle)), sin(radians(angle))
    return 0.5 + x * across - y * along, 0.5 + x * along + y * across


@lru_cache(maxsize=16)
def guard(cell: int) -> Image.Image:
    """Return the Guard: a shield with its letter."""
    pen = Pen(cell)
    pen.shape(((0.1, 0.12), (0.9, 0.12), (0.9, 0.56), (0.5, 0.97), (0.1, 0.56)), theme.INK)
    pen.shape(((0.15, 0.17), (0.85, 0.17), (0.85, 0.54), (0.5, 0.9), (0.15, 0.54)), theme.GUARD)
    pen.shape(((0.5, 0.17), (0.85, 0.17), (0.85, 0.54), (0.5, 0.9)), theme.GUARD_SHADE)
    pen.write("G", 0.38, theme.INK, (0.5, 0.46))
    return pen.tile()


@lru_cache(maxsize=32)
def doll(cell: int, *, is_red: bool) -> Image.Image:
    """Return the doll, a wind-up toy: its back with the key at green light, its face at red light."""
    pen = Pen(cell)
    pen.disc(0.48, theme.RED_LIGHT if is_red else theme.GREEN_LIGHT)
    pen.disc(0.42, theme.INK)
    pen.shape(((0.38, 0.5), (0.62, 0.5), (0.78, 0.88), (0.22, 0.88)), theme.DOLL)
    pen.box((0.22, 0.84), (0.78, 0.9), theme.DOLL_SHADE, corner=0.03)
    pen.disc(0.2, theme.DOLL_SKIN, (0.5, 0.34))
    if is_red:
        for x in (0.42, 0.58):
            pen.disc(0.055, theme.INK, (x, 0.33))
            pen.disc(0.03, theme.RED_LIGHT, (x, 0.33))
        pen.stroke(((0.44, 0.45), (0.56, 0.45)), theme.INK, 0.035)
        pen.arc(0.19, (180, 360), theme.DOLL_SHADE, 0.07, (0.5, 0.32))
    else:
        pen.disc(0.21, theme.DOLL_SHADE, (0.5, 0.33))
        pen.stroke(((0.5, 0.6), (0.5, 0.74)), theme.HAZARD, 0.05)
        for x in (0.42, 0.58):
            pen.ring(0.06, theme.HAZARD, 0.045, (x, 0.66))
    return pen.tile()
