"""The demo: a race of automatic players, with a board picture a round, its record and its account."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.render.board import render_board
from simulation.board import Board
from simulation.boardfile import BoardError, parse_board
from simulation.boardsource import LONGEST_SOURCE
from simulation.geometry import format_square
from simulation.race import DEFAULT_PLAYERS, PlayedRound, RaceSetup, SetupError, mixed_strengths, new_race, race
from simulation.record import format_record
from simulation.state import State
from simulation.telling import standings, tell_points, tell_round, tell_setup

RECORD, ACCOUNT = "record.json", "account.txt"
_PICTURE = re.compile(r"round-[0-9]{2,}\.png", re.ASCII)


class DemoError(Exception):
    """A demo that cannot be shown; the message is for the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What to race, and the folder to show it in."""

    board: Path
    seed: str
    players: int | None
    """None for seven, or as many as the board has start squares."""
    rounds: int
    out: Path


def show(demo: Demo) -> None:
    """Race, print a line a round, and write the pictures, the record and the account; raises DemoError."""
    setup = _setup(demo)
    _clear(demo.out)
    title = tell_setup(setup)
    print(title)
    _draw(demo.out, setup, setup.start(), 0)
    played: list[PlayedRound] = []
    for round_played in race(setup, mixed_strengths(len(setup.robots))):
        played.append(round_played)
        _draw(demo.out, setup, round_played.state, round_played.number)
        print(_progress(setup.board, round_played))
    points = list(tell_points(setup.board, played[-1].state))
    account = [title, *(line for round_played in played for line in tell_round(setup.board, round_played)), *points]
    _write(demo.out / ACCOUNT, "\n".join(account) + "\n")
    _write(demo.out / RECORD, json.dumps(format_record(setup, played), indent=1) + "\n")
    print("\n".join(points))
    print(f"\nWrote to {demo.out}: {len(played) + 1} pictures, from round-00.png (the start) on, {RECORD}, {ACCOUNT}")
    verify = (sys.executable, "-m", "simulation", "verify", str(demo.out / RECORD))
    print(f"Deal and simulate it all again, to verify the record: {shlex.join(verify)}")


def _setup(demo: Demo) -> RaceSetup:
    with _complaining("read", demo.board), demo.board.open("rb") as file:
        source = file.read(4 * LONGEST_SOURCE + 1)
    try:
        board = parse_board(source)
        players = min(DEFAULT_PLAYERS, len(board.starts)) if demo.players is None else demo.players
        return new_race(board, demo.seed, players, demo.rounds)
    except BoardError as error:
        msg = f"{demo.board}: {error}"
    except SetupError as error:
        msg = f"--{error}"
    raise DemoError(msg)


def _clear(out: Path) -> None:
    """Make the folder, and take what an earlier demo left out of it."""
    with _complaining("write", out):
        out.mkdir(parents=True, exist_ok=True)
        for path in out.iterdir():
            if path.name in (RECORD, ACCOUNT) or _PICTURE.fullmatch(path.name):
                path.unlink()


def _draw(out: Path, setup: RaceSetup, state: State, number: int) -> None:
    """Write the picture of the board after a round; round 0 is the start."""
    caption = f"{setup.board.name}: " + (f"after round {number} of {setup.rounds}" if number else "the start")
    picture, path = render_board(setup.board, state.robots, caption), out / f"round-{number:02}.png"
    with _complaining("write", path):
        picture.save(path)


def _progress(board: Board, played: PlayedRound) -> str:
    robots = played.state.robots
    finished = [robot.name for robot in robots if robot.finished is not None]
    leader = next((robot for robot in standings(board, robots) if robot.finished is None), None)
    told = f"Round {played.number:2}: "
    if leader is None or leader.position is None:
        told += "all are over the line"
    else:
        told += f"{leader.name} leads at {format_square(leader.position)}"
        told += f"; over the line: {len(finished)} of {len(robots)}" if finished else ""
    late = [robot.name for robot, reason in zip(robots, played.late, strict=True) if reason is not None]
    return f"{told}; late: {', '.join(late)}" if late else told


def _write(path: Path, text: str) -> None:
    with _complaining("write", path):
        path.write_text(text, encoding="utf-8")


@contextmanager
def _complaining(action: str, path: Path) -> Iterator[None]:
    """Say what cannot be read or written, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        msg = f"cannot {action} {path}: {getattr(error, 'strerror', None) or error}"
        raise DemoError(msg) from None
