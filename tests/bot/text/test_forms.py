"""The program as a form: what can be read, and what is said of what cannot."""

import pytest

from bot.text.forms import FormProblem, form_option, parse_form, tell_form_problem
from bot.text.languages import words_in
from simulation.cards import Card

HAND = (
    *(Card.MOVE1, Card.MOVE2, Card.MOVE2, Card.LEFT, Card.RIGHT),
    *(Card.AGAIN, Card.UTURN, Card.BACK, Card.DAMAGE),
)


def told(*entered: str, language: str = "en") -> list[str]:
    """Return what is said of five entries."""
    problem = parse_form(entered, HAND)
    assert isinstance(problem, FormProblem)
    *lines, last = tell_form_problem(words_in(language), problem).split("\n")
    assert last.startswith(("Nothing was changed.", "Er is niets veranderd."))
    return lines


def test_five_places_are_a_program_in_the_order_of_the_registers() -> None:
    assert parse_form(("9", "1", "4", "2", "3"), HAND) == (9, 1, 4, 2, 3)


def test_a_card_that_is_chosen_twice_is_named_with_its_registers() -> None:
    assert told("1", "2", "3", "2", "2") == [
        "Registers 2, 4 and 5 have the same card: 2 · Move 2. Each card can be played once."
    ]
    assert told("1", "1", "4", "4", "5", language="nl") == [
        "Registers 1 en 2 hebben dezelfde kaart: 1 · Vooruit 1. Elke kaart kan maar één keer gespeeld worden.",
        "Registers 3 en 4 hebben dezelfde kaart: 4 · Linksaf. Elke kaart kan maar één keer gespeeld worden.",
    ]


def test_two_cards_that_look_alike_are_two_cards() -> None:
    assert parse_form(("2", "3", "1", "4", "5"), HAND) == (2, 3, 1, 4, 5)


@pytest.mark.parametrize("entry", ["0", "10", "-1", "1.0", "٣", "²", "x" * 99, "@everyone", "`"])
def test_what_is_no_place_is_quoted_harmlessly(entry: str) -> None:
    """Only forged forms have such values."""
    [said] = told("1", "2", entry, "4", "5")
    assert said.startswith("Register 3: found “")
    assert said.endswith("expected the number of a card, 1 to 9.")
    assert "@everyone" not in said
    assert len(said) < 100


def test_a_register_without_a_card_is_named() -> None:
    assert told("1", "", "3", "", "5") == ["Register 2 has no card.", "Register 4 has no card."]


def test_what_can_be_kept_is_kept() -> None:
    """For the form that is offered again."""
    problem = parse_form(("1", "", "1", "x", "5"), HAND)
    assert isinstance(problem, FormProblem)
    assert problem.picks == (1, 0, 1, 0, 5)


def test_options_are_read_out_without_signs() -> None:
    assert form_option(words_in("en"), 4, Card.LEFT) == "4 · Turn left"
    assert form_option(words_in("nl"), 9, Card.DAMAGE) == "9 · Schade"
