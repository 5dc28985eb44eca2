"""What can happen on the board, as data: the public events.

A rule decides and says events; `evolution` applies them to a state; text, pictures, replay and database are folds over
events. An event knows what it changes: a robot, the cards of a player, or nothing.

Seats are counted from 0.
"""

from enum import StrEnum

from simulation.cards import Card
from simulation.geometry import Facing, Position
from simulation.state import Change, Draft
from simulation.values import value


class TurnCause(StrEnum):
    """Why a robot turned."""

    CARD = "card"
    BELT = "belt"
    GEAR = "gear"


class DamageCause(StrEnum):
    """Why a robot took damage cards."""

    FALL = "fall"
    LASER = "laser"
    HOST = "host"


class HeldCause(StrEnum):
    """Why a belt did not carry a robot that stands on it (R5.1b)."""

    WALL = "wall"
    RIVAL = "rival"
    SWAP = "swap"
    ROBOT = "robot"


@value
class Prioritised:
    """The order of a register is decided (R3); `distances` are the squares from the Guard, seat by seat of `order`."""

    order: tuple[int, ...]
    distances: tuple[int, ...]


@value
class Played:
    """A register is activated.

    `programmed` is the card that lay there. `card` is what counts: the same, what came in a damage card's place, or
    None where nothing was left to draw (R2.7). `executed` is what the robot does: for an Again what it repeats, None
    for nothing (R2.8).
    """

    seat: int
    programmed: Card
    card: Card | None
    executed: Card | None


@value
class Moved(Change):
    """A robot moves one square by its own card (R4.1)."""

    seat: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, draft: Draft) -> None:
        """Put the robot on its new square."""
        draft.squares[self.seat] = self.target


@value
class Pushed(Change):
    """A robot is pushed one square (R4.2), by the mover, or by the robot that reboots onto its square (R6.2)."""

    seat: int
    by: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, draft: Draft) -> None:
        """Put the robot on its new square."""
        draft.squares[self.seat] = self.target


@value
class Blocked:
    """A robot's step fails (R4.3): the wall is at `square`, where the foremost robot of its line stands."""

    seat: int
    direction: Facing
    square: Position


@value
class Turned(Change):
    """A robot turns on the spot."""

    seat: int
    before: Facing
    after: Facing
    cause: TurnCause

    def apply(self, draft: Draft) -> None:
        """Give the robot its new facing."""
        draft.facings[self.seat] = self.after


@value
class Carried(Change):
    """A belt carries a robot one square (R5.1)."""

    seat: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, draft: Draft) -> None:
        """Put the robot on its new square."""
        draft.squares[self.seat] = self.target


@value
class Held:
    """A robot on a belt stays where it is (R5.1b)."""

    seat: int
    square: Position
    direction: Facing
    cause: HeldCause


@value
class Finished(Change):
    """A robot is over the pink line and leaves the board (R1.3)."""

    seat: int
    square: Position
    rank: int

    def apply(self, draft: Draft) -> None:
        """Take the robot off the board, and give it its rank."""
        draft.squares[self.seat] = None
        draft.ranks[self.seat] = self.rank


@value
class Fell(Change):
    """A robot gets into a pit or over an open edge, and leaves the board until it is rebooted (R6.1)."""

    seat: int
    square: Position
    """The pit, or the place outside the board that it got to."""
    over_edge: bool
    ends_program: bool
    """House rule H2 is on: it plays nothing more this round."""

    def apply(self, draft: Draft) -> None:
        """Take the robot off the board."""
        draft.squares[self.seat] = None


@value
class Damaged(Change):
    """A robot takes damage cards; they go to its discard pile (R2.6)."""

    seat: int
    cards: int
    cause: DamageCause

    def apply(self, draft: Draft) -> None:
        """Put the damage cards on the discard pile."""
        draft.piles[self.seat] = draft.piles[self.seat].discarding((Card.DAMAGE,) * self.cards)


@value
class Rebooted(Change):
    """A fallen robot is put on the reboot square, or on the nearest free square (R6.3) if `beside`."""

    seat: int
    square: Position
    beside: bool

    def apply(self, draft: Draft) -> None:
        """Put the robot on the board again."""
        draft.squares[self.seat] = self.square


@value
class Placed(Change):
    """A host puts a robot on another square, turns it, or both."""

    seat: int
    origin: Position
    target: Position
    before: Facing
    after: Facing

    def apply(self, draft: Draft) -> None:
        """Put the robot on its new square, with its new facing."""
        draft.squares[self.seat] = self.target
        draft.facings[self.seat] = self.after


@value
class Repaired(Change):
    """A host takes damage cards off a robot, from its discard pile first, then from its draw pile."""

    seat: int
    cards: int

    def apply(self, draft: Draft) -> None:
        """Take the damage cards out of the piles."""
        draft.piles[self.seat] = draft.piles[self.seat].without_damage(self.cards)


@value
class Retired(Change):
    """A host takes a robot off the board for good; hand and registers go to its discard pile."""

    seat: int

    def apply(self, draft: Draft) -> None:
        """Take the robot off the board and out of the race."""
        draft.squares[self.seat] = None
        draft.retired[self.seat] = True
        draft.piles[self.seat] = draft.piles[self.seat].cleared()


Notice = Prioritised | Played | Blocked | Held
"""Events that change nothing: they are told for those who watch."""

PublicChange = Moved | Pushed | Turned | Carried | Finished | Fell | Damaged | Rebooted | Placed | Repaired | Retired
"""Events that change what everybody sees, or how many damage cards a player has."""

PublicEvent = Notice | PublicChange
"""What everybody at the table sees."""
