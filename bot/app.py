"""The bot as a whole: database, rally and client put together, from the start to a clean end."""

import asyncio
import logging
import secrets
import signal
from contextlib import closing

import discord

from bot.boards import read_boards
from bot.clock import SystemClock
from bot.db.engine import Database, open_database
from bot.discord.address import point_discord_at
from bot.discord.client import Pace, RallyBot
from bot.discord.failures import EXPECTED
from bot.discord.rally import Rally
from bot.discord.worker import Worker
from bot.settings import Settings

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
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # The bot never speaks: that libraries for voice are missing would only worry whoever runs it.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    with open_database(settings.database_url, SystemClock().now()) as database:
        asyncio.run(_serve(database, settings, pace))


async def _serve(database: Database, settings: Settings, pace: Pace | None) -> None:
    with closing(Worker(database)) as worker:
        rally = Rally(worker, SystemClock(), read_boards(), new_seed=lambda: secrets.token_urlsafe(24))
        bot = RallyBot(rally, pace)
        stopped = asyncio.Event()
        if hasattr(signal, "SIGPIPE"):
            # A command whose reader leaves may end silently; a bot whose connection is cut may not.
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        for each in _SIGNALS:
            asyncio.get_running_loop().add_signal_handler(each, stopped.set)
        running = asyncio.create_task(bot.start(settings.discord_token), name="bot")
        stopping = asyncio.create_task(stopped.wait(), name="stop")
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
            _LOG.info("stopping")
        finally:
            stopping.cancel()
            await bot.close()
            ended = await asyncio.gather(running, return_exceptions=True)
    _explain(ended[0], settings, is_stopped=stopped.is_set())


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
        msg = f"{where} cannot be reached ({type(end).__name__}: {end}); try again, or `make demo` without Discord"
        raise RunRefusedError(msg) from end
    raise end
