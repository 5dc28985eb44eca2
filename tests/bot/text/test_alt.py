from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.alt import FIRST_PART, BoardSeen, FilmSeen, Seen, tell_alt, tell_film_alt, tell_hand_alt
from bot.text.escaping import length
from bot.text.languages import LANGUAGES
from bot.text.limits import LONGEST_ALT
from simulation.beats import Phase, PublicBeat, public
from simulation.cards import Card
from simulation.events import (
    DamageCause,
    Damaged,
    Fell,
    Finished,
    Moved,
    Played,
    Prioritised,
    Pushed,
    Rebooted,
)
from simulation.geometry import Facing, Position, format_square
from simulation.round import simulate
from tests.bot.text.samples import complete, names
from tests.strategies import Round, rounds

ROBOTS = (
    Seen("Cog", Position(3, 7), Facing.NORTH, damage=2),
    Seen("Bolt", None, Facing.EAST, rank=1),
    Seen("Hex", None, Facing.EAST),
)


def test_positions_come_first() -> None:
    """Then the board, the damage, and who goes first next."""
    assert tell_alt(complete("en"), BoardSeen(ROBOTS, "Pocket Duel", 3, ("Cog",))) == (
        "Cog C7 N, Bolt 1st, Hex —. The board Pocket Duel after round 3."
        " Squares by column and row; facing N, E, S or W. Damage cards: Cog 2. Next order: Cog."
    )
    assert tell_alt(complete("nl"), BoardSeen(ROBOTS[1:], "Pocket Duel", 0)) == (
        "Bolt 1e, Hex —. Het bord Pocket Duel bij de start. Vakjes volgens kolom en rij; kijkrichting N, O, Z of W."
    )


def test_what_has_no_room_is_left_out() -> None:
    """A board's name without end, and what follows it stays."""
    told = tell_alt(complete("en"), BoardSeen(ROBOTS, "x" * 1000, 3))
    assert told.startswith("Cog C7 N, Bolt 1st, Hex —. Squares by column")


@pytest.mark.parametrize("language", LANGUAGES)
@given(robots=st.lists(names, min_size=1, max_size=12), board=st.text(min_size=1, max_size=60))
def test_twelve_long_names_leave_room_for_every_position(language: str, robots: list[str], board: str) -> None:
    """The first 256 characters tell where everybody stands; 1,024 in all."""
    seen = tuple(Seen(name, Position(26, 30 + index % 10), Facing.WEST, damage=20) for index, name in enumerate(robots))
    told = tell_alt(complete(language), BoardSeen(seen, board, 100, tuple(robots)))
    assert length(told) <= LONGEST_ALT
    first = told.encode("utf-16-le")[: 2 * FIRST_PART].decode("utf-16-le", errors="ignore")
    for robot in seen:
        assert robot.square is not None
        assert f" {format_square(robot.square)} W" in first


def test_a_register_is_told_behind_its_positions() -> None:
    """What happened with its cause, without formatting; the order of play is not told."""
    beats = (
        PublicBeat(2, Phase.PRIORITY, (Prioritised((0, 1), (1, 2)),)),
        PublicBeat(2, Phase.LASERS, (Damaged(0, 2, DamageCause.LASER),)),
    )
    seen = BoardSeen(ROBOTS[:2], "Pocket Duel", 3, register=2, happened=beats)
    assert tell_alt(complete("en"), seen) == (
        "Cog C7 N, Bolt 1st. The board Pocket Duel in round 3, after register 2."
        " Squares by column and row; facing N, E, S or W. Damage cards: Cog 2. Lasers: Cog takes 2 damage cards."
    )


FILM = FilmSeen(
    (Seen("Cog", Position(3, 5), Facing.NORTH), Seen("Bolt", Position(4, 1), Facing.EAST), ROBOTS[2]),
    ROBOTS,
    "Pocket Duel",
    3,
    (
        PublicBeat(
            1,
            Phase.CARD,
            (
                Played(0, Card.MOVE1, Card.MOVE1, Card.MOVE1),
                Pushed(1, 0, Position(3, 6), Position(3, 7), Facing.NORTH),
                Moved(0, Position(3, 5), Position(3, 6), Facing.NORTH),
                Fell(1, Position(3, 7), over_edge=False, ends_program=False),
                Damaged(1, 1, DamageCause.FALL),
                Rebooted(1, Position(1, 2), beside=False),
            ),
        ),
        PublicBeat(2, Phase.CARD, (Played(0, Card.LEFT, Card.LEFT, Card.LEFT),)),
        PublicBeat(4, Phase.LASERS, (Damaged(0, 2, DamageCause.LASER),)),
        PublicBeat(5, Phase.CARD, (Finished(1, Position(4, 8), 1),)),
    ),
)


def test_an_animation_is_told_by_ways_pushes_falls_damage_and_finishes() -> None:
    """Ways in the first 256 characters; registers in which nothing striking happened are left out."""
    assert tell_film_alt(complete("en"), FILM) == (
        "Cog C5 N → C7 N, Bolt D1 E → 1st, Hex —. An animation of round 3 on the board Pocket Duel."
        " Squares by column and row; facing N, E, S or W."
        " Register 1: Cog pushes Bolt 1 square north to C7;"
        " Bolt falls into the pit at C7, takes a damage card and reboots at A2."
        " Register 4: Lasers: Cog takes 2 damage cards. Register 5: Bolt crosses the pink line and finishes 1st."
    )
    assert " Register 4: Lasers: Cog krijgt 2 schadekaarten." in tell_film_alt(complete("nl"), FILM)
    assert tell_film_alt(complete("en"), replace(FILM, beats=FILM.beats[1:2])).endswith(
        " Nobody was pushed, fell or was damaged."
    )


def test_a_hand_is_told_by_places() -> None:
    """As the buttons are numbered."""
    hand = (Card.MOVE2, Card.AGAIN)
    assert tell_hand_alt(complete("en"), hand) == "Your cards, numbered as their buttons: 1 Move 2, 2 Again."
    assert tell_hand_alt(complete("nl"), hand) == (
        "Je kaarten, genummerd zoals hun knoppen: 1 Vooruit 2, 2 Nog een keer."
    )


@settings(max_examples=20)
@given(made=rounds(), robots=st.lists(names, min_size=12, max_size=12), language=st.sampled_from(LANGUAGES))
def test_an_eventful_round_fits_and_its_ways_come_first(made: Round, robots: list[str], language: str) -> None:
    """Whatever happens, whatever the robots are called."""
    words = complete(language)
    outcome = simulate(made.board, made.state, made.rules, made.shuffle)
    before, after = (
        tuple(
            Seen(name, robot.position, robot.facing, robot.finished)
            for name, robot in zip(robots, state.robots, strict=False)
        )
        for state in (made.state, outcome.state)
    )
    beats = public(outcome.beats)
    film = tell_film_alt(words, FilmSeen(before, after, "A board", 3, beats))
    board = tell_alt(words, BoardSeen(after, "A board", 3, register=1, happened=beats))
    for told in (film, board):
        assert length(told) <= LONGEST_ALT
        first = told.encode("utf-16-le")[: 2 * FIRST_PART].decode("utf-16-le", errors="ignore")
        for robot in after:
            assert robot.square is None or f" {format_square(robot.square)} " in first
