"""A path in words: each register's square, what the board does on the way, and what nobody knows yet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.alt import FIRST_PART
from bot.text.escaping import length
from bot.text.languages import LANGUAGES
from bot.text.limits import LONGEST_ALT, LONGEST_VIEW
from bot.text.path import PathSeen, path_heading, path_legs, tell_path, tell_path_alt
from simulation.board import Board
from simulation.cards import Card
from simulation.foresight import Foreseen, foresee
from simulation.geometry import Facing, parse_square
from simulation.rules import HouseRules
from simulation.state import Robot
from tests.bot.text.samples import complete, names
from tests.pictures import board
from tests.strategies import Round, programs, rounds

BOARD = board("""
+-+-+-+
|= = =|
+ + + +
|. > R|
+ + + +
|O . .|
+ + + +
|1 . @|
+-+-+-+
""")


def seen(*cards: Card, at: str = "B1", is_draft: bool = True, ground: Board = BOARD) -> PathSeen:
    robot = Robot("Bolt", parse_square(at), Facing.NORTH)
    return PathSeen("Bolt", 3, foresee(ground, robot, cards, HouseRules()), is_draft)


def test_each_register_is_told_with_what_the_board_does() -> None:
    told = tell_path(complete("en"), seen(Card.MOVE2, Card.AGAIN, Card.LEFT)).split("\n")
    assert told[0] == "**Bolt, round 3: your draft, 3 of 5 cards**"
    assert told[1].startswith("⚠️ Others will be in your way: here your robot is alone on the board.")
    assert "\n".join(told[2:]) == (
        "Start: B1, faces north.\n"
        "1 ⬆️ Move 2: moves 2 squares north to B3, is carried 1 square east to C3, turns a quarter right and faces east"
        " → **C3, faces east**\n"
        "2 🔁 Again: plays Again (Move 2), is stopped by the wall on the east side of C3, turns a quarter right and"
        " faces south → **C3, faces south**\n"
        "3 ⬅️ Turn left: turns a quarter right and faces south → **C3, faces south**"
    )


def test_a_program_in_force_is_told_in_dutch() -> None:
    told = tell_path(complete("nl"), seen(*[Card.MOVE1] * 5, is_draft=False)).split("\n")
    assert told[0] == "**Bolt, ronde 3: je programma dat nu geldt**"
    assert told[1].startswith("⚠️ Anderen zullen je in de weg staan")
    assert told[3].endswith("→ **B2, kijkt naar het noorden**")


def test_a_damage_card_ends_what_is_known() -> None:
    """R2.7: the card that comes in its place is secret, and so is all behind it."""
    path = seen(Card.LEFT, Card.DAMAGE, Card.MOVE1)
    assert tell_path(complete("en"), path).split("\n")[3:] == [
        "1 ⬅️ Turn left → **B1, faces west**",
        "2 💥 Damage: an unknown card comes in its place, so nobody can say where it goes from here",
        "3 ⬆️ Move 1: unknown, for an unknown card comes before it",
    ]
    assert [where for _, where in path_legs(complete("en"), path.foreseen)] == ["B1 W", "unknown", "unknown"]
    assert tell_path_alt(complete("en"), path) == (
        "Bolt, alone on the board, from B1 N: 1: B1 W."
        " By register: 1 Turn left: B1 W; 2 Damage: unknown; 3 Move 1: unknown."
    )


def test_over_the_line_no_rank_is_told() -> None:
    """R1.3: others may be there before it."""
    path = seen(Card.MOVE2, Card.DAMAGE, at="A3")
    told = tell_path(complete("en"), path)
    assert told.endswith(
        "1 ⬆️ Move 2: moves 1 square north to A4 → **over the pink line**\n2 💥 Damage: it is over the line already"
    )
    assert "1st" not in told + tell_path_alt(complete("en"), path)
    assert [where for _, where in path_legs(complete("en"), path.foreseen)] == ["over the pink line", "—"]


def test_a_fall_is_told_with_its_reboot() -> None:
    told = tell_path(complete("en"), seen(Card.MOVE1, at="A1"))
    assert "falls into the pit at A2, takes a damage card and reboots at C1 → **C1, faces north**" in told


@settings(max_examples=40, deadline=None)
@given(rounds(), programs(), names, st.sampled_from(LANGUAGES))
def test_every_path_can_be_told(played: Round, cards: tuple[Card, ...], name: str, language: str) -> None:
    """Any board, cards and name: within the limits of messages and alt texts, the squares first."""
    words = complete(language)
    foreseen: Foreseen = foresee(played.board, played.state.robots[0], cards, played.rules)
    path = PathSeen(name, 100, foreseen, is_draft=False)
    told, alt = tell_path(words, path), tell_path_alt(words, path)
    assert length(told) <= LONGEST_VIEW
    assert length(alt) <= LONGEST_ALT
    assert len(told.split("\n")) == 3 + len(cards)
    assert "@everyone" not in told + alt
    if len(foreseen.stops) == len(cards) and not foreseen.is_over:
        assert f"{len(cards)}: " in alt[:FIRST_PART]
    assert all(text for text in path_heading(words, 100))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_warns(language: str) -> None:
    round_told, warning = path_heading(complete(language), 3)
    assert "3" in round_told
    assert warning == {"en": "Others will be in your way", "nl": "Anderen staan in de weg"}[language]
