"""The playground from the command line: until Ctrl-C or SIGTERM, and then nothing is left of it."""

import asyncio
import logging
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import discord

from bot.play.site import Site
from bot.play.stage import Stage

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def play(port: int, tell: Callable[[str], None]) -> None:
    """Let people play in a browser until a signal ends it; `tell` gets the page's address.

    Raises PortTakenError.
    """
    # The bot never speaks: that libraries for voice are missing would only worry whoever plays.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Over loopback the answer to a heartbeat is there before discord.py has noted when it was sent, and seems late.
    logging.getLogger("discord.gateway").setLevel(logging.ERROR)
    with TemporaryDirectory(prefix="green-light-rally-") as folder:
        asyncio.run(_play(Path(folder), port, tell))


async def _play(folder: Path, port: int, tell: Callable[[str], None]) -> None:
    stopped = asyncio.Event()
    for each in _SIGNALS:
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    stage = Stage(folder)
    site = Site(stage)
    await site.open(port)
    try:
        await stage.open()
        tell(site.url)
        await stopped.wait()
    finally:
        await site.close()
        await stage.close()
