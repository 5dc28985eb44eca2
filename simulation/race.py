"""A whole race of automatic players, round by round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simulation.autopilot import Autopilot, Strength
from simulation.board import Board
from simulation.cards import Card
from simulation.programs import Program
from simulation.round import Outcome, deal, lay_programs, simulate
from simulation.rules import HouseRules
from simulation.shuffling import below, seeded_shuffle, stream
from simulation.state import State, new_game

ROBOT_NAMES = ("Bolt", "Cog", "Dynamo", "Echo", "Fuse", "Gizmo", "Hex", "Ion", "Jolt", "Klaxon", "Lumen", "Magnet")
"""The robots of automatic players, as many as a board can take."""

DEFAULT_PLAYERS = 7
MOST_ROUNDS = 1000

LATE_ONE_IN = 12
"""An automatic player is late once in so many rounds."""


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """What a race starts from: all of it goes into the record."""

    board: Board
    rules: HouseRules
    seed: str
    rounds: int
    robots: tuple[str, ...]
    """Names, seat by seat; seat i starts on start square i + 1."""

    def start(self) -> State:
        """Return the state before the first round."""
        return new_game(tuple(zip(self.robots, self.board.starts, strict=False)))


class SetupError(ValueError):
    """What no race can start from; the message says what was found and what was expected."""


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
    return RaceSetup(board, HouseRules(), seed, rounds, ROBOT_NAMES[:players])


def mixed_strengths(players: int) -> tuple[Strength, ...]:
    """Return a field of fair, strong and easy players in turn, seat by seat."""
    turns = (Strength.FAIR, Strength.STRONG, Strength.EASY)
    return tuple(turns[seat % len(turns)] for seat in range(players))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a race with everything that led to its result."""

    number: int
    programs: tuple[Program | None, ...]
    """Places in the hands; None for whoever was late or is out of the race."""
    dealt: Outcome
    laid: Outcome
    played: Outcome

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands that were dealt, seat by seat; empty for a robot that is out of the race."""
        return tuple(piles.hand for piles in self.dealt.state.piles)

    @property
    def state(self) -> State:
        """The state after the round."""
        return self.played.state


Chooser = Callable[[State], Sequence[Program | None]]
"""Programs for the hands that were dealt, seat by seat; None for whoever is late or out of the race."""


def play_round(setup: RaceSetup, state: State, number: int, choose: Chooser) -> PlayedRound:
    """Play round `number` (from 1) of a race: deal, programs, registers."""
    shuffle = seeded_shuffle(setup.seed, number)
    dealt = deal(setup.board, state, setup.rules, shuffle)
    programs = tuple(choose(dealt.state))
    laid = lay_programs(setup.board, dealt.state, programs, setup.rules, shuffle)
    played = simulate(setup.board, laid.state, setup.rules, shuffle)
    return PlayedRound(number, programs, dealt, laid, played)


def race(setup: RaceSetup, strengths: Sequence[Strength]) -> Iterator[PlayedRound]:
    """Play a race until no robot is left in it or its rounds are over (R1.5); seat i plays with `strengths[i]`."""
    autopilot = Autopilot(setup.board, setup.rules)

    def choose(state: State) -> tuple[Program | None, ...]:
        programs: list[Program | None] = [None] * len(state.robots)
        for seat in state.racing():
            if not is_late(setup.seed, number, seat):
                programs[seat] = autopilot.choose(state.robots[seat], state.piles[seat].hand, strengths[seat])
        return tuple(programs)

    state = setup.start()
    for number in range(1, setup.rounds + 1):
        if not state.racing():
            return
        played = play_round(setup, state, number, choose)
        state = played.state
        yield played


def is_late(seed: str, round_number: int, seat: int) -> bool:
    """Whether the automatic player of a seat misses the deadline of a round."""
    return below(stream(seed, f"late/{round_number}/{seat + 1}"), LATE_ONE_IN) == 0
