"""Beats: the events of one moment together, as one step of an animation and one paragraph of the account."""

from collections.abc import Iterable
from enum import StrEnum

from simulation.cardevents import PrivateEvent
from simulation.events import PublicEvent
from simulation.values import value

Event = PublicEvent | PrivateEvent


class Phase(StrEnum):
    """What a beat belongs to, in the order of a round."""

    DEAL = "deal"
    HOST = "host"
    PROGRAMS = "programs"
    PRIORITY = "priority"
    CARD = "card"
    EXPRESS_BELTS = "express belts"
    BELTS = "belts"
    GEARS = "gears"
    LASERS = "lasers"
    CLEAN_UP = "clean-up"


@value
class Beat:
    """Events of one moment, in order; `register` counts from 1 and is 0 outside the registers."""

    register: int
    phase: Phase
    events: tuple[Event, ...]


@value
class PublicBeat:
    """A beat without its private events: what a channel may see."""

    register: int
    phase: Phase
    events: tuple[PublicEvent, ...]


def public(beats: Iterable[Beat]) -> tuple[PublicBeat, ...]:
    """Return the beats as everybody may see them; a beat of private events alone is left out."""
    seen = (
        PublicBeat(beat.register, beat.phase, tuple(event for event in beat.events if isinstance(event, PublicEvent)))
        for beat in beats
    )
    return tuple(beat for beat in seen if beat.events)
