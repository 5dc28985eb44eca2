"""What stands beside the board: the round, and the robots in the order in which they play."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.layout import PANEL, Layout
from simulation.board import Board
from simulation.priority import prioritise
from simulation.state import Robot

_NAME, _DETAIL, _TITLE = 0.52, 0.46, 0.62
"""Cells: the letters' sizes."""
_PADDING = 0.3
_ROOMY = 1.4
"""Cells: from this height on a robot's line has room between its name and its details."""


@dataclass(frozen=True, slots=True)
class Line:
    """What is told of one robot."""

    seat: int
    name: str
    damage: int
    place: int | None = None
    """Its place in the order of the next register, from 1; None when it is not on the board."""
    distance: int | None = None
    """Squares from the Guard."""
    rank: int | None = None
    """Its rank, once it is over the line."""


def panel_lines(board: Board, robots: Sequence[Robot], damage: Sequence[int]) -> tuple[Line, ...]:
    """Return the robots as they play (R3), behind them those over the line by rank, and those that left the race."""
    priority = prioritise(board, [robot.position for robot in robots])
    racing = [
        Line(seat, shown_name(robots[seat].name, seat), damage[seat], place, distance)
        for place, (seat, distance) in enumerate(zip(priority.order, priority.distances, strict=True), start=1)
    ]
    others = [
        Line(seat, shown_name(robot.name, seat), damage[seat], rank=robot.finished)
        for seat, robot in enumerate(robots)
        if robot.position is None
    ]
    return (*racing, *sorted(others, key=lambda line: (line.rank is None, line.rank or 0, line.seat)))


def shown_name(name: str, seat: int) -> str:
    """Return a robot's name, or its number where the letters cannot show all of it."""
    return name if letters.is_legible(name) else f"Robot {seat + 1}"


class PanelPainter:
    """Writes the panel of one picture."""

    def __init__(self, image: Image.Image, layout: Layout) -> None:
        """Take the picture, and where things are in it."""
        self._image, self._layout = image, layout
        self._draw = ImageDraw.Draw(image)
        self._left = layout.panel_left

    def draw(self, heading: Sequence[str], lines: Sequence[Line]) -> None:
        """Draw the heading, one or two lines, less those that the letters cannot show, and the robots."""
        px, (right, bottom) = self._layout.px, self._layout.size
        self._draw.rectangle((px(self._left), 0, right, bottom), theme.PANEL)
        for row, text in enumerate(filter(letters.is_legible, heading)):
            size, fill = (_TITLE, theme.TEXT) if row == 0 else (_NAME, theme.FAINT)
            self._write((self._left + _PADDING, 0.62 + 0.8 * row), text, size, fill)
        for row, line in enumerate(lines):
            self._line(self._layout.panel_top(row), line)

    def _line(self, top: float, line: Line) -> None:
        height = self._layout.panel_line
        upper, lower = top + 0.3 * height, top + 0.3 * height + 0.62
        left = self._left + _PADDING
        if line.place is not None:
            self._write((left, top + 0.5 * height), str(line.place), _DETAIL, theme.FAINT)
        tile = tokens.robot(self._layout.cell, line.seat, 0)
        self._image.paste(tile, self._at((left + 0.55, top + (height - 1) / 2)), tile)
        text = left + 1.7
        has_two = height >= _ROOMY
        self._write((text, upper if has_two else top + 0.28 * height), line.name, _NAME, theme.TEXT)
        self._details((text, lower if has_two else top + 0.28 * height + 0.52), line)

    def _details(self, place: tuple[float, float], line: Line) -> None:
        """Draw distance or rank, and damage, each as a sign with its number."""
        x, y = place
        for sign, number in (
            (tokens.guard, line.distance),
            (marks.flag, line.rank),
            (marks.damage_card, line.damage or None),
        ):
            if number is not None:
                tile = sign(self._layout.px(0.5))
                self._image.paste(tile, self._at((x, y - 0.25)), tile)
                self._write((x + 0.6, y), str(number), _DETAIL, theme.FAINT)
                x += 1.6

    def _at(self, place: tuple[float, float]) -> tuple[int, int]:
        return self._layout.px(place[0]), self._layout.px(place[1])

    def _write(self, place: tuple[float, float], text: str, size: float, fill: str) -> None:
        """Write one line from its left end on, cut at the panel's end; place and size in cells."""
        pixels = self._layout.px(size)
        room = self._layout.px(self._left + PANEL - _PADDING / 2 - place[0])
        letters.write(self._draw, self._at(place), letters.cut(text, pixels, room), pixels, fill)
