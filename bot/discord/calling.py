"""Commands: whoever calls one is promised an answer and gets it, whatever goes wrong."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from bot.discord.answering import Asked, answered, failed, promise
from bot.discord.rally import rally_of


class Calling(commands.Cog):
    """Commands of a bot that has a rally."""

    def __init__(self, bot: commands.Bot) -> None:
        """Serve that bot."""
        self.rally = rally_of(bot)

    async def answer(self, interaction: Asked, work: Callable[[], Awaitable[None]]) -> None:
        """Promise an answer, and give it."""

        async def promised() -> None:
            await promise(interaction)
            await work()

        await answered(interaction, promised)

    async def cog_app_command_error(self, interaction: Asked, error: app_commands.AppCommandError) -> None:
        """Answer whoever called a command that failed before it was carried out."""
        await failed(interaction, error)
