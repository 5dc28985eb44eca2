"""The picture in a board file: squares at odd places, walls between them (lines and characters counted from 0)."""

import re
from dataclasses import dataclass, field

from simulation.board import MOST_COLUMNS, MOST_ROWS, Belt, Board, Edge
from simulation.boardtroubles import BoardTrouble, Found, PictureError
from simulation.geometry import Facing, Position, Turn

FLOOR, PIT, REBOOT, FINISH = ".", "O", "@", "="
STARTS = "123456789abc"
BELTS = {
    "^": Belt(Facing.NORTH),
    ">": Belt(Facing.EAST),
    "v": Belt(Facing.SOUTH),
    "<": Belt(Facing.WEST),
    "N": Belt(Facing.NORTH, is_express=True),
    "E": Belt(Facing.EAST, is_express=True),
    "S": Belt(Facing.SOUTH, is_express=True),
    "W": Belt(Facing.WEST, is_express=True),
}
GEARS = {"R": Turn.RIGHT, "L": Turn.LEFT}

_NOT_FLOOR, _UPRIGHT_WALL, _LEVEL_WALL = re.compile(r"[^.]"), re.compile(r"\|"), re.compile("-")
_SIGNS = frozenset((FLOOR, PIT, REBOOT, FINISH, *STARTS, *BELTS, *GEARS))
_SHOWN_SIGNS = ". ^ > v < N E S W R L O @ = 1-9 a b c"
_CORNER, _UPRIGHT, _LEVEL = frozenset("+"), frozenset("| "), frozenset("- ")
_BELT_SIGNS = {belt: sign for sign, belt in BELTS.items()}
_GEAR_SIGNS = {turn: sign for sign, turn in GEARS.items()}


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: `signs` names each square that is not floor; `walls` holds both sides of each wall."""

    columns: int
    rows: int
    closed: tuple[str, ...]
    """Its lines, all of one width, the whole frame drawn."""
    signs: dict[str, list[Position]] = field(default_factory=dict)
    walls: set[tuple[Position, Facing]] = field(default_factory=set)

    def place_of(self, square: Position) -> tuple[int, int]:
        """Return the line and the character of a square, counted from 0."""
        return 2 * (self.rows - square.row) + 1, 2 * square.column - 1

    def squares_with_way(self) -> set[tuple[int, int]]:
        """Return the places (line, character) of all squares with a way over the line.

        A way goes in single steps, not through walls and pits; belts are ignored. This looks at the characters alone: a
        board that is only played for a round need not be measured.
        """
        width = len(self.closed[0])
        picture = "".join(self.closed)
        reached = {match.start() for match in re.finditer(FINISH, picture)}
        frontier = list(reached)
        while frontier:
            place = frontier.pop()
            for side in (-width, -1, 1, width):
                ahead = place + 2 * side
                if picture[place + side] == " " and ahead not in reached and picture[ahead] != PIT:
                    reached.add(ahead)
                    frontier.append(ahead)
        return {divmod(place, width) for place in reached}


def read_picture(text: str, edge: Edge) -> Picture:
    """Read a picture; with `edge` "wall" the whole frame is wall.

    Raises PictureError for lines that do not fit together, too many squares, and unknown signs.
    """
    lines = _fitted_lines(text)
    for index, line in enumerate(lines):
        _check_signs(line, index)
    closed = _with_closed_frame(lines)
    picture = Picture(columns=len(lines[0]) // 2, rows=len(lines) // 2, closed=tuple(closed))
    for index, line in enumerate(closed if edge is Edge.WALL else lines):
        row = picture.rows - index // 2
        if index % 2:
            _read_squares(picture, line, row)
        else:
            _read_walls(picture, line, row)
    return picture


def draw_picture(board: Board) -> str:
    """Return the picture of a board, its frame drawn wherever it is a wall."""
    lines: list[str] = []
    for row in range(board.rows, 0, -1):
        lines.append(_wall_line(board, row, Facing.NORTH))
        squares = [Position(column, row) for column in range(1, board.columns + 1)]
        drawn = "".join(
            _sign(board, square) + ("|" if (square, Facing.EAST) in board.walls else " ") for square in squares
        )
        lines.append((("|" if (squares[0], Facing.WEST) in board.walls else " ") + drawn).rstrip())
    lines.append(_wall_line(board, 1, Facing.SOUTH))
    return "\n".join(lines) + "\n"


def _fitted_lines(text: str) -> list[str]:
    """Return the lines of a picture, all as wide as the first; raises PictureError for those that do not fit."""
    lines = [line.rstrip(" ") for line in text.split("\n")]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    width = len(lines[0])
    if len(lines) % 2 == 0 or len(lines) < 3:  # noqa: PLR2004 - a line of squares between two of corners
        raise PictureError(BoardTrouble.WRONG_HEIGHT, len(lines) - 1, found=len(lines))
    if width % 2 == 0 or width < 3:  # noqa: PLR2004 - a square between two walls
        raise PictureError(BoardTrouble.WRONG_WIDTH, 0, found=width)
    if width // 2 > MOST_COLUMNS or len(lines) // 2 > MOST_ROWS:
        most = {"most_columns": MOST_COLUMNS, "most_rows": MOST_ROWS}
        raise PictureError(BoardTrouble.TOO_LARGE, 0, columns=width // 2, rows=len(lines) // 2, **most)
    for index, line in enumerate(lines):
        if len(line) > width:
            raise PictureError(BoardTrouble.LONG_LINE, index, width, found=len(line), most=width)
    return [line.ljust(width) for line in lines]


def _with_closed_frame(lines: list[str]) -> list[str]:
    top_and_bottom = lines[0].replace(" ", "-"), lines[-1].replace(" ", "-")
    inner = [f"|{line[1:-1]}|" if index % 2 else line for index, line in enumerate(lines[1:-1], start=1)]
    return [top_and_bottom[0], *inner, top_and_bottom[1]]


def _check_signs(line: str, index: int) -> None:
    """Check the characters of a whole line; `index` counts lines from 0."""
    if index % 2:
        _check_characters(line[1::2], index, 1, _SIGNS, BoardTrouble.WRONG_SQUARE, signs=_SHOWN_SIGNS)
        _check_characters(line[::2], index, 0, _UPRIGHT, BoardTrouble.WRONG_UPRIGHT)
    else:
        _check_characters(line[::2], index, 0, _CORNER, BoardTrouble.WRONG_CORNER)
        _check_characters(line[1::2], index, 1, _LEVEL, BoardTrouble.WRONG_LEVEL)


def _check_characters(
    characters: str, index: int, first: int, allowed: frozenset[str], trouble: BoardTrouble, **facts: str
) -> None:
    if allowed.issuperset(characters):
        return
    place = next(place for place, character in enumerate(characters) if character not in allowed)
    found = Found.SPACE if characters[place] == " " else repr(characters[place])
    raise PictureError(trouble, index, first + 2 * place, found=found, **facts)


def _read_squares(picture: Picture, line: str, row: int) -> None:
    """Read the squares of a row and the walls between them."""
    for marked in _NOT_FLOOR.finditer(line[1::2]):
        picture.signs.setdefault(marked[0], []).append(Position(marked.start() + 1, row))
    for wall in _UPRIGHT_WALL.finditer(line[::2]):
        _add_wall(picture, Position(wall.start(), row), Facing.EAST)


def _read_walls(picture: Picture, line: str, row_below: int) -> None:
    """Read the walls on the north side of a row of squares."""
    for wall in _LEVEL_WALL.finditer(line[1::2]):
        _add_wall(picture, Position(wall.start() + 1, row_below), Facing.NORTH)


def _add_wall(picture: Picture, square: Position, side: Facing) -> None:
    """Add a wall on the north or east side of a place, from both of its sides as far as they are on the board."""
    column, row = square
    if column and row:
        picture.walls.add((square, side))
    if side is Facing.EAST and column < picture.columns:
        picture.walls.add((Position(column + 1, row), Facing.WEST))
    if side is Facing.NORTH and row < picture.rows:
        picture.walls.add((Position(column, row + 1), Facing.SOUTH))


def _wall_line(board: Board, row: int, side: Facing) -> str:
    pieces = ("-" if (Position(column, row), side) in board.walls else " " for column in range(1, board.columns + 1))
    return "+" + "".join(piece + "+" for piece in pieces)


def _sign(board: Board, square: Position) -> str:  # noqa: PLR0911 - one sign for each kind of square
    if square in board.belts:
        return _BELT_SIGNS[board.belts[square]]
    if square in board.gears:
        return _GEAR_SIGNS[board.gears[square]]
    if square in board.pits:
        return PIT
    if square in board.finish:
        return FINISH
    if square == board.reboot:
        return REBOOT
    if square in board.starts:
        return STARTS[board.starts.index(square)]
    return FLOOR
