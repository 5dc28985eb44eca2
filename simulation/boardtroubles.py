"""What can be wrong with a board file, and where: said in English here, and in other languages elsewhere."""

from enum import StrEnum
from typing import NamedTuple

Fact = str | int


class Found(StrEnum):
    """What was found where it cannot be echoed."""

    TABLE = "a table"
    LIST = "a list"
    LARGE = "a very large number"
    SPACE = "a space"


class BoardTrouble(StrEnum):
    """Why a board file cannot be played on; the value is the sentence, with places for the facts.

    `found` is a `Found` or what the file has, in quotation marks if it is text.
    """

    # The file
    LONG_FILE = "found {found} characters, expected a board file of at most {most}"
    WRONG_CHARACTER = "found {found}, which UTF-8 cannot hold, expected UTF-8 text"
    WRONG_BYTE = "found the byte 0x{byte}, which is not UTF-8, expected UTF-8 text"
    LONG_KEY = "found a key of more than {most} parts, expected the keys of a board file"
    DEEP = "found a value too long or too deeply nested, expected the keys of a board file"
    NOT_TOML = "not TOML: {reason}"
    UNKNOWN_KEY = "found the unknown key {found}, expected one of {keys}"
    NO_NAME = "found no key 'name', expected the board's name"
    NO_PICTURE = "found no key 'picture', expected the board's picture"
    NO_GUARD = "found no key 'guard', expected the Guard's square, such as 'C0'"
    NO_AT = "found no key 'at', expected the emitter's square"
    NO_FACING = "found no key 'facing', expected the direction of its beams"
    # Values; `key` says which
    NO_TEXT = "{key}: found {found}, expected text"
    NO_SQUARE = "{key}: found {found}, expected a square such as 'C4': a capital letter and a row number"
    WRONG_EDGE = "edge: found {found}, expected 'wall' or 'pit'"
    WRONG_FACING = "facing: found {found}, expected 'north' or 'east' or 'south' or 'west'"
    BLANK_NAME = "name: found {found}, expected a name that can be read"
    LONG_NAME = "name: found {found} characters, expected at most {most}"
    GUARD_OUTSIDE = (
        "guard: found {found}, which is neither in row 0 nor on the board, "
        "expected a square of row 0 or a square from A1 to {corner}"
    )
    # The picture
    WRONG_HEIGHT = "found a picture of {found} lines, expected an odd number from 3: squares stand between walls"
    WRONG_WIDTH = "found a line of {found} characters, expected an odd number from 3: squares stand between walls"
    TOO_LARGE = "found {columns} × {rows} squares, expected at most {most_columns} columns and {most_rows} rows"
    LONG_LINE = "found a line of {found} characters, expected {most} as in the first line"
    WRONG_SQUARE = "found {found}, expected a square's sign, one of {signs}"
    WRONG_UPRIGHT = "found {found}, expected a wall '|' or a space between two squares"
    WRONG_LEVEL = "found {found}, expected a wall '-' or a space between two squares"
    WRONG_CORNER = "found {found}, expected a corner '+'"
    NO_LINE = "picture: found no square beyond the line, expected at least one '='"
    NO_START = "picture: found no start square, expected at least '1'"
    START_TWICE = "found start square '{start}' a second time, expected each number once"
    START_MISSING = "found start square '{start}' but no '{missing}', expected numbers without gaps"
    REBOOT_TWICE = "found a second reboot square '@', expected at most one"
    NO_REBOOT_FOR_PITS = "picture: found no reboot square, expected one '@' on a board with pits"
    NO_REBOOT_FOR_EDGE = "picture: found no reboot square, expected one '@' on a board with an open edge"
    NO_WAY = "found no way from start square {start} to the line, expected one in single steps around walls and pits"
    # Lasers
    WRONG_LASERS = "laser: found {found}, expected tables that start with [[laser]]"
    WRONG_LASER = "laser: found {found}, expected a table that starts with [[laser]]"
    WRONG_BEAMS = "beams: found {found}, expected a whole number from 1 to {most}"
    LASER_OUTSIDE = "at: found {found}, which is not on the board, expected a square from A1 to {corner}"
    LASER_IN_THE_OPEN = (
        "found a laser at {square} facing {facing} with nothing behind it, "
        "expected a wall or the edge on the {behind} side of {square}"
    )


class Spot(NamedTuple):
    """A place in a board file, counted from 1 as text editors do."""

    line: int
    column: int | None = None
    """None where only a line can be named."""
    in_picture: tuple[int, int] | None = None
    """Line and character of the picture, where the file does not show it line by line."""


class BoardError(ValueError):
    """A board file that cannot be played on: where, what was found, and what was expected."""

    def __init__(self, trouble: BoardTrouble, spot: Spot, **facts: Fact) -> None:
        """Say it in a sentence, and for other languages as a trouble with its facts."""
        place = f"line {spot.line}" if spot.column is None else f"line {spot.line}, column {spot.column}"
        inside = "" if spot.in_picture is None else " (line {}, character {} of the picture)".format(*spot.in_picture)
        super().__init__(f"{place}: {trouble.format(**facts)}{inside}")
        self.trouble = trouble
        self.spot = spot
        self.facts = facts


class PictureError(ValueError):
    """A picture that cannot be read: `row` and `column` count its lines and characters from 0."""

    def __init__(self, trouble: BoardTrouble, row: int, column: int | None = None, **facts: Fact) -> None:
        """Keep the trouble and its place in the picture."""
        super().__init__(trouble.format(**facts))
        self.trouble = trouble
        self.row = row
        self.column = column
        self.facts = facts
