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


class ProgramError(ValueError):
    """A program that cannot be played; the message says what was found and what was expected."""


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
        raise ProgramError(msg)
    return tuple(program)


def _place_of(hand: Sequence[Card], pick: Pick, used: Sequence[int]) -> int:
    if isinstance(pick, Card):
        return _place_of_card(hand, pick, used)
    if not 1 <= pick <= len(hand):
        msg = f"found place {pick}, which is not in the hand: expected a place from 1 to {len(hand)}"
        raise ProgramError(msg)
    if pick in used:
        msg = f"found place {pick} ({CARD_NAMES[hand[pick - 1]]}) used twice: expected five different places"
        raise ProgramError(msg)
    return pick


def _place_of_card(hand: Sequence[Card], card: Card, used: Sequence[int]) -> int:
    places = [place for place, held in enumerate(hand, start=1) if held is card]
    if not places:
        held = ", ".join(CARD_NAMES[held] for held in hand)
        msg = f"found {CARD_NAMES[card]}, which is not in the hand: expected cards of {held}"
        raise ProgramError(msg)
    free = next((place for place in places if place not in used), None)
    if free is None:
        often = (
            "twice: the hand holds it only once"
            if len(places) == 1
            else f"too often: the hand holds it only {len(places)} times"
        )
        msg = f"found {CARD_NAMES[card]} used {often}"
        raise ProgramError(msg)
    return free
