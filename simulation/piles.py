"""The players' cards: dealing, reshuffling, late programs, damage cards (R2)."""

from collections.abc import Sequence

from simulation.cardevents import (
    Dealt,
    Emptied,
    HandDiscarded,
    LateProgrammed,
    ProgramDiscarded,
    Programmed,
    Replaced,
    Shuffled,
)
from simulation.cards import HAND_SIZE, REGISTERS, Card
from simulation.programs import Program
from simulation.table import Table


def deal_hands(table: Table) -> None:
    """Deal nine cards to each player whose robot is in the race (R2.2)."""
    for seat in table.state().racing():
        _draw(table, seat, HAND_SIZE)


def lay_program(table: Table, seat: int, program: Program | None) -> None:
    """Put a player's five cards into the registers (R2.3), or five random ones for a late player (R2.5)."""
    hand = table.piles[seat].hand
    if program is not None:
        unchosen = tuple(card for place, card in enumerate(hand, start=1) if place not in program)
        table.tell(Programmed(seat, tuple(hand[place - 1] for place in program), unchosen))
        return
    table.tell(HandDiscarded(seat))
    _draw(table, seat, REGISTERS)
    piles = table.piles[seat]
    table.tell(LateProgrammed(seat, table.shuffle(seat, piles.shuffles, piles.hand)))


def replace_damage(table: Table, seat: int, register: int) -> Card | None:
    """Take a damage card out of a register for good and put the next good card there, or nothing (R2.7)."""
    while _refill(table, seat):
        card = table.piles[seat].draw_pile[0]
        table.tell(Replaced(seat, register, card))
        if card is not Card.DAMAGE:
            return card
    table.tell(Emptied(seat, register))
    return None


def discard_programs(table: Table, seats: Sequence[int]) -> None:
    """End the round for these seats: their registers go to the discard pile (R2.3)."""
    for seat in seats:
        table.tell(ProgramDiscarded(seat))


def _draw(table: Table, seat: int, count: int) -> None:
    """Draw cards to the hand, as many of `count` as there are."""
    missing = count
    while missing and _refill(table, seat):
        cards = table.piles[seat].draw_pile[:missing]
        table.tell(Dealt(seat, cards))
        missing -= len(cards)


def _refill(table: Table, seat: int) -> bool:
    """Shuffle the discard pile if the draw pile has run out (R2.2); return whether there is a card to draw."""
    piles = table.piles[seat]
    if piles.draw_pile:
        return True
    if not piles.discard_pile:
        return False
    table.tell(Shuffled(seat, table.shuffle(seat, piles.shuffles, piles.discard_pile)))
    return True
