"""Green Light Rally from the command line: run, playground, demo, status, render."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from bot.app import RunRefusedError, run
from bot.clock import SystemClock
from bot.db.engine import DatabaseRefusedError, open_database
from bot.demo import Demo, DemoError, show
from bot.drawing import Drawing, DrawingError, render
from bot.moderator.status import tell_status
from bot.play.serving import play
from bot.play.site import PortTakenError
from bot.settings import Settings
from simulation.__main__ import DEFAULT_BOARD, DEFAULT_SEED, DONE, MISUSED, complain, run_command
from simulation.cards import REGISTERS
from simulation.rules import ROUNDS

PORT, MOST_PORT = 8365, 65535


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; return its exit status."""
    options = vars(_parser().parse_args(arguments))
    command: Callable[..., None] = options.pop("command")
    try:
        command(**options)
    except (DemoError, DatabaseRefusedError, DrawingError, PortTakenError, RunRefusedError) as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return MISUSED
    return DONE


def _demo(**options: Any) -> None:  # noqa: ANN401 - the options of the command line
    show(Demo(**options))


def _run() -> None:
    run(Settings())


def _playground(port: int) -> None:
    play(port, lambda url: print(f"The playground is at {url} (Ctrl-C ends it, and nothing of it is kept)", flush=True))


def _render(**options: Any) -> None:  # noqa: ANN401 - the options of the command line
    for path in render(Drawing(**options)):
        print(path)


def _status(database: str | None) -> None:
    now = SystemClock().now()
    url = database or Settings().database_url
    try:
        with open_database(url, now, exclusive=False) as opened, opened.transaction() as session:
            lines = list(tell_status(session, now))
    except DBAPIError as error:
        raise DatabaseRefusedError(url.rpartition("://")[2], f"it cannot be read: {error.orig}") from error
    print("\n".join(lines))


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        msg = f"found {text!r}, expected 0 to {MOST_PORT}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    bot = commands.add_parser("run", help="run the bot on Discord, with the settings of the environment or .env")
    bot.set_defaults(command=_run)
    demo = commands.add_parser("demo", help="show a race of automatic players: pictures, record and account")
    demo.add_argument("--seed", default=DEFAULT_SEED, help="the text that decides all chance (default: %(default)s)")
    demo.add_argument("--board", type=Path, default=DEFAULT_BOARD, help="the board file (default: %(default)s)")
    demo.add_argument("--players", type=int, help="how many (default: 7, or as many as the board has)")
    demo.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many (default: %(default)s)")
    demo.add_argument("--out", type=Path, default=Path("out/demo"), help="folder to write to (default: %(default)s)")
    demo.set_defaults(command=_demo)
    playground = commands.add_parser("playground", help="play with the bot in a browser, without Discord")
    playground.add_argument(
        "--port", type=_port, default=PORT, help="on this machine; 0 for any (default: %(default)s)"
    )
    playground.set_defaults(command=_playground)
    status = commands.add_parser("status", help="show a database's games, next deadlines, open messages and alarms")
    status.add_argument("--database", metavar="FILE", help="instead of the one that DATABASE_URL names")
    status.set_defaults(command=_status)
    drawing = commands.add_parser("render", help="draw a scenario's round, or the sheet of everything in pictures")
    drawing.add_argument("--scenario", type=Path, metavar="FILE", help="resolve and draw the first scenario of a file")
    drawing.add_argument("--board-png", type=Path, metavar="FILE", help="the board after the round")
    drawing.add_argument("--round-gif", type=Path, metavar="FILE", help="the round as an animation")
    drawing.add_argument("--register-png", type=Path, metavar="FILE", help="the board after --register")
    drawing.add_argument("--register", type=int, choices=range(1, REGISTERS + 1), help="which register")
    drawing.add_argument("--hand-png", type=Path, metavar="FILE", help="the first robot's hand")
    drawing.add_argument("--sheet", type=Path, metavar="FILE", help="every kind of square, wall, laser, robot and sign")
    drawing.set_defaults(command=_render)
    return parser


if __name__ == "__main__":
    run_command(main)
