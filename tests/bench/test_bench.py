"""How long things take (`make bench`): figures to look at, not tests with a limit.

The rounds are ones that were really dealt and programmed: of the first four rounds of thirty races of fair players on
the default board the one with the median number of events. The larger boards are the default board laid side by side
and on top of itself, with the same robots on the first of them: the same round, so that only the area differs.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from simulation.answer import format_robots, resolve_line
from simulation.autopilot import Strength
from simulation.board import Board, Laser
from simulation.boardfile import format_board, parse_board
from simulation.geometry import Position
from simulation.race import ROBOT_NAMES, RaceSetup, race
from simulation.round import Outcome, simulate
from simulation.rules import MOST_ROBOTS, HouseRules
from simulation.shuffling import seeded_shuffle
from simulation.state import State

pytestmark = pytest.mark.long

BOARD_FILE = Path(__file__).parents[2] / "boards" / "green-light.toml"
BOARD = parse_board(BOARD_FILE.read_bytes())
RULES = HouseRules()
RACES, RACES_OF_A_TEST = 30, 2
"""Without measuring, as in a test, any round will do."""


@cache
def typical_round(robots: int, races: int) -> tuple[State, str, int]:
    """Return state, seed and number of the round of so many races with the median number of events."""
    starts = (*BOARD.starts, *sorted(BOARD.standing - set(BOARD.starts), key=lambda square: square.row))
    found: list[tuple[int, str, int, State]] = []
    for seed in map(str, range(races)):
        ground = replace(BOARD, starts=starts[:robots])
        setup = RaceSetup(ground, RULES, seed, 4, ROBOT_NAMES[:robots], ground.starts)
        rounds = [
            played for played in race(setup, [Strength.FAIR] * robots) if len(played.dealt.state.racing()) == robots
        ]
        found += [(_count_events(played.played), seed, played.number, played.laid.state) for played in rounds]
    _, seed, number, state = sorted(found, key=lambda item: item[:3])[len(found) // 2]
    return state, seed, number


def _count_events(outcome: Outcome) -> int:
    return sum(len(beat.events) for beat in outcome.beats)


def tiled(board: Board, across: int, up: int) -> Board:
    """Return a board of `across` × `up` copies of a board, walls between them; it may be larger than files allow."""
    shifts = [(board.columns * column, board.rows * row) for column in range(across) for row in range(up)]

    def shifted(square: Position, shift: tuple[int, int]) -> Position:
        return Position(square.column + shift[0], square.row + shift[1])

    return Board(
        name=board.name,
        columns=board.columns * across,
        rows=board.rows * up,
        guard=board.guard,
        starts=board.starts,
        finish=frozenset(shifted(square, shift) for shift in shifts for square in board.finish),
        walls=frozenset((shifted(square, shift), side) for shift in shifts for square, side in board.walls),
        belts={shifted(square, shift): belt for shift in shifts for square, belt in board.belts.items()},
        gears={shifted(square, shift): turn for shift in shifts for square, turn in board.gears.items()},
        pits=frozenset(shifted(square, shift) for shift in shifts for square in board.pits),
        reboot=board.reboot,
        lasers=tuple(
            Laser(shifted(laser.square, shift), laser.facing, laser.beams) for shift in shifts for laser in board.lasers
        ),
    )


@pytest.mark.benchmark(group="a round with all its events")
@pytest.mark.parametrize(
    ("robots", "across", "up"),
    [(7, 1, 1), (12, 1, 1), (7, 2, 1), (7, 2, 2), (7, 4, 2)],
    ids=["7 robots", "12 robots", "7 robots, 2 × area", "7 robots, 4 × area", "7 robots, 8 × area"],
)
def test_round(benchmark: BenchmarkFixture, robots: int, across: int, up: int) -> None:
    """R1.2: at most 0.3 ms for seven robots on the default board, whatever its area."""
    state, seed, number = typical_round(robots, RACES if benchmark.enabled else RACES_OF_A_TEST)
    ground = tiled(BOARD, across, up)
    expected = simulate(BOARD, state, RULES, seeded_shuffle(seed, number))
    outcome = benchmark(simulate, ground, state, RULES, seeded_shuffle(seed, number))
    benchmark.extra_info["events"] = _count_events(outcome)
    assert outcome == expected


@pytest.mark.benchmark(group="a line of `resolve`")
@pytest.mark.parametrize("robots", [2, 7, MOST_ROBOTS])
def test_resolve(benchmark: BenchmarkFixture, robots: int) -> None:
    """SCENARIOS: from a JSON line to its answer as JSON, on a board that was seen before; 2,000 a second are 0.5 ms."""
    state, seed, _ = typical_round(robots, RACES if benchmark.enabled else RACES_OF_A_TEST)
    fields = [{key: robot[key] for key in robot if key != "finished"} for robot in format_robots(state)]
    programs = {robot.name: piles.registers for robot, piles in zip(state.robots, state.piles, strict=True)}
    line = json.dumps({"board": format_board(BOARD), "seed": seed, "robots": fields, "programs": programs})
    answer = benchmark(lambda: json.dumps(resolve_line(line)[0]))
    assert "registers" in json.loads(answer)


@pytest.mark.benchmark(group="a board file")
@pytest.mark.parametrize("path", sorted(BOARD_FILE.parent.glob("*.toml")), ids=lambda path: path.stem)
def test_parse_board(benchmark: BenchmarkFixture, path: Path) -> None:
    """BOARDS: reading a board that was not seen before."""
    text = path.read_text(encoding="utf-8")
    assert benchmark(parse_board, text).columns > 0
