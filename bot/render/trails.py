"""The ways that robots took, as lines between squares."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import ImageDraw

from bot.render import theme
from bot.render.layout import Layout
from simulation.beats import Beat, PublicBeat
from simulation.events import Carried, Fell, Moved, Placed, Pushed, Rebooted
from simulation.geometry import Position
from simulation.state import Robot

_WIDTH, _CASING = 0.1, 0.16
"""Cells: the line's width, and that with its dark casing."""
_DASH, _GAP = 0.28, 0.22
"""Cells: two dashes a square."""
_SPREAD = 0.56
"""Cells: how far the lines of all robots lie apart at most, the first from the last."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of one robot: its pieces, broken where it fell or was put elsewhere, and the places where it fell."""

    seat: int
    pieces: tuple[tuple[Position, ...], ...]
    falls: tuple[Position, ...]


def trails(robots: Sequence[Robot], beats: Iterable[Beat | PublicBeat]) -> tuple[Trail, ...]:
    """Return the ways of those robots that moved, from where they stood before the beats on."""
    ways = [[[robot.position] if robot.position is not None else []] for robot in robots]
    falls: list[list[Position]] = [[] for _ in robots]
    for beat in beats:
        for event in beat.events:
            if isinstance(event, Moved | Pushed | Carried):
                ways[event.seat][-1].append(event.target)
            elif isinstance(event, Fell):
                falls[event.seat].append(event.square)
            elif isinstance(event, Rebooted):
                ways[event.seat].append([event.square])
            elif isinstance(event, Placed):
                ways[event.seat].append([event.target])
    return tuple(
        Trail(seat, tuple(tuple(piece) for piece in pieces if len(piece) > 1), tuple(falls[seat]))
        for seat, pieces in enumerate(ways)
        if any(len(piece) > 1 for piece in pieces)
    )


def draw_trails(draw: ImageDraw.ImageDraw, layout: Layout, shown: Sequence[Trail], robots: int | None) -> None:
    """Draw trails side by side, as many lanes as there are robots; None for one trail, in the middle."""
    for trail in shown:
        offset = 0.0 if robots is None else lane(trail.seat, robots)
        lines = [[_place(layout, square, offset) for square in piece] for piece in trail.pieces]
        for line in lines:
            for bar in _bars(line, layout.px(_CASING) // 2):
                draw.rectangle(bar, theme.INK)
        for line in lines:
            _draw_line(draw, layout, line, trail.seat)


def lane(seat: int, robots: int) -> float:
    """Return how far a seat's trail runs from the middle of squares, in cells."""
    return _SPREAD * ((seat + 0.5) / robots - 0.5)


def _draw_line(draw: ImageDraw.ImageDraw, layout: Layout, line: Sequence[tuple[int, int]], seat: int) -> None:
    colour, half = theme.ROBOTS[seat], layout.px(_WIDTH) // 2
    shown = _dashes(line, layout.px(_DASH) - 2 * half, layout.px(_GAP) + 2 * half) if seat in theme.DASHED else (line,)
    for piece in shown:
        for bar in _bars(piece, half):
            draw.rectangle(bar, colour)
    x, y = line[0]
    dot = 2 * half
    draw.rectangle((x - dot, y - dot, x + dot, y + dot), colour, theme.INK)


def _place(layout: Layout, square: Position, offset: float) -> tuple[int, int]:
    x, y = layout.corner(square)
    middle = layout.px(0.5 + offset)
    return x + middle, y + middle


def _bars(line: Sequence[tuple[int, int]], half: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes that make a line of level and upright pieces, so thick around its middle."""
    for (left, top), (right, bottom) in pairwise(line):
        yield min(left, right) - half, min(top, bottom) - half, max(left, right) + half, max(top, bottom) + half


def _dashes(line: Sequence[tuple[int, int]], dash: int, gap: int) -> Iterator[Sequence[tuple[int, int]]]:
    """Yield the middles of a line's dashes, from the start of each piece between two squares on."""
    for (x, y), (to_x, to_y) in pairwise(line):
        length = abs(to_x - x) + abs(to_y - y)
        step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        for begin in range(0, length, dash + gap):
            end = min(begin + dash, length)
            yield (x + step_x * begin, y + step_y * begin), (x + step_x * end, y + step_y * end)
