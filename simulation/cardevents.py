"""What can happen to hands and piles, as data: the private events.

They are types of their own, so that what goes to a channel cannot hold one.
"""

from simulation.cards import Card
from simulation.state import Change, Draft, Piles
from simulation.values import value


@value
class Shuffled(Change):
    """The discard pile is shuffled to make a new draw pile (R2.2), which runs from the top down."""

    seat: int
    draw_pile: tuple[Card, ...]

    def apply(self, draft: Draft) -> None:
        """Renew the draw pile, and count the shuffle."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = Piles(piles.hand, self.draw_pile, (), piles.registers, piles.shuffles + 1)


@value
class Dealt(Change):
    """Cards go from the top of the draw pile to the hand (R2.2)."""

    seat: int
    cards: tuple[Card, ...]

    def apply(self, draft: Draft) -> None:
        """Take the cards into the hand."""
        piles = draft.piles[self.seat]
        left = piles.draw_pile[len(self.cards) :]
        draft.piles[self.seat] = Piles(
            piles.hand + self.cards, left, piles.discard_pile, piles.registers, piles.shuffles
        )


@value
class HandDiscarded(Change):
    """A late player's hand goes to the discard pile (R2.5)."""

    seat: int

    def apply(self, draft: Draft) -> None:
        """Discard the hand."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = Piles(
            (), piles.draw_pile, piles.discard_pile + piles.hand, piles.registers, piles.shuffles
        )


@value
class Programmed(Change):
    """A player lays down five cards of the hand; the others go to the discard pile, in hand order (R2.3, S4)."""

    seat: int
    registers: tuple[Card, ...]
    unchosen: tuple[Card, ...]

    def apply(self, draft: Draft) -> None:
        """Fill the registers."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = Piles(
            (), piles.draw_pile, piles.discard_pile + self.unchosen, self.registers, piles.shuffles
        )


@value
class LateProgrammed(Change):
    """A late player's five cards are laid down in an order that chance decided (R2.5)."""

    seat: int
    registers: tuple[Card, ...]

    def apply(self, draft: Draft) -> None:
        """Fill the registers, and count the shuffle."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = Piles((), piles.draw_pile, piles.discard_pile, self.registers, piles.shuffles + 1)


@value
class Replaced(Change):
    """A damage card leaves the deck for good; the top card of the draw pile takes its place (R2.7)."""

    seat: int
    register: int
    card: Card

    def apply(self, draft: Draft) -> None:
        """Put the card into its register."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = piles.with_register(self.register, self.card, piles.draw_pile[1:])


@value
class Emptied(Change):
    """A damage card leaves the deck for good, and nothing is left to take its place (R2.7)."""

    seat: int
    register: int

    def apply(self, draft: Draft) -> None:
        """Empty the register."""
        piles = draft.piles[self.seat]
        draft.piles[self.seat] = piles.with_register(self.register, None, piles.draw_pile)


@value
class ProgramDiscarded(Change):
    """The round is over for a seat: its registers go to the discard pile in order (R2.3)."""

    seat: int

    def apply(self, draft: Draft) -> None:
        """Discard the program, ready for a new round."""
        draft.piles[self.seat] = draft.piles[self.seat].cleared()


PrivateEvent = Shuffled | Dealt | HandDiscarded | Programmed | LateProgrammed | Replaced | Emptied | ProgramDiscarded
"""What only the player and the record may know."""
