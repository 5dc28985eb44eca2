"""The table that a round is played on: the state as it stands, and what has been told so far."""

from simulation.beats import Beat, Phase
from simulation.board import Board
from simulation.evolution import Draft
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle
from simulation.state import State


class Table(Draft):
    """Where rules look and speak: they read robots, cards and board, and change things by telling events alone."""

    __slots__ = ("beats", "board", "program_over", "rules", "shuffle")

    def __init__(self, board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> None:
        """Lay out a state; nothing has been told yet."""
        super().__init__(state)
        self.board = board
        self.rules = rules
        self.shuffle = shuffle
        self.beats: list[Beat] = []
        self.program_over: set[int] = set()
        """Seats that play nothing more this round (H2)."""

    def end_beat(self, phase: Phase, register: int = 0) -> None:
        """Make a beat of what was told since the last one; a moment in which nothing happened leaves no trace."""
        if self.events:
            self.beats.append(Beat(register, phase, tuple(self.events)))
            self.events = []
