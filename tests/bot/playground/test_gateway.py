"""The gateway: compression, sessions, RESUME, invalid sessions, and several sessions of one token."""

import asyncio
import json

import aiohttp
import discord
import pytest

from bot.discord.address import point_discord_at
from bot.playground.people import controls_of
from bot.playground.server import Playground
from tests.bot.playground.stage import Robot, Stage, StageClock, furnish, log_in, log_out, on_stage


def say(stage: Stage, text: str) -> None:
    stage.people.say(stage.bolt, stage.people.dm(stage.bolt), text)


@on_stage()
async def test_a_cut_connection_is_resumed_and_nothing_is_missed(stage: Stage) -> None:
    session = stage.server.gateway.of()[0].id
    resumed = asyncio.create_task(stage.robot.wait_for("resumed", timeout=10))
    await asyncio.sleep(0)
    stage.server.gateway.cut()
    say(stage, "while you were away")
    await resumed
    await stage.server.until(lambda: stage.robot.heard)
    assert stage.robot.heard == ["while you were away"]
    assert [each.id for each in stage.server.gateway.of()] == [session]
    say(stage, "and now")
    await stage.server.until(lambda: len(stage.robot.heard) == 2)


@on_stage()
async def test_a_session_that_is_gone_is_begun_anew(stage: Stage) -> None:
    session = stage.server.gateway.of()[0].id
    ready = asyncio.create_task(stage.robot.wait_for("ready", timeout=10))
    await asyncio.sleep(0)
    stage.server.gateway.cut(resumable=False)
    say(stage, "while you were away")
    await ready
    assert [each.id for each in stage.server.gateway.of()] != [session]
    assert stage.robot.heard == []
    say(stage, "and now")
    await stage.server.until(lambda: stage.robot.heard)
    assert stage.robot.heard == ["and now"]
    dm = await stage.robot_dm(stage.bolt)
    assert [message.content async for message in dm.history()] == ["and now", "while you were away"]


@on_stage()
async def test_a_session_is_invalidated_in_a_living_connection(stage: Stage) -> None:
    ready = asyncio.create_task(stage.robot.wait_for("ready", timeout=10))
    await asyncio.sleep(0)
    stage.server.gateway.invalidate()
    await ready
    assert len(stage.server.gateway.of()) == 1


@on_stage()
async def test_a_client_reconnects_when_asked(stage: Stage) -> None:
    resumed = asyncio.create_task(stage.robot.wait_for("resumed", timeout=10))
    await asyncio.sleep(0)
    stage.server.gateway.ask_to_reconnect()
    await resumed
    assert len(stage.server.gateway.of()) == 1


@on_stage()
async def test_an_outage_is_waited_out(stage: Stage) -> None:
    resumed = asyncio.create_task(stage.robot.wait_for("resumed", timeout=20))
    await asyncio.sleep(0)
    stage.server.gateway.refuses = True
    with stage.server.changes() as changes:
        stage.server.gateway.cut()
        say(stage, "into the dark")
        while (await anext(changes)).name != "SESSION_REFUSED":
            pass
    stage.server.gateway.refuses = False
    await resumed
    await stage.server.until(lambda: stage.robot.heard)
    assert stage.robot.heard == ["into the dark"]


@on_stage()
async def test_two_sessions_of_one_token_both_get_every_event(stage: Stage) -> None:
    twin = Robot()
    task = await log_in(stage.server, twin)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press", custom_id="b"))
    await (await stage.robot_channel()).send("x", view=view)
    both = [asyncio.create_task(robot.wait_for("interaction", timeout=10)) for robot in (stage.robot, twin)]
    await asyncio.sleep(0)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    assert controls_of(message)
    answer = stage.people.press(stage.bolt, message, "b")
    first, second = await asyncio.gather(*both)
    await first.response.send_message("First")
    with pytest.raises(discord.HTTPException) as caught:
        await second.response.send_message("Second")
    assert caught.value.code == 40060
    assert (await answer.final()).message in stage.people.sees(stage.cog, stage.channel)
    await log_out(twin, task)


@on_stage()
async def test_changes_of_guilds_channels_and_members_arrive(stage: Stage) -> None:
    world = stage.server.world
    made = asyncio.create_task(stage.robot.wait_for("guild_channel_create", timeout=10))
    await asyncio.sleep(0)
    channel = world.add_channel(stage.guild, "boards")
    assert (await made).name == "boards"
    gone = asyncio.create_task(stage.robot.wait_for("guild_channel_delete", timeout=10))
    await asyncio.sleep(0)
    world.delete_channel(channel)
    assert (await gone).id == channel.id
    joined = asyncio.create_task(stage.robot.wait_for("guild_join", timeout=10))
    await asyncio.sleep(0)
    other = world.add_guild("Other club", stage.server.owner, "nl")
    world.join(other, stage.server.application.bot)
    assert (await joined).preferred_locale is discord.Locale.dutch
    own = asyncio.create_task(stage.robot.wait_for("member_update", timeout=10))
    await asyncio.sleep(0)
    world.set_roles(stage.guild, stage.server.application.bot, [world.add_role(stage.guild, "Bots")])
    before, after = await own
    assert [len(member.roles) for member in (before, after)] == [1, 2]


@on_stage()
async def test_members_are_queried_over_the_gateway(stage: Stage) -> None:
    guild = stage.robot.get_guild(stage.guild.id)
    assert guild is not None
    assert [member.name for member in await guild.query_members("bo")] == ["Bolt"]
    assert [member.name for member in await guild.query_members(user_ids=[stage.cog.id])] == ["Cog"]


@on_stage()
async def test_the_stream_of_changes_tells_what_happens(stage: Stage) -> None:
    with stage.server.changes() as changes:
        await (await stage.robot_channel()).send("x")
        told = [await anext(changes), await anext(changes)]
    assert [happening.name for happening in told] == ["MESSAGE_CREATE", "REQUEST_ANSWERED"]


async def frames(playground: Playground, token: str, query: str, intents: int = 0) -> tuple[list[object], int | None]:
    """Identify with a bare websocket; return what the server said first, and the code with which it closed."""
    url = playground.url.replace("http", "ws") + "/gateway?v=10&encoding=json" + query
    said: list[object] = []
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await socket.send_json({"op": 2, "d": {"token": token, "intents": intents, "properties": {}}})
        while len(said) < 2:
            message = await socket.receive(timeout=5)
            if message.type is not aiohttp.WSMsgType.TEXT:
                return said, socket.close_code
            said.append(json.loads(message.data)["op"])
    return said, None


def test_bad_tokens_and_forbidden_intents_are_refused() -> None:
    async def run() -> None:
        async with Playground(StageClock()) as playground:
            assert await frames(playground, "nonsense", "") == ([10], 4004)
            assert await frames(playground, playground.token, "", 1 << 15) == ([10], 4014)
            assert await frames(playground, playground.token, "", 1 << 1) == ([10], 4014)
            assert await frames(playground, playground.token, "", 1) == ([10, 0], None)

    asyncio.run(run())


def test_discord_py_says_what_is_wrong_with_token_and_intents() -> None:
    async def run() -> None:
        async with Playground(StageClock()) as playground:
            point_discord_at(playground.url)
            furnish(playground)
            intents = discord.Intents.default()
            intents.message_content = True
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await log_in(playground, Robot(intents))
            playground.application.may_read_content = True
            robot = Robot(intents)
            task = await log_in(playground, robot)
            await log_out(robot, task)
            playground.application.token = "another"  # noqa: S105 - a test's
            with pytest.raises(discord.LoginFailure):
                await log_in(playground, Robot())
            point_discord_at("")

    asyncio.run(run())


def test_an_empty_address_means_the_real_discord() -> None:
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_discord_at("http://127.0.0.1:1")
    assert discord.http.Route.BASE == "http://127.0.0.1:1/api/v10"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:1/gateway"
    point_discord_at("")
    assert before == (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
