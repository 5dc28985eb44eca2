"""The Guard's order: who plays first in a register (R3)."""

from collections.abc import Sequence

from simulation.board import Board
from simulation.events import Prioritised
from simulation.geometry import Position


def prioritise(board: Board, squares: Sequence[Position | None]) -> Prioritised:
    """Return the order in which the robots play the next register (R3.1 to R3.4).

    `squares[i]` is where seat i's robot stands, None for one that is out of the race.
    """
    priorities = board.priorities
    ranked = sorted([(priorities[square], seat) for seat, square in enumerate(squares) if square is not None])
    return Prioritised(tuple([seat for _, seat in ranked]), tuple([priority[0] for priority, _ in ranked]))
