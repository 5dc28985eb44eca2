"""What hosts may change on the board between the deal and the registers."""

import json
from typing import Any

import pytest

from simulation.adjustments import (
    Adjustment,
    AdjustmentError,
    Damage,
    Place,
    Repair,
    Retire,
    adjust,
    format_adjustment,
    parse_adjustment,
)
from simulation.beats import Beat, Phase, public
from simulation.board import Board
from simulation.cards import DECK, Card
from simulation.events import DamageCause, Damaged, Finished, Placed, Prioritised, PublicChange, Repaired, Retired
from simulation.evolution import evolve, replay
from simulation.geometry import Facing, Position, parse_square
from simulation.jsonfields import FieldError
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


A1, A2, B1, B2 = map(parse_square, ("A1", "A2", "B1", "B2"))
NORTH, EAST, SOUTH, WEST = Facing


def with_piles(piles: Piles) -> State:
    """Return the start with other cards for Bolt."""
    return State(START.robots, (piles, *START.piles[1:]))


@pytest.mark.parametrize(
    ("wanted", "event"),
    [
        (Place(0, A2, NORTH), Placed(0, A1, A2, NORTH, NORTH)),
        (Place(0, A2, WEST), Placed(0, A1, A2, NORTH, WEST)),
        (Place(0, A1, SOUTH), Placed(0, A1, A1, NORTH, SOUTH)),
        (Place(0, B2, EAST), Placed(0, A1, B2, NORTH, EAST)),
        (Damage(1, 1), Damaged(1, 1, DamageCause.HOST)),
        (Damage(1, 20), Damaged(1, 20, DamageCause.HOST)),
        (Retire(2), Retired(2)),
    ],
)
def test_an_adjustment_is_one_public_beat(wanted: Adjustment, event: PublicChange) -> None:
    """R2.6, R4.2: a host puts, turns, damages, retires; everybody may see it, and the event alone does it."""
    outcome = adjust(HALL, START, wanted)
    assert outcome.beats == (Beat(0, Phase.HOST, (event,)),)
    assert [beat.events for beat in public(outcome.beats)] == [(event,)]
    assert outcome.state == replay(START, outcome.beats) != START
    assert outcome.stands == ()


def test_a_placed_robot_stands_where_the_host_put_it_and_the_others_where_they_were() -> None:
    """R4.2: nobody is pushed by a host."""
    after = adjust(HALL, START, Place(0, A2, WEST)).state
    assert after.robots == (Robot("Bolt", A2, WEST), *START.robots[1:])
    assert after.piles == START.piles


def test_damage_cards_from_a_host_lie_on_the_discard_pile() -> None:
    """R2.6: like all others."""
    after = adjust(HALL, START, Damage(1, 2)).state
    assert after.piles[1].discard_pile == (*DECK, Card.DAMAGE, Card.DAMAGE)
    assert after.robots == START.robots


D, M, L = Card.DAMAGE, Card.MOVE1, Card.LEFT


@pytest.mark.parametrize(
    ("cards", "draw_pile", "discard_pile"),
    [
        (1, (D, M, D, L), (D, M, L)),
        (2, (D, M, D, L), (M, L)),
        (3, (M, D, L), (M, L)),
        (4, (M, L), (M, L)),
    ],
)
def test_a_repair_takes_the_newest_discards_first_and_then_the_top_of_the_draw_pile(
    cards: int, draw_pile: tuple[Card, ...], discard_pile: tuple[Card, ...]
) -> None:
    """R2.6: nothing is taken out of the hand or the registers, and the other cards stay in their order."""
    piles = Piles((D, D, M), (D, M, D, L), (D, M, D, L), (D, L, M, M, L), 2)
    outcome = adjust(HALL, with_piles(piles), Repair(0, cards))
    assert outcome.beats[0].events == (Repaired(0, cards),)
    assert outcome.state.piles[0] == Piles(piles.hand, draw_pile, discard_pile, piles.registers, 2)


OUT_OF_RACE = State(
    (Robot("Bolt", None, NORTH, 1), Robot("Cog", None, NORTH, retired=True), START.robots[2]), START.piles
)


@pytest.mark.parametrize(
    ("state", "wanted", "reason"),
    [
        (START, Retire(3), "found seat 4, expected a seat from 1 to 3"),
        (START, Retire(-1), "found seat 0, expected a seat from 1 to 3"),
        (OUT_OF_RACE, Damage(0, 1), "found Bolt, which has finished: expected a robot that is still in the race"),
        (OUT_OF_RACE, Retire(1), "found Cog, which has left the race: expected a robot that is still in the race"),
        (
            START,
            Place(0, Position(4, 2), EAST),
            "found D2 for Bolt, outside the board: expected a square from A1 to C4",
        ),
        (
            START,
            Place(0, Position(1, 0), EAST),
            "found A0 for Bolt, outside the board: expected a square from A1 to C4",
        ),
        (START, Place(0, parse_square("B3"), EAST), "found B3 for Bolt, a pit: expected a square to stand on"),
        (
            START,
            Place(0, parse_square("C4"), EAST),
            "found C4 for Bolt, beyond the pink line: expected a square on this side of it",
        ),
        (START, Place(0, B1, NORTH), "found B1 for Bolt, where Cog stands: expected a free square"),
        (START, Place(0, A1, NORTH), "found Bolt on A1, facing north, already: expected another square or facing"),
        (START, Damage(0, 0), "found 0 damage cards for Bolt, expected 1 to 20"),
        (START, Damage(0, 21), "found 21 damage cards for Bolt, expected 1 to 20"),
        (START, Repair(0, 0), "found 0 damage cards for Bolt, expected 1 to 20"),
        (START, Repair(0, 21), "found 21 damage cards for Bolt, expected 1 to 20"),
        (
            with_piles(Piles((D,), (D,), (D,), (D, L, L, L, L))),
            Repair(0, 3),
            "found 3 damage cards to take off Bolt, expected at most the 2 in its discard and draw piles",
        ),
    ],
)
def test_an_adjustment_that_cannot_be_made_is_refused_with_its_reason(
    state: State, wanted: Adjustment, reason: str
) -> None:
    """R1.3, R2.6, R4.2, R6.1: what was found, and what was expected."""
    with pytest.raises(AdjustmentError) as caught:
        adjust(HALL, state, wanted)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Place(0, A2, EAST), {"place": "Bolt", "at": "A2", "facing": "east"}),
        (Damage(1, 2), {"damage": "Cog", "cards": 2}),
        (Repair(2, 20), {"repair": "Hex", "cards": 20}),
        (Retire(0), {"retire": "Bolt"}),
    ],
)
def test_an_adjustment_is_written_as_json_and_read_again(wanted: Adjustment, found: dict[str, Any]) -> None:
    """SCENARIOS: robots go by their names."""
    assert json.loads(json.dumps(format_adjustment(wanted, NAMES))) == found
    assert parse_adjustment(found, NAMES) == wanted


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ([], "adjustment: found [], expected an object"),
        ({}, "adjustment: found {}, expected one of the keys place, damage, repair, retire"),
        ({"retire": "Ion"}, 'adjustment.retire: found "Ion", expected one of Bolt, Cog, Hex'),
        ({"retire": 0}, "adjustment.retire: found 0, expected one of Bolt, Cog, Hex"),
        ({"retire": "Bolt", "cards": 1}, 'adjustment: found the unknown key "cards", expected one of retire'),
        ({"place": "Bolt", "at": "A2"}, "adjustment: found no key 'facing', expected one"),
        (
            {"place": "Bolt", "at": "2A", "facing": "north"},
            "adjustment.at: found '2A', expected a square such as 'C4': a capital letter and a row number",
        ),
        (
            {"place": "Bolt", "at": "A2", "facing": "up"},
            'adjustment.facing: found "up", expected one of north, east, south, west',
        ),
        ({"damage": "Bolt", "cards": 0}, "adjustment.cards: found 0, expected a whole number from 1 to 20"),
        ({"repair": "Bolt", "cards": True}, "adjustment.cards: found true, expected a whole number from 1 to 20"),
    ],
)
def test_what_is_no_adjustment_is_refused_with_its_reason(found: object, reason: str) -> None:
    """SCENARIOS: never a traceback."""
    with pytest.raises(FieldError) as caught:
        parse_adjustment(found, NAMES)
    assert str(caught.value) == reason


def test_a_retired_robot_is_off_the_board_and_all_its_cards_are_discarded() -> None:
    """R2.3: the hand in hand order, then the registers in theirs; it keeps its seat, and gets no rank and no points."""
    laid = (Card.MOVE1, None, Card.DAMAGE, Card.AGAIN, Card.BACK)
    piles = Piles(DECK[:2], DECK[2:4], DECK[4:6], laid, 3)
    after = evolve(with_piles(piles), Retired(0))
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
