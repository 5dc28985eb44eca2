"""Drawing one small tile: at four times its size, then reduced, on a transparent ground."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.render import letters

Point = tuple[float, float]
CENTRE = (0.5, 0.5)

_SHARPNESS = 4
_DIGIT = 0.668
"""How high a digit is in a font of size 1."""
_QUARTERS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}


class Pen:
    """Draws one tile; lengths are in tiles, places from the tile's top left corner, y down."""

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

    def ring(self, radius: float, fill: str, width: float, centre: Point = CENTRE) -> None:
        """Draw a circle's line, around its radius."""
        self.arc(radius, (0, 360), fill, width, centre)

    def arc(self, radius: float, ends: Point, fill: str, width: float, centre: Point = CENTRE) -> None:
        """Draw an arc clockwise between two angles, in degrees from the east."""
        (x, y), outer = centre, radius + width / 2
        box = (*self._at((x - outer, y - outer)), *self._at((x + outer, y + outer)))
        self._draw.arc(box, *ends, fill, round(width * self._side))

    def panel(self, inset: float, fill: str | None, outline: str | None = None, width: float = 0) -> None:
        """Fill a square with round corners, so far from the tile's edges."""
        self.box((inset, inset), (1 - inset, 1 - inset), fill, outline, width)

    def box(  # noqa: PLR0913, PLR0917 - a box has so many sides
        self,
        start: Point,
        end: Point,
        fill: str | None,
        outline: str | None = None,
        width: float = 0,
        corner: float = 0.12,
    ) -> None:
        """Fill a box with round corners between two places."""
        box = (*self._at(start), *self._at(end))
        self._draw.rounded_rectangle(box, corner * self._side, fill, outline, round(width * self._side))

    def write(self, text: str, height: float, fill: str, centre: Point = CENTRE, widest: float = 1) -> None:
        """Write text whose capitals and digits are so high, squeezed where it would be wider than `widest`."""
        drawn = letters.font(round(height * self._side / _DIGIT))
        stroke = height * self._side / 32
        left, top, right, bottom = drawn.getbbox(text, stroke_width=stroke)
        written = Image.new("L", (round(right - left), round(bottom - top)))
        ImageDraw.Draw(written).text((-left, -top), text, 255, drawn, stroke_width=stroke)
        shown = written.resize((min(written.width, round(widest * self._side)), written.height))
        x, y = self._at(centre)
        self._image.paste(fill, (round(x - shown.width / 2), round(y - shown.height / 2)), shown)

    def tile(self, angle: int = 0) -> Image.Image:
        """Return what was drawn, turned clockwise by an angle in degrees."""
        turned = self._image
        if angle % 90:
            turned = turned.rotate(-angle, Image.Resampling.BICUBIC)
        tile = turned.resize((self._cell, self._cell), Image.Resampling.BOX)
        return tile.transpose(_QUARTERS[angle]) if angle in _QUARTERS else tile

    def _at(self, point: Point) -> Point:
        return point[0] * self._side, point[1] * self._side


def polygon(corners: int, radius: float, centre: Point = CENTRE, turn: float = 0) -> list[Point]:
    """Return a regular polygon, its first corner in the north, turned clockwise by an angle in degrees."""
    angles = [2 * pi * corner / corners + turn * pi / 180 for corner in range(corners)]
    return [(centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)) for angle in angles]
