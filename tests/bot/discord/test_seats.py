"""Join and Leave, and a game from /game create to the first program, as people see it."""

import pytest

from bot.db.tables import Game, GameStatus, Player, Program, Seat
from bot.discord.seats import robot_name
from bot.moderator.outbox import Kind
from bot.moderator.settings import LONGEST_ROBOT_NAME, check_name
from bot.playground.model import BLOCKED, DMS_OFF
from bot.playground.people import alt_texts_of, text_of
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.test_hands import resolve

WIDE = "\uff22\uff2f\uff2c\uff34"
"""Bolt, in wide letters."""


@in_hall()
async def test_a_game_from_its_creation_to_the_first_program(hall: Hall) -> None:
    made = await hall.call(hall.host, "game create", {"name": "Friday race", "board": "green-light", "rounds": 3})
    assert "/game start" in text_of(made)
    [alt] = alt_texts_of(made)
    assert alt.startswith("The board Green Light, 13 × 16, without robots.")
    [game] = await hall.rows(Game)
    assert (game.name, game.rounds, game.language, game.channel_id) == ("Friday race", 3, "en", hall.channel.id)
    assert len(await hall.letters(Kind.LOBBY)) == 1

    lobby = await hall.post_lobby(game.id)
    joined = await hall.press(hall.bolt, lobby, "Join")
    assert told(joined) == "Bolt is in the race! I have sent you a message."
    [welcome] = hall.people.reads(hall.bolt)
    assert "Welcome to Friday race" in text_of(welcome)
    [player] = await hall.rows(Player)
    assert player.dm_channel_id == hall.people.dm(hall.bolt).id

    await hall.call(hall.host, "game start")
    assert (await hall.game(game.id)).status is GameStatus.RUNNING
    hand = await hall.deal(game.id, hall.bolt)
    assert labels(hand)[9:11] == ["Undo", "Clear"]
    for place in (3, 1, 4, 2):
        await hall.tap(hall.bolt, hand, place)
    assert "In force: nothing yet" in text_of(hand)
    assert [label[0] for label in labels(hand)[:4]] == ["②", "④", "①", "③"]
    await hall.tap(hall.bolt, hand, 5)
    [program] = await hall.rows(Program)
    assert program.places == [3, 1, 4, 2, 5]
    assert "In force (version 1)" in text_of(hand)
    assert f"Receipt: `{program.code}`" in text_of(hand)
    assert [each.filename for each in hand.attachments] == ["hand.png"]
    assert len(alt_texts_of(hand)) == 1

    await hall.press(hall.bolt, hand, "Undo")
    assert "until the fifth, version 1 stays in force" in text_of(hand)
    await hall.tap(hall.bolt, hand, 9)
    assert (await hall.rows(Program))[-1].places == [3, 1, 4, 2, 9]
    assert "In force (version 2)" in text_of(hand)
    await hall.tap(hall.bolt, hand, 9)
    await hall.press(hall.bolt, hand, "Clear")
    assert "You are changing: nothing" in text_of(hand)
    assert "In force (version 2)" in text_of(hand)
    assert len(await hall.rows(Program)) == 2


@in_hall()
async def test_join_says_when_no_message_arrives(hall: Hall) -> None:
    lobby = await hall.post_lobby(await hall.new_game(starts=False, language="nl"))
    hall.people.close_dms(hall.cog, BLOCKED)
    hall.people.close_dms(hall.spark, DMS_OFF)
    for user in (hall.cog, hall.spark):
        joined = await hall.press(user, lobby, "Meedoen")
        assert told(joined).startswith(f"{user.name} doet mee! ")
        assert "**Mijn kaarten**" in told(joined)
    assert [seat.robot for seat in await hall.rows(Seat)] == ["Cog", "Spark"]
    assert [player.dm_channel_id is None for player in await hall.rows(Player)] == [False, False]


@in_hall()
async def test_who_joins_twice_or_leaves_is_told_so(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, starts=False)
    lobby = await hall.post_lobby(game)
    assert told(await hall.press(hall.bolt, lobby, "Join")) == "You have a robot in this race already: Bolt."
    assert told(await hall.press(hall.spark, lobby, "Leave")) == "You have no robot in this race."
    assert told(await hall.press(hall.bolt, lobby, "Leave")) == "You have left the lobby; Bolt is free again."
    assert await hall.rows(Seat) == []
    assert told(await hall.forge(hall.bolt, f"cards:{game}", hall.channel)) == "No round is being programmed now."


@in_hall()
async def test_names_that_look_alike_get_numbers(hall: Hall) -> None:
    lobby = await hall.post_lobby(await hall.new_game(starts=False))
    for name in ("Bolt", WIDE, "\u200b"):
        twin = hall.server.world.add_person(name)
        hall.server.world.join(hall.guild, twin)
        await hall.press(twin, lobby, "Join")
    await hall.press(hall.bolt, lobby, "Join")
    assert [seat.robot for seat in await hall.rows(Seat)] == ["Bolt", f"{WIDE} 2", "Robot", "Bolt 3"]


@pytest.mark.parametrize(
    ("display_name", "name"),
    [
        ("Bolt", "Bolt"),
        ("  Bolt \n the  \u202eGreat ", "Bolt the Great"),
        ("B" * 40, "B" * 31 + "…"),
        ("\u3164", "Robot"),
        ("", "Robot"),
        ("@everyone", "@everyone"),
    ],
)
def test_a_robot_has_what_can_be_seen_of_its_players_name(display_name: str, name: str) -> None:
    assert robot_name(display_name) == name
    assert check_name(robot_name(display_name, 12), LONGEST_ROBOT_NAME) is None


@in_hall()
async def test_who_leaves_a_race_is_asked_first(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)
    lobby = await hall.post_lobby(game)
    assert labels(lobby) == ["Leave"]
    asked = await hall.press(hall.bolt, lobby, "Leave")
    assert asked.message is not None
    assert text_of(asked.message).startswith("Your robot Bolt leaves the board at once and for good: it plays no more,")
    assert text_of(asked.message).endswith("\nAre you sure?")
    await hall.press(hall.bolt, asked.message, "No, leave it")
    assert asked.message.is_deleted
    asked = await hall.press(hall.bolt, lobby, "Leave")
    assert asked.message is not None
    await hall.press(hall.bolt, asked.message, "Yes, do it")
    assert text_of(asked.message) == "Bolt has left the race."
    assert labels(asked.message) == []
    assert [seat.removed_at is None for seat in await hall.rows(Seat)] == [False, True]


@in_hall()
async def test_the_channel_reads_in_its_language_that_somebody_left(hall: Hall) -> None:
    lobby = await hall.post_lobby(await hall.new_game(hall.bolt, hall.cog, language="nl"))
    await hall.call(hall.bolt, "language", {"language": "en"})
    asked = await hall.press(hall.bolt, lobby, "Afmelden")
    assert asked.message is not None
    await hall.press(hall.bolt, asked.message, "Yes, do it")
    assert [row.facts["reason"] for row in await hall.letters(Kind.NOTICE)] == ["uit de race"]


@in_hall()
async def test_a_race_is_left_by_command_too(hall: Hall) -> None:
    """From anywhere: it is the race in which one plays, and it is asked which of several."""
    other, talk = (hall.server.world.add_channel(hall.guild, name) for name in ("elsewhere", "talk"))
    await hall.new_game(hall.bolt, hall.cog, name="Duel", language="nl")
    await hall.new_game(hall.bolt, name="Relay", channel=other, starts=False)
    asked = await hall.call(hall.cog, "leave", channel=other)
    assert text_of(asked).startswith("Je robot Cog gaat meteen en voorgoed van het bord: hij speelt niet meer,")
    await hall.restart()
    await hall.press(hall.cog, asked, "Ja, doe maar")
    assert text_of(asked) == "Cog is uit de race gestapt."
    gone = await hall.call(hall.cog, "leave", channel=hall.channel)
    assert text_of(gone) == "Cog is al uit de race."
    assert "Cog is uit de race gestapt, en heeft dus geen hand meer." in text_of(await hall.call(hall.cog, "cards"))
    which = await hall.call(hall.bolt, "leave", channel=talk)
    assert labels(which) == ["Relay", "Duel"]
    assert told(await hall.press(hall.bolt, which, "Relay")) == "You have left the lobby; Bolt is free again."
    assert text_of(await hall.call(hall.spark, "leave")) == "Je hebt geen robot in deze race."
    assert [seat.removed_at is None for seat in await hall.rows(Seat)] == [True, False]
    direct = await hall.call(hall.spark, "leave", channel=hall.people.dm(hall.spark))
    assert text_of(direct) == "You play in no race now. Press **Join** under a lobby's post to get a robot."


@in_hall()
async def test_where_no_race_is_there_is_none_to_leave(hall: Hall) -> None:
    """Another server's is not this one's."""
    await hall.new_game(hall.bolt)
    guild = hall.server.world.add_guild("Other club", hall.host)
    for user in (hall.bolt, hall.server.application.bot):
        hall.server.world.join(guild, user)
    there = hall.server.world.add_channel(guild, "elsewhere")
    told_there = text_of(await hall.call(hall.bolt, "leave", channel=there))
    assert told_there == "There is no race in this channel. A host makes one with `/game create`."


@in_hall()
async def test_a_game_that_is_over_is_not_left(hall: Hall) -> None:
    await hall.new_game(hall.bolt, rounds=1)
    await resolve(hall)
    assert text_of(await hall.call(hall.bolt, "leave")) == "This race is over (finished)."


@in_hall()
async def test_cards_are_those_of_the_race_in_which_one_plays(hall: Hall) -> None:
    """Though another one runs in the channel; who plays nowhere is told so."""
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    await hall.new_game(hall.bolt, name="Duel")
    await hall.new_game(hall.cog, name="Relay", channel=other)
    assert "Relay · round 1" in text_of(await hall.call(hall.cog, "cards"))
    assert "Duel · round 1" in text_of(await hall.call(hall.bolt, "cards", channel=other))
    assert text_of(await hall.call(hall.spark, "cards")) == "You have no robot in this race."
