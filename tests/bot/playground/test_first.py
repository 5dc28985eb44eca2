"""The thinnest end to end: login, a slash command, a button, a DM, history."""

import discord

from bot.playground.answers import AnswerKind
from bot.playground.people import text_of
from tests.bot.playground.stage import Stage, on_stage


@on_stage()
async def test_a_bot_logs_in_and_sees_its_guild(stage: Stage) -> None:
    assert stage.robot.user is not None
    assert stage.robot.user.id == stage.server.application.bot.id
    guild = stage.robot.get_guild(stage.guild.id)
    assert guild is not None
    assert (guild.name, [channel.name for channel in guild.channels]) == ("Robot club", ["race"])
    info = await stage.robot.application_info()
    assert info.owner.name == "Keeper"


@on_stage()
async def test_a_command_is_synced_called_and_answered(stage: Stage) -> None:
    @stage.robot.tree.command(description="Says hello")
    async def hello(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Hello {name} from {interaction.user.name}")

    await stage.robot.tree.sync()
    answer = await stage.people.command(stage.bolt, stage.channel, "hello", {"name": "Cog"}).final()
    assert answer.kind is AnswerKind.MESSAGE
    assert answer.message is not None
    assert answer.message.content == "Hello Cog from Bolt"
    assert answer.first_after is not None
    assert answer.first_after < 3


@on_stage()
async def test_a_button_is_pressed_and_a_message_is_updated(stage: Stage) -> None:
    class Counter(discord.ui.View):
        @discord.ui.button(label="More", custom_id="more")
        async def more(self, interaction: discord.Interaction, button: discord.ui.Button["Counter"]) -> None:
            button.label = "Still more"
            await interaction.response.edit_message(content="2", view=self)

    channel = await stage.robot_channel()
    await channel.send("1", view=Counter())
    [message] = stage.people.sees(stage.cog, stage.channel)
    answer = await stage.people.press(stage.cog, message, "more").final()
    assert answer.kind is AnswerKind.UPDATED
    assert text_of(message) == "2"
    assert message.components[0]["components"][0]["label"] == "Still more"
    assert [draft.content for draft in message.earlier] == ["1"]


@on_stage()
async def test_dms_and_history_are_read(stage: Stage) -> None:
    dm = await stage.robot_dm(stage.bolt)
    await dm.send("Your hand")
    stage.people.say(stage.bolt, stage.people.dm(stage.bolt), "3 1 7 8 2")
    await stage.server.until(lambda: stage.robot.heard)
    history = [message.content async for message in dm.history()]
    assert history == ["3 1 7 8 2", "Your hand"]
    assert [message.content for message in stage.people.reads(stage.bolt)] == ["Your hand", "3 1 7 8 2"]
