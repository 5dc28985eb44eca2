"""The pieces that pictures are composed of, each a square tile with a transparent ground.

A tile is drawn at four times its size and reduced. Tiles are kept: nobody may draw on one.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.render import theme
from simulation.geometry import CLOCKWISE, Facing, Turn

_SHARPNESS = 4
_ROTATIONS = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)

Point = tuple[float, float]
CENTRE = (0.5, 0.5)


class Pen:
    """Draws one tile; lengths are in cells, places from the tile's top left corner, y down."""

    def __init__(self, cell: int) -> None:
        """Take the tile's size in pixels."""
        self._cell, self._side = cell, cell * _SHARPNESS
        self._image = Image.new("RGBA", (self._side, self._side))
        self._draw = ImageDraw.Draw(self._image)

    def shape(self, points: Iterable[Point], fill: str) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], fill)

    def stroke(self, points: Sequence[Point], fill: str, width: float = 0.07) -> None:
        """Draw a line through points, with round ends."""
        self._draw.line([self._at(point) for point in points], fill, round(width * self._side), joint="curve")
        for end in (points[0], points[-1]):
            self.disc(width / 2, fill, end)

    def disc(self, radius: float, fill: str, centre: Point = CENTRE) -> None:
        """Fill a circle."""
        self._draw.circle(self._at(centre), radius * self._side, fill)

    def arc(self, radius: float, ends: Point, fill: str, width: float, centre: Point = CENTRE) -> None:
        """Draw an arc clockwise between two angles, in degrees from the east."""
        (x, y), outer = centre, radius + width / 2
        box = (*self._at((x - outer, y - outer)), *self._at((x + outer, y + outer)))
        self._draw.arc(box, *ends, fill, round(width * self._side))

    def panel(self, inset: float, fill: str, outline: str | None = None, width: float = 0) -> None:
        """Fill a square with round corners, so far from the tile's edges."""
        box = (*self._at((inset, inset)), *self._at((1 - inset, 1 - inset)))
        self._draw.rounded_rectangle(box, 0.12 * self._side, fill, outline, round(width * self._side))

    def write(self, text: str, height: float, fill: str, centre: Point = CENTRE) -> None:
        """Write text whose capitals and digits are so high."""
        letters = theme.font(round(height * self._side / 0.7))
        left, top, right, bottom = letters.getbbox(text)
        x, y = self._at(centre)
        place = (x - (left + right) / 2, y - (top + bottom) / 2)
        self._draw.text(place, text, fill, letters, stroke_width=height * self._side / 24, stroke_fill=fill)

    def tile(self, facing: Facing = Facing.NORTH) -> Image.Image:
        """Return what was drawn as facing north, turned to a facing."""
        tile = self._image.resize((self._cell, self._cell), Image.Resampling.BOX)
        quarters = CLOCKWISE.index(facing)
        return tile.transpose(_ROTATIONS[quarters - 1]) if quarters else tile

    def _at(self, point: Point) -> Point:
        return point[0] * self._side, point[1] * self._side


@cache
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
    return pen.tile(direction)


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


@cache
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


@cache
def pit(cell: int) -> Image.Image:
    """Return a pit with a hazard edge."""
    pen = Pen(cell)
    pen.shape(((0, 0), (1, 0), (1, 1), (0, 1)), theme.PIT)
    for quarter in range(-4, 5):
        start = quarter / 4
        pen.shape(((start, 0), (start + 0.125, 0), (start + 1.125, 1), (start + 1, 1)), theme.HAZARD)
    pen.panel(0.13, theme.PIT)
    return pen.tile()


@cache
def drop(cell: int, facing: Facing) -> Image.Image:
    """Return what lies beyond an open piece of the frame, seen over it in a facing: a hazard edge (R4.4)."""
    pen = Pen(cell)
    pen.shape(((0, 0.84), (1, 0.84), (1, 1), (0, 1)), theme.PIT)
    for quarter in range(4):
        start = quarter / 4
        pen.shape(((start, 1), (start + 0.125, 1), (start + 0.25, 0.86), (start + 0.125, 0.86)), theme.HAZARD)
    return pen.tile(facing)


@cache
def reboot(cell: int) -> Image.Image:
    """Return the reboot square: the sign of a power switch."""
    pen = Pen(cell)
    pen.panel(0.1, theme.REBOOT)
    pen.arc(0.22, (-55, 235), theme.TEXT, 0.08)
    pen.stroke([(0.5, 0.24), (0.5, 0.5)], theme.TEXT, 0.08)
    return pen.tile()


@cache
def start(cell: int, number: int) -> Image.Image:
    """Return a start square's number in a frame."""
    pen = Pen(cell)
    pen.panel(0.09, theme.BACKGROUND, theme.START, 0.05)
    pen.write(str(number), 0.42, theme.START)
    return pen.tile()


@cache
def finish(cell: int) -> Image.Image:
    """Return a square beyond the pink line: small checks."""
    pen = Pen(cell)
    for x in range(4):
        for y in range(4):
            corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            pen.shape([(left / 4, top / 4) for left, top in corners], theme.FINISHES[(x + y) % 2])
    return pen.tile()


@cache
def emitter(cell: int) -> Image.Image:
    """Return the lens of a laser, in the middle of its tile."""
    pen = Pen(cell)
    pen.disc(0.13, theme.INK)
    pen.disc(0.11, theme.WALL)
    pen.disc(0.07, theme.LASER)
    return pen.tile()


@cache
def guard(cell: int) -> Image.Image:
    """Return the Guard: a shield with its letter."""
    pen = Pen(cell)
    pen.shape(((0.14, 0.18), (0.86, 0.18), (0.86, 0.56), (0.5, 0.94), (0.14, 0.56)), theme.INK)
    pen.shape(((0.18, 0.22), (0.82, 0.22), (0.82, 0.54), (0.5, 0.88), (0.18, 0.54)), theme.GUARD)
    pen.write("G", 0.36, theme.INK, (0.5, 0.47))
    return pen.tile()


@cache
def robot(cell: int, seat: int, facing: Facing) -> Image.Image:
    """Return a robot: a disc with its number (seat + 1), in a ring whose nose points where it faces."""
    body, number, fill = Pen(cell), Pen(cell), theme.ROBOTS[seat]
    for radius, nose, colour in ((0.38, -0.02, theme.INK), (0.35, 0.03, theme.TEXT)):
        body.disc(radius, colour)
        body.shape(((0.5 - radius * 0.9, 0.35), (0.5, nose), (0.5 + radius * 0.9, 0.35)), colour)
    body.disc(0.3, theme.INK)
    body.disc(0.28, fill)
    ink = theme.TEXT if fill == theme.LIGHT_INK_ON else theme.INK
    text = str(seat + 1)
    number.write(text, 0.42 if len(text) == 1 else 0.32, ink)
    return Image.alpha_composite(body.tile(facing), number.tile())
