"""One errand of the outbox carried out at Discord: a message sent, edited, pinned, or given a thread."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.discord.compose import Composed, compose, compose_again
from bot.discord.directs import Directs
from bot.discord.errands import Errand
from bot.discord.failures import (
    NO_ACCESS,
    NO_PERMISSION,
    THREAD_EXISTS,
    UNKNOWN_MESSAGE,
    code_of,
    is_about_alt_text,
)
from bot.discord.finding import find_sent
from bot.discord.pictures import Painter
from bot.discord.reading import Reading
from bot.moderator.outbox import IN_THREAD, Kind

if TYPE_CHECKING:
    from discord.abc import Messageable

ARCHIVE_MINUTES: Final = 10080
"""A week: so long a thread without news stays in the list."""
_MOST_PINS = 30003
_NO_PIN = frozenset((NO_ACCESS, NO_PERMISSION, UNKNOWN_MESSAGE, _MOST_PINS))
_MENTIONS_NOBODY = discord.AllowedMentions.none()


async def _with_alt_texts(composed: Composed, act: Callable[[Composed], Awaitable[int]]) -> int:
    """Do something with a message, and again with short alternative texts where those are refused."""
    try:
        return await act(composed)
    except discord.HTTPException as error:
        if not is_about_alt_text(error):
            raise
    return await act(replace(composed, has_short_alt=True))


class Sender:
    """Carries errands out. What goes wrong is raised as Discord says it."""

    def __init__(self, client: discord.Client, directs: Directs, painter: Painter) -> None:
        """Act as a client that is logged in."""
        self._client = client
        self._directs = directs
        self._painter = painter

    async def carry_out(self, errand: Errand) -> int:
        """Carry an errand out; return the id of the message that it is about. Raises PictureError before it begins."""
        if errand.kind is Kind.PIN:
            return await self._pin(errand)
        if errand.kind is Kind.THREAD:
            return await self._start_thread(errand)
        assert errand.reading is not None, "all others say something"
        if errand.edits is not None:
            try:
                return await self._change(errand.edits, errand, errand.reading)
            except discord.NotFound as error:
                if code_of(error) != UNKNOWN_MESSAGE:
                    raise
        composed = await compose(self._painter, errand.reading)
        return await _with_alt_texts(composed, lambda composed: self._deliver(errand, composed))

    async def _deliver(self, errand: Errand, composed: Composed) -> int:
        looks = errand.attempts > 1
        if errand.user_id is not None:
            return await self._directs.reach(
                errand.user_id, lambda channel: self._send(channel, errand, composed, looks=looks)
            )
        looks = looks or errand.edits is not None  # an edit of what was deleted is posted anew
        return await self._send(self._channel(self._place(errand)), errand, composed, looks=looks)

    async def _send(self, channel: "Messageable", errand: Errand, composed: Composed, *, looks: bool) -> int:
        if looks:
            own = self._client.user
            assert own is not None, "a client that is logged in has an account"
            reading = composed.reading
            found = await find_sent(channel, own.id, reading.key, reading.custom_id, errand.created_at)
            if found is not None:
                return found
        message = await channel.send(
            view=composed.view(), files=composed.attachments(), nonce=errand.key, allowed_mentions=_MENTIONS_NOBODY
        )
        return message.id

    async def _change(self, message_id: int, errand: Errand, reading: Reading) -> int:
        """Show a message anew, in the channel or in somebody's direct messages."""
        if errand.user_id is not None:
            return await self._directs.reach(errand.user_id, lambda channel: self._edit(message_id, channel, reading))
        return await self._edit(message_id, self._channel(self._place(errand)), reading)

    async def _edit(self, message_id: int, channel: discord.PartialMessageable, reading: Reading) -> int:
        """Edit a message: its pictures stay, named among the attachments, for they never change."""
        kept = (await channel.fetch_message(message_id)).attachments if reading.pictures else []
        message = channel.get_partial_message(message_id)

        async def edit(composed: Composed) -> int:
            attachments: list[discord.Attachment | discord.File] = [*kept, *composed.attachments()]
            await message.edit(view=composed.view(), attachments=attachments, allowed_mentions=_MENTIONS_NOBODY)
            return message_id

        return await _with_alt_texts(compose_again(reading, (file.filename for file in kept)), edit)

    async def _start_thread(self, errand: Errand) -> int:
        """Start the thread on a result: it has the message's own id, also if it is there already."""
        place, message_id = self._place(errand), self._result(errand)
        try:
            await self._client.http.start_thread_with_message(
                place, message_id, name=errand.thread_name, auto_archive_duration=ARCHIVE_MINUTES
            )
        except discord.HTTPException as error:
            if code_of(error) != THREAD_EXISTS:
                raise
        return message_id

    async def _pin(self, errand: Errand) -> int:
        """Pin a result where that is allowed, and unpin the one before it: a missing permission is no error."""
        channel, message_id = self._channel(self._place(errand)), self._result(errand)
        try:
            await channel.get_partial_message(message_id).pin()
        except discord.HTTPException as error:
            if code_of(error) not in _NO_PIN:
                raise
            return message_id
        if errand.unpins is not None and errand.unpins != message_id:
            with suppress(discord.HTTPException):  # an old pin more does no harm
                await channel.get_partial_message(errand.unpins).unpin()
        return message_id

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _place(self, errand: Errand) -> int:
        """Return where a message of the channel goes: what tells of the registers, into the result's thread."""
        if errand.kind in IN_THREAD:
            return self._result(errand)
        assert errand.channel_id is not None
        return errand.channel_id

    def _result(self, errand: Errand) -> int:
        assert errand.on_message is not None, "without a result it was never begun"
        return errand.on_message
