"""One robot plays the card in its register (R2.7 to R2.9, R4.1)."""

from simulation.cards import STEPS, TURNS, Card
from simulation.events import Played, TurnCause, Turned
from simulation.movement import step
from simulation.piles import replace_damage
from simulation.table import Table

# Kept as names of the module: Python 3.11 takes 0.1 µs to look up a member of an enum, and every card needs three.
DAMAGE, AGAIN, CAUSE = Card.DAMAGE, Card.AGAIN, TurnCause.CARD


def play_register(table: Table, seat: int, register: int) -> None:
    """Activate the robot's card of a register (from 1)."""
    card = programmed = table.piles[seat].registers[register - 1]
    assert programmed is not None, "a register is emptied by its own activation alone"
    if programmed is DAMAGE:
        card = replace_damage(table, seat, register)
    executed = card if card is not AGAIN else repeated_card(table.piles[seat].registers[: register - 1])
    table.note(Played(seat, programmed, card, executed))
    if executed is not None:
        execute(table, seat, executed)


def execute(table: Table, seat: int, card: Card) -> None:
    """Let a robot do what a card says, damage cards and Again aside (R2.9, R4.1)."""
    facing = table.facings[seat]
    if card in STEPS:
        for _ in range(STEPS[card]):
            if not step(table, seat, facing):
                return
    elif card in TURNS:
        table.tell(Turned(seat, facing, facing.turned(TURNS[card]), CAUSE))
    else:
        step(table, seat, facing.opposite)


def repeated_card(registers: tuple[Card | None, ...]) -> Card | None:
    """Return what an Again repeats after these registers, all of which were played (R2.8); None is nothing."""
    for card in reversed(registers):
        if card is not AGAIN:
            return card
    return None
