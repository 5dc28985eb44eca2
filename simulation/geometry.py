"""Where things are and which way they look: squares, facings and turns."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

LONGEST_ECHO = 20
"""Characters of what is no square's name that a sentence echoes at most."""

_SQUARE = re.compile(r"([A-Z])(0|[1-9][0-9]?)", re.ASCII)


class Position(NamedTuple):
    """A square by column (from 1, west to east) and row (from 1, south to north).

    Row 0 is the Guard's place below the board; places just outside the board stand for "over the edge".
    """

    column: int
    row: int


class Turn(StrEnum):
    """A change of facing on the spot."""

    LEFT = "left"
    RIGHT = "right"
    AROUND = "around"


class Facing(StrEnum):
    """A direction on the board; north is up."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    def turned(self, turn: Turn) -> "Facing":
        """Return the facing after `turn`."""
        return _TURNED[turn][self]

    @property
    def opposite(self) -> "Facing":
        """The facing after a half turn."""
        return _TURNED[Turn.AROUND][self]


CLOCKWISE = tuple(Facing)
_TURNED = {
    turn: {facing: CLOCKWISE[(index + quarters) % 4] for index, facing in enumerate(CLOCKWISE)}
    for turn, quarters in ((Turn.RIGHT, 1), (Turn.AROUND, 2), (Turn.LEFT, 3))
}
_STEPS = {Facing.NORTH: (0, 1), Facing.EAST: (1, 0), Facing.SOUTH: (0, -1), Facing.WEST: (-1, 0)}


def neighbour(position: Position, facing: Facing) -> Position:
    """Return the place one square from `position`, on the board or not."""
    columns, rows = _STEPS[facing]
    return Position(position.column + columns, position.row + rows)


def turn_between(before: Facing, after: Facing) -> Turn | None:
    """Return the turn that leads from `before` to `after`, or None where they are the same."""
    return next((turn for turn in Turn if before.turned(turn) is after), None)


@lru_cache(maxsize=2048)
def parse_square(text: str) -> Position:
    """Read a square's name, such as "C4" (column C, row 4); row 0 lies below the board.

    Raises ValueError, echoing `text`, when it is no such name.
    """
    match = _SQUARE.fullmatch(text)
    if match is None:
        found = text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"
        msg = f"found {found!r}, expected a square such as 'C4': a capital letter and a row number"
        raise ValueError(msg)
    return Position(ord(match[1]) - ord("A") + 1, int(match[2]))


@lru_cache(maxsize=2048)
def format_square(position: Position) -> str:
    """Return the name of a square: "C4" for column 3, row 4."""
    return f"{chr(ord('A') + position.column - 1)}{position.row}"
