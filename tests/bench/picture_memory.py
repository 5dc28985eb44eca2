"""How much memory pictures take, in a process of its own: `python -m tests.bench.picture_memory growth 200 1000`."""

import sys
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

from simulation.board import Board
from simulation.boardfile import parse_board
from tests.bench.nights import BOARD_FILES, Night, board_of_size, draw_board, draw_night, draw_round, nights

STATUS = Path("/proc/self/status")
SIZES = ((8, 10), (12, 16), (16, 20))


def boards() -> tuple[Board, ...]:
    """Return ten boards."""
    return (*(parse_board(path.read_bytes()) for path in BOARD_FILES), *(board_of_size(*size) for size in SIZES))


def rounds_of(board: Board, robots: int) -> Iterator[Night]:
    """Yield rounds of ever new races."""
    for seed in count():
        yield from nights(board, robots, str(seed))


def growth(early: int, late: int) -> int:
    """Return how much more memory is held after so many rounds on ten boards than after fewer, in KiB."""
    races = [rounds_of(board, min(7, len(board.standing) // 2)) for board in boards()]
    held: list[int] = []
    for number, race in enumerate(islice(cycle(races), late), start=1):
        draw_night(next(race))
        if number in (early, late):
            held.append(_status("VmRSS"))
    return held[1] - held[0]


def largest() -> int:
    """Return how much memory the largest board took at most: still and animation with twelve robots, in KiB."""
    night = nights(board_of_size(26, 40), 12, "1", 1)[0]
    outcome = night.simulate()
    assert draw_board(night, outcome)
    assert draw_round(night, outcome)
    return _status("VmHWM")


def _status(name: str) -> int:
    """Return what the kernel says of this process; unlike getrusage it leaves out the process that started it."""
    return next(int(line.split()[1]) for line in STATUS.read_text().splitlines() if line.startswith(f"{name}:"))


if __name__ == "__main__":
    what, *rounds = sys.argv[1:]
    sys.stdout.write(str(largest() if what == "largest" else growth(*map(int, rounds))))
