"""`/board`: for everybody to look at; whoever may make games adds a server's own and takes them away."""

import discord
from discord import app_commands
from discord.app_commands import Choice as Option
from discord.app_commands import Range
from discord.ext import commands

from bot.discord import boards, ownboards
from bot.discord.answering import Asked
from bot.discord.calling import Calling
from bot.discord.commandnames import named, translate_names
from bot.discord.showing import choose_and_show
from bot.text.commands import Name, Told
from simulation.boardfile import LONGEST_NAME


class Boards(Calling, commands.GroupCog, group_name=named(Name.BOARD), group_description=named(Told.BOARDS)):
    """The commands about boards."""

    @app_commands.command(name=named(Name.LIST), description=named(Told.BOARD_LIST))
    async def list_boards(self, interaction: Asked) -> None:
        """List the boards."""
        await self.answer(interaction, lambda: boards.show_list(self.rally, interaction))

    @app_commands.command(name=named(Name.SHOW), description=named(Told.BOARD_SHOW))
    @app_commands.rename(board=named(Name.BOARD))
    @app_commands.describe(board=named(Told.WHICH_BOARD))
    async def show(self, interaction: Asked, board: Range[str, 1, boards.LONGEST_ENTRY]) -> None:
        """Show a board."""
        await self.answer(interaction, lambda: boards.show_board(self.rally, interaction, board))

    @show.autocomplete("board")
    async def _boards(self, interaction: Asked, typed: str) -> list[Option[str]]:
        found = await boards.completions(self.rally, interaction, typed)
        return [Option(name=title, value=key) for title, key in found]

    @app_commands.command(name=named(Name.NOW), description=named(Told.BOARD_NOW))
    async def now(self, interaction: Asked) -> None:
        """Show a race's board as it stands."""
        await self.answer(interaction, lambda: choose_and_show(self.rally, interaction, "board"))

    @app_commands.command(name=named(Name.CHECK), description=named(Told.BOARD_CHECK))
    @app_commands.rename(file=named(Name.FILE))
    @app_commands.describe(file=named(Told.BOARD_FILE))
    async def check(self, interaction: Asked, file: discord.Attachment) -> None:
        """Check a board file."""
        await self.answer(interaction, lambda: ownboards.check(self.rally, interaction, file))

    @app_commands.command(name=named(Name.ADD), description=named(Told.BOARD_ADD))
    @app_commands.rename(file=named(Name.FILE), name=named(Name.NAME))
    @app_commands.describe(file=named(Told.BOARD_FILE), name=named(Told.BOARD_NAME))
    async def add(
        self, interaction: Asked, file: discord.Attachment, name: Range[str, 1, LONGEST_NAME] | None = None
    ) -> None:
        """Add a board to the server's own."""
        title = None if name is None else name.strip()
        await self.answer(interaction, lambda: ownboards.add(self.rally, interaction, file, title))

    @app_commands.command(name=named(Name.REMOVE), description=named(Told.BOARD_REMOVE))
    @app_commands.rename(board=named(Name.BOARD))
    @app_commands.describe(board=named(Told.WHICH_OWN_BOARD))
    async def remove(self, interaction: Asked, board: Range[str, 1, boards.LONGEST_ENTRY]) -> None:
        """Take a board from the server's own."""
        await self.answer(interaction, lambda: ownboards.remove(self.rally, interaction, board))

    @remove.autocomplete("board")
    async def _own_boards(self, interaction: Asked, typed: str) -> list[Option[str]]:
        found = await boards.completions(self.rally, interaction, typed, only_own=True)
        return [Option(name=title, value=key) for title, key in found]


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Boards(bot))
