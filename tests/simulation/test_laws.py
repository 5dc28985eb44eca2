"""Laws that hold for every board and every round."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simulation.adjustments import Adjustment, AdjustmentError, adjust
from simulation.beats import Beat
from simulation.board import Board
from simulation.boardfile import format_board, parse_board
from simulation.cardevents import Emptied, Replaced
from simulation.cards import DECK, Card
from simulation.events import Carried, Damaged, Finished, Moved, Prioritised, Pushed, Rebooted, Repaired
from simulation.evolution import evolve, replay
from simulation.geometry import Facing, Position, Turn, neighbour
from simulation.programs import Program
from simulation.round import Outcome, activate, deal, lay_programs, simulate
from simulation.rules import HouseRules
from simulation.shuffling import seeded_shuffle
from simulation.state import Robot, State, new_game
from simulation.table import Table
from tests.strategies import (
    NAMES,
    PITTED_SIGNS,
    BoardText,
    Round,
    adjustments,
    all_cards,
    board_texts,
    boards,
    house_rules,
    rounds,
)


def play(made: Round) -> Outcome:
    return simulate(made.board, made.state, made.rules, made.shuffle)


@given(rounds())
def test_the_events_lead_from_the_first_state_to_the_last(made: Round) -> None:
    """R2.3, R4, R5, R6: a replay needs no rule and no chance; each register's state lies on the way."""
    outcome = play(made)
    assert replay(made.state, outcome.beats) == outcome.state
    for state, stands in zip(states_after_registers(made, outcome), outcome.stands, strict=True):
        assert tuple((robot.position, robot.facing) for robot in state.robots) == stands


@given(rounds())
def test_events_one_by_one_lead_to_the_same_state(made: Round) -> None:
    """R2.3, R4: `evolve` and `replay` are one function."""
    outcome = play(made)
    state = made.state
    for beat in outcome.beats:
        for event in beat.events:
            state = evolve(state, event)
    assert state == outcome.state


@given(rounds())
def test_the_same_input_gives_the_same_result_and_stays_as_it_was(made: Round) -> None:
    """R3, S3: no hidden state, no change of what was handed in."""
    before = hash(made.state)
    first, second = play(made), play(made)
    assert first == second
    assert hash(made.state) == before


def states_after_registers(made: Round, outcome: Outcome) -> list[State]:
    """Return the five states that the events lead to, register by register."""
    return [
        replay(made.state, [beat for beat in outcome.beats if 1 <= beat.register <= register])
        for register in range(1, 6)
    ]


def check_stands(board: Board, state: State) -> None:
    stands = [robot.position for robot in state.robots if robot.position is not None]
    assert len(set(stands)) == len(stands)
    assert set(stands) <= board.standing
    for robot in state.robots:
        reasons = (robot.position is not None, robot.finished is not None, robot.retired)
        assert sum(reasons) == 1, "on the board, over the line, or taken off it"


@given(rounds())
def test_after_every_register_robots_stand_alone_and_on_ground(made: Round) -> None:
    """R4.2, R5.1b, R6: one robot a square, none in a pit, outside, or beyond the line."""
    for state in states_after_registers(made, play(made)):
        check_stands(made.board, state)


@given(rounds())
def test_nothing_goes_through_a_wall_or_further_than_a_square(made: Round) -> None:
    """R4.1, R4.3, R5.1b: every step, push and ride leads through an open side to the next square."""
    steps = [event for beat in play(made).beats for event in beat.events if isinstance(event, Moved | Pushed | Carried)]
    for event in steps:
        assert (event.origin, event.direction) not in made.board.walls
        assert event.target == neighbour(event.origin, event.direction)


@given(rounds())
def test_ranks_are_given_once_and_in_order(made: Round) -> None:
    """R1.3: 1, 2, 3 … as they finish."""
    ranks = [event.rank for beat in play(made).beats for event in beat.events if isinstance(event, Finished)]
    assert ranks == list(range(1, len(ranks) + 1))


@given(boards())
def test_walls_block_from_both_sides(board: Board) -> None:
    """R4.3: a wall on one side of a line between two squares is a wall on the other."""
    for square in board.squares():
        for facing in Facing:
            beyond = neighbour(square, facing)
            if board.holds(beyond):
                assert ((square, facing) in board.walls) == ((beyond, facing.opposite) in board.walls)


@given(boards())
def test_every_board_survives_the_way_to_text_and_back(board: Board) -> None:
    """BOARDS: also a second time, to the same text."""
    text = format_board(board)
    assert parse_board(text) == board
    assert format_board(parse_board(text)) == text


@settings(max_examples=150)
@given(rounds(boards(PITTED_SIGNS, most=5), least=4))
def test_a_round_ends_however_the_pits_lie_around_the_reboot_square(made: Round) -> None:
    """R6.2, R6.3: chains of falls come to an end, and everybody is back on the board."""
    outcome = play(made)
    for state in states_after_registers(made, outcome):
        check_stands(made.board, state)
    assert len(outcome.stands) == 5


def adjust_where_possible(board: Board, state: State, wanted: Sequence[Adjustment]) -> Outcome:
    """Do what a host wants where it is possible."""
    beats: list[Beat] = []
    for adjustment in wanted:
        try:
            outcome = adjust(board, state, adjustment)
        except AdjustmentError:
            continue
        beats += outcome.beats
        state = outcome.state
    return Outcome(tuple(beats), state)


@st.composite
def adjusted_rounds(draw: st.DrawFn) -> tuple[Round, list[Adjustment]]:
    """Draw a round, and what a host wants before its registers."""
    made = draw(rounds())
    return made, draw(st.lists(adjustments(made.board, len(made.state.robots)), max_size=6))


@given(adjusted_rounds())
def test_events_of_hosts_lead_from_state_to_state_too(made: tuple[Round, list[Adjustment]]) -> None:
    """R4.2, R6.1: and whatever a host does, the round can be played, each robot alone on ground."""
    before, wanted = made
    adjusted = adjust_where_possible(before.board, before.state, wanted)
    assert replay(before.state, adjusted.beats) == adjusted.state
    check_stands(before.board, adjusted.state)
    played = simulate(before.board, adjusted.state, before.rules, before.shuffle)
    assert replay(before.state, (*adjusted.beats, *played.beats)) == played.state
    check_stands(before.board, played.state)


Night = tuple[list[Program | None], list[Adjustment]]


@st.composite
def games(draw: st.DrawFn) -> tuple[Board, HouseRules, str, list[Night]]:
    """Draw a board, rules, a seed and four rounds of programs, some of them late, and of what hosts want."""
    board = draw(boards())
    program = st.none() | st.permutations(range(1, 10)).map(lambda places: tuple(places[:5]))
    count = min(len(board.standing), 5)
    programs = st.lists(program, min_size=count, max_size=count)
    wanted = st.lists(adjustments(board, count), max_size=3)
    nights = draw(st.lists(st.tuples(programs, wanted), min_size=4, max_size=4))
    return board, draw(house_rules()), draw(st.text(max_size=5)), nights


def damage_balance(beats: Sequence[Beat], seat: int) -> int:
    """Return the damage cards that a seat took less those that left its deck: activated, or taken off by a host."""
    balance = 0
    for event in (event for beat in beats for event in beat.events):
        if isinstance(event, Damaged) and event.seat == seat:
            balance += event.cards
        elif isinstance(event, Repaired) and event.seat == seat:
            balance -= event.cards
        elif isinstance(event, Replaced | Emptied) and event.seat == seat:
            balance -= 1
    return balance


def check_cards(state: State, told: Sequence[Beat]) -> None:
    """Check that each player has the 19 cards once, and as much damage as all beats from the start say."""
    for seat, piles in enumerate(state.piles):
        cards = Counter(all_cards(piles))
        assert cards.pop(Card.DAMAGE, 0) == damage_balance(told, seat)
        assert cards == Counter(DECK)


@given(games())
def test_cards_are_conserved_over_the_nights(game: tuple[Board, HouseRules, str, list[Night]]) -> None:
    """R2.1 to R2.7: the 19 cards are always there once, and damage as much as was taken and not activated."""
    board, rules, seed, nights = game
    state = new_game(tuple(zip(NAMES, sorted(board.standing)[: len(nights[0][0])], strict=False)))
    told: list[Beat] = []
    for number, (programs, wanted) in enumerate(nights, start=1):
        shuffle = seeded_shuffle(seed, number)
        dealt = deal(board, state, rules, shuffle)
        adjusted = adjust_where_possible(board, dealt.state, wanted)
        laid = lay_programs(board, adjusted.state, programs, rules, shuffle)
        played = simulate(board, laid.state, rules, shuffle)
        for outcome in (dealt, adjusted, laid, played):
            told += outcome.beats
            check_cards(outcome.state, told)
        state = played.state


TURNED_SIGNS = str.maketrans("^>v<NESW|-", ">v<^ESWN-|")


def turned_text(made: BoardText) -> BoardText:
    """Turn a board file by a quarter to the right: the picture's characters, the signs, and the lasers."""
    width = len(made.lines[0])
    lines = [line.ljust(width) for line in made.lines]
    turned = tuple("".join(line[column] for line in reversed(lines)).translate(TURNED_SIGNS) for column in range(width))
    columns = width // 2
    lasers = tuple(
        (f"{chr(ord('A') + int(at[1:]) - 1)}{columns - (ord(at[0]) - ord('A'))}", facing.turned(Turn.RIGHT), beams)
        for at, facing, beams in made.lasers
    )
    return BoardText(turned, lasers, made.edge)


def turned_robot(robot: Robot, columns: int) -> Robot:
    """Turn a robot with its board of so many columns."""
    position = robot.position
    turned = None if position is None else Position(position.row, columns + 1 - position.column)
    return Robot(robot.name, turned, robot.facing.turned(Turn.RIGHT), robot.finished)


def play_in_order(made: Round, orders: list[tuple[int, ...]]) -> list[tuple[Robot, ...]]:
    """Play registers in orders given instead of the Guard's; return the robots after each."""
    table = Table(made.board, made.state, made.rules, made.shuffle)
    after: list[tuple[Robot, ...]] = []
    for register, order in enumerate(orders, start=1):
        activate(table, register, Prioritised(order, (0,) * len(order)))
        after.append(table.state().robots)
    return after


@st.composite
def turnable_rounds(draw: st.DrawFn) -> tuple[Round, Board]:
    """Draw a round, and its board turned by a quarter to the right."""
    text = draw(board_texts())
    made = draw(rounds(boards_of(text)))
    return made, parse_board(turned_text(text).text())


def boards_of(text: BoardText) -> st.SearchStrategy[Board]:
    try:
        return st.just(parse_board(text.text()))
    except ValueError:
        return st.nothing()


@settings(max_examples=150)
@given(turnable_rounds())
def test_turning_board_and_robots_turns_the_result(made: tuple[Round, Board]) -> None:
    """R4, R5, R6: no direction is special, but for the Guard's order and the nearest free square (R6.3)."""
    straight, turned_board = made
    outcome = play(straight)
    assume(not any(isinstance(e, Rebooted) and e.beside for beat in outcome.beats for e in beat.events))
    orders = [e.order for beat in outcome.beats for e in beat.events if isinstance(e, Prioritised)]
    columns = straight.board.columns
    start = State(tuple(turned_robot(robot, columns) for robot in straight.state.robots), straight.state.piles)
    turned = Round(turned_board, start, straight.rules, straight.shuffle)
    states = states_after_registers(straight, outcome)
    expected = [tuple(turned_robot(robot, columns) for robot in state.robots) for state in states]
    assert play_in_order(turned, orders) == expected[: len(orders)]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_turned_four_times_is_itself(turns: int) -> None:
    """The turn that the law above uses is a quarter turn: four of them are none, fewer are not."""
    text = BoardText(("+-+-+", "|= 1|", "+-+ +", "|^ @|", "+-+-+"), (("A1", Facing.EAST, 2),), "wall")
    turned = text
    for _ in range(turns):
        turned = turned_text(turned)
    assert turned != text
    for _ in range(4 - turns):
        turned = turned_text(turned)
    assert turned == text
