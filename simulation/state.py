"""The state of a game between two moments: robots on the board and the cards of their players."""

from simulation.cards import DECK, Card
from simulation.geometry import Facing, Position
from simulation.values import value


@value
class Robot:
    """A robot; its seat is its place in `State.robots`."""

    name: str
    position: Position | None
    """None when it is over the line or has left the race, and while it waits to be rebooted."""
    facing: Facing
    finished: int | None = None
    """Its rank, from 1, once it is over the line (R1.3)."""
    retired: bool = False
    """A host took it off the board for good: it keeps its seat, has no rank and plays no more."""


@value
class Piles:
    """The cards of one player. Piles run from the top down, the discard pile from its first card to its last."""

    hand: tuple[Card, ...] = ()
    draw_pile: tuple[Card, ...] = ()
    discard_pile: tuple[Card, ...] = ()
    registers: tuple[Card | None, ...] = ()
    """The program, five cards or none; None stands where nothing was left to take a damage card's place (R2.7)."""
    shuffles: int = 0
    """How often chance has ordered cards for this seat in this round: k of S4."""

    def discarding(self, cards: tuple[Card, ...]) -> "Piles":
        """Return the piles with cards added to the discard pile."""
        return Piles(self.hand, self.draw_pile, self.discard_pile + cards, self.registers, self.shuffles)

    def without_damage(self, cards: int) -> "Piles":
        """Return the piles less damage cards: the newest discards first, then the topmost of the draw pile."""
        discards, left = _without_damage(self.discard_pile[::-1], cards)
        draw_pile, left = _without_damage(self.draw_pile, left)
        assert not left, "so many damage cards lie in the two piles"
        return Piles(self.hand, draw_pile, discards[::-1], self.registers, self.shuffles)

    def cleared(self) -> "Piles":
        """Return the piles with hand and registers on the discard pile, ready for a new round."""
        laid = tuple([card for card in self.registers if card is not None])
        return Piles((), self.draw_pile, self.discard_pile + self.hand + laid)

    def with_register(self, register: int, card: Card | None, draw_pile: tuple[Card, ...]) -> "Piles":
        """Return the piles with another card in a register (from 1), or none, and another draw pile."""
        registers = (*self.registers[: register - 1], card, *self.registers[register:])
        return Piles(self.hand, draw_pile, self.discard_pile, registers, self.shuffles)


def _without_damage(cards: tuple[Card, ...], most: int) -> tuple[tuple[Card, ...], int]:
    """Return cards less the first `most` damage cards, and how many of those are still to be found."""
    kept: list[Card] = []
    left = most
    for card in cards:
        if left and card is Card.DAMAGE:
            left -= 1
        else:
            kept.append(card)
    return tuple(kept), left


@value
class State:
    """All seats at one moment: `robots[i]` and `piles[i]` belong to seat i, counted from 0."""

    robots: tuple[Robot, ...]
    piles: tuple[Piles, ...]

    def racing(self) -> tuple[int, ...]:
        """Return the seats that are still in the race: neither finished (R3.4) nor retired."""
        return tuple(seat for seat, robot in enumerate(self.robots) if robot.finished is None and not robot.retired)


class Draft:
    """A state while events happen to it, column by column: item i of each list belongs to seat i."""

    __slots__ = ("facings", "names", "piles", "ranks", "retired", "squares")

    def __init__(self, state: State) -> None:
        """Start from a state, which stays as it is."""
        self.names = [robot.name for robot in state.robots]
        self.squares = [robot.position for robot in state.robots]
        self.facings = [robot.facing for robot in state.robots]
        self.ranks = [robot.finished for robot in state.robots]
        self.retired = [robot.retired for robot in state.robots]
        self.piles = list(state.piles)

    def state(self) -> State:
        """Return the state as it is now."""
        robots = map(Robot, self.names, self.squares, self.facings, self.ranks, self.retired)
        return State(tuple(robots), tuple(self.piles))


class Change:
    """An event that changes something; the others are told for those who watch."""

    __slots__ = ()
    seat: int

    def apply(self, draft: Draft) -> None:
        """Let the event happen."""
        raise NotImplementedError


def new_game(starts: tuple[tuple[str, Position], ...]) -> State:
    """Return the state before round 1 for robots given as (name, start square), all facing north.

    The deck lies in the discard pile in the order of R2.1, so that the first deal shuffles it as S4 says.
    """
    robots = tuple(Robot(name, position, Facing.NORTH) for name, position in starts)
    return State(robots, tuple(Piles(discard_pile=DECK) for _ in robots))
