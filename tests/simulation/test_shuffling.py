"""Chance comes from the seed as S says: held against the vectors in RULES.md, and against S written down anew."""

import hashlib
import hmac
import re
from itertools import islice
from pathlib import Path

import pytest

from simulation.cards import DECK
from simulation.shuffling import SeedNeededError, below, refuse_to_shuffle, seeded_shuffle, shuffled, stream

RULES = (Path(__file__).parents[2] / "simulation" / "RULES.md").read_text(encoding="utf-8")
SEED = "green light"


def vector(kind: str, label: str) -> list[str]:
    match = re.search(rf"^- {re.escape(kind)}, `{label}`: (.*)$", RULES, re.MULTILINE)
    assert match is not None, (kind, label)
    return match[1].split()


def test_the_stream_is_hmac_blocks_read_as_numbers() -> None:
    """S1: the vector in RULES.md, and the first block as the standard library computes it by another road."""
    match = re.search(r"^- stream `1/1/0`: (.*)$", RULES, re.MULTILINE)
    assert match is not None
    numbers = [int(number, 16) for number in match[1].split()]
    assert list(islice(stream(SEED, "1/1/0"), 9)) == numbers
    block = hmac.new(SEED.encode(), b"1/1/0/0", hashlib.sha256).hexdigest()
    assert block == "".join(f"{number:08x}" for number in numbers[:8])


def test_the_seed_is_read_as_utf_8() -> None:
    """S1: a seed of any script."""
    first = hmac.new("groen licht ✓".encode(), b"1/1/0/0", hashlib.sha256).digest()
    assert next(stream("groen licht ✓", "1/1/0")) == int.from_bytes(first[:4], "big")


def test_a_number_below_a_limit_is_the_remainder() -> None:
    """S2: the vector in RULES.md."""
    numbers = stream(SEED, "1/1/0")
    assert [str(below(numbers, 6)) for _ in range(12)] == vector("below 6", "1/1/0")


def test_numbers_past_the_last_full_range_are_skipped() -> None:
    """S2: below three milliards, the first two numbers of this stream are too large, and the third is the answer."""
    assert [number >= 3_000_000_000 for number in islice(stream(SEED, "5/2/0"), 3)] == [True, True, False]
    numbers = stream(SEED, "5/2/0")
    assert [str(below(numbers, 3_000_000_000)) for _ in range(4)] == vector("below 3000000000", "5/2/0")


def test_the_number_at_the_cutoff_is_skipped_and_the_one_before_it_counts() -> None:
    """S2: u is taken again if u is at least the cutoff."""
    cutoff = 2**32 - 2**32 % 6
    assert below(iter([cutoff, cutoff - 1]), 6) == 5


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    """S3: the vector in RULES.md, and the algorithm written down anew."""
    assert [str(item) for item in shuffled(SEED, "2/3/1", range(10))] == vector("shuffle 0 1 2 3 4 5 6 7 8 9", "2/3/1")
    numbers = stream(SEED, "2/3/1")
    pile = list(range(10))
    for last in range(9, 0, -1):
        swap = below(numbers, last + 1)
        pile[swap], pile[last] = pile[last], pile[swap]
    assert shuffled(SEED, "2/3/1", range(10)) == tuple(pile)


def test_nothing_and_a_single_card_need_no_numbers() -> None:
    """S3: the loop ends before place 0."""
    assert shuffled(SEED, "1/1/0", "") == ()
    assert shuffled(SEED, "1/1/0", "x") == ("x",)


@pytest.mark.parametrize(("seat", "label"), [(0, "1/1/0"), (6, "1/7/0")])
def test_the_label_counts_seats_from_one(seat: int, label: str) -> None:
    """S4: round 1, seat 1 and seat 7, the first shuffle; the deck in the order of R2.1."""
    assert [card.value for card in seeded_shuffle(SEED, 1)(seat, 0, DECK)] == vector("shuffle the deck", label)


def test_round_and_count_are_part_of_the_label() -> None:
    """S4: the third shuffle of seat 2 in round 4."""
    assert seeded_shuffle(SEED, 4)(1, 2, DECK) == shuffled(SEED, "4/2/2", DECK)


def test_without_a_seed_a_shuffle_is_refused_with_its_seat() -> None:
    """S4: a scenario without a seed says which pile needs one."""
    with pytest.raises(SeedNeededError, match="seat 3 has run out and its 19 discards must be shuffled: needs a seed"):
        refuse_to_shuffle(2, 0, DECK)
