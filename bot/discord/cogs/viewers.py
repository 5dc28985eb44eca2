"""`/standings`, `/replay`, `/why`: for everybody, in channels and in direct messages."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import Range
from discord.ext import commands
from sqlmodel import Session

from bot.discord import ids
from bot.discord.answering import Asked, asker_of
from bot.discord.calling import Calling
from bot.discord.choosing import choose, games_here
from bot.discord.commandnames import named, translate_names
from bot.discord.explaining import Question, explain
from bot.discord.replaying import send_replay
from bot.discord.showing import send_of_game
from bot.moderator.archive import published_numbers
from bot.moderator.desk import Desk
from bot.moderator.settings import MOST_ROUNDS
from bot.text.commands import Name, Told
from simulation.cards import REGISTERS

_LONGEST_ENTRY = 100
_MOST_OFFERS = 25


class Viewing(Calling):
    """The commands of those who watch."""

    @app_commands.command(name=named(Name.STANDINGS), description=named(Told.STANDINGS))
    async def standings(self, interaction: Asked) -> None:
        """Show where everybody stands, and how they got there."""

        async def then(game_id: int) -> None:
            await send_of_game(self.rally, interaction, game_id, "standings")

        await self._choose(interaction, lambda game_id: ids.show_id(game_id, "standings"), then)

    @app_commands.command(name=named(Name.REPLAY), description=named(Told.REPLAY))
    @app_commands.rename(number=named(Name.ROUND))
    @app_commands.describe(number=named(Told.WHICH_ROUND))
    async def replay(self, interaction: Asked, number: Range[int, 1, MOST_ROUNDS] | None = None) -> None:
        """Show a round again."""

        async def then(game_id: int) -> None:
            await send_replay(self.rally, interaction, game_id, number)

        await self._choose(interaction, lambda game_id: ids.replay_id(game_id, number), then)

    @replay.autocomplete("number")
    async def _rounds(self, interaction: Asked, typed: str) -> list[Offer[int]]:
        return await self._offer_rounds(interaction, typed)

    async def _offer_rounds(self, interaction: Asked, typed: str) -> list[Offer[int]]:
        """Return the rounds that can be looked at, the latest first."""
        asker, wanted = asker_of(interaction), str(typed).strip()

        def work(session: Session, now: datetime) -> list[int]:
            games = games_here(session, asker, "view")
            return sorted({number for game in games for number in published_numbers(Desk(session, now, game))})

        numbers = [number for number in await self.rally.do(work) if str(number).startswith(wanted)]
        return [Offer(name=str(number), value=number) for number in numbers[::-1][:_MOST_OFFERS]]

    @app_commands.command(name=named(Name.WHY), description=named(Told.WHY))
    @app_commands.rename(robot=named(Name.ROBOT), register=named(Name.REGISTER), number=named(Name.ROUND))
    @app_commands.describe(robot=named(Told.ROBOT), register=named(Told.WHICH_REGISTER), number=named(Told.WHICH_ROUND))
    async def why(
        self,
        interaction: Asked,
        robot: Range[str, 1, _LONGEST_ENTRY],
        register: Range[int, 1, REGISTERS] | None = None,
        number: Range[int, 1, MOST_ROUNDS] | None = None,
    ) -> None:
        """Say why a robot is where it is."""
        question = Question(robot, number, register)

        async def then(game_id: int) -> None:
            await explain(self.rally, interaction, game_id, question)

        await self._choose(interaction, lambda game_id: ids.why_id(game_id, number, register, robot), then)

    @why.autocomplete("robot")
    async def _robots(self, interaction: Asked, typed: str) -> list[Offer[str]]:
        asker, wanted = asker_of(interaction), typed.strip().casefold()

        def work(session: Session, now: datetime) -> list[str]:
            games = games_here(session, asker, "view")
            seats = [seat for game in games for seat in Desk(session, now, game).seats() if seat.number is not None]
            return list(dict.fromkeys(seat.robot for seat in seats if wanted in seat.robot.casefold()))

        return [Offer(name=robot, value=robot) for robot in (await self.rally.do(work))[:_MOST_OFFERS]]

    @why.autocomplete("number")
    async def _rounds_of(self, interaction: Asked, typed: str) -> list[Offer[int]]:
        return await self._offer_rounds(interaction, typed)

    async def _choose(
        self, interaction: Asked, button_id: Callable[[int], str], then: Callable[[int], Awaitable[None]]
    ) -> None:
        """Go on with the game that is meant."""
        await self.answer(interaction, lambda: choose(self.rally, interaction, "view", button_id, then))


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Viewing(bot))
