"""Discord's limits, each refused with its code."""

from io import BytesIO
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from discord.http import Route

from bot.playground.answers import AnswerKind
from bot.playground.world import Policy
from tests.bot.playground.stage import Stage, on_stage

MESSAGES = "/channels/{channel_id}/messages"


async def post(stage: Stage, payload: dict[str, Any]) -> dict[str, Any]:
    """Send a message that discord.py would not build."""
    route = Route("POST", MESSAGES, channel_id=stage.channel.id)
    answer: dict[str, Any] = await stage.robot.http.request(route, json=payload)
    return answer


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "b", label: str = "Press", **more: object) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def select(*values: str, **more: object) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(url: str, **more: object) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


V2 = 1 << 15
TOO_MUCH: dict[str, dict[str, Any]] = {
    "content": {"content": "x" * 2001},
    "nonce": {"content": "x", "nonce": "n" * 26},
    "components": {"components": [row(button(str(n))) for n in range(6)]},
    "components.0.components": {"components": [row(*[button(str(n)) for n in range(6)])]},
    "components.0.components.0.label": {"components": [row(button(label="x" * 81))]},
    "components.0.components.0.custom_id": {"components": [row(button("x" * 101))]},
    "components.0.components.1.custom_id": {"components": [row(button(), button())]},
    "components.0.components.0.options": {"components": [row(select(*map(str, range(26))))]},
    "components.0.components.0.options.1.value": {"components": [row(select("a", "a"))]},
    "components.0.components.0.max_values": {"components": [row(select("a", max_values=2))]},
    "components.0.type": {"components": [text("not classic")]},
    "embeds.0.title": {"embeds": [{"title": "x" * 257}]},
    "embeds.0.fields.0.value": {"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]},
    "embeds": {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
    "message_reference": {"content": "x", "message_reference": {"message_id": "1"}},
    "allowed_mentions.parse": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    "attachments.0.id": {"content": "x", "attachments": [{"id": 0}]},
}
TOO_MUCH_V2: dict[str, dict[str, Any]] = {
    "content": {"content": "x", "components": [text("x")]},
    "embeds.": {"embeds": [{"title": "x"}], "components": [text("x")]},
    "components": {"components": [text("x" * 2001), text("x" * 2000)]},
    "components.": {"components": [{"type": 17, "components": [text("x") for _ in range(40)]}]},
    "components.0.items.0.media.url": {"components": [gallery("attachment://gone.png")]},
    "components.0.items.0.media.url.": {"components": [gallery("gone.png")]},
    "components.0.items.0.description": {
        "components": [gallery("https://127.0.0.1/a.png", description="x" * 1025)],
    },
    "components.0.components.0.type": {"components": [{"type": 17, "components": [{"type": 17, "components": []}]}]},
    "components.1.id": {"components": [{**text("x"), "id": 5}, {**text("x"), "id": 5}]},
    "components.0.content": {"components": [text("")]},
    "components.0.accessory": {"components": [{"type": 9, "components": [text("x")]}]},
    "components.0.file.url": {"components": [{"type": 13, "file": {"url": "https://127.0.0.1/a.png"}}]},
}


def error_at(error: discord.HTTPException, path: str) -> bool:
    """Tell whether the error tree has an error at a path, as discord.py reads it out."""
    return f"In {path.rstrip('.')}: " in error.text


@on_stage()
async def test_each_limit_of_messages_is_refused_at_its_place(stage: Stage) -> None:
    cases = [*TOO_MUCH.items(), *((path, {**payload, "flags": V2}) for path, payload in TOO_MUCH_V2.items())]
    for path, payload in cases:
        with pytest.raises(discord.HTTPException) as caught:
            await post(stage, payload)
        assert (caught.value.status, caught.value.code) == (400, 50035), path
        assert error_at(caught.value, path), f"{path}: {caught.value.text}"
    assert stage.people.sees(stage.bolt, stage.channel) == []


@on_stage()
async def test_all_that_is_just_within_the_limits_is_sent(stage: Stage) -> None:
    rows = [row(*[button(f"{r}{c}", "x" * 80) for c in range(5)]) for r in range(4)]
    await post(
        stage, {"content": "x" * 2000, "nonce": "n" * 25, "components": [*rows, row(select(*map(str, range(25))))]}
    )
    container = {"type": 17, "components": [text("x" * 100) for _ in range(39)]}
    await post(stage, {"components": [container], "flags": V2})
    await post(stage, {"components": [text("x" * 4000)], "flags": V2})
    await post(stage, {"components": [gallery("https://127.0.0.1/a.png", description="x" * 1024)], "flags": V2})
    assert len(stage.people.sees(stage.bolt, stage.channel)) == 4


@on_stage(Policy(alt_text_limit=256))
async def test_alt_text_can_be_limited_to_256(stage: Stage) -> None:
    channel = await stage.robot_channel()
    await channel.send(file=discord.File(BytesIO(b"x"), "a.png", description="x" * 256))
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send(file=discord.File(BytesIO(b"x"), "a.png", description="x" * 257))
    assert error_at(caught.value, "attachments.0.description")


@on_stage()
async def test_an_empty_message_is_refused(stage: Stage) -> None:
    for payload in ({"content": ""}, {"content": "  \n"}, {}):
        with pytest.raises(discord.HTTPException) as caught:
            await post(stage, dict(payload))
        assert caught.value.code == 50006


@on_stage()
async def test_files_and_requests_that_are_too_large_are_refused(stage: Stage) -> None:
    channel = await stage.robot_channel()
    mebi = 1024 * 1024
    for sizes in ([10 * mebi + 1], [9 * mebi, 9 * mebi, 8 * mebi]):
        with pytest.raises(discord.HTTPException) as caught:
            await channel.send(files=[discord.File(BytesIO(bytes(size)), "a.bin") for size in sizes])
        assert (caught.value.status, caught.value.code) == (413, 40005)
    await channel.send(file=discord.File(BytesIO(bytes(10 * mebi)), "a.bin"))
    with pytest.raises(discord.HTTPException):
        await channel.send(files=[discord.File(BytesIO(b"x"), f"{n}.txt") for n in range(11)])


@on_stage()
async def test_edits_keep_what_they_do_not_name(stage: Stage) -> None:
    channel = await stage.robot_channel()
    sent = await channel.send("Words", file=discord.File(BytesIO(b"x"), "a.txt"))
    [message] = stage.people.sees(stage.bolt, stage.channel)
    await sent.edit(content="Other words")
    assert [each.filename for each in message.attachments] == ["a.txt"]
    await sent.edit(attachments=[*sent.attachments, discord.File(BytesIO(b"y"), "b.txt")])
    assert [each.filename for each in message.attachments] == ["a.txt", "b.txt"]
    await sent.edit(attachments=[])
    assert (message.content, message.attachments) == ("Other words", ())
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="", attachments=[])
    assert caught.value.code == 50006


@on_stage()
async def test_a_message_cannot_become_v2_and_keep_its_content(stage: Stage) -> None:
    sent = await (await stage.robot_channel()).send("Words")
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("Other words"))
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(view=view)
    assert caught.value.code == 50035
    await sent.edit(content=None, view=view)
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="Back")
    assert caught.value.code == 50035


@on_stage()
async def test_modals_and_choices_are_checked(stage: Stage) -> None:
    @stage.robot.tree.command(description="Opens")
    async def opens(interaction: discord.Interaction, name: str) -> None:
        modal = ui.Modal(title="x" * 46 if name == "title" else "x")
        for number in range(5):
            modal.add_item(
                ui.Label(text="x" * (46 if name == "label" else 45), component=ui.TextInput(custom_id=str(number)))
            )
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_modal(modal)
        await interaction.response.send_message(str(caught.value.code))

    @opens.autocomplete("name")
    async def names(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.autocomplete([app_commands.Choice(name="x" * 101, value=current)])
        return [app_commands.Choice(name=str(caught.value.code), value=current)]

    await stage.robot.tree.sync()
    for name in ("title", "label"):
        answer = await stage.people.command(stage.bolt, stage.channel, "opens", {"name": name}).final()
        assert answer.message is not None
        assert answer.message.content == "50035"
    completed = await stage.people.complete(stage.bolt, stage.channel, "opens", {"name": "go"}, "name").final()
    assert completed.choices == [{"name": "50035", "value": "go"}]


@on_stage()
async def test_callbacks_that_do_not_fit_are_refused(stage: Stage) -> None:
    @stage.robot.tree.command(description="Tries")
    async def tries(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        for number in (6, 7, 8, 99):
            with pytest.raises(discord.HTTPException) as caught:
                await stage.robot.http.request(Route("POST", path), json={"type": number, "data": {}})
            assert caught.value.code == 50035
        await interaction.response.send_message("Refused all four")

    await stage.robot.tree.sync()
    answer = await stage.people.command(stage.bolt, stage.channel, "tries").first()
    assert answer.kind is AnswerKind.MESSAGE


def command(**more: object) -> dict[str, Any]:
    return {"name": "game", "description": "Games", "type": 1, **more}


def option(name: str = "o", kind: int = 3, **more: object) -> dict[str, Any]:
    return {"name": name, "description": "An option", "type": kind, **more}


WRONG_COMMANDS: dict[str, list[dict[str, Any]]] = {
    "0.name": [command(name="Game")],
    "0.name.": [command(name="my game")],
    "0.name..": [command(name="x" * 33)],
    "1.name": [command(), command()],
    "0.description": [command(description="")],
    "0.options": [command(options=[option(f"o{n}") for n in range(26)])],
    "0.options.": [command(options=[option(), option("sub", 1)])],
    "0.options.1.name": [command(options=[option(), option()])],
    "0.options.1.required": [command(options=[option("a"), option("b", required=True)])],
    "0.options.0.choices": [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
    "0.options.0.autocomplete": [command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)])],
    "0.name_localizations.dutch": [command(name_localizations={"dutch": "spel"})],
    "0.name_localizations.nl": [command(name_localizations={"nl": "Een spel"})],
    "0.description_localizations.nl": [command(description_localizations={"nl": "x" * 101})],
    "0": [command(options=[option(f"o{n}", choices=[{"name": "x" * 100, "value": "x" * 100}] * 2) for n in range(25)])],
}


@on_stage()
async def test_each_limit_of_commands_is_refused_at_its_place(stage: Stage) -> None:
    http, number = stage.robot.http, stage.server.application.id
    for path, payload in WRONG_COMMANDS.items():
        with pytest.raises(discord.HTTPException) as caught:
            await http.bulk_upsert_global_commands(number, payload)
        assert caught.value.code == 50035
        assert error_at(caught.value, path), f"{path}: {caught.value.text}"
    with pytest.raises(discord.HTTPException):
        await http.bulk_upsert_global_commands(number, [command(name=f"c{n}") for n in range(101)])
    full = [command(name=f"c{n}", name_localizations={"nl": f"ñ_{n}"}) for n in range(100)]
    assert len(await http.bulk_upsert_global_commands(number, full)) == 100
    with pytest.raises(discord.HTTPException) as caught:
        await http.upsert_global_command(number, command())  # type: ignore[arg-type] # a command without ids
    assert caught.value.code == 30032
    [first, *_] = await stage.robot.tree.fetch_commands()
    await first.delete()
    assert len(await stage.robot.tree.fetch_commands()) == 99
    kept = await stage.robot.tree.fetch_commands()
    again = await http.bulk_upsert_global_commands(number, full[50:])
    assert {int(each["id"]) for each in again} <= {each.id for each in kept}
