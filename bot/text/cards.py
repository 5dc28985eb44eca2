"""The cards' names, labels and codes."""

from collections.abc import Sequence

from bot.marks import N_
from bot.text.escaping import Text, join
from bot.text.languages import Words
from simulation.cards import Card

NAMES = {
    Card.MOVE1: N_("Move 1"),
    Card.MOVE2: N_("Move 2"),
    Card.MOVE3: N_("Move 3"),
    Card.LEFT: N_("Turn left"),
    Card.RIGHT: N_("Turn right"),
    Card.AGAIN: N_("Again"),
    Card.UTURN: N_("U-turn"),
    Card.BACK: N_("Move back"),
    Card.DAMAGE: N_("Damage"),
}

SYMBOLS = {
    Card.MOVE1: "⬆️",
    Card.MOVE2: "⬆️",
    Card.MOVE3: "⬆️",
    Card.LEFT: "⬅️",
    Card.RIGHT: "➡️",
    Card.AGAIN: "🔁",
    Card.UTURN: "↩️",
    Card.BACK: "⬇️",
    Card.DAMAGE: "💥",
}
"""Signs of Unicode 6, which every client has."""

CODES = {
    Card.MOVE1: "M1",
    Card.MOVE2: "M2",
    Card.MOVE3: "M3",
    Card.LEFT: "L",
    Card.RIGHT: "R",
    Card.AGAIN: "AG",
    Card.UTURN: "U",
    Card.BACK: "BK",
    Card.DAMAGE: "D",
}
"""The code that is shown, the same in every language: one letter where no language has another card for it."""

TYPED_CODES = {code.casefold(): card for card, code in CODES.items()} | {
    "v1": Card.MOVE1,
    "v2": Card.MOVE2,
    "v3": Card.MOVE3,
    "f1": Card.MOVE1,
    "f2": Card.MOVE2,
    "f3": Card.MOVE3,
    "n": Card.AGAIN,
    "nk": Card.AGAIN,
    "o": Card.UTURN,
    "ut": Card.UTURN,
    "b": Card.BACK,
    "ac": Card.BACK,
    "s": Card.DAMAGE,
    "sc": Card.DAMAGE,
    "dm": Card.DAMAGE,
}
"""All codes that are read. "A" is none, for it begins both "again" and "achteruit"; "om" neither: chat has it a lot."""

_CIRCLED = "①②③④⑤"


def card_name(words: Words, card: Card) -> Text:
    """Return a card's name: "Move 2"."""
    return words.say(NAMES[card])


def card_sign(words: Words, card: Card) -> Text:
    """Return a card's symbol and name: "⬆️ Move 2"."""
    return words.say("{symbol} {card}", symbol=Text(SYMBOLS[card]), card=card_name(words, card))


def card_label(words: Words, place: int, card: Card) -> Text:
    """Return what stands on the button of a card, by its place in the hand: "3 ⬆️ Move 2"."""
    return Text(f"{place} {card_sign(words, card)}")


def picked_label(words: Words, register: int, card: Card) -> Text:
    """Return what stands on the button of a card that is in the draft: "② ⬆️ Move 2", for register 2."""
    return Text(f"{_CIRCLED[register - 1]} {card_sign(words, card)}")


def card_code(card: Card) -> Text:
    """Return a card's code, to be typed."""
    return Text(CODES[card])


def card_row(words: Words, cards: Sequence[Card]) -> Text:
    """Return cards in order: "⬆️ Move 2 · ⬅️ Turn left"."""
    return join(" · ", [card_sign(words, card) for card in cards])
