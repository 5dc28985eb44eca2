"""The record of a race: everything in it can be dealt and simulated again, and `verify` does so.

It says everything twice, as what led to it (board, rules, seed, adjustments, places of the cards chosen) and as what
came of it (hands, cards, registers, piles), and holds the SHA-256 of board, seed and setup (the first round's rules,
points, rounds, robots with start squares as sorted JSON without spaces): whoever changes one contradicts the other.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from simulation.adjustments import Adjustment, AdjustmentError, Retire, format_adjustment, parse_adjustment
from simulation.answer import format_registers, format_robots
from simulation.boardfile import format_board
from simulation.cards import Card
from simulation.geometry import Position, format_square
from simulation.jsonfields import (
    FieldError,
    is_list,
    is_object,
    load_json,
    refuse,
    shown,
    take_flag,
    take_list,
    take_member,
    take_object,
    take_seed,
    take_text,
    take_whole_number,
)
from simulation.programs import Lateness, ProgramError, parse_program
from simulation.race import MOST_ROUNDS, Choice, PlayedRound, RaceSetup, SetupError, play_round
from simulation.rules import POINTS, points_for
from simulation.scenario import parse_board_text, parse_place, parse_rules
from simulation.state import State

FORMAT = "green-light-rally record 2"
MOST_POINTS = 1000

_KEYS = frozenset(
    (
        "format",
        "board",
        "board_sha256",
        "setup_sha256",
        "rules",
        "points",
        "seed",
        "seed_sha256",
        "rounds",
        "robots",
        "played",
        "stopped",
        "result",
    )
)

_ROBOT_KEYS = frozenset(("name", "start"))
_ROUND_KEYS = frozenset(("round", "rules", "hands", "adjustments", "programs", "registers", "robots"))
_PROGRAM_KEYS = frozenset(("late", "places", "cards"))
_LATENESS: Mapping[str, Lateness] = {reason.value: reason for reason in Lateness}


class DifferenceError(ValueError):
    """The record says something else than the race that it started."""


def format_record(
    setup: RaceSetup, played: Sequence[PlayedRound], points: tuple[int, ...] = POINTS, *, stopped: bool = False
) -> dict[str, Any]:
    """Return the record of a race, ready for JSON; `stopped` if hosts ended it before its end (R1.5)."""
    last = played[-1].state if played else setup.start()
    return {
        "format": FORMAT,
        "seed": setup.seed,
        **format_setup(setup, points),
        "played": [format_round(round_played) for round_played in played],
        "stopped": stopped,
        "result": format_result(last, points),
    }


def format_setup(setup: RaceSetup, points: tuple[int, ...]) -> dict[str, Any]:
    """Return what a race starts from, but only the digest of its seed."""
    board = format_board(setup.board)
    start = {
        "rules": asdict(setup.rules),
        "points": list(points),
        "rounds": setup.rounds,
        "robots": [
            {"name": name, "start": format_square(square)}
            for name, square in zip(setup.robots, setup.starts, strict=True)
        ],
    }
    return {
        "board": board,
        "board_sha256": digest(board),
        "seed_sha256": digest(setup.seed),
        **start,
        "setup_sha256": digest(_setup_text(start)),
    }


def format_round(played: PlayedRound) -> dict[str, Any]:
    """Return one round of the record."""
    names = [robot.name for robot in played.state.robots]
    hands, registers = played.hands, [piles.registers for piles in played.laid.state.piles]
    return {
        "round": played.number,
        "rules": asdict(played.rules),
        "hands": {names[seat]: hands[seat] for seat in played.dealt.state.racing()},
        "adjustments": [format_adjustment(adjustment, names) for adjustment in played.adjustments],
        "programs": {
            names[seat]: _format_program(played.programs[seat], registers[seat])
            for seat in played.adjusted.state.racing()
        },
        "registers": format_registers(names, played.played),
        "robots": format_robots(played.state),
    }


def _format_program(program: Choice, cards: Sequence[Card | None]) -> dict[str, Any]:
    is_late = isinstance(program, Lateness)
    return {"late": program if is_late else None, "places": None if is_late else program, "cards": cards}


def format_result(state: State, points: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return rank and points of each robot (R1.4), seat by seat."""
    return [
        {"name": robot.name, "rank": robot.finished, "points": points_for(robot.finished, points)}
        for robot in state.robots
    ]


def _setup_text(record: Mapping[str, Any]) -> str:
    """Return what a race starts from besides board and seed, as one text: sorted JSON without spaces."""
    start = {key: record[key] for key in ("rules", "points", "rounds", "robots")}
    return json.dumps(start, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def verify(text: str | bytes) -> int:
    """Deal and simulate a recorded race again; return how many rounds agree.

    Raises FieldError for a file that is no record, and DifferenceError with the first difference.
    """
    record = take_object(load_json(text), "record", _KEYS)
    if record["format"] != FORMAT:
        refuse("format", record["format"], f'"{FORMAT}"')
    points = _read_points(record["points"])
    setup = _read_setup(record)
    state = setup.start()
    rounds = take_list(record["played"], "played")
    for number, found in enumerate(rounds, start=1):
        if number > setup.rounds or not state.racing():
            msg = f"the record goes on with round {number}; the race ended with round {number - 1}"
            raise DifferenceError(msg)
        state = _verify_round(setup, state, number, found)
    if len(rounds) < setup.rounds and state.racing() and not take_flag(record["stopped"], "stopped"):
        msg = f"the record ends with round {len(rounds)}; the race went on to round {len(rounds) + 1}"
        raise DifferenceError(msg)
    _compare(record["result"], format_result(state, points), "result")
    return len(rounds)


def _read_setup(record: Mapping[str, Any]) -> RaceSetup:
    """Read what the race starts from, and hold board and seed against their digests."""
    text, seed = take_text(record["board"], "board"), take_seed(record["seed"], "seed")
    board = parse_board_text(text)
    robots = [_read_robot(robot, f"robots[{seat}]") for seat, robot in enumerate(take_list(record["robots"], "robots"))]
    names, starts = tuple(name for name, _ in robots), tuple(start for _, start in robots)
    if not 1 <= len(names) <= len(board.starts) or len(set(names)) < len(names):
        refuse("robots", list(names), f"1 to {len(board.starts)} different names, one for each start square")
    rules = parse_rules(record["rules"], "rules")
    rounds = take_whole_number(record["rounds"], "rounds", 1, MOST_ROUNDS)
    try:
        setup = RaceSetup(board, rules, seed, rounds, names, starts)
    except SetupError as error:
        raise FieldError(str(error)) from None
    for what, content in (("board", text), ("seed", seed), ("setup", _setup_text(record))):
        if record[f"{what}_sha256"] != digest(content):
            msg = (
                f"{what}: the record holds another {what} than the one that the race began with: "
                f"its SHA-256 is {digest(content)}, not {shown(record[f'{what}_sha256'])}"
            )
            raise DifferenceError(msg)
    return setup


def _read_robot(found: object, where: str) -> tuple[str, Position]:
    robot = take_object(found, where, _ROBOT_KEYS)
    return take_text(robot["name"], f"{where}.name"), parse_place(robot["start"], f"{where}.start")


def _read_points(found: object) -> tuple[int, ...]:
    points = take_list(found, "points")
    if not points:
        refuse("points", points, "at least one number")
    return tuple(take_whole_number(value, f"points[{rank}]", 0, MOST_POINTS) for rank, value in enumerate(points))


def _verify_round(setup: RaceSetup, state: State, number: int, found: object) -> State:
    """Play a recorded round again; return the state after it."""
    where = f"round {number}"
    recorded = take_object(found, where, _ROUND_KEYS)
    _compare(recorded["round"], number, f"{where}, round")
    if number == 1:
        _compare(recorded["rules"], asdict(setup.rules), f"{where}, rules")
    rules = parse_rules(recorded["rules"], f"{where}, rules")
    adjustments = _read_adjustments(recorded["adjustments"], setup.robots, f"{where}, adjustments")

    def recorded_programs(dealt: State) -> Sequence[Choice]:
        hands = {setup.robots[seat]: dealt.piles[seat].hand for seat in dealt.racing()}
        _compare(recorded["hands"], hands, f"{where}, hands")
        retired = {setup.robots[adjustment.seat] for adjustment in adjustments if isinstance(adjustment, Retire)}
        programs = take_object(recorded["programs"], f"{where}, programs", frozenset(hands.keys() - retired))
        return [
            _read_program(programs[name], hands[name], f"{where}, programs, {name}") if name in programs else None
            for name in setup.robots
        ]

    try:
        played = play_round(setup, state, number, recorded_programs, rules=rules, adjustments=adjustments)
    except AdjustmentError as error:
        msg = f"{where}, adjustments: {error}"
        raise DifferenceError(msg) from None
    again = format_round(played)
    for part in ("rules", "adjustments", "programs", "registers", "robots"):
        _compare(recorded[part], again[part], f"{where}, {part}")
    return played.state


def _read_adjustments(found: object, names: Sequence[str], where: str) -> tuple[Adjustment, ...]:
    wanted = take_list(found, where)
    return tuple(parse_adjustment(item, names, f"{where}[{place}]") for place, item in enumerate(wanted))


def _read_program(found: object, hand: Sequence[Card], where: str) -> Choice:
    program = take_object(found, where, _PROGRAM_KEYS)
    if program["late"] is not None:
        return take_member(program["late"], f"{where}, late", _LATENESS)
    places = take_list(program["places"], f"{where}, places")
    try:
        return parse_program(hand, [take_whole_number(place, f"{where}, places", 1, len(hand)) for place in places])
    except ProgramError as error:
        msg = f"{where}, places: {error}"
        raise FieldError(msg) from None


def _compare(recorded: object, again: object, where: str) -> None:
    """Raise DifferenceError for the first place where the record differs from the race."""
    expected: object = json.loads(json.dumps(again))
    for place, left, right in _differences(recorded, expected, where):
        msg = f"{place}: the record says {shown(left)}, the race gives {shown(right)}"
        raise DifferenceError(msg)


def _differences(left: object, right: object, where: str) -> Iterator[tuple[str, object, object]]:
    """Yield the places where two JSON values differ, the first first."""
    if is_object(left) and is_object(right) and left.keys() == right.keys():
        take_object(left, where)
        for key, value in right.items():
            yield from _differences(left[key], value, f"{where}, {key}")
    elif is_list(left) and is_list(right):
        for index, (one, other) in enumerate(zip(left, right, strict=False), start=1):
            yield from _differences(one, other, f"{where}, no. {index}")
        if len(left) != len(right):
            yield f"{where}, number", len(left), len(right)
    elif type(left) is not type(right) or left != right:
        yield where, left, right
