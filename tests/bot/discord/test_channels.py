"""`/game channel`: a game is repaired after its channel was lost, or moved; and where none can be made."""

from datetime import timedelta

import pytest

from bot.db.tables import Game, GameStatus
from bot.playground.model import Channel, Overwrite, Permission, User
from bot.playground.people import custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import Hall, in_hall, labels
from tests.bot.discord.rallystage import DEADLINE, RallyStage

PUT_RIGHT = "The race is played here now; what this channel missed is on its way."


async def call(stage: RallyStage, user: User, channel: Channel) -> str:
    """Call `/game channel`, and return what is answered."""
    answer = await stage.server.people.command(user, channel, "game channel", {}).final()
    assert answer.message is not None
    await stage.settled()
    return text_of(answer.message)


@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_lost_channel_is_repaired_by_another(on: On, *, is_deleted: bool) -> None:
    """What nobody saw is posted there, and the next night comes there too."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.lose_channel(is_deleted=is_deleted)
        await stage.night()
        assert "Call `/game channel` where it is to go on" in "\n".join(map(text_of, stage.dms(stage.host)))
        channel = stage.server.world.add_channel(stage.guild, "race again")
        assert await call(stage, stage.players[0], channel) == "You are a host of no race in this server."
        assert await call(stage, stage.host, channel) == PUT_RIGHT
        lobby, start, result, notice = [post for post in stage.posts(channel) if post.receiver is None]
        assert labels(lobby) == ["Leave"]
        assert "SHA-256" in text_of(start)
        assert labels(result) == ["My cards", "Protest"]
        assert result.attachments[0].filename.startswith("g1r1x1-boardm")
        assert f"is played in <#{channel.id}> from now on" in text_of(notice)
        [thread] = [each for each in stage.server.world.channels.values() if each.parent is channel]
        assert len(stage.posts(thread)) == 6  # five registers in words, and one message of their pictures
        [game] = await stage.rows(Game)
        assert (game.status, game.channel_id) == (GameStatus.RUNNING, channel.id)
        await stage.night(DEADLINE + timedelta(days=2))
        assert "round 2 of" in text_of(stage.posts(channel)[-1])

    on(story)


def test_without_the_permissions_nothing_moves(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        stage.deny(Permission.SEND_MESSAGES)
        await stage.night()
        stage.deny(Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
        here = f"<#{stage.channel.id}>"
        assert await call(stage, stage.host, stage.channel) == (
            f"In {here} I lack what a race needs: Send Messages and Attach Files. Give it to me in the channel's"
            " settings."
        )
        stage.deny(Permission(0))
        assert await call(stage, stage.host, stage.channel) == PUT_RIGHT
        assert sum("round 1 of" in text for text in stage.texts()) == 1

    on(story)


@in_hall()
async def test_of_several_games_the_host_is_asked_which_is_to_move(hall: Hall) -> None:
    other, third = (hall.server.world.add_channel(hall.guild, name) for name in ("elsewhere", "talk"))
    await hall.new_game(hall.bolt, name="Friday race")
    second = await hall.new_game(hall.bolt, name="Duel", channel=other)
    question = await hall.call(hall.host, "game channel", channel=third)
    assert labels(question) == ["Duel", "Friday race"]
    answer = await hall.people.press(hall.host, question, custom_id_of(question, "Duel")).final()
    assert answer.message is not None
    assert text_of(answer.message) == PUT_RIGHT
    assert (await hall.game(second)).channel_id == third.id
    stranger = await hall.forge(hall.cog, f"here:{second}", hall.channel)
    assert stranger.message is not None
    assert text_of(stranger.message) == "Only a host of this race can do that."


@in_hall()
async def test_no_game_is_made_where_the_bot_lacks_what_it_needs(hall: Hall) -> None:
    """It is said in the maker's language, also in a thread of the channel."""
    options = {"name": "Duel", "board": "Pocket Duel"}
    bot = hall.server.application.bot.id
    world = hall.server.world
    events = world.add_role(hall.guild, "Events", Permission(0) | Permission.MANAGE_EVENTS)
    world.set_roles(hall.guild, hall.cog, [events])
    lacks = Permission.CREATE_PUBLIC_THREADS | Permission.READ_MESSAGE_HISTORY
    world.set_overwrite(hall.channel, Overwrite(bot, is_member=True, allow=Permission(0), deny=lacks))
    refused = text_of(await hall.call(hall.cog, "game create", options))
    assert refused == (
        f"In <#{hall.channel.id}> mag ik niet wat een race nodig heeft: Berichtgeschiedenis lezen en Openbare threads"
        " maken. Geef me dat recht in de instellingen van het kanaal."
    )
    world.set_overwrite(hall.channel, Overwrite(bot, is_member=True, allow=Permission(0), deny=Permission.VIEW_CHANNEL))
    assert "View Channel" in text_of(await hall.call(hall.host, "game create", options))
    assert await hall.rows(Game) == []
    world.set_overwrite(hall.channel, Overwrite(bot, is_member=True, allow=Permission(0), deny=Permission.PIN_MESSAGES))
    await hall.call(hall.host, "game create", options)
    assert len(await hall.rows(Game)) == 1
