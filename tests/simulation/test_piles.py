"""Dealing, programs and late programs (R2.2 to R2.5), and what goes from round to round."""

from collections import Counter

import pytest

from simulation.beats import Phase, public
from simulation.board import Board
from simulation.cardevents import Dealt, HandDiscarded, LateProgrammed, Shuffled
from simulation.cards import DECK, Card
from simulation.events import Prioritised
from simulation.programs import ProgramError, parse_program
from simulation.round import deal, lay_programs, simulate
from simulation.rules import HouseRules
from simulation.shuffling import seeded_shuffle, shuffled
from simulation.state import Piles, State, new_game
from tests.pictures import board
from tests.strategies import all_cards

RULES = HouseRules()
HALL: Board = board(
    """
    +-+-+-+
    |= = =|
    + + + +
    |. . .|
    + + + +
    |1 2 3|
    +-+-+-+
    """
)
START = new_game(tuple(zip(("Bolt", "Cog", "Hex"), HALL.starts, strict=True)))


def test_the_first_deal_shuffles_the_deck_and_takes_nine_from_the_top() -> None:
    """R2.2, S4: 1/seat/0 for each seat."""
    dealt = deal(HALL, START, RULES, seeded_shuffle("seed", 1)).state
    for seat, piles in enumerate(dealt.piles):
        deck = shuffled("seed", f"1/{seat + 1}/0", DECK)
        assert piles == Piles(hand=deck[:9], draw_pile=deck[9:], shuffles=1)


def test_when_the_pile_runs_out_in_mid_deal_the_discards_are_shuffled_and_the_deal_goes_on() -> None:
    """R2.2: four cards are left, five come from the new pile."""
    left, discards = DECK[:4], DECK[4:]
    state = State(START.robots[:1], (Piles(draw_pile=left, discard_pile=discards),))
    outcome = deal(HALL, state, RULES, seeded_shuffle("seed", 7))
    new = shuffled("seed", "7/1/0", discards)
    assert outcome.state.piles[0] == Piles(hand=left + new[:5], draw_pile=new[5:], shuffles=1)
    assert [type(event) for event in outcome.beats[0].events] == [Dealt, Shuffled, Dealt]


def test_a_pile_is_only_renewed_when_a_card_is_wanted() -> None:
    """R2.2: nine cards are just enough; nothing is shuffled."""
    state = State(START.robots[:1], (Piles(draw_pile=DECK[:9], discard_pile=DECK[9:]),))
    piles = deal(HALL, state, RULES, seeded_shuffle("seed", 7)).state.piles[0]
    assert piles == Piles(hand=DECK[:9], discard_pile=DECK[9:])


def test_a_finished_robot_gets_no_hand() -> None:
    """R1.3, R2.2: it plays no more."""
    finished = START.robots[0].__class__("Bolt", None, START.robots[0].facing, 1)
    state = State((finished, *START.robots[1:]), START.piles)
    dealt = deal(HALL, state, RULES, seeded_shuffle("seed", 1)).state
    assert [len(piles.hand) for piles in dealt.piles] == [0, 9, 9]


def one_hand(hand: tuple[Card, ...], draw_pile: tuple[Card, ...] = (), discard: tuple[Card, ...] = ()) -> State:
    return State(START.robots[:1], (Piles(hand, draw_pile, discard, (), 1),))


def test_the_chosen_five_lie_in_order_and_the_others_are_discarded_in_hand_order() -> None:
    """R2.3, S4: places 9, 1, 5, 2, 7; the rest are 3, 4, 6, 8."""
    hand = DECK[2:11]
    laid = lay_programs(HALL, one_hand(hand), [(9, 1, 5, 2, 7)], RULES, seeded_shuffle("seed", 1)).state.piles[0]
    assert laid.registers == tuple(hand[place - 1] for place in (9, 1, 5, 2, 7))
    assert laid.discard_pile == tuple(hand[place - 1] for place in (3, 4, 6, 8))
    assert laid.hand == ()


def test_what_is_not_chosen_lies_on_top_of_earlier_discards() -> None:
    """R2.3, S3: a discard pile is shuffled from the order in which its cards came onto it."""
    state = one_hand(DECK[2:11], discard=DECK[:2])
    laid = lay_programs(HALL, state, [(1, 2, 3, 4, 5)], RULES, seeded_shuffle("seed", 1)).state.piles[0]
    assert laid.discard_pile == DECK[:2] + DECK[7:11]


def test_seats_are_served_in_their_order_each_phase_in_a_beat_of_its_own() -> None:
    """R1.2, R2.2, R2.3: the deal, the programs, and what is left when the registers are over."""
    shuffle = seeded_shuffle("seed", 1)
    dealt = deal(HALL, START, RULES, shuffle)
    laid = lay_programs(HALL, dealt.state, [None, (1, 2, 3, 4, 5), None], RULES, shuffle)
    played = simulate(HALL, laid.state, RULES, shuffle)
    for beat, phase in (
        (dealt.beats[0], Phase.DEAL),
        (laid.beats[0], Phase.PROGRAMS),
        (played.beats[-1], Phase.CLEAN_UP),
    ):
        seats = [event.seat for event in beat.events if not isinstance(event, Prioritised)]
        assert (beat.phase, beat.register) == (phase, 0)
        assert seats == sorted(seats)
        assert set(seats) == {0, 1, 2}
    assert len(dealt.beats) == len(laid.beats) == 1


def test_which_of_two_like_cards_was_chosen_decides_the_order_of_the_discards() -> None:
    """R2.3: places count, not names, so that every later shuffle can be redone."""
    hand = (Card.MOVE1, Card.LEFT, Card.MOVE1, *DECK[5:11])
    discards = [
        lay_programs(HALL, one_hand(hand), [program], RULES, seeded_shuffle("s", 1)).state.piles[0].discard_pile[:2]
        for program in ((1, 4, 5, 6, 7), (3, 4, 5, 6, 7))
    ]
    assert discards == [(Card.LEFT, Card.MOVE1), (Card.MOVE1, Card.LEFT)]


def test_a_late_player_plays_five_random_cards() -> None:
    """R2.5, S4: the hand is discarded, the next five are drawn and shuffled; k goes on from the deal."""
    deck = shuffled("seed", "1/1/0", DECK)
    state = one_hand(deck[:9], deck[9:])
    outcome = lay_programs(HALL, state, [None], RULES, seeded_shuffle("seed", 1))
    program = shuffled("seed", "1/1/1", deck[9:14])
    assert outcome.state.piles[0] == Piles((), deck[14:], deck[:9], program, 2)
    assert [type(event) for event in outcome.beats[0].events] == [HandDiscarded, Dealt, LateProgrammed]


def test_a_late_players_draw_may_need_the_hand_just_discarded() -> None:
    """R2.5, R2.2: three cards are left, two come from the reshuffled pile, and the order is the shuffle after that."""
    hand, left, discards = DECK[:9], DECK[9:12], DECK[12:]
    outcome = lay_programs(HALL, one_hand(hand, left, discards), [None], RULES, seeded_shuffle("seed", 1))
    new = shuffled("seed", "1/1/1", discards + hand)
    program = shuffled("seed", "1/1/2", left + new[:2])
    assert outcome.state.piles[0] == Piles((), new[2:], (), program, 3)


def test_a_program_in_time_is_played_as_it_is() -> None:
    """R2.4: whoever is in time plays the five chosen; the clock is the moderator's, and says so by None for late."""
    state = deal(HALL, START, RULES, seeded_shuffle("seed", 1)).state
    laid = lay_programs(HALL, state, [(1, 2, 3, 4, 5), None, (5, 4, 3, 2, 1)], RULES, seeded_shuffle("seed", 1)).state
    assert laid.piles[0].registers == state.piles[0].hand[:5]
    assert laid.piles[2].registers == state.piles[2].hand[4::-1]
    assert laid.piles[1].registers != state.piles[1].hand[:5]


def test_shuffles_are_counted_anew_in_the_next_round() -> None:
    """S4: k counts within the round."""
    state = deal(HALL, START, RULES, seeded_shuffle("seed", 1)).state
    laid = lay_programs(HALL, state, [None, (1, 2, 3, 4, 5), None], RULES, seeded_shuffle("seed", 1)).state
    assert [piles.shuffles for piles in laid.piles] == [2, 1, 2]
    played = simulate(HALL, laid, RULES, seeded_shuffle("seed", 1)).state
    assert [piles.shuffles for piles in played.piles] == [0, 0, 0]


def test_damage_turns_up_in_a_later_hand() -> None:
    """R2.6: a damage card on the discard pile is dealt like any other."""
    state = State(START.robots[:1], (Piles(discard_pile=(Card.DAMAGE,) * 9),))
    assert deal(HALL, state, RULES, seeded_shuffle("seed", 3)).state.piles[0].hand == (Card.DAMAGE,) * 9


def test_nothing_of_hands_and_piles_is_public() -> None:
    """R2.2: a deal and a programming leave no public beat."""
    dealt = deal(HALL, START, RULES, seeded_shuffle("seed", 1))
    laid = lay_programs(HALL, dealt.state, [None, None, (1, 2, 3, 4, 5)], RULES, seeded_shuffle("seed", 1))
    assert public((*dealt.beats, *laid.beats)) == ()
    assert Counter(all_cards(laid.state.piles[0])) == Counter(DECK)


HAND = (Card.MOVE1, Card.LEFT, Card.MOVE1, Card.AGAIN, Card.MOVE2, Card.RIGHT, Card.RIGHT, Card.UTURN, Card.DAMAGE)


def test_a_program_is_read_from_places() -> None:
    """R2.3: five of nine, in order."""
    assert parse_program(HAND, [9, 1, 4, 3, 2]) == (9, 1, 4, 3, 2)


def test_a_program_is_read_from_cards() -> None:
    """R2.3: each takes its first place that is still free."""
    cards = [Card.MOVE1, Card.AGAIN, Card.MOVE1, Card.DAMAGE, Card.RIGHT]
    assert parse_program(HAND, cards) == (1, 4, 3, 9, 6)
    assert parse_program(HAND, [1, Card.MOVE1, 4, 5, 6]) == (1, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ([1, 2, 3, 4], "found 4 cards, fewer than the 5"),
        ([], "found 0 cards, fewer than the 5"),
        ([1, 2, 3, 4, 5, 6], "found 6 cards, more than the 5"),
        ([1, 2, 3, 4, 10], "found place 10, which is not in the hand: expected a place from 1 to 9"),
        ([0, 1, 2, 3, 4], "found place 0, which is not in the hand"),
        ([-1, 1, 2, 3, 4], "found place -1, which is not in the hand"),
        ([1, 2, 3, 2, 5], r"found place 2 \(Turn left\) used twice"),
        ([Card.MOVE3, 1, 2, 3, 4], "found Move 3, which is not in the hand: expected cards of Move 1, Turn left"),
        ([Card.MOVE1, Card.MOVE1, Card.MOVE1, 2, 4], "found Move 1 used too often: the hand holds it only 2 times"),
        ([Card.UTURN, 8, 1, 2, 3], r"found place 8 \(U-turn\) used twice"),
        ([8, Card.UTURN, 1, 2, 3], "found U-turn used twice: the hand holds it only once"),
    ],
)
def test_a_program_that_cannot_be_played_is_refused_with_its_reason(picks: list[int | Card], reason: str) -> None:
    """R2.3: a card not in the hand, a card used twice, fewer or more than five."""
    with pytest.raises(ProgramError, match=reason):
        parse_program(HAND, picks)
