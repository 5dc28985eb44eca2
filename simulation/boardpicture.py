"""The picture in a board file: squares at odd places, walls between them (lines and characters counted from 0)."""

from dataclasses import dataclass, field

from simulation.board import MOST_COLUMNS, MOST_ROWS, Belt, Board, Edge
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

_SIGNS = frozenset((FLOOR, PIT, REBOOT, FINISH, *STARTS, *BELTS, *GEARS))
_BELT_SIGNS = {belt: sign for sign, belt in BELTS.items()}
_GEAR_SIGNS = {turn: sign for sign, turn in GEARS.items()}


class PictureError(ValueError):
    """A picture that cannot be read: `row` and `column` count its lines and characters from 0."""

    def __init__(self, problem: str, row: int, column: int | None = None) -> None:
        """Keep the problem and its place in the picture."""
        super().__init__(problem)
        self.row = row
        self.column = column


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: `signs` names each square that is not floor; `walls` holds both sides of each wall."""

    columns: int
    rows: int
    signs: dict[str, list[Position]] = field(default_factory=dict)
    walls: set[tuple[Position, Facing]] = field(default_factory=set)

    def place_of(self, square: Position) -> tuple[int, int]:
        """Return the line and the character of a square, counted from 0."""
        return 2 * (self.rows - square.row) + 1, 2 * square.column - 1


def read_picture(text: str, edge: Edge) -> Picture:
    """Read a picture; with `edge` "wall" the whole frame is wall.

    Raises PictureError for lines that do not fit together, too many squares, and unknown signs.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    width = len(lines[0])
    _check_size(lines, width)
    picture = Picture(columns=width // 2, rows=len(lines) // 2)
    for index, line in enumerate(lines):
        if len(line) > width:
            problem = f"found a line of {len(line)} characters, expected {width} as in the first line"
            raise PictureError(problem, index, width)
        _check_signs(line.ljust(width), index)
        if index % 2:
            _read_squares(picture, line.ljust(width), picture.rows - index // 2, edge)
        else:
            _read_walls(picture, line, picture.rows - index // 2, edge)
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


def _check_size(lines: list[str], width: int) -> None:
    if len(lines) % 2 == 0 or len(lines) < 3:  # noqa: PLR2004 - a line of squares between two of corners
        problem = f"found a picture of {len(lines)} lines, expected an odd number from 3: squares stand between walls"
        raise PictureError(problem, len(lines) - 1)
    if width % 2 == 0 or width < 3:  # noqa: PLR2004 - a square between two walls
        problem = f"found a line of {width} characters, expected an odd number from 3: squares stand between walls"
        raise PictureError(problem, 0)
    if width // 2 > MOST_COLUMNS or len(lines) // 2 > MOST_ROWS:
        size = f"{width // 2} × {len(lines) // 2}"
        problem = f"found {size} squares, expected at most {MOST_COLUMNS} columns and {MOST_ROWS} rows"
        raise PictureError(problem, 0)


def _check_signs(line: str, index: int) -> None:
    """Check the characters of a whole line; `index` counts lines from 0."""
    if index % 2:
        _check_characters(line[1::2], index, 1, _SIGNS, "a square's sign, one of . ^ > v < N E S W R L O @ = 1-9 a b c")
        _check_characters(line[::2], index, 0, frozenset("| "), "a wall '|' or a space between two squares")
    else:
        _check_characters(line[::2], index, 0, frozenset("+"), "a corner '+'")
        _check_characters(line[1::2], index, 1, frozenset("- "), "a wall '-' or a space between two squares")


def _check_characters(characters: str, index: int, first: int, allowed: frozenset[str], expected: str) -> None:
    if allowed.issuperset(characters):
        return
    place = next(place for place, character in enumerate(characters) if character not in allowed)
    found = "a space" if characters[place] == " " else repr(characters[place])
    problem = f"found {found}, expected {expected}"
    raise PictureError(problem, index, first + 2 * place)


def _read_squares(picture: Picture, line: str, row: int, edge: Edge) -> None:
    """Read the squares of a row and the walls between them."""
    for column, sign in enumerate(line[1::2], start=1):
        if sign != FLOOR:
            picture.signs.setdefault(sign, []).append(Position(column, row))
    walls = line[::2]
    for column, sign in enumerate(walls):
        is_frame = column in (0, picture.columns)
        if sign == "|" or (is_frame and edge is Edge.WALL):
            _add_wall(picture, Position(column, row), Facing.EAST)


def _read_walls(picture: Picture, line: str, row_below: int, edge: Edge) -> None:
    """Read the walls on the north side of a row of squares."""
    is_frame = row_below in (0, picture.rows)
    for column, sign in enumerate(line[1::2], start=1):
        if sign == "-" or (is_frame and edge is Edge.WALL):
            _add_wall(picture, Position(column, row_below), Facing.NORTH)


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
