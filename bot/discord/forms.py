"""Forms: opened as the first answer, which must come within 3 s, and read by the ids of their fields."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TypeVar

from discord import ui

from bot.discord.answering import Asked, locale_language, tell
from bot.text.answers import Reply, reply
from bot.text.languages import words_in

PATIENCE_SECONDS = 2.0
"""So long what a form needs is looked for: Discord waits for 3 s."""

T = TypeVar("T")
Modal = ui.Modal


async def found_soon(interaction: Asked, look: Callable[[], Awaitable[T]]) -> T | None:
    """Return what a form needs, None if that took too long: then the person has been told to press again."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await look()
    except TimeoutError:
        words = words_in(locale_language(str(interaction.locale)))
        await tell(interaction, reply(words, Reply.FORM_TOO_SLOW))
        return None


async def open_form(interaction: Asked, form: Modal) -> None:
    """Answer with a form; its own answer is found by its id, after a restart too."""
    form.stop()
    await interaction.response.send_modal(form)


def entered(interaction: Asked, field: str) -> str:
    """Return what was entered or chosen in a field of a form; the form need not be known any more."""
    found = (_value(each) for each in objects(interaction.data) if each.get("custom_id") == field)
    return next(found, "")


def chosen(interaction: Asked) -> str:
    """Return what was chosen in a list under a message."""
    return _value(dict(interaction.data or {}))


def objects(told: object) -> Iterator[Mapping[str, object]]:
    """Yield all objects in what Discord tells of a form."""
    if isinstance(told, dict):
        yield told
        for value in told.values():
            yield from objects(value)
    elif isinstance(told, list):
        for value in told:
            yield from objects(value)


def _value(component: Mapping[str, object]) -> str:
    values = component.get("values")
    first = values[0] if isinstance(values, list) and values else component.get("value")
    return "" if first is None else str(first).strip()
