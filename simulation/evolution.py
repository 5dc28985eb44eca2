"""How events lead from one state to another: replay needs no rule, seed or generator."""

from collections.abc import Iterable

from simulation.beats import Beat, Event
from simulation.state import Change, Draft, State


def evolve(state: State, event: Event) -> State:
    """Return the state after one event."""
    draft = Draft(state)
    if isinstance(event, Change):
        event.apply(draft)
    return draft.state()


def replay(state: State, beats: Iterable[Beat]) -> State:
    """Return the state after all events of `beats`."""
    draft = Draft(state)
    for beat in beats:
        for event in beat.events:
            if isinstance(event, Change):
                event.apply(draft)
    return draft.state()
