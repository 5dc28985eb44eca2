"""Channels of direct messages: opened once, slowly, and remembered."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

import discord
from sqlmodel import Session

from bot.db.tables import Player
from bot.discord.failures import CHANNEL_LOST, DM_PAUSE, TOO_MANY_DMS, DmPauseError, code_of
from bot.discord.rally import Rally

T = TypeVar("T")
OPENING_SECONDS = 1.0
"""Between two openings: many at once look like spam."""


class Directs:
    """Opens channels of direct messages one after the other, and knows those that were opened before."""

    def __init__(self, client: discord.Client, rally: Rally, opening_seconds: float = OPENING_SECONDS) -> None:
        """Wait `opening_seconds` after each opening."""
        self._client = client
        self._rally = rally
        self._seconds = opening_seconds
        self._turn = asyncio.Lock()
        self._closed_until = datetime.min.replace(tzinfo=UTC)

    async def reach(self, user_id: int, act: Callable[[discord.PartialMessageable], Awaitable[T]]) -> T:
        """Do something in the channel with a person: in a new one, if Discord does not know the old one any more.

        Raises what Discord refuses, and DmPauseError after too many openings.
        """
        try:
            return await act(await self._channel_with(user_id))
        except discord.HTTPException as error:
            if code_of(error) not in CHANNEL_LOST:
                raise
        await self._rally.do_later(lambda session, _: _remember(session, user_id, None))
        return await act(await self._channel_with(user_id))

    async def _channel_with(self, user_id: int) -> discord.PartialMessageable:
        known = await self._rally.do_later(lambda session, _: _known(session, user_id))
        if known is None:
            async with self._turn:
                known = await self._open(user_id)
        return self._client.get_partial_messageable(known, type=discord.ChannelType.private)

    async def _open(self, user_id: int) -> int:
        known = await self._rally.do_later(lambda session, _: _known(session, user_id))
        if known is not None:
            return known
        now = self._rally.clock.now()
        if now < self._closed_until:
            raise DmPauseError
        try:  # discord.py's own way would give a channel that it remembers, whether or not Discord knows it still
            channel_id = int((await self._client.http.start_private_message(user_id))["id"])
        except discord.HTTPException as error:
            if code_of(error) == TOO_MANY_DMS:
                self._closed_until = now + DM_PAUSE
            raise
        await self._rally.do_later(lambda session, _: _remember(session, user_id, channel_id))
        await asyncio.sleep(self._seconds)
        return channel_id


def _known(session: Session, user_id: int) -> int | None:
    player = session.get(Player, user_id)
    return None if player is None else player.dm_channel_id


def _remember(session: Session, user_id: int, channel_id: int | None) -> None:
    player = session.get(Player, user_id) or Player(user_id=user_id)
    player.dm_channel_id = channel_id
    session.add(player)
