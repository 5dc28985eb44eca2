"""Reminders as players choose them: by command, by buttons, by form; what holds, and when the next one comes."""

from datetime import timedelta

import pytest

from bot.db.tables import Message, Player
from bot.moderator import games
from bot.moderator.orders import Order
from bot.moderator.outbox import Kind
from bot.playground.answers import Answer, AnswerKind
from bot.playground.people import custom_id_of, text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.hall import Hall, in_hall, labels, told
from tests.bot.discord.rallystage import DEADLINE, RallyStage


async def wishes(hall: Hall) -> list[tuple[object, ...]]:
    """Return what people chose."""
    rows = await hall.rows(Player)
    return [(row.reminder_minutes, row.quiet_from, row.quiet_until) for row in rows]


async def fill(hall: Hall, form: Answer, minutes: str, quiet_from: str, until: str) -> Answer:
    """Send the form."""
    assert form.kind is AnswerKind.MODAL, form
    entries = {"minutes": minutes, "from": quiet_from, "until": until}
    return await hall.people.submit_modal(hall.bolt, form, entries).final()


@in_hall()
async def test_reminders_are_shown_and_chosen(hall: Hall) -> None:
    game = await hall.new_game(hall.bolt, name="Duel")
    panel = await hall.call(hall.bolt, "reminders")
    deadline = (await hall.panel(game, hall.bolt)).deadline

    def coming(minutes: int) -> str:
        at = int((deadline - timedelta(minutes=minutes)).timestamp())
        return f"Duel, round 1: the next one comes <t:{at}:F> ("

    title, when, quiet, comes = text_of(panel).split("\n")
    assert title == "⏰ **Your reminders**, in all your races. They come only while you have no program."
    assert (when, quiet) == ("When: as each race says", "Quiet hours: none")
    assert comes.startswith(coming(180))
    assert labels(panel) == ["Change…", "As the race says", "Never"]
    assert labels(panel, enabled=False) == ["As the race says"]
    await hall.press(hall.bolt, panel, "Never")
    assert "When: never" in text_of(panel)
    assert "Duel, round 1: none comes before the deadline" in text_of(panel)
    await hall.restart()
    form = await hall.press(hall.bolt, panel, "Change…")
    assert form.modal is not None
    assert [each["component"].get("value") for each in form.modal["components"]] == ["none", None, None]
    await fill(hall, form, "45, 300", " 7:00", "8:30")
    assert "When: 300 and 45 minutes before the deadline" in text_of(panel)
    assert "Quiet hours: from 07:00 to 08:30, by each race's clocks" in text_of(panel)
    assert coming(300) in text_of(panel)
    assert await wishes(hall) == [([45, 300], "07:00", "08:30")]
    await hall.press(hall.bolt, panel, "As the race says")
    assert await wishes(hall) == [(None, "07:00", "08:30")]
    await fill(hall, await hall.press(hall.bolt, panel, "Change…"), "", "", "")
    assert await wishes(hall) == [(None, None, None)]


@in_hall()
async def test_a_command_changes_what_it_names_and_nothing_else(hall: Hall) -> None:
    """Also in direct messages, and for who plays nowhere; in the language of who asks."""
    direct = hall.people.dm(hall.cog)
    told_first = text_of(await hall.call(hall.cog, "reminders", {"minutes": "60"}, direct))
    assert "Wanneer: 60 minuten voor de deadline" in told_first
    assert "Je programmeert nu geen ronde." in told_first
    await hall.call(hall.cog, "reminders", {"from": "22:00", "until": "8:00"})
    assert await wishes(hall) == [([60], "22:00", "08:00")]
    await hall.call(hall.cog, "reminders", {"until": "9:00"})
    await hall.call(hall.cog, "reminders", {"minutes": "RACE"})
    assert await wishes(hall) == [(None, "22:00", "09:00")]
    await hall.call(hall.cog, "reminders", {"minutes": "geen", "from": "none", "until": "geen"})
    assert await wishes(hall) == [([], None, None)]


HOSTILE = "@everyone `x` <@1>"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"minutes": "0"}, "The reminders “0” cannot be used: at most 5 numbers are expected, each 1 to"),
        ({"minutes": "1 2 3 4 5 6"}, "The reminders “1, 2, 3, 4, 5, 6” cannot be used"),
        ({"minutes": HOSTILE.replace("1", "x")}, "The reminders “@\u200beveryone \\`x\\`"),
        ({"from": "25:00", "until": "8:00"}, "“25:00” is no time of day: 0:00 to 23:59 is expected"),
        ({"from": HOSTILE, "until": "8:00"}, "“@\u200beveryone \\`x\\` \\<@\u200b1\\>” is no time of day"),
        ({"from": "22:00"}, "Quiet hours need a beginning and an end."),
    ],
)
def test_what_cannot_be_used_is_refused_and_changes_nothing(on: On, options: dict[str, str], expected: str) -> None:
    async def story(stage: RallyStage) -> None:
        answer = await stage.server.people.command(stage.host, stage.channel, "reminders", dict(options)).final()
        assert told(answer).startswith(expected)
        assert [row.reminder_minutes for row in await stage.rows(Player) if row.reminder_minutes is not None] == []

    on(story)


@in_hall()
async def test_a_form_that_cannot_be_used_leaves_the_panel(hall: Hall) -> None:
    panel = await hall.call(hall.bolt, "reminders")
    before = text_of(panel)
    sent = await fill(hall, await hall.press(hall.bolt, panel, "Change…"), "soon", "", "")
    assert told(sent).startswith("The reminders “soon” cannot be used")
    assert told(sent).endswith("You wrote: “soon · none · none”")
    assert text_of(panel) == before
    unknown = told(await hall.forge(hall.bolt, "reminders:sing"))
    assert unknown == "That button belongs to nothing that I know. Press **My cards** for your hand."


@in_hall()
async def test_a_paused_race_and_a_program_that_is_in_are_told(hall: Hall) -> None:
    other = hall.server.world.add_channel(hall.guild, "elsewhere")
    game = await hall.new_game(hall.bolt, name="Duel")
    paused = await hall.new_game(hall.bolt, name="Relay", channel=other)
    hand = await hall.deal(game, hall.bolt)
    for place in range(1, 6):
        await hall.tap(hall.bolt, hand, place)
    order = Order(paused, hall.host.id, "rain")
    await hall.rally.do(lambda session, now: games.pause(session, now, order))
    text = text_of(await hall.call(hall.bolt, "reminders"))
    assert "Duel, round 1: your program is in, so none comes" in text
    assert "Relay, round 1: paused, so none comes" in text


def test_a_reminder_has_the_ways_to_the_hand_and_to_other_reminders(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(1)
        await stage.at(DEADLINE - timedelta(minutes=179))
        bolt, people = stage.players[0], stage.server.people
        await stage.until(lambda rows: any(row.kind == Kind.REMINDER and row.message_id for row in rows), Message)
        reminder = stage.dms(bolt)[-1]
        assert text_of(reminder).startswith("⏰ Friday race, round 1: Bolt has no program yet.")
        assert labels(reminder) == ["My cards", "Reminders"]
        shown = await people.press(bolt, reminder, custom_id_of(reminder, "Reminders")).final()
        assert "When: as each race says" in told(shown)
        assert "Friday race, round 1: the next one comes <t:" in told(shown)
        hand = await people.press(bolt, reminder, custom_id_of(reminder, "My cards")).final()
        assert "In force: nothing yet" in told(hand)

    on(story)
