"""Whatever a bot may send can be seen and used on the page, as the server knows it."""

import discord
import pytest
from playwright.async_api import FilePayload, expect

from tests.bot.play.browser import MEASURE, PHONE, Visit
from tests.bot.play.showpiece import Showpiece, layout, picture, selects, with_showpiece

pytestmark = pytest.mark.long


async def send_all(channel: discord.TextChannel) -> None:
    """Send one message of each make."""
    files = [
        discord.File(picture(), "one.png"),
        discord.File(picture("GIF"), "two.gif"),
        discord.File(__file__, "plan.txt"),
    ]
    await channel.send(view=layout(), files=files)
    embed = discord.Embed(title="An embed", description="with **bold**").add_field(name="Field", value="`value`")
    embed.set_footer(text="the foot").set_author(name="the author")
    await channel.send("Selects", view=selects(), embed=embed)


@with_showpiece(size=PHONE)
async def test_every_component_is_shown(visit: Visit, robot: Showpiece, channel: discord.TextChannel) -> None:
    """Texts, pictures with alt texts, files, links, embeds; within 390 pixels."""
    assert not robot.got
    await send_all(channel)
    pane = await visit.channel()
    container = pane.locator(".container").first
    await expect(container).to_have_css("border-left-color", "rgb(0, 170, 85)")
    for text in ("In a container", "beside a thumbnail", "beside a button"):
        await expect(container).to_contain_text(text)
    await expect(container.locator("hr")).to_have_count(1)
    alts = [await each.get_attribute("alt") for each in await container.locator("img").all()]
    assert alts == ["Thumb", 'A "picture" <b>', ""]
    for image in await container.locator("img").all():
        assert await visit.width_of(image) == 64
    await expect(container.get_by_role("link", name="Download plan.txt")).to_be_visible()
    await expect(pane.get_by_role("link", name="Link")).to_have_attribute("rel", "noreferrer")
    await expect(pane.get_by_role("button", name="Not now")).to_be_disabled()
    embed = pane.locator("article").last.locator(".container")
    for text in ("An embed", "the author", "the foot"):
        await expect(embed.get_by_text(text)).to_be_visible()
    await expect(embed.locator("strong")).to_have_text("bold")
    await expect(embed.locator("code")).to_have_text("value")
    assert await visit.overflow() <= 0


@with_showpiece()
async def test_every_select_takes_a_choice(visit: Visit, robot: Showpiece, channel: discord.TextChannel) -> None:
    """One at once, several in the order of ticking; people, roles and channels by their names."""
    await send_all(channel)
    pane = await visit.channel()
    await pane.get_by_text("One card", exact=True).click()
    await pane.get_by_role("button", name="Card 2").click()
    await pane.get_by_text("Two cards", exact=True).click()
    for label in ("Card 3", "Card 1"):
        await pane.get_by_role("checkbox", name=label).check()
    await pane.get_by_role("button", name="Choose", exact=True).click()
    for placeholder, label in (("A person", "@Cog"), ("A role", "@Race makers"), ("A channel", "#workshop")):
        await pane.get_by_text(placeholder, exact=True).click()
        await pane.get_by_role("button", name=label, exact=True).click()
    await expect(pane.locator(".ephemeral")).to_have_count(5)
    last = next(each for each in visit.house.stage.channels[0].messages.values() if each.content == "Selects")
    for stranger in ("5", "Cog"):
        forged = {"message": str(last.id), "custom_id": "choose-user", "values": [stranger]}
        told = await visit.house.post("act/choose", {**visit.house.who(visit.house.stage.host), **forged})
        assert told["kind"] == "refused"
    stage = visit.house.stage
    role = next(role.id for role in stage.guild.roles.values() if role.name == "Race makers")
    assert {each["custom_id"]: each["values"] for each in robot.got} == {
        "choose-one": ["2"],
        "choose-two": ["3", "1"],
        "choose-user": [str(stage.players[1].id)],
        "choose-role": [str(role)],
        "choose-channel": [str(stage.channels[1].id)],
    }


@with_showpiece(size=PHONE)
async def test_a_form_keeps_what_was_entered_until_it_has_arrived(
    visit: Visit, robot: Showpiece, channel: discord.TextChannel
) -> None:
    """The bot is silent the first time; the second time it gets the same, files too, and the form closes."""
    await send_all(channel)
    pane = await visit.channel()
    await pane.get_by_role("button", name="Form").click()
    dialog = visit.page.get_by_role("dialog", name="A form")
    await expect(dialog.get_by_label("Short")).to_be_focused()
    assert await visit.page.evaluate(MEASURE) == {"faint": [], "small": [], "nameless": []}
    await dialog.get_by_label("Short").fill("robots")
    await expect(dialog.get_by_label("Short")).to_have_value("robot")  # as long as it may be
    await dialog.get_by_label("One card").select_option(label="Card 3")
    await dialog.get_by_label("Somebody").select_option(label="@Dynamo")
    await expect(dialog.get_by_label("Long")).to_have_value("as it is")
    plans: list[FilePayload] = [
        {"name": name, "mimeType": "text/plain", "buffer": b"north"} for name in ("a.txt", "b.txt")
    ]
    await dialog.get_by_label("Files").set_input_files(plans)
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Something went wrong. Try again.")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    await expect(pane.locator(".ephemeral")).to_contain_text("thank you")
    first, second = robot.got
    fields = [
        {key: value for key, value in each["component"].items() if key in {"custom_id", "value", "values"}}
        for each in first["modal"]
    ]
    assert fields[:4] == [
        {"custom_id": "short", "value": "robot"},
        {"custom_id": "one", "values": ["3"]},
        {"custom_id": "user", "values": [str(visit.house.stage.players[2].id)]},
        {"custom_id": "long", "value": "as it is"},
    ]
    for sent in (first, second):
        assert sorted(each["filename"] for each in sent["resolved"]["attachments"].values()) == ["a.txt", "b.txt"]


@with_showpiece()
async def test_a_command_takes_every_kind_of_option(
    visit: Visit, robot: Showpiece, channel: discord.TextChannel
) -> None:
    """Texts, numbers, people, channels, roles, files, choices, completions, yes and no; the optional may be left."""
    assert (robot.got, channel.guild.name) == ([], "Robot club")
    pane = await visit.channel()
    await pane.get_by_role("textbox").fill("/ev")
    await pane.get_by_role("textbox").press("Enter")
    form = pane.get_by_role("form", name="/everything")
    await form.get_by_label("word").fill("north")
    await form.get_by_label("number").fill("3")
    for label, option in (
        ("person", "@Cog"),
        ("place", "#workshop"),
        ("role", "@Race makers"),
        ("choice", "Second"),
        ("sure", "Yes"),
    ):
        await form.get_by_label(label, exact=False).select_option(label=option)
    await form.get_by_label("file").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"north"})
    completed = form.get_by_label("completed")
    await completed.fill("abc")
    await form.locator("datalist option[value='ABC as shown']").wait_for(state="attached")
    await completed.fill("ABC as shown")
    await form.get_by_role("button", name="Send the command").click()
    answer = pane.locator(".ephemeral")
    await expect(answer).to_contain_text("north 3 Cog workshop Race makers a.txt=north 2 value of abc True 0.5 None")
    await expect(answer).to_contain_text("Host used /everything")


@with_showpiece()
async def test_a_bot_that_thinks_or_is_silent_is_shown_as_discord_does(
    visit: Visit, robot: Showpiece, channel: discord.TextChannel
) -> None:
    """Thinking until it answers; after 3 s of silence "This interaction failed"."""
    await send_all(channel)
    pane = await visit.channel()
    await pane.get_by_role("button", name="Think").click()
    await expect(pane.locator(".ephemeral")).to_contain_text("is thinking…")
    await pane.get_by_role("button", name="Silence").click()
    await expect(pane.get_by_role("button", name="Silence")).to_have_attribute("aria-busy", "true")
    await expect(pane.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
    await expect(pane.get_by_role("button", name="Silence")).not_to_have_attribute("aria-busy", "true")
    assert robot.got == []
