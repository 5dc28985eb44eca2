"""The heartbeat: every few seconds what is due is done, and at once in a game in which something has changed."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial

from bot.discord.directs import Directs
from bot.discord.rally import Rally
from bot.discord.salvage import read_messages
from bot.discord.worker import Turn
from bot.moderator.duties import MessagesToRead, do_due_of, look
from bot.moderator.hearing import LARGE_SKEW, note_heard, read_heard
from bot.moderator.surroundings import report_clock

BEAT_SECONDS = 3.0
MOST_LOOKS = 3
"""Looks at a game in one beat: what was read may make something due."""

_LOG = logging.getLogger(__name__)


class Heartbeat:
    """Notes that players can be heard, and does what is due."""

    def __init__(self, rally: Rally, directs: Directs, beat_seconds: float = BEAT_SECONDS) -> None:
        """Beat every `beat_seconds`, and when the rally says so."""
        self._rally = rally
        self._directs = directs
        self._seconds = beat_seconds
        self._told_of_skew: set[int] = set()
        """Games whose hosts know that this machine's clock is wrong."""
        self.hears = False
        """Whether players can be heard: the gateway says so to the client, which says so here."""

    async def run(self) -> None:
        """Beat until cancelled; nothing that goes wrong ends it."""
        listening = asyncio.create_task(self._listen(), name="listening")
        try:
            await self._beat_on()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self) -> None:
        """Note that players can be heard, also while a beat takes long: reading many messages is no silence."""
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self._note_heard()
            except Exception:  # noqa: BLE001 - it is logged, and noted again
                _LOG.exception("hearing cannot be noted")

    async def _note_heard(self) -> None:
        hears, skew = self.hears, self._rally.gauge.skew
        await self._rally.do_later(lambda session, now: note_heard(session, now, is_ready=hears, skew=skew))

    async def _beat_on(self) -> None:
        """Look at all games every few seconds and when that is asked for, and in between at those that changed."""
        loop = asyncio.get_running_loop()
        while True:
            while not self._rally.changed.empty():
                self._rally.changed.get_nowait()
            next_beat = loop.time() + self._seconds
            await self._try(self.beat())
            while loop.time() < next_beat and (game_id := await self._next_changed(next_beat)) is not None:
                await self._try(self._do_due_of(game_id))

    async def _next_changed(self, until: float) -> int | None:
        """Wait for a game in which something has changed; None when all are to be looked at."""
        try:
            async with asyncio.timeout_at(until):
                return await self._rally.changed.get()
        except TimeoutError:
            return None

    async def _try(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception:  # noqa: BLE001 - it is logged, and the next beat tries again
            _LOG.exception("a beat failed")
        self._rally.mail.set()

    async def beat(self) -> None:
        """Do once what is to be done every few seconds, one game a turn: people wait for one game, not for all."""
        await self._note_heard()
        await self._tell_skew()
        waiting, wanted = await self._rally.do_later(lambda session, now: look(session, now, read_heard(session, now)))
        for game_id in waiting:
            await self._do_due_of(game_id)
        for each in wanted:
            if await self._read(each):
                await self._do_due_of(each.game_id)

    async def _do_due_of(self, game_id: int) -> None:
        """Do what is due in a game; what is read for it may make more due."""
        for _ in range(MOST_LOOKS):
            wanted = await self._rally.worker.call(partial(self._do_steps_of, game_id), Turn.GAME)
            self._rally.mail.set()
            if wanted is None or not await self._read(wanted):
                return

    def _do_steps_of(self, game_id: int) -> MessagesToRead | None:
        """Do what is due in a game, on the database's thread."""
        database, now = self._rally.worker.database, self._rally.clock.now()
        with database.transaction() as session:
            heard = read_heard(session, now)
        return do_due_of(database, now, heard, game_id)

    async def _read(self, wanted: MessagesToRead) -> bool:
        """Read what players of a game wrote; return whether that went well."""
        try:
            await read_messages(self._rally, self._directs, wanted)
        except Exception:  # noqa: BLE001 - of one game, which waits; the others go on
            _LOG.exception("the messages of game %d cannot be read", wanted.game_id)
            return False
        return True

    async def _tell_skew(self) -> None:
        skew = self._rally.gauge.skew
        if abs(skew) <= LARGE_SKEW:
            return
        told = self._told_of_skew
        news = await self._rally.do_later(lambda session, now: report_clock(session, now, skew, told))
        if news:
            _LOG.warning("this machine's clock is %.1f s off Discord's", abs(skew).total_seconds())
        told.update(news)
