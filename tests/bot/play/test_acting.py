"""What a newcomer does on the page, asked of its server without a browser: a whole night, and what may go wrong."""

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session, select

from bot.db.tables import Hearing
from bot.moderator.hearing import read_heard
from bot.play.stage import OWN_PLAYERS, Skip
from bot.playground.people import text_of
from tests.bot.play.house import House, controls, in_house, parts, said, text

if TYPE_CHECKING:
    from bot.playground.model import Json


@in_house()
async def test_a_newcomer_plays_a_night_as_host_and_player(house: House) -> None:
    """Create, join, automatic players, start, five taps, skip to the deadline: board, animation, account."""
    hand = await house.race(3)
    bolt, host = house.stage.players[0], house.stage.host
    cards = [each["custom_id"] for each in controls(hand) if each["custom_id"].startswith("pick:")]
    assert len(cards) == 9
    for custom_id in cards[:5]:
        tap = {**house.direct(bolt), "message": hand["id"], "custom_id": custom_id}
        assert (await house.post("act/press", tap))["kind"] in {"updated", "deferred update"}
    await house.until_seen(house.direct(bolt), "In force (version 1)")
    assert await house.post("control/skip", {"far": "deadline"}) == {"kind": "done"}
    [result] = await house.until_seen(house.who(host), "round 1 of 10")
    shown = [each for each in parts(result["components"]) if each.get("picture")]
    assert [file["name"] for file in shown] == ["g1r1x1-board.gif", "g1r1x1-board.png"]
    assert all(file["width"] > 100 for file in shown)
    for file in shown:
        async with house.http.get(house.origin + file["url"]) as answer:
            assert answer.content_type in {"image/gif", "image/png"}
            assert len(await answer.read()) == file["size"]
    number = int(result["id"])  # a thread has the id of its message
    await house.stage.server.until(lambda: number in house.stage.server.world.channels)
    await house.until_seen({**house.who(host), "channel": str(number)}, "Register 5")
    assert "late" not in said(result).lower()  # automatic players were in time, too


@in_house()
async def test_a_stopped_bot_answers_nobody_and_reads_later_what_was_written(house: House) -> None:
    """Its life ends as after SIGTERM; a program that was typed meanwhile counts."""
    await house.race()
    bolt, robot = house.stage.players[0], house.stage.players[OWN_PLAYERS]
    await house.until_seen(house.direct(robot), "In force (version 1)")
    assert await house.post("control/bot", {"on": False}) == {"kind": "done"}
    assert (await house.get("api/state"))["on"] is False
    assert await house.post("control/fill", {"n": 1}) == {"kind": "refused", "word": "bot_is_off"}
    with house.impatience():
        assert (await house.command(bolt, "standings"))["kind"] == "failed"
    assert (await house.post("act/say", {**house.direct(bolt), "text": "1 2 3 4 5"}))["kind"] == "done"
    assert await house.post("control/skip", {"far": "minute"}) == {"kind": "done"}
    assert await house.post("control/bot", {"on": True}) == {"kind": "done"}
    assert await house.post("control/skip", {"far": "deadline"}) == {"kind": "done"}
    [result] = await house.until_seen(house.who(bolt), "round 1 of 10")
    assert "late" not in said(result).lower()


@in_house()
async def test_a_skip_is_heard_before_the_first_heartbeat_too(house: House) -> None:
    """Right after its start the bot has noted nothing yet, though it hears."""
    life, to = house.stage.life, house.stage.clock.now() + timedelta(hours=1)

    def forget(session: Session) -> None:
        for row in session.exec(select(Hearing)):
            session.delete(row)

    await life.do(forget)
    await life.skip(lambda: house.stage.clock.skip_to(to), to)
    heard = await life.do(lambda session: read_heard(session, to))
    assert [period.since < to <= period.until for period in heard.periods] == [True]


@in_house()
async def test_skipping_while_the_bot_is_stopped_is_a_silence(house: House) -> None:
    """Players could not be heard: the deadline moves, as it would in earnest."""
    await house.race()
    await house.post("control/bot", {"on": False})
    await house.post("control/skip", {"far": "deadline"})
    await house.post("control/bot", {"on": True})
    await house.until_seen(house.who(house.stage.host), "The bot could not hear you for 60 minutes")


@in_house()
async def test_time_can_be_skipped_by_a_minute_and_an_hour(house: House) -> None:
    """Server and bot go by the same clock."""
    before = (await house.get("api/state"))["now"]
    assert await house.stage.skip(Skip.MINUTE) is None
    assert await house.post("control/skip", {"far": "hour"}) == {"kind": "done"}
    after = (await house.get("api/state"))["now"]
    assert 3660 <= after - before < 3670
    assert await house.post("control/skip", {"far": "deadline"}) == {"kind": "refused", "word": "no_deadline"}


@in_house()
async def test_who_closes_direct_messages_opens_the_hand_in_the_channel(house: House) -> None:
    """The hand of an automatic player with closed DMs is pressed there, too; opening them is as easy."""
    await house.lobby(3)
    bolt, robot = house.stage.players[0], house.stage.players[OWN_PLAYERS]
    for user in (bolt, robot):
        assert await house.post("control/dms", {"person": str(user.id), "closed": True}) == {"kind": "done"}
    people = (await house.get("api/state"))["people"]
    assert [person["name"] for person in people if person["closed"]] == [bolt.name, robot.name]
    await house.command(house.stage.host, "game start")
    [start] = await house.until_seen(house.who(bolt), "has started\n")
    await house.press(house.who(bolt), start, "My cards")
    [hand] = await house.until_seen(house.who(bolt), "round 1 of 10")
    assert hand["receiver"] == str(bolt.id)
    await house.stage.server.until(
        lambda: [each for each in house.stage.people.ephemeral(robot) if "In force (version 1)" in text_of(each)]
    )
    await house.post("control/dms", {"person": str(bolt.id), "closed": False})
    assert bolt.dm_refusal == 0


@in_house()
async def test_automatic_players_join_as_long_as_there_are_seats(house: House) -> None:
    """Those who are called twice are others; the newcomer's own players are nobody else."""
    assert await house.post("control/fill", {"n": 2}) == {"kind": "refused", "word": "no_lobby"}
    await house.lobby(3)
    assert await house.post("control/fill", {"n": 12}) == {"kind": "done", "n": 4}  # of seven seats
    assert await house.post("control/fill", {"n": 1}) == {"kind": "refused", "word": "no_seat"}
    people = (await house.get("api/state"))["people"]
    assert [person["name"] for person in people if not person["automatic"]] == ["Host", "Bolt", "Cog", "Dynamo"]
    assert sum(person["automatic"] for person in people) == 6


@in_house()
async def test_an_automatic_player_sends_again_what_a_host_has_taken_back(house: House) -> None:
    """Nobody is late because a host tried something out."""
    await house.race()
    robot = house.stage.players[OWN_PLAYERS]
    await house.until_seen(house.direct(robot), "In force (version 1)")
    await house.command(house.stage.host, "game clear", robot=text(robot.name), reason=text("a trial"))
    await house.until_seen(house.direct(robot), "In force (version 3)")  # the second is none


@in_house()
async def test_dutch_is_spoken_by_the_page_and_the_bot(house: House) -> None:
    """The switch is everybody's Discord, and the server's."""
    assert await house.post("control/language", {"language": "nl"}) == {"kind": "done"}
    state = await house.get("api/state")
    assert (state["language"], state["words"]["send"]) == ("nl", "Versturen")
    host = house.stage.host
    commands = await house.get("api/commands", **house.who(host))
    labels = {command["name"]: command["label"] for command in commands}
    assert labels["game create"] == "spel nieuw"
    await house.command(host, "game create", name=text("Vrijdagrace"), board=text("green-light"))
    [lobby] = await house.until_seen(house.who(host), "Vrijdagrace\nEen race")
    assert any(each.get("label") == "Meedoen" for each in controls(lobby))
    await house.command(host, "board list")
    [told] = await house.until_seen(house.who(host), "borden")
    assert told["command"] == {"user": "Host", "name": "bord lijst"}


@in_house()
async def test_a_number_that_is_not_typed_yet_has_completions(house: House) -> None:
    """All rounds there are; what is typed of it is a text, as Discord sends it."""
    await house.race(2)
    bolt = house.stage.players[0]
    for typed in ("", "1", "x"):
        options = {"round": {"type": 4, "value": typed}}
        told = await house.post(
            "act/complete", {**house.who(bolt), "name": "replay", "options": options, "focused": "round"}
        )
        assert (told["kind"], told["choices"]) == ("choices", []), typed


@in_house()
async def test_an_ephemeral_answer_is_its_receivers_alone_and_can_be_dismissed(house: House) -> None:
    """Others do not get it, though one page shows all people in turn."""
    await house.lobby(1)
    bolt, cog = house.stage.players[:2]
    [mine] = await house.until_seen(house.who(bolt), "Bolt is in the race!")
    assert mine["receiver"] == str(bolt.id)
    assert mine["id"] not in [each["id"] for each in await house.seen(house.who(cog))]
    dismissed = {"message": mine["id"]}
    assert (await house.post("act/delete", {**house.who(cog), **dismissed}))["kind"] == "refused"
    assert (await house.post("act/delete", {**house.who(bolt), **dismissed}))["kind"] == "done"
    assert mine["id"] not in [each["id"] for each in await house.seen(house.who(bolt))]


@in_house()
async def test_messages_are_written_edited_and_deleted_by_their_author(house: House) -> None:
    """With files; what Discord would not do is told in its words."""
    bolt, cog = house.stage.players[:2]
    said_it = await house.post("act/say", {**house.who(bolt), "text": "**hello**"}, ("plan.txt", b"north"))
    assert said_it == {"kind": "done"}
    [message] = await house.seen(house.who(cog))
    assert message["html"] == "<p><strong>hello</strong></p>\n"
    async with house.http.get(house.origin + message["files"][0]["url"]) as answer:
        assert (await answer.read(), answer.headers["Content-Disposition"]) == (b"north", "attachment")
    change = {"message": message["id"], "text": "hello again"}
    assert (await house.post("act/edit", {**house.who(cog), **change}))["kind"] == "refused"
    assert (await house.post("act/edit", {**house.who(bolt), **change}))["kind"] == "done"
    [message] = await house.seen(house.who(cog))
    assert (message["text"], message["edited"]) == ("hello again", True)
    assert (await house.post("act/delete", {**house.who(bolt), "message": message["id"]}))["kind"] == "done"
    assert await house.seen(house.who(cog)) == []
    again = await house.post("act/edit", {**house.who(bolt), **change})
    assert again["kind"] == "misunderstood"  # what was deleted is not there


@in_house(has_bot=False)
async def test_long_channels_come_in_pieces(house: House) -> None:
    """The latest thirty messages first, then those before."""
    bolt = house.stage.players[0]
    for number in range(70):
        house.stage.people.say(bolt, house.stage.channels[0], f"message {number}")
    told: Json = {"more": True}
    found: list[Json] = []
    while told["more"]:
        before = {"before": found[0]["id"]} if found else {}
        told = await house.get("api/messages", **house.who(bolt), **before)
        assert len(told["messages"]) <= 30
        found = told["messages"] + found
    assert [each["text"] for each in found] == [f"message {number}" for number in range(70)]
