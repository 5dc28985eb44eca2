"""Less used corners: routes and fields that a bot may come to need, refused or served as Discord does."""

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui
from discord.http import Route

from bot.playground.access import guild_permissions, permissions_in
from bot.playground.answers import AnswerKind
from bot.playground.commandcall import CannotDoError
from bot.playground.drafts import Upload, size_in_pixels
from bot.playground.model import Overwrite, Permission
from bot.playground.people import alt_texts_of, custom_id_of, text_of
from tests.bot.playground.stage import Stage, on_stage


async def ask(stage: Stage, method: str, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
    route = Route(method, path)
    return await (stage.robot.http.request(route, json=body) if body else stage.robot.http.request(route))


async def code(stage: Stage, method: str, path: str, **body: object) -> int:
    """Return the code with which a request is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await ask(stage, method, path, **body)
    return caught.value.code


@on_stage()
async def test_ids_that_lead_nowhere_have_their_codes(stage: Stage) -> None:
    app, channel = stage.server.application.id, stage.channel.id
    assert await code(stage, "GET", "/channels/nonsense") == 50035
    assert await code(stage, "GET", "/channels/1") == 10003
    assert await code(stage, "GET", f"/channels/{channel}/messages/1") == 10008
    assert await code(stage, "GET", f"/channels/{channel}/messages?limit=101") == 50035
    assert await code(stage, "GET", "/applications/1/commands") == 20012
    assert await code(stage, "DELETE", f"/applications/{app}/commands/1") == 10063
    assert await code(stage, "POST", "/users/@me/channels", recipient_id="1") == 10013
    assert await code(stage, "POST", "/users/@me/channels", recipient_id=str(app)) == 50007
    assert await code(stage, "POST", "/interactions/1/x/callback", type=4) == 10062
    assert await code(stage, "POST", f"/webhooks/{app}/x", content="x") == 10015
    assert await code(stage, "POST", "/webhooks/1/x", content="x") == 10015
    assert await code(stage, "GET", f"/guilds/{stage.guild.id}/members/1") == 10013
    outsider = stage.server.world.add_person("Stranger")
    assert await code(stage, "GET", f"/guilds/{stage.guild.id}/members/{outsider.id}") == 10007


@on_stage()
async def test_what_is_not_served_is_noted(stage: Stage) -> None:
    with pytest.raises(discord.NotFound):
        await stage.robot.fetch_invite("x")
    assert [str(each) for each in stage.server.traffic.failures] == ["GET /api/v10/invites/x is not served"]
    stage.server.traffic.failures.clear()


@on_stage()
async def test_a_body_that_is_no_json_is_refused(stage: Stage) -> None:
    url = f"{stage.server.url}/api/v10/channels/{stage.channel.id}/messages"
    headers = {"Authorization": f"Bot {stage.server.token}"}
    async with aiohttp.ClientSession() as session, session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
        assert response.headers["Content-Type"] == "application/json"


@on_stage()
async def test_typing_bulk_deletion_and_gateway_are_served(stage: Stage) -> None:
    channel = await stage.robot_channel()
    async with channel.typing():
        sent = [await channel.send(str(number)) for number in range(2)]
    with pytest.raises(discord.Forbidden):
        await channel.delete_messages(sent)
    everybody = stage.guild.roles[stage.guild.id]
    wanted = everybody.permissions | Permission.MANAGE_MESSAGES
    stage.server.world.set_role_permissions(stage.guild, everybody, wanted)
    await channel.delete_messages(sent)
    assert stage.people.sees(stage.bolt, stage.channel) == []
    _, url, _ = await stage.robot.http.get_bot_gateway()
    assert url.startswith("ws://127.0.0.1:")
    with pytest.raises(discord.Forbidden):
        await channel.edit(name="other")
    with pytest.raises(discord.Forbidden):
        await channel.delete()


@on_stage()
async def test_replies_refer_to_messages_that_are_there(stage: Stage) -> None:
    own = stage.people.say(stage.bolt, stage.channel, "Question")
    channel = await stage.robot_channel()
    question = await channel.fetch_message(own.id)
    reply = await question.reply("Answer")
    assert reply.reference is not None
    assert reply.reference.message_id == own.id
    assert stage.people.say(stage.bolt, stage.channel, "Thanks", reply_to=own).reply_to == own.id
    stage.people.delete(stage.bolt, own)
    with pytest.raises(discord.HTTPException):
        await question.reply("Too late")
    assert (await channel.send("Still", reference=question.to_reference(fail_if_not_exists=False))).reference is None


@on_stage()
async def test_people_upload_and_the_bot_reads(stage: Stage) -> None:
    files = [Upload("my board.toml", b"12345"), Upload("a.gif", b"GIF89a\x02\x00\x03\x00")]
    said = stage.people.say(stage.bolt, stage.people.dm(stage.bolt), "", files)
    dm = await stage.robot_dm(stage.bolt)
    message = await dm.fetch_message(said.id)
    assert [await each.read() for each in message.attachments] == [each.content for each in files]
    assert [each.filename for each in message.attachments] == ["my_board.toml", "a.gif"]
    assert (message.attachments[1].width, message.attachments[1].height) == (2, 3)
    assert size_in_pixels(b"text") is None
    async with aiohttp.ClientSession() as session, session.get(f"{stage.server.url}/attachments/1/1/x") as response:
        assert response.status == 404


@on_stage()
async def test_embeds_show_attached_pictures(stage: Stage) -> None:
    embed = discord.Embed(title="The board").set_image(url="attachment://a.png").set_thumbnail(url="attachment://b.png")
    sent = await (await stage.robot_channel()).send(embed=embed, file=discord.File(__file__, "a.png"))
    assert sent.embeds[0].image.url == sent.attachments[0].url
    assert sent.embeds[0].thumbnail.url == "attachment://b.png"


@on_stage()
async def test_texts_and_alt_texts_are_found_in_classic_messages_too(stage: Stage) -> None:
    channel = await stage.robot_channel()
    await channel.send("Words", file=discord.File(__file__, "a.png", description="A board"))
    [message] = stage.people.sees(stage.bolt, stage.channel)
    assert (text_of(message), alt_texts_of(message)) == ("Words", ["A board"])


@on_stage()
async def test_all_fields_of_a_modal_are_filled_in(stage: Stage) -> None:
    class Protest(ui.Modal, title="Speak up"):
        def __init__(self) -> None:
            super().__init__()
            radio = ui.RadioGroup[Protest](custom_id="radio")
            group = ui.CheckboxGroup[Protest](custom_id="group", max_values=2)
            for name in ("a", "b"):
                radio.add_option(label=name, value=name)
                group.add_option(label=name, value=name)
            self.fields: list[Any] = [
                radio,
                group,
                ui.Checkbox[Protest](custom_id="box"),
                ui.FileUpload[Protest](custom_id="file"),
                ui.UserSelect[Protest](custom_id="user"),
            ]
            for item in self.fields:
                self.add_item(ui.Label(text="Field", component=item))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            radio, group, box, file, user = self.fields
            content = await file.values[0].read()
            said = f"{radio.value} {group.values} {box.value} {content!r} {user.values[0].name}"
            await interaction.response.send_message(said)

    @stage.robot.tree.command(description="Opens a modal")
    async def protest(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Protest())

    await stage.robot.tree.sync()
    opened = await stage.people.command(stage.bolt, stage.channel, "protest").first()
    with pytest.raises(CannotDoError):
        stage.people.submit_modal(stage.bolt, opened, {"group": ["c"]})
    entries: dict[str, Any] = {
        "radio": "b",
        "group": ["a"],
        "box": True,
        "file": [Upload("a", b"1")],
        "user": [str(stage.cog.id)],
    }
    answer = await stage.people.submit_modal(stage.bolt, opened, entries).final()
    assert answer.message is not None
    assert answer.message.content == "b ['a'] True b'1' Cog"


@on_stage()
async def test_a_classic_text_field_keeps_what_it_shows(stage: Stage) -> None:
    class Note(ui.Modal, title="A note"):
        note: ui.TextInput["Note"] = ui.TextInput(label="Note", custom_id="note", default="As before", min_length=3)

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(self.note.value)

    @stage.robot.tree.command(description="Opens a modal")
    async def note(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Note())

    await stage.robot.tree.sync()
    opened = await stage.people.command(stage.bolt, stage.channel, "note").first()
    for text in ("", "xy"):
        with pytest.raises(CannotDoError):
            stage.people.submit_modal(stage.bolt, opened, {"note": text})
    answer = await stage.people.submit_modal(stage.bolt, opened, {}).final()
    assert answer.message is not None
    assert answer.message.content == "As before"


@on_stage()
async def test_options_keep_to_their_choices_and_ranges(stage: Stage) -> None:
    @stage.robot.tree.command(description="Sets things")
    @discord.app_commands.choices(kind=[discord.app_commands.Choice(name="A", value="a")])
    async def change(
        interaction: discord.Interaction,
        kind: str,
        number: discord.app_commands.Range[int, 1, 5],
        where: discord.TextChannel,
        who: discord.Member | discord.Role,
    ) -> None:
        await interaction.response.send_message(f"{kind} {number} {who.name} {where.id}")

    await stage.robot.tree.sync()
    role = stage.server.world.add_role(stage.guild, "Hosts")
    fine: dict[str, Any] = {"kind": "a", "number": 5, "who": stage.cog, "where": stage.channel}
    for who, name in ((stage.cog, "Cog"), (role, "Hosts")):
        answer = await stage.people.command(stage.bolt, stage.channel, "change", fine | {"who": who}).final()
        assert answer.kind is AnswerKind.MESSAGE
        assert answer.message is not None
        assert answer.message.content == f"a 5 {name} {stage.channel.id}"
    for wrong in ({"kind": "b"}, {"number": 6}, {"number": "5"}, {"who": stage.channel}):
        with pytest.raises(CannotDoError):
            stage.people.command(stage.bolt, stage.channel, "change", fine | wrong)
    with pytest.raises(CannotDoError):
        stage.people.complete(stage.bolt, stage.channel, "change", {"kind": "a"}, "kind")


@on_stage()
async def test_permissions_are_computed_as_discord_does(stage: Stage) -> None:
    world, bolt = stage.server.world, stage.bolt
    none = Permission(0)
    role = world.add_role(stage.guild, "Hosts", Permission.MANAGE_EVENTS)
    world.set_roles(stage.guild, bolt, [role])
    assert guild_permissions(stage.guild, bolt) & Permission.MANAGE_EVENTS
    send = Permission.SEND_MESSAGES
    world.set_overwrite(stage.channel, Overwrite(stage.guild.id, is_member=False, allow=none, deny=send))
    assert not permissions_in(stage.channel, bolt) & send
    assert permissions_in(stage.channel, stage.server.owner) & send
    world.set_overwrite(stage.channel, Overwrite(role.id, is_member=False, allow=send, deny=none))
    assert permissions_in(stage.channel, bolt) & send
    world.set_overwrite(stage.channel, Overwrite(bolt.id, is_member=True, allow=none, deny=Permission.VIEW_CHANNEL))
    assert permissions_in(stage.channel, bolt) == none
    assert stage.people.opens(bolt) == []
    assert stage.people.sees(bolt, stage.channel) == []
    world.set_role_permissions(stage.guild, role, Permission.ADMINISTRATOR)
    assert permissions_in(stage.channel, bolt) & send
    assert permissions_in(stage.channel, world.add_person("Stranger")) == none


@on_stage()
async def test_strangers_and_wrong_controls_do_nothing(stage: Stage) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Button[ui.View](label="Press", custom_id="b"))
    view.add_item(ui.Select[ui.View](custom_id="s", options=[discord.SelectOption(label="a")]))
    await (await stage.robot_channel()).send("x", view=view)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    outsider = stage.server.world.add_person("Stranger")
    assert custom_id_of(message, "Press") == "b"
    with pytest.raises(CannotDoError, match="Press"):
        custom_id_of(message, "Pull")
    with pytest.raises(CannotDoError):
        stage.people.press(stage.bolt, message, "s")
    with pytest.raises(CannotDoError):
        stage.people.choose(stage.bolt, message, "b", ["a"])
    with pytest.raises(CannotDoError):
        stage.people.forge(outsider, stage.channel, "b", message)
    waiting = asyncio.ensure_future(stage.robot.wait_for("interaction"))
    answer = stage.people.press(stage.bolt, message, "b")
    interaction = await waiting
    await interaction.response.send_message("Yours", ephemeral=True)
    await answer.final()
    assert answer.message is not None
    stage.people.delete(stage.bolt, answer.message)
    assert stage.people.ephemeral(stage.bolt) == []
    with pytest.raises(discord.NotFound):
        await interaction.edit_original_response(content="Gone")
    with pytest.raises(discord.NotFound):
        await interaction.original_response()
