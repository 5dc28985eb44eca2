"""The bot as Discord knows it: its connection, and all that runs as long as that."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from pkgutil import iter_modules

import discord
from discord.ext import commands

from bot.clock import moment_of_id
from bot.discord import cogs
from bot.discord.buttons import add_buttons
from bot.discord.delivery import LAST_SECONDS, LOOK_SECONDS, SEND_SECONDS, Delivery
from bot.discord.directs import OPENING_SECONDS, Directs
from bot.discord.failures import EXPECTED
from bot.discord.heartbeat import BEAT_SECONDS, Heartbeat
from bot.discord.permissions import check_permissions
from bot.discord.rally import Rally
from bot.discord.sending import Sender

LONGEST_WAIT = 30.0
"""Seconds that discord.py waits for a limit by itself; a longer one is delivery's to wait for."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the bot does what it does, in seconds."""

    beat: float = BEAT_SECONDS
    look: float = LOOK_SECONDS
    send: float = SEND_SECONDS
    """Between two messages."""
    opening: float = OPENING_SECONDS
    last: float = LAST_SECONDS
    ready: float = 2.0
    """So long the first guilds are waited for."""
    identify: float = 5.0
    """Between two sessions, as Discord wants it."""


class RallyBot(commands.Bot):
    """A bot without privileged intents; its buttons and commands are added where it is set up."""

    def __init__(self, rally: Rally, pace: Pace | None = None) -> None:
        """Serve a rally, whose worker and painter stay its owner's to close: another bot may serve it next."""
        self.pace = pace or Pace()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents.default(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            guild_ready_timeout=self.pace.ready,
        )
        self.rally = rally
        self.directs = Directs(self, rally, self.pace.opening)
        sender = Sender(self, self.directs, rally.painter)
        self.delivery = Delivery(rally, sender, self.pace.look, self.pace.send)
        self.heartbeat = Heartbeat(rally, self.directs, self.pace.beat)
        self._running: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        """Add buttons and commands, tell Discord of the commands, and start what runs beside the gateway."""
        await self._add_parts()
        await self._tell_commands()
        self._running = [
            asyncio.create_task(self.heartbeat.run(), name="heartbeat"),
            asyncio.create_task(self.delivery.run(), name="delivery"),
        ]

    async def _add_parts(self) -> None:
        """Add all buttons, and load the cogs."""
        add_buttons(self)
        for found in iter_modules(cogs.__path__):
            await self.load_extension(f"{cogs.__name__}.{found.name}")

    async def _tell_commands(self) -> None:
        """Tell Discord what commands there are; without an answer, those of the last start go on."""
        try:
            await self.tree.sync()
        except EXPECTED:
            _LOG.exception("the commands cannot be told to Discord")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002 - its form
        """Wait between two sessions."""
        if not initial:
            await asyncio.sleep(self.pace.identify)

    async def on_ready(self) -> None:
        """Players can be heard; look at what may be done in the channels."""
        self._hear(hears=True)
        _LOG.info("ready as %s; servers: %d. Races begin with /game create", self.user, len(self.guilds))
        if not self.guilds:
            _LOG.warning("in no server yet: README.md has the link that invites the bot")
        try:
            await check_permissions(self, self.rally)
        except Exception:  # noqa: BLE001 - a check that fails stops nothing
            _LOG.exception("permissions cannot be checked")

    async def on_resumed(self) -> None:
        """Players can be heard again, and what they did meanwhile has come."""
        self._hear(hears=True)

    async def on_disconnect(self) -> None:
        """Players cannot be heard."""
        self._hear(hears=False)

    def _hear(self, *, hears: bool) -> None:
        self.heartbeat.hears = hears
        self.rally.look_at_all()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Compare clocks."""
        self.rally.gauge.note(self.rally.clock.now(), moment_of_id(interaction.id))

    async def on_message(self, message: discord.Message, /) -> None:
        """Compare clocks; commands are slash commands."""
        self.rally.gauge.note(self.rally.clock.now(), moment_of_id(message.id))

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:  # noqa: ARG002 - its form
        """Log what an event's handler raised."""
        _LOG.exception("%s failed", event_method)

    async def close(self) -> None:
        """Finish what is on its way, as far as that is quick, and leave."""
        running, self._running = self._running, []
        for task in running:
            task.cancel()
        for task in running:
            with suppress(asyncio.CancelledError):
                await task
        await self.delivery.finish(self.pace.last)
        with suppress(*EXPECTED):
            await super().close()
