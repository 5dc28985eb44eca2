"""Programs as players give them: five of the nine cards of a hand, in order (R2.3)."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from simulation.cards import CARD_NAMES, REGISTERS, Card

Program = tuple[int, ...]
"""The places in the hand, from 1, of the cards for registers 1 to 5."""

Pick = int | Card
"""A place in the hand, from 1, or a card, which means its first place that is still free."""


class Lateness(StrEnum):
    """Why a player's program is one of random cards (R2.5)."""

    ABSENT = "absent"
    """The player sent none."""
    TOO_LATE = "too late"
    """The player sent one after the deadline (R2.4)."""
    NEVER_REACHED = "never reached"
    """The hand could not be brought to the player."""
    EXCUSED = "excused"
    """A host let the player off."""


class ProgramTrouble(StrEnum):
    """What is wrong with a program, and the facts that go with it."""

    LENGTH = "length"
    """It has `count` cards, not five."""
    NO_PLACE = "no place"
    """There is no `place` in the hand, which has `most`."""
    PLACE_TWICE = "place twice"
    """The `place`, where `card` is, is there more than once."""
    NOT_HELD = "not held"
    """There is no `card` in the hand."""
    TOO_OFTEN = "too often"
    """There are only `count` of `card` in the hand."""


class ProgramError(ValueError):
    """A program that cannot be played; the message says what was found and what was expected."""

    def __init__(self, message: str, trouble: ProgramTrouble, **facts: str | int) -> None:
        """Say it in a sentence, and for other languages as a trouble with its facts."""
        super().__init__(message)
        self.trouble = trouble
        self.facts = facts


def parse_program(hand: Sequence[Card], picks: Iterable[Pick]) -> Program:
    """Return the places in the hand of five picks, in order.

    Raises ProgramError for a card that is not in the hand, a card used twice, fewer or more than five.
    """
    program: list[int] = []
    for pick in picks:
        program.append(_place_of(hand, pick, program))
    if len(program) != REGISTERS:
        fewer_or_more = "fewer" if len(program) < REGISTERS else "more"
        msg = f"found {len(program)} cards, {fewer_or_more} than the {REGISTERS} that a program has"
        raise ProgramError(msg, ProgramTrouble.LENGTH, count=len(program))
    return tuple(program)


def _place_of(hand: Sequence[Card], pick: Pick, used: Sequence[int]) -> int:
    if isinstance(pick, Card):
        return _place_of_card(hand, pick, used)
    if not 1 <= pick <= len(hand):
        msg = f"found place {pick}, which is not in the hand: expected a place from 1 to {len(hand)}"
        raise ProgramError(msg, ProgramTrouble.NO_PLACE, place=pick, most=len(hand))
    if pick in used:
        card = CARD_NAMES[hand[pick - 1]]
        msg = f"found place {pick} ({card}) used twice: expected five different places"
        raise ProgramError(msg, ProgramTrouble.PLACE_TWICE, place=pick, card=card)
    return pick


def _place_of_card(hand: Sequence[Card], card: Card, used: Sequence[int]) -> int:
    places = [place for place, held in enumerate(hand, start=1) if held is card]
    if not places:
        held = ", ".join(CARD_NAMES[held] for held in hand)
        msg = f"found {CARD_NAMES[card]}, which is not in the hand: expected cards of {held}"
        raise ProgramError(msg, ProgramTrouble.NOT_HELD, card=CARD_NAMES[card])
    free = next((place for place in places if place not in used), None)
    if free is None:
        often = (
            "twice: the hand holds it only once"
            if len(places) == 1
            else f"too often: the hand holds it only {len(places)} times"
        )
        msg = f"found {CARD_NAMES[card]} used {often}"
        raise ProgramError(msg, ProgramTrouble.TOO_OFTEN, card=CARD_NAMES[card], count=len(places))
    return free
