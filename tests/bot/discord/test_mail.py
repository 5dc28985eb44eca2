"""Programs that are typed into direct messages, in both languages, and edited ones."""

import asyncio
from datetime import timedelta

from bot.db.tables import Program, Source
from bot.moderator.outbox import Kind
from bot.playground.model import Message, User
from bot.playground.people import text_of
from bot.text.cards import card_name
from bot.text.languages import words_in
from tests.bot.discord.hall import Hall, in_hall, told


async def answer_to(hall: Hall, user: User, text: str) -> Message:
    """Type something, and wait for what the bot answers."""
    before = len(hall.people.reads(user))
    hall.people.say(user, hall.people.dm(user), text)
    return (await hall.server.until(lambda: hall.people.reads(user)[before + 1 :]))[0]


@in_hall()
async def test_programs_are_typed_in_both_languages(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)
    hall.people.say(hall.bolt, hall.people.dm(hall.bolt), "3 1 7 8 2")
    hand = (await hall.panel(game, hall.cog)).hand
    typed = ", ".join(card_name(words_in("nl"), card) for card in hand[:5])
    hall.people.say(hall.cog, hall.people.dm(hall.cog), typed)
    programs = await hall.until(lambda programs: len(programs) == 2, Program)
    assert [program.source for program in programs] == [Source.TYPED, Source.TYPED]
    assert programs[0].places == [3, 1, 7, 8, 2]
    assert [hand[place - 1] for place in programs[1].places or []] == list(hand[:5])
    receipts = await hall.letters(Kind.RECEIPT)
    assert [row.user_id for row in receipts] == [hall.bolt.id, hall.cog.id]


@in_hall()
async def test_what_cannot_be_read_is_answered_in_the_players_language(hall: Hall) -> None:
    await hall.new_game(hall.cog, language="nl")
    answer = await answer_to(hall, hall.cog, "3 1 7 8")
    assert "4" in text_of(answer)
    assert "de nummers van vijf kaarten" in text_of(answer)
    assert await hall.rows(Program) == []


@in_hall()
async def test_chat_gets_one_hint(hall: Hall) -> None:
    await hall.new_game(hall.bolt)
    assert text_of(await answer_to(hall, hall.bolt, "hello there!")).startswith("I am only a bot")
    hall.people.say(hall.bolt, hall.people.dm(hall.bolt), "are you sure?")
    answer = await answer_to(hall, hall.bolt, "1 1 1 1 1")
    assert "is there twice" in text_of(answer)
    assert sum("only a bot" in text_of(each) for each in hall.people.reads(hall.bolt)) == 1


@in_hall()
async def test_an_edit_counts_from_its_own_time_and_brings_a_receipt(hall: Hall) -> None:
    await hall.new_game(hall.bolt)
    message = hall.people.say(hall.bolt, hall.people.dm(hall.bolt), "1 2 3 4 5")
    await hall.until(lambda programs: len(programs) == 1, Program)
    hall.clock.offset += timedelta(minutes=5)
    hall.people.edit(hall.bolt, message, "5 4 3 2 1")
    first, second = await hall.until(lambda programs: len(programs) == 2, Program)
    assert second.at - first.at >= timedelta(minutes=5)
    assert second.places == [5, 4, 3, 2, 1]
    assert len(await hall.letters(Kind.RECEIPT)) == 2
    hall.clock.offset += timedelta(days=2)
    before = len(hall.people.reads(hall.bolt))
    hall.people.edit(hall.bolt, message, "9 8 7 6 5")
    [late] = await hall.server.until(lambda: hall.people.reads(hall.bolt)[before:])
    assert text_of(late).startswith("Too late")
    assert len(await hall.rows(Program)) == 2


@in_hall()
async def test_who_plays_in_several_games_is_asked_which(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    await hall.new_game(hall.bolt, name="Friday race")
    second = await hall.new_game(hall.bolt, name="Duel", channel=other)
    question = await answer_to(hall, hall.bolt, "1 2 3 4 5")
    assert text_of(question) == "You play in several races. For which one is this program?"
    await hall.restart()
    await hall.press(hall.bolt, question, "Duel")
    assert question.is_deleted
    [receipt] = await hall.letters(Kind.RECEIPT)
    assert receipt.game_id == second
    [program] = await hall.rows(Program)
    assert program.places == [1, 2, 3, 4, 5]


@in_hall()
async def test_a_message_that_is_gone_is_no_program(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    await hall.new_game(hall.bolt, name="Friday race")
    await hall.new_game(hall.bolt, name="Duel", channel=other)
    question = await answer_to(hall, hall.bolt, "1 2 3 4 5")
    typed = hall.people.reads(hall.bolt)[-2]
    hall.people.delete(hall.bolt, typed)
    answer = await hall.press(hall.bolt, question, "Duel")
    assert told(answer) == "I cannot find that message any more; please type the program again."
    assert await hall.rows(Program) == []


@in_hall()
async def test_who_plays_nowhere_is_told_how_to_join(hall: Hall) -> None:
    answer = await answer_to(hall, hall.spark, "1 2 3 4 5")
    assert text_of(answer).startswith("You play in no race now.")
    hall.people.say(hall.spark, hall.channel, "1 2 3 4 5")
    await asyncio.sleep(0)
    assert len(hall.people.sees(hall.spark, hall.channel)) == 1
