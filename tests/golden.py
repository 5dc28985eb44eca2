"""Golden scenarios: a board, its robots and what is told of their round, in one readable file.

A file has a title, the board file, after `--- robots` a line for each robot (as in `tests.pictures`, with a pile
as `draw: …` or `discard: …` behind them) and optional `seed: …` and `rules: …` lines, and after `--- told` the account
of the round, with the stand of all robots under each register.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulation.answer import resolve_line
from simulation.beats import public
from simulation.jsonfields import load_json
from simulation.scenario import parse_scenario
from simulation.telling import tell_beats

SCENARIOS = Path(__file__).parent / "scenarios"
ROBOTS, TOLD = "\n--- robots\n", "\n--- told\n"


@dataclass(frozen=True)
class Golden:
    """One file: `told` is what it expects."""

    path: Path
    head: str
    scenario: dict[str, Any]
    told: str


def read_golden(path: Path) -> Golden:
    """Read a golden file; everything before the account is its head."""
    head, _, told = path.read_text(encoding="utf-8").partition(TOLD)
    title_and_board, _, lines = head.partition(ROBOTS)
    board = title_and_board.split("\n", 1)[1]
    scenario: dict[str, Any] = {"board": board, "robots": [], "programs": {}, "rules": {}}
    for line in lines.strip().split("\n"):
        key, _, value = line.partition(": ")
        if key == "seed":
            scenario["seed"] = value
        elif key == "rules":
            scenario["rules"] = json.loads(value)
        else:
            _read_robot(scenario, line)
    return Golden(path, head, scenario, told)


def _read_robot(scenario: dict[str, Any], line: str) -> None:
    words, *piles = line.replace(" draw: ", "|draw:").replace(" discard: ", "|discard:").split("|")
    name, at, facing, *cards = words.split()
    robot: dict[str, Any] = {"name": name, "at": at, "facing": facing}
    for pile in piles:
        kind, _, names = pile.partition(":")
        robot[kind] = names.split()
    scenario["robots"].append(robot)
    scenario["programs"][name] = cards


def tell_golden(golden: Golden) -> str:
    """Play the scenario; return its account."""
    scenario = parse_scenario(load_json(json.dumps(golden.scenario)))
    outcome = scenario.simulate()
    names = [robot.name for robot in scenario.state.robots]
    answer, _ = resolve_line(json.dumps(golden.scenario))
    told: list[str] = []
    for register in range(1, 6):
        told += tell_beats([beat for beat in public(outcome.beats) if beat.register == register], names)
        stands = answer["registers"][register - 1]["robots"]
        places = [f"{name} {robot['at'] or 'over'} {robot['facing']}" for name, robot in stands.items()]
        told.append(f"  => {', '.join(places)}")
    for robot in answer["robots"]:
        draw, discard = " ".join(robot["draw"]) or "-", " ".join(robot["discard"]) or "-"
        told.append(f"{robot['name']}: draw pile {draw}; discard pile {discard}")
    return "\n".join(told) + "\n"
