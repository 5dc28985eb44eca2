"""The way that a program would take alone on the board: a robot, its trail, and where each register leads it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.render import marks, theme, tokens
from bot.render.ground import ground
from bot.render.layout import Layout
from bot.render.palette import blend
from bot.render.panel import PanelPainter, on_panel
from bot.render.pen import Pen
from bot.render.trails import Trail, draw_trails
from simulation.board import Board
from simulation.geometry import Position
from simulation.state import Robot

_ALONE, _PAIR, _SHARED = 0.86, 0.66, 0.56
"""Cells: how large a register's sign is, alone in its square, with one other, and with more or the robot itself."""
_PLACES = ((-0.24, -0.24), (0.24, 0.24), (0.24, -0.24), (-0.24, 0.24), (0.0, 0.0))
"""Cells from a square's middle: where signs that share a square are, at most five."""
_NAME, _DETAIL = 0.56, 0.46
_SIGN, _SIGN_LEFT, _TEXT_LEFT = 1.1, 0.25, 1.7
"""Cells: the letters' sizes, the size and place of signs and texts in the panel."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A register, as the panel tells of it."""

    card: str
    """Its name."""
    where: str
    """Where it leads."""


@dataclass(frozen=True, slots=True)
class PathShown:
    """What the picture of a path shows."""

    board: Board
    seat: int
    start: Robot
    stops: tuple[Robot, ...]
    """The robot after each register."""
    legs: tuple[Leg, ...]
    """Registers from the first on, those behind the last stop included."""
    trail: tuple[Trail, ...]
    """One for the robot, if it moves; of seat 0."""
    heading: tuple[str, ...]


def draw_path(shown: PathShown, largest_cell: int = theme.LARGEST_CELL) -> Image.Image:
    """Return the picture in the common palette, at most 1,600 pixels high."""
    layout = Layout(shown.board, largest_cell, len(shown.legs))
    image = ground(layout).copy()
    trails = [Trail(shown.seat, trail.pieces, trail.falls) for trail in shown.trail]
    draw_trails(ImageDraw.Draw(image), layout, trails, None)
    for trail in trails:
        for place in trail.falls:
            blend(image, marks.cross(layout.cell, shown.seat), layout.corner(place))
    start = shown.start.position
    assert start is not None, "who has a program is on the board"
    robot = tokens.robot(layout.cell, shown.seat, tokens.angle_of(shown.start.facing))
    blend(image, robot, layout.corner(start))
    for register, stop, (across, down), size in _placed(start, shown.stops):
        assert stop.position is not None, "only stops on the board have a place"
        side, (x, y) = layout.px(size), layout.corner(stop.position)
        corner = x + layout.px(0.5 + across) - side // 2, y + layout.px(0.5 + down) - side // 2
        blend(image, register_sign(side, register, tokens.angle_of(stop.facing)), corner)
    x, y, side = layout.doll
    blend(image, tokens.doll(side, is_red=False), (x, y))
    _draw_panel(image, layout, shown)
    return image


def _placed(start: Position | None, stops: Sequence[Robot]) -> list[tuple[int, Robot, tuple[float, float], float]]:
    """Return each stop on the board with its register, its place from its square's middle, and its sign's size."""
    sharing: dict[Position, list[tuple[int, Robot]]] = defaultdict(list)
    for register, stop in enumerate(stops, start=1):
        if stop.position is not None:
            sharing[stop.position].append((register, stop))
    placed: list[tuple[int, Robot, tuple[float, float], float]] = []
    for square, there in sharing.items():
        if len(there) == 1 and square != start:
            placed.append((*there[0], (0.0, 0.0), _ALONE))
        else:
            size = _PAIR if len(there) == 2 and square != start else _SHARED  # noqa: PLR2004 - a pair
            placed += [(*each, place, size) for each, place in zip(there, _PLACES, strict=False)]
    return placed


def _draw_panel(image: Image.Image, layout: Layout, shown: PathShown) -> None:
    painter = PanelPainter(image, layout)
    painter.ground()
    painter.heading(shown.heading)
    for row, leg in enumerate(shown.legs):
        middle = layout.panel_top(row) + layout.panel_line / 2
        angle = tokens.angle_of(shown.stops[row].facing) if row < len(shown.stops) else None
        painter.paste(_panel_sign(layout.px(_SIGN), row + 1, angle), (_SIGN_LEFT, middle - _SIGN / 2))
        painter.write((_TEXT_LEFT, middle - 0.55 * _NAME), leg.card, _NAME, theme.TEXT)
        painter.write((_TEXT_LEFT, middle + 0.75 * _DETAIL), leg.where, _DETAIL, theme.FAINT)


@lru_cache(maxsize=128)
def _panel_sign(side: int, register: int, angle: int | None) -> Image.Image:
    return on_panel(register_sign(side, register, angle))


@lru_cache(maxsize=256)
def register_sign(side: int, register: int, angle: int | None) -> Image.Image:
    """Return the sign of where a register leads: its number, and a nose that points where the robot faces then.

    Without an angle it has no nose: nobody knows.
    """
    body, number = Pen(side), Pen(side)
    if angle is not None:
        body.shape(((0.1, 0.5), (0.5, -0.02), (0.9, 0.5)), theme.INK)
        body.shape(((0.19, 0.47), (0.5, 0.06), (0.81, 0.47)), theme.HAZARD)
    middle = (0.5, 0.6)
    body.disc(0.39, theme.INK, middle)
    body.disc(0.35, theme.TEXT, middle)
    body.disc(0.29, theme.INK, middle)
    turned = {90: (0.4, 0.5), 180: (0.5, 0.4), 270: (0.6, 0.5)}.get(angle or 0, middle)
    number.write(str(register), 0.38, theme.TEXT, turned, 0.5)
    return Image.alpha_composite(body.tile(angle or 0), number.tile())
