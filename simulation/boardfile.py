"""Board files: TOML with a picture in it, read and written; `boards/README.md` describes the format."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from simulation.board import MOST_BEAMS, Board, Edge, Laser
from simulation.boardpicture import (
    BELTS,
    FINISH,
    GEARS,
    PIT,
    REBOOT,
    STARTS,
    Picture,
    PictureError,
    draw_picture,
    read_picture,
)
from simulation.boardsource import BoardError, Source
from simulation.geometry import Facing, Position, format_square, parse_square
from simulation.jsonfields import cut, is_list, is_object

LONGEST_NAME = 60

__all__ = ["LONGEST_NAME", "BoardError", "format_board", "parse_board"]

_KEYS = ("name", "author", "description", "guard", "edge", "picture", "laser")
_LASER_KEYS = ("at", "facing", "beams")

_LARGEST_SHOWN = 10**18

Choice = TypeVar("Choice", Edge, Facing)


def parse_board(source: str | bytes) -> Board:
    """Read a board file.

    Raises BoardError with the line, the column where there is one, what was found and what was expected, for
    everything that is not a board to play on.
    """
    return _BoardReader(Source(source)).board()


def format_board(board: Board) -> str:
    """Return a board's file in its canonical form: `parse_board(format_board(board)) == board`."""
    lines = [f"name = {_quoted(board.name)}"]
    if board.author is not None:
        lines.append(f"author = {_quoted(board.author)}")
    if board.description is not None:
        lines.append(f"description = {_quoted(board.description)}")
    lines.append(f'guard = "{format_square(board.guard)}"')
    if board.edge is not Edge.WALL:
        lines.append(f'edge = "{board.edge}"')
    lines.append(f"picture = '''\n{draw_picture(board)}'''")
    for laser in board.lasers:
        lines += ["", "[[laser]]", f'at = "{format_square(laser.square)}"', f'facing = "{laser.facing}"']
        if laser.beams != 1:
            lines.append(f"beams = {laser.beams}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a TOML basic string: JSON's escapes are TOML's too, and DEL needs one."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class _BoardReader:
    """Reads one source; each method reads one part of it, and refuses with its place what cannot be played on."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.document = source.document

    def board(self) -> Board:
        self.check_keys(self.document, _KEYS)
        name = self.name()
        edge = self.choice(self.document.get("edge", Edge.WALL), Edge, "edge")
        picture = self.picture(edge)
        board = Board(
            name=name,
            columns=picture.columns,
            rows=picture.rows,
            guard=self.guard(picture),
            starts=self.starts(picture),
            finish=frozenset(picture.signs.get(FINISH, ())),
            walls=frozenset(picture.walls),
            belts={square: belt for sign, belt in BELTS.items() for square in picture.signs.get(sign, ())},
            gears={square: turn for sign, turn in GEARS.items() for square in picture.signs.get(sign, ())},
            pits=frozenset(picture.signs.get(PIT, ())),
            reboot=self.reboot(picture),
            lasers=self.lasers(),
            edge=edge,
            author=self.optional_text("author"),
            description=self.optional_text("description"),
        )
        self.check_reboot(board)
        self.check_ways(board, picture)
        self.check_lasers(board)
        return board

    def name(self) -> str:
        name = self.text(self.required(self.document, "name", "the board's name"), "name")
        if not any(character.isprintable() and not character.isspace() for character in name):
            self.refuse(f"name: found {name!r}, expected a name that can be read", "name")
        if len(name) > LONGEST_NAME:
            self.refuse(f"name: found {len(name)} characters, expected at most {LONGEST_NAME}", "name")
        return name

    def picture(self, edge: Edge) -> Picture:
        text = self.text(self.required(self.document, "picture", "the board's picture"), "picture")
        try:
            picture = read_picture(text, edge)
        except PictureError as error:
            self.refuse_in_picture(str(error), error.row, error.column)
        if FINISH not in picture.signs:
            self.refuse("picture: found no square beyond the line, expected at least one '='", "picture")
        return picture

    def guard(self, picture: Picture) -> Position:
        guard = self.square(self.required(self.document, "guard", "the Guard's square, such as 'C0'"), "guard")
        if guard.row and (guard.column > picture.columns or guard.row > picture.rows):
            found = f"found {format_square(guard)}, which is neither in row 0 nor on the board"
            self.refuse(f"guard: {found}, expected a square of row 0 or {_board_range(picture)}", "guard")
        return guard

    def starts(self, picture: Picture) -> tuple[Position, ...]:
        numbered = [sign for sign in STARTS if sign in picture.signs]
        if not numbered:
            self.refuse("picture: found no start square, expected at least '1'", "picture")
        for sign in numbered:
            if len(picture.signs[sign]) > 1:
                problem = f"found start square '{sign}' a second time, expected each number once"
                self.refuse_in_picture(problem, *picture.place_of(picture.signs[sign][1]))
        for expected, sign in zip(STARTS, numbered, strict=False):
            if sign != expected:
                problem = f"found start square '{sign}' but no '{expected}', expected numbers without gaps"
                self.refuse_in_picture(problem, *picture.place_of(picture.signs[sign][0]))
        return tuple(picture.signs[sign][0] for sign in numbered)

    def reboot(self, picture: Picture) -> Position | None:
        squares = picture.signs.get(REBOOT, [])
        if len(squares) > 1:
            problem = f"found a second reboot square '{REBOOT}', expected at most one"
            self.refuse_in_picture(problem, *picture.place_of(squares[1]))
        return squares[0] if squares else None

    def lasers(self) -> tuple[Laser, ...]:
        tables = self.document.get("laser", [])
        if not is_list(tables):
            self.refuse(f"laser: found {_shown(tables)}, expected tables that start with [[laser]]", "laser")
        return tuple(self.laser(table, index) for index, table in enumerate(tables))

    def laser(self, table: object, index: int) -> Laser:
        if not is_object(table):
            self.refuse(f"laser: found {_shown(table)}, expected a table that starts with [[laser]]", "laser", index)
        self.check_keys(table, _LASER_KEYS, "laser", index)
        at = self.required(table, "at", "the emitter's square", "laser", index)
        facing = self.required(table, "facing", "the direction of its beams", "laser", index)
        beams = table.get("beams", 1)
        if type(beams) is not int or not 1 <= beams <= MOST_BEAMS:
            problem = f"beams: found {_shown(beams)}, expected a whole number from 1 to {MOST_BEAMS}"
            self.refuse(problem, "laser", index, "beams")
        return Laser(
            self.square(at, "laser", index, "at"), self.choice(facing, Facing, "laser", index, "facing"), beams
        )

    def check_reboot(self, board: Board) -> None:
        has_drop = board.pits or any(not board.holds(place) for place in _ways_out(board))
        if has_drop and board.reboot is None:
            where = "pits" if board.pits else "an open edge"
            self.refuse(f"picture: found no reboot square, expected one '{REBOOT}' on a board with {where}", "picture")

    def check_ways(self, board: Board, picture: Picture) -> None:
        with_way = picture.squares_with_way()
        for number, square in enumerate(board.starts, start=1):
            if picture.place_of(square) not in with_way:
                problem = (
                    f"found no way from start square {number} to the line, "
                    "expected one in single steps around walls and pits"
                )
                self.refuse_in_picture(problem, *picture.place_of(square))

    def check_lasers(self, board: Board) -> None:
        for index, laser in enumerate(board.lasers):
            square = format_square(laser.square)
            if not board.holds(laser.square):
                problem = f"at: found {square}, which is not on the board, expected {_board_range(board)}"
                self.refuse(problem, "laser", index, "at")
            behind = board.exits[laser.square].get(laser.facing.opposite)
            if behind is not None and board.holds(behind):
                problem = (
                    f"found a laser at {square} facing {laser.facing} with nothing behind it, "
                    f"expected a wall or the edge on the {laser.facing.opposite} side of {square}"
                )
                self.refuse(problem, "laser", index, "at")

    def required(self, table: Mapping[str, Any], key: str, expected: str, *path: str | int) -> object:
        if key not in table:
            self.refuse(f"found no key '{key}', expected {expected}", *path)
        return table[key]

    def text(self, found: object, *path: str | int) -> str:
        if not isinstance(found, str):
            self.refuse(f"{path[-1]}: found {_shown(found)}, expected text", *path)
        return found

    def optional_text(self, key: str) -> str | None:
        return self.text(self.document[key], key) if key in self.document else None

    def square(self, found: object, *path: str | int) -> Position:
        try:
            return parse_square(self.text(found, *path))
        except ValueError as error:
            if isinstance(error, BoardError):
                raise
            self.refuse(f"{path[-1]}: {error}", *path)

    def choice(self, found: object, kind: type[Choice], *path: str | int) -> Choice:
        members = [member for member in kind if found == member]
        if not members:
            expected = " or ".join(f"'{member}'" for member in kind)
            self.refuse(f"{path[-1]}: found {_shown(found)}, expected {expected}", *path)
        return members[0]

    def check_keys(self, table: Mapping[str, Any], known: tuple[str, ...], *path: str | int) -> None:
        for key in table:
            if key not in known:
                self.refuse(f"found the unknown key {cut(repr(key))}, expected one of {', '.join(known)}", *path, key)

    def refuse(self, problem: str, *path: str | int) -> NoReturn:
        raise BoardError(problem, self.source.line_of(*path))

    def refuse_in_picture(self, problem: str, row: int, column: int | None) -> NoReturn:
        line, file_column = self.source.picture_place(row, column)
        if column is not None and file_column is None:
            problem = f"{problem} (line {row + 1}, character {column + 1} of the picture)"
        raise BoardError(problem, line, file_column)


def _ways_out(board: Board) -> list[Position]:
    """Return the places that open pieces of the frame lead to."""
    if board.edge is Edge.WALL:
        return []
    return [place for square in board.squares() for place in board.exits[square].values() if not board.holds(place)]


def _board_range(board: Board | Picture) -> str:
    return f"a square from A1 to {format_square(Position(board.columns, board.rows))}"


def _shown(found: object) -> str:
    """Return a TOML value as the file would show it, cut to a readable length."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "a table"
    if isinstance(found, list):
        return "a list"
    if isinstance(found, int) and abs(found) > _LARGEST_SHOWN:
        return "a very large number"
    return cut(repr(found) if isinstance(found, str) else str(found))
