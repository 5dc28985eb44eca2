"""A channel as one page: what viewers saw, and nothing that a stranger could slip in."""

import io
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import discord
from discord import ui
from PIL import Image

from bot.playground.model import Permission
from bot.playground.page import write_page
from tests.bot.playground.stage import Stage, on_stage


class Seen(HTMLParser):
    """Collects the pictures, tags and words of a page."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.pictures: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag, and what a picture is."""
        self.tags.append(tag)
        if tag == "img":
            self.pictures.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        """Note words, but those of the style."""
        if self.tags and self.tags[-1] != "style":
            self.words += data


def dot() -> bytes:
    """Return a small picture."""
    file = io.BytesIO()
    Image.new("RGB", (2, 2), "red").save(file, "PNG")
    return file.getvalue()


def written(stage: Stage, title: str, zone: ZoneInfo) -> dict[str, bytes]:
    """Write the page of the stage's channel; return the files."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_page(folder, stage.people, stage.channel, title, zone)
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def post() -> ui.LayoutView:
    """Return a post as the bot makes them: text, picture, button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("**Round 3** until <t:1790000000:F>\n-# g1r3x1-board"))
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description='Bolt at "C4"')))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="My cards", custom_id="cards:1"))
    view.add_item(row)
    return view


@on_stage()
async def test_a_channels_page_shows_what_viewers_saw(stage: Stage) -> None:
    """Texts as Discord shows them, pictures with alt texts, buttons, files, threads; deleted messages are gone."""
    everybody = stage.guild.roles[stage.guild.id]
    stage.server.world.set_role_permissions(stage.guild, everybody, everybody.permissions | Permission.PIN_MESSAGES)
    channel = await stage.robot_channel()
    message = await channel.send(view=post(), file=discord.File(io.BytesIO(dot()), "board.png"))
    await message.pin()
    thread = await message.create_thread(name="The account of round 3")
    await thread.send(f"Cog pushes <@{stage.bolt.id}> north.")
    await channel.send("The record", file=discord.File(io.BytesIO(b"{}"), "record.json"))
    await (await channel.send("a slip")).delete()
    files = written(stage, "The race", ZoneInfo("Europe/Brussels"))
    assert sorted(files) == ["board.png", "index.html", "record.json"]
    assert files["board.png"] == dot()
    page = files["index.html"].decode()
    seen = Seen(page)
    sizes = {"width": "2", "height": "2", "loading": "lazy"}
    assert seen.pictures == [{"src": "board.png", "alt": 'Bolt at "C4"', **sizes}]
    for words in (
        "Round 3",
        "Monday 21 September 2026 16:13",
        'ALTBolt at "C4"',
        "My cards",
        "Cog pushes @Bolt north.",
        "record.json",
        "📌",
    ):
        assert words in seen.words, words
    assert "g1r3x1-board" in seen.words
    assert {"strong", "small", "details"} <= set(seen.tags)
    assert "a slip" not in page
    assert "://" not in page


@on_stage()
async def test_what_strangers_write_is_text_on_the_page(stage: Stage) -> None:
    """No tag, no script, no picture from elsewhere, whatever a message or a name says."""
    stage.bolt.name = "<script>alert(1)</script>"
    stage.people.say(stage.bolt, stage.channel, '<img src=x onerror="alert(1)"> <b>bold</b> §not small§ <t:1:X> <@5>')
    seen = Seen(written(stage, "<i>Race</i>", ZoneInfo("UTC"))["index.html"].decode())
    assert not {"script", "img", "b", "i"} & set(seen.tags) - {"b"}
    assert seen.tags.count("b") == 1  # the author's name
    assert '<img src=x onerror="alert(1)"> <b>bold</b>' in seen.words
    assert "@5" in seen.words


@on_stage()
async def test_how_far_away_a_time_is_is_told_as_it_was_then(stage: Stage) -> None:
    """Whoever reads the page later knows what viewers read: never two dates beside each other."""
    message = stage.people.say(stage.bolt, stage.channel, "soon")
    now = round(message.created.timestamp())
    told = {2 * 86_400: "in 2 days", 86_399: "in 23 hours", 60: "in 1 minute", 0: "in 0 seconds", -3600: "1 hour ago"}
    stage.people.edit(stage.bolt, message, "\n".join(f"({number}: <t:{now + number}:R>)" for number in told))
    words = Seen(written(stage, "Race", ZoneInfo("UTC"))["index.html"].decode()).words
    for number, expected in told.items():
        assert f"({number}: {expected})" in words
