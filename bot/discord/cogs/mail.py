"""Direct messages: programs that are typed, and changed by an edit."""

import logging

import discord
from discord.ext import commands

from bot.discord.failures import EXPECTED
from bot.discord.letters import Mailbox
from bot.discord.rally import rally_of

_log = logging.getLogger(__name__)


class Mail(commands.Cog):
    """Hears what players write to the bot."""

    def __init__(self, bot: commands.Bot) -> None:
        """Serve a bot that has a rally."""
        self.mailbox = Mailbox(rally_of(bot))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Read a direct message."""
        await self._read(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Read an edited direct message; what Discord adds to a message by itself is no edit."""
        if payload.message.edited_at is not None:
            await self._read(payload.message)

    async def _read(self, message: discord.Message) -> None:
        if message.guild is not None or message.author.bot:
            return
        try:
            await self.mailbox.read(message)
        except EXPECTED as error:
            _log.warning("no answer to the message %s: %r", message.id, error)


async def setup(bot: commands.Bot) -> None:
    """Let a bot that has a rally read its direct messages."""
    await bot.add_cog(Mail(bot))
