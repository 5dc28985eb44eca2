"""What hosts may change on the board between the deal and the registers."""

from simulation.board import Board
from simulation.cards import DECK, Card
from simulation.events import Finished, Prioritised, Retired
from simulation.evolution import evolve
from simulation.geometry import Facing
from simulation.round import deal, lay_programs, simulate
from simulation.rules import HouseRules, points_for
from simulation.shuffling import seeded_shuffle, shuffled
from simulation.state import Piles, Robot, State, new_game
from tests.pictures import board

RULES = HouseRules()
NAMES = ("Bolt", "Cog", "Hex")
HALL: Board = board(
    """
    +-+-+-+
    |= = =|
    + + + +
    |. O .|
    + + + +
    |. @ .|
    + + + +
    |1 2 3|
    +-+-+-+
    """
)
START = new_game(tuple(zip(NAMES, HALL.starts, strict=True)))


def test_a_retired_robot_is_off_the_board_and_all_its_cards_are_discarded() -> None:
    """R2.3: the hand in hand order, then the registers in theirs; it keeps its seat, and gets no rank and no points."""
    laid = (Card.MOVE1, None, Card.DAMAGE, Card.AGAIN, Card.BACK)
    piles = Piles(DECK[:2], DECK[2:4], DECK[4:6], laid, 3)
    state = State(START.robots, (piles, *START.piles[1:]))
    after = evolve(state, Retired(0))
    assert after.robots == (Robot("Bolt", None, Facing.NORTH, None, retired=True), *START.robots[1:])
    discards = (*DECK[4:6], *DECK[:2], Card.MOVE1, Card.DAMAGE, Card.AGAIN, Card.BACK)
    assert after.piles == (Piles(draw_pile=DECK[2:4], discard_pile=discards), *START.piles[1:])
    assert after.racing() == (1, 2)
    assert points_for(after.robots[0].finished) == 0


def test_a_retired_robot_plays_no_more_and_the_other_seats_stay_as_they_are() -> None:
    """R2.2, R3.4, S4: no hand, no place in the order; seat 2 is dealt by its own label."""
    shuffle = seeded_shuffle("seed", 1)
    dealt = deal(HALL, evolve(START, Retired(0)), RULES, shuffle)
    assert [len(piles.hand) for piles in dealt.state.piles] == [0, 9, 9]
    assert dealt.state.piles[1].hand == shuffled("seed", "1/2/0", DECK)[:9]
    laid = lay_programs(HALL, dealt.state, [None, (1, 2, 3, 4, 5), None], RULES, shuffle)
    played = simulate(HALL, laid.state, RULES, shuffle)
    orders = [event.order for beat in played.beats for event in beat.events if isinstance(event, Prioritised)]
    assert orders
    assert all(set(order) <= {1, 2} for order in orders)
    assert played.state.robots[0] == dealt.state.robots[0]
    assert played.state.piles[0] == dealt.state.piles[0] == Piles(discard_pile=DECK)


def test_a_retired_robot_takes_no_rank_from_the_others() -> None:
    """R1.3: the next to finish is first."""
    state = evolve(START, Retired(0))
    cards = (Card.MOVE3, Card.MOVE3, *(Card.LEFT,) * 3)
    state = State(state.robots, (state.piles[0], *(Piles(registers=cards) for _ in NAMES[1:])))
    played = simulate(HALL, state, RULES, seeded_shuffle("seed", 1))
    finished = [event for beat in played.beats for event in beat.events if isinstance(event, Finished)]
    assert [(event.seat, event.rank) for event in finished] == [(2, 1)]


def test_a_round_may_go_on_without_any_robot() -> None:
    """R1.5: five registers in which nobody plays, if the last robots are taken off in mid-round."""
    shuffle = seeded_shuffle("seed", 1)
    state = deal(HALL, START, RULES, shuffle).state
    for seat in range(3):
        state = evolve(state, Retired(seat))
    assert lay_programs(HALL, state, [None] * 3, RULES, shuffle).beats == ()
    played = simulate(HALL, state, RULES, shuffle)
    assert (played.beats, len(played.stands), played.state) == ((), 5, state)
