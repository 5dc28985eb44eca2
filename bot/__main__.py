"""Green Light Rally from the command line: demo."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bot.demo import Demo, DemoError, show
from simulation.__main__ import DEFAULT_BOARD, DEFAULT_SEED, DONE, MISUSED, complain, run_command
from simulation.rules import ROUNDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; return its exit status."""
    options = vars(_parser().parse_args(arguments))
    del options["command"]
    try:
        show(Demo(**options))
    except DemoError as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return MISUSED
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    demo = commands.add_parser("demo", help="show a race of automatic players: pictures, record and account")
    demo.add_argument("--seed", default=DEFAULT_SEED, help="the text that decides all chance (default: %(default)s)")
    demo.add_argument("--board", type=Path, default=DEFAULT_BOARD, help="the board file (default: %(default)s)")
    demo.add_argument("--players", type=int, help="how many (default: 7, or as many as the board has)")
    demo.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many (default: %(default)s)")
    demo.add_argument("--out", type=Path, default=Path("out/demo"), help="folder to write to (default: %(default)s)")
    return parser


if __name__ == "__main__":
    run_command(main)
