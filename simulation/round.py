"""A round from its deal to its end: the functions that everything above the rules calls.

Each takes a state and returns an `Outcome`: the beats that it told, and the state that they lead to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simulation.beats import Beat, Phase
from simulation.board import Board
from simulation.cards import REGISTERS
from simulation.events import Prioritised
from simulation.geometry import Facing, Position
from simulation.phases import BOARD_PHASES
from simulation.piles import deal_hands, discard_programs, lay_program
from simulation.play import play_register
from simulation.priority import prioritise
from simulation.programs import Program
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle
from simulation.state import State
from simulation.table import Table

Stands = tuple[tuple[Position | None, Facing], ...]
"""Square (None once out of the race) and facing of each robot, seat by seat."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened, in order, and the state after it: `replay(before, beats) == state`."""

    beats: tuple[Beat, ...]
    state: State
    stands: tuple[Stands, ...] = ()
    """Where everybody is after each of the five registers, the board having acted; none for a deal or programming."""


def deal(board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> Outcome:
    """Start a round: nine cards for each player whose robot is in the race (R2.2)."""
    table = Table(board, state, rules, shuffle)
    deal_hands(table)
    table.end_beat(Phase.DEAL)
    return _outcome(table)


def lay_programs(
    board: Board, state: State, programs: Sequence[Program | None], rules: HouseRules, shuffle: Shuffle
) -> Outcome:
    """Close the programming: `programs[i]` is seat i's, None for whoever is late (R2.3, R2.5) or out of the race."""
    table = Table(board, state, rules, shuffle)
    for seat in state.racing():
        lay_program(table, seat, programs[seat])
    table.end_beat(Phase.PROGRAMS)
    return _outcome(table)


def simulate(board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> Outcome:
    """Play the five registers and end the round (R1.2, R2.3).

    The programs lie in the registers of `state`, five cards for each robot on the board. Raises whatever `shuffle`
    raises.
    """
    table = Table(board, state, rules, shuffle)
    programmed = state.racing()
    stands: list[Stands] = []
    for register in range(1, REGISTERS + 1):
        priority = prioritise(board, table.squares)
        if priority.order:
            activate(table, register, priority)
        stands.append(tuple(zip(table.squares, table.facings, strict=True)))
    discard_programs(table, programmed)
    table.end_beat(Phase.CLEAN_UP)
    return _outcome(table, tuple(stands))


def activate(table: Table, register: int, priority: Prioritised) -> None:
    """Play one register: each robot's card in the order given (R3), then the board (R5)."""
    table.note(priority)
    table.end_beat(Phase.PRIORITY, register)
    card, squares, program_over = Phase.CARD, table.squares, table.program_over  # looked up once a register
    for seat in priority.order:
        if squares[seat] is not None and seat not in program_over:
            play_register(table, seat, register)
            table.end_beat(card, register)
    for phase, act in BOARD_PHASES:
        act(table, priority.order)
        table.end_beat(phase, register)


def _outcome(table: Table, stands: tuple[Stands, ...] = ()) -> Outcome:
    return Outcome(tuple(table.beats), table.state(), stands)
