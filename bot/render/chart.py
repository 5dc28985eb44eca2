"""Each robot's way up the board over the rounds: how many steps it still had to go to the line after each."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from PIL import Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.palette import reduced

WIDTH, HEIGHT = 1100, 700
"""Pixels: about as wide to high as Discord shows a picture, and readable at half this size."""
_SHARPNESS = 2
"""Lines are drawn at so many times the size, and reduced."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 350, 106, 96
"""Pixels: what is beside, above and below the lines."""
_TITLE, _SMALL, _LARGEST_NAME = 34, 24, 30
_LANE, _LANES = 30, 210
"""Pixels: how high the lane of a robot over the line is, and all of them at most."""
_LINE, _CASING, _DOT = 6, 10, 9
_SPREAD = 18
"""Pixels: how far lines that go the same way lie apart at most, the first from the last."""
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS, _LEAST_ROUND = 8, 56
"""Lines across at most, and pixels between two numbers of rounds at least."""
_LEAST_DOT = 22
"""Pixels between two rounds from which on each has its dot."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Way:
    """A robot's way."""

    seat: int
    name: str
    left: tuple[int | None, ...]
    """Steps to the line at the start and after each round; None once it is not on the board."""
    rank: int | None = None
    """Its rank, if it is over the line now."""

    @property
    def has_left(self) -> bool:
        """Whether it left the race."""
        return self.rank is None and self.left[-1] is None


@dataclass(frozen=True, slots=True)
class Chart:
    """What the picture shows."""

    heading: tuple[str, str]
    """The game, and what is measured."""
    rounds: str
    """What stands under the numbers of rounds."""
    ways: tuple[Way, ...]
    """At most twelve, the first in the standings first."""


def draw_chart(chart: Chart) -> Image.Image:
    """Return the picture in the common palette."""
    places = _Places(chart)
    image = Image.new("RGB", (WIDTH * _SHARPNESS, HEIGHT * _SHARPNESS), theme.BACKGROUND)
    _draw_lines(ImageDraw.Draw(image), chart, places)
    image = image.reduce(_SHARPNESS)
    _write(image, chart, places)
    return reduced(image)


@dataclass(frozen=True)
class _Places:
    """Where things are, in pixels of the finished picture."""

    chart: Chart

    @cached_property
    def rounds(self) -> int:
        return len(self.chart.ways[0].left) - 1

    @cached_property
    def most(self) -> int:
        """The largest number of steps that is shown."""
        return max([each for way in self.chart.ways for each in way.left if each is not None], default=1) or 1

    @cached_property
    def finished(self) -> int:
        return max((way.rank or 0 for way in self.chart.ways), default=0)

    @cached_property
    def lane(self) -> float:
        return min(_LANE, _LANES / max(self.finished, 1))

    @cached_property
    def line(self) -> float:
        """The height of the pink line: above it are those who are over it, in lanes by rank."""
        return _TOP + self.finished * self.lane + 8

    @cached_property
    def step(self) -> float:
        """Pixels between two numbers of steps."""
        return (HEIGHT - _BOTTOM - self.line) / self.most

    @cached_property
    def spread(self) -> float:
        """How far lines that go the same way lie apart, each from the next."""
        return min(_SPREAD, 0.7 * self.step) / max(len(self.chart.ways), 2)

    def across(self, round_number: float) -> float:
        return _LEFT + 24 + round_number * (WIDTH - _RIGHT - _LEFT - 48) / max(self.rounds, 1)

    def down(self, steps: float) -> float:
        return self.line + steps * self.step

    def points(self, way: Way) -> list[Point]:
        """Return where a robot's line goes: over the line into its rank's lane, and along that to the last round."""
        lane = self.spread * (way.seat - (len(self.chart.ways) - 1) / 2)
        points = [
            (self.across(number), self.down(left) + lane) for number, left in enumerate(way.left) if left is not None
        ]
        if way.rank is not None:
            height = _TOP + (way.rank - 0.5) * self.lane
            points += [(self.across(number), height) for number in range(len(points), self.rounds + 1)]
        return points

    def labels(self) -> list[tuple[Way, Point, float]]:
        """Return each robot with the end of its line, and the height of its label: apart, and as near as there is."""
        ends = [(way, points[-1]) for way in self.chart.ways if (points := self.points(way))]
        ends.sort(key=lambda found: found[1][1])
        room = self.label
        heights: list[float] = []
        for index, (_, (_, height)) in enumerate(ends):
            least = heights[-1] + room if heights else 0.0
            below = (len(ends) - index - 0.5) * room
            heights.append(max(least, min(height, HEIGHT - 12 - below), _TOP + room / 2 - 16))
        return [(way, end, height) for (way, end), height in zip(ends, heights, strict=True)]

    @cached_property
    def label(self) -> float:
        return min(52.0, (HEIGHT - _TOP) / max(len(self.chart.ways), 1))


def _draw_lines(draw: ImageDraw.ImageDraw, chart: Chart, places: _Places) -> None:
    left, right = _LEFT, WIDTH - _RIGHT
    for steps in _ticks(places.most, _MOST_TICKS):
        _draw_line(draw, [(left, places.down(steps)), (right, places.down(steps))], theme.GRID, 2)
    _draw_line(draw, [(left, places.line), (right, places.line)], theme.LINE, 5)
    for way, end, height in places.labels():
        _draw_line(draw, [end, (right, end[1]), (right + 22, height)], theme.ROBOTS[way.seat], 2)
    has_dots = places.across(1) - places.across(0) >= _LEAST_DOT
    for way in reversed(chart.ways):
        points = places.points(way)
        _draw_line(draw, points, theme.BACKGROUND, _CASING)
        _draw_line(draw, points, theme.ROBOTS[way.seat], _LINE)
        for point in points if has_dots else points[:1] + points[-1:]:
            _draw_dot(draw, point, _DOT + 2, theme.BACKGROUND)
            _draw_dot(draw, point, _DOT, theme.ROBOTS[way.seat])
        if way.has_left and points:
            _draw_cross(draw, points[-1], way.seat)


def _draw_line(draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: str, width: float) -> None:
    if len(points) > 1:
        scaled = [(x * _SHARPNESS, y * _SHARPNESS) for x, y in points]
        draw.line(scaled, colour, round(width * _SHARPNESS), joint="curve")


def _draw_dot(draw: ImageDraw.ImageDraw, point: Point, radius: float, colour: str) -> None:
    draw.circle((point[0] * _SHARPNESS, point[1] * _SHARPNESS), radius * _SHARPNESS, colour)


def _draw_cross(draw: ImageDraw.ImageDraw, point: Point, seat: int) -> None:
    """Draw where a robot left the race."""
    x, y = point
    for colour, width, reach in ((theme.BACKGROUND, _CASING + 2, 16), (theme.ROBOTS[seat], _LINE, 15)):
        for slope in (1, -1):
            _draw_line(draw, [(x - reach, y - slope * reach), (x + reach, y + slope * reach)], colour, width)


def _write(image: Image.Image, chart: Chart, places: _Places) -> None:
    draw = ImageDraw.Draw(image)
    title, measure = chart.heading
    if letters.is_legible(title):
        letters.write(draw, (20, 34), letters.cut(title, _TITLE, WIDTH - 40), _TITLE, theme.TEXT)
    letters.write(draw, (20, 74), letters.cut(measure, _SMALL, WIDTH - 40), _SMALL, theme.FAINT)
    for steps in (0, *_ticks(places.most, _MOST_TICKS)):
        letters.write_centred(draw, (_LEFT / 2, places.down(steps)), str(steps), _SMALL, theme.FAINT)
    most = int((WIDTH - _RIGHT - _LEFT) / _LEAST_ROUND)
    for number in (0, *_ticks(places.rounds, most)):
        letters.write_centred(draw, (places.across(number), HEIGHT - 58), str(number), _SMALL, theme.FAINT)
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    letters.write_centred(draw, (middle, HEIGHT - 24), chart.rounds, _SMALL, theme.FAINT)
    for way, _, height in places.labels():
        _write_label(image, draw, way, height, places.label)


def _write_label(image: Image.Image, draw: ImageDraw.ImageDraw, way: Way, height: float, room: float) -> None:
    """Write who a line is: token, name, and steps to go, or a flag with the rank."""
    side, size, left = int(room - 4), min(_LARGEST_NAME, int(0.62 * room)), WIDTH - _RIGHT + 26
    token = tokens.robot(side, way.seat)
    image.paste(token, (left, round(height - side / 2)), token)
    number = way.rank if way.rank is not None else way.left[-1]
    right = WIDTH - 16
    if way.has_left:
        right -= side
        image.paste(marks.cross(side, way.seat), (right, round(height - side / 2)), marks.cross(side, way.seat))
    else:
        right -= round(letters.width(str(number), size))
        letters.write(draw, (right, height), str(number), size, theme.TEXT)
    if way.rank is not None:
        flag = marks.flag(size)
        right -= size + 4
        image.paste(flag, (right, round(height - size / 2)), flag)
    x = left + side + 10
    letters.write(draw, (x, height), letters.cut(way.name, size, right - 14 - x), size, theme.TEXT)


def _ticks(most: int, lines: int) -> Iterator[int]:
    """Yield round numbers up to the largest one, at most so many."""
    distance = _TICKS[min(bisect_left(_TICKS, most / max(lines, 1)), len(_TICKS) - 1)]
    yield from range(distance, most + 1, distance)
