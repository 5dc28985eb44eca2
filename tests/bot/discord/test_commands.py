"""Commands for everybody, the tree as Discord sees it, and that no sentence stands outside the catalogues."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.playground.model import Json
from bot.playground.people import text_of
from bot.text.commands import Name, Told
from bot.text.languages import words_in
from tests.bot.discord.hall import Hall, in_hall, labels
from tests.bot.discord.test_hands import resolve

DISCORD = Path(__file__).parents[3] / "bot" / "discord"


@in_hall()
async def test_players_and_viewers_ask_for_what_everybody_may_know(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog, rounds=1)
    assert "• Bolt: row" in text_of(await hall.call(hall.spark, "standings"))
    assert "**House rules:**" in text_of(await hall.call(hall.spark, "rules"))
    assert "`/cards`" in text_of(await hall.call(hall.spark, "help"))
    assert "`/kaarten`" in text_of(await hall.call(hall.cog, "help"))
    assert text_of(await hall.call(hall.spark, "cards")) == "You have no robot in this game."
    assert "In force: nothing yet" in text_of(await hall.call(hall.bolt, "cards", channel=hall.people.dm(hall.bolt)))
    await resolve(hall)
    assert "Bolt" in text_of(await hall.call(hall.spark, "standings"))
    assert text_of(await hall.call(hall.bolt, "cards")).startswith("This race is over")


@in_hall()
async def test_of_several_games_it_is_asked_which(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    third = hall.server.world.add_channel(hall.guild, "talk")
    await hall.new_game(hall.bolt, name="Friday race")
    await hall.new_game(hall.bolt, name="Duel", channel=other)
    for name, told in (("cards", "Duel · round 1"), ("standings", "Duel: standings"), ("rules", "House rules")):
        for channel in (third, hall.people.dm(hall.bolt)):
            question = await hall.call(hall.bolt, name, channel=channel)
            assert labels(question) == ["Duel", "Friday race"]
            answer = await hall.press(hall.bolt, question, "Duel")
            assert answer.message is not None
            assert told in text_of(answer.message)


@in_hall()
async def test_the_standings_of_a_lobby_are_none_yet(hall: Hall) -> None:
    await hall.new_game(hall.bolt, starts=False)
    assert text_of(await hall.call(hall.bolt, "standings")) == "The game has not been started yet."


def walk(command: Json) -> Iterator[Json]:
    yield command
    for option in command.get("options") or []:
        yield from walk(option)


@in_hall()
async def test_the_tree_is_within_discords_limits_in_both_languages(hall: Hall) -> None:
    """The server refuses what Discord would; here every name and description must also be translated."""
    offered = hall.people.commands(hall.bolt, hall.channel)
    assert set(offered) == {"game", "cards", "standings", "rules", "help", "language"}
    told = [each for command in offered.values() for each in walk(command)]
    assert [each["name"] for each in told if "nl" not in (each.get("name_localizations") or {})] == []
    assert [each["name"] for each in told if "nl" not in (each.get("description_localizations") or {})] == []
    assert offered["game"]["name_localizations"]["nl"] == "spel"
    assert offered["game"].get("default_member_permissions") is None
    assert "game" not in hall.people.commands(hall.bolt, hall.people.dm(hall.bolt))
    assert "cards" in hall.people.commands(hall.bolt, hall.people.dm(hall.bolt))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_names_are_unique_and_lower_case(language: str) -> None:
    names = [words_in(language).say(name) for name in Name]
    assert all(name == name.lower() and " " not in name and len(name) <= 32 for name in names)
    assert len(set(names)) == len(names)
    assert all(len(words_in(language).say(told)) <= 100 for told in Told)


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield text with spaces that a program may show: docstrings, logs and what is asserted apart."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assert | ast.Raise) or (isinstance(node, ast.Expr) and is_quiet(node.value)):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.value
        yield from literals(node)


def is_quiet(value: ast.expr) -> bool:
    """Whether an expression is a docstring or writes into the log."""
    if isinstance(value, ast.Constant):
        return True
    return isinstance(value, ast.Call) and ast.unparse(value.func).lower().startswith("_log.")


OURS = (
    *("answering", "buttons", "choosing", "commandnames", "facts", "hands", "hosting", "ids", "letters", "making"),
    *("people", "seats", "showing", "views", "cogs/hosts", "cogs/players", "cogs/mail"),
)


@pytest.mark.parametrize("name", OURS)
def test_no_sentence_stands_outside_the_catalogues(name: str) -> None:
    tree = ast.parse((DISCORD / f"{name}.py").read_text(encoding="utf-8"))
    assert list(literals(tree)) == []
