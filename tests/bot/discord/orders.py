"""Hosts at their panel in tests: they choose from lists, fill in forms, and answer questions."""

from collections.abc import Mapping

from bot.playground.answers import Answer, AnswerKind
from bot.playground.modals import Entry
from bot.playground.model import Message, User
from bot.playground.people import controls_of
from tests.bot.discord.hall import Hall


def offered(message: Message) -> list[str]:
    """Return what can be chosen from the list in a message."""
    [select] = [each for each in controls_of(message) if "options" in each]
    return [str(option["value"]) for option in select["options"]]


async def choose(hall: Hall, user: User, message: Message, value: str) -> Answer:
    """Choose from the list in a message."""
    [select] = [each for each in controls_of(message) if "options" in each]
    return await hall.people.choose(user, message, str(select["custom_id"]), [value]).final()


async def fill(hall: Hall, user: User, form: Answer, entries: Mapping[str, Entry]) -> Answer:
    """Fill in a form, and send it."""
    assert form.kind is AnswerKind.MODAL, form
    return await hall.people.submit_modal(user, form, entries).final()


async def order(hall: Hall, user: User, path: str, entries: Mapping[str, Entry] | None = None) -> Message:
    """Open the panel, choose what the path says from its lists, and fill in the form; return the panel."""
    panel = await hall.call(user, "game panel")
    more = next(label for label in ("More…", "Meer…") if label in {each.get("label") for each in controls_of(panel)})
    await hall.press(user, panel, more)
    answer: Answer | None = None
    for value in path.split():
        answer = await choose(hall, user, panel, value)
    if entries is not None:
        assert answer is not None
        await fill(hall, user, answer, entries)
    return panel


def shown_in(form: Answer) -> dict[str, object]:
    """Return what stands in a form at first, by its fields."""
    assert form.modal is not None
    controls = [part["component"] for part in form.modal["components"]]
    return {
        str(each["custom_id"]): next((o["value"] for o in each["options"] if o.get("default")), None)
        if each.get("options")
        else each.get("value")
        for each in controls
    }
