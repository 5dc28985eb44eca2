"""Each fault of the network, as the bot sees it."""

import asyncio
import errno
from datetime import timedelta

import aiohttp
import discord
import pytest

from bot.playground.answers import Answer, AnswerKind
from bot.playground.faults import Fault
from bot.playground.traffic import USUAL_BUCKETS
from bot.playground.world import Policy
from tests.bot.playground.stage import Stage, on_stage

SEND = "POST /channels/{channel_id}/messages"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


def texts(stage: Stage) -> list[str]:
    return [message.content for message in stage.people.sees(stage.bolt, stage.channel)]


def statuses(stage: Stage, route: str = SEND) -> list[int]:
    return [request.status for request in stage.server.traffic.log if request.route == route]


@on_stage()
async def test_a_429_with_via_is_waited_for(stage: Stage) -> None:
    stage.server.faults.too_many(SEND, 0.05)
    await (await stage.robot_channel()).send("x")
    assert (texts(stage), statuses(stage)) == (["x"], [429, 200])


@on_stage()
async def test_a_429_without_via_and_a_503_are_errors_at_once(stage: Stage) -> None:
    channel = await stage.robot_channel()
    stage.server.faults.too_many(SEND, 0.05, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("x")
    assert caught.value.status == 429
    stage.server.faults.status(SEND, 503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("x")
    assert (texts(stage), statuses(stage)) == ([], [429, 503])


@on_stage()
async def test_a_429_that_asks_for_too_much_time_is_an_error(stage: Stage) -> None:
    stage.server.faults.too_many(SEND, 31)
    with pytest.raises(discord.RateLimited):
        await (await stage.robot_channel()).send("x")


@on_stage()
async def test_a_502_is_tried_again_and_the_nonce_keeps_it_one_message(stage: Stage) -> None:
    channel = await stage.robot_channel()
    stage.server.faults.status(SEND, 502, is_stored=True)
    await channel.send("x", nonce="g12r4x1-board")
    assert (texts(stage), statuses(stage)) == (["x"], [502, 200])


@on_stage()
async def test_500_504_and_524_are_tried_again(stage: Stage) -> None:
    async def send(status: int) -> None:
        channel = stage.server.world.add_channel(stage.guild, f"race-{status}")
        fault = Fault(
            route=SEND, status=status, where=lambda request: request.match_info["channel_id"] == str(channel.id)
        )
        stage.server.faults.add(fault)
        await stage.robot.get_partial_messageable(channel.id).send(str(status))

    await asyncio.gather(*map(send, (500, 504, 524)))
    assert sorted(statuses(stage)) == [200, 200, 200, 500, 504, 524]


@on_stage()
async def test_a_dropped_connection_is_an_aiohttp_error_and_not_tried_again(stage: Stage) -> None:
    channel = await stage.robot_channel()
    stage.server.faults.drop(SEND, is_stored=True)
    with pytest.raises(aiohttp.ServerDisconnectedError) as caught:
        await channel.send("x")
    assert not isinstance(caught.value, OSError)
    assert (texts(stage), statuses(stage)) == (["x"], [0])
    stage.server.faults.drop(SEND)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("y")
    assert texts(stage) == ["x"]


@on_stage()
async def test_a_reset_connection_is_an_os_error_too(stage: Stage) -> None:
    stage.server.faults.drop(SEND, is_stored=True, by_reset=True)
    with pytest.raises(aiohttp.ClientOSError) as caught:
        await (await stage.robot_channel()).send("x")
    assert caught.value.errno == errno.ECONNRESET
    assert (texts(stage), statuses(stage)) == (["x"], [0])


async def answered_under(stage: Stage, fault: Fault) -> tuple[Answer, Exception | None]:
    """Press a button whose answer meets a fault; return what comes of it, and what the bot sees."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button[discord.ui.View](label="Press", custom_id="b"))
    await (await stage.robot_channel()).send("x", view=view)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    stage.server.faults.add(fault)
    waiting = asyncio.ensure_future(stage.robot.wait_for("interaction"))
    answer = stage.people.press(stage.bolt, message, "b")
    interaction = await waiting
    try:
        await interaction.response.send_message("Yes", ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        return answer, error
    return answer, None


@on_stage()
async def test_an_interactions_answer_is_tried_again_after_a_503_too(stage: Stage) -> None:
    answer, error = await answered_under(stage, Fault(route=CALLBACK, status=503))
    assert (answer.kind, error) == (AnswerKind.MESSAGE, None)
    assert statuses(stage, CALLBACK) == [503, 200]


@on_stage()
async def test_an_answer_that_was_stored_before_a_502_is_refused_when_tried_again(stage: Stage) -> None:
    answer, error = await answered_under(stage, Fault(route=CALLBACK, status=502, is_stored=True))
    assert answer.kind is AnswerKind.MESSAGE
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060


@on_stage()
async def test_an_answer_whose_connection_drops_is_not_tried_again(stage: Stage) -> None:
    answer, error = await answered_under(stage, Fault(route=CALLBACK, is_dropped=True, is_stored=True))
    assert answer.kind is AnswerKind.MESSAGE
    assert isinstance(error, aiohttp.ClientError)


@on_stage()
async def test_a_held_answer_comes_when_it_is_released(stage: Stage) -> None:
    channel = await stage.robot_channel()
    fault = stage.server.faults.hold(SEND, skip=1)
    await channel.send("1")
    sending = asyncio.create_task(channel.send("2"))
    await fault.reached()
    assert texts(stage) == ["1", "2"]
    assert not sending.done()
    fault.release()
    await sending
    slow = stage.server.faults.slow(SEND, 0.1)
    await channel.send("3")
    assert slow.hits == 1
    assert stage.server.traffic.log[-1].seconds >= 0.1


@on_stage(Policy(old_edits=1))
async def test_edits_of_old_messages_are_limited(stage: Stage) -> None:
    sent = await (await stage.robot_channel()).send("1")
    for number in range(5):
        await sent.edit(content=str(number))
    stage.clock.offset = timedelta(minutes=61)
    await sent.edit(content="5")
    with pytest.raises(discord.RateLimited) as caught:
        await sent.edit(content="6")
    assert caught.value.retry_after > 3000
    assert texts(stage) == ["5"]


@on_stage(Policy(requests_per_second=5))
async def test_requests_are_counted_and_limited(stage: Stage) -> None:
    before = len(stage.server.traffic.log)
    users = [stage.robot.fetch_user(stage.bolt.id) for _ in range(6)]
    await asyncio.gather(*users)
    log = stage.server.traffic.log[before:]
    assert [request.status for request in log].count(200) == 6
    assert 429 in [request.status for request in log]
    assert stage.server.traffic.most_refused() == len(log) - 6
    assert stage.server.traffic.count()["GET /users/{user_id}"] == len(log)
    assert stage.server.traffic.most_in_a_second() >= 5


@on_stage()
async def test_buckets_of_a_route_are_told_in_headers_and_kept_by_the_bot(stage: Stage) -> None:
    stage.server.traffic.buckets.update(USUAL_BUCKETS)
    stage.server.traffic.buckets[SEND] = (3, 0.5)
    channel = await stage.robot_channel()
    await asyncio.gather(*(channel.send(str(number)) for number in range(6)))
    assert len(texts(stage)) == 6
    assert statuses(stage).count(200) == 6


@on_stage()
async def test_a_link_expires(stage: Stage) -> None:
    sent = await (await stage.robot_channel()).send(file=discord.File(__file__, "a.txt"))
    assert await sent.attachments[0].read()
    stage.clock.offset = timedelta(hours=25)
    with pytest.raises(discord.NotFound):
        await sent.attachments[0].read()
    fresh = await sent.channel.fetch_message(sent.id)
    assert await fresh.attachments[0].read()
