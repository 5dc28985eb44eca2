"""What a program would do if its robot were alone on the board: what a player may see before the deadline.

The rules are those of the round; no card is used that its player does not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simulation.beats import PublicBeat, public
from simulation.board import Board
from simulation.cards import Card
from simulation.priority import prioritise
from simulation.round import activate
from simulation.rules import HouseRules
from simulation.shuffling import refuse_to_shuffle
from simulation.state import Piles, Robot, State
from simulation.table import Table


@dataclass(frozen=True, slots=True)
class Foreseen:
    """How a robot would go alone."""

    start: Robot
    cards: tuple[Card, ...]
    """The program, or as much of it as there is."""
    stops: tuple[Robot, ...]
    """The robot after each register that can be foreseen: none from a damage card on, since nobody knows what will be
    drawn in its place (R2.7). Its rank is not foreseen: others may be over the line before it.
    """
    beats: tuple[PublicBeat, ...]

    @property
    def is_over(self) -> bool:
        """Whether the robot gets over the line."""
        return bool(self.stops) and self.stops[-1].position is None


def foresee(board: Board, robot: Robot, cards: Sequence[Card], rules: HouseRules) -> Foreseen:
    """Play at most five cards of a robot on the board without others, up to the first damage card."""
    table = Table(board, State((robot,), (Piles(registers=tuple(cards)),)), rules, refuse_to_shuffle)
    stops: list[Robot] = []
    for register, card in enumerate(cards, start=1):
        priority = prioritise(board, table.squares)
        if card is Card.DAMAGE or not priority.order:
            break
        activate(table, register, priority)
        stops.append(table.state().robots[0])
    return Foreseen(robot, tuple(cards), tuple(stops), public(table.beats))
