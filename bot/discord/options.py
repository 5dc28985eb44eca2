"""Options of commands: their names, what can be chosen, and within which bounds."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, TypeVar

from discord import app_commands
from discord.app_commands import Choice as Offer
from discord.app_commands import Range

from bot.db.tables import PublishMode
from bot.discord.commandnames import named
from bot.discord.entries import LONGEST_ENTRY
from bot.discord.offers import RobotOption, RoundOption, SeenRobotOption, SeenRoundOption, ZoneOption
from bot.moderator.orders import LONGEST_REASON
from bot.moderator.settings import MOST_HOURS, MOST_PROTEST, MOST_REVIEW, MOST_ROUNDS
from bot.text.commands import Name, Told
from bot.text.places import FACES
from bot.text.settings import LANGUAGE_NAMES, RESULTS
from simulation.adjustments import MOST_DAMAGE
from simulation.rules import MOST_REBOOT_DAMAGE

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


Zone = app_commands.Transform[str, ZoneOption]
Robot = app_commands.Transform[str, RobotOption]
RoundNumber = app_commands.Transform[int, RoundOption]
SeenRobot = app_commands.Transform[str, SeenRobotOption]
SeenRound = app_commands.Transform[int, SeenRoundOption]
Entry = Range[str, 1, LONGEST_ENTRY]
Why = Range[str, 1, LONGEST_REASON]
Cards = Range[int, -MOST_DAMAGE, MOST_DAMAGE]
Rounds = Range[int, 1, MOST_ROUNDS]
Minutes = Range[int, 5, MOST_REVIEW]
Hours = Range[int, 0, MOST_HOURS]
Protests = Range[int, 0, MOST_PROTEST]
FallDamage = Range[int, 0, MOST_REBOOT_DAMAGE]
