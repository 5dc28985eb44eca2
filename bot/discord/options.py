"""Options of hosts' commands: their names, what is offered while they are typed, what can be chosen."""

from collections.abc import Callable, Mapping
from datetime import datetime
from inspect import signature
from typing import Any, TypeVar
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import Range
from sqlmodel import Session

from bot.db.tables import PublishMode
from bot.discord.answering import Asked, Asker, asker_of, words_for
from bot.discord.choosing import games_here, named_apart
from bot.discord.commandnames import named
from bot.discord.people import robot_value, robots_here
from bot.discord.rally import rally_of
from bot.moderator.desk import Desk
from bot.moderator.orders import LONGEST_REASON
from bot.moderator.rollback import redoable
from bot.moderator.settings import MOST_HOURS, MOST_PROTEST, MOST_REVIEW, MOST_ROUNDS
from bot.text.commands import Name, Told
from bot.text.escaping import cut
from bot.text.places import FACES
from bot.text.powers import round_name
from bot.text.settings import LANGUAGE_NAMES, RESULTS
from simulation.adjustments import MOST_DAMAGE
from simulation.rules import MOST_REBOOT_DAMAGE

MOST_OFFERS = 25
LONGEST_ENTRY = 60
_ZONES = sorted(available_timezones())

LANGUAGES = [Offer(name=named(name), value=language) for language, name in LANGUAGE_NAMES.items()]
RESULT_MODES = [Offer(name=named(RESULTS[mode.value]), value=mode.value) for mode in PublishMode]
FACINGS = [Offer(name=named(sentence), value=facing.value) for facing, sentence in FACES.items()]

Callback = TypeVar("Callback", bound=Callable[..., Any])

_OPTIONS: Mapping[str, tuple[Name, Told]] = {
    "robot": (Name.ROBOT, Told.ROBOT),
    "number": (Name.ROUND, Told.ROUND),
    "square": (Name.SQUARE, Told.SQUARE),
    "facing": (Name.DIRECTION, Told.DIRECTION),
    "cards": (Name.CARDS, Told.DAMAGE_CARDS),
    "until": (Name.TIME, Told.TIME),
    "person": (Name.PERSON, Told.PERSON),
    "program": (Name.PROGRAM, Told.PROGRAM),
    "reason": (Name.REASON, Told.REASON),
    "name": (Name.NAME, Told.NAME),
    "board": (Name.BOARD, Told.BOARD),
    "deadline": (Name.DEADLINE, Told.DEADLINE),
    "zone": (Name.ZONE, Told.ZONE),
    "rounds": (Name.ROUNDS, Told.ROUNDS),
    "points": (Name.POINTS, Told.POINTS),
    "results": (Name.RESULTS, Told.RESULTS),
    "review": (Name.REVIEW, Told.REVIEW),
    "hours": (Name.HOURS, Told.HOURS),
    "reminders": (Name.REMINDERS, Told.REMINDERS),
    "protests": (Name.PROTESTS, Told.PROTESTS),
    "silence": (Name.SILENCE, Told.SILENCE),
    "language": (Name.LANGUAGE, Told.GAME_LANGUAGE),
    "fall_damage": (Name.FALL_DAMAGE, Told.FALL_DAMAGE),
    "fall_ends": (Name.FALL_ENDS, Told.FALL_ENDS),
    "lasers": (Name.LASERS, Told.LASERS),
}
"""What options are called, and what is told about them, by the parameter."""
_CHOICES = {"facing": FACINGS, "results": RESULT_MODES, "language": LANGUAGES}


def with_options(callback: Callback) -> Callback:
    """Let the options of a command have their names, and what can be chosen."""
    mine = [name for name in signature(callback).parameters if name in _OPTIONS]
    if not mine:
        return callback
    choices = {name: _CHOICES[name] for name in mine if name in _CHOICES}
    described = app_commands.describe(**{name: named(_OPTIONS[name][1]) for name in mine})(callback)
    renamed = app_commands.rename(**{name: named(_OPTIONS[name][0]) for name in mine})(described)
    return app_commands.choices(**choices)(renamed) if choices else renamed


class RobotOption(app_commands.Transformer):
    """A robot: its name, or one of those that are offered."""

    @property
    def min_value(self) -> int:
        """At least so many characters."""
        return 1

    @property
    def max_value(self) -> int:
        """At most so many."""
        return LONGEST_ENTRY

    async def transform(self, _: Asked, value: Any, /) -> str:  # noqa: ANN401 - its form
        """Return what was typed."""
        return str(value)

    async def autocomplete(self, interaction: Asked, value: Any, /) -> list[Offer[Any]]:  # noqa: ANN401 - its form
        """Offer robots."""
        asker, wanted = asker_of(interaction), str(value).strip().casefold()
        rally = rally_of(interaction.client)
        found = await rally.do(lambda session, now: _robots_here(session, now, asker))
        return [Offer(name=name, value=value) for name, value in found if wanted in name.casefold()][:MOST_OFFERS]


class ZoneOption(app_commands.Transformer):
    """A time zone: its name, or one of those that are offered."""

    @property
    def min_value(self) -> int:
        """At least so many characters."""
        return 1

    @property
    def max_value(self) -> int:
        """At most so many."""
        return LONGEST_ENTRY

    async def transform(self, _: Asked, value: Any, /) -> str:  # noqa: ANN401 - its form
        """Return what was typed."""
        return str(value)

    async def autocomplete(self, _: Asked, value: Any, /) -> list[Offer[Any]]:  # noqa: ANN401 - its form
        """Offer zones."""
        wanted = str(value).strip().replace(" ", "_").casefold()
        found = [zone for zone in _ZONES if wanted in zone.casefold()]
        return [Offer(name=zone, value=zone) for zone in found[:MOST_OFFERS]]


class RoundOption(app_commands.Transformer):
    """A round, by its number."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A whole number."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The first."""
        return 1

    @property
    def max_value(self) -> int:
        """No game has more."""
        return MOST_ROUNDS

    async def transform(self, _: Asked, value: Any, /) -> int:  # noqa: ANN401 - its form
        """Return the number."""
        return int(value)

    async def autocomplete(self, interaction: Asked, value: Any, /) -> list[Offer[Any]]:  # noqa: ANN401 - its form
        """Offer rounds that have been played, the latest first."""
        asker, wanted = asker_of(interaction), str(value).strip()
        found = await rally_of(interaction.client).do(lambda session, now: _rounds_here(session, now, asker))
        return [Offer(name=name, value=number) for number, name in found if str(number).startswith(wanted)]


def _robots_here(session: Session, now: datetime, asker: Asker) -> list[tuple[str, str]]:
    """Return robots by what they are called, with their race where there are several, and what stands for them."""
    found = robots_here(session, now, asker)
    games = list({game.id: game for game, _ in found}.values())
    names = {game_id: cut(name, LONGEST_ENTRY) for name, game_id in named_apart(words_for(session, asker), games)}
    is_clear = len(games) == 1
    return [(seat.robot if is_clear else f"{seat.robot} · {names[game.id]}", robot_value(seat)) for game, seat in found]


def _rounds_here(session: Session, now: datetime, asker: Asker) -> list[tuple[int, str]]:
    games = games_here(session, asker, "correct")
    numbers = {number for game in games for number in redoable(Desk(session, now, game))}
    words = words_for(session, asker, games[0] if len(games) == 1 else None)
    return [(number, round_name(words, number)) for number in sorted(numbers, reverse=True)[:MOST_OFFERS]]


Zone = app_commands.Transform[str, ZoneOption]
Robot = app_commands.Transform[str, RobotOption]
RoundNumber = app_commands.Transform[int, RoundOption]
Entry = Range[str, 1, LONGEST_ENTRY]
Why = Range[str, 1, LONGEST_REASON]
Cards = Range[int, -MOST_DAMAGE, MOST_DAMAGE]
Rounds = Range[int, 1, MOST_ROUNDS]
Minutes = Range[int, 5, MOST_REVIEW]
Hours = Range[int, 0, MOST_HOURS]
Protests = Range[int, 0, MOST_PROTEST]
FallDamage = Range[int, 0, MOST_REBOOT_DAMAGE]
