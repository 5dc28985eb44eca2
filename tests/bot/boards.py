"""Boards for tests, read from text as a host would write it."""

from collections.abc import Sequence

from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.geometry import Facing, Position, neighbour


def board_of(
    *rows: str, walls: Sequence[tuple[Position, Facing]] = (), lasers: str = "", guard: str = "A0", edge: str = "wall"
) -> Board:
    """Return the board with these rows of signs, the northern one first, and walls on those sides of squares."""
    lines = [list("+ " * len(rows[0]) + "+")]
    for row in rows:
        lines += [list(" " + " ".join(row) + " "), list("+ " * len(row) + "+")]
    for square, side in walls:
        beyond = neighbour(square, side)
        column, line = square.column + beyond.column - 1, 2 * len(rows) + 1 - square.row - beyond.row
        lines[line][column] = "-" if side in (Facing.NORTH, Facing.SOUTH) else "|"
    picture = "\n".join("".join(line) for line in lines)
    return parse_board(f"name = 'Test'\nguard = '{guard}'\nedge = '{edge}'\npicture = '''\n{picture}\n'''\n{lasers}")


def laser(at: str, facing: str, beams: int = 1) -> str:
    """Return a laser's table in a board file."""
    return f"\n[[laser]]\nat = '{at}'\nfacing = '{facing}'\nbeams = {beams}\n"
