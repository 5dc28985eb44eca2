"""The verifiable shuffle (S1-S4): chance from a seed, in a way that anybody can redo in any language."""

import hmac
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from simulation.cards import Card

T = TypeVar("T")

Shuffle = Callable[[int, int, tuple[Card, ...]], tuple[Card, ...]]
"""(seat from 0, how many shuffles that seat has had this round, cards) -> the cards in their new order."""

_WORDS = 1 << 32


class SeedNeededError(ValueError):
    """A pile must be shuffled, and there is no seed to shuffle it by."""


def stream(seed: str, label: str) -> Iterator[int]:
    """Yield the label's endless stream of 32-bit numbers (S1)."""
    key = seed.encode()
    index = 0
    while True:
        block = hmac.digest(key, f"{label}/{index}".encode(), sha256)
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        index += 1


def below(numbers: Iterator[int], limit: int) -> int:
    """Return the stream's next number below `limit`, each equally likely (S2)."""
    cutoff = _WORDS - _WORDS % limit
    return next(number for number in numbers if number < cutoff) % limit


def shuffled(seed: str, label: str, items: Sequence[T]) -> tuple[T, ...]:
    """Return `items` in the order that the label's stream gives (S3)."""
    numbers = stream(seed, label)
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = below(numbers, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def seeded_shuffle(seed: str, round_number: int) -> Shuffle:
    """Return the shuffles of one round (from 1) of the game with this seed (S4)."""

    def shuffle(seat: int, count: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return shuffled(seed, f"{round_number}/{seat + 1}/{count}", cards)

    return shuffle


def refuse_to_shuffle(seat: int, count: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Stand in for the shuffles of a game without a seed: raises SeedNeededError."""
    del count
    msg = f"the draw pile of seat {seat + 1} has run out and its {len(cards)} discards must be shuffled: needs a seed"
    raise SeedNeededError(msg)
