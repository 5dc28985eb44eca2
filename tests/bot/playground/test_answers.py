"""How a bot answers what people do, and what people see of it."""

import asyncio
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import app_commands, ui

from bot.playground.answers import Answer, AnswerKind
from bot.playground.commandcall import CannotDoError, Value
from bot.playground.components import walk
from bot.playground.drafts import Upload
from bot.playground.model import MessageFlag, User
from bot.playground.people import alt_texts_of, controls_of, text_of
from bot.playground.world import Policy
from tests.bot.playground.stage import Stage, on_stage

if TYPE_CHECKING:
    from bot.playground.modals import Entry

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (640).to_bytes(4, "big") + (350).to_bytes(4, "big")


async def sent_button(stage: Stage, custom_id: str = "b", *, disabled: bool = False) -> discord.Message:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Press", custom_id=custom_id, disabled=disabled))
    return await (await stage.robot_channel()).send("A button", view=view)


def press(stage: Stage, user: User, custom_id: str = "b") -> Answer:
    message = next(each for each in stage.people.sees(user, stage.channel) if controls_of(each))
    return stage.people.press(user, message, custom_id)


def pressed(stage: Stage) -> "asyncio.Future[discord.Interaction]":
    return asyncio.ensure_future(stage.robot.wait_for("interaction"))


@on_stage()
async def test_a_layout_view_shows_its_gallery_and_files(stage: Stage) -> None:
    view = ui.LayoutView()
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description="The board")
    )
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="My cards", custom_id="cards"))
    view.add_item(ui.Container(ui.TextDisplay("# Round 4"), gallery, row))
    view.add_item(ui.File("attachment://record.json"))
    files = [discord.File(BytesIO(PNG), "board.png"), discord.File(BytesIO(b"{}"), "record.json")]
    sent = await (await stage.robot_channel()).send(view=view, files=files)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    assert text_of(message) == "# Round 4"
    assert alt_texts_of(message) == ["The board"]
    assert [(each.filename, each.content) for each in message.attachments] == [
        ("board.png", PNG),
        ("record.json", b"{}"),
    ]
    assert (sent.attachments[0].width, sent.attachments[0].height) == (640, 350)
    assert await sent.attachments[0].read() == PNG
    container = sent.components[0]
    assert isinstance(container, discord.Container)
    shown = container.children[1]
    assert isinstance(shown, discord.MediaGalleryComponent)
    assert shown.items[0].media.url == sent.attachments[0].url
    assert [each["id"] for each in walk(message.components)] == [1, 2, 3, 4, 5, 6]
    view.children[0].children[0].content = "# Round 5"  # type: ignore[attr-defined] # the text of the container
    await sent.edit(view=view)
    assert text_of(message) == "# Round 5"
    assert len(message.attachments) == 2


@on_stage()
async def test_an_ephemeral_answer_is_seen_by_its_receiver_alone(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    answer = press(stage, stage.bolt)
    interaction = await waiting
    view = ui.View()
    view.add_item(ui.Button(label="Card 1", custom_id="card1"))
    callback = await interaction.response.send_message("Your hand", view=view, ephemeral=True)
    await answer.final()
    assert answer.message is not None
    assert callback.message_id == answer.message.id
    assert stage.people.ephemeral(stage.bolt) == [answer.message]
    assert answer.message in stage.people.sees(stage.bolt, stage.channel)
    assert answer.message not in stage.people.sees(stage.cog, stage.channel)
    with pytest.raises(CannotDoError):
        stage.people.press(stage.cog, answer.message, "card1")
    with pytest.raises(discord.NotFound) as caught:
        await (await stage.robot_channel()).fetch_message(answer.message.id)
    assert caught.value.code == 10008
    waiting = pressed(stage)
    second = stage.people.press(stage.bolt, answer.message, "card1")
    await (await waiting).response.edit_message(content="Card 1 it is", view=None)
    assert (await second.final()).kind is AnswerKind.UPDATED
    assert answer.message.content == "Card 1 it is"
    await interaction.edit_original_response(content="Too late")
    assert answer.message.content == "Too late"
    await interaction.delete_original_response()
    assert stage.people.ephemeral(stage.bolt) == []


@on_stage()
async def test_a_modal_with_labelled_selects_is_filled_in(stage: Stage) -> None:
    class Program(ui.Modal, title="Your program"):
        first: ui.Label["Program"] = ui.Label(
            text="Register 1",
            component=ui.Select(
                custom_id="r1", options=[discord.SelectOption(label=f"Card {n}", value=str(n)) for n in range(1, 10)]
            ),
        )
        note: ui.Label["Program"] = ui.Label(
            text="A note", component=ui.TextInput(custom_id="note", required=False, max_length=20)
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            assert isinstance(self.first.component, ui.Select)
            assert isinstance(self.note.component, ui.TextInput)
            said = f"{self.first.component.values} {self.note.component.value}"
            await interaction.response.send_message(said, ephemeral=True)

    await sent_button(stage)
    waiting = pressed(stage)
    opened = press(stage, stage.bolt)
    await (await waiting).response.send_modal(Program())
    await opened.first()
    assert opened.kind is AnswerKind.MODAL
    assert opened.modal is not None
    assert opened.modal["title"] == "Your program"
    refused: list[dict[str, Entry]] = [
        {"r1": ["10"]},
        {"r1": []},
        {"r1": ["1"], "note": "x" * 21},
        {"r1": ["1"], "r2": ["1"]},
    ]
    for wrong in refused:
        with pytest.raises(CannotDoError):
            stage.people.submit_modal(stage.bolt, opened, wrong)
    with pytest.raises(CannotDoError):
        stage.people.submit_modal(stage.cog, opened, {"r1": ["7"]})
    answer = await stage.people.submit_modal(stage.bolt, opened, {"r1": ["7"], "note": "go"}).final()
    assert answer.message is not None
    assert answer.message.content == "['7'] go"


@on_stage()
async def test_a_deferred_answer_is_finished_by_its_follow_up(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    answer = press(stage, stage.bolt)
    interaction = await waiting
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer.first()
    assert answer.kind is AnswerKind.DEFERRED
    assert not answer.is_final
    assert answer.message is not None
    assert answer.message.draft.flags & MessageFlag.LOADING
    first = await interaction.followup.send("Here it is", file=discord.File(BytesIO(PNG), "hand.png"), wait=True)
    await answer.final()
    assert (first.id, answer.message.content) == (answer.message.id, "Here it is")
    assert not answer.message.draft.flags & MessageFlag.LOADING
    assert answer.message.receiver is stage.bolt
    assert answer.first_after is not None
    assert answer.final_after is not None
    assert answer.first_after <= answer.final_after
    assert stage.server.interactions.answers == [answer]
    second = await interaction.followup.send("And more", ephemeral=True, wait=True)
    assert (await answer.follow_up()).content == "And more"
    await second.edit(content="And less")
    assert answer.follow_ups[0].content == "And less"
    await second.delete()
    assert answer.follow_ups[0].is_deleted


@on_stage()
async def test_a_silent_deferral_is_finished_by_an_edit(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    answer = press(stage, stage.bolt)
    interaction = await waiting
    await interaction.response.defer()
    await answer.first()
    assert answer.kind is AnswerKind.DEFERRED_UPDATE
    await interaction.edit_original_response(content="Changed")
    await answer.final()
    assert answer.message is not None
    assert answer.message.content == "Changed"


@on_stage(Policy(answer_seconds=0.2))
async def test_an_answer_too_late_is_unknown(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    answer = press(stage, stage.bolt)
    interaction = await waiting
    await answer.final()
    assert answer.kind is AnswerKind.FAILED
    with pytest.raises(discord.NotFound) as caught:
        await interaction.response.send_message("Sorry")
    assert caught.value.code == 10062


@on_stage()
async def test_the_second_answer_is_refused(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    press(stage, stage.bolt)
    interaction = await waiting
    twin = discord.InteractionResponse(interaction)  # as a second session of the same token has it
    await interaction.response.defer()
    with pytest.raises(discord.HTTPException) as caught:
        await twin.defer()
    assert caught.value.code == 40060


@on_stage(Policy(token_seconds=0.0))
async def test_a_token_ends(stage: Stage) -> None:
    await sent_button(stage)
    waiting = pressed(stage)
    press(stage, stage.bolt)
    interaction = await waiting
    await interaction.response.defer()
    with pytest.raises(discord.HTTPException) as caught:
        await interaction.followup.send("Too late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


@on_stage()
async def test_people_press_only_what_they_are_shown(stage: Stage) -> None:
    sent = await sent_button(stage, disabled=True)
    with pytest.raises(CannotDoError, match="disabled"):
        press(stage, stage.bolt)
    with pytest.raises(CannotDoError, match="no other"):
        press(stage, stage.bolt, "other")
    await sent.delete()
    [message] = stage.channel.messages.values()
    with pytest.raises(CannotDoError, match="does not see"):
        stage.people.press(stage.bolt, message, "b")
    waiting = pressed(stage)
    answer = stage.people.forge(stage.cog, stage.channel, "game:666", message)
    interaction = await waiting
    assert interaction.data is not None
    assert interaction.data.get("custom_id") == "game:666"
    await interaction.response.send_message("That is not yours", ephemeral=True)
    assert (await answer.final()).kind is AnswerKind.MESSAGE


@on_stage()
async def test_a_select_sends_its_values_in_the_order_of_clicks(stage: Stage) -> None:
    view = ui.View()
    options = [discord.SelectOption(label=name) for name in "abc"]
    view.add_item(ui.Select(custom_id="s", options=options, max_values=2))
    await (await stage.robot_channel()).send("Choose", view=view)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    for wrong in (["d"], [], ["a", "b", "c"], ["a", "a"]):
        with pytest.raises(CannotDoError):
            stage.people.choose(stage.bolt, message, "s", wrong)
    waiting = pressed(stage)
    stage.people.choose(stage.bolt, message, "s", ["c", "a"])
    interaction = await waiting
    assert interaction.data is not None
    assert interaction.data.get("values") == ["c", "a"]


@on_stage()
async def test_subcommands_complete_and_take_files(stage: Stage) -> None:
    group = app_commands.Group(name="board", description="Boards")

    @group.command(description="Shows a board")
    async def show(interaction: discord.Interaction, name: str, sheet: discord.Attachment | None = None) -> None:
        size = 0 if sheet is None else len(await sheet.read())
        await interaction.response.send_message(f"{name} {size} {interaction.locale}")

    @show.autocomplete("name")
    async def names(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=each, value=each) for each in ("green", "grey") if each.startswith(current)]

    stage.robot.tree.add_command(group, guild=discord.Object(stage.guild.id))
    await stage.robot.tree.sync(guild=discord.Object(stage.guild.id))
    assert list(stage.people.commands(stage.cog, stage.channel)) == ["board"]
    answer = await stage.people.complete(stage.cog, stage.channel, "board show", {"name": "gree"}, "name").final()
    assert [choice["value"] for choice in answer.choices] == ["green"]
    options: dict[str, Value] = {"name": "green", "sheet": Upload("a.toml", b"12345")}
    done = await stage.people.command(stage.cog, stage.channel, "board show", options).final()
    assert done.message is not None
    assert done.message.content == "green 5 nl"
    refused: list[tuple[str, dict[str, Value]]] = [
        ("board", {}),
        ("board hide", {}),
        ("board show", {}),
        ("board show", {"name": 5}),
        ("board show", {"nam": "x"}),
        ("game", {}),
    ]
    for name, wrong in refused:
        with pytest.raises(CannotDoError):
            stage.people.command(stage.cog, stage.channel, name, wrong)
    with pytest.raises(CannotDoError):
        stage.people.command(stage.cog, stage.people.dm(stage.cog), "board show", options)


@on_stage()
async def test_commands_work_in_dms_and_keep_to_permissions(stage: Stage) -> None:
    @stage.robot.tree.command(description="For hosts")
    @app_commands.default_permissions(manage_events=True)
    @app_commands.guild_only()
    async def host(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Yes")

    @stage.robot.tree.command(description="For all")
    async def cards(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.guild_id} {interaction.context.dm_channel}")

    await stage.robot.tree.sync()
    dm = stage.people.dm(stage.bolt)
    assert list(stage.people.commands(stage.bolt, stage.channel)) == ["cards"]
    assert sorted(stage.people.commands(stage.server.owner, stage.channel)) == ["cards", "host"]
    assert list(stage.people.commands(stage.server.owner, stage.people.dm(stage.server.owner))) == ["cards"]
    answer = await stage.people.command(stage.bolt, dm, "cards").final()
    assert answer.message is not None
    assert answer.message.content == "None True"


@on_stage()
async def test_selects_of_people_channels_and_roles_resolve_them(stage: Stage) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.UserSelect[ui.View](custom_id="who"))
    view.add_item(ui.ChannelSelect[ui.View](custom_id="where"))
    view.add_item(ui.RoleSelect[ui.View](custom_id="which"))
    await (await stage.robot_channel()).send("Choose", view=view)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    role = stage.server.world.add_role(stage.guild, "Hosts")
    for custom_id, number, kind in (
        ("who", stage.cog.id, "members"),
        ("where", stage.channel.id, "channels"),
        ("which", role.id, "roles"),
    ):
        waiting = pressed(stage)
        stage.people.choose(stage.bolt, message, custom_id, [str(number)])
        data: Any = (await waiting).data  # a union of dictionaries without common keys
        assert list(data["resolved"][kind]) == [str(number)]


@on_stage()
async def test_a_panel_that_is_rebuilt_from_its_message_keeps_its_picture(stage: Stage) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery[ui.LayoutView](discord.MediaGalleryItem("attachment://hand.png")))
    view.add_item(ui.TextDisplay[ui.LayoutView]("In force: nothing"))
    sent = await (await stage.robot_channel()).send(view=view, file=discord.File(BytesIO(PNG), "hand.png"))
    rebuilt = ui.LayoutView.from_message(sent)
    text = rebuilt.children[1]
    assert isinstance(text, ui.TextDisplay)
    text.content = "In force: 3 1 7 8 2"
    await sent.edit(view=rebuilt)
    [message] = stage.people.sees(stage.bolt, stage.channel)
    assert text_of(message) == "In force: 3 1 7 8 2"
    assert message.components[0]["items"][0]["media"]["url"] == "attachment://hand.png"


@on_stage(Policy(edits_list_files=True))
async def test_edits_may_have_to_list_the_files_that_they_refer_to(stage: Stage) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery[ui.LayoutView](discord.MediaGalleryItem("attachment://hand.png")))
    sent = await (await stage.robot_channel()).send(view=view, file=discord.File(BytesIO(PNG), "hand.png"))
    with pytest.raises(discord.HTTPException):
        await sent.edit(view=view)
    await sent.edit(view=view, attachments=sent.attachments)
    await sent.edit(view=ui.LayoutView.from_message(sent))
    [message] = stage.people.sees(stage.bolt, stage.channel)
    assert [each.filename for each in message.attachments] == ["hand.png"]


@on_stage()
async def test_dynamic_items_live_through_a_restart(stage: Stage) -> None:
    class Card(ui.DynamicItem[ui.Button[ui.View]], template=r"g(?P<game>\d+):c(?P<card>\d)"):
        def __init__(self, game: int, card: int) -> None:
            super().__init__(ui.Button(label=str(card), custom_id=f"g{game}:c{card}"))
            self.card = card

        @classmethod
        async def from_custom_id(cls, _i: discord.Interaction, _item: ui.Item[ui.View], match: object) -> "Card":
            return cls(int(match["game"]), int(match["card"]))  # type: ignore[index] # an re.Match

        async def callback(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"Card {self.card}", ephemeral=True)

    await sent_button(stage, "g12:c3")
    stage.robot.add_dynamic_items(Card)
    answer = await press(stage, stage.bolt, "g12:c3").final()
    assert answer.message is not None
    assert answer.message.content == "Card 3"
