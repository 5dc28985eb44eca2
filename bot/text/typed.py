"""Programs typed as text, in any language, whatever the player's.

How a text is read:

- Only numbers are places in the hand, always: "3 1 7 8 2", "3,1,7,8,2", and one number of five digits, "31782". A move
  is never a number alone: it is "move 2", "2 vooruit" or M2. "#3" is a place even among cards.
- Everything else are cards, by their codes or in words. A number next to "move" or "vooruit" belongs to it.
- Numbers from 1 on that count the registers ("1. left 2. right", or each at the beginning of a line or part) are
  left out.
- Where these rules allow more than one program of five cards, none is taken. Nothing is guessed, from the hand neither.
- What holds hardly anything of a program is chat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from bot.marks import N_
from bot.text.cards import CODES, card_name
from bot.text.escaping import Text, cut, lines
from bot.text.languages import Words
from bot.text.spoken import Sort, Token, take_apart
from simulation.cards import REGISTERS, Card
from simulation.programs import Pick

LONGEST_TEXT = 400
"""Characters of the longest text that is read as a program; a longer one is chat."""
LONGEST_QUOTE = 40

_MOVES = {1: Card.MOVE1, 2: Card.MOVE2, 3: Card.MOVE3}
_FEWEST_WORDS = 3
"""Parts of a program that make it one in spite of words that nobody understands."""
_ENOUGH = REGISTERS + 1
"""Cards of a reading that are looked at: more are too many anyway."""

Picks = tuple[Pick, ...]
Item = tuple[Token, ...]


class Trouble(StrEnum):
    """What is wrong with a typed program; the value is the sentence."""

    UNKNOWN = N_("I do not understand “{found}”.")
    HOW_FAR = N_("How far is “{found}”? Write the number with it, such as “move 2” or M2: there are Moves 1, 2 and 3.")
    LONE_NUMBER = N_("Is “{found}” the number of a card (then write #{found}), or part of its name (“move 2”, M2)?")
    TWO_WAYS = N_("“{found}” can be read in two ways: put commas between the cards.")
    TOO_FEW = N_("A program has 5 cards; I count {n} in “{found}”.")
    TOO_MANY = N_("A program has 5 cards; I count more in “{found}”.")
    NO_PLACE = N_("You have no card no. {n}: your hand has 1 to {most}. A number alone is the number of a card.")
    PLACE_TWICE = N_(
        "Card {n} ({card}) is there twice. A number alone is the number of a card; a move is “move 1” or M1."
    )
    NOT_HELD = N_("You have no {card} in your hand.")
    TOO_OFTEN = N_("{card} is there more often than in your hand, which has it {n} ×.")
    CHAT = N_("I only read programs here.")


@dataclass(frozen=True, slots=True)
class TypedProblem:
    """Why a text is no program."""

    trouble: Trouble
    found: str = ""
    """What was not understood, as it was typed: a stranger's text."""
    n: int = 0
    most: int = 0
    card: Card | None = None

    @property
    def is_chat(self) -> bool:
        """Whether the text was never meant to be a program: one hint is enough."""
        return self.trouble is Trouble.CHAT


def parse_typed(text: str, hand: Sequence[Card]) -> Picks | TypedProblem:
    """Return the five picks that a text means, which can be played with this hand, or why there are none."""
    if len(text) > LONGEST_TEXT:
        return TypedProblem(Trouble.CHAT)
    tokens = take_apart(text)
    if _is_chat(tokens, len(hand)):
        return TypedProblem(Trouble.CHAT)
    readings = {reading for variant in _variants(tokens) for reading in _read(variant)}
    programs = {reading for reading in readings if len(reading) == REGISTERS}
    quote = cut(" ".join(text.split()), LONGEST_QUOTE)
    if len(programs) > 1:
        return TypedProblem(Trouble.TWO_WAYS, quote)
    if programs:
        (picks,) = programs
        return _check(picks, hand) or picks
    if readings:
        n = max(map(len, readings))
        return TypedProblem(Trouble.TOO_FEW if n < REGISTERS else Trouble.TOO_MANY, quote, n=n)
    return _explain(tokens)


def format_typed(picks: Sequence[Pick]) -> str:
    """Return picks as somebody might type them, in a way that is read back as the same."""
    if all(isinstance(pick, int) for pick in picks):
        return " ".join(map(str, picks))
    return " ".join(CODES[pick] if isinstance(pick, Card) else f"#{pick}" for pick in picks)


def tell_problem(words: Words, problem: TypedProblem) -> Text:
    """Return what is wrong with a typed program, and what is expected instead."""
    card = Text("") if problem.card is None else card_name(words, problem.card)
    return lines(
        words.say(problem.trouble, found=problem.found, n=problem.n, most=problem.most, card=card), tell_forms(words)
    )


def tell_forms(words: Words) -> Text:
    """Return how a program can be typed."""
    return words.say(
        "Type the numbers of five cards, such as `3 1 7 8 2`, or their names, such as"
        " `move 2, left, again, u-turn, back`. Or use the buttons."
    )


def _is_chat(tokens: Sequence[Token], places: int) -> bool:
    unknown = sum(token.sort is Sort.UNKNOWN for token in tokens)
    meant = sum(token.sort in {Sort.CARD, Sort.FORWARD, Sort.PLACE} for token in tokens)
    for token in tokens:
        if token.sort is Sort.NUMBER:
            meant += len(token.said) if _is_run(token) else 1 <= token.number <= places
    if not meant:
        return not any(token.sort is Sort.NUMBER for token in tokens) or unknown > 0
    return unknown > 0 and (meant < _FEWEST_WORDS or meant <= unknown)


def _is_run(token: Token) -> bool:
    return token.said.isdecimal() and len(token.said) == REGISTERS


def _variants(tokens: Sequence[Token]) -> Iterator[list[Item]]:
    """Yield the parts of a text as they stand, and without numbers that count the registers."""
    items = _items(tokens)
    yield items
    marked = [token.number for token in tokens if token.is_marked]
    if marked == list(range(1, len(marked) + 1)):
        ends = [Token(Sort.END, token.said) if token.is_marked else token for token in tokens]
        yield _items(ends)
    firsts = [item[0].number if item[0].sort is Sort.NUMBER else 0 for item in items]
    if firsts == list(range(1, REGISTERS + 1)) and all(len(item) > 1 for item in items):
        yield [item[1:] for item in items]


def _items(tokens: Sequence[Token]) -> list[Item]:
    parts = groupby(tokens, lambda token: token.sort is Sort.END)
    return [tuple(part) for is_end, part in parts if not is_end]


def _read(items: Sequence[Item]) -> set[Picks]:
    """Return the programs that the parts may mean, of whatever length; none if one of them cannot be read."""
    tokens = [token for item in items for token in item]
    if all(token.sort is Sort.NUMBER for token in tokens):
        if len(tokens) == 1 and _is_run(tokens[0]):
            return {tuple(map(int, tokens[0].said))}
        return {tuple(token.number for token in tokens)} if tokens else set()
    readings: set[Picks] = {()}
    for item in items:
        readings = {(before + picks)[:_ENOUGH] for before in readings for picks in _read_item(item)}
    return readings


def _read_item(item: Item) -> set[Picks]:
    """Return what a part between two commas may mean: `found[i]` is what the tokens from i on may."""
    found: list[set[Picks]] = [{()}]
    for index in reversed(range(len(item))):
        here = {
            (pick, *rest)[:_ENOUGH]
            for size in (1, 2, 3)
            if index + size <= len(item) and (pick := _pick(item[index : index + size])) is not None
            for rest in found[size - 1]
        }
        found.insert(0, here)
    return found[0]


def _pick(tokens: Item) -> Pick | None:
    """Return the card or place that tokens mean together."""
    sorts = tuple(token.sort for token in tokens)
    number = next((token.number for token in tokens if token.sort is Sort.NUMBER), 0)
    card = next((token.card for token in tokens if token.card is not None), None)
    if sorts == (Sort.PLACE,):
        return tokens[0].number
    if sorts == (Sort.CARD,):
        return card
    if sorts in {(Sort.FORWARD, Sort.NUMBER), (Sort.NUMBER, Sort.FORWARD)}:
        return _MOVES.get(number)
    is_one_back = number == 1 and card is Card.BACK
    is_back = sorts in {(Sort.CARD, Sort.NUMBER), (Sort.NUMBER, Sort.CARD), (Sort.FORWARD, Sort.NUMBER, Sort.CARD)}
    return Card.BACK if is_one_back and is_back else None


def _check(picks: Picks, hand: Sequence[Card]) -> TypedProblem | None:
    """Return why picks cannot be played with a hand (R2.3)."""
    used: set[int] = set()
    for pick in picks:
        if isinstance(pick, Card):
            places = [place for place, held in enumerate(hand, start=1) if held is pick]
            place = next((place for place in places if place not in used), None)
            if place is None:
                trouble = Trouble.TOO_OFTEN if places else Trouble.NOT_HELD
                return TypedProblem(trouble, card=pick, n=len(places))
        else:
            place = pick
            if not 1 <= place <= len(hand):
                return TypedProblem(Trouble.NO_PLACE, n=place, most=len(hand))
            if place in used:
                return TypedProblem(Trouble.PLACE_TWICE, n=place, card=hand[place - 1])
        used.add(place)
    return None


def _explain(tokens: Sequence[Token]) -> TypedProblem:
    """Return the first thing that cannot be read."""
    unknown = next((token for token in tokens if token.sort is Sort.UNKNOWN), None)
    if unknown is not None:
        return TypedProblem(Trouble.UNKNOWN, cut(unknown.said, LONGEST_QUOTE))
    item = next(item for item in _items(tokens) if not _read_item(item))
    if any(token.sort is Sort.FORWARD for token in item):
        return TypedProblem(Trouble.HOW_FAR, cut(" ".join(token.said for token in item), LONGEST_QUOTE))
    number = next(token for token in item if token.sort is Sort.NUMBER)
    return TypedProblem(Trouble.LONE_NUMBER, cut(number.said, LONGEST_QUOTE))
