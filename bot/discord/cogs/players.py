"""`/cards`, `/rules`, `/help`, `/language`, `/reminders`, `/leave`: for everybody, everywhere."""

from datetime import datetime

from discord import app_commands
from discord.ext import commands
from sqlmodel import Session

from bot.discord import ids, people, reminding, seats
from bot.discord.answering import Asked, asker_of, tell, words_for
from bot.discord.calling import Calling
from bot.discord.choosing import choose
from bot.discord.commandnames import named, translate_names
from bot.discord.options import LANGUAGES, Entry
from bot.discord.showing import choose_and_show
from bot.moderator.reminders import Typed
from bot.text.commands import Name, Told
from bot.text.escaping import Text
from bot.text.manual import tell_help


class Playing(Calling):
    """The commands of players."""

    @app_commands.command(name=named(Name.CARDS), description=named(Told.CARDS))
    async def cards(self, interaction: Asked) -> None:
        """Show one's hand."""
        await self.answer(interaction, lambda: choose_and_show(self.rally, interaction, "cards"))

    @app_commands.command(name=named(Name.RULES), description=named(Told.RULES))
    async def rules(self, interaction: Asked) -> None:
        """Show the rules."""
        await self.answer(interaction, lambda: choose_and_show(self.rally, interaction, "rules"))

    @app_commands.command(name=named(Name.HELP), description=named(Told.HELP))
    async def help(self, interaction: Asked) -> None:
        """Say how to play."""
        asker = asker_of(interaction)

        def work(session: Session, _: datetime) -> Text:
            return tell_help(words_for(session, asker))

        async def answer() -> None:
            await tell(interaction, await self.rally.do(work))

        await self.answer(interaction, answer)

    @app_commands.command(name=named(Name.LANGUAGE), description=named(Told.LANGUAGE))
    @app_commands.rename(language=named(Name.LANGUAGE))
    @app_commands.describe(language=named(Told.LANGUAGE))
    @app_commands.choices(language=LANGUAGES)
    async def language(self, interaction: Asked, language: str) -> None:
        """Choose a language."""

        async def answer() -> None:
            await people.set_language(self.rally, interaction, language)

        await self.answer(interaction, answer)

    @app_commands.command(name=named(Name.LEAVE), description=named(Told.LEAVE))
    async def leave(self, interaction: Asked) -> None:
        """Leave a race."""

        async def then(game_id: int) -> None:
            await seats.send_leave(self.rally, interaction, game_id)

        async def ask() -> None:
            await choose(self.rally, interaction, "leave", ids.leave_id, then)

        await self.answer(interaction, ask)

    @app_commands.command(name=named(Name.REMINDERS), description=named(Told.MY_REMINDERS))
    @app_commands.rename(minutes=named(Name.MINUTES), quiet_from=named(Name.FROM), quiet_until=named(Name.UNTIL))
    @app_commands.describe(minutes=named(Told.MINUTES), quiet_from=named(Told.FROM), quiet_until=named(Told.UNTIL))
    async def reminders(
        self,
        interaction: Asked,
        minutes: Entry | None = None,
        quiet_from: Entry | None = None,
        quiet_until: Entry | None = None,
    ) -> None:
        """Show when one is reminded, or change it."""
        typed = Typed(minutes, quiet_from, quiet_until)

        async def answer() -> None:
            await reminding.send_reminders(self.rally, interaction, None if typed == Typed() else typed)

        await self.answer(interaction, answer)


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Playing(bot))
