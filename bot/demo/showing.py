"""What the demo is asked for, and what it leaves behind."""

import asyncio
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.demo.evening import Evening, Table
from bot.moderator.settings import MOST_ROUNDS
from bot.playground.model import Channel
from bot.playground.page import write_page
from bot.playground.people import People, text_of
from bot.playground.server import Playground
from simulation.board import Board
from simulation.boardfile import BoardError, parse_board
from simulation.boardsource import LONGEST_SOURCE
from simulation.race import DEFAULT_PLAYERS, SetupError, new_race
from simulation.state import State
from simulation.telling import tell_points

RECORD, ACCOUNT, DATABASE, PAGE = "record.json", "account.txt", "rally.db", "index.html"
_LEFT = re.compile(
    r"g[0-9]+r[0-9]+x[0-9]+-[a-z]+[0-9]?\.(png|gif|json)|board\.png|rally\.db(-wal|-shm|\.lock)?", re.ASCII
)


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
    """Race, print a line a round, and write the channel as a page, its pictures, the record and the account.

    Raises DemoError.
    """
    text, board, players = _read(demo)
    _clear(demo.out)
    table = Table(text, board, demo.seed, players, demo.rounds, demo.out / DATABASE)
    state = asyncio.run(_play(demo.out, table))
    print("\n".join(tell_points(board, state)))
    print(f"\nOpen {demo.out / PAGE}: the channel as viewers saw it. Beside it: the pictures, {RECORD}, {ACCOUNT}")
    verify = (sys.executable, "-m", "simulation", "verify", str(demo.out / RECORD))
    print(f"Deal and simulate it all again, to verify the record: {shlex.join(verify)}")


async def _play(out: Path, table: Table) -> State:
    """Play at a server that stands as long as that, write what it holds then, and return the state at the end."""
    evening = Evening(table)
    async with Playground(evening.clock.now) as server:
        await evening.play(server)
        _write_all(out, server.people, evening)
    return evening.state


def _write_all(out: Path, people: People, evening: Evening) -> None:
    channel = evening.channel
    with _complaining("write", out):
        write_page(out, people, channel, evening.title, evening.zone)
        (out / ACCOUNT).write_text("\n\n".join(_account(people, channel)) + "\n", encoding="utf-8")
        record = (out / RECORD).read_bytes()  # the last post has it
        (out / RECORD).write_text(json.dumps(json.loads(record), indent=1) + "\n", encoding="utf-8")


def _account(people: People, channel: Channel) -> Iterator[str]:
    """Yield what the threads tell, round by round; pictures are on the page."""
    for thread in people.threads(channel):
        yield thread.name
        for message in sorted(thread.messages.values(), key=lambda each: each.id):
            told = text_of(message)
            if told and not message.attachments:
                yield told


def _read(demo: Demo) -> tuple[str, Board, int]:
    """Return the board's text, the board, and how many race."""
    if demo.rounds > MOST_ROUNDS:
        msg = f"--rounds: found {demo.rounds}, expected 1 to {MOST_ROUNDS}"
        raise DemoError(msg)
    with _complaining("read", demo.board), demo.board.open("rb") as file:
        source = file.read(4 * LONGEST_SOURCE + 1)
    try:
        board = parse_board(source)
        players = min(DEFAULT_PLAYERS, len(board.starts)) if demo.players is None else demo.players
        new_race(board, demo.seed, players, demo.rounds)
    except BoardError as error:
        msg = f"{demo.board}: {error}"
    except SetupError as error:
        msg = f"--{error}"
    else:
        return source.decode(), board, players
    raise DemoError(msg)


def _clear(out: Path) -> None:
    """Make the folder, and take what an earlier demo left out of it."""
    with _complaining("write", out):
        out.mkdir(parents=True, exist_ok=True)
        for path in out.iterdir():
            if path.name in (RECORD, ACCOUNT, PAGE) or _LEFT.fullmatch(path.name):
                path.unlink()


@contextmanager
def _complaining(action: str, path: Path) -> Iterator[None]:
    """Say what cannot be read or written, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        msg = f"cannot {action} {path}: {getattr(error, 'strerror', None) or error}"
        raise DemoError(msg) from None
