"""Boards as pictures and robots as words, for tests: every board goes through the board parser.

A robot is written as its name, square and facing, then the cards of its registers: "Bolt B1 north move3 left".
Registers that are not written turn the robot left. Several robots stand apart by commas.
"""

import json
from textwrap import dedent
from typing import Any

from simulation.answer import resolve_line
from simulation.beats import Phase
from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.events import PublicEvent
from simulation.jsonfields import load_json
from simulation.round import Outcome
from simulation.scenario import Scenario, parse_scenario

IDLE = "left"


def board_text(picture: str, guard: str = "A0", extra: str = "") -> str:
    """Return a board file with this picture; `extra` stands before it (edge) or, from [[laser]] on, behind it."""
    before, bracket, lasers = extra.partition("[[laser]]")
    drawn = dedent(picture).strip("\n")
    return f"name = \"Test\"\nguard = \"{guard}\"\n{before}\npicture = '''\n{drawn}\n'''\n{bracket}{lasers}"


def board(picture: str, guard: str = "A0", extra: str = "") -> Board:
    """Parse a board from its picture."""
    return parse_board(board_text(picture, guard, extra))


def laser(at: str, facing: str, beams: int = 1) -> str:
    """Return the table of a laser for `extra`."""
    return f'[[laser]]\nat = "{at}"\nfacing = "{facing}"\nbeams = {beams}\n'


def scenario(  # noqa: PLR0913 - one keyword for each part of a scenario
    picture: str,
    robots: str,
    *,
    guard: str = "A0",
    extra: str = "",
    rules: dict[str, Any] | None = None,
    seed: str | None = None,
    draw: dict[str, str] | None = None,
    discard: dict[str, str] | None = None,
    finished: str = "",
) -> dict[str, Any]:
    """Return a scenario as the contract writes it.

    `draw` and `discard` name cards by robot, `finished` names robots in the order of their ranks.
    """
    fields: list[dict[str, Any]] = []
    programs: dict[str, list[str]] = {}
    for words in (robot.split() for robot in robots.split(",")):
        name, at, facing, *cards = words
        programs[name] = cards + [IDLE] * (5 - len(cards))
        fields.append({"name": name, "at": at, "facing": facing})
    for rank, name in enumerate(finished.split(), start=1):
        fields.append({"name": name, "at": None, "facing": "north", "finished": rank})
    for robot in fields:
        robot["draw"] = (draw or {}).get(robot["name"], "").split()
        robot["discard"] = (discard or {}).get(robot["name"], "").split()
    made: dict[str, Any] = {
        "board": board_text(picture, guard, extra),
        "rules": rules or {},
        "robots": fields,
        "programs": programs,
    }
    return made if seed is None else made | {"seed": seed}


def answer(picture: str, robots: str, **parts: Any) -> dict[str, Any]:  # noqa: ANN401 - as `scenario`
    """Resolve a scenario; return the answer of the contract."""
    resolved, is_resolved = resolve_line(json.dumps(scenario(picture, robots, **parts)))
    assert is_resolved, resolved
    read = load_json(json.dumps(resolved))
    assert isinstance(read, dict)
    return read


def after(register: int, picture: str, robots: str, **parts: Any) -> str:  # noqa: ANN401 - as `scenario`
    """Return where the robots stand after a register (from 1): "Bolt B3 north, Cog B4 west", "Hex over" if finished."""
    stands = answer(picture, robots, **parts)["registers"][register - 1]["robots"]
    return ", ".join(
        f"{name} over" if stand["at"] is None else f"{name} {stand['at']} {stand['facing']}"
        for name, stand in stands.items()
    )


def order(register: int, picture: str, robots: str, **parts: Any) -> str:  # noqa: ANN401 - as `scenario`
    """Return the priority order of a register as names."""
    return " ".join(answer(picture, robots, **parts)["registers"][register - 1]["order"])


def piles(picture: str, robots: str, **parts: Any) -> dict[str, str]:  # noqa: ANN401 - as `scenario`
    """Return each robot's piles after the round, written "draw pile | discard pile"."""
    end = answer(picture, robots, **parts)["robots"]
    return {robot["name"]: f"{' '.join(robot['draw'])} | {' '.join(robot['discard'])}".strip() for robot in end}


def parsed(picture: str, robots: str, **parts: Any) -> Scenario:  # noqa: ANN401 - as `scenario`
    """Return the scenario as the engine reads it."""
    return parse_scenario(load_json(json.dumps(scenario(picture, robots, **parts))))


def played(picture: str, robots: str, **parts: Any) -> Outcome:  # noqa: ANN401 - as `scenario`
    """Play a scenario; return everything that happened."""
    return parsed(picture, robots, **parts).simulate()


def events(outcome: Outcome, *kinds: type[PublicEvent], register: int = 1, phase: Phase | None = None) -> list[Any]:
    """Return the events of these kinds in a register, in order."""
    return [
        event
        for beat in outcome.beats
        if beat.register == register and phase in (None, beat.phase)
        for event in beat.events
        if isinstance(event, kinds)
    ]
