"""A round from its deal to its end: the functions that everything above the rules calls.

Each takes a state and returns an `Outcome`: the beats that it told, and the state that they lead to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simulation.beats import Beat, Phase
from simulation.board import Board
from simulation.cards import REGISTERS
from simulation.events import Prioritised
from simulation.phases import BOARD_PHASES
from simulation.piles import deal_hands, discard_programs, lay_program
from simulation.play import play_register
from simulation.priority import prioritise
from simulation.programs import Program
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle
from simulation.state import State
from simulation.table import Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened, in order, and the state after it: `replay(before, beats) == state`."""

    beats: tuple[Beat, ...]
    state: State
    after_registers: tuple[State, ...] = ()
    """The state after each of the five registers, once the board has acted; none for a deal or the programming."""


def deal(board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> Outcome:
    """Start a round: nine cards for each player whose robot has not finished (R2.2)."""
    table = Table(board, state, rules, shuffle)
    table.begin(Phase.DEAL)
    deal_hands(table)
    return _outcome(table)


def lay_programs(
    board: Board, state: State, programs: Sequence[Program | None], rules: HouseRules, shuffle: Shuffle
) -> Outcome:
    """Close the programming: `programs[i]` is seat i's, None for whoever is late (R2.3, R2.5) or has finished."""
    table = Table(board, state, rules, shuffle)
    table.begin(Phase.PROGRAMS)
    for seat in state.racing():
        lay_program(table, seat, programs[seat])
    return _outcome(table)


def simulate(board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> Outcome:
    """Play the five registers and end the round (R1.2, R2.3).

    The programs lie in the registers of `state`, five cards for each robot on the board. Raises whatever `shuffle`
    raises.
    """
    table = Table(board, state, rules, shuffle)
    programmed = state.racing()
    after_registers: list[State] = []
    for register in range(1, REGISTERS + 1):
        priority = prioritise(board, table.robots)
        if priority.order:
            activate(table, register, priority)
        after_registers.append(table.state())
    table.begin(Phase.CLEAN_UP)
    discard_programs(table, programmed)
    return _outcome(table, tuple(after_registers))


def activate(table: Table, register: int, priority: Prioritised) -> None:
    """Play one register: each robot's card in the order given (R3), then the board (R5)."""
    table.begin(Phase.PRIORITY, register)
    table.tell(priority)
    for seat in priority.order:
        if table.robots[seat].finished is None and seat not in table.program_over:
            table.begin(Phase.CARD, register)
            play_register(table, seat)
    for phase, act in BOARD_PHASES:
        table.begin(phase, register)
        act(table, priority.order)


def _outcome(table: Table, after_registers: tuple[State, ...] = ()) -> Outcome:
    return Outcome(table.told(), table.state(), after_registers)
