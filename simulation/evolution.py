"""How events change a state: the one place in the project where anything of a game changes."""

from collections.abc import Iterable

from simulation.beats import Beat, Event
from simulation.geometry import Position
from simulation.state import CardsChange, RobotChange, State


def evolve(state: State, event: Event) -> State:
    """Return the state after one event."""
    draft = Draft(state)
    draft.tell(event)
    return draft.state()


def replay(state: State, beats: Iterable[Beat]) -> State:
    """Return the state after all events of `beats`: no rule, seed or generator is needed."""
    draft = Draft(state)
    for beat in beats:
        for event in beat.events:
            draft.tell(event)
    return draft.state()


class Draft:
    """A state while events are told of it, one after the other: lists of values that never change themselves."""

    __slots__ = ("events", "piles", "robots")

    def __init__(self, state: State) -> None:
        """Start from a state, which stays as it is."""
        self.robots = list(state.robots)
        self.piles = list(state.piles)
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Say that something happens, and let it happen."""
        self.events.append(event)
        if isinstance(event, RobotChange):
            self.robots[event.seat] = event.apply(self.robots[event.seat])
        elif isinstance(event, CardsChange):
            self.piles[event.seat] = event.apply(self.piles[event.seat])

    def state(self) -> State:
        """Return the state as it is now."""
        return State(tuple(self.robots), tuple(self.piles))

    def robot_at(self, position: Position) -> int | None:
        """Return the seat of the robot on a square, or None."""
        for seat, robot in enumerate(self.robots):
            if robot.position == position:
                return seat
        return None
