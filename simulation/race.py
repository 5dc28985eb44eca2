"""A whole race of automatic players, round by round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simulation.adjustments import Adjustment, adjust_all
from simulation.autopilot import Autopilot, Strength
from simulation.board import Board
from simulation.cards import Card
from simulation.geometry import Position, format_square
from simulation.programs import Lateness, Program
from simulation.round import Outcome, deal, lay_programs, simulate
from simulation.rules import HouseRules
from simulation.shuffling import below, seeded_shuffle, shuffled, stream
from simulation.state import State, new_game

ROBOT_NAMES = ("Bolt", "Cog", "Dynamo", "Echo", "Fuse", "Gizmo", "Hex", "Ion", "Jolt", "Klaxon", "Lumen", "Magnet")
"""The robots of automatic players, as many as a board can take."""

DEFAULT_PLAYERS = 7
MOST_ROUNDS = 1000

LATE_ONE_IN = 12
"""An automatic player is late once in so many rounds."""


class SetupError(ValueError):
    """What no race can start from; the message says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """What a race starts from: all of it goes into the record. Raises SetupError for start squares that are none."""

    board: Board
    rules: HouseRules
    """Those of the first round."""
    seed: str
    rounds: int
    robots: tuple[str, ...]
    """Names, seat by seat."""
    starts: tuple[Position, ...]
    """Different start squares of the board, seat by seat."""

    def __post_init__(self) -> None:
        """Check the start squares."""
        starts = self.starts
        if len(starts) != len(self.robots):
            msg = f"starts: found {len(starts)} squares for {len(self.robots)} robots, expected one for each"
            raise SetupError(msg)
        for seat, square in enumerate(starts):
            if square not in self.board.starts:
                squares = ", ".join(map(format_square, self.board.starts))
                msg = f"starts: found {format_square(square)}, expected start squares of the board: {squares}"
                raise SetupError(msg)
            if square in starts[:seat]:
                msg = f"starts: found {format_square(square)} twice, expected a start square for each robot alone"
                raise SetupError(msg)

    def start(self) -> State:
        """Return the state before the first round."""
        return new_game(tuple(zip(self.robots, self.starts, strict=True)))


def draw_starts(board: Board, seed: str, given: Sequence[Position | None]) -> tuple[Position, ...]:
    """Return start squares seat by seat: the one that is given, or (None) one that the seed draws from the others."""
    drawn = iter(shuffled(seed, "starts", [square for square in board.starts if square not in given]))
    return tuple(next(drawn) if square is None else square for square in given)


def new_race(board: Board, seed: str, players: int, rounds: int) -> RaceSetup:
    """Return the setup of a race of automatic players by the forum's rules; raises SetupError."""
    if not 1 <= players <= len(board.starts):
        msg = f"players: found {players}, expected 1 to {len(board.starts)}, the start squares of {board.name}"
        raise SetupError(msg)
    if not 1 <= rounds <= MOST_ROUNDS:
        msg = f"rounds: found {rounds}, expected 1 to {MOST_ROUNDS}"
        raise SetupError(msg)
    try:
        seed.encode()
    except UnicodeEncodeError:
        msg = f"seed: found {seed!r}, expected text that UTF-8 can hold"
        raise SetupError(msg) from None
    return RaceSetup(board, HouseRules(), seed, rounds, ROBOT_NAMES[:players], board.starts[:players])


def mixed_strengths(players: int) -> tuple[Strength, ...]:
    """Return a field of fair, strong and easy players in turn, seat by seat."""
    turns = (Strength.FAIR, Strength.STRONG, Strength.EASY)
    return tuple(turns[seat % len(turns)] for seat in range(players))


Choice = Program | Lateness | None
"""What there is for a seat's registers: places in its hand, or why there are none; None if it is out of the race."""

Chooser = Callable[[State], Sequence[Choice]]
"""Choices for the hands that were dealt, seat by seat."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a race with everything that led to its result."""

    number: int
    rules: HouseRules
    adjustments: tuple[Adjustment, ...]
    """What hosts did after the deal, in order."""
    programs: tuple[Choice, ...]
    dealt: Outcome
    adjusted: Outcome
    """What came of the adjustments, a beat each."""
    laid: Outcome
    played: Outcome

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands that were dealt, seat by seat; empty for a robot that is out of the race."""
        return tuple(piles.hand for piles in self.dealt.state.piles)

    @property
    def late(self) -> tuple[Lateness | None, ...]:
        """Why each seat was late, None for one that was not."""
        return tuple(program if isinstance(program, Lateness) else None for program in self.programs)

    @property
    def state(self) -> State:
        """The state after the round."""
        return self.played.state


def play_round(  # noqa: PLR0913 - all that a round is made of
    setup: RaceSetup,
    state: State,
    number: int,
    choose: Chooser,
    *,
    rules: HouseRules,
    adjustments: Sequence[Adjustment] = (),
) -> PlayedRound:
    """Play round `number` (from 1) of a race: deal, adjustments, programs, registers; raises AdjustmentError."""
    board, shuffle = setup.board, seeded_shuffle(setup.seed, number)
    dealt = deal(board, state, rules, shuffle)
    choices = tuple(choose(dealt.state))
    adjusted = adjust_all(board, dealt.state, adjustments)
    racing = adjusted.state.racing()
    programs = tuple(choice if seat in racing else None for seat, choice in enumerate(choices))
    assert all(programs[seat] is not None for seat in racing), "each has a program, or a reason to have none"
    in_time = [None if isinstance(program, Lateness) else program for program in programs]
    laid = lay_programs(board, adjusted.state, in_time, rules, shuffle)
    played = simulate(board, laid.state, rules, shuffle)
    return PlayedRound(number, rules, tuple(adjustments), programs, dealt, adjusted, laid, played)


def race(setup: RaceSetup, strengths: Sequence[Strength]) -> Iterator[PlayedRound]:
    """Play a race until no robot is left in it or its rounds are over (R1.5); seat i plays with `strengths[i]`."""
    autopilot = Autopilot(setup.board, setup.rules)

    def choose(state: State) -> Sequence[Choice]:
        choices: list[Choice] = [None] * len(state.robots)
        for seat in state.racing():
            choices[seat] = (
                Lateness.ABSENT
                if is_late(setup.seed, number, seat)
                else autopilot.choose(state.robots[seat], state.piles[seat].hand, strengths[seat])
            )
        return choices

    state = setup.start()
    for number in range(1, setup.rounds + 1):
        if not state.racing():
            return
        played = play_round(setup, state, number, choose, rules=setup.rules)
        state = played.state
        yield played


def is_late(seed: str, round_number: int, seat: int) -> bool:
    """Whether the automatic player of a seat misses the deadline of a round."""
    return below(stream(seed, f"late/{round_number}/{seat + 1}"), LATE_ONE_IN) == 0
