"""What a program would do alone on the board: by the rules of the round, and without a card that nobody knows."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from simulation.cards import Card
from simulation.events import Played
from simulation.foresight import foresee
from simulation.geometry import Facing, Position
from simulation.round import simulate
from simulation.rules import HouseRules
from simulation.shuffling import refuse_to_shuffle
from simulation.state import Piles, Robot, State
from tests.pictures import board
from tests.strategies import Round, programs, rounds

BOARD = board("""
+-+-+-+
|= = =|
+ + + +
|. > .|
+ + + +
|O . .|
+ + + +
|1 . @|
+-+-+-+
""")
BOLT = Robot("Bolt", Position(2, 1), Facing.NORTH)
RULES = HouseRules()


@given(rounds(), programs(), st.integers(0, 5))
def test_alone_a_robot_goes_as_in_a_round_without_others(played: Round, cards: tuple[Card, ...], many: int) -> None:
    """Up to the first damage card, from any square of any board; part of a program goes as the whole one begins."""
    robot = played.state.robots[0]
    foreseen = foresee(played.board, robot, cards[:many], played.rules)
    whole = tuple(Card.LEFT if card is Card.DAMAGE else card for card in cards)
    state = State((robot,), (Piles(registers=whole),))
    outcome = simulate(played.board, state, played.rules, refuse_to_shuffle)
    known = (*cards[:many], Card.DAMAGE).index(Card.DAMAGE)
    stands = [(stop.position, stop.facing) for stop in foreseen.stops]
    assert stands == [stand[0] for stand in outcome.stands[: len(stands)]]
    assert len(stands) == known or foreseen.is_over


def test_belts_and_again_are_reckoned_with() -> None:
    """R2.8, R5.1."""
    foreseen = foresee(BOARD, BOLT, (Card.MOVE1, Card.AGAIN), RULES)
    assert [stop.position for stop in foreseen.stops] == [Position(2, 2), Position(3, 3)]


def test_a_damage_card_ends_it() -> None:
    """R2.7: what comes in its place is known to nobody; what comes before it is foreseen all the same."""
    foreseen = foresee(BOARD, BOLT, (Card.RIGHT, Card.DAMAGE, Card.MOVE1), RULES)
    assert [stop.facing for stop in foreseen.stops] == [Facing.EAST]
    played = [event for beat in foreseen.beats for event in beat.events if isinstance(event, Played)]
    assert [event.programmed for event in played] == [Card.RIGHT]


def test_it_ends_over_the_line() -> None:
    """R1.3."""
    foreseen = foresee(BOARD, replace(BOLT, position=Position(2, 3)), (Card.MOVE1, Card.DAMAGE, Card.LEFT), RULES)
    assert [stop.position for stop in foreseen.stops] == [None]
    assert foreseen.is_over


def test_a_fall_goes_on_from_the_reboot_square() -> None:
    """R6.1, H2: or it ends the program, if the house says so."""
    cards = (Card.MOVE1, Card.MOVE1)
    pushed = replace(BOLT, position=Position(1, 1))
    assert [stop.position for stop in foresee(BOARD, pushed, cards, RULES).stops] == [Position(3, 1), Position(3, 2)]
    strict = HouseRules(reboot_ends_program=True)
    assert [stop.position for stop in foresee(BOARD, pushed, cards, strict).stops] == [Position(3, 1)] * 2


def test_nothing_comes_of_no_cards() -> None:
    """A player who has chosen none has no path."""
    assert foresee(BOARD, BOLT, (), RULES).stops == ()
