"""How events change a state: the one place in the project where anything of a game changes."""

from collections.abc import Iterable

from simulation.beats import Beat, Event
from simulation.cardevents import PrivateEvent
from simulation.events import Damaged, Notice, RobotEvent
from simulation.geometry import Position
from simulation.state import CardsChange, RobotChange, State

CardsEvent = Damaged | PrivateEvent
"""Events that change the cards of a player."""


def evolve(state: State, event: Event) -> State:
    """Return the state after one event."""
    return _after(state, (event,))


def replay(state: State, beats: Iterable[Beat]) -> State:
    """Return the state after all events of `beats`: no rule, seed or generator is needed."""
    return _after(state, (event for beat in beats for event in beat.events))


def _after(state: State, events: Iterable[Event]) -> State:
    draft = Draft(state)
    for event in events:
        if isinstance(event, RobotChange):
            draft.tell_robot(event)
        elif isinstance(event, CardsChange):
            draft.tell_cards(event)
        else:
            draft.tell(event)
    return draft.state()


class Draft:
    """A state while events are told of it, one after the other.

    The lists hold values that never change themselves. `squares[i]` is `robots[i].position`: the rules ask where robots
    are much more often than one moves. There are three ways to tell, by what an event changes: to find that out anew
    for each event would take a tenth of a round's time. The types see to it that none is told in the wrong way.
    """

    __slots__ = ("events", "piles", "robots", "squares")

    def __init__(self, state: State) -> None:
        """Start from a state, which stays as it is."""
        self.robots = list(state.robots)
        self.piles = list(state.piles)
        self.squares = [robot.position for robot in state.robots]
        self.events: list[Event] = []

    def tell(self, event: Notice) -> None:
        """Say that something happens that changes nothing."""
        self.events.append(event)

    def tell_robot(self, event: RobotEvent) -> None:
        """Say that something happens to a robot, and let it happen."""
        self.events.append(event)
        seat = event.seat
        robot = self.robots[seat] = event.apply(self.robots[seat])
        self.squares[seat] = robot.position

    def tell_cards(self, event: CardsEvent) -> None:
        """Say that something happens to a player's cards, and let it happen."""
        self.events.append(event)
        seat = event.seat
        self.piles[seat] = event.apply(self.piles[seat])

    def state(self) -> State:
        """Return the state as it is now."""
        return State(tuple(self.robots), tuple(self.piles))

    def robot_at(self, square: Position) -> int | None:
        """Return the seat of the robot on a square, or None."""
        return self.squares.index(square) if square in self.squares else None
