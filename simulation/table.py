"""The table that a round is played on: the state as it stands, and what has been told so far."""

from simulation.beats import Beat, Phase
from simulation.board import Board
from simulation.evolution import Draft
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle
from simulation.state import State


class Table(Draft):
    """Where rules look and speak: they read `robots`, `piles` and `board`, and change things by `tell` alone."""

    __slots__ = ("beats", "board", "phase", "program_over", "register", "rules", "shuffle")

    def __init__(self, board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> None:
        """Lay out a state; nothing has been told yet."""
        super().__init__(state)
        self.board = board
        self.rules = rules
        self.shuffle = shuffle
        self.beats: list[Beat] = []
        self.program_over: set[int] = set()
        """Seats that play nothing more this round (H2)."""
        self.register = 0
        self.phase = Phase.DEAL

    def begin(self, phase: Phase, register: int = 0) -> None:
        """Close the beat before, and open the next; a beat in which nothing happened leaves no trace."""
        if self.events:
            self.beats.append(Beat(self.register, self.phase, tuple(self.events)))
            self.events = []
        self.phase = phase
        self.register = register

    def told(self) -> tuple[Beat, ...]:
        """Close the last beat, and return all."""
        self.begin(self.phase, self.register)
        return tuple(self.beats)
