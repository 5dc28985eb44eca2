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
    draw_picture,
    read_picture,
)
from simulation.boardsource import Source
from simulation.boardtroubles import BoardError, BoardTrouble, Fact, Found, PictureError, Spot
from simulation.geometry import LONGEST_ECHO, Facing, Position, format_square, parse_square
from simulation.jsonfields import cut, is_list, is_object

LONGEST_NAME = 60

__all__ = ["LONGEST_NAME", "BoardError", "BoardTrouble", "format_board", "parse_board"]

_KEYS = ("name", "author", "description", "guard", "edge", "picture", "laser")
_LASER_KEYS = ("at", "facing", "beams")

_MISSING = {
    "name": BoardTrouble.NO_NAME,
    "picture": BoardTrouble.NO_PICTURE,
    "guard": BoardTrouble.NO_GUARD,
    "at": BoardTrouble.NO_AT,
    "facing": BoardTrouble.NO_FACING,
}
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
        name = self.text(self.required(self.document, "name"), "name")
        if not any(character.isprintable() and not character.isspace() for character in name):
            self.refuse(BoardTrouble.BLANK_NAME, "name", found=cut(repr(name)))
        if len(name) > LONGEST_NAME:
            self.refuse(BoardTrouble.LONG_NAME, "name", found=len(name), most=LONGEST_NAME)
        return name

    def picture(self, edge: Edge) -> Picture:
        text = self.text(self.required(self.document, "picture"), "picture")
        try:
            picture = read_picture(text, edge)
        except PictureError as error:
            self.refuse_in_picture(error.trouble, error.row, error.column, **error.facts)
        if FINISH not in picture.signs:
            self.refuse(BoardTrouble.NO_LINE, "picture")
        return picture

    def guard(self, picture: Picture) -> Position:
        guard = self.square(self.required(self.document, "guard"), "guard")
        if guard.row and (guard.column > picture.columns or guard.row > picture.rows):
            self.refuse(BoardTrouble.GUARD_OUTSIDE, "guard", found=format_square(guard), corner=_corner(picture))
        return guard

    def starts(self, picture: Picture) -> tuple[Position, ...]:
        numbered = [sign for sign in STARTS if sign in picture.signs]
        if not numbered:
            self.refuse(BoardTrouble.NO_START, "picture")
        for sign in numbered:
            if len(picture.signs[sign]) > 1:
                place = picture.place_of(picture.signs[sign][1])
                self.refuse_in_picture(BoardTrouble.START_TWICE, *place, start=sign)
        for expected, sign in zip(STARTS, numbered, strict=False):
            if sign != expected:
                place = picture.place_of(picture.signs[sign][0])
                self.refuse_in_picture(BoardTrouble.START_MISSING, *place, start=sign, missing=expected)
        return tuple(picture.signs[sign][0] for sign in numbered)

    def reboot(self, picture: Picture) -> Position | None:
        squares = picture.signs.get(REBOOT, [])
        if len(squares) > 1:
            self.refuse_in_picture(BoardTrouble.REBOOT_TWICE, *picture.place_of(squares[1]))
        return squares[0] if squares else None

    def lasers(self) -> tuple[Laser, ...]:
        tables = self.document.get("laser", [])
        if not is_list(tables):
            self.refuse(BoardTrouble.WRONG_LASERS, "laser", found=_shown(tables))
        return tuple(self.laser(table, index) for index, table in enumerate(tables))

    def laser(self, table: object, index: int) -> Laser:
        if not is_object(table):
            self.refuse(BoardTrouble.WRONG_LASER, "laser", index, found=_shown(table))
        self.check_keys(table, _LASER_KEYS, "laser", index)
        at = self.required(table, "at", "laser", index)
        facing = self.required(table, "facing", "laser", index)
        beams = table.get("beams", 1)
        if type(beams) is not int or not 1 <= beams <= MOST_BEAMS:
            self.refuse(BoardTrouble.WRONG_BEAMS, "laser", index, "beams", found=_shown(beams), most=MOST_BEAMS)
        return Laser(
            self.square(at, "laser", index, "at"), self.choice(facing, Facing, "laser", index, "facing"), beams
        )

    def check_reboot(self, board: Board) -> None:
        has_drop = board.pits or any(not board.holds(place) for place in _ways_out(board))
        if has_drop and board.reboot is None:
            is_of_pits = bool(board.pits)
            self.refuse(BoardTrouble.NO_REBOOT_FOR_PITS if is_of_pits else BoardTrouble.NO_REBOOT_FOR_EDGE, "picture")

    def check_ways(self, board: Board, picture: Picture) -> None:
        with_way = picture.squares_with_way()
        for number, square in enumerate(board.starts, start=1):
            if picture.place_of(square) not in with_way:
                self.refuse_in_picture(BoardTrouble.NO_WAY, *picture.place_of(square), start=number)

    def check_lasers(self, board: Board) -> None:
        for index, laser in enumerate(board.lasers):
            square = format_square(laser.square)
            if not board.holds(laser.square):
                self.refuse(BoardTrouble.LASER_OUTSIDE, "laser", index, "at", found=square, corner=_corner(board))
            behind = board.exits[laser.square].get(laser.facing.opposite)
            if behind is not None and board.holds(behind):
                facts = {"square": square, "facing": laser.facing, "behind": laser.facing.opposite}
                self.refuse(BoardTrouble.LASER_IN_THE_OPEN, "laser", index, "at", **facts)

    def required(self, table: Mapping[str, Any], key: str, *path: str | int) -> object:
        if key not in table:
            self.refuse(_MISSING[key], *path)
        return table[key]

    def text(self, found: object, *path: str | int) -> str:
        if not isinstance(found, str):
            self.refuse(BoardTrouble.NO_TEXT, *path, key=path[-1], found=_shown(found))
        return found

    def optional_text(self, key: str) -> str | None:
        return self.text(self.document[key], key) if key in self.document else None

    def square(self, found: object, *path: str | int) -> Position:
        text = self.text(found, *path)
        try:
            return parse_square(text)
        except ValueError:
            echo = text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"
            self.refuse(BoardTrouble.NO_SQUARE, *path, key=path[-1], found=repr(echo))

    def choice(self, found: object, kind: type[Choice], *path: str | int) -> Choice:
        members = [member for member in kind if found == member]
        if not members:
            trouble = BoardTrouble.WRONG_EDGE if kind is Edge else BoardTrouble.WRONG_FACING
            self.refuse(trouble, *path, found=_shown(found))
        return members[0]

    def check_keys(self, table: Mapping[str, Any], known: tuple[str, ...], *path: str | int) -> None:
        for key in table:
            if key not in known:
                keys = ", ".join(known)
                self.refuse(BoardTrouble.UNKNOWN_KEY, *path, key, found=cut(repr(key)), keys=keys)

    def refuse(self, trouble: BoardTrouble, *path: str | int, **facts: Fact) -> NoReturn:
        raise BoardError(trouble, Spot(self.source.line_of(*path)), **facts)

    def refuse_in_picture(self, trouble: BoardTrouble, row: int, column: int | None, **facts: Fact) -> NoReturn:
        line, file_column = self.source.picture_place(row, column)
        is_hidden = column is not None and file_column is None
        in_picture = (row + 1, column + 1) if is_hidden and column is not None else None
        raise BoardError(trouble, Spot(line, file_column, in_picture), **facts)


def _ways_out(board: Board) -> list[Position]:
    """Return the places that open pieces of the frame lead to."""
    if board.edge is Edge.WALL:
        return []
    return [place for square in board.squares() for place in board.exits[square].values() if not board.holds(place)]


def _corner(board: Board | Picture) -> str:
    """Return the square at the top right."""
    return format_square(Position(board.columns, board.rows))


def _shown(found: object) -> str:
    """Return a TOML value as the file would show it, cut to a readable length."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return Found.TABLE
    if isinstance(found, list):
        return Found.LIST
    if isinstance(found, int) and abs(found) > _LARGEST_SHOWN:
        return Found.LARGE
    return cut(repr(found) if isinstance(found, str) else str(found))
