"""Where things are in the picture of a board: lengths in cells become pixels here."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render import theme
from simulation.board import Board
from simulation.geometry import Facing, Position, neighbour

HEADER, MARGIN, LEGEND = 1.0, 0.6, 4.8
"""Cells: the caption's height, the coordinates' on each side, the legend's width."""

Point = tuple[int, int]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Layout:
    """The places in one picture, in pixels from its top left corner; boxes include their last pixels."""

    board: Board
    entries: int
    """Lines in the legend."""

    @property
    def columns(self) -> int:
        """The columns shown: the board's, and those up to a Guard that stands beside them."""
        return max(self.board.columns, self.board.guard.column)

    @property
    def rows(self) -> int:
        """The rows shown: the board's, and row 0 where the Guard stands there."""
        return self.board.rows + (self.board.guard.row == 0)

    @property
    def cell(self) -> int:
        """The width of a square."""
        return min(theme.LARGEST_CELL, int(theme.TALLEST / self._height))

    @property
    def size(self) -> Point:
        """Width and height of the picture."""
        return self.px(2 * MARGIN + self.columns + LEGEND), self.px(self._height)

    @property
    def _height(self) -> float:
        return HEADER + max(self.rows + 2 * MARGIN, self.entries + 0.2)

    def px(self, cells: float) -> int:
        """Return a length in pixels."""
        return round(cells * self.cell)

    def corner(self, place: Position) -> Point:
        """Return the top left corner of a square, or of a place outside the board."""
        right, down = place.column - 1, self.board.rows - place.row
        return self.px(MARGIN) + right * self.cell, self.px(HEADER + MARGIN) + down * self.cell

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
