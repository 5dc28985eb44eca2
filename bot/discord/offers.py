"""What is offered while an option is typed: robots, rounds, time zones."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.app_commands import Choice as Offer
from sqlmodel import Session

from bot.discord.answering import Asked, Asker, asker_of, words_for
from bot.discord.choosing import games_here, named_apart, robot_value, robots_here
from bot.discord.entries import LONGEST_ENTRY
from bot.discord.rally import rally_of
from bot.discord.views import MOST_CHOICES
from bot.moderator.archive import published_numbers
from bot.moderator.desk import Desk
from bot.moderator.rollback import redoable
from bot.moderator.settings import MOST_ROUNDS
from bot.text.escaping import cut
from bot.text.powers import round_name

_ZONES = sorted(available_timezones())


class TextOption(app_commands.Transformer):
    """A text that can be typed as well as chosen."""

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


class ZoneOption(TextOption):
    """A time zone."""

    async def autocomplete(self, _: Asked, value: Any, /) -> list[Offer[Any]]:  # noqa: ANN401 - its form
        """Offer zones."""
        wanted = str(value).strip().replace(" ", "_").casefold()
        found = [zone for zone in _ZONES if wanted in zone.casefold()]
        return [Offer(name=zone, value=zone) for zone in found[:MOST_CHOICES]]


class RobotOption(TextOption):
    """A robot in a race, for its hosts."""

    async def autocomplete(self, interaction: Asked, value: Any, /) -> list[Offer[Any]]:  # noqa: ANN401 - its form
        """Offer robots."""
        asker, wanted = asker_of(interaction), str(value).strip().casefold()
        found = await rally_of(interaction.client).do(lambda session, now: self.robots(session, now, asker))
        return [Offer(name=name, value=robot) for name, robot in found if wanted in name.casefold()][:MOST_CHOICES]

    def robots(self, session: Session, now: datetime, asker: Asker) -> Sequence[tuple[str, str]]:
        """Return robots by what they are called, with their race where there are several, and what stands for them."""
        found = robots_here(session, now, asker)
        games = list({game.id: game for game, _ in found}.values())
        names = {game_id: cut(name, LONGEST_ENTRY) for name, game_id in named_apart(words_for(session, asker), games)}
        is_clear = len(games) == 1
        return [
            (seat.robot if is_clear else f"{seat.robot} · {names[game.id]}", robot_value(seat)) for game, seat in found
        ]


class SeenRobotOption(RobotOption):
    """A robot to look at, also one that has left: its name means it in whichever race is chosen."""

    def robots(self, session: Session, now: datetime, asker: Asker) -> Sequence[tuple[str, str]]:
        """Return the names of robots."""
        games = games_here(session, asker, "view")
        seats = [seat for game in games for seat in Desk(session, now, game).seats() if seat.number is not None]
        return [(robot, robot) for robot in dict.fromkeys(seat.robot for seat in seats)]


class RoundOption(app_commands.Transformer):
    """A round, by its number, for hosts."""

    action = "correct"
    """What is to be done with it."""

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
        """Offer rounds, the latest first."""
        asker, wanted = asker_of(interaction), str(value).strip()
        found = await rally_of(interaction.client).do(lambda session, now: self._rounds(session, now, asker))
        return [Offer(name=name, value=number) for number, name in found if str(number).startswith(wanted)][
            :MOST_CHOICES
        ]

    def _rounds(self, session: Session, now: datetime, asker: Asker) -> list[tuple[int, str]]:
        games = games_here(session, asker, self.action)
        numbers = {number for game in games for number in self.numbers(Desk(session, now, game))}
        words = words_for(session, asker, games[0] if len(games) == 1 else None)
        return [(number, round_name(words, number)) for number in sorted(numbers, reverse=True)]

    def numbers(self, desk: Desk) -> Sequence[int]:
        """Return the rounds of a game that can be redone."""
        return redoable(desk)


class SeenRoundOption(RoundOption):
    """A round to look at."""

    action = "view"

    def numbers(self, desk: Desk) -> Sequence[int]:
        """Return the rounds of a game that everybody has seen."""
        return published_numbers(desk)
