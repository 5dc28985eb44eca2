"""What everybody may look at: the way up the board, rounds once more, and why a robot is where it is."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO

from PIL import Image
from sqlmodel import Session, select

from bot.db.tables import Message as Row
from bot.db.tables import PublishMode, Round, RoundStatus
from bot.discord.ids import replay_id, show_id, why_id
from bot.discord.pictures import Painter, Picture
from bot.moderator import games, rollback
from bot.moderator.orders import Confirm, Order
from bot.moderator.outbox import Kind
from bot.moderator.stored import load_state, store_state
from bot.playground.model import Message
from bot.playground.people import alt_texts_of, text_of
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.test_hands import resolve

NASTY = "@everyone **B** <@1> قطة"


def files(message: Message) -> list[str]:
    """Return the names of a message's files."""
    return [file.filename for file in message.attachments]


async def calls(hall: Hall, name: str, **options: str | int) -> list[Message]:
    """Call a command as a stranger, and return all that is answered, which nobody else sees."""
    before = len(hall.people.ephemeral(hall.spark))
    await hall.call(hall.spark, name, options)
    return hall.people.ephemeral(hall.spark)[before:]


@in_hall()
async def test_standings_have_a_picture_of_the_way_once_a_round_was_published(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    [before] = await calls(hall, "standings")
    assert "• Bolt: row 1" in text_of(before)
    assert files(before) == []
    await resolve(hall)
    [after] = await calls(hall, "standings")
    assert text_of(after).startswith("**Friday race: standings**\n• ")
    assert files(after) == ["standings.png"]
    [alt] = alt_texts_of(after)
    assert alt.startswith("Steps to the pink line now: ")
    assert "From the start, round by round" in alt
    with Image.open(BytesIO(after.attachments[0].content)) as picture:
        assert picture.size == (1100, 700)


@in_hall()
async def test_a_race_that_was_cancelled_gives_no_points(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, hall.cog)

    def finish(session: Session, _: datetime) -> None:
        found = session.exec(select(Round)).one()
        state = load_state(found.state)
        first = replace(state.robots[0], finished=1, position=None)
        found.state = store_state(replace(state, robots=(first, *state.robots[1:])))

    await hall.rally.do(finish)
    for name in ("standings", "board now"):
        [running] = await calls(hall, name)
        assert "🏁 Bolt: 1st, 5 points\n" in text_of(running), name
    order = Order(game, hall.host.id, "no time")
    asked = await hall.rally.do(lambda session, now: games.cancel(session, now, order))
    assert isinstance(asked, Confirm)
    await hall.rally.do(lambda session, now: games.cancel(session, now, replace(order, confirmation=asked.code)))
    for name in ("standings", "board now"):
        [over] = await calls(hall, name)
        assert "🏁 Bolt: 1st, no points\n" in text_of(over), name


@in_hall()
async def test_a_round_is_shown_again_with_its_pictures_and_its_account(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    for _ in range(2):
        await resolve(hall)
    shown = await calls(hall, "replay")
    text = "\n".join(text_of(message) for message in shown)
    assert text.startswith("**Friday race: round 2 once more**\n")
    assert [text.count(f"**Register {register}**") for register in range(1, 6)] == [1] * 5
    assert [name for message in shown for name in files(message)] == [
        *("round2.gif", "round2.png"),
        *(f"round2-{register}.png" for register in range(1, 6)),
    ]
    alts = [alt for message in shown for alt in alt_texts_of(message)]
    assert "An animation of round 2" in alts[0]
    assert "after round 2" in alts[1]
    assert ["after register" in alt for alt in alts] == [False, False, *[True] * 5]
    [first, *_] = await calls(hall, "replay", round=1)
    assert text_of(first).startswith("**Friday race: round 1 once more**\n")
    assert files(first)[0] == "round1.gif"


@in_hall()
async def test_a_round_that_is_shown_again_names_its_thread_to_those_of_the_server(hall: Hall) -> None:
    await hall.new_game(hall.bolt)
    await resolve(hall)

    [result] = await hall.letters(Kind.RESULT)
    await hall.do(lambda session: setattr(session.get_one(Row, result.id), "message_id", 4711))
    assert "In the channel: <#4711>" in text_of(await hall.call(hall.spark, "replay"))
    direct = await hall.call(hall.bolt, "replay", channel=hall.people.dm(hall.bolt))
    assert "<#" not in text_of(direct)
    assert "**Register 1**" in text_of(direct)


@in_hall()
async def test_why_tells_a_register_or_the_round_with_the_board_of_that_moment(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    await resolve(hall)
    [one] = await calls(hall, "why", robot="Bolt", register=2, round=1)
    late = "Its five cards were random: the hand could not be delivered."
    assert text_of(one).startswith(f"**Why Bolt is where it is: round 1, register 2**\n{late}\nBefore: ")
    assert "Bolt was " in text_of(one)
    assert files(one) == ["why2.png"]
    assert "in round 1, after register 2." in alt_texts_of(one)[0]
    [whole] = await calls(hall, "why", robot=" bOLT ")
    assert text_of(whole).startswith(f"**Why Bolt is where it is: round 1**\n{late}\n**Register 1**\nBefore: ")
    assert text_of(whole).count("After: **") == 5
    assert files(whole) == ["why.png"]
    square = text_of(whole).split("After: **")[-1].split(",")[0]
    assert f"Bolt {square} " in alt_texts_of(whole)[0]


@in_hall()
async def test_viewers_are_answered_in_their_language(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog, language="nl")
    assert text_of(await hall.call(hall.spark, "replay")) == (
        "Er valt nog niets te bekijken: nog geen ronde van deze race heeft een uitslag."
    )
    await resolve(hall)
    assert text_of(await hall.call(hall.spark, "replay")).startswith("**Friday race: ronde 1 nog eens**\n")
    assert alt_texts_of(await hall.call(hall.spark, "standings"))[0].startswith("Stappen tot de roze lijn nu: ")
    assert text_of(await hall.call(hall.spark, "why", {"robot": "Cog"})).startswith(
        "**Waarom Cog staat waar hij staat: ronde 1**\n"
    )
    await hall.call(hall.spark, "language", {"language": "en"})
    assert text_of(await hall.call(hall.spark, "replay")).startswith("**Friday race: round 1 once more**\n")


@in_hall()
async def test_what_cannot_be_shown_is_refused_in_a_sentence(hall: Hall) -> None:
    nothing_here = "There is no race in this channel. A host makes one with `/game create`."
    for name, options in (("replay", {}), ("why", {"robot": "Bolt"}), ("standings", {})):
        assert text_of(await hall.call(hall.spark, name, options)) == nothing_here
    await hall.new_game(hall.bolt, starts=False)
    for name, options in (("replay", {}), ("why", {"robot": "Bolt"}), ("standings", {})):
        assert text_of(await hall.call(hall.spark, name, options)) == "The race has not been started yet."


@in_hall()
async def test_rounds_and_robots_that_are_not_there_are_named(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    nothing_yet = "There is nothing to look at yet: no round of this race has a result."
    for name, options in (("replay", {}), ("replay", {"round": 1}), ("why", {"robot": "Bolt"})):
        assert text_of(await hall.call(hall.spark, name, options)) == nothing_yet
    await resolve(hall)
    no_round = "Round 2 has no result to look at; the latest one that has is round 1."
    assert text_of(await hall.call(hall.spark, "replay", {"round": 2})) == no_round
    assert text_of(await hall.call(hall.spark, "why", {"robot": "Bolt", "round": 2})) == no_round
    assert text_of(await hall.call(hall.spark, "why", {"robot": "@everyone"})) == (
        "There is no robot “@\u200beveryone” in this race; there are: Bolt, Cog."
    )


@in_hall()
async def test_a_result_that_waits_for_its_hosts_is_not_shown(hall: Hall) -> None:
    """Neither before it was seen, nor after it was taken back for a correction."""
    game = await hall.new_game(hall.bolt, hall.cog, publish_mode=PublishMode.REVIEW, review_minutes=600)
    before = text_of(await hall.call(hall.spark, "standings"))
    await resolve(hall)
    [found] = await hall.rows(Round)
    assert found.status is RoundStatus.RESOLVED
    for name, options in (("replay", {}), ("why", {"robot": "Bolt"})):
        assert text_of(await hall.call(hall.host, name, options)).startswith("There is nothing to look at yet")
    assert text_of(await hall.call(hall.bolt, "standings")) == before
    assert files(await hall.call(hall.bolt, "standings")) == []
    panel = await hall.call(hall.host, "game panel")
    await hall.press(hall.host, panel, "Publish")
    assert files(await hall.call(hall.bolt, "replay"))[0] == "round1.gif"
    order = Order(game, hall.host.id, "wrong rule")
    asked = await hall.rally.do(lambda session, now: rollback.correct(session, now, order, 1, ()))
    assert isinstance(asked, Confirm)
    sure = Order(game, hall.host.id, "wrong rule", asked.code)
    await hall.rally.do(lambda session, now: rollback.correct(session, now, sure, 1, ()))
    assert text_of(await hall.call(hall.spark, "replay")).startswith("There is nothing to look at yet")
    assert files(await hall.call(hall.spark, "standings")) == []


@in_hall()
async def test_a_race_that_is_over_can_still_be_looked_at(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog, rounds=1)
    await resolve(hall)
    assert files(await hall.call(hall.spark, "standings")) == ["standings.png"]
    assert files(await hall.call(hall.spark, "replay"))[0] == "round1.gif"
    direct = hall.people.dm(hall.bolt)
    assert files(await hall.call(hall.bolt, "why", {"robot": "Cog"}, channel=direct)) == ["why.png"]
    alone = await hall.call(hall.spark, "replay", channel=hall.people.dm(hall.spark))
    assert text_of(alone).startswith("You play in no race now.")


@in_hall()
async def test_of_several_races_it_is_asked_which_and_the_question_lives_on(hall: Hall) -> None:
    """What was asked goes with the button: the round, the register, the robot; a restart between changes nothing."""
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    third = hall.server.world.add_channel(hall.guild, "talk")
    await hall.new_game(hall.bolt, hall.cog, name="Friday race")
    await hall.new_game(hall.bolt, hall.cog, name="Duel", channel=other)
    await resolve(hall)
    asked: dict[str, str | int] = {"robot": "Cog", "register": 3, "round": 1}
    replay = await hall.call(hall.spark, "replay", {"round": 1}, channel=third)
    why = await hall.call(hall.spark, "why", asked, channel=third)
    standings = await hall.call(hall.spark, "standings", channel=third)
    assert labels(why) == labels(replay) == labels(standings) == ["Duel", "Friday race"]
    await hall.restart()
    assert "**Duel: standings**" in told(await hall.press(hall.spark, standings, "Duel"))
    assert told(await hall.press(hall.spark, replay, "Friday race")).startswith("**Friday race: round 1 once more**")
    assert told(await hall.press(hall.spark, why, "Duel")).startswith("**Why Cog is where it is: round 1, register 3**")
    for name in ("x" * 32, "9" * 32, ":\n:", "🤖" * 32):
        gone = await hall.call(hall.spark, "why", {"robot": name}, channel=third)
        assert told(await hall.press(hall.spark, gone, "Duel")).startswith("There is no robot “")


@in_hall()
async def test_forged_buttons_show_nothing_that_is_not_there_or_elsewhere(hall: Hall) -> None:
    """Another server's race is for its own people, its players and its hosts."""
    game = await hall.new_game(hall.bolt, hall.cog)
    await resolve(hall)
    assert told(await hall.forge(hall.spark, replay_id(999, None), hall.channel)) == "There is no such race."
    assert told(await hall.forge(hall.spark, why_id(999, 1, 1, "Bolt"), hall.channel)) == "There is no such race."
    unknown = "That button belongs to nothing that I know. Press **My cards** for your hand."
    for forged in (f"replay:{game}:12345", f"explain:{game}:1:6:=Bolt", f"explain:{game}:1:1:=", f"replay:{game}"):
        assert told(await hall.forge(hall.spark, forged, hall.channel)) == unknown
    guild = hall.server.world.add_guild("Another club", hall.host)
    for user in (hall.spark, hall.bolt, hall.server.application.bot):
        hall.server.world.join(guild, user)
    there = hall.server.world.add_channel(guild, "talk")
    for forged in (replay_id(game, 1), why_id(game, 1, 1, "Bolt"), show_id(game, "standings")):
        answer = told(await hall.forge(hall.spark, forged, there))
        assert answer == "That race is played in another server."
        assert told(await hall.forge(hall.bolt, forged, there)) != answer


@in_hall()
async def test_rounds_and_robots_are_completed(hall: Hall) -> None:
    await hall.new_game(hall.bolt, hall.cog)
    none = await hall.people.complete(hall.spark, hall.channel, "replay", {"round": ""}, "round").final()
    assert none.choices == []
    for _ in range(2):
        await resolve(hall)
    for name in ("replay", "why"):
        found = await hall.people.complete(hall.spark, hall.channel, name, {"round": ""}, "round").final()
        assert [choice["value"] for choice in found.choices or []] == [2, 1]
    one = await hall.people.complete(hall.spark, hall.channel, "replay", {"round": "1"}, "round").final()
    assert [choice["value"] for choice in one.choices or []] == [1]
    robots = await hall.people.complete(hall.spark, hall.channel, "why", {"robot": "o"}, "robot").final()
    assert [choice["value"] for choice in robots.choices or []] == ["Bolt", "Cog"]
    robots = await hall.people.complete(hall.spark, hall.channel, "why", {"robot": " CO"}, "robot").final()
    assert [choice["value"] for choice in robots.choices or []] == ["Cog"]


@in_hall()
async def test_without_pictures_the_words_come(hall: Hall) -> None:
    def no_paint(picture: Picture) -> bytes:
        message = f"no paint for {picture.name}"
        raise RuntimeError(message)

    await hall.new_game(hall.bolt, hall.cog)
    await resolve(hall)
    painter, hall.rally.painter = hall.rally.painter, Painter(no_paint)
    shown = [
        await hall.call(hall.spark, name, options)
        for name, options in (
            ("standings", {}),
            ("replay", {}),
            ("why", {"robot": "Bolt"}),
        )
    ]
    hall.rally.painter.close()
    hall.rally.painter = painter
    assert [files(message) for message in shown] == [[], [], []]
    for message, words in zip(shown, ("standings**", "**Register 1**", "After: **"), strict=True):
        assert words in text_of(message)


@in_hall()
async def test_names_ping_nobody_and_format_nothing_for_viewers(hall: Hall) -> None:
    hall.bolt.name = NASTY
    await hall.new_game(hall.bolt, hall.cog, name="**Race** @here")
    await resolve(hall)
    found = await hall.people.complete(hall.spark, hall.channel, "why", {"robot": "every"}, "robot").final()
    [robot] = [choice["value"] for choice in found.choices or []]
    for name, options in (("standings", {}), ("replay", {}), ("why", {"robot": robot})):
        for message in await calls(hall, name, **options):
            shown = [text_of(message), *alt_texts_of(message)]
            assert not message.draft.mentions
            assert not message.draft.mentions_everyone
            for trick in ("@everyone", "@here", "<@1>"):
                assert [text for text in shown if trick in text] == []
            assert "**B**" not in text_of(message)
