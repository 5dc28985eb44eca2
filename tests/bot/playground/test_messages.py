"""Messages, DMs, threads, pins, permissions and nonces."""

import discord
import pytest

from bot.playground.model import DMS_OFF, MessageKind, Overwrite, Permission
from bot.playground.refusals import ApiError
from bot.playground.world import Policy
from tests.bot.playground.stage import Stage, on_stage


async def refused(stage: Stage, text: str = "x") -> int:
    """Return the code with which a message in the channel is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await (await stage.robot_channel()).send(text)
    return caught.value.code


@on_stage()
async def test_history_is_read_before_after_and_around(stage: Stage) -> None:
    channel = await stage.robot_channel()
    sent = [await channel.send(str(number)) for number in range(6)]

    async def texts(**query: object) -> list[str]:
        return [message.content async for message in channel.history(**query)]  # type: ignore[arg-type] # each its own

    assert await texts(limit=3) == ["5", "4", "3"]
    assert await texts(before=sent[2]) == ["1", "0"]
    assert await texts(after=sent[3]) == ["4", "5"]
    assert await texts(after=sent[0], limit=2) == ["1", "2"]
    assert sorted(await texts(around=sent[2], limit=3)) == ["1", "2", "3"]
    assert (await channel.fetch_message(sent[1].id)).content == "1"
    await sent[1].delete()
    with pytest.raises(discord.NotFound) as caught:
        await channel.fetch_message(sent[1].id)
    assert caught.value.code == 10008
    assert await texts() == ["5", "4", "3", "2", "0"]


@on_stage()
async def test_a_nonce_gives_the_first_message_until_it_is_forgotten(stage: Stage) -> None:
    channel = await stage.robot_channel()
    first = await channel.send("Round 4", nonce="g12r4x1-board")
    again = await channel.send("Round 4, again", nonce="g12r4x1-board")
    assert (again.id, again.content, again.nonce) == (first.id, "Round 4", "g12r4x1-board")
    assert (await channel.fetch_message(first.id)).nonce is None
    stage.server.messenger.forget_nonces()
    assert (await channel.send("Round 4, again", nonce="g12r4x1-board")).id != first.id


@on_stage(Policy(nonce_seconds=0.0))
async def test_a_nonce_is_remembered_for_its_window(stage: Stage) -> None:
    channel = await stage.robot_channel()
    first = await channel.send("Round 4", nonce="g12r4x1-board")
    assert (await channel.send("Round 4", nonce="g12r4x1-board")).id != first.id


@on_stage()
async def test_closed_dms_fail_on_sending_alone(stage: Stage) -> None:
    stage.people.close_dms(stage.bolt)
    dm = await stage.robot_dm(stage.bolt)
    with pytest.raises(discord.Forbidden) as caught:
        await dm.send("Your hand")
    assert caught.value.code == 50007
    stage.people.close_dms(stage.bolt, DMS_OFF)
    with pytest.raises(discord.Forbidden) as caught:
        await dm.send("Your hand")
    assert caught.value.code == 50278
    stage.people.open_dms(stage.bolt)
    await dm.send("Your hand")
    stage.server.world.leave(stage.guild, stage.bolt)
    with pytest.raises(discord.Forbidden) as caught:
        await dm.send("Your hand")
    assert caught.value.code == 50278


@on_stage(Policy(new_dms=1))
async def test_opening_dms_too_fast_is_refused(stage: Stage) -> None:
    await stage.robot_dm(stage.bolt)
    await stage.robot_dm(stage.bolt)
    with pytest.raises(discord.Forbidden) as caught:
        await stage.robot_dm(stage.cog)
    assert caught.value.code == 40003


@on_stage()
async def test_a_thread_has_its_messages_id_and_is_made_once(stage: Stage) -> None:
    channel = await stage.robot_channel()
    sent = await channel.send("Round 4")
    thread = await sent.create_thread(name="Round 4, told")
    assert thread.id == sent.id
    await thread.send("Register 1")
    [told] = stage.people.threads(stage.channel)
    starter, line = stage.people.sees(stage.bolt, told)
    assert (starter.kind, line.content) == (MessageKind.THREAD_STARTER, "Register 1")
    with pytest.raises(discord.HTTPException) as caught:
        await sent.create_thread(name="Again")
    assert caught.value.code == 160004
    with pytest.raises(discord.HTTPException) as caught:
        await (await channel.send("x")).create_thread(name="x" * 101)
    assert caught.value.code == 50035
    fetched = await stage.robot.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert fetched.parent_id == channel.id
    assert [each.id for each in await channel.guild.active_threads()] == [thread.id]
    await thread.edit(archived=True)
    assert [each.id async for each in channel.archived_threads()] == [thread.id]
    await channel.create_thread(name="By itself", type=discord.ChannelType.public_thread)
    assert [each.name for each in stage.people.threads(stage.channel)] == ["Round 4, told", "By itself"]


@on_stage()
async def test_pins_need_their_own_permission(stage: Stage) -> None:
    channel = await stage.robot_channel()
    sent = await channel.send("The board")
    with pytest.raises(discord.Forbidden) as caught:
        await sent.pin()
    assert caught.value.code == 50013
    everybody = stage.guild.roles[stage.guild.id]
    stage.server.world.set_role_permissions(stage.guild, everybody, everybody.permissions | Permission.PIN_MESSAGES)
    await sent.pin()
    await sent.pin()
    assert [message.content for message in stage.people.pins(stage.channel)] == ["The board"]
    assert [message.id async for message in channel.pins()] == [sent.id]
    old = await stage.robot.http.request(
        discord.http.Route("GET", "/channels/{channel_id}/pins", channel_id=channel.id)
    )
    assert [message["content"] for message in old] == ["The board"]
    assert [message.kind for message in stage.people.sees(stage.bolt, stage.channel)] == [
        MessageKind.DEFAULT,
        MessageKind.PIN_ADDED,
    ]
    await sent.unpin()
    assert stage.people.pins(stage.channel) == []


@on_stage()
async def test_permissions_are_those_of_the_channel(stage: Stage) -> None:
    world, bot = stage.server.world, stage.server.application.bot

    def deny(permission: Permission) -> None:
        world.set_overwrite(stage.channel, Overwrite(bot.id, is_member=True, allow=Permission(0), deny=permission))

    channel = await stage.robot_channel()
    sent = await channel.send("x")
    deny(Permission.ATTACH_FILES)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send(file=discord.File(__file__, "a.txt"))
    assert caught.value.code == 50013
    deny(Permission.EMBED_LINKS)
    with pytest.raises(discord.Forbidden):
        await channel.send(embed=discord.Embed(title="x"))
    deny(Permission.CREATE_PUBLIC_THREADS)
    with pytest.raises(discord.Forbidden):
        await sent.create_thread(name="x")
    deny(Permission.SEND_MESSAGES_IN_THREADS)
    thread = await sent.create_thread(name="x")
    with pytest.raises(discord.Forbidden):
        await thread.send("x")
    deny(Permission.SEND_MESSAGES)
    assert await refused(stage) == 50013
    deny(Permission.READ_MESSAGE_HISTORY)
    assert [message async for message in channel.history()] == []
    deny(Permission.VIEW_CHANNEL)
    assert await refused(stage) == 50001
    world.delete_channel(stage.channel)
    with pytest.raises(discord.NotFound) as lost:
        await channel.send("x")
    assert lost.value.code == 10003


@on_stage()
async def test_a_bot_that_was_thrown_out_has_no_access(stage: Stage) -> None:
    channel = await stage.robot_channel()
    removed = stage.robot.wait_for("guild_remove", timeout=5)
    stage.server.world.leave(stage.guild, stage.server.application.bot)
    await removed
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50001


@on_stage()
async def test_people_and_the_bot_delete_what_they_may(stage: Stage) -> None:
    own = stage.people.say(stage.bolt, stage.channel, "mine")
    with pytest.raises(ApiError):
        stage.people.delete(stage.cog, own)
    with pytest.raises(ApiError):
        stage.people.edit(stage.cog, own, "yours")
    stage.people.edit(stage.bolt, own, "still mine")
    stage.people.delete(stage.server.owner, own)
    assert stage.people.sees(stage.bolt, stage.channel) == []
    theirs = stage.people.say(stage.bolt, stage.channel, "mine")
    message = await (await stage.robot_channel()).fetch_message(theirs.id)
    with pytest.raises(discord.Forbidden):
        await message.delete()
    with pytest.raises(discord.Forbidden) as caught:
        await message.edit(content="x")
    assert caught.value.code == 50005


@on_stage()
async def test_texts_of_others_are_hidden_but_in_dms_and_mentions(stage: Stage) -> None:
    bot = stage.server.application.bot
    stage.people.say(stage.bolt, stage.channel, "secret")
    stage.people.say(stage.bolt, stage.channel, f"<@{bot.id}> hello")
    stage.people.say(stage.bolt, stage.people.dm(stage.bolt), "program")
    await stage.server.until(lambda: len(stage.robot.heard) == 3)
    assert stage.robot.heard == ["", f"<@{bot.id}> hello", "program"]
    channel = await stage.robot_channel()
    assert [message.content async for message in channel.history()] == [f"<@{bot.id}> hello", ""]


@on_stage()
async def test_mentions_notify_only_whom_they_may(stage: Stage) -> None:
    channel = await stage.robot_channel()
    text = f"<@{stage.bolt.id}> @everyone"
    await channel.send(text)
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    await channel.send(text, allowed_mentions=discord.AllowedMentions(everyone=False, users=[stage.bolt]))
    told = [
        (message.draft.mentions, message.draft.mentions_everyone)
        for message in stage.people.sees(stage.cog, stage.channel)
    ]
    assert told == [((stage.bolt.id,), True), ((), False), ((stage.bolt.id,), False)]


@on_stage()
async def test_an_edited_dm_tells_its_time(stage: Stage) -> None:
    said = stage.people.say(stage.bolt, stage.people.dm(stage.bolt), "1 2 3 4 5")
    changed = stage.robot.wait_for("raw_message_edit", timeout=5)
    stage.people.edit(stage.bolt, said, "5 4 3 2 1")
    payload = await changed
    assert payload.message.content == "5 4 3 2 1"
    assert payload.message.edited_at == said.edited
    assert payload.message.created_at == said.created


@on_stage()
async def test_members_roles_and_users_are_fetched(stage: Stage) -> None:
    guild = await stage.robot.fetch_guild(stage.guild.id)
    role = stage.server.world.add_role(stage.guild, "Hosts", Permission.MANAGE_EVENTS)
    stage.server.world.set_roles(stage.guild, stage.bolt, [role])
    payload = await stage.robot.http.get_member(guild.id, stage.bolt.id)
    assert payload["roles"] == [str(role.id)]
    assert "Hosts" in [each.name for each in await guild.fetch_roles()]
    assert [each.name for each in await guild.fetch_channels()] == ["race"]
    with pytest.raises(discord.NotFound) as caught:
        await guild.fetch_member(1)
    assert caught.value.code == 10013
    with pytest.raises(discord.NotFound) as caught:
        await stage.robot.fetch_user(1)
    assert caught.value.code == 10013
    with pytest.raises(discord.Forbidden):
        await stage.robot.http.get_members(guild.id, 10, None)
    with pytest.raises(discord.NotFound):
        await stage.robot.fetch_guild(1)
    assert [each.name async for each in stage.robot.fetch_guilds()] == ["Robot club"]
