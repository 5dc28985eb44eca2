"""The decorator for the values that a simulation makes by the hundred."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a slotted, hashable dataclass that the type checkers treat as frozen.

    `dataclass(frozen=True)` writes each field through `object.__setattr__`, which costs four times as much
    (0.8 against 0.2 µs for four fields); a round makes about two hundred of these. Both type checkers refuse an
    assignment to a field, and a law in the tests checks that nothing handed to a simulation changes. Everything
    that is made once a game is an ordinary frozen dataclass.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
