"""Looking for a message that a dead process, or a lost answer, may have left: by the key that it carries."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import PurePath

import discord

from bot.clock import id_of_moment

MOST_MESSAGES = 200
"""Of the latest messages so many are looked at."""
MARGIN = timedelta(hours=1)
"""So much earlier than its row a message may be, by clocks that differ."""

AnyComponent = object


def carries(message: discord.Message, key: str, custom_id: str | None) -> bool:
    """Whether a message carries a key: as a file's name, a button's id, or its small last line."""
    if any(PurePath(attachment.filename).stem == key for attachment in message.attachments):
        return True
    for component in walk(message.components):
        if custom_id is not None and getattr(component, "custom_id", None) == custom_id:
            return True
        content = getattr(component, "content", None)
        if isinstance(content, str) and content.splitlines()[-1:] == [f"-# {key}"]:
            return True
    return False


def walk(components: Iterable[AnyComponent]) -> Iterator[AnyComponent]:
    """Yield components, and all within them."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


async def find_sent(
    channel: discord.abc.Messageable, own_id: int, key: str, custom_id: str | None, since: datetime
) -> int | None:
    """Return the id of the bot's own message with a key, among the latest since a moment; errors are Discord's."""
    earliest = id_of_moment(since - MARGIN)
    async for message in channel.history(limit=MOST_MESSAGES):
        if message.id < earliest:
            break
        if message.author.id == own_id and carries(message, key, custom_id):
            return message.id
    return None
