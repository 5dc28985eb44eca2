"""What can happen on the board, as data: the public events.

A rule decides and says events; `evolution` applies them to a state; text, pictures, replay and database are folds over
events. An event knows what it changes: a robot, the cards of a player, or nothing.

Seats are counted from 0.
"""

from enum import StrEnum

from simulation.cards import Card
from simulation.geometry import Facing, Position
from simulation.state import CardsChange, Piles, Robot, RobotChange
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
class Moved(RobotChange):
    """A robot moves one square by its own card (R4.1)."""

    seat: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, robot: Robot) -> Robot:
        """Return the robot on its new square."""
        return Robot(robot.name, self.target, robot.facing)


@value
class Pushed(RobotChange):
    """A robot is pushed one square (R4.2), by the mover, or by the robot that reboots onto its square (R6.2)."""

    seat: int
    by: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, robot: Robot) -> Robot:
        """Return the robot on its new square."""
        return Robot(robot.name, self.target, robot.facing)


@value
class Blocked:
    """A robot's step fails (R4.3): the wall is at `square`, where the foremost robot of its line stands."""

    seat: int
    direction: Facing
    square: Position


@value
class Turned(RobotChange):
    """A robot turns on the spot."""

    seat: int
    before: Facing
    after: Facing
    cause: TurnCause

    def apply(self, robot: Robot) -> Robot:
        """Return the robot with its new facing."""
        return Robot(robot.name, robot.position, self.after)


@value
class Carried(RobotChange):
    """A belt carries a robot one square (R5.1)."""

    seat: int
    origin: Position
    target: Position
    direction: Facing

    def apply(self, robot: Robot) -> Robot:
        """Return the robot on its new square."""
        return Robot(robot.name, self.target, robot.facing)


@value
class Held:
    """A robot on a belt stays where it is (R5.1b)."""

    seat: int
    square: Position
    direction: Facing
    cause: HeldCause


@value
class Finished(RobotChange):
    """A robot is over the pink line and leaves the board (R1.3)."""

    seat: int
    square: Position
    rank: int

    def apply(self, robot: Robot) -> Robot:
        """Return the robot off the board, with its rank."""
        return Robot(robot.name, None, robot.facing, self.rank)


@value
class Fell(RobotChange):
    """A robot gets into a pit or over an open edge, and leaves the board until it is rebooted (R6.1)."""

    seat: int
    square: Position
    """The pit, or the place outside the board that it got to."""
    over_edge: bool
    ends_program: bool
    """House rule H2 is on: it plays nothing more this round."""

    def apply(self, robot: Robot) -> Robot:
        """Return the robot off the board."""
        return Robot(robot.name, None, robot.facing)


@value
class Damaged(CardsChange):
    """A robot takes damage cards; they go to its discard pile (R2.6)."""

    seat: int
    cards: int
    cause: DamageCause

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the damage cards on the discard pile."""
        return piles.discarding((Card.DAMAGE,) * self.cards)


@value
class Rebooted(RobotChange):
    """A fallen robot is put on the reboot square, or on the nearest free square (R6.3) if `beside`."""

    seat: int
    square: Position
    beside: bool

    def apply(self, robot: Robot) -> Robot:
        """Return the robot on the board again."""
        return Robot(robot.name, self.square, robot.facing)


Notice = Prioritised | Played | Blocked | Held
"""Events that change nothing: they are told for those who watch."""

RobotEvent = Moved | Pushed | Turned | Carried | Finished | Fell | Rebooted
"""Events that change a robot."""

PublicEvent = Notice | RobotEvent | Damaged
"""What everybody at the table sees."""
