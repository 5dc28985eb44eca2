"""What happens, in English sentences: the account of a round, from its public events alone."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from simulation.beats import PublicBeat, public
from simulation.board import Board
from simulation.cards import CARD_NAMES, Card
from simulation.events import (
    Blocked,
    Carried,
    DamageCause,
    Damaged,
    Fell,
    Finished,
    Held,
    HeldCause,
    Moved,
    Placed,
    Played,
    Prioritised,
    PublicEvent,
    Pushed,
    Rebooted,
    Repaired,
    Retired,
    TurnCause,
    Turned,
)
from simulation.geometry import Position, Turn, format_square, turn_between
from simulation.race import PlayedRound, RaceSetup
from simulation.rules import points_for
from simulation.state import Robot, State

Outside = frozenset[Position]
"""The places of a beat that lie outside the board, as its falls tell."""

_TURNS = {Turn.LEFT: "a quarter left", Turn.RIGHT: "a quarter right", Turn.AROUND: "around"}
_TURN_CAUSES = {TurnCause.CARD: "", TurnCause.BELT: " by the belt", TurnCause.GEAR: " by the gear"}
_HELD_CAUSES = {
    HeldCause.WALL: "a wall is in the way",
    HeldCause.RIVAL: "another robot is carried to the same square",
    HeldCause.SWAP: "it would change places with another robot",
    HeldCause.ROBOT: "a robot is in the way",
}
_DAMAGE_CAUSES = {DamageCause.FALL: "for the fall", DamageCause.LASER: "from the lasers"}


def tell_beats(beats: Sequence[PublicBeat], names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each beat, with a heading before each register; `names[i]` is seat i's robot."""
    register = 0
    for beat in beats:
        if beat.register != register:
            register = beat.register
            yield f"Register {register}"
        yield "  " + tell_beat(beat, names)


def printable(text: str) -> str:
    """Return a text for a terminal, with an escape for each character that would not show as itself."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def tell_setup(setup: RaceSetup) -> str:
    """Return what a race starts from, in one line."""
    name, robots = printable(setup.board.name), len(setup.robots)
    return f"{name}, seed {setup.seed!r}; robots: {robots}, rounds: {setup.rounds} at most"


def tell_round(board: Board, played: PlayedRound) -> Iterator[str]:
    """Yield the account of a round: what hosts did, who was late, the registers, and the standings after it."""
    robots = played.state.robots
    names = [robot.name for robot in robots]
    yield f"\nRound {played.number}"
    yield from tell_beats(public(played.adjusted.beats), names)
    late = [f"{name} ({reason})" for name, reason in zip(names, played.late, strict=True) if reason is not None]
    if late:
        yield f"Given five random cards: {', '.join(late)}"
    yield from tell_beats(public(played.played.beats), names)
    yield f"Standings after round {played.number}"
    yield from (f"  {tell_standing(board, robot)}" for robot in standings(board, robots))


def tell_points(board: Board, state: State) -> Iterator[str]:
    """Yield the points at the end of a game (R1.4)."""
    yield "\nPoints"
    yield from (f"  {robot.name}: {points_for(robot.finished)}" for robot in standings(board, state.robots))


def standings(board: Board, robots: Sequence[Robot]) -> list[Robot]:
    """Return the robots by rank, then those on the board by the fewest single steps over the line, then the retired."""

    def place(robot: Robot) -> tuple[bool, int, int]:
        return robot.retired, robot.finished or len(robots) + 1, board.squares_left(robot.position)

    return sorted(robots, key=place)


def tell_standing(board: Board, robot: Robot) -> str:
    """Tell where a robot is and how far it has to go, or its rank, or that it has none."""
    if robot.retired:
        return f"{robot.name}: left the race"
    if robot.position is None:
        return f"{robot.name}: finished {ordinal(robot.finished or 0)}"
    where = f"at {format_square(robot.position)}, facing {robot.facing}"
    return f"{robot.name}: {where}, {board.squares_left(robot.position)} squares to the line"


def tell_beat(beat: PublicBeat, names: Sequence[str]) -> str:
    """Return the sentence that tells one moment."""
    outside = frozenset(event.square for event in beat.events if isinstance(event, Fell) and event.over_edge)
    told = "; ".join(_tell(event, names, outside) for event in beat.events) + "."
    return told.replace("the belt", "The belt", 1) if told.startswith("the belt") else told


def ordinal(number: int) -> str:
    """Return "1st", "2nd", "3rd", "4th" …."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _tell(event: PublicEvent, names: Sequence[str], outside: Outside) -> str:  # noqa: PLR0911, PLR0912, C901 - one case for each event
    match event:
        case Prioritised():
            places = zip(event.order, event.distances, strict=True)
            return "Order: " + ", ".join(f"{names[seat]} ({distance})" for seat, distance in places)
        case Played():
            return _tell_card(event, names[event.seat])
        case Moved():
            return f"{names[event.seat]} moves {_tell_way(event, outside)}"
        case Pushed():
            return f"{names[event.by]} pushes {names[event.seat]} {_tell_way(event, outside)}"
        case Blocked():
            return f"{names[event.seat]} cannot move {event.direction}: a wall at {format_square(event.square)}"
        case Turned():
            return _tell_turn(event, names[event.seat])
        case Carried():
            return f"the belt carries {names[event.seat]} {_tell_way(event, outside)}"
        case Held():
            square = format_square(event.square)
            return f"the belt leaves {names[event.seat]} at {square}: {_HELD_CAUSES[event.cause]}"
        case Finished():
            return f"{names[event.seat]} is over the pink line and finishes {ordinal(event.rank)}"
        case Fell():
            ends = " and plays nothing more this round" if event.ends_program else ""
            where = "off the board" if event.over_edge else f"into the pit at {format_square(event.square)}"
            return f"{names[event.seat]} falls {where}{ends}"
        case Damaged():
            return _tell_damage(event, names[event.seat])
        case Rebooted():
            beside = ", the free square nearest to the reboot square" if event.beside else ""
            return f"{names[event.seat]} reboots at {format_square(event.square)}{beside}"
        case Placed():
            return _tell_place(event, names[event.seat])
        case Repaired():
            return f"The host takes {_tell_cards(event.cards)} off {names[event.seat]}"
        case Retired():
            return f"The host takes {names[event.seat]} off the board for good"
        case _:
            assert_never(event)


def _tell_way(event: Moved | Pushed | Carried, outside: Outside) -> str:
    """Tell where a step leads: "north to C5", or "north over the edge"."""
    where = "over the edge" if event.target in outside else f"to {format_square(event.target)}"
    return f"{event.direction} {where}"


def _tell_card(event: Played, name: str) -> str:
    told = f"{name} plays {CARD_NAMES[event.programmed]}"
    if event.programmed is Card.DAMAGE:
        told += " and has nothing left to draw" if event.card is None else f" and draws {CARD_NAMES[event.card]}"
    if event.card is Card.AGAIN:
        told += ": nothing to repeat" if event.executed is None else f": {CARD_NAMES[event.executed]}"
    return told


def _tell_cards(damage: int) -> str:
    return "a damage card" if damage == 1 else f"{damage} damage cards"


def _tell_damage(event: Damaged, name: str) -> str:
    if event.cause is DamageCause.HOST:
        return f"The host gives {name} {_tell_cards(event.cards)}"
    return f"{name} takes {_tell_cards(event.cards)} {_DAMAGE_CAUSES[event.cause]}"


def _tell_place(event: Placed, name: str) -> str:
    if event.origin == event.target:
        return f"The host turns {name} to face {event.after}"
    return f"The host puts {name} on {format_square(event.target)}, facing {event.after}"


def _tell_turn(event: Turned, name: str) -> str:
    turn = turn_between(event.before, event.after)
    assert turn is not None, "a robot that turned has another facing"
    turns = "turns" if event.cause is TurnCause.CARD else "is turned"
    return f"{name} {turns} {_TURNS[turn]}{_TURN_CAUSES[event.cause]} and faces {event.after}"
