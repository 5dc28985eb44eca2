"""What all parts of Discord's side share."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import discord
from sqlmodel import Session

from bot.clock import Clock
from bot.discord.pictures import Painter
from bot.discord.worker import Turn, Worker
from bot.moderator.hearing import SkewGauge

T = TypeVar("T")


@dataclass(slots=True)
class Rally:
    """The database's worker, the clock, the boards, the painter, and the bells that tell of something to do."""

    worker: Worker
    clock: Clock
    boards: Mapping[str, str]
    """Texts of board files by name."""
    new_seed: Callable[[], str]
    painter: Painter
    gauge: SkewGauge = field(default_factory=SkewGauge)
    mail: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there may be something to send: the outbox is looked at, at once."""
    changed: asyncio.Queue[int | None] = field(default_factory=asyncio.Queue)
    """Games in which something may be due, at once; None for all games."""

    async def do(self, work: Callable[[Session, datetime], T]) -> T:
        """Do something in a transaction, at the moment at which its turn comes."""
        return await self.worker.do(lambda session: work(session, self.clock.now()))

    async def do_later(self, work: Callable[[Session, datetime], T], turn: Turn = Turn.BOT) -> T:
        """Do something of the bot's own: when no person's work waits."""
        return await self.worker.do(lambda session: work(session, self.clock.now()), turn)

    async def change(self, work: Callable[[Session, datetime], T], game_id: int | None = None) -> T:
        """Do something that may leave messages to be sent, and in a game, if one is given, make something due.

        It has that game alone looked at: what becomes due in others by the time is found by the next beat.
        """
        done = await self.do(work)
        self.mail.set()
        if game_id is not None:
            self.changed.put_nowait(game_id)
        return done

    def look_at_all(self) -> None:
        """Have everything looked at, at once: the schedule of all games, and the outbox."""
        self.mail.set()
        self.changed.put_nowait(None)


def rally_of(client: discord.Client) -> Rally:
    """Return the rally of a bot that has one."""
    rally = getattr(client, "rally", None)
    assert isinstance(rally, Rally), "the bot has a rally before anything is added to it"
    return rally
