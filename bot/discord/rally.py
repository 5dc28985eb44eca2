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
    """The database's worker, the clock, the boards, the painter, and the bell that wakes those who wait for work."""

    worker: Worker
    clock: Clock
    boards: Mapping[str, str]
    """Texts of board files by name."""
    new_seed: Callable[[], str]
    painter: Painter = field(default_factory=Painter)
    gauge: SkewGauge = field(default_factory=SkewGauge)
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something has changed: the outbox and the schedule are looked at, at once."""

    async def do(self, work: Callable[[Session, datetime], T]) -> T:
        """Do something in a transaction, at the moment at which its turn comes."""
        return await self.worker.do(lambda session: work(session, self.clock.now()))

    async def do_later(self, work: Callable[[Session, datetime], T]) -> T:
        """Do something for which nobody waits: when no person's work does."""
        return await self.worker.do(lambda session: work(session, self.clock.now()), Turn.BOT)

    async def change(self, work: Callable[[Session, datetime], T]) -> T:
        """Do something that may leave messages to be sent or make something due."""
        done = await self.do(work)
        self.bell.set()
        return done


def rally_of(client: discord.Client) -> Rally:
    """Return the rally of a bot that has one."""
    rally = getattr(client, "rally", None)
    assert isinstance(rally, Rally), "the bot has a rally before anything is added to it"
    return rally
