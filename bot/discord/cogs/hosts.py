"""`/game`: everybody sees it; the game's hosts may use it, and who makes one."""

import discord
from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import Range
from discord.ext import commands

from bot.db.tables import PublishMode
from bot.discord import boards, channels, making, people
from bot.discord.answering import Asked
from bot.discord.commandnames import named, translate_names
from bot.discord.entries import person_entry
from bot.discord.options import LANGUAGES, Entry, Hours, Minutes, Protests, Rounds, Why, Zone, with_options
from bot.discord.ordering import Ordering
from bot.moderator.refusals import Rejected
from bot.moderator.settings import LONGEST_GAME_NAME, Settings, parse_reminders
from bot.text.commands import Name, Told
from bot.text.powers import Field

_USUAL = Settings("", "")


@app_commands.guild_only()
class Hosting(
    Ordering,
    commands.GroupCog,
    group_name=named(Name.GAME),
    group_description=named(Told.GAME),
):
    """The commands of hosts."""

    hosts = app_commands.Group(name=named(Name.HOSTS), description=named(Told.HOSTS))

    @app_commands.command(name=named(Name.CREATE), description=named(Told.CREATE))
    @with_options
    async def create(  # noqa: PLR0913, PLR0917 - an option each
        self,
        interaction: Asked,
        name: Range[str, 1, LONGEST_GAME_NAME],
        board: Range[str, 1, boards.LONGEST_ENTRY],
        rounds: Rounds = _USUAL.rounds,
        deadline: Entry = _USUAL.deadline_at,
        zone: Zone = _USUAL.zone,
        language: str = "",
        results: str = PublishMode.AT_ONCE.value,
        review: Minutes = _USUAL.review_minutes,
        hours: Hours = _USUAL.min_programming_hours,
        reminders: Entry | None = None,
        protests: Protests = _USUAL.protest_minutes,
    ) -> None:
        """Make a game."""
        minutes = _USUAL.reminder_minutes if reminders is None else parse_reminders(reminders)
        if isinstance(minutes, Rejected):
            await self.answer(interaction, lambda: making.refuse(self.rally, interaction, minutes))
            return
        settings = Settings(
            name=name.strip(),
            board=board.strip(),
            rounds=rounds,
            deadline_at=deadline.strip(),
            zone=zone.strip(),
            language=language,
            publish_mode=PublishMode(results),
            review_minutes=review,
            min_programming_hours=hours,
            reminder_minutes=minutes,
            protest_minutes=protests,
        )
        await self.answer(interaction, lambda: making.create(self.rally, interaction, settings))

    @create.autocomplete("board")
    async def _boards(self, interaction: Asked, typed: str) -> list[Offer[str]]:
        found = await boards.completions(self.rally, interaction, typed)
        return [Offer(name=title, value=key) for title, key in found]

    @app_commands.command(name=named(Name.CHANNEL), description=named(Told.CHANNEL))
    async def channel(self, interaction: Asked) -> None:
        """Move a game to this channel, or repair it here."""
        await self.answer(interaction, lambda: channels.choose_and_move(self.rally, interaction))

    @app_commands.command(name=named(Name.ROLE), description=named(Told.ROLE))
    @app_commands.rename(role=named(Name.ROLE))
    @app_commands.describe(role=named(Told.WHICH_ROLE))
    async def role(self, interaction: Asked, role: discord.Role | None = None) -> None:
        """Say which role may make games."""
        role_id = None if role is None else role.id
        await self.answer(interaction, lambda: people.set_role(self.rally, interaction, role_id))

    @app_commands.command(name=named(Name.LANGUAGE), description=named(Told.SERVER_LANGUAGE))
    @app_commands.rename(language=named(Name.LANGUAGE))
    @app_commands.describe(language=named(Told.WHICH_LANGUAGE))
    @app_commands.choices(language=LANGUAGES)
    async def language(self, interaction: Asked, language: str | None = None) -> None:
        """Say which language new games speak."""
        await self.answer(interaction, lambda: people.set_server_language(self.rally, interaction, language))

    @hosts.command(name=named(Name.ADD), description=named(Told.ADD_HOST))
    @with_options
    async def add_host(self, interaction: Asked, person: discord.User, reason: Why | None = None) -> None:
        """Make somebody a host."""
        await self.give(interaction, "add-host", {Field.PERSON: person_entry(person), Field.REASON: reason})

    @hosts.command(name=named(Name.REMOVE), description=named(Told.REMOVE_HOST))
    @with_options
    async def remove_host(self, interaction: Asked, person: discord.User, reason: Why | None = None) -> None:
        """Let a host go."""
        await self.give(interaction, "remove-host", {Field.PERSON: person_entry(person), Field.REASON: reason})

    @hosts.command(name=named(Name.HAND_OVER), description=named(Told.HAND_OVER))
    @with_options
    async def hand_over(self, interaction: Asked, person: discord.User, reason: Why | None = None) -> None:
        """Make somebody a host in one's own stead."""
        await self.give(interaction, "hand-over", {Field.PERSON: person_entry(person), Field.REASON: reason})


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Hosting(bot))
