"""Typed words: what each means in a program, and how a text is taken apart into them."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from bot.text.cards import SYMBOLS, TYPED_CODES
from simulation.cards import Card


class Sort(StrEnum):
    """What a token is."""

    CARD = "card"
    FORWARD = "forward"
    """A move of which the number is said before or behind it."""
    NUMBER = "number"
    PLACE = "place"
    """A place in the hand for certain: "#3"."""
    END = "end"
    """A sign that parts two cards."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a text with its meaning."""

    sort: Sort
    said: str
    """As it was typed, lower case and without accents."""
    card: Card | None = None
    number: int = 0
    is_marked: bool = False
    """A full stop, colon or bracket stands behind the number, as in "1. left"."""


_PHRASES: dict[Card, tuple[str, ...]] = {
    Card.LEFT: (
        "left|turn left|left turn|rotate left|to the left|turn to the left|quarter left|turn a quarter left",
        "links|linksaf|links af|linksom|naar links|draai links|draai naar links|links draaien|linksdraai",
        "naar links draaien",
        "kwart links|kwartslag links|kwartslag naar links|draai linksom|draai linksaf|sla links af|linksdraaien",
    ),
    Card.RIGHT: (
        "right|turn right|right turn|rotate right|to the right|turn to the right|quarter right|turn a quarter right",
        "rechts|rechtsaf|rechts af|rechtsom|naar rechts|draai rechts|draai naar rechts|rechts draaien|rechtsdraai",
        "naar rechts draaien|kwart rechts|kwartslag rechts|kwartslag naar rechts|draai rechtsom|draai rechtsaf",
        "sla rechts af|rechtsdraaien",
    ),
    Card.AGAIN: (
        "again|repeat|once more|one more time|repeat that|do it again|move again|redo",
        "nog een keer|nog eens|nogeens|nog 1 keer|nogmaals|herhaal|herhalen|herhaling|opnieuw|nogeenkeer",
    ),
    Card.UTURN: (
        "uturn|u turn|turn around|turn round|about turn|half turn|turn 180|u",
        "omkeren|keer om|draai om|omdraaien|draai je om|u bocht|ubocht|omkeer|rechtsomkeert|rechtsomkeer|halve draai",
        "halve slag|draai 180|ommekeer|180|180 graden",
    ),
    Card.BACK: (
        "back|back up|backup|move back|backward|backwards|move backward|move backwards|step back|go back|reverse",
        "achteruit|achterwaarts|terug|stap terug|stap achteruit|naar achteren|naar achter|ga achteruit|vakje terug",
        "vakje achteruit",
    ),
    Card.DAMAGE: ("damage|damage card|dmg", "schade|schadekaart|schade kaart"),
}

_FORWARD = (
    "move|forward|forwards|move forward|ahead|straight|straight ahead"
    "|vooruit|naar voren|rechtdoor|voorwaarts|stap vooruit"
)

_NUMBERS = {"one": 1, "two": 2, "three": 3, "een": 1, "twee": 2, "drie": 3}

LATE = frozenset(("late", "laat", "te laat", "none", "geen"))
"""What a host types for a program that did not come in time."""
_FILLERS = frozenset(
    re.findall(
        r"\w+",
        "go ga and then next finally after that please my program is card cards step steps space spaces square squares "
        "x times en dan daarna vervolgens tot slot graag aub mijn programma wordt kaart kaarten stap stappen vakje "
        "vakjes veld velden",
    )
)
"""Words that may stand between cards and mean none."""

_WORDS = {
    tuple(phrase.split()): card
    for card, alternatives in _PHRASES.items()
    for phrases in alternatives
    for phrase in phrases.split("|")
} | {(code,): card for code, card in TYPED_CODES.items()}
_MOVES = frozenset(tuple(phrase.split()) for phrase in _FORWARD.split("|"))
_LONGEST_PHRASE = max(map(len, (*_WORDS, *_MOVES)))

_SPLIT = re.compile(r"#\s?\d+|[mvf][1-3](?![a-z\d])|[^\W\d_]+|\d+|\S|\n")
_HYPHENS = re.compile(r"\b(u|back|turn|half)-(?=[a-z])")
"""Hyphens within a word; all others part two cards."""
_MARKS = (["."], [":"], [")"])
_FORWARD_SIGN, _FORWARD_WORD = "⬆", "forward"
_MOST_DIGITS = 9
_SIGNS = {symbol[0]: card for card, symbol in SYMBOLS.items() if symbol[0] != _FORWARD_SIGN}


def take_apart(text: str) -> list[Token]:
    """Return the tokens of a text, the longest phrases first; signs of cards count where no word or number stands."""
    simple = _HYPHENS.sub(r"\1 ", _simplify(text))
    found: list[str] = _SPLIT.findall(simple)
    if not re.search(r"[^\W\d_]", simple):
        found = [_FORWARD_WORD if sign == _FORWARD_SIGN else sign for sign in found]
        return [_sign(sign) or _single(found, index) for index, sign in enumerate(found)]
    tokens: list[Token] = []
    index = 0
    while index < len(found):
        token, size = _longest(found, index)
        index += size
        if token.said not in _FILLERS:
            tokens.append(token)
    return tokens


def _longest(found: list[str], index: int) -> tuple[Token, int]:
    """Return the longest phrase that begins at a place, and of how many parts it is."""
    for size in range(_LONGEST_PHRASE, 0, -1):
        phrase = tuple(found[index : index + size])
        if phrase in _WORDS:
            return Token(Sort.CARD, " ".join(phrase), card=_WORDS[phrase]), size
        if phrase in _MOVES:
            return Token(Sort.FORWARD, " ".join(phrase)), size
    return _single(found, index), 1


def _single(found: list[str], index: int) -> Token:
    part = found[index]
    if part.startswith("#") and len(part) > 1:
        return Token(Sort.PLACE, part, number=int(part[1:].strip()[:_MOST_DIGITS]))
    if part.isdecimal() or part in _NUMBERS:
        number = _NUMBERS.get(part) or int(part[:_MOST_DIGITS])
        return Token(Sort.NUMBER, part, number=number, is_marked=found[index + 1 : index + 2] in _MARKS)
    if part == _FORWARD_WORD:
        return Token(Sort.FORWARD, _FORWARD_SIGN)
    return Token(Sort.UNKNOWN if part.isalnum() else Sort.END, part)


def _sign(sign: str) -> Token | None:
    card = _SIGNS.get(sign)
    return None if card is None else Token(Sort.CARD, sign, card=card)


def _simplify(text: str) -> str:
    """Return a text in lower case, without accents, with the digits of all scripts and of emoji as plain ones."""
    parts: list[str] = []
    for sign in text.replace("\r", "\n"):
        if sign == "\u20e3":
            parts.append(" ")
            continue
        digit = unicodedata.digit(sign, None)
        if digit is not None:
            parts.append(str(digit) if unicodedata.decimal(sign, None) is not None else f" {digit} ")
            continue
        for plain in unicodedata.normalize("NFKD", sign).casefold():
            category = unicodedata.category(plain)
            if category in {"Cc", "Zl", "Zp"}:
                parts.append("\n" if plain == "\n" or category != "Cc" else " ")
            elif category not in {"Mn", "Me", "Cf", "Cs"}:
                parts.append(plain)
    return "".join(parts)
