"""The simulation from the command line: resolve, check-board, race, verify."""

import argparse
import io
import json
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TextIO

from simulation.answer import resolve_line
from simulation.autopilot import Strength
from simulation.boardfile import BoardError, parse_board
from simulation.boardwarnings import board_warnings
from simulation.jsonfields import FieldError
from simulation.race import PlayedRound, SetupError, mixed_strengths, new_race, race
from simulation.record import DifferenceError, format_record, verify
from simulation.rules import ROUNDS
from simulation.telling import tell_points, tell_round

DEFAULT_BOARD = Path(__file__).parent.parent / "boards" / "green-light.toml"
DEFAULT_PLAYERS = 7
DEFAULT_SEED = "green-light"
MIXED = "mixed"

DONE, REFUSED, MISUSED = 0, 1, 2
"""Exit statuses: all well; the input is refused or differs; the command cannot be carried out."""


class CommandError(Exception):
    """A command that cannot be carried out; the message is for the person who gave it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; return its exit status."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except CommandError as error:
        print(f"error: {error}", file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt:
        return MISUSED


def resolve_lines(lines: Iterable[bytes], answers: TextIO) -> int:
    """Resolve scenarios, one a line; return the exit status."""
    status = DONE
    for line in lines:
        if not line.strip():
            continue
        answer, is_resolved = resolve_line(line)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if not is_resolved:
            status = REFUSED
    return status


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
    racing.add_argument("--players", type=int, default=DEFAULT_PLAYERS, help="how many (default: %(default)s)")
    racing.add_argument("--rounds", type=int, default=ROUNDS, help="at most so many (default: %(default)s)")
    racing.add_argument(
        "--strength", choices=[*Strength, MIXED], default=MIXED, help="of the players (default: %(default)s)"
    )
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
            board = parse_board(_read(path))
        except BoardError as error:
            print(f"{path}: {error}")
            status = REFUSED
        except CommandError as error:
            print(error)
            status = REFUSED
        else:
            size = f"{board.columns} × {board.rows} squares, {len(board.starts)} start squares"
            print(f"{path}: {board.name}, {size}: a board to play on")
            for warning in board_warnings(board):
                print(f"{path}: warning: {warning}")
    return status


def _race(options: argparse.Namespace) -> int:
    try:
        board = parse_board(_read(options.board))
        setup = new_race(board, options.seed, options.players, options.rounds)
    except BoardError as error:
        msg = f"{options.board}: {error}"
        raise CommandError(msg) from None
    except SetupError as error:
        msg = f"--{error}"
        raise CommandError(msg) from None
    players = len(setup.robots)
    strengths = mixed_strengths(players) if options.strength == MIXED else (Strength(options.strength),) * players
    print(f"{board.name}: {players} robots, at most {setup.rounds} rounds, seed {setup.seed!r}")
    played: list[PlayedRound] = []
    for round_played in race(setup, strengths):
        played.append(round_played)
        print("\n".join(tell_round(board, round_played)))
    print("\n".join(tell_points(board, played[-1].state)))
    print(f"Record: {_write(options.out / 'record.json', format_record(setup, played))}")
    return DONE


def _verify(options: argparse.Namespace) -> int:
    try:
        rounds = verify(_read(options.file))
    except (FieldError, DifferenceError) as error:
        print(f"{options.file}: {error}")
        return REFUSED
    print(f"{options.file}: dealt and simulated again, all {rounds} rounds agree")
    return DONE


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise CommandError(_reason("read", path, error)) from None


def _write(path: Path, content: object) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(_reason("write", path, error)) from None
    return path


def _reason(action: str, path: Path, error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) else error
    return f"cannot {action} {path}: {reason}"


def prepare_streams() -> None:  # pragma: no cover - of a process of its own: the tests start some
    """Print whatever a name holds on any terminal, and end quietly when the reader of a pipe has left."""
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, io.TextIOWrapper):
            output.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


if __name__ == "__main__":
    prepare_streams()
    sys.exit(main())
