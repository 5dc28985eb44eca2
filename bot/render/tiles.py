"""What lies on squares and between them, each as a square tile with a transparent ground.

Tiles are kept: nobody may draw on one.
"""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from bot.render import theme
from bot.render.pen import CENTRE, Pen, Point
from bot.render.tokens import angle_of
from simulation.geometry import Facing, Turn

_KEPT = 256
"""Tiles kept of each kind."""


@lru_cache(maxsize=_KEPT)
def belt(cell: int, direction: Facing, turns: frozenset[Turn | None], *, is_express: bool) -> Image.Image:
    """Return a belt; `turns` says how robots turn whom its neighbours carry onto it, None for straight on (R5.1a)."""
    express = theme.EXPRESS, theme.EXPRESS_RAIL, theme.EXPRESS_CHEVRON
    ground, rail, chevron = express if is_express else (theme.BELT, theme.BELT_RAIL, theme.BELT_CHEVRON)
    pen = Pen(cell)
    for fill, width in ((rail, 0.84), (ground, 0.74)):
        if Turn.LEFT in turns:
            pen.arc(0.5, (0, 90), fill, width, (0, 0))
        if Turn.RIGHT in turns:
            pen.arc(0.5, (90, 180), fill, width, (1, 0))
        if None in turns or not turns:
            pen.shape([(0.5 - width / 2, y) for y in (0, 1)] + [(0.5 + width / 2, y) for y in (1, 0)], fill)
    is_corner = len(turns) == 1 and None not in turns
    for way in (0.28, 0.72) if is_express else (0.65 if is_corner else 0.5,):
        if is_corner:
            _corner_chevron(pen, way, chevron, is_left=Turn.LEFT in turns)
        else:
            _chevron(pen, (0.5, 1 - way), 0, chevron)
    return pen.tile(angle_of(direction))


def _corner_chevron(pen: Pen, way: float, fill: str, *, is_left: bool) -> None:
    """Draw a chevron on the quarter circle from the west (or east) side to the north side, a part of the way along."""
    angle = (1 - way) * pi / 2
    x, y = 0.5 * cos(angle), 0.5 * sin(angle)
    _chevron(pen, (x, y) if is_left else (1 - x, y), angle if is_left else -angle, fill)


def _chevron(pen: Pen, centre: Point, angle: float, fill: str) -> None:
    """Draw a chevron that points north, turned clockwise by an angle."""
    arms = ((-0.2, 0.1), (0, -0.1), (0.2, 0.1))
    (x, y), across, along = centre, cos(angle), sin(angle)
    pen.stroke([(x + dx * across - dy * along, y + dx * along + dy * across) for dx, dy in arms], fill, 0.1)


@lru_cache(maxsize=_KEPT)
def gear(cell: int, turn: Turn) -> Image.Image:
    """Return a gear with the arrow of its turn: green right, red left (R5.2)."""
    pen, fill = Pen(cell), theme.GEAR_RIGHT if turn is Turn.RIGHT else theme.GEAR_LEFT
    for tooth in range(8):
        x, y = cos(tooth * pi / 4) * 0.43, sin(tooth * pi / 4) * 0.43
        pen.stroke([CENTRE, (0.5 + x * 0.9, 0.5 + y * 0.9)], fill, 0.15)
    pen.disc(0.36, fill)
    side = 1 if turn is Turn.RIGHT else -1
    pen.arc(0.2, (150, 360) if side == 1 else (180, 390), theme.TEXT, 0.08)
    pen.shape([(0.5 + side * x, y) for x, y in ((0.04, 0.48), (0.36, 0.48), (0.2, 0.68))], theme.TEXT)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def pit(cell: int) -> Image.Image:
    """Return a pit with a hazard edge."""
    pen = Pen(cell)
    pen.shape(((0, 0), (1, 0), (1, 1), (0, 1)), theme.PIT)
    for quarter in range(-4, 5):
        start = quarter / 4
        pen.shape(((start, 0), (start + 0.125, 0), (start + 1.125, 1), (start + 1, 1)), theme.HAZARD)
    pen.panel(0.13, theme.PIT)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def drop(cell: int, facing: Facing) -> Image.Image:
    """Return what lies beyond an open piece of the frame, seen over it in a facing: a hazard edge (R4.4)."""
    pen = Pen(cell)
    pen.shape(((0, 0.84), (1, 0.84), (1, 1), (0, 1)), theme.PIT)
    for quarter in range(4):
        start = quarter / 4
        pen.shape(((start, 1), (start + 0.125, 1), (start + 0.25, 0.86), (start + 0.125, 0.86)), theme.HAZARD)
    return pen.tile(angle_of(facing))


@lru_cache(maxsize=_KEPT)
def reboot(cell: int) -> Image.Image:
    """Return the reboot square: the sign of a power switch."""
    pen = Pen(cell)
    pen.panel(0.1, theme.REBOOT)
    pen.arc(0.22, (-55, 235), theme.TEXT, 0.08)
    pen.stroke([(0.5, 0.24), (0.5, 0.5)], theme.TEXT, 0.08)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def start(cell: int, number: int) -> Image.Image:
    """Return a start square's number in a frame."""
    pen = Pen(cell)
    pen.panel(0.09, theme.BACKGROUND, theme.START, 0.05)
    pen.write(str(number), 0.34, theme.START)
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def finish(cell: int) -> Image.Image:
    """Return a square beyond the pink line: small checks."""
    pen = Pen(cell)
    for x in range(4):
        for y in range(4):
            corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            pen.shape([(left / 4, top / 4) for left, top in corners], theme.FINISHES[(x + y) % 2])
    return pen.tile()


@lru_cache(maxsize=_KEPT)
def emitter(cell: int) -> Image.Image:
    """Return the lens of a laser, in the middle of its tile."""
    pen = Pen(cell)
    pen.disc(0.13, theme.INK)
    pen.disc(0.11, theme.WALL)
    pen.disc(0.07, theme.LASER)
    return pen.tile()
