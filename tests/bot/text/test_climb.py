"""The way up the board in words: how it stands first, then round by round as far as there is room."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.alt import FIRST_PART
from bot.text.climb import Climb, chart_heading, tell_climb_alt
from bot.text.escaping import length
from bot.text.languages import LANGUAGES
from bot.text.limits import LONGEST_ALT
from bot.text.standings import Standing
from simulation.geometry import Position
from tests.bot.text.samples import complete, names

CLIMBS = (
    Climb(Standing("Cog", 2, rank=1, points=5), (9, 4, None)),
    Climb(Standing("Bolt", 1, Position(1, 3), 5), (9, 7, 5)),
    Climb(Standing("Dynamo", 3, retired=True), (8, None, None)),
)


def test_how_it_stands_comes_first_and_then_each_round() -> None:
    assert tell_climb_alt(complete("en"), CLIMBS) == (
        "Steps to the pink line now: Cog 1st, Bolt 5, Dynamo left the race."
        " From the start, round by round (— is off the board): Cog 9 4 —; Bolt 9 7 5; Dynamo 8 — —."
    )
    assert tell_climb_alt(complete("nl"), CLIMBS[1:2]) == (
        "Stappen tot de roze lijn nu: Bolt 5. Vanaf de start, ronde na ronde (— is van het bord): Bolt 9 7 5."
    )


def test_of_a_long_race_some_rounds_are_told() -> None:
    """Those that are, are named; the last one always is."""
    ways = tuple(Climb(Standing(f"Robot {seat}", seat, Position(1, 1), 10), (10,) * 98) for seat in range(1, 13))
    told = tell_climb_alt(complete("en"), ways)
    assert "At the start and after rounds 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 97 (" in told
    assert len(re.findall(r"Robot 1 (?:10 ?){11};", told)) == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(names, min_size=1, max_size=12, unique=True), st.integers(1, 100), st.sampled_from(LANGUAGES))
def test_twelve_robots_and_a_hundred_rounds_fit(robots: list[str], rounds: int, language: str) -> None:
    """1,024 characters in all, and how all stand in the first 256."""
    climbs = [
        Climb(Standing(name, seat, Position(1, 1), 137), (137,) * (rounds + 1)) for seat, name in enumerate(robots, 1)
    ]
    told = tell_climb_alt(complete(language), climbs)
    assert length(told) <= LONGEST_ALT
    first = told.encode("utf-16-le")[: 2 * FIRST_PART].decode("utf-16-le", errors="ignore")
    assert first.count(" 137") >= len(robots)


@pytest.mark.parametrize(
    ("language", "measure"), [("en", "Steps to the pink line"), ("nl", "Stappen tot de roze lijn")]
)
def test_the_picture_says_what_is_measured(language: str, measure: str) -> None:
    (game, told), rounds = chart_heading(complete(language), "Friday race")
    assert game == "Friday race"
    assert told.startswith(measure)
    assert rounds == {"en": "Round", "nl": "Ronde"}[language]
