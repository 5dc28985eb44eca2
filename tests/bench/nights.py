"""Rounds that were really dealt and programmed, on boards of any size, and all the pictures of their night."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bot.render.animation import Film, draw_film
from bot.render.hand import draw_hand
from bot.render.png import to_png
from bot.render.registers import damage_cards
from bot.render.still import Still, draw_still
from bot.render.trails import trails
from bot.text.captions import card_names, film_caption, tell_result_heading
from bot.text.languages import SOURCE, words_in
from simulation.autopilot import Strength
from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.race import ROBOT_NAMES, RaceSetup, race
from simulation.round import Outcome, deal, simulate
from simulation.rules import HouseRules
from simulation.shuffling import seeded_shuffle
from simulation.state import State
from tests.bot.boards import board_of, laser

RULES = HouseRules()
WORDS = words_in(SOURCE)
BOARD_FILES = sorted((Path(__file__).parents[2] / "boards").glob("*.toml"))


@cache
def default_board() -> Board:
    """Return the board of games whose host chose none."""
    return parse_board(next(path for path in BOARD_FILES if path.stem == "green-light").read_bytes())


_BODY = (
    "..v....L..O.",
    "..v<<<<.....",
    "..E.....vR..",
    "..>>>>>>v...",
    ".O......v.@.",
    "....NN..v...",
)


def board_of_size(columns: int, rows: int) -> Board:
    """Return a board full of everything, its kinds of squares as frequent on a large one as on a small one."""
    body = [(_BODY[row % len(_BODY)] * columns)[:columns].replace("@", ".") for row in range(rows - 2)]
    return board_of("=" * columns, *body, "1@" + "." * (columns - 2), lasers=laser("A2", "east", 2))


@dataclass(frozen=True, slots=True)
class Night:
    """A round that is programmed: what a deadline finds."""

    board: Board
    seed: str
    number: int
    state: State

    def simulate(self) -> Outcome:
        """Return what happens."""
        return simulate(self.board, self.state, RULES, seeded_shuffle(self.seed, self.number))


def nights(board: Board, robots: int, seed: str, rounds: int = 4) -> tuple[Night, ...]:
    """Return the first rounds of a race of fair players, as many as were played by all robots."""
    free = sorted(board.standing - set(board.starts) - board.finish, key=lambda square: square.row)
    ground = replace(board, starts=(*board.starts, *free)[:robots])
    setup = RaceSetup(ground, RULES, seed, rounds, ROBOT_NAMES[:robots], ground.starts)
    return tuple(
        Night(board, seed, played.number, played.laid.state)
        for played in race(setup, [Strength.FAIR] * robots)
        if len(played.dealt.state.racing()) == robots
    )


def draw_board(night: Night, outcome: Outcome) -> bytes:
    """Return the board after the round as PNG."""
    ways = trails(night.state.robots, outcome.beats)
    heading = tell_result_heading(WORDS, night.board.name)
    return to_png(draw_still(Still(night.board, outcome.state.robots, heading, damage_cards(outcome.state), ways)))


def draw_round(night: Night, outcome: Outcome) -> bytes:
    """Return the round as GIF."""
    return draw_film(
        Film(night.board, night.state.robots, outcome.beats, film_caption(WORDS, night.board.name, night.number))
    )


def draw_hands(night: Night, outcome: Outcome) -> Iterator[bytes]:
    """Yield the hands of the next round as PNG."""
    dealt = deal(night.board, outcome.state, RULES, seeded_shuffle(night.seed, night.number + 1)).state
    names = card_names(WORDS)
    for piles in dealt.piles:
        if piles.hand:
            yield to_png(draw_hand(piles.hand, names))


def draw_night(night: Night) -> tuple[bytes, bytes, Sequence[bytes]]:
    """Simulate a round, and return all its pictures: the board, the round, and the new hands."""
    outcome = night.simulate()
    return draw_board(night, outcome), draw_round(night, outcome), tuple(draw_hands(night, outcome))
