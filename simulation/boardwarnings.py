"""What is odd about a board that can be played on: a host should look at it once more."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from simulation.board import Board
from simulation.geometry import CLOCKWISE, Position, format_square


class Oddity(StrEnum):
    """What is odd about a board; the value is the sentence, with places for the facts."""

    FACING_BELTS = "the belts at {square} and {other} face each other and carry nobody"
    RING = "the belts at {squares} are a ring without exit"
    REBOOT_WITHOUT_WAY = "there is no way to the line from the reboot square {square}"
    REBOOT_INTO_PIT = "whoever is pushed {facing} off the reboot square {square} ends in a pit"
    REBOOT_OVER_EDGE = "whoever is pushed {facing} off the reboot square {square} falls over the edge"
    GUARD_BESIDE = "the Guard at {square} stands beside the board, not below it"


@dataclass(frozen=True, slots=True)
class BoardWarning:
    """An oddity with its facts: names of squares, and a `Facing`."""

    oddity: Oddity
    facts: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it as a sentence in English."""
        return self.oddity.format(**self.facts)


def board_warnings(board: Board) -> list[BoardWarning]:
    """Return each oddity: facing belts, rings without exit, a reboot square that leads into a pit."""
    return [*_facing_belts(board), *_rings(board), *_reboot_traps(board), *_guard_beside(board)]


def _next_on_belt(board: Board, square: Position) -> Position | None:
    """Return the place to which a square's belt carries, or None without one or against a wall."""
    belt = board.belts.get(square)
    return None if belt is None else board.exits[square].get(belt.direction)


def _facing_belts(board: Board) -> Iterator[BoardWarning]:
    for square in board.squares():
        ahead = _next_on_belt(board, square)
        if ahead is not None and _next_on_belt(board, ahead) == square and square < ahead:
            yield BoardWarning(Oddity.FACING_BELTS, {"square": format_square(square), "other": format_square(ahead)})


def _rings(board: Board) -> Iterator[BoardWarning]:
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
            yield BoardWarning(Oddity.RING, {"squares": ", ".join(map(format_square, ring))})


def _reboot_traps(board: Board) -> Iterator[BoardWarning]:
    """Tell of ways off the reboot square that end in a pit or over the edge, by belts or at once."""
    if board.reboot is None:
        return
    square = format_square(board.reboot)
    if board.reboot not in board.steps_to_finish:
        yield BoardWarning(Oddity.REBOOT_WITHOUT_WAY, {"square": square})
    for facing in CLOCKWISE:
        end = _end_of_ride(board, board.exits[board.reboot].get(facing))
        if end is not None and board.is_drop(end):
            oddity = Oddity.REBOOT_INTO_PIT if end in board.pits else Oddity.REBOOT_OVER_EDGE
            yield BoardWarning(oddity, {"square": square, "facing": facing})


def _end_of_ride(board: Board, place: Position | None) -> Position | None:
    """Return where the belts from a place lead in the end; None where they go round, or against a wall."""
    seen: set[Position] = set()
    while place is not None and place in board.belts and place not in seen:
        seen.add(place)
        place = _next_on_belt(board, place)
    return None if place in seen else place


def _guard_beside(board: Board) -> Iterator[BoardWarning]:
    if board.guard.column > board.columns:
        yield BoardWarning(Oddity.GUARD_BESIDE, {"square": format_square(board.guard)})
