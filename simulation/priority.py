"""The Guard's order: who plays first in a register (R3)."""

from collections.abc import Sequence

from simulation.board import Board
from simulation.events import Prioritised
from simulation.state import Robot


def prioritise(board: Board, robots: Sequence[Robot]) -> Prioritised:
    """Return the order in which the robots on the board play the next register (R3.1 to R3.4)."""
    priorities = board.priorities
    ranked = sorted([(priorities[robot.position], seat) for seat, robot in enumerate(robots) if robot.position])
    return Prioritised(tuple([seat for _, seat in ranked]), tuple([priority[0] for priority, _ in ranked]))
