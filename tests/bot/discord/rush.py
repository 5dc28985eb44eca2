"""Many races that are due at the same second, and a bot as a process of its own that serves them.

The server and the people live with the test, so that the bot has its process to itself, as it has when it is run.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path

from sqlmodel import Session, col, insert, select, update

from bot.boards import read_boards
from bot.clock import SystemClock, id_of_moment
from bot.db.engine import open_database
from bot.db.tables import Game, Hand, Message, MessageStatus, Player, Program, Seat, Source
from bot.discord import ids
from bot.moderator import games
from bot.moderator.orders import Done, Order
from bot.moderator.outbox import Kind
from bot.moderator.schedule import LOCK_DELAY
from bot.moderator.settings import Settings
from bot.playground.components import ACTION_ROW, BUTTON
from bot.playground.drafts import Form
from bot.playground.model import Channel, Guild, MessageFlag, Overwrite, Permission, User
from bot.playground.model import Message as Post
from bot.playground.server import Playground
from tests.bot.discord.processes import start_bot
from tests.bot.discord.rallystage import ROBOTS, SEED

PLAYERS = len(ROBOTS)
_DEALT_AGO = timedelta(hours=13)
_LOOK_SECONDS = 0.2
_LAST_MOMENT = timedelta(seconds=1)
_MOMENT = "%Y-%m-%d %H:%M:%S.%f"
"""As the database keeps moments, in UTC."""
_MAY_PIN = Permission.PIN_MESSAGES


@dataclass
class Race:
    """A game, and where it is played."""

    id: int
    channel: Channel
    post: Post
    """The one under which its first round is programmed, with My cards."""
    players: list[User]


@dataclass
class Rush:
    """A server with races, and the file in which they are kept."""

    server: Playground
    path: Path
    guild: Guild
    host: User
    races: list[Race] = field(default_factory=list)
    deadline: datetime | None = None

    def furnish(self, count: int) -> None:
        """Start so many races; all but the last player of each have a program, and all was sent so far."""
        world, bot = self.server.world, self.server.application.bot
        for user in (self.host, bot):
            world.join(self.guild, user)
        for number in range(1, count + 1):
            channel = world.add_channel(self.guild, f"race-{number}")
            channel.overwrites[bot.id] = Overwrite(bot.id, is_member=True, allow=_MAY_PIN, deny=Permission(0))
            players = [world.add_person(f"{robot} {number}") for robot in ROBOTS]
            for player in players:
                world.join(self.guild, player)
            self.races.append(Race(number, channel, self._post_start(number, channel), players))
        with open_database(self.path, SystemClock().now()) as database, database.transaction() as session:
            self._store(session, SystemClock().now() - _DEALT_AGO)
            self._call_all_sent(session, SystemClock().now())

    def _post_start(self, game: int, channel: Channel) -> Post:
        button = {"type": BUTTON, "style": 1, "label": "My cards", "custom_id": ids.my_cards_id(game)}
        row = {"type": ACTION_ROW, "components": [button]}
        form = Form({"components": [row], "flags": int(MessageFlag.COMPONENTS_V2)})
        return self.server.messenger.send(self.server.application.bot, channel, form)

    def _store(self, session: Session, now: datetime) -> None:
        """Let hosts and players do what they did at some moment."""
        boards = read_boards()
        for race in self.races:
            place = games.Place(self.guild.id, race.channel.id, self.host.id)
            settings = Settings(f"Race {race.id}", "green-light", reminder_minutes=(), moves_for_silence=False)
            game = games.create(session, now, place, settings, games.Supplies(boards, SEED))
            assert isinstance(game, Game)
            assert game.id == race.id
            for user, robot in zip(race.players, ROBOTS, strict=True):
                assert isinstance(games.join(session, now, game.id, user.id, robot), Seat)
                session.add(Player(user_id=user.id, dm_channel_id=self.server.people.dm(user).id))
            assert isinstance(games.start(session, now, Order(game.id, self.host.id, "go")), Done)
        session.flush()
        session.execute(insert(Program), [_program(seat, hand, now) for seat, hand in _in_time(session)])

    def _call_all_sent(self, session: Session, now: datetime) -> None:
        session.execute(update(Hand).values(reached=True))
        session.execute(update(Message).values(status=MessageStatus.SENT, sent_at=now, message_id=Message.id))
        for race in self.races:
            started = update(Message).where(col(Message.game_id) == race.id, col(Message.kind) == Kind.START)
            session.execute(started.values(message_id=race.post.id))

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[BaseProcess]:
        """Run the bot; in the end it is stopped as whoever runs it does."""
        process = start_bot(
            self.path.parent,
            {"DATABASE_URL": str(self.path), "DISCORD_URL": self.server.url, "DISCORD_TOKEN": self.server.token},
        )
        try:
            yield process
            process.terminate()
        except BaseException:
            process.kill()
            raise
        finally:
            await asyncio.to_thread(process.join)  # it says goodbye to the server, which is here

    async def become_due(self) -> None:
        """Wait until the bot hears people; then it is just before the deadline, and the last programs come in."""
        await self._until("SELECT count(*) FROM hearing WHERE NOT ended")
        now = SystemClock().now()
        self.deadline = now + _LAST_MOMENT
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute("UPDATE round SET deadline = ?", (f"{self.deadline:{_MOMENT}}",))
            connection.execute("UPDATE program SET at = ?", (f"{now:{_MOMENT}}",))

    async def be_over(self) -> None:
        """Wait until every next round is dealt and all is sent, but for edits, which wait for more to tell."""
        await self._until(
            "SELECT (SELECT count(*) FROM round WHERE number = 2) = ?"
            " AND NOT EXISTS (SELECT * FROM message WHERE status = 'pending' AND kind <> 'edit')",
            len(self.races),
        )

    async def _until(self, query: str, *parameters: int) -> None:
        while not self._ask(query, *parameters)[0][0]:  # noqa: ASYNC110 - another process makes it so
            await asyncio.sleep(_LOOK_SECONDS)

    def seconds(self) -> dict[str, float]:
        """Return how long after the moment of the lock what took place, for the last game or message of all."""
        ((published, boards, hands, everything),) = self._ask(
            "SELECT (SELECT max(published_at) FROM round), max(sent_at) FILTER (WHERE kind = 'result'),"
            " max(sent_at) FILTER (WHERE kind = 'hand'), max(sent_at) FROM message"
        )
        moments = {"published": published, "boards": boards, "hands": hands, "all sent": everything}
        assert self.deadline is not None
        locked = self.deadline + LOCK_DELAY
        return {
            name: (datetime.fromisoformat(str(moment)).replace(tzinfo=UTC) - locked).total_seconds()
            for name, moment in moments.items()
        }

    def statuses(self) -> set[str]:
        """Return all statuses that messages of the outbox have."""
        return {str(status) for (status,) in self._ask("SELECT DISTINCT status FROM message WHERE kind <> 'edit'")}

    def _ask(self, query: str, *parameters: int) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            return connection.execute(query, parameters).fetchall()


def _in_time(session: Session) -> list[tuple[Seat, Hand]]:
    """Return the seats that have a program: all but the last of each race."""
    query = select(Seat, Hand).join(Hand, col(Hand.seat_id) == Seat.id)
    return list(session.exec(query.where(col(Seat.number) < PLAYERS)).all())


def _program(seat: Seat, hand: Hand, at: datetime) -> dict[str, object]:
    """Return the row of a first program, as it was tapped."""
    return {
        "hand_id": hand.id,
        "version": 1,
        "places": [5, 3, 9, 1, 7],
        "at": at,
        "source": Source.TAPPED,
        "source_id": id_of_moment(at),
        "user_id": seat.user_id,
        "code": "",
    }
