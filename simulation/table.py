"""The table that a round is played on: the state as it stands, and what has been told so far."""

from simulation.beats import Beat, Event, Phase
from simulation.board import Board
from simulation.cardevents import PrivateEvent
from simulation.events import Notice, PublicChange
from simulation.geometry import Position
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle
from simulation.state import Draft, State


class Table(Draft):
    """Where rules look and speak: they read robots, cards and board, and change things by telling events alone."""

    __slots__ = ("beats", "board", "events", "program_over", "rules", "shuffle")

    def __init__(self, board: Board, state: State, rules: HouseRules, shuffle: Shuffle) -> None:
        """Lay out a state; nothing has been told yet."""
        super().__init__(state)
        self.board = board
        self.rules = rules
        self.shuffle = shuffle
        self.beats: list[Beat] = []
        self.events: list[Event] = []
        """What was told since the last beat."""
        self.program_over: set[int] = set()
        """Seats that play nothing more this round (H2)."""

    def tell(self, event: PublicChange | PrivateEvent) -> None:
        """Say that something happens, and let it happen."""
        self.events.append(event)
        event.apply(self)

    def note(self, event: Notice) -> None:
        """Say something that changes nothing."""
        self.events.append(event)

    def end_beat(self, phase: Phase, register: int = 0) -> None:
        """Make a beat of what was told since the last one; a moment in which nothing happened leaves no trace."""
        if self.events:
            self.beats.append(Beat(register, phase, tuple(self.events)))
            self.events = []

    def robot_at(self, square: Position) -> int | None:
        """Return the seat of the robot on a square, or None."""
        return self.squares.index(square) if square in self.squares else None

    def square_of(self, seat: int) -> Position:
        """Return the square of a robot that is on the board."""
        square = self.squares[seat]
        assert square is not None, "a robot that moves is on the board"
        return square
