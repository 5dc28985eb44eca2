"""The bot's life: from the start of a process to what SIGTERM does to it, as often as somebody likes."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from sqlmodel import Session, col, select

from bot.clock import Clock
from bot.db.engine import open_database
from bot.db.tables import Hearing
from bot.discord.address import point_discord_at
from bot.discord.client import Pace, RallyBot
from bot.discord.pictures import Painter
from bot.discord.rally import Rally
from bot.discord.worker import Worker
from bot.moderator.hearing import note_heard
from bot.playground.server import Playground

NEW_SEED_BYTES = 24
_LOG = logging.getLogger(__name__)
T = TypeVar("T")


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_urlsafe(NEW_SEED_BYTES)


@dataclass(frozen=True, slots=True)
class Supplies:
    """What a bot works with beside Discord and the time."""

    database: Path
    boards: Mapping[str, str]
    """Texts of board files by name."""
    seed: Callable[[], str] = new_seed


class Life:
    """A bot that can be started and stopped; its database's file and the server stay."""

    def __init__(self, server: Playground, clock: Clock, pace: Pace, supplies: Supplies) -> None:
        """Prepare a bot for a server."""
        self._server = server
        self._clock = clock
        self._pace = pace
        self._supplies = supplies
        self._bot: RallyBot | None = None
        self._task: asyncio.Task[None] | None = None
        self._held = ExitStack()

    @property
    def is_on(self) -> bool:
        """Whether the bot runs, and has not failed."""
        return self._task is not None and not self._task.done()

    @property
    def rally(self) -> Rally:
        """What the running bot works with."""
        assert self._bot is not None, "the bot is stopped"
        return self._bot.rally

    async def start(self, seconds: float = 30.0) -> None:
        """Start the bot, and wait until it is ready; TimeoutError after so many seconds, or what made it fail."""
        if self.is_on:
            return
        await self.stop()  # clears up after a bot that failed
        point_discord_at(self._server.url)
        database = self._held.enter_context(open_database(self._supplies.database, self._clock.now()))
        worker = self._held.enter_context(closing(Worker(database)))
        painter = self._held.enter_context(closing(Painter()))
        rally = Rally(worker, self._clock, self._supplies.boards, self._supplies.seed, painter)
        bot = self._bot = RallyBot(rally, self._pace)
        task = self._task = asyncio.create_task(bot.start(self._server.token), name="bot")
        await self._server.until(lambda: bot.is_ready() or task.done(), seconds)
        if task.done():
            await task

    async def stop(self) -> None:
        """End the bot as SIGTERM does: what is on its way is finished, as far as that is quick."""
        bot, task = self._bot, self._task
        self._bot = self._task = None
        if bot is not None and task is not None:
            await bot.close()
            [end] = await asyncio.gather(task, return_exceptions=True)
            if isinstance(end, Exception):
                _LOG.error("the bot failed", exc_info=end)
            point_discord_at("")
        self._held.close()

    async def do(self, work: Callable[[Session], T]) -> T:
        """Do something in a transaction of the running bot."""
        return await self.rally.do(lambda session, _: work(session))

    async def read(self, work: Callable[[Session], T]) -> T:
        """Read something in the database, whether or not the bot runs."""
        if self.is_on:
            return await self.do(work)
        with (
            open_database(self._supplies.database, self._clock.now(), exclusive=False) as found,
            found.transaction() as session,
        ):
            return work(session)

    async def skip(self, skip: Callable[[], None], to: datetime) -> None:
        """Let time be skipped up to a moment: a bot that runs has heard players all the while."""
        if not self.is_on:
            skip()
            return

        def jump(session: Session) -> None:
            note_heard(session, self._clock.now(), is_ready=True)  # the heartbeat may not have come to it yet
            heard = session.exec(select(Hearing).order_by(col(Hearing.id).desc())).first()
            assert heard is not None, "it was noted just now"
            heard.until = max(heard.until, to + timedelta(seconds=1))
            skip()

        await self.do(jump)
        self.rally.look_at_all()
