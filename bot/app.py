"""The bot as a whole: database, rally and client put together, from the start to a clean end."""

import asyncio
import logging
import secrets
import signal
from contextlib import closing, suppress
from datetime import timedelta
from http import HTTPStatus
from itertools import count

import discord

from bot.boards import read_boards
from bot.clock import SystemClock
from bot.db.engine import Database, open_database
from bot.discord.address import point_discord_at
from bot.discord.client import Pace, RallyBot
from bot.discord.failures import EXPECTED
from bot.discord.pictures import Painter
from bot.discord.rally import Rally
from bot.discord.worker import Worker
from bot.moderator.dispatch import growing_pause
from bot.settings import Settings

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=1), timedelta(minutes=5)
"""Between two attempts to reach Discord."""
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_LOG = logging.getLogger(__name__)


class RunRefusedError(Exception):
    """The bot cannot run; the message says what to do."""


def run(settings: Settings, pace: Pace | None = None) -> None:
    """Run the bot until SIGTERM or SIGINT: what is being sent then has 5 s.

    Raises RunRefusedError, and DatabaseRefusedError for a database that cannot be used or is in use by another run.
    """
    if not settings.discord_token:
        msg = (
            "there is no token: put DISCORD_TOKEN=… into .env (.env.example and README.md say where it comes from);"
            " `make demo` shows a race without Discord"
        )
        raise RunRefusedError(msg)
    try:
        point_discord_at(settings.discord_url)
    except ValueError as error:
        msg = f"DISCORD_URL is no address of a server ({error}); leave it empty for the real Discord"
        raise RunRefusedError(msg) from error
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.client").addFilter(_in_a_line)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # The bot never speaks: that libraries for voice are missing would only worry whoever runs it.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    with open_database(settings.database_url, SystemClock().now()) as database:
        asyncio.run(_serve(database, settings, pace))


def _in_a_line(record: logging.LogRecord) -> bool:
    """Let discord.py say in a line that the connection was lost and is tried again; other errors keep their trace."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, EXPECTED):
        record.msg, record.args = "%s (%r)", (record.getMessage(), error)
        record.exc_info = None
    return True


async def _serve(database: Database, settings: Settings, pace: Pace | None) -> None:
    with closing(Worker(database)) as worker, closing(Painter()) as painter:
        rally = Rally(worker, SystemClock(), read_boards(), lambda: secrets.token_urlsafe(24), painter)
        stopped = asyncio.Event()
        if hasattr(signal, "SIGPIPE"):
            # A command whose reader leaves may end silently; a bot whose connection is cut may not.
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        for each in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(each, stopped.set)
        where = settings.discord_url or "Discord"
        for failures in count(1):
            end = await _live(RallyBot(rally, pace), settings.discord_token, stopped)
            if stopped.is_set() or not _may_pass(end):
                break
            pause = growing_pause(failures, FIRST_PAUSE, LONGEST_PAUSE).total_seconds()
            _LOG.warning("%s cannot be reached (%r); trying again in %.0f s", where, end, pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), pause)
    _explain(end, settings, is_stopped=stopped.is_set())


async def _live(bot: RallyBot, token: str, stopped: asyncio.Event) -> object:
    """Let a bot live until it is stopped or fails; return what ended it."""
    running = asyncio.create_task(bot.start(token), name="bot")
    stopping = asyncio.create_task(stopped.wait(), name="stop")
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        if stopped.is_set():
            _LOG.info("stopping")
    finally:
        stopping.cancel()
        await bot.close()
        running.cancel()  # a server that never answers is not waited for
        [end] = await asyncio.gather(running, return_exceptions=True)
    return end


def _may_pass(end: object) -> bool:
    """Whether what ended a bot is such that Discord can be reached at another time: it answers not at all, or badly."""
    if isinstance(end, discord.HTTPException):
        return end.status >= HTTPStatus.INTERNAL_SERVER_ERROR or end.status == HTTPStatus.TOO_MANY_REQUESTS
    return isinstance(end, EXPECTED) and not isinstance(end, ValueError)  # of a URL that is none


def _explain(end: object, settings: Settings, *, is_stopped: bool) -> None:
    """Turn what ended the bot into a sentence for the person who runs it; nothing if that was asked for."""
    if isinstance(end, discord.LoginFailure):
        msg = (
            "Discord does not accept the token: make a new one (developer portal, Bot, Reset Token), and put it into"
            " .env as DISCORD_TOKEN; `make demo` shows a race without Discord"
        )
        raise RunRefusedError(msg) from end
    if is_stopped or not isinstance(end, BaseException):
        return
    if isinstance(end, EXPECTED):
        where = settings.discord_url or "Discord"
        msg = (
            f"{where} does not answer as Discord does ({type(end).__name__}: {end}): look at DISCORD_URL in .env, which"
            " is empty for the real one; `make demo` shows a race without Discord"
        )
        raise RunRefusedError(msg) from end
    raise end
