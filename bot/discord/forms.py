"""Forms: opened as the first answer, which must come within 3 s, and read by the ids of their fields."""

import asyncio
from collections.abc import Awaitable, Callable
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
    data: object = interaction.data
    waiting: list[object] = [data]
    while waiting:
        found = waiting.pop()
        if isinstance(found, dict):
            if found.get("custom_id") == field:
                return _entry(found.get("values") or found.get("value"))
            waiting.extend(found.values())
        elif isinstance(found, list):
            waiting.extend(found)
    return ""


def _entry(value: object) -> str:
    first = value[0] if isinstance(value, list) else value
    return "" if first is None else str(first).strip()
