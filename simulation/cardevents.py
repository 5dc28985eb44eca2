"""What can happen to hands and piles, as data: the private events.

They are types of their own, so that what goes to a channel cannot hold one.
"""

from simulation.cards import Card
from simulation.state import CardsChange, Piles
from simulation.values import value


@value
class Shuffled(CardsChange):
    """The discard pile is shuffled to make a new draw pile (R2.2), which runs from the top down."""

    seat: int
    draw_pile: tuple[Card, ...]

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the new draw pile, one shuffle further."""
        return Piles(piles.hand, self.draw_pile, (), piles.registers, piles.shuffles + 1)


@value
class Dealt(CardsChange):
    """Cards go from the top of the draw pile to the hand (R2.2)."""

    seat: int
    cards: tuple[Card, ...]

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the cards in the hand."""
        left = piles.draw_pile[len(self.cards) :]
        return Piles(piles.hand + self.cards, left, piles.discard_pile, piles.registers, piles.shuffles)


@value
class HandDiscarded(CardsChange):
    """A late player's hand goes to the discard pile (R2.5)."""

    seat: int

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the hand on the discard pile."""
        return Piles((), piles.draw_pile, piles.discard_pile + piles.hand, piles.registers, piles.shuffles)


@value
class Programmed(CardsChange):
    """A player lays down five cards of the hand; the others go to the discard pile, in hand order (R2.3, S4)."""

    seat: int
    registers: tuple[Card, ...]
    unchosen: tuple[Card, ...]

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the program in the registers."""
        return Piles((), piles.draw_pile, piles.discard_pile + self.unchosen, self.registers, piles.shuffles)


@value
class LateProgrammed(CardsChange):
    """A late player's five cards are laid down in an order that chance decided (R2.5)."""

    seat: int
    registers: tuple[Card, ...]

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the program in the registers, one shuffle further."""
        return Piles((), piles.draw_pile, piles.discard_pile, self.registers, piles.shuffles + 1)


@value
class Replaced(CardsChange):
    """A damage card leaves the deck for good; the top card of the draw pile takes its place (R2.7)."""

    seat: int
    register: int
    card: Card

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the card in its register."""
        return piles.with_register(self.register, self.card, piles.draw_pile[1:])


@value
class Emptied(CardsChange):
    """A damage card leaves the deck for good, and nothing is left to take its place (R2.7)."""

    seat: int
    register: int

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the register empty."""
        return piles.with_register(self.register, None, piles.draw_pile)


@value
class ProgramDiscarded(CardsChange):
    """The round is over for a seat: its registers go to the discard pile in order (R2.3)."""

    seat: int

    def apply(self, piles: Piles) -> Piles:
        """Return the piles with the program on the discard pile, ready for a new round."""
        laid = tuple([card for card in piles.registers if card is not None])
        return Piles((), piles.draw_pile, piles.discard_pile + laid)


PrivateEvent = Shuffled | Dealt | HandDiscarded | Programmed | LateProgrammed | Replaced | Emptied | ProgramDiscarded
"""What only the player and the record may know."""
