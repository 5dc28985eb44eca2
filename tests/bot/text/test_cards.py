import pytest

from bot.moderator.refusals import refuse
from bot.text.answers import tell_refusal
from bot.text.cards import CODES, NAMES, SYMBOLS, TYPED_CODES, card_code, card_label, card_row
from bot.text.escaping import length
from bot.text.languages import LANGUAGES, words_in
from simulation.cards import CARD_NAMES, Card
from simulation.programs import ProgramError, parse_program
from tests.bot.text.samples import complete


def test_the_english_names_are_those_of_the_game() -> None:
    """The rules and the texts have one vocabulary."""
    assert NAMES == CARD_NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_buttons(language: str) -> None:
    """80 characters; each card has another label."""
    labels = [card_label(complete(language), 9, card) for card in Card]
    assert max(map(length, labels)) <= 80
    assert len(set(labels)) == len(Card) == len(set(CODES.values()))
    assert set(SYMBOLS) == set(Card)


def test_codes_do_not_clash() -> None:
    """What is shown is read; the first letters of "again" and "achteruit" are the same, so "a" is no code."""
    assert {code.casefold(): card for card, code in CODES.items()}.items() <= TYPED_CODES.items()
    assert "a" not in TYPED_CODES
    assert card_code(Card.AGAIN) == "AG"


def test_a_row_of_cards_has_signs_and_names() -> None:
    """As in the two lines of a hand."""
    assert card_row(complete("nl"), (Card.MOVE2, Card.LEFT)) == "⬆️ Vooruit 2 · ⬅️ Linksaf"


def test_a_refusal_names_cards_in_its_language() -> None:
    """The game tells which card in English."""
    refused = refuse(program_error((Card.MOVE2,) * 9, (Card.LEFT,)))
    assert tell_refusal(words_in("nl"), refused.reason, refused.facts) == "Er zit geen Linksaf in de hand."


def program_error(hand: tuple[Card, ...], picks: tuple[Card, ...]) -> ProgramError:
    with pytest.raises(ProgramError) as caught:
        parse_program(hand, picks)
    return caught.value
