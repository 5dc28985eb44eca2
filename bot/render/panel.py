"""What stands beside the board: the round, and the robots in the order in which they play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.layout import PANEL, Layout
from bot.render.palette import reduced
from simulation.board import Board
from simulation.priority import prioritise
from simulation.state import Robot

_TITLE, _SUBTITLE, _LEAST_HEADING = 0.68, 0.54, 0.4
_NAMES, _DETAILS = (0.5, 0.64), (0.44, 0.54)
"""Cells: the letters' sizes: of the heading, and how small a long line of it gets before it is cut; of names and
details the least and the largest, as the robots' lines leave room.
"""
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


def draw_panel(picture: Image.Image, layout: Layout, heading: Sequence[str], lines: Sequence[Line]) -> None:
    """Draw a picture's panel, in the palette: a heading, less what the letters cannot show, and the robots."""
    painter = PanelPainter(picture, layout)
    painter.ground()
    painter.heading([text for text in heading if letters.is_legible(text)])
    for row, line in enumerate(lines):
        painter.line(layout.panel_top(row), line)


class PanelPainter:
    """Lays kept tiles on a picture; places in cells from the panel's top left corner."""

    def __init__(self, picture: Image.Image, layout: Layout) -> None:
        """Take the picture, in the common palette, and where things are in it."""
        self._picture, self._layout = picture, layout
        self._left = layout.px(layout.panel_left)

    def ground(self) -> None:
        """Lay the panel's ground."""
        ImageDraw.Draw(self._picture).rectangle((self._left, 0, *self._layout.size), theme.PANEL)

    def heading(self, told: Sequence[str]) -> None:
        """Write one or two lines at the panel's top."""
        for row, text in enumerate(told):
            largest, fill = (_TITLE, theme.TEXT) if row == 0 else (_SUBTITLE, theme.FAINT)
            room = self._layout.px(PANEL - _PADDING / 2 - _PADDING)
            share = 0.97 * room / letters.width(text, self._layout.px(largest))  # letters are of whole pixels
            size = max(_LEAST_HEADING, min(largest, largest * share))
            self.write((_PADDING, 0.62 + 0.8 * row), text, size, fill)

    def line(self, top: float, line: Line) -> None:
        """Tell of one robot."""
        height = self._layout.panel_line
        name, detail = (min(most, max(least, 0.32 * height)) for least, most in (_NAMES, _DETAILS))
        middle, left = top + height / 2, _PADDING
        if line.place is not None:
            self.write((left, middle), str(line.place), _DETAILS[0], theme.FAINT)
        self.paste(_token(self._layout.cell, line.seat), (left + 0.6, middle - 0.5))
        self.write((left + 1.8, middle - 0.55 * name), line.name, name, theme.TEXT)
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
                self.paste(_sign(self._layout.px(1.1 * size), sign), (x, y - 0.55 * size))
                self.write((x + 1.25 * size, y), str(number), size, theme.FAINT)
                x += 3.4 * size

    def write(self, place: tuple[float, float], text: str, size: float, fill: str) -> None:
        """Write one line from its left end on, cut at the panel's end."""
        (x, y), pixels = place, self._layout.px(size)
        tile = _written(text, pixels, fill, self._layout.px(PANEL - _PADDING / 2 - x))
        self._picture.paste(tile, (self._left + self._layout.px(x), self._layout.px(y) - tile.height // 2))

    def paste(self, tile: Image.Image, place: tuple[float, float]) -> None:
        """Lay a kept tile."""
        x, y = place
        self._picture.paste(tile, (self._left + self._layout.px(x), self._layout.px(y)))


@lru_cache(maxsize=512)
def _written(text: str, size: int, fill: str, room: int) -> Image.Image:
    """Return a line of text on the panel's ground in the common palette, cut to so many pixels."""
    shown = letters.cut(text, size, room)
    tile = Image.new("RGB", (ceil(letters.width(shown, size)), round(1.3 * size)), theme.PANEL)
    letters.write(ImageDraw.Draw(tile), (0, tile.height // 2), shown, size, fill)
    return reduced(tile)


@lru_cache(maxsize=64)
def _sign(size: int, sign: Callable[[int], Image.Image]) -> Image.Image:
    """Return a sign on the panel's ground in the common palette."""
    return on_panel(sign(size))


@lru_cache(maxsize=256)
def _token(cell: int, seat: int) -> Image.Image:
    """Return a robot that faces north on the panel's ground in the common palette."""
    return on_panel(tokens.robot(cell, seat))


def on_panel(tile: Image.Image) -> Image.Image:
    """Return a tile on the panel's ground in the common palette."""
    ground = Image.new("RGB", tile.size, theme.PANEL)
    ground.paste(tile, (0, 0), tile)
    return reduced(ground)
