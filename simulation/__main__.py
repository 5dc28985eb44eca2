"""The simulation from the command line: resolve, check-board, race, verify."""

import argparse
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

from simulation.answer import resolve_line
from simulation.autopilot import Strength
from simulation.boardfile import BoardError, parse_board
from simulation.boardsource import LONGEST_SOURCE
from simulation.boardwarnings import board_warnings
from simulation.jsonfields import FieldError
from simulation.race import DEFAULT_PLAYERS, PlayedRound, SetupError, mixed_strengths, new_race, race
from simulation.record import DifferenceError, format_record, verify
from simulation.rules import ROUNDS
from simulation.telling import printable, tell_points, tell_round, tell_setup

DEFAULT_BOARD = Path(__file__).parent.parent / "boards" / "green-light.toml"
DEFAULT_SEED = "green-light"
MIXED = "mixed"

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes in a line of `resolve` at most; a longer one is answered as no JSON."""

LONGEST_RECORD = 64 * 1024 * 1024
"""Characters in a record at most."""

_ENCODER = json.JSONEncoder(check_circular=False)

DONE, REFUSED, MISUSED = 0, 1, 2
"""Exit statuses: all well; what was to be checked is refused or differs; the command cannot be carried out."""


class CommandError(Exception):
    """A command that cannot be carried out; the message is for the person who gave it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; return its exit status."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except CommandError as error:
        complain(str(error))
        return MISUSED
    except KeyboardInterrupt:
        return MISUSED


def resolve_lines(scenarios: BinaryIO, answers: TextIO) -> int:
    """Resolve scenarios, one a line; return the exit status."""
    status = DONE
    while line := scenarios.readline(LONGEST_LINE + 1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            _skip_line(scenarios, line)
            answer: dict[str, Any] = {"id": None, "error": f"found a line of more than {LONGEST_LINE} bytes"}
            is_resolved = False
        else:
            answer, is_resolved = resolve_line(line)
        answers.write(_ENCODER.encode(answer) + "\n")
        answers.flush()
        if not is_resolved:
            status = REFUSED
    return status


def _skip_line(scenarios: BinaryIO, start: bytes) -> None:
    """Read what is left of a line that began with `start`."""
    part = start
    while part and not part.endswith(b"\n"):
        part = scenarios.readline(LONGEST_LINE)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m simulation", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    resolve = commands.add_parser("resolve", help="resolve scenarios: JSON objects on standard input, one a line")
    resolve.set_defaults(command=_resolve)

    check = commands.add_parser("check-board", help="say what is wrong or odd in board files")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    check.set_defaults(command=_check_boards)

    racing = commands.add_parser("race", help="play a race of automatic players, and write its record")
    racing.add_argument("--seed", default=DEFAULT_SEED, help="the text that decides all chance (default: %(default)r)")
    racing.add_argument("--board", type=Path, default=DEFAULT_BOARD, help="the board file (default: %(default)s)")
    racing.add_argument("--players", type=int, help="how many (default: 7, or as many as the board has start squares)")
    racing.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many (default: %(default)s)")
    strengths = [*(strength.value for strength in Strength), MIXED]
    racing.add_argument("--strength", choices=strengths, default=MIXED, help="of the players (default: %(default)s)")
    racing.add_argument("--out", type=Path, default=Path("out/race"), help="folder for record.json (%(default)s)")
    racing.set_defaults(command=_race)

    verifying = commands.add_parser("verify", help="deal and simulate a recorded race again")
    verifying.add_argument("file", metavar="FILE", type=Path)
    verifying.set_defaults(command=_verify)
    return parser


def _resolve(_: argparse.Namespace) -> int:
    return resolve_lines(sys.stdin.buffer, sys.stdout)


def _check_boards(options: argparse.Namespace) -> int:
    status = DONE
    for path in options.files:
        try:
            board = parse_board(_read(path, LONGEST_SOURCE))
        except BoardError as error:
            print(f"{path}: {error}")
            status = max(status, REFUSED)
        except CommandError as error:
            complain(str(error))
            status = MISUSED
        else:
            size = f"{board.columns} × {board.rows}, start squares: {len(board.starts)}"
            print(f"{path}: {printable(board.name)} ({size}) can be played on")
            for warning in board_warnings(board):
                print(f"{path}: warning: {warning}")
    return status


def _race(options: argparse.Namespace) -> int:
    try:
        board = parse_board(_read(options.board, LONGEST_SOURCE))
        players = min(DEFAULT_PLAYERS, len(board.starts)) if options.players is None else options.players
        setup = new_race(board, options.seed, players, options.rounds)
    except BoardError as error:
        msg = f"{options.board}: {error}"
        raise CommandError(msg) from None
    except SetupError as error:
        msg = f"--{error}"
        raise CommandError(msg) from None
    _make_folder(options.out)
    strengths = mixed_strengths(players) if options.strength == MIXED else (Strength(options.strength),) * players
    print(tell_setup(setup))
    played: list[PlayedRound] = []
    for round_played in race(setup, strengths):
        played.append(round_played)
        print("\n".join(tell_round(board, round_played)))
    print("\n".join(tell_points(board, played[-1].state)))
    print(f"Record: {_write(options.out / 'record.json', format_record(setup, played))}")
    return DONE


def _verify(options: argparse.Namespace) -> int:
    try:
        rounds = verify(_read(options.file, LONGEST_RECORD))
    except (FieldError, DifferenceError) as error:
        print(f"{options.file}: {error}")
        return REFUSED
    print(f"{options.file}: dealt and simulated again, and the record is right (rounds: {rounds})")
    return DONE


def _read(path: Path, most: int) -> bytes:
    """Read a file, but no more of it than shows that it has more than `most` characters."""
    try:
        with path.open("rb") as file:
            return file.read(4 * most + 1)
    except (OSError, ValueError) as error:
        raise CommandError(_reason("read", path, error)) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise CommandError(_reason("write", folder, error)) from None


def _write(path: Path, content: object) -> Path:
    try:
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(_reason("write", path, error)) from None
    return path


def _reason(action: str, path: Path, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else error
    return f"cannot {action} {path}: {reason}"


def run_command(command: Callable[[], int]) -> NoReturn:  # pragma: no cover - ends its process: the tests start some
    """Carry out a command as a whole process, and end it with the command's exit status.

    Names print on any terminal; the reader of a pipe may leave early; closed or full streams are said in a sentence.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, io.TextIOWrapper):
            output.reconfigure(encoding="utf-8", errors="backslashreplace")
    status = MISUSED
    try:
        if None in (sys.stdin, sys.stdout):
            complain("standard input and output must be open")
        else:
            status = command()
            sys.stdout.flush()
    except OSError as error:
        status = MISUSED
        complain(f"cannot read or write: {error.strerror}")
    os._exit(status)  # what cannot be flushed must not be tried again at the end of the interpreter


def complain(problem: str) -> None:
    """Tell the person who gave the command what is wrong, on standard error if that is open."""
    if sys.stderr is not None:
        print(f"error: {problem}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_command(main)
