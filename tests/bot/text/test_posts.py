from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text import hands, posts
from bot.text.answers import tell_refusal
from bot.text.escaping import length
from bot.text.labels import Label, label
from bot.text.languages import LANGUAGES
from bot.text.limits import LONGEST_LABEL, LONGEST_MESSAGE, LONGEST_TITLE, LONGEST_VIEW
from bot.text.places import Moment, clock, daily_clock
from bot.text.reports import KINDS
from bot.text.statuses import STATUSES
from simulation.cards import Card
from tests.bot.text.samples import (
    GOLDEN,
    HAND,
    MOMENT,
    complete,
    every_answer,
    every_comfort,
    every_letter,
    every_post,
    every_view,
    in_force,
    names,
    panel,
)

GAMES = st.text(min_size=1, max_size=80)
TWELVE = st.lists(names, min_size=12, max_size=12, unique=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_read_as_they_did(language: str, *, rewrites_golden: bool) -> None:
    """One of every text in both languages, word for word."""
    robots, game = ["Cog", "Bolt", "Dynamo", "Echo", "Fuse"], "The big race"
    post, letter, answer = every_post(robots, game, "The power was out."), every_letter(robots, game), every_answer
    makers = [*every_view(robots, game), *post, *letter, *answer(robots, game)]
    makers += every_comfort(robots, game, "The power was out.")
    text = "\n---\n".join(tell(complete(language)) for tell in makers) + "\n"
    golden = GOLDEN / f"texts.{language}.txt"
    if rewrites_golden:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


@settings(max_examples=12)
@given(TWELVE, GAMES, st.sampled_from(LANGUAGES))
def test_every_text_is_within_discords_limits(robots: list[str], game: str, language: str) -> None:
    """Twelve robots with the longest names of any script, a hundred rounds: 2,000 characters, 4,000 with components."""
    words = complete(language)
    classic = (*every_post(robots, game, "@everyone " * 99), *every_letter(robots, game), *every_answer(robots, game))
    for tell in classic:
        _check(tell(words), LONGEST_MESSAGE)
    for tell in (*every_view(robots, game), *every_comfort(robots, game, "@everyone " * 99)):
        _check(tell(words), LONGEST_VIEW)


def _check(told: str, most: int) -> None:
    assert told.strip()
    assert length(told) <= most
    assert "@everyone" not in told
    assert "@here" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_on_buttons(language: str) -> None:
    """80 characters; titles of forms and their fields have 45."""
    for what in Label:
        assert length(label(complete(language), what)) <= min(LONGEST_LABEL, LONGEST_TITLE)


def test_a_hand_always_has_its_two_lines() -> None:
    """In force, and what is being changed: also where both are nothing."""
    told = hands.tell_panel(complete("en"), panel()).split("\n")
    assert told[2:4] == ["In force: nothing yet", "You are changing: nothing"]
    assert told[4] == "⚠️ Without a program you get five random cards at the deadline."


def test_a_hand_says_what_to_tap_unless_cards_are_chosen() -> None:
    words, drafted = complete("en"), replace(panel(), picked=(1,))
    laid = replace(panel(), in_force=in_force())
    assert hands.tell_panel(words, panel()).endswith("👉 Tap five cards below, in order.")
    assert hands.tell_panel(words, laid).endswith("👉 To change it, tap five cards again.")
    assert "👉" not in hands.tell_panel(words, drafted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_receipt_in_a_pause_names_no_deadline(language: str) -> None:
    paused = replace(panel(), in_force=in_force(), deadline=None)
    assert "<t:" not in hands.tell_receipt(complete(language), paused)
    assert "<t:" not in hands.tell_panel(complete(language), paused)


def test_a_race_of_one_round_has_no_rounds() -> None:
    lobby = posts.Lobby("Race", "Duel", 1, "21:00", "Europe/Brussels", 7)
    assert "of 1 round." in posts.tell_lobby(complete("en"), lobby)
    assert "van 1 ronde." in posts.tell_lobby(complete("nl"), lobby)


def test_a_draft_without_a_program_warns_of_random_cards() -> None:
    """R2.5: three cards are no program."""
    three = hands.HandPanel("Race", 3, 10, "Cog", HAND, MOMENT, picked=(1, 2, 4))
    assert hands.tell_warnings(complete("en"), three) == (
        "⚠️ 3 of 5 cards: at the deadline you would get five random cards.",
    )


def test_a_draft_above_a_program_says_what_stays_in_force() -> None:
    """Until the fifth card nothing changes."""
    two = hands.HandPanel("Race", 3, 10, "Cog", HAND, MOMENT, in_force(), (1, 2))
    assert hands.tell_warnings(complete("en"), two) == ("2 of 5 cards: until the fifth, version 2 stays in force.",)


def test_again_in_front_is_warned_of_in_draft_and_program() -> None:
    """R2.8: it does nothing in register 1."""
    warning = "⚠️ Nog een keer staat vooraan: er valt nog niets te herhalen, dus het doet niets."
    drafted = hands.HandPanel("Race", 3, 10, "Cog", HAND, MOMENT, picked=(3,))
    laid = hands.HandPanel("Race", 3, 10, "Cog", HAND, MOMENT, in_force(Card.AGAIN, *HAND[:4]))
    assert warning in hands.tell_warnings(complete("nl"), drafted)
    assert hands.tell_warnings(complete("nl"), laid) == (warning,)


def test_moments_have_a_clock_with_its_place() -> None:
    """For screenshots, and in the language's name for the city."""
    assert clock(complete("en"), MOMENT) == "21:00 Brussels"
    assert clock(complete("nl"), MOMENT) == "21:00 Brussel"
    assert clock(complete("nl"), Moment(MOMENT.at, "America/New_York")) == "16:00 New York"
    assert daily_clock(complete("nl"), "21:00", "Europe/London") == "21:00 Londen"


def test_refusals_are_told_with_their_facts_in_the_language() -> None:
    """A status is translated too; strangers' facts are harmless."""
    sentence = "The race is not running: it is {status}."
    assert tell_refusal(complete("nl"), sentence, {"status": "paused"}) == "De race loopt niet: hij is gepauzeerd."
    named = tell_refusal(complete("nl"), "{robot} is excused already.", {"robot": "*x*"})
    assert named == r"\*x\* is al verontschuldigd."


def test_kinds_and_statuses_are_those_of_the_moderator() -> None:
    """No report speaks of a kind that has no words."""
    from bot.db.tables import GameStatus, RoundStatus  # noqa: PLC0415 - the texts themselves know neither
    from bot.moderator.outbox import Kind  # noqa: PLC0415

    assert set(KINDS) == {kind.value for kind in Kind}
    assert set(STATUSES) == {status.value for status in (*GameStatus, *RoundStatus)}
