"""`/game`: everybody sees it; the game's hosts may use it, and who makes one."""

from functools import partial
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import Range
from discord.ext import commands

from bot.db.tables import PublishMode
from bot.discord import channels, hosting, ids, making, people
from bot.discord.answering import Asked, answered, asker_of, failed, promise
from bot.discord.choosing import choose
from bot.discord.commandnames import named, translate_names
from bot.discord.rally import rally_of
from bot.moderator.orders import LONGEST_REASON
from bot.moderator.refusals import Rejected
from bot.moderator.settings import (
    LONGEST_GAME_NAME,
    MOST_HOURS,
    MOST_PROTEST,
    MOST_REVIEW,
    MOST_ROUNDS,
    Settings,
    parse_reminders,
)
from bot.text.commands import Choice, Name, Told

_LANGUAGES = [Offer(name=named(name), value=language) for language, name in people.LANGUAGE_NAMES.items()]
_RESULTS = [
    Offer(name=named(Choice.AT_ONCE), value=PublishMode.AT_ONCE.value),
    Offer(name=named(Choice.REVIEW), value=PublishMode.REVIEW.value),
]
_LONGEST_ENTRY = 60
_MOST_OFFERS = 25
_USUAL = Settings("", "")
_ZONES = sorted(available_timezones())


@app_commands.guild_only()
class Hosting(
    commands.GroupCog,
    group_name=named(Name.GAME),
    group_description=named(Told.GAME),
):
    """The commands of hosts."""

    hosts = app_commands.Group(name=named(Name.HOSTS), description=named(Told.HOSTS))

    def __init__(self, bot: commands.Bot) -> None:
        """Serve a bot that has a rally."""
        self.rally = rally_of(bot)
        self.titles = making.board_titles(self.rally.boards)

    @app_commands.command(name=named(Name.CREATE), description=named(Told.CREATE))
    @app_commands.rename(
        name=named(Name.NAME),
        board=named(Name.BOARD),
        rounds=named(Name.ROUNDS),
        deadline=named(Name.DEADLINE),
        zone=named(Name.ZONE),
        language=named(Name.LANGUAGE),
        results=named(Name.RESULTS),
        review=named(Name.REVIEW),
        hours=named(Name.HOURS),
        reminders=named(Name.REMINDERS),
        protests=named(Name.PROTESTS),
    )
    @app_commands.describe(
        name=named(Told.NAME),
        board=named(Told.BOARD),
        rounds=named(Told.ROUNDS),
        deadline=named(Told.DEADLINE),
        zone=named(Told.ZONE),
        language=named(Told.GAME_LANGUAGE),
        results=named(Told.RESULTS),
        review=named(Told.REVIEW),
        hours=named(Told.HOURS),
        reminders=named(Told.REMINDERS),
        protests=named(Told.PROTESTS),
    )
    @app_commands.choices(language=_LANGUAGES, results=_RESULTS)
    async def create(  # noqa: PLR0913, PLR0917 - an option each
        self,
        interaction: Asked,
        name: Range[str, 1, LONGEST_GAME_NAME],
        board: Range[str, 1, _LONGEST_ENTRY],
        rounds: Range[int, 1, MOST_ROUNDS] = _USUAL.rounds,
        deadline: Range[str, 1, _LONGEST_ENTRY] = _USUAL.deadline_at,
        zone: Range[str, 1, _LONGEST_ENTRY] = _USUAL.zone,
        language: str = "",
        results: str = PublishMode.AT_ONCE.value,
        review: Range[int, 5, MOST_REVIEW] = _USUAL.review_minutes,
        hours: Range[int, 0, MOST_HOURS] = _USUAL.min_programming_hours,
        reminders: Range[str, 1, _LONGEST_ENTRY] | None = None,
        protests: Range[int, 0, MOST_PROTEST] = _USUAL.protest_minutes,
    ) -> None:
        """Make a game."""
        minutes = _USUAL.reminder_minutes if reminders is None else parse_reminders(reminders)
        if isinstance(minutes, Rejected):
            await answered(interaction, partial(making.refuse, self.rally, interaction, minutes))
            return
        settings = Settings(
            name=name.strip(),
            board=self._board_named(board),
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

        async def answer() -> None:
            await promise(interaction)
            await making.create(self.rally, interaction, settings)

        await answered(interaction, answer)

    def _board_named(self, typed: str) -> str:
        """Return the name of a board that was typed as its title, else what was typed."""
        wanted = typed.strip().casefold()
        return next((name for name, title in self.titles.items() if title.casefold() == wanted), typed.strip())

    @create.autocomplete("board")
    async def _boards(self, _: Asked, typed: str) -> list[Offer[str]]:
        return [Offer(name=title, value=name) for title, name in making.matching(self.titles, typed)]

    @create.autocomplete("zone")
    async def _zones(self, _: Asked, typed: str) -> list[Offer[str]]:
        wanted = typed.strip().replace(" ", "_").casefold()
        found = [zone for zone in _ZONES if wanted in zone.casefold()]
        return [Offer(name=zone, value=zone) for zone in found[:_MOST_OFFERS]]

    @app_commands.command(name=named(Name.START), description=named(Told.START))
    async def start(self, interaction: Asked) -> None:
        """Start the game."""
        await self._order(interaction, "start")

    @app_commands.command(name=named(Name.PANEL), description=named(Told.PANEL))
    async def panel(self, interaction: Asked) -> None:
        """Show the host's panel."""
        await self._order(interaction, "panel")

    @app_commands.command(name=named(Name.STATUS), description=named(Told.STATUS))
    async def status(self, interaction: Asked) -> None:
        """Show how the game stands."""
        await self._order(interaction, "status")

    @app_commands.command(name=named(Name.CANCEL), description=named(Told.CANCEL))
    async def cancel(self, interaction: Asked) -> None:
        """Ask whether the game is to end for good."""
        await self._order(interaction, "cancel")

    async def cog_app_command_error(self, interaction: Asked, error: app_commands.AppCommandError) -> None:
        """Answer whoever called a command that failed."""
        await failed(interaction, error)

    async def _order(self, interaction: Asked, action: str) -> None:
        async def then(game_id: int) -> None:
            await hosting.carry_out_and_show(self.rally, interaction, hosting.Wish(game_id, action))

        async def answer() -> None:
            await promise(interaction)
            await choose(self.rally, interaction, action, lambda game_id: ids.host_id(game_id, action), then)

        await answered(interaction, answer)

    @app_commands.command(name=named(Name.CLEAR), description=named(Told.CLEAR))
    @app_commands.rename(robot=named(Name.ROBOT), reason=named(Name.REASON))
    @app_commands.describe(robot=named(Told.ROBOT), reason=named(Told.REASON))
    async def clear(
        self, interaction: Asked, robot: Range[str, 1, _LONGEST_ENTRY], reason: Range[str, 1, LONGEST_REASON]
    ) -> None:
        """Take a player's program back."""

        async def answer() -> None:
            await promise(interaction)
            await people.clear_program(self.rally, interaction, robot, reason)

        await answered(interaction, answer)

    @clear.autocomplete("robot")
    async def _robots(self, interaction: Asked, typed: str) -> list[Offer[str]]:
        asker, wanted = asker_of(interaction), typed.strip().casefold()
        found = await self.rally.do(lambda session, now: people.robots_here(session, now, asker))
        seats = [seat for _, seat in found if wanted in seat.robot.casefold()]
        return [Offer(name=seat.robot, value=people.robot_value(seat)) for seat in seats[:_MOST_OFFERS]]

    @app_commands.command(name=named(Name.CHANNEL), description=named(Told.CHANNEL))
    async def channel(self, interaction: Asked) -> None:
        """Move a game to this channel, or repair it here."""

        async def answer() -> None:
            await promise(interaction)
            await channels.choose_and_move(self.rally, interaction)

        await answered(interaction, answer)

    @app_commands.command(name=named(Name.ROLE), description=named(Told.ROLE))
    @app_commands.rename(role=named(Name.ROLE))
    @app_commands.describe(role=named(Told.WHICH_ROLE))
    async def role(self, interaction: Asked, role: discord.Role | None = None) -> None:
        """Say which role may make games."""

        async def answer() -> None:
            await promise(interaction)
            await people.set_role(self.rally, interaction, None if role is None else role.id)

        await answered(interaction, answer)

    @app_commands.command(name=named(Name.LANGUAGE), description=named(Told.SERVER_LANGUAGE))
    @app_commands.rename(language=named(Name.LANGUAGE))
    @app_commands.describe(language=named(Told.WHICH_LANGUAGE))
    @app_commands.choices(language=_LANGUAGES)
    async def language(self, interaction: Asked, language: str | None = None) -> None:
        """Say which language new games speak."""

        async def answer() -> None:
            await promise(interaction)
            await people.set_server_language(self.rally, interaction, language)

        await answered(interaction, answer)

    @hosts.command(name=named(Name.ADD), description=named(Told.ADD_HOST))
    @app_commands.rename(person=named(Name.PERSON))
    @app_commands.describe(person=named(Told.PERSON))
    async def add(self, interaction: Asked, person: discord.User) -> None:
        """Make somebody a host."""
        await self._hosts(interaction, "add", person.id)

    @hosts.command(name=named(Name.REMOVE), description=named(Told.REMOVE_HOST))
    @app_commands.rename(person=named(Name.PERSON))
    @app_commands.describe(person=named(Told.PERSON))
    async def remove(self, interaction: Asked, person: discord.User) -> None:
        """Let a host go."""
        await self._hosts(interaction, "remove", person.id)

    async def _hosts(self, interaction: Asked, action: str, user_id: int) -> None:
        async def then(game_id: int) -> None:
            await people.change_hosts(self.rally, interaction, game_id, action, user_id)

        async def answer() -> None:
            await promise(interaction)
            await choose(self.rally, interaction, action, lambda game_id: ids.person_id(game_id, action, user_id), then)

        await answered(interaction, answer)


async def setup(bot: commands.Bot) -> None:
    """Add the commands to a bot that has a rally."""
    await translate_names(bot.tree)
    await bot.add_cog(Hosting(bot))
