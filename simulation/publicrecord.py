"""The record of a game that goes on: what everybody at the table has seen, and no more.

Hands, piles, places of cards and the seed would tell what is to come; they are in the record that follows when the game
is over (`record.py`). What is in both is the same, and the seed's SHA-256 is here already.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from simulation.adjustments import format_adjustment
from simulation.answer import format_at, format_registers
from simulation.beats import PublicBeat, public
from simulation.cards import REGISTERS
from simulation.events import Played
from simulation.race import PlayedRound, RaceSetup
from simulation.record import format_setup
from simulation.rules import POINTS
from simulation.state import Robot

PUBLIC_FORMAT = "green-light-rally public record 2"


def format_public_record(
    setup: RaceSetup, played: Sequence[PlayedRound], points: tuple[int, ...] = POINTS
) -> dict[str, Any]:
    """Return what may be shown of a game after these rounds, ready for JSON."""
    rounds = [_format_round(round_played) for round_played in played]
    return {"format": PUBLIC_FORMAT, **format_setup(setup, points), "played": rounds}


def _format_round(played: PlayedRound) -> dict[str, Any]:
    robots = played.state.robots
    names = [robot.name for robot in robots]
    cards = _format_cards(public(played.played.beats), names)
    registers = format_registers(names, played.played)
    return {
        "round": played.number,
        "rules": asdict(played.rules),
        "adjustments": [format_adjustment(adjustment, names) for adjustment in played.adjustments],
        "late": {name: reason for name, reason in zip(names, played.late, strict=True) if reason is not None},
        "registers": [register | {"cards": shown} for register, shown in zip(registers, cards, strict=True)],
        "robots": [_format_robot(robot) for robot in robots],
    }


def _format_cards(beats: Iterable[PublicBeat], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each register the cards that were turned up, by robot."""
    cards: list[dict[str, Any]] = [{} for _ in range(REGISTERS)]
    for beat in beats:
        for event in beat.events:
            if isinstance(event, Played):
                turned_up = {"programmed": event.programmed, "card": event.card, "executed": event.executed}
                cards[beat.register - 1][names[event.seat]] = turned_up
    return cards


def _format_robot(robot: Robot) -> dict[str, Any]:
    return {
        "name": robot.name,
        "at": format_at(robot.position),
        "facing": robot.facing,
        "finished": robot.finished,
    }
