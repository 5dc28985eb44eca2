"""The stage: a server with a guild, people to be, automatic players, a bot, and time that can be skipped."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain
from pathlib import Path

from sqlmodel import Session, col, select

from bot.boards import read_boards
from bot.db.tables import Game, GameStatus, Round
from bot.discord import ids
from bot.discord.client import Pace
from bot.moderator.rounds import publishes_at
from bot.moderator.schedule import LOCK_DELAY
from bot.play.autoplayers import AutoPlayers, seated_by
from bot.play.clock import SkippingClock
from bot.play.life import Life, Supplies
from bot.play.taps import find_post
from bot.playground.model import Channel, Message, Permission, User
from bot.playground.server import Playground
from bot.playground.world import Happening
from bot.text.languages import SOURCE
from simulation.race import ROBOT_NAMES

QUICK = Pace(beat=0.5, look=0.2, send=0.02, opening=0.0, last=5.0, ready=0.05, identify=0.0)
"""Nothing here needs Discord's patience, and nobody should wait for it."""
OWN_PLAYERS = 3
"""So many of the people are nobody but the newcomer; more come when automatic players are called."""
CHANGED = "STAGE_CHANGED"
"""What happens when people, the clock, the language or the bot have changed."""
_LOCALES = {"en": "en-US", "nl": "nl"}
_A_MOMENT = timedelta(seconds=1)


class Skip(StrEnum):
    """How far time can be skipped."""

    MINUTE = "minute"
    HOUR = "hour"
    DEADLINE = "deadline"
    """To the next deadline, or in review to when the result is published by itself."""


class Refused(StrEnum):
    """Why the playground does not do what was asked."""

    BOT_IS_OFF = "bot is off"
    NO_LOBBY = "no lobby"
    NO_SEAT = "no seat"
    NO_DEADLINE = "no deadline"


class Stage:
    """All that is behind the page."""

    def __init__(self, folder: Path, pace: Pace = QUICK, boards: Mapping[str, str] | None = None) -> None:
        """Prepare a stage whose bot keeps its database in a folder."""
        self.clock = SkippingClock()
        self.server = Playground(self.clock.now)
        self.people = self.server.people
        self.life = Life(self.server, self.clock, pace, Supplies(folder / "rally.db", boards or read_boards()))
        self.auto = AutoPlayers(self.people, self.life)
        self.language = SOURCE
        self.host = self.server.owner
        self.players: list[User] = []
        self._turning = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None
        self._furnish()

    def _furnish(self) -> None:
        """Make the guild, its channels, and people."""
        world = self.server.world
        self.host.name = "Host"
        self.server.application.bot.name = "Green Light Rally"
        self.guild = world.add_guild("Robot club", self.host)
        world.join(self.guild, self.server.application.bot)
        everybody = self.guild.roles[self.guild.id]
        world.set_role_permissions(self.guild, everybody, everybody.permissions | Permission.PIN_MESSAGES)
        world.add_role(self.guild, "Race makers")
        self.channels = [world.add_channel(self.guild, name) for name in ("race", "workshop")]
        for _ in range(OWN_PLAYERS):
            self._add_player()

    def _add_player(self) -> User:
        number = len(self.players)
        names, again = ROBOT_NAMES, number // len(ROBOT_NAMES)
        name = names[number % len(names)] + (f" {again + 1}" if again else "")
        user = self.server.world.add_person(name, _LOCALES[self.language])
        self.server.world.join(self.guild, user)
        self.players.append(user)
        return user

    async def open(self) -> None:
        """Let the server listen, the bot log in, and automatic players play."""
        await self.server.start()
        await self.life.start()
        self._playing = asyncio.create_task(self.auto.play(), name="automatic players")

    async def close(self) -> None:
        """End all of that."""
        async with self.auto.hands_off:
            if self._playing is not None:
                self._playing.cancel()
                await asyncio.gather(self._playing, return_exceptions=True)
            await self.life.stop()
        await self.server.close()

    @property
    def cast(self) -> tuple[User, ...]:
        """Return whom the newcomer may be: the host, their own players, and those who play by themselves."""
        automatic = self.auto.user_ids
        return (self.host, *self.players[:OWN_PLAYERS], *(user for user in self.players if user.id in automatic))

    def _changed(self) -> None:
        self.server.world.happen(Happening(CHANGED))

    async def turn_bot(self, *, on: bool) -> None:
        """Start or stop the bot; one who asks twice waits for the first."""
        async with self._turning, self.auto.hands_off:
            with suppress(TimeoutError):
                await (self.life.start() if on else self.life.stop())
        self._changed()

    def close_dms(self, user: User, *, closed: bool) -> None:
        """Let direct messages to somebody fail, or arrive again."""
        (self.people.close_dms if closed else self.people.open_dms)(user)
        self._changed()

    def speak(self, language: str) -> None:
        """Let everybody's Discord, and the guild, be in a language."""
        self.language = language
        self.guild.locale = _LOCALES[language]
        for user in (self.host, *self.players):
            user.locale = _LOCALES[language]
        self._changed()

    async def fill(self, wanted: int) -> int | Refused:
        """Let so many more automatic players join the latest lobby; return how many found a seat."""
        if not self.life.is_on:
            return Refused.BOT_IS_OFF
        found = next((post for each in self.channels if (post := self._find_lobby(each))), None)
        if found is None:
            return Refused.NO_LOBBY
        seated = await self.life.read(lambda session: seated_by(session, found[1]))
        free = [user for user in self.players[OWN_PLAYERS:] if user.id not in seated][:wanted]
        joined = 0
        for user in chain(free, (self._add_player() for _ in range(wanted - len(free)))):
            if not await self.auto.join(user, *found):
                break
            joined += 1
        self._changed()
        return joined or Refused.NO_SEAT

    def _find_lobby(self, channel: Channel) -> tuple[Message, str] | None:
        return find_post(self.people, self.host, channel, ids.JOIN)

    async def skip(self, skip: Skip) -> Refused | None:
        """Put the clock forward; automatic players are in time."""
        if skip is Skip.DEADLINE:
            await self.auto.catch_up()
        now = self.clock.now()
        if skip is Skip.DEADLINE:
            to = await self.life.read(lambda session: _next_deadline(session, now))
            if to is None:
                return Refused.NO_DEADLINE
        else:
            to = now + (timedelta(hours=1) if skip is Skip.HOUR else timedelta(minutes=1))
        await self.life.skip(lambda: self.clock.skip_to(to), to)
        self._changed()
        return None


def _next_deadline(session: Session, now: datetime) -> datetime | None:
    """Return when the next open round is locked, or in review published, if nobody does anything."""
    query = select(Round, Game).join(Game, col(Game.id) == Round.open_game_id).where(Game.status == GameStatus.RUNNING)
    moments = (_end_of(found, game) for found, game in session.exec(query))
    return min((moment for moment in moments if moment > now), default=None)


def _end_of(found: Round, game: Game) -> datetime:
    return (publishes_at(game, found) or found.deadline + LOCK_DELAY) + _A_MOMENT
