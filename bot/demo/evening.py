"""A race of automatic players through the real bot: they press its buttons on a Discord-compatible server."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Message, MessageStatus, Round, RoundResult, RoundStatus
from bot.discord import ids
from bot.discord.client import Pace
from bot.moderator.settings import LONGEST_GAME_NAME
from bot.moderator.stored import load_state
from bot.play.life import Life, Supplies
from bot.play.taps import find_post, press_cards
from bot.playground.model import Channel, Permission, User
from bot.playground.server import Playground
from simulation.autopilot import Autopilot
from simulation.board import Board
from simulation.geometry import format_square
from simulation.programs import Program
from simulation.race import ROBOT_NAMES, is_late, mixed_strengths
from simulation.rules import HouseRules
from simulation.state import State
from simulation.telling import printable, standings

ZONE = "Europe/Brussels"
PACE = Pace(beat=0.02, look=0.02, send=0.0, opening=0.0, last=0.5, ready=0.02, identify=0.0)
"""Nothing here needs Discord's patience."""
_FIRST_EVENING = datetime(2026, 3, 25, 18, tzinfo=UTC)
"""Three days before the clocks change: deadlines stay at 21:00 on both sides."""
_PATIENCE = 60.0
"""Seconds in which anything that is waited for must have come."""

T = TypeVar("T")


class FastClock:
    """A clock that goes by itself from an evening in March, and jumps from night to night."""

    def __init__(self) -> None:
        """Start in the first evening."""
        self.at = _FIRST_EVENING

    def now(self) -> datetime:
        """Return the moment: a millisecond later each time."""
        self.at += timedelta(milliseconds=1)
        return self.at


@dataclass(frozen=True, slots=True)
class Table:
    """What is raced, and where the bot keeps it."""

    text: str
    """The board file's."""
    board: Board
    seed: str
    players: int
    rounds: int
    database: Path


class Evening:
    """All nights of a race, one after the other."""

    def __init__(self, table: Table) -> None:
        """Lay the table; nothing runs yet."""
        self.table = table
        self.clock = FastClock()
        self.zone = ZoneInfo(ZONE)
        self.title = f"A race on {printable(table.board.name)}"[:LONGEST_GAME_NAME].strip()
        self.channel: Channel
        self.state = State((), ())
        """After the last round."""
        self._players: list[User] = []
        self._host: User
        self._server: Playground
        self._life: Life
        self._autopilot = Autopilot(table.board, HouseRules())
        self._strengths = mixed_strengths(table.players)

    async def play(self, server: Playground) -> None:
        """Let the bot log in at a server, and people play until the race is over."""
        self._server = server
        self._furnish()
        supplies = Supplies(self.table.database, {"demo": self.table.text}, lambda: self.table.seed)
        self._life = Life(server, self.clock, PACE, supplies)
        try:
            await self._life.start(_PATIENCE)
            await self._play_through()
        finally:
            await self._life.stop()

    def _furnish(self) -> None:
        """Make the server's guild, its channel, a host and the players."""
        world = self._server.world
        guild = world.add_guild("Robot club", self._server.owner)
        self._host = self._server.owner
        world.join(guild, self._server.application.bot)
        for name in ROBOT_NAMES[: self.table.players]:
            user = world.add_person(name)
            world.join(guild, user)
            self._players.append(user)
        everybody = guild.roles[guild.id]
        world.set_role_permissions(guild, everybody, everybody.permissions | Permission.PIN_MESSAGES)
        self.channel = world.add_channel(guild, "race")

    async def _play_through(self) -> None:
        game_id = await self._start()
        print(f"{self.title}: {', '.join(ROBOT_NAMES[: self.table.players])}")
        while (found := await self._do(lambda session: _open_round(session, game_id))) is not None:
            await self._settle()
            await self._programme(found)
            self.clock.at = found.deadline + timedelta(seconds=6)
            self._life.rally.look_at_all()
            await self._wait(lambda session: session.get_one(Round, found.id).status is RoundStatus.PUBLISHED)
            await self._settle()
            print(await self._do(lambda session: _progress(session, self.table.board, found.id)))
            self.state = load_state((await self._do(lambda session: session.get_one(RoundResult, found.id))).state)
        await self._wait(lambda session: session.get_one(Game, game_id).status is GameStatus.FINISHED)
        await self._settle()

    async def _start(self) -> int:
        """Let the host make a game, players join by the button, and the host start it."""
        people = self._server.people
        options: dict[str, str | int] = {
            "name": self.title,
            "board": "demo",
            "rounds": self.table.rounds,
            "zone": ZONE,
            "reminders": "none",
            "protests": 0,
        }
        await people.command(self._host, self.channel, "game create", options).final()
        await self._wait(lambda session: session.exec(select(Game.id)).first() is not None)
        await self._settle()
        game_id = await self._do(_prepare)
        for user in self._players:
            lobby = find_post(people, user, self.channel, ids.join_id(game_id))
            assert lobby is not None, "the lobby's post was sent"
            await people.press(user, *lobby).final()
        await people.command(self._host, self.channel, "game start").final()
        await self._wait(lambda session: _open_round(session, game_id) is not None)
        return game_id

    async def _programme(self, found: Round) -> None:
        """Let everybody who has a hand press five cards; some are late."""
        state = load_state(found.state)
        chosen = (
            (seat, self._autopilot.choose(state.robots[seat], state.piles[seat].hand, self._strengths[seat]))
            for seat in state.racing()
            if not is_late(self.table.seed, found.number, seat)
        )
        await asyncio.gather(*(self._press(seat, found.id, program) for seat, program in chosen))

    async def _press(self, seat: int, round_id: int, program: Program) -> None:
        user, people = self._players[seat], self._server.people
        assert await press_cards(people, user, people.dm(user), round_id, program), "the hand was sent"

    async def _settle(self) -> None:
        """Wait until all that was to be sent has been sent."""
        await self._wait(lambda session: session.exec(_PENDING).first() is None)

    async def _wait(self, holds: Callable[[Session], bool]) -> None:
        """Wait until something holds in the database."""
        async with asyncio.timeout(_PATIENCE):
            while not await self._do(holds):  # noqa: ASYNC110 - what is waited for is a row
                await asyncio.sleep(0.01)

    async def _do(self, work: Callable[[Session], T]) -> T:
        return await self._life.do(work)


_PENDING = select(Message.id).where(Message.status == MessageStatus.PENDING)


def _prepare(session: Session) -> int:
    """Let the game be played by a clock that jumps: a jump is no time in which the bot was deaf."""
    game = session.exec(select(Game)).one()
    game.moves_for_silence = False
    return game.id


def _open_round(session: Session, game_id: int) -> Round | None:
    return session.exec(select(Round).where(col(Round.open_game_id) == game_id)).first()


def _progress(session: Session, board: Board, round_id: int) -> str:
    """Tell in a line what came of a round: who leads, who has finished, who was late."""
    found, result = session.get_one(Round, round_id), session.get_one(RoundResult, round_id)
    robots = load_state(result.state).robots
    finished = [robot.name for robot in robots if robot.finished is not None]
    leader = next((robot for robot in standings(board, robots) if robot.position is not None), None)
    told = f"Round {found.number:2}: "
    if leader is None or leader.position is None:
        told += "all are over the line"
    else:
        told += f"{leader.name} leads at {format_square(leader.position)}"
        told += f"; over the line: {len(finished)} of {len(robots)}" if finished else ""
    pairs = zip(robots, result.programs, strict=True)
    late = [robot.name for robot, program in pairs if program is not None and program["late"] is not None]
    return f"{told}; late: {', '.join(late)}" if late else told
