"""What stands beside the board: the round, and the robots in the order in which they play."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.layout import PANEL, Layout
from simulation.board import Board
from simulation.priority import prioritise
from simulation.state import Robot

_TITLE, _SUBTITLE = 0.68, 0.54
_NAMES, _DETAILS = (0.5, 0.64), (0.44, 0.54)
"""Cells: the letters' sizes; of names and details the least and the largest, as the robots' lines leave room."""
_PADDING = 0.3


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


def draw_panel(layout: Layout, heading: Sequence[str], lines: Sequence[Line]) -> Image.Image:
    """Return a picture's panel: a heading of one or two lines, less what the letters cannot show, and the robots."""
    width, height = layout.size
    image = Image.new("RGB", (width - layout.px(layout.panel_left), height), theme.PANEL)
    painter = _Painter(image, layout)
    painter.heading([text for text in heading if letters.is_legible(text)])
    for row, line in enumerate(lines):
        painter.line(layout.panel_top(row), line)
    return image


class _Painter:
    """Writes one panel; places in cells from its top left corner."""

    def __init__(self, image: Image.Image, layout: Layout) -> None:
        self._image, self._layout = image, layout
        self._draw = ImageDraw.Draw(image)

    def heading(self, told: Sequence[str]) -> None:
        for row, text in enumerate(told):
            size, fill = (_TITLE, theme.TEXT) if row == 0 else (_SUBTITLE, theme.FAINT)
            self._write((_PADDING, 0.62 + 0.8 * row), text, size, fill)

    def line(self, top: float, line: Line) -> None:
        height = self._layout.panel_line
        name, detail = (min(most, max(least, 0.32 * height)) for least, most in (_NAMES, _DETAILS))
        middle, left = top + height / 2, _PADDING
        if line.place is not None:
            self._write((left, middle), str(line.place), _DETAILS[0], theme.FAINT)
        tile = tokens.robot(self._layout.cell, line.seat, 0)
        self._image.paste(tile, self._at((left + 0.6, middle - 0.5)), tile)
        self._write((left + 1.8, middle - 0.55 * name), line.name, name, theme.TEXT)
        self._details((left + 1.8, middle + 0.72 * detail), detail, line)

    def _details(self, place: tuple[float, float], size: float, line: Line) -> None:
        """Draw distance or rank, and damage, each as a sign with its number."""
        x, y = place
        for sign, number in (
            (tokens.guard, line.distance),
            (marks.flag, line.rank),
            (marks.damage_card, line.damage or None),
        ):
            if number is not None:
                tile = sign(self._layout.px(1.1 * size))
                self._image.paste(tile, self._at((x, y - 0.55 * size)), tile)
                self._write((x + 1.25 * size, y), str(number), size, theme.FAINT)
                x += 3.4 * size

    def _at(self, place: tuple[float, float]) -> tuple[int, int]:
        return self._layout.px(place[0]), self._layout.px(place[1])

    def _write(self, place: tuple[float, float], text: str, size: float, fill: str) -> None:
        """Write one line from its left end on, cut at the panel's end; place and size in cells."""
        pixels = self._layout.px(size)
        room = self._layout.px(PANEL - _PADDING / 2 - place[0])
        letters.write(self._draw, self._at(place), letters.cut(text, pixels, room), pixels, fill)
