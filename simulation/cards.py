"""The programming cards and the deck (R2.1)."""

from enum import StrEnum

from simulation.geometry import Turn


class Card(StrEnum):
    """A programming card; the values are those of the scenario contract."""

    MOVE1 = "move1"
    MOVE2 = "move2"
    MOVE3 = "move3"
    LEFT = "left"
    RIGHT = "right"
    AGAIN = "again"
    UTURN = "uturn"
    BACK = "back"
    DAMAGE = "damage"


DECK = (
    *(Card.MOVE1,) * 5,
    *(Card.MOVE2,) * 3,
    Card.MOVE3,
    *(Card.LEFT,) * 3,
    *(Card.RIGHT,) * 3,
    *(Card.AGAIN,) * 2,
    Card.UTURN,
    Card.BACK,
)
"""The 19 cards that each player starts with, in the order in which the first shuffle takes them (S4)."""

HAND_SIZE = 9
REGISTERS = 5

STEPS = {Card.MOVE1: 1, Card.MOVE2: 2, Card.MOVE3: 3}
"""How many squares forward each move card goes (R4.1)."""

TURNS = {Card.LEFT: Turn.LEFT, Card.RIGHT: Turn.RIGHT, Card.UTURN: Turn.AROUND}
"""Which way each turn card turns (R2.9)."""

CARD_NAMES = {
    Card.MOVE1: "Move 1",
    Card.MOVE2: "Move 2",
    Card.MOVE3: "Move 3",
    Card.LEFT: "Turn left",
    Card.RIGHT: "Turn right",
    Card.AGAIN: "Again",
    Card.UTURN: "U-turn",
    Card.BACK: "Move back",
    Card.DAMAGE: "Damage",
}
"""The cards' English names, for people."""
