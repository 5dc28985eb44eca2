"""Where things are in the picture of a board: lengths in cells become pixels here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.render import theme
from simulation.board import Board
from simulation.geometry import Facing, Position, neighbour

HEADER, MARGIN, PANEL = 1.2, 0.7, 6.2
"""Cells: the height of the doll's line, the coordinates' width on each side, the panel's width."""
_LINE = 1.1
"""Cells: the least height of a robot's line in the panel."""
_HEADING = 2.0
"""Cells: the panel's heading."""

Point = tuple[int, int]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Layout:
    """The places in one picture, in pixels from its top left corner; boxes include their last pixels."""

    board: Board
    largest_cell: int
    lines: int | None = None
    """Robots in the panel beside the board; None for a picture without one."""

    @cached_property
    def columns(self) -> int:
        """The columns shown: the board's, and those up to a Guard that stands beside them."""
        return max(self.board.columns, self.board.guard.column)

    @cached_property
    def rows(self) -> int:
        """The rows shown: the board's, and row 0 where the Guard stands there."""
        return self.board.rows + (self.board.guard.row == 0)

    @cached_property
    def cell(self) -> int:
        """The width of a square."""
        return min(self.largest_cell, int(theme.TALLEST / self._height))

    @cached_property
    def size(self) -> Point:
        """Width and height of the picture."""
        return self.px(self.panel_left + (0 if self.lines is None else PANEL)), self.px(self._height)

    @cached_property
    def panel_left(self) -> float:
        """Where the panel begins, in cells: at the end of the board's margin."""
        return 2 * MARGIN + self.columns

    @cached_property
    def doll(self) -> tuple[int, int, int]:
        """The doll's top left corner and its width: above the middle of the board, behind the line."""
        side = self.px(HEADER)
        middle = self.px(MARGIN) + self.board.columns * self.cell // 2
        return middle - side // 2, self.px(0.08), side

    @cached_property
    def panel_line(self) -> float:
        """The height of a robot's line in the panel, in cells: as the picture leaves room for them."""
        assert self.lines is not None, "a picture with a panel"
        return min(2.0, (self._height - _HEADING - 0.2) / max(self.lines, 1))

    def panel_top(self, line: int) -> float:
        """Return where a robot's line (from 0) begins in the panel, in cells."""
        return _HEADING + line * self.panel_line

    @cached_property
    def _height(self) -> float:
        board = HEADER + 2 * MARGIN + self.rows
        return board if self.lines is None else max(board, _HEADING + self.lines * _LINE + 0.2)

    def px(self, cells: float) -> int:
        """Return a length in pixels."""
        return round(cells * self.cell)

    def corner(self, place: Position) -> Point:
        """Return the top left corner of a square, or of a place outside the board."""
        return self.place(*place)

    def place(self, column: float, row: float) -> Point:
        """Return the top left corner of a robot's tile, which may lie between squares."""
        right, down = column - 1, self.board.rows - row
        return self.px(MARGIN) + round(right * self.cell), self.px(HEADER + MARGIN) + round(down * self.cell)

    def side(self, square: Position, facing: Facing, thickness: float) -> Box:
        """Return the bar on one side of a square, so many cells thick: its middle is the border of two squares."""
        (x, y), half = self.corner(square), self.px(thickness / 2)
        left = x + self.cell if facing is Facing.EAST else x
        top = y + self.cell if facing is Facing.SOUTH else y
        length, height = (self.cell, 0) if facing in (Facing.NORTH, Facing.SOUTH) else (0, self.cell)
        return left - half, top - half, left + length + half - 1, top + height + half - 1

    def beam(self, path: Sequence[Position], facing: Facing, offset: float) -> Box:
        """Return a beam over exactly the squares of a path, so many cells right of or below their middle."""
        corners, middle, half = [self.corner(square) for square in path], self.px(0.5 + offset), self.px(0.03) or 1
        (left, top), (right, bottom) = min(corners), max(corners)
        if facing in (Facing.NORTH, Facing.SOUTH):
            return left + middle - half, top, left + middle + half - 1, bottom + self.cell - 1
        return left, top + middle - half, right + self.cell - 1, top + middle + half - 1

    def emitter(self, square: Position, facing: Facing, offset: float) -> Point:
        """Return the middle of a beam's emitter, on the wall behind its first square."""
        left, top, right, bottom = self.beam((square,), facing, offset)
        columns, rows = neighbour(Position(0, 0), facing)
        back = self.px(0.43)
        return (left + right + 1) // 2 - columns * back, (top + bottom + 1) // 2 + rows * back
