import re
from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import Session, select

from bot.db.tables import Game, Message, MessageStatus, Round
from bot.discord.boardpictures import register_pictures
from bot.discord.boardposts import played
from bot.discord.pictures import draw
from bot.moderator import rollback
from bot.moderator.desk import Desk
from bot.moderator.edits import COUNTING_PAUSE
from bot.playground.components import MEDIA_GALLERY, walk
from bot.playground.model import Message as Post
from bot.playground.model import Permission
from bot.playground.people import alt_texts_of, controls_of, text_of
from bot.text.languages import words_in
from simulation.record import verify
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, no_paint

REGISTERS = range(1, 6)


def galleries(post: Post) -> list[list[str]]:
    """Return the names of the pictures in each gallery of a message."""
    shown = [each["items"] for each in walk(post.components) if each["type"] == MEDIA_GALLERY]
    return [[str(item["media"]["url"]).removeprefix("attachment://") for item in items] for items in shown]


def test_a_night_is_delivered(on: On) -> None:
    """The result with its picture, its account in a thread, the next hands; the deal is reported to the host."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        await stage.program(game, 1)
        await stage.program(game, 2)
        await stage.night()
        lobby, start, board = stage.posts()
        assert "The race has started." in text_of(lobby)
        assert "Round 1 ends" in text_of(start)
        assert text_of(board).startswith("## Friday race: round 1 of 10\n")
        assert "moved first" in text_of(board)
        counted, protest = text_of(board).split("\n")[-2:]
        assert counted == "Programs in: 0 of 2."
        assert protest.startswith("✋ Something wrong? Speak up before <t:")
        assert stage.names() == ["g1-start.png", "g1r1x1-board.gif", "g1r1x1-board.png"]
        assert galleries(board) == [["g1r1x1-board.gif"], ["g1r1x1-board.png"]]
        film, still = alt_texts_of(board)
        assert re.match(r"Bolt [A-Z]\d+ [NESW] → .+ An animation of round 1 on the board ", film)
        assert re.match(r"Bolt [A-Z]\d+ [NESW], Cog .+ after round 1\.", still)
        assert [each["custom_id"] for each in controls_of(board)] == [f"cards:{game}", "protest:1"]
        assert stage.thread().name == "Round 1: what happened"
        *account, stills = stage.posts(stage.thread())
        titles = [text_of(post).split("\n")[0] for post in account]
        assert titles == [f"**Register {register}**" for register in REGISTERS]
        assert text_of(stills).startswith("For those who cannot play the animation: the board after each register.\n")
        assert galleries(stills) == [[f"g1r1x1-stills{register}.png"] for register in REGISTERS]
        for register, alt in zip(REGISTERS, alt_texts_of(stills), strict=True):
            assert re.match(rf"Bolt [A-Z]\d+ [NESW], Cog .+ in round 1, after register {register}\. .+\.$", alt)
        first, second = stage.dms(stage.players[0])
        assert "round 1 of 10" in text_of(first)
        assert "round 2 of 10" in text_of(second)
        assert "2 of 2 hands delivered" in text_of(stage.dms(stage.host)[-1])
        waiting = [row.key for row in await stage.rows(Message) if row.status is not MessageStatus.SENT]
        assert [key[-3:] for key in waiting] == ["end"], "it calls the result final in an hour"
        await stage.check_once()

    on(story)


def test_programs_are_counted_in_one_edit_for_several_and_not_told(on: On) -> None:
    """The picture is neither drawn nor sent again."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(3)
        before = stage.server.traffic.count()["PATCH /channels/{channel_id}/messages/{message_id}"]
        pictures, stage.draw = stage.posts()[1].attachments, no_paint
        await stage.program(game, 1)
        await stage.program(game, 2)
        await stage.settled()
        assert "Programs in: 0 of 3." in stage.texts()[1]
        await stage.at(stage.clock.at + COUNTING_PAUSE)
        await stage.settled()
        assert "Programs in: 2 of 3." in stage.texts()[1]
        assert stage.server.traffic.count()["PATCH /channels/{channel_id}/messages/{message_id}"] == before + 1
        assert [each.filename for each in pictures] == ["g1-start.png"]
        assert stage.posts()[1].attachments == pictures
        assert galleries(stage.posts()[1]) == [["g1-start.png"]]

    on(story)


def test_the_current_board_alone_is_pinned(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        everybody = stage.guild.roles[stage.guild.id]
        stage.server.world.set_role_permissions(stage.guild, everybody, everybody.permissions | Permission.PIN_MESSAGES)
        await stage.new_game(2)
        for night in range(2):
            await stage.night(DEADLINE + timedelta(days=night))
            pinned = [text_of(post).split("\n")[0] for post in stage.server.people.pins(stage.channel)]
            assert pinned == [f"## Friday race: round {night + 1} of 10"]

    on(story)


def test_the_last_post_has_a_record_that_can_be_verified(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2, rounds=1, language="nl")
        await stage.night()
        await stage.until(lambda rows: any(row.kind == "final" and row.message_id for row in rows), Message)
        last = stage.posts()[-1]
        [record] = last.attachments
        assert record.filename == "record.json"
        assert verify(record.content) == 1
        assert "green-light" in text_of(last)
        await stage.check_once()

    on(story)


def test_posts_of_a_round_that_is_taken_back_are_marked(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        await stage.night()
        await stage.command(rollback.replay, game, 1)
        await stage.settled()
        old = stage.posts()[2]
        assert text_of(old).startswith("⚠️ **Withdrawn")
        assert [each.filename for each in old.attachments] == ["g1r1x1-board.gif", "g1r1x1-board.png"]
        assert "programmed again with the same hands" in stage.texts()[-1]
        assert len(stage.dms(stage.players[0])) == 3

    on(story)


def test_a_night_of_seven_players_needs_at_most_20_requests(on: On) -> None:
    """From the deadline until all is sent, and the edit that counted the programs before; pictures are no burden."""

    async def story(stage: RallyStage) -> None:
        stage.draw = draw
        game = await stage.new_game(7)
        before = len(stage.server.traffic.log)
        for seat in range(1, 8):
            await stage.program(game, seat)
        await stage.night()
        night = stage.server.traffic.log[before:]
        print(f"requests of a night of seven players: {len(night)}")  # noqa: T201 - it is asked for
        assert [request.status for request in night if request.status >= 400 and "pins" not in request.route] == []
        assert len(night) <= 20
        assert len(stage.posts()) == 3
        for post in (*stage.posts(), *stage.posts(stage.thread()), *stage.dms(stage.players[0])):
            for file in post.attachments:
                assert len(file.content) <= (400 if file.filename.endswith(".gif") else 120) * 1024, file.filename

    on(story)


def test_registers_that_were_not_played_have_no_still(on: On) -> None:
    """Where all are over the line before, the round ends."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(1)
        await stage.night()

        def names(session: Session, now: datetime) -> list[str]:
            desk = Desk(session, now, session.get_one(Game, game))
            whole = played(desk, session.exec(select(Round)).all()[0])
            part = replace(whole, beats=tuple(beat for beat in whole.beats if beat.register < 3))
            return [picture.name for picture in register_pictures(desk, words_in("en"), "key", part)]

        assert await stage.do(names) == ["key1.png", "key2.png"]

    on(story)
