"""What is odd about a board that can be played on: a host should look at it once more."""

from collections.abc import Iterator

from simulation.board import Board
from simulation.geometry import CLOCKWISE, Position, format_square


def board_warnings(board: Board) -> list[str]:
    """Return a sentence for each oddity: facing belts, rings without exit, a reboot square that leads into a pit."""
    return [*_facing_belts(board), *_rings(board), *_reboot_traps(board), *_guard_beside(board)]


def _next_on_belt(board: Board, square: Position) -> Position | None:
    """Return the place to which a square's belt carries, or None without one or against a wall."""
    belt = board.belts.get(square)
    return None if belt is None else board.exits[square].get(belt.direction)


def _facing_belts(board: Board) -> Iterator[str]:
    for square in board.squares():
        ahead = _next_on_belt(board, square)
        if ahead is not None and _next_on_belt(board, ahead) == square and square < ahead:
            yield f"the belts at {format_square(square)} and {format_square(ahead)} face each other and carry nobody"


def _rings(board: Board) -> Iterator[str]:
    """Tell of closed rings of three or more belts, each once."""
    seen: set[Position] = set()
    for start in board.squares():
        path: list[Position] = []
        square: Position | None = start
        while square is not None and square not in seen:
            seen.add(square)
            path.append(square)
            square = _next_on_belt(board, square)
        ring = path[path.index(square) :] if square is not None and square in path else []
        if len(ring) > 2:  # noqa: PLR2004 - two belts that face each other are told of elsewhere
            yield f"the belts at {', '.join(map(format_square, ring))} are a ring without exit"


def _reboot_traps(board: Board) -> Iterator[str]:
    """Tell of ways off the reboot square that end in a pit or over the edge, by belts or at once."""
    if board.reboot is None:
        return
    if board.reboot not in board.steps_to_finish:
        yield f"there is no way to the line from the reboot square {format_square(board.reboot)}"
    for facing in CLOCKWISE:
        end = _end_of_ride(board, board.exits[board.reboot].get(facing))
        if end is not None and board.is_drop(end):
            fate = "ends in a pit" if end in board.pits else "falls over the edge"
            yield f"whoever is pushed {facing} off the reboot square {format_square(board.reboot)} {fate}"


def _end_of_ride(board: Board, place: Position | None) -> Position | None:
    """Return where the belts from a place lead in the end; None where they go round, or against a wall."""
    seen: set[Position] = set()
    while place is not None and place in board.belts and place not in seen:
        seen.add(place)
        place = _next_on_belt(board, place)
    return None if place in seen else place


def _guard_beside(board: Board) -> Iterator[str]:
    if board.guard.column > board.columns:
        yield f"the Guard at {format_square(board.guard)} stands beside the board, not below it"
