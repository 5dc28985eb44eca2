"""Delivery: rows of the outbox to Discord, each lane in order, boards before hands, whatever goes wrong."""

import asyncio
import logging
from datetime import datetime
from functools import partial

import discord
from sqlmodel import Session

from bot.db.tables import Message
from bot.discord.errands import Errand, read_errand
from bot.discord.failures import EXPECTED, TOO_LARGE, DmPauseError, Failure, code_of, judge
from bot.discord.pictures import PictureError
from bot.discord.rally import Rally
from bot.discord.sending import Sender
from bot.moderator.channels import lose_channel
from bot.moderator.dispatch import begin, fail_sending, finish_sending, send_without_picture, step_aside, take
from bot.moderator.outbox import IN_THREAD, Kind

MOST_AT_ONCE = 10
"""Lanes that are being sent to at the same time."""
MOST_TAKEN = 2 * MOST_AT_ONCE
"""Messages that are looked at: those on their way are among them."""
SEND_SECONDS = 0.025
"""Between two messages: 40 a second, for Discord takes 50 requests a second of the whole bot."""
LOOK_SECONDS = 2.0
"""How often the outbox is looked at unasked, for what was to wait."""
BOARD_SECONDS = 5.0
"""So long hands wait for a board that is on its way."""
LAST_SECONDS = 5.0
"""So long what is on its way has when the bot is stopped."""

_LOG = logging.getLogger(__name__)


class Delivery:
    """Sends what the outbox holds."""

    def __init__(
        self, rally: Rally, sender: Sender, look_seconds: float = LOOK_SECONDS, send_seconds: float = SEND_SECONDS
    ) -> None:
        """Look at the outbox every `look_seconds`, and when the rally says that there may be mail.

        Two messages are `send_seconds` apart.
        """
        self._rally = rally
        self._sender = sender
        self._seconds = look_seconds
        self._apart = send_seconds
        self._next_at = 0.0
        """When the next message may go: seconds of the loop's clock."""
        self._sending: dict[str, asyncio.Task[None]] = {}
        """By lane."""
        self._boards: dict[str, float] = {}
        """Lanes in which something urgent is on its way, and since when."""

    async def run(self) -> None:
        """Deliver until cancelled; nothing that goes wrong ends it."""
        while True:
            self._rally.mail.clear()
            try:
                await self._start_what_can_go()
            except Exception:  # noqa: BLE001 - it is logged, and looked at again
                _LOG.exception("the outbox cannot be looked at")
            try:
                async with asyncio.timeout(self._seconds):
                    await self._rally.mail.wait()
            except TimeoutError:
                pass

    async def finish(self, seconds: float = LAST_SECONDS) -> None:
        """Give what is on its way some time, then give it up: the next process looks for it first."""
        tasks = list(self._sending.values())
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _start_what_can_go(self) -> None:
        rows = await self._rally.do_later(lambda session, now: take(session, now, MOST_TAKEN))
        loop = asyncio.get_running_loop()
        for row in rows:
            if row.lane in self._sending:
                continue
            if len(self._sending) >= MOST_AT_ONCE:
                break
            if row.urgency and any(loop.time() - since < BOARD_SECONDS for since in self._boards.values()):
                break
            await asyncio.sleep(self._next_at - loop.time())
            self._next_at = loop.time() + self._apart
            if not row.urgency:
                self._boards[row.lane] = loop.time()
            task = asyncio.create_task(self._send(row.id), name=f"message {row.id}")
            self._sending[row.lane] = task
            task.add_done_callback(partial(self._end, row.lane))

    def _end(self, lane: str, _: "asyncio.Task[None]") -> None:
        del self._sending[lane]
        self._boards.pop(lane, None)
        self._rally.mail.set()

    async def _send(self, row: int) -> None:
        """Send one row and note how that went; whatever happens, the loop goes on."""
        try:
            await self._try(row)
        except Exception:  # noqa: BLE001 - it is logged, and the row is begun again
            _LOG.exception("message %d cannot be noted", row)
            await asyncio.sleep(self._seconds)

    async def _try(self, row: int) -> None:
        errand = await self._rally.do_later(lambda session, now: _begin(session, now, row))
        if errand is None:
            return
        try:
            number = await self._carry_out(errand)
        except (*EXPECTED, DmPauseError) as error:
            failure = judge(error, errand.attempts)
        except PictureError as error:
            failure = Failure(str(error), is_of_pictures=True)
        except Exception as error:  # noqa: BLE001 - of one message, which says so
            _LOG.exception("message %s cannot be composed", errand.key)
            failure = judge(error, errand.attempts)
        else:
            await self._rally.do_later(lambda session, now: _note_sent(session, now, errand, number))
            return
        _LOG.warning("message %s was not sent: %s", errand.key, failure.reason)
        await self._rally.do_later(lambda session, now: _note_failure(session, now, errand, failure))

    async def _carry_out(self, errand: Errand) -> int:
        if errand.problem is not None:
            raise RuntimeError(errand.problem)
        try:
            return await self._sender.carry_out(errand)
        except (PictureError, discord.HTTPException) as error:
            is_about_picture = isinstance(error, PictureError) or code_of(error) == TOO_LARGE
            if errand.kind is not Kind.RESULT or not is_about_picture:
                raise
            _LOG.exception("the picture of %s cannot be drawn or sent", errand.key)
            problem = str(error)
        again = await self._rally.do_later(lambda session, now: _without_picture(session, now, errand.id, problem))
        return await self._sender.carry_out(again)


def _begin(session: Session, now: datetime, row: int) -> Errand | None:
    message = begin(session, now, row)
    if message is None:
        return None
    try:
        with session.begin_nested():
            return read_errand(session, now, message)
    except Exception as error:  # noqa: BLE001 - of one message, which says so
        _LOG.exception("message %s cannot be read", message.key)
        return Errand(
            id=message.id,
            kind=Kind(message.kind),
            key=message.key,
            attempts=message.attempts,
            created_at=message.created_at,
            game_id=message.game_id,
            channel_id=message.channel_id,
            user_id=message.user_id,
            problem=f"{type(error).__name__}: {error}",
        )


def _without_picture(session: Session, now: datetime, row: int, problem: str) -> Errand:
    send_without_picture(session, now, row, problem)
    session.flush()
    return read_errand(session, now, session.get_one(Message, row))


def _note_sent(session: Session, now: datetime, errand: Errand, number: int) -> None:
    if not _was_moved(session, errand):
        finish_sending(session, now, errand.id, number)


def _note_failure(session: Session, now: datetime, errand: Errand, failure: Failure) -> None:
    if _was_moved(session, errand):
        return
    if failure.is_of_pictures:
        step_aside(session, errand.id)
    is_permanent, pause = failure.is_permanent, failure.pause
    fail_sending(session, now, errand.id, failure.reason, is_permanent=is_permanent, pause=pause)
    if failure.loses_channel and errand.channel_id is not None and errand.kind not in IN_THREAD:
        lose_channel(session, now, errand.game_id, errand.channel_id, failure.reason)


def _was_moved(session: Session, errand: Errand) -> bool:
    """Whether a message is for another channel by now: however it went in the old one, it is still to be sent."""
    return session.get_one(Message, errand.id).channel_id != errand.channel_id
