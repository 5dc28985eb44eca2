"""What a host may change on the board between the deal and the registers: what it wants, and what then happens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, assert_never

from simulation.beats import Beat, Phase
from simulation.board import Board
from simulation.cards import Card
from simulation.events import DamageCause, Damaged, Placed, PublicChange, Repaired, Retired
from simulation.evolution import evolve
from simulation.geometry import Facing, Position, format_square
from simulation.jsonfields import refuse, take_member, take_object, take_whole_number
from simulation.round import Outcome
from simulation.scenario import FACINGS, parse_place
from simulation.state import Robot, State

MOST_DAMAGE = 20
"""Damage cards that a host gives or takes at once, at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a robot on a square, with a facing; either may be what it is."""

    seat: int
    square: Position
    facing: Facing


@dataclass(frozen=True, slots=True)
class Damage:
    """Give a robot damage cards."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Take damage cards off a robot, out of its discard and draw piles."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Retire:
    """Take a robot off the board for good."""

    seat: int


Adjustment = Place | Damage | Repair | Retire

_KEYS = {
    "place": frozenset(("place", "at", "facing")),
    "damage": frozenset(("damage", "cards")),
    "repair": frozenset(("repair", "cards")),
    "retire": frozenset(("retire",)),
}
"""The keys of an adjustment's JSON by the one whose value is the robot's name."""


class AdjustmentTrouble(StrEnum):
    """Why an adjustment cannot be made, and the facts that go with it."""

    NO_SEAT = "no seat"
    """There is no `seat`, counted from 1."""
    LEFT = "left"
    """The `robot` has left the race."""
    FINISHED = "finished"
    """The `robot` has finished."""
    SAME = "same"
    """The `robot` is on the `square` already, and faces so."""
    OUTSIDE = "outside"
    """The `square` is not on the board, which ends with `corner`."""
    PIT = "pit"
    """The `square` for the `robot` is a pit."""
    BEYOND = "beyond"
    """The `square` for the `robot` is behind the pink line."""
    TAKEN = "taken"
    """On the `square` for the `robot` there is `other`."""
    CARDS = "cards"
    """A `robot` cannot get or lose `found` damage cards: at least 1, at most `most` at once."""
    TOO_MANY = "too many"
    """The `robot` has only `held` damage cards that could be taken off, not `found`."""


class AdjustmentError(ValueError):
    """An adjustment that cannot be made; the message says what was found and what was expected."""

    def __init__(self, message: str, trouble: AdjustmentTrouble, **facts: str | int) -> None:
        """Say it in a sentence, and for other languages as a trouble with its facts."""
        super().__init__(message)
        self.trouble = trouble
        self.facts = facts


def adjust(board: Board, state: State, adjustment: Adjustment) -> Outcome:
    """Do what a host wants, as one beat; raises AdjustmentError."""
    event = _decide(board, state, adjustment)
    return Outcome((Beat(0, Phase.HOST, (event,)),), evolve(state, event))


def adjust_all(board: Board, state: State, adjustments: Iterable[Adjustment]) -> Outcome:
    """Do what a host wants one after the other, each as a beat; raises AdjustmentError for the first that cannot be."""
    beats: list[Beat] = []
    for adjustment in adjustments:
        outcome = adjust(board, state, adjustment)
        beats += outcome.beats
        state = outcome.state
    return Outcome(tuple(beats), state)


def format_adjustment(adjustment: Adjustment, names: Sequence[str]) -> dict[str, Any]:
    """Return an adjustment, ready for JSON; `names[i]` is seat i's robot."""
    name = names[adjustment.seat]
    match adjustment:
        case Place():
            return {"place": name, "at": format_square(adjustment.square), "facing": adjustment.facing}
        case Damage():
            return {"damage": name, "cards": adjustment.cards}
        case Repair():
            return {"repair": name, "cards": adjustment.cards}
        case Retire():
            return {"retire": name}
        case _:
            assert_never(adjustment)


def parse_adjustment(found: object, names: Sequence[str], where: str = "adjustment") -> Adjustment:
    """Read an adjustment from parsed JSON; raises FieldError."""
    fields = take_object(found, where)
    kind = next((kind for kind in _KEYS if kind in fields), None)
    if kind is None:
        refuse(where, found, f"one of the keys {', '.join(_KEYS)}")
    take_object(found, where, _KEYS[kind])
    seat = take_member(fields[kind], f"{where}.{kind}", {name: seat for seat, name in enumerate(names)})
    if kind == "place":
        square = parse_place(fields["at"], f"{where}.at")
        return Place(seat, square, take_member(fields["facing"], f"{where}.facing", FACINGS))
    if kind == "retire":
        return Retire(seat)
    cards = take_whole_number(fields["cards"], f"{where}.cards", 1, MOST_DAMAGE)
    return Damage(seat, cards) if kind == "damage" else Repair(seat, cards)


def _decide(board: Board, state: State, adjustment: Adjustment) -> PublicChange:
    seat, robot = adjustment.seat, _robot(state, adjustment.seat)
    match adjustment:
        case Place():
            return _place(board, state, robot, adjustment)
        case Damage():
            _check_cards(robot, adjustment.cards)
            return Damaged(seat, adjustment.cards, DamageCause.HOST)
        case Repair():
            _check_cards(robot, adjustment.cards)
            piles = state.piles[seat]
            held = (piles.discard_pile + piles.draw_pile).count(Card.DAMAGE)
            if adjustment.cards > held:
                msg = (
                    f"found {adjustment.cards} damage cards to take off {robot.name}, "
                    f"expected at most the {held} in its discard and draw piles"
                )
                facts: dict[str, str | int] = {"found": adjustment.cards, "robot": robot.name, "held": held}
                raise AdjustmentError(msg, AdjustmentTrouble.TOO_MANY, **facts)
            return Repaired(seat, adjustment.cards)
        case Retire():
            return Retired(seat)
        case _:
            assert_never(adjustment)


def _robot(state: State, seat: int) -> Robot:
    """Return the robot of a seat that is still in the race."""
    if not 0 <= seat < len(state.robots):
        msg = f"found seat {seat + 1}, expected a seat from 1 to {len(state.robots)}"
        raise AdjustmentError(msg, AdjustmentTrouble.NO_SEAT, seat=seat + 1)
    robot = state.robots[seat]
    if seat not in state.racing():
        why = "has left the race" if robot.retired else "has finished"
        msg = f"found {robot.name}, which {why}: expected a robot that is still in the race"
        trouble = AdjustmentTrouble.LEFT if robot.retired else AdjustmentTrouble.FINISHED
        raise AdjustmentError(msg, trouble, robot=robot.name)
    return robot


def _place(board: Board, state: State, robot: Robot, wanted: Place) -> Placed:
    origin, target = robot.position, wanted.square
    assert origin is not None, "before the registers a robot in the race stands on the board"
    name = format_square(target)
    holder = next((other for other in state.robots if other.position == target and other is not robot), None)
    facts: dict[str, str | int] = {"robot": robot.name, "square": name}
    if (target, wanted.facing) == (origin, robot.facing):
        trouble = AdjustmentTrouble.SAME
        problem = f"{robot.name} on {name}, facing {robot.facing}, already: expected another square or facing"
    elif not board.holds(target):
        corner = format_square(Position(board.columns, board.rows))
        trouble = AdjustmentTrouble.OUTSIDE
        facts = {"square": name, "corner": corner}
        problem = f"{name} for {robot.name}, outside the board: expected a square from A1 to {corner}"
    elif target in board.pits:
        trouble = AdjustmentTrouble.PIT
        problem = f"{name} for {robot.name}, a pit: expected a square to stand on"
    elif target in board.finish:
        trouble = AdjustmentTrouble.BEYOND
        problem = f"{name} for {robot.name}, beyond the pink line: expected a square on this side of it"
    elif holder is not None:
        trouble = AdjustmentTrouble.TAKEN
        facts["other"] = holder.name
        problem = f"{name} for {robot.name}, where {holder.name} stands: expected a free square"
    else:
        return Placed(wanted.seat, origin, target, robot.facing, wanted.facing)
    msg = f"found {problem}"
    raise AdjustmentError(msg, trouble, **facts)


def _check_cards(robot: Robot, cards: int) -> None:
    if not 1 <= cards <= MOST_DAMAGE:
        msg = f"found {cards} damage cards for {robot.name}, expected 1 to {MOST_DAMAGE}"
        raise AdjustmentError(msg, AdjustmentTrouble.CARDS, found=cards, robot=robot.name, most=MOST_DAMAGE)
