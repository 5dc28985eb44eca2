"""The heartbeat: every few seconds, and when something has changed, what is due is done."""

import asyncio
import logging
from functools import partial

from bot.discord.delivery import Delivery
from bot.discord.directs import Directs
from bot.discord.rally import Rally
from bot.discord.salvage import read_messages
from bot.discord.worker import Turn
from bot.moderator.duties import MessagesToRead, do_due_of, look
from bot.moderator.hearing import LARGE_SKEW, note_heard, read_heard
from bot.moderator.surroundings import report_clock

BEAT_SECONDS = 3.0
MOST_LOOKS = 3
"""Looks in one beat: what was read may make something due."""

_LOG = logging.getLogger(__name__)


class Heartbeat:
    """Notes that players can be heard, does what is due, and wakes delivery."""

    def __init__(self, rally: Rally, delivery: Delivery, directs: Directs, beat_seconds: float = BEAT_SECONDS) -> None:
        """Beat every `beat_seconds`, and when the rally's bell rings."""
        self._rally = rally
        self._delivery = delivery
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
        while True:
            self._rally.bell.clear()
            self._delivery.wake()
            try:
                await self.beat()
            except Exception:  # noqa: BLE001 - it is logged, and the next beat tries again
                _LOG.exception("a beat failed")
            self._delivery.wake()
            try:
                async with asyncio.timeout(self._seconds):
                    await self._rally.bell.wait()
            except TimeoutError:
                pass

    async def beat(self) -> None:
        """Do once what is to be done every few seconds."""
        await self._note_heard()
        await self._tell_skew()
        for _ in range(MOST_LOOKS):
            wanted = await self._do_due()
            self._delivery.wake()
            if not wanted:
                return
            for each in wanted:
                await self._read(each)

    async def _do_due(self) -> list[MessagesToRead]:
        """Do what is due, one game a turn: people wait for one game, not for all of them."""
        waiting, wanted = await self._rally.do_later(lambda session, now: look(session, now, read_heard(session, now)))
        for game_id in waiting:
            each = await self._rally.worker.call(partial(self._do_due_of, game_id), Turn.BOT)
            self._delivery.wake()
            if each is not None:
                wanted.append(each)
        return wanted

    def _do_due_of(self, game_id: int) -> MessagesToRead | None:
        """Do what is due in a game, on the database's thread."""
        database, now = self._rally.worker.database, self._rally.clock.now()
        with database.transaction() as session:
            heard = read_heard(session, now)
        return do_due_of(database, now, heard, game_id)

    async def _read(self, wanted: MessagesToRead) -> None:
        try:
            await read_messages(self._rally, self._directs, wanted)
        except Exception:  # noqa: BLE001 - of one game, which waits; the others go on
            _LOG.exception("the messages of game %d cannot be read", wanted.game_id)

    async def _tell_skew(self) -> None:
        skew = self._rally.gauge.skew
        if abs(skew) <= LARGE_SKEW:
            return
        told = self._told_of_skew
        news = await self._rally.do_later(lambda session, now: report_clock(session, now, skew, told))
        if news:
            _LOG.warning("this machine's clock is %.1f s off Discord's", abs(skew).total_seconds())
        told.update(news)
