"""Automatic players: they look ahead on the board as if they were alone, and choose five of their nine cards."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from simulation.board import Board
from simulation.cards import REGISTERS, Card
from simulation.events import Damaged
from simulation.geometry import Facing, Position
from simulation.phases import BOARD_PHASES
from simulation.play import execute
from simulation.programs import Program
from simulation.rules import HouseRules
from simulation.shuffling import refuse_to_shuffle
from simulation.state import Piles, Robot, State
from simulation.table import Table

DAMAGE_COST = 0.5
TURN_COST = 0.6
"""What a damage card, and a facing away from the way to the line, cost a strong player, in squares."""


class Strength(StrEnum):
    """How well an automatic player plays."""

    EASY = "easy"
    """Takes for each register in turn the card that brings it nearest to the line."""
    FAIR = "fair"
    """Looks at all programs, and takes the one that ends nearest to the line."""
    STRONG = "strong"
    """Looks at all programs, and counts damage and the facing at the end as well."""


class Stand(NamedTuple):
    """How a lone robot stands after some registers."""

    position: Position | None
    """None once it is over the line."""
    facing: Facing
    damage: int = 0
    """Damage cards taken on the way."""
    registers: int = 0
    """Registers played, up to the one that took it over the line."""


class Plan(NamedTuple):
    """The beginning of a program."""

    stand: Stand
    """Where it leads."""
    executed: Card | None = None
    """What an Again would repeat."""
    places: Program = ()
    """The places in the hand of its cards."""


class Autopilot:
    """The automatic players of one game; what one learns about the board serves all."""

    def __init__(self, board: Board, rules: HouseRules) -> None:
        """Take the game's board and house rules."""
        self._board = board
        self._rules = rules
        self._results: dict[tuple[Position, Facing, Card | None], Stand] = {}

    def choose(self, robot: Robot, hand: Sequence[Card], strength: Strength) -> Program:
        """Return a program from a hand of nine for a robot on the board."""
        plans = [Plan(Stand(robot.position, robot.facing))]
        for _ in range(REGISTERS):
            longer = self._longer_plans(plans, hand)
            plans = [min(longer, key=self._squares_left)] if strength is Strength.EASY else longer
        cost = self._cost if strength is Strength.STRONG else self._squares_left
        return min(plans, key=cost).places

    def look_ahead(self, stand: Stand, card: Card | None) -> Stand:
        """Return how a lone robot stands after executing a card, or nothing, and the board's answer."""
        if stand.position is None:
            return stand
        key = (stand.position, stand.facing, card)
        if key not in self._results:
            self._results[key] = self._play_alone(*key)
        result = self._results[key]
        return Stand(result.position, result.facing, stand.damage + result.damage, stand.registers + 1)

    def _longer_plans(self, plans: Iterable[Plan], hand: Sequence[Card]) -> list[Plan]:
        """Return the plans with one more card, one plan for each way to stand and set of cards left."""
        longer: dict[tuple[Stand, Card | None, frozenset[int]], Plan] = {}
        for plan in plans:
            for place, card in _free_cards(hand, plan.places):
                executed = plan.executed if card is Card.AGAIN else card
                if executed is Card.DAMAGE:
                    executed = None  # what will come in its place is not known
                stand = self.look_ahead(plan.stand, executed)
                places = (*plan.places, place)
                longer.setdefault((stand, executed, frozenset(places)), Plan(stand, executed, places))
        return list(longer.values())

    def _play_alone(self, position: Position, facing: Facing, card: Card | None) -> Stand:
        start = State((Robot("", position, facing),), (Piles(),))
        table = Table(self._board, start, self._rules, refuse_to_shuffle)
        if card is not None:
            execute(table, 0, card)
        for _, act in BOARD_PHASES:
            act(table, (0,))
        damage = sum(event.cards for event in table.events if isinstance(event, Damaged))
        return Stand(table.squares[0], table.facings[0], damage)

    def _squares_left(self, plan: Plan) -> float:
        """Return the squares to the line; over it, the less the sooner."""
        if plan.stand.position is None:
            return plan.stand.registers - REGISTERS
        return self._board.squares_left(plan.stand.position)

    def _cost(self, plan: Plan) -> float:
        stand = plan.stand
        cost = self._squares_left(plan) + DAMAGE_COST * stand.damage
        if stand.position is None:
            return cost
        ahead = self._board.exits[stand.position].get(stand.facing)
        steps = self._board.steps_to_finish
        is_on_course = ahead is not None and steps.get(ahead, cost) < steps.get(stand.position, 0)
        return cost if is_on_course else cost + TURN_COST


def _free_cards(hand: Sequence[Card], used: Program) -> Iterator[tuple[int, Card]]:
    """Yield the first free place of each different card in a hand."""
    seen: set[Card] = set()
    for place, card in enumerate(hand, start=1):
        if place not in used and card not in seen:
            seen.add(card)
            yield place, card
