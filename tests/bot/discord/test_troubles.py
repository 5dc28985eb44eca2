from datetime import timedelta

import pytest

from bot.db.tables import AuditEntry, Game, GameStatus, Hand, Message, MessageStatus, Round, RoundStatus
from bot.moderator import games
from bot.moderator.outbox import Kind
from bot.playground.faults import Fault
from bot.playground.model import BLOCKED, DMS_OFF, Permission
from bot.playground.people import alt_texts_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import ROBOTS, RallyStage, no_paint, nothing_to_see

SEND = "POST /channels/{channel_id}/messages"
OPEN = "POST /users/@me/channels"


@pytest.mark.parametrize("code", [BLOCKED, DMS_OFF])
def test_a_closed_dm_holds_nothing_up_and_is_told_to_the_host(on: On, code: int) -> None:
    async def story(stage: RallyStage) -> None:
        stage.players[0].dm_refusal = code
        await stage.new_game(2)
        hands = [row.status for row in await stage.rows(Message) if row.kind == Kind.HAND]
        assert hands == [MessageStatus.DEAD, MessageStatus.SENT]
        assert [hand.reached for hand in await stage.rows(Hand)] == [False, True]
        assert "Not reached: Bolt" in text_of(stage.dms(stage.host)[-1])
        assert "1 of 2 hands delivered" in text_of(stage.dms(stage.host)[-1])
        tried = stage.server.traffic.most_refused()
        stage.clock.at += timedelta(hours=1)
        await stage.settled()
        assert (tried, stage.server.traffic.most_refused()) == (1, 1)

    on(story)


@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_lost_channel_pauses_the_game_and_hands_still_go(on: On, *, is_deleted: bool) -> None:
    """The channel is deleted, or the bot thrown out; the host is told, and the result is kept."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.lose_channel(is_deleted=is_deleted)
        await stage.night()
        [game] = await stage.rows(Game)
        assert game.status is GameStatus.PAUSED
        assert [entry.reason.split(":")[0] for entry in await stage.rows(AuditEntry)][-1] == (
            "the channel cannot be reached"
        )
        assert [found.status for found in await stage.rows(Round)] == [RoundStatus.PUBLISHED, RoundStatus.DEALT]
        assert len(stage.dms(stage.players[0])) == 2
        told = "\n".join(map(text_of, stage.dms(stage.host)))
        assert "so the race is paused" in told
        assert "the result could not be sent" in told
        requests = len(stage.server.traffic.log)
        stage.clock.at += timedelta(hours=1)
        await stage.settled()
        assert len(stage.server.traffic.log) == requests

    on(story)


@pytest.mark.parametrize(
    ("permission", "missing"),
    [(Permission.CREATE_PUBLIC_THREADS, "the thread of a result"), (Permission.PIN_MESSAGES, None)],
)
def test_without_threads_or_pins_all_else_comes(on: On, permission: Permission, missing: str | None) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.deny(permission)
        await stage.night()
        assert len(stage.posts()) == 3
        told = "\n".join(map(text_of, stage.dms(stage.host)))
        assert ("could not be sent" in told) == (missing is not None)
        assert missing is None or missing in told
        assert [game.status for game in await stage.rows(Game)] == [GameStatus.RUNNING]

    on(story)


def test_missing_permissions_are_told_once_at_the_start(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.deny(Permission.ATTACH_FILES | Permission.SEND_MESSAGES_IN_THREADS)
        for _ in range(2):
            await stage.stop()
            await stage.start()
            await stage.until(lambda rows: any(row.action == "permissions" for row in rows), AuditEntry)
            await stage.settled()
        told = [text_of(post) for post in stage.dms(stage.host) if "I lack" in text_of(post)]
        assert len(told) == 1
        assert "Attach Files and Send Messages in Threads" in told[0]

    on(story)


@pytest.mark.long
def test_pictures_that_cannot_be_drawn_follow_and_hold_nothing_up(on: On) -> None:
    """The result goes out in words, hands without their picture; the registers come when they can be drawn."""

    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2)
        stage.draw = no_paint
        await stage.night()
        assert "The pictures could not be drawn yet; they follow." in stage.texts()[-1]
        assert [text.split("\n")[0] for text in stage.texts(stage.thread())][-1] == "**Register 5**"
        hand = stage.dms(stage.players[0])[-1]
        assert "round 2 of 10" in text_of(hand)
        assert hand.attachments == ()
        await stage.command(games.pause, game)
        await stage.settled()
        assert "paused" in stage.texts()[-1]
        stage.draw, stage.haste = nothing_to_see, timedelta(seconds=3)
        await stage.settled()
        assert stage.names()[-2:] == ["g1r1x1-picture.gif", "g1r1x1-picture.png"]
        assert stage.names(stage.thread()) == [f"g1r1x1-stills{register}.png" for register in range(1, 6)]
        await stage.check_once()

    on(story)


def test_without_its_animation_a_result_has_its_board(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.draw = lambda picture: no_paint(picture) if picture.name.endswith(".gif") else nothing_to_see(picture)
        await stage.night()
        [board] = stage.posts()[2:]
        assert "could not be drawn" not in text_of(board)
        assert [file.filename for file in board.attachments] == ["g1r1x1-board.png"]
        assert len(alt_texts_of(board)) == 1
        await stage.check_once()

    on(story)


def test_an_edit_of_a_deleted_message_posts_it_anew(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        game = await stage.new_game(2, starts=False)
        [lobby] = stage.posts()
        stage.server.people.delete(stage.server.owner, lobby)
        await stage.command(games.start, game)
        await stage.settled()
        texts = stage.texts()
        assert len(texts) == 2
        assert "The race has started." in texts[0]
        assert (await stage.row("g1-lobby")).message_id == stage.posts()[0].id

    on(story)


def test_a_refused_alt_text_is_cut(on: On) -> None:
    """Discord's documents say 1,024 characters, discord.py's 256."""

    async def story(stage: RallyStage) -> None:
        stage.robots = tuple(f"{robot} the Unstoppable Machine" for robot in ROBOTS)
        await stage.new_game(7)
        assert all(len(alt) <= 256 for post in stage.posts() for alt in alt_texts_of(post))
        assert [request.status for request in stage.server.traffic.log].count(400) == 1
        assert all(row.attempts == 1 for row in await stage.rows(Message))

    on(story, alt_text_limit=256)


def test_too_many_openings_of_dms_are_waited_for(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        body = {"message": "You are opening direct messages too fast", "code": 40003}
        fault = stage.server.faults.add(Fault(route=OPEN, times=1, status=403, body=body))
        await stage.new_game(2)
        assert fault.hits == 1
        asked = stage.server.traffic.count()[OPEN]
        stage.clock.at += timedelta(minutes=9)
        await stage.settled()
        assert stage.server.traffic.count()[OPEN] == asked
        stage.haste = timedelta(seconds=10)
        await stage.settled()
        assert [len(stage.dms(player)) for player in stage.players[:2]] == [1, 1]

    on(story)


def test_a_message_that_cannot_be_composed_holds_up_its_lane_alone(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(1)
        stage.draw = nothing_to_see
        await stage.bot.rally.do(
            lambda session, now: session.add(
                Message(
                    key="g1-broken",
                    kind="report",
                    game_id=1,
                    lane="u5",
                    user_id=5,
                    facts={"report": "unheard of"},
                    urgency=0,
                    created_at=now,
                )
            )
        )
        await stage.night()
        broken = await stage.row("g1-broken")
        assert broken.status is MessageStatus.PENDING
        assert broken.error is not None
        assert "unheard of" in broken.error
        assert len(stage.posts()) == 3

    on(story)
