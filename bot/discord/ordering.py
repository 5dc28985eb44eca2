"""The commands of hosts for a race that is there: each is an order, with what was entered for it."""

import discord
from discord import app_commands

from bot.discord import looking
from bot.discord.answering import Asked
from bot.discord.commandnames import named
from bot.discord.entries import person_entry
from bot.discord.giving import Entered, Giving, entries_of
from bot.discord.options import (
    Cards,
    Entry,
    FallDamage,
    Hours,
    Minutes,
    Protests,
    Robot,
    RoundNumber,
    Rounds,
    Why,
    Zone,
    with_options,
)
from bot.text.commands import Name, Told
from bot.text.powers import Field


class Ordering(Giving):
    """Commands that are orders."""

    @app_commands.command(name=named(Name.START), description=named(Told.START))
    async def start(self, interaction: Asked) -> None:
        """Start the race."""
        await self.give(interaction, "start")

    @app_commands.command(name=named(Name.PANEL), description=named(Told.PANEL))
    async def panel(self, interaction: Asked) -> None:
        """Show the host's panel."""
        await self.give(interaction, "panel")

    @app_commands.command(name=named(Name.DEADLINE), description=named(Told.MOVE_DEADLINE))
    @with_options
    async def deadline(self, interaction: Asked, until: Entry, reason: Why | None = None) -> None:
        """Move the deadline."""
        await self.give(interaction, "deadline", {Field.WHEN: until, Field.REASON: reason})

    @app_commands.command(name=named(Name.PAUSE), description=named(Told.PAUSE))
    @with_options
    async def pause(self, interaction: Asked, reason: Why | None = None) -> None:
        """Stop the clock."""
        await self.give(interaction, "pause", {Field.REASON: reason})

    @app_commands.command(name=named(Name.RESUME), description=named(Told.RESUME))
    @with_options
    async def resume(self, interaction: Asked, reason: Why | None = None) -> None:
        """Let the clock run again."""
        await self.give(interaction, "resume", {Field.REASON: reason})

    @app_commands.command(name=named(Name.RESOLVE_NOW), description=named(Told.RESOLVE_NOW))
    @with_options
    async def resolve_now(self, interaction: Asked, reason: Why) -> None:
        """Close the programming."""
        await self.give(interaction, "resolve-now", {Field.REASON: reason})

    @app_commands.command(name=named(Name.PUBLISH), description=named(Told.PUBLISH))
    async def publish(self, interaction: Asked) -> None:
        """Publish the result that waits."""
        await self.give(interaction, "publish")

    @app_commands.command(name=named(Name.CORRECT), description=named(Told.CORRECT))
    @with_options
    async def correct(  # noqa: PLR0913 - an option each
        self,
        interaction: Asked,
        *,
        reason: Why,
        number: RoundNumber | None = None,
        robot: Robot | None = None,
        program: Entry | None = None,
        square: Entry | None = None,
        facing: str | None = None,
        cards: Cards | None = None,
        fall_damage: FallDamage | None = None,
        fall_ends: bool | None = None,
        lasers: bool | None = None,
    ) -> None:
        """Have a round played again with something changed."""
        entered: Entered = {
            Field.REASON: reason,
            Field.ROUND: number,
            Field.ROBOT: robot,
            Field.PLACES: program,
            Field.SQUARE: square,
            Field.FACING: facing,
            Field.CARDS: cards,
            Field.FALL_DAMAGE: fall_damage,
            Field.FALL_ENDS: fall_ends,
            Field.LASERS: lasers,
        }
        await self.give(interaction, "correct", entered)

    @app_commands.command(name=named(Name.REPLAY), description=named(Told.REDO))
    @with_options
    async def replay(self, interaction: Asked, reason: Why, number: RoundNumber | None = None) -> None:
        """Have a round programmed again."""
        await self.give(interaction, "replay", {Field.ROUND: number, Field.REASON: reason})

    @app_commands.command(name=named(Name.SUBSTITUTE), description=named(Told.SUBSTITUTE))
    @with_options
    async def substitute(self, interaction: Asked, robot: Robot, person: discord.User, reason: Why) -> None:
        """Give a robot another player."""
        entered = {Field.ROBOT: robot, Field.PERSON: person_entry(person), Field.REASON: reason}
        await self.give(interaction, "substitute", entered)

    @app_commands.command(name=named(Name.REMOVE), description=named(Told.REMOVE))
    @with_options
    async def remove(self, interaction: Asked, robot: Robot, reason: Why) -> None:
        """Take a robot off the board for good."""
        await self.give(interaction, "remove", {Field.ROBOT: robot, Field.REASON: reason})

    @app_commands.command(name=named(Name.EXCUSE), description=named(Told.EXCUSE))
    @with_options
    async def excuse(self, interaction: Asked, robot: Robot, reason: Why) -> None:
        """Excuse a player."""
        await self.give(interaction, "excuse", {Field.ROBOT: robot, Field.REASON: reason})

    @app_commands.command(name=named(Name.SET_PROGRAM), description=named(Told.SET_PROGRAM))
    @with_options
    async def set_program(self, interaction: Asked, robot: Robot, program: Entry, reason: Why) -> None:
        """Lay a program down for a player."""
        entered = {Field.ROBOT: robot, Field.PLACES: program, Field.REASON: reason}
        await self.give(interaction, "set-program", entered)

    @app_commands.command(name=named(Name.CLEAR), description=named(Told.CLEAR))
    @with_options
    async def clear(self, interaction: Asked, robot: Robot, reason: Why) -> None:
        """Take a player's program back."""
        await self.give(interaction, "clear", {Field.ROBOT: robot, Field.REASON: reason})

    @app_commands.command(name=named(Name.MOVE_ROBOT), description=named(Told.MOVE_ROBOT))
    @with_options
    async def move_robot(
        self, interaction: Asked, robot: Robot, square: Entry, reason: Why, facing: str | None = None
    ) -> None:
        """Put a robot on a square, or turn it."""
        entered = {Field.ROBOT: robot, Field.SQUARE: square, Field.FACING: facing, Field.REASON: reason}
        await self.give(interaction, "put-robot", entered)

    @app_commands.command(name=named(Name.DAMAGE), description=named(Told.DAMAGE))
    @with_options
    async def damage(self, interaction: Asked, robot: Robot, cards: Cards, reason: Why) -> None:
        """Give a robot damage cards, or take some off."""
        await self.give(interaction, "damage", {Field.ROBOT: robot, Field.CARDS: cards, Field.REASON: reason})

    @app_commands.command(name=named(Name.SETTINGS), description=named(Told.SETTINGS))
    @with_options
    async def settings(  # noqa: PLR0913 - an option each
        self,
        interaction: Asked,
        *,
        deadline: Entry | None = None,
        zone: Zone | None = None,
        rounds: Rounds | None = None,
        points: Entry | None = None,
        results: str | None = None,
        review: Minutes | None = None,
        hours: Hours | None = None,
        reminders: Entry | None = None,
        silence: bool | None = None,
        language: str | None = None,
        fall_damage: FallDamage | None = None,
        fall_ends: bool | None = None,
        lasers: bool | None = None,
        protests: Protests | None = None,
        reason: Why | None = None,
    ) -> None:
        """Show the settings, or change some."""
        wanted: Entered = {
            Field.TIME: deadline,
            Field.ZONE: zone,
            Field.ROUNDS: rounds,
            Field.POINTS: points,
            Field.RESULTS: results,
            Field.REVIEW: review,
            Field.HOURS: hours,
            Field.REMINDERS: reminders,
            Field.SILENCE: silence,
            Field.LANGUAGE: language,
            Field.FALL_DAMAGE: fall_damage,
            Field.FALL_ENDS: fall_ends,
            Field.LASERS: lasers,
            Field.PROTESTS: protests,
        }
        if entries_of(wanted):
            await self.give(interaction, "settings", {**wanted, Field.REASON: reason})
        else:
            await self.look(interaction, "show-settings", looking.show_settings)

    @app_commands.command(name=named(Name.EXPORT), description=named(Told.EXPORT))
    async def export(self, interaction: Asked) -> None:
        """Send the record as a file."""
        await self.look(interaction, "export", looking.send_record)

    @app_commands.command(name=named(Name.LOG), description=named(Told.LOG))
    async def log(self, interaction: Asked) -> None:
        """Show who did what."""
        await self.look(interaction, "log", looking.show_log)

    @app_commands.command(name=named(Name.CANCEL), description=named(Told.CANCEL))
    @with_options
    async def cancel(self, interaction: Asked, reason: Why | None = None) -> None:
        """Ask whether the race is to end for good."""
        await self.give(interaction, "cancel", {Field.REASON: reason})
