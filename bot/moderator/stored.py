"""States, events and house rules as the JSON that the database keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, get_args

from pydantic import TypeAdapter

from simulation.beats import Beat, Event, Phase
from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.cardevents import PrivateEvent
from simulation.events import PublicEvent
from simulation.rules import HouseRules
from simulation.state import State

_STATE = TypeAdapter(State)
_RULES = TypeAdapter(HouseRules)


def _classes(union: object) -> Iterable[type[Event]]:
    """Yield the classes of a union of unions."""
    for member in get_args(union):
        yield from _classes(member) if get_args(member) else (member,)


_EVENTS: dict[str, TypeAdapter[Event]] = {
    event.__name__: TypeAdapter(event) for union in (PublicEvent, PrivateEvent) for event in _classes(union)
}

_PUBLIC = frozenset(event.__name__ for event in _classes(PublicEvent))


def store_state(state: State) -> dict[str, Any]:
    """Return a state as JSON."""
    stored: dict[str, Any] = _STATE.dump_python(state, mode="json")
    return stored


def load_state(stored: Mapping[str, Any]) -> State:
    """Return the state that was stored."""
    return _STATE.validate_python(stored)


def store_rules(rules: HouseRules) -> dict[str, Any]:
    """Return house rules as JSON."""
    return asdict(rules)


def load_rules(stored: Mapping[str, Any]) -> HouseRules:
    """Return the house rules that were stored."""
    return _RULES.validate_python(stored)


def store_beats(beats: Iterable[Beat]) -> list[dict[str, Any]]:
    """Return beats as JSON; each event says what it is."""
    return [
        {"register": beat.register, "phase": beat.phase.value, "events": [_store_event(event) for event in beat.events]}
        for beat in beats
    ]


def _store_event(event: Event) -> dict[str, Any]:
    name = type(event).__name__
    return {"event": name, **_EVENTS[name].dump_python(event, mode="json")}


def load_beats(stored: Iterable[Mapping[str, Any]]) -> tuple[Beat, ...]:
    """Return the beats that were stored."""
    return tuple(
        Beat(beat["register"], Phase(beat["phase"]), tuple(_load_event(event) for event in beat["events"]))
        for beat in stored
    )


def public_registers(stored: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the registers in which something happened that everybody may see (0: before the first), in order."""
    return sorted({beat["register"] for beat in stored if any(event["event"] in _PUBLIC for event in beat["events"])})


def _load_event(stored: Mapping[str, Any]) -> Event:
    fields = {key: value for key, value in stored.items() if key != "event"}
    return _EVENTS[stored["event"]].validate_python(fields)


@lru_cache(maxsize=64)
def load_board(text: str) -> Board:
    """Return the board of a text that was parsed before it was stored."""
    return parse_board(text)
