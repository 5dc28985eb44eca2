"""A bot that shows all that Discord has: each component, each field of a form, each option of a command."""

import io
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from bot.discord.address import point_discord_at
from tests.bot.play.browser import Tour, Visit, in_browser
from tests.bot.playground.stage import Robot, log_in, log_out


def picture(kind: str = "PNG") -> io.BytesIO:
    """Return a small picture."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(file, kind)
    file.seek(0)
    return file


class Showpiece(Robot):
    """Answers whatever is pressed by saying what it got."""

    def __init__(self) -> None:
        """Have one command with all kinds of options."""
        super().__init__()
        self.got: list[dict[str, Any]] = []
        self.tree.add_command(_everything)

    async def setup_hook(self) -> None:
        """Tell the commands."""
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Open a form, keep silent, think for ever, fail, or say what came."""
        data: Any = interaction.data
        wanted = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            self.got.append({"modal": data["components"], "resolved": data.get("resolved")})
            if len(self.got) % 2:
                return  # the form stays open, with all that was entered
            await interaction.response.send_message("thank you", ephemeral=True)
        elif wanted == "form":
            await interaction.response.send_modal(form())
        elif wanted == "think":
            await interaction.response.defer(thinking=True, ephemeral=True)
        elif wanted.startswith(("say", "choose")):
            self.got.append({"custom_id": wanted, "values": data.get("values")})
            await interaction.response.send_message(f"got {data.get('values') or wanted}", ephemeral=True)


def form() -> ui.Modal:
    """Return a form with a field of each kind but files."""
    modal = ui.Modal(title="A form", custom_id="the-form")
    modal.add_item(ui.Label(text="Short", component=ui.TextInput(custom_id="short", max_length=5)))
    options = [discord.SelectOption(label=f"Card {number}", value=str(number)) for number in (1, 2, 3)]
    modal.add_item(
        ui.Label(text="One card", description="of three", component=ui.Select(custom_id="one", options=options))
    )
    modal.add_item(ui.Label(text="Somebody", component=ui.UserSelect(custom_id="user", required=False)))
    long = ui.TextInput[Any](custom_id="long", style=discord.TextStyle.paragraph, required=False, default="as it is")
    modal.add_item(ui.Label(text="Long", component=long))
    modal.add_item(ui.Label(text="Files", component=ui.FileUpload(custom_id="files", required=False, max_values=2)))
    modal.stop()
    return modal


@app_commands.command(name="everything", description="All options")
@app_commands.describe(word="A word")
@app_commands.choices(
    choice=[app_commands.Choice(name="First", value="1"), app_commands.Choice(name="Second", value="2")]
)
async def _everything(  # noqa: PLR0913, PLR0917 - one of each
    interaction: discord.Interaction,
    word: app_commands.Range[str, 2, 8],
    number: app_commands.Range[int, 1, 5],
    person: discord.Member,
    place: discord.TextChannel,
    role: discord.Role,
    file: discord.Attachment,
    choice: str,
    completed: str,
    sure: bool,  # noqa: FBT001 - the form of an option
    ratio: float = 0.5,
    anybody: discord.Member | discord.Role | None = None,
) -> None:
    content = (await file.read()).decode()
    told = (word, number, person, place, role, f"{file.filename}={content}", choice, completed, sure, ratio, anybody)
    await interaction.response.send_message(" ".join(map(str, told)), ephemeral=True)


@_everything.autocomplete("completed")
async def _complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{current.upper()} as shown", value=f"value of {current}")]


def layout() -> ui.LayoutView:
    """Return a message with each of the newer components."""
    view = ui.LayoutView(timeout=None)
    inner: list[ui.Item[Any]] = [
        ui.TextDisplay("## In a container\n-# small <t:1790000000:R>"),
        ui.Separator(),
        ui.Section(
            ui.TextDisplay("beside a thumbnail"), accessory=ui.Thumbnail("attachment://one.png", description="Thumb")
        ),
        ui.Section(ui.TextDisplay("beside a button"), accessory=ui.Button(label="Side", custom_id="say-side")),
        ui.MediaGallery(
            discord.MediaGalleryItem("attachment://one.png", description='A "picture" <b>'),
            discord.MediaGalleryItem("attachment://two.gif"),
        ),
        ui.Separator(visible=False),
        ui.File("attachment://plan.txt"),
    ]
    view.add_item(ui.Container(*inner, accent_color=0x00AA55))
    buttons: list[ui.Button[Any]] = [
        *(
            ui.Button(label=style.name, style=style, custom_id=f"say-{style.name}")
            for style in list(discord.ButtonStyle)[:4]
        ),
        ui.Button(label="Link", url="https://discord.com/"),
    ]
    view.add_item(ui.ActionRow(*buttons))
    others: list[ui.Button[Any]] = [
        ui.Button(label="Form", emoji="\N{MEMO}", custom_id="form"),
        ui.Button(label="Think", custom_id="think"),
        ui.Button(label="Silence", custom_id="silence"),
        ui.Button(label="Not now", custom_id="no", disabled=True),
    ]
    view.add_item(ui.ActionRow(*others))
    return view


def selects() -> ui.View:
    """Return a select of each kind."""
    view = ui.View(timeout=None)
    options = [
        discord.SelectOption(label=f"Card {number}", value=str(number), description="of three") for number in (1, 2, 3)
    ]
    view.add_item(ui.Select(custom_id="choose-one", placeholder="One card", options=options))
    view.add_item(
        ui.Select(custom_id="choose-two", placeholder="Two cards", options=options, min_values=2, max_values=2)
    )
    view.add_item(ui.UserSelect(custom_id="choose-user", placeholder="A person"))
    view.add_item(ui.RoleSelect(custom_id="choose-role", placeholder="A role"))
    view.add_item(ui.ChannelSelect(custom_id="choose-channel", placeholder="A channel"))
    return view


Tell = Callable[[Visit, Showpiece, discord.TextChannel], Awaitable[None]]


def with_showpiece(**settings: Any) -> Callable[[Tell], Callable[[], None]]:  # noqa: ANN401 - a browser's
    """Make a test of a coroutine function that gets a visit, and the bot that shows all there is."""

    def decorate(tell: Tell) -> Callable[[], None]:
        async def tour(visit: Visit) -> None:
            server = visit.house.stage.server
            point_discord_at(server.url)
            robot = Showpiece()
            task = await log_in(server, robot)
            try:
                channel = robot.get_channel(visit.house.stage.channels[0].id)
                assert isinstance(channel, discord.TextChannel)
                await tell(visit, robot, channel)
            finally:
                await log_out(robot, task)
                point_discord_at("")

        tour.__doc__, tour.__name__ = tell.__doc__, getattr(tell, "__name__", "test")
        made: Tour = tour
        return in_browser(has_bot=False, **settings)(made)

    return decorate
