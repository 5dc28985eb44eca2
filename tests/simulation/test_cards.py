"""The deck, and cards in play: Again, damage cards, draws and reshuffles in mid-round (R2)."""

from collections import Counter

import pytest

from simulation.cards import CARD_NAMES, DECK, HAND_SIZE, REGISTERS, Card
from simulation.events import Moved, Played
from simulation.evolution import replay
from simulation.round import simulate
from simulation.shuffling import SeedNeededError, shuffled
from simulation.state import Piles
from tests.pictures import after, events, laser, parsed, piles, played

HALL = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. . . . .|
+ + + + + +
|. . . . .|
+ + + + + +
|. . O . .|
+ + + + + +
|1 . @ . .|
+-+-+-+-+-+
"""


def test_the_deck_has_nineteen_cards() -> None:
    """R2.1: how many of each, and in which order a first shuffle takes them (S4)."""
    assert Counter(DECK) == {
        Card.MOVE1: 5,
        Card.MOVE2: 3,
        Card.MOVE3: 1,
        Card.LEFT: 3,
        Card.RIGHT: 3,
        Card.AGAIN: 2,
        Card.UTURN: 1,
        Card.BACK: 1,
    }
    assert list(dict.fromkeys(DECK)) == [card for card in Card if card is not Card.DAMAGE]
    assert (HAND_SIZE, REGISTERS) == (9, 5)
    assert CARD_NAMES.keys() == set(Card)


def plays(robots: str, register: int, **parts: object) -> Played:
    (event,) = events(played(HALL, robots, **parts), Played, register=register)
    assert isinstance(event, Played)
    return event


def test_again_repeats_the_register_before() -> None:
    """R2.8: Move 2 twice."""
    assert after(2, HALL, "Bolt B1 north move2 again") == "Bolt B5 north"
    assert plays("Bolt B1 north move2 again", 2) == Played(0, Card.AGAIN, Card.AGAIN, Card.MOVE2)


def test_again_after_again_repeats_what_that_one_repeated() -> None:
    """R2.8: three moves in all."""
    assert after(3, HALL, "Bolt B1 north move1 again again") == "Bolt B4 north"


def test_again_in_register_1_does_nothing_and_neither_does_the_next_again() -> None:
    """R2.8: there is nothing before it, and register 2 follows a register that executed nothing."""
    robots = "Bolt B1 north again again move1"
    assert [plays(robots, register).executed for register in (1, 2, 3)] == [None, None, Card.MOVE1]
    assert after(2, HALL, robots) == "Bolt B1 north"


def test_again_repeats_a_move_that_a_wall_stopped() -> None:
    """R2.8: the card was executed, though it led nowhere."""
    assert after(2, HALL, "Bolt A1 west move1 again") == "Bolt A1 west"
    assert plays("Bolt A1 west move1 again", 2).executed is Card.MOVE1


def test_again_repeats_the_whole_card_after_a_fall() -> None:
    """R2.8, R6.1: the fall ended Move 3 early, and Again is a Move 3."""
    assert after(2, HALL, "Bolt B2 east move3 uturn") == "Bolt C1 west"
    assert after(2, HALL, "Bolt B2 east move3 again") == "Bolt E1 east"


def test_a_damage_card_is_replaced_by_the_top_of_the_draw_pile() -> None:
    """R2.7: it leaves the deck; the card that came lies in its register, and is discarded with the others."""
    robots = "Bolt B1 north damage"
    draw = {"Bolt": "move2 uturn"}
    assert plays(robots, 1, draw=draw) == Played(0, Card.DAMAGE, Card.MOVE2, Card.MOVE2)
    assert after(1, HALL, robots, draw=draw) == "Bolt B3 north"
    assert piles(HALL, robots, draw=draw) == {"Bolt": "uturn | move2 left left left left"}


def test_a_damage_card_drawn_for_a_damage_card_goes_the_same_way() -> None:
    """R2.7: both are gone for good."""
    robots = "Bolt B1 north damage"
    draw = {"Bolt": "damage damage move1 back"}
    assert plays(robots, 1, draw=draw) == Played(0, Card.DAMAGE, Card.MOVE1, Card.MOVE1)
    assert piles(HALL, robots, draw=draw) == {"Bolt": "back | move1 left left left left"}


def test_with_nothing_left_to_draw_the_register_does_nothing() -> None:
    """R2.7, R2.8: it stays empty; an Again after it has nothing to repeat; no seed is needed."""
    robots = "Bolt B1 north move1 damage again"
    assert plays(robots, 2) == Played(0, Card.DAMAGE, None, None)
    assert plays(robots, 3).executed is None
    assert piles(HALL, robots) == {"Bolt": "| move1 again left left"}


def test_damage_cards_alone_are_drawn_to_the_last() -> None:
    """R2.7: all three leave, and nothing is played."""
    robots = "Bolt B1 north damage"
    assert plays(robots, 1, draw={"Bolt": "damage damage"}).card is None
    assert piles(HALL, robots, draw={"Bolt": "damage damage"}) == {"Bolt": "| left left left left"}


def test_again_repeats_what_came_in_a_damage_cards_place() -> None:
    """R2.8: Move 1 was drawn, and is repeated."""
    assert after(2, HALL, "Bolt B1 north damage again", draw={"Bolt": "move1"}) == "Bolt B3 north"


def test_an_again_drawn_for_a_damage_card_is_an_again_in_that_register() -> None:
    """R2.8: it repeats register 1; in register 1 it does nothing."""
    draw = {"Bolt": "again"}
    assert plays("Bolt B1 north move2 damage", 2, draw=draw) == Played(0, Card.DAMAGE, Card.AGAIN, Card.MOVE2)
    assert plays("Bolt B1 north damage", 1, draw=draw) == Played(0, Card.DAMAGE, Card.AGAIN, None)


def test_a_draw_from_an_empty_pile_shuffles_the_discards_first() -> None:
    """R2.2, R2.7, S4: the first shuffle of seat 1 in a scenario is 1/1/0."""
    discard = "move1 move2 move3 back uturn right"
    new = shuffled("seed", "1/1/0", discard.split())
    end = piles(HALL, "Bolt A1 west damage", discard={"Bolt": discard}, seed="seed")["Bolt"]
    assert end == f"{' '.join(new[1:])} | {new[0]} left left left left"


def test_the_second_shuffle_of_a_seat_has_the_next_number() -> None:
    """S4: two draws from an empty pile; between them lasers bring the damage cards that the second one shuffles."""
    asked: list[tuple[int, int, tuple[Card, ...]]] = []

    def shuffle(seat: int, count: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        asked.append((seat, count, cards))
        return cards

    start = parsed(HALL, "Bolt A2 north damage damage", discard={"Bolt": "uturn"}, extra=laser("A2", "east", 2))
    simulate(start.board, start.state, start.rules, shuffle)
    assert asked == [(0, 0, (Card.UTURN,)), (0, 1, (Card.DAMAGE, Card.DAMAGE))]


def test_seats_are_counted_in_the_robots_order() -> None:
    """S4: Cog is seat 2."""
    discard = "move1 move2 move3 back uturn right"
    new = shuffled("seed", "1/2/0", discard.split())
    robots = "Bolt B1 north, Cog A3 west damage"
    end = piles(HALL, robots, discard={"Cog": discard}, seed="seed")["Cog"]
    assert end.startswith(" ".join(new[1:]))


def test_a_shuffle_without_a_seed_is_an_error() -> None:
    """S4, R2.2: even of a single card."""
    with pytest.raises(SeedNeededError):
        played(HALL, "Bolt B1 north damage", discard={"Bolt": "left"})


def test_a_finished_robots_cards_are_discarded_with_the_round() -> None:
    """R2.3, R1.3: those that were not played too, damage cards among them."""
    robots = "Bolt B5 north move1 damage right again back"
    assert piles(HALL, robots) == {"Bolt": "| move1 damage right again back"}
    assert events(played(HALL, robots), Played, Moved, register=2) == []


def test_registers_go_to_the_discard_pile_in_order_after_what_was_there() -> None:
    """R2.3: then the damage of the round, then the program."""
    end = piles(HALL, "Bolt B2 east move1 left right uturn back", discard={"Bolt": "move3 again"})
    assert end == {"Bolt": "| move3 again damage move1 left right uturn back"}


def test_piles_within_a_round_hold_what_they_should() -> None:
    """R2.6, R2.7: damage lies on the discard pile at once, the card that was drawn in its register; hands are empty."""
    start = parsed(
        HALL,
        "Bolt A2 north damage move1",
        draw={"Bolt": "back uturn"},
        discard={"Bolt": "left"},
        extra=laser("A1", "east"),
    )
    told = [beat for beat in start.simulate().beats if beat.register == 1]
    left, registers = Card.LEFT, (Card.BACK, Card.MOVE1, Card.LEFT, Card.LEFT, Card.LEFT)
    assert replay(start.state, told).piles == (Piles((), (Card.UTURN,), (left, Card.DAMAGE), registers),)
