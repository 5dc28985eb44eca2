"""`/standings`, `/replay`, `/why`: for everybody, in channels and in direct messages."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from bot.discord import ids
from bot.discord.answering import Asked
from bot.discord.calling import Calling
from bot.discord.choosing import choose
from bot.discord.commandnames import named, translate_names
from bot.discord.explaining import Question, explain
from bot.discord.options import SeenRobot, SeenRound
from bot.discord.replaying import send_replay
from bot.discord.showing import choose_and_show
from bot.text.commands import Name, Told
from simulation.cards import REGISTERS


class Viewing(Calling):
    """The commands of those who watch."""

    @app_commands.command(name=named(Name.STANDINGS), description=named(Told.STANDINGS))
    async def standings(self, interaction: Asked) -> None:
        """Show where everybody stands, and how they got there."""
        await self.answer(interaction, lambda: choose_and_show(self.rally, interaction, "standings"))

    @app_commands.command(name=named(Name.REPLAY), description=named(Told.REPLAY))
    @app_commands.rename(number=named(Name.ROUND))
    @app_commands.describe(number=named(Told.WHICH_ROUND))
    async def replay(self, interaction: Asked, number: SeenRound | None = None) -> None:
        """Show a round again."""

        async def then(game_id: int) -> None:
            await send_replay(self.rally, interaction, game_id, number)

        await self._choose(interaction, lambda game_id: ids.replay_id(game_id, number), then)

    @app_commands.command(name=named(Name.WHY), description=named(Told.WHY))
    @app_commands.rename(robot=named(Name.ROBOT), register=named(Name.REGISTER), number=named(Name.ROUND))
    @app_commands.describe(robot=named(Told.ROBOT), register=named(Told.WHICH_REGISTER), number=named(Told.WHICH_ROUND))
    async def why(
        self,
        interaction: Asked,
        robot: SeenRobot,
        register: Range[int, 1, REGISTERS] | None = None,
        number: SeenRound | None = None,
    ) -> None:
        """Say why a robot is where it is."""
        question = Question(robot, number, register)

        async def then(game_id: int) -> None:
            await explain(self.rally, interaction, game_id, question)

        await self._choose(interaction, lambda game_id: ids.why_id(game_id, number, register, robot), then)

    async def _choose(
        self, interaction: Asked, button_id: Callable[[int], str], then: Callable[[int], Awaitable[None]]
    ) -> None:
        """Go on with the game that is meant."""
        await self.answer(interaction, lambda: choose(self.rally, interaction, "view", button_id, then))


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Viewing(bot))
