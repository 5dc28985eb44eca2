"""A round as five still pictures, for those who cannot play animations or will not."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from bot.render.still import Still
from bot.render.trails import trails
from simulation.beats import Beat
from simulation.board import Board
from simulation.cards import REGISTERS, Card
from simulation.evolution import replay
from simulation.state import State

Heading = Callable[[int], tuple[str, ...]]
"""What stands above the robots' names, for a register."""


def register_stills(board: Board, before: State, beats: Sequence[Beat], heading: Heading) -> tuple[Still, ...]:
    """Return a picture after each of the five registers: the ways in it, and the doll's face."""
    return tuple(_stills(board, before, beats, heading))


def _stills(board: Board, before: State, beats: Sequence[Beat], heading: Heading) -> Iterator[Still]:
    state = replay(before, takewhile(lambda beat: beat.register == 0, beats))
    for register in range(1, REGISTERS + 1):
        played = [beat for beat in beats if beat.register == register]
        after = replay(state, played)
        ways = trails(state.robots, played)
        yield Still(board, after.robots, heading(register), damage_cards(after), ways, is_red=True)
        state = after


def damage_cards(state: State) -> tuple[int, ...]:
    """Return how many damage cards each seat has, wherever they lie."""
    return tuple(
        [*piles.hand, *piles.draw_pile, *piles.discard_pile, *piles.registers].count(Card.DAMAGE)
        for piles in state.piles
    )
