"""Commands for everybody, and the tree as Discord sees it."""

import re
from collections.abc import Iterator

import pytest

from bot.playground.commandcheck import GROUP, SUBCOMMAND
from bot.playground.model import Json
from bot.playground.people import text_of
from bot.text.commands import Name, Told
from bot.text.languages import LANGUAGES, words_in
from tests.bot.discord.hall import Hall, in_hall, labels
from tests.bot.discord.test_hands import resolve


@in_hall()
async def test_players_and_viewers_ask_for_what_everybody_may_know(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog, rounds=1)
    assert "• Bolt: row" in text_of(await hall.call(hall.spark, "standings"))
    assert "**House rules:**" in text_of(await hall.call(hall.spark, "rules"))
    assert "`/cards`" in text_of(await hall.call(hall.spark, "help"))
    assert "`/kaarten`" in text_of(await hall.call(hall.cog, "help"))
    assert text_of(await hall.call(hall.spark, "cards")) == "You have no robot in this race."
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
    assert text_of(await hall.call(hall.bolt, "standings")) == "The race has not been started yet."


def walk(command: Json) -> Iterator[Json]:
    yield command
    for option in command.get("options") or []:
        yield from walk(option)


@in_hall()
async def test_the_tree_is_within_discords_limits_in_both_languages(hall: Hall) -> None:
    """The server refuses what Discord would; here every name and description must also be translated."""
    offered = hall.people.commands(hall.bolt, hall.channel)
    assert set(offered) == {
        *("game", "board", "cards", "standings", "replay", "why", "rules", "help", "language", "leave", "reminders"),
    }
    told = [each for command in offered.values() for each in walk(command)]
    assert [each["name"] for each in told if "nl" not in (each.get("name_localizations") or {})] == []
    assert [each["name"] for each in told if "nl" not in (each.get("description_localizations") or {})] == []
    assert offered["game"]["name_localizations"]["nl"] == "spel"
    assert offered["game"].get("default_member_permissions") is None
    assert "game" not in hall.people.commands(hall.bolt, hall.people.dm(hall.bolt))
    assert "cards" in hall.people.commands(hall.bolt, hall.people.dm(hall.bolt))


def spoken(command: Json, language: str) -> Iterator[str]:
    """Yield the commands of a tree, with their subcommands, as they are called in a language."""
    name = str((command.get("name_localizations") or {}).get(language, command["name"]))
    yield name
    for option in command.get("options") or []:
        if option["type"] in {SUBCOMMAND, GROUP}:
            yield from (f"{name} {rest}" for rest in spoken(option, language))


@in_hall()
async def test_sentences_name_commands_as_they_are_called_in_their_language(hall: Hall) -> None:
    offered = hall.people.commands(hall.bolt, hall.channel).values()
    for language in LANGUAGES:
        called = {name for command in offered for name in spoken(command, language)}
        translated = words_in("nl").sentences
        told = [*translated] if language == "en" else [form for forms in translated.values() for form in forms]
        named = {found for sentence in told for found in re.findall(r"`/([^`]+)`", sentence)}
        assert named
        assert named <= called


def texts(node: Json, key: str) -> list[str]:
    """Return a name or description with all its translations."""
    return [str(node[key]), *map(str, (node.get(f"{key}_localizations") or {}).values())]


def size(node: Json) -> int:
    """Count characters as Discord does: of each name and description the longest of all languages."""
    children = [*(node.get("options") or []), *(node.get("choices") or [])]
    own = max(map(len, texts(node, "name"))) + len(str(node.get("value", "")))
    told = max(map(len, texts(node, "description"))) if "description" in node else 0
    return own + told + sum(map(size, children))


@in_hall()
async def test_each_command_keeps_discords_limits_by_itself(hall: Hall) -> None:
    """Measured here, whatever the loopback server lets pass; with room for the commands to come."""
    offered = hall.people.commands(hall.bolt, hall.channel).values()
    assert all(size(command) <= 7000 for command in offered)
    for each in (node for command in offered for node in walk(command)):
        assert all(re.fullmatch(r"[-_'\w]{1,32}", name) and name == name.lower() for name in texts(each, "name"))
        assert all(1 <= len(told) <= 100 for told in texts(each, "description"))
        assert len(each.get("options") or []) <= 25
        choices = each.get("choices") or []
        assert len(choices) <= 25
        assert all(1 <= len(name) <= 100 for choice in choices for name in texts(choice, "name"))
        wanted = [bool(option.get("required")) for option in each.get("options") or []]
        assert wanted == sorted(wanted, reverse=True)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_names_are_unique_and_lower_case(language: str) -> None:
    names = [words_in(language).say(name) for name in Name]
    assert all(name == name.lower() and " " not in name and len(name) <= 32 for name in names)
    assert len(set(names)) == len(names)
    assert all(len(words_in(language).say(told)) <= 100 for told in Told)
