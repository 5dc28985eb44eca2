"""A real bot on a real file, at a loopback server with players, whose side the moderator's services play."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from PIL import Image
from sqlmodel import Session, SQLModel, and_, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.boards import read_boards
from bot.clock import id_of_moment
from bot.db.engine import open_database
from bot.db.tables import Game, Hearing, Message, MessageStatus, Round, Seat
from bot.discord.address import point_discord_at
from bot.discord.client import Pace, RallyBot
from bot.discord.pictures import Draw, Painter, Picture
from bot.discord.rally import Rally
from bot.discord.worker import Worker
from bot.moderator import games, programs
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.orders import Answer, Confirm, Order
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from bot.moderator.settings import Settings
from bot.playground.model import Channel, Guild, Overwrite, Permission, User
from bot.playground.model import Message as Post
from bot.playground.people import text_of
from bot.playground.server import Playground
from bot.playground.world import Policy
from tests.bot.discord.watch import LOOK_SECONDS, Watch
from tests.bot.playground.stage import log_in

NOON = datetime(2026, 6, 1, 10, tzinfo=UTC)
"""12:00 in Brussels."""
DEADLINE = datetime(2026, 6, 1, 19, tzinfo=UTC) + timedelta(days=1)
"""21:00 on the next day: the first night."""
PACE = Pace(beat=0.2, look=0.2, send=0.0, opening=0.0, last=0.5, ready=0.02, identify=0.0)
SEED = "green-light"
ROBOTS = ("Bolt", "Cog", "Dynamo", "Axle", "Rivet", "Piston", "Spring")

LONGEST_WAIT = 60.0
"""Seconds after which what is waited for will not come."""

T = TypeVar("T")
Found = TypeVar("Found")
Row = TypeVar("Row", bound=SQLModel)


def nothing_to_see(_: Picture) -> bytes:
    """Draw a picture of one pixel."""
    content = BytesIO()
    Image.new("RGB", (1, 1)).save(content, "PNG")
    return content.getvalue()


def no_paint(picture: Picture) -> bytes:
    """Draw nothing."""
    message = f"no paint for {picture.name}"
    raise RuntimeError(message)


class RallyClock:
    """A clock for bot and server that stands until it is moved, but tells each asker a microsecond more."""

    def __init__(self) -> None:
        """Start at noon."""
        self.at = NOON
        self.ahead = timedelta()
        """What the bot's machine shows beyond Discord's time."""

    def now(self) -> datetime:
        """Return the machine's time."""
        return self.at + self.ahead

    def discord(self) -> datetime:
        """Return Discord's time."""
        return self.at


@dataclass
class RallyStage:
    """A bot at a server. `start` and `stop` are the life of its process; the file and the world stay."""

    server: Playground
    clock: RallyClock
    path: Path
    guild: Guild
    channel: Channel
    host: User
    players: list[User]
    robots: tuple[str, ...] = ROBOTS
    haste: timedelta = timedelta()
    """So far the clock is moved at each look, when something is waited for."""
    draw: Draw = nothing_to_see
    _bot: RallyBot | None = None
    _task: "asyncio.Task[None] | None" = None
    _worker: Worker | None = None
    _watch: Watch | None = None
    _ids: int = 0

    @property
    def bot(self) -> RallyBot:
        """The running bot."""
        assert self._bot is not None
        return self._bot

    async def start(self) -> None:
        """Let a process begin."""
        database = open_database(self.path, self.clock.now())
        with closing(database.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA synchronous = OFF")  # the disk is not what is tested here
        self._worker = Worker(database)
        rally = Rally(self._worker, self.clock, read_boards(), lambda: SEED, Painter(self._drawn))
        self._bot = RallyBot(rally, PACE)
        self._task = await log_in(self.server, self._bot)
        self._watch = Watch(self.path)
        await self.until_there_is(select(Hearing.id).where(col(Hearing.ended).is_(False)))

    def _drawn(self, picture: Picture) -> bytes:
        return self.draw(picture)

    async def stop(self) -> None:
        """Let the process end as after SIGTERM."""
        if self._bot is None or self._worker is None or self._task is None or self._watch is None:
            return
        await self._bot.close()
        await self._task
        self._bot.rally.painter.close()
        self._watch.close()
        self._worker.close()
        self._worker.database.close()
        self._bot = self._task = self._worker = self._watch = None

    async def do(self, work: Callable[[Session, datetime], T]) -> T:
        """Do something as an interaction would."""
        return await self.bot.rally.change(work)

    # What hosts and players do

    async def new_game(
        self, players: int = 2, channel: Channel | None = None, *, starts: bool = True, but: int = 0, **changes: object
    ) -> int:
        """Make a game with players and start it; all of that is sent, but so many rows."""
        settings = replace(Settings("Friday race", "green-light"), **changes)  # type: ignore[arg-type]
        place = games.Place(self.guild.id, (channel or self.channel).id, self.host.id)

        def make(session: Session, now: datetime) -> int:
            game = games.create(session, now, place, settings, games.Supplies(read_boards(), SEED))
            assert isinstance(game, Game)
            for user, robot in zip(self.players[:players], self.robots, strict=False):
                assert isinstance(games.join(session, now, game.id, user.id, robot), Seat)
            return game.id

        game_id = await self.do(make)
        if starts:
            await self.command(games.start, game_id)
        await self.settled(but=but)
        return game_id

    async def command(self, power: Callable[..., Answer], game: int, *details: object) -> Answer:
        """Give a host's order, and confirm it."""
        order = Order(game, self.host.id, "as agreed", None)
        answer = await self.do(lambda session, now: power(session, now, order, *details))
        if isinstance(answer, Confirm):
            sure = replace(order, confirmation=answer.code)
            answer = await self.do(lambda session, now: power(session, now, sure, *details))
        assert not isinstance(answer, Rejected), answer
        return answer

    async def program(self, game: int, seat: int, places: tuple[int, ...] = (1, 2, 3, 4, 5)) -> None:
        """Press five cards."""
        for place in places:
            self._ids += 1
            pressed = id_of_moment(self.clock.discord()) + self._ids

            def pick(session: Session, now: datetime, pressed: int = pressed, place: int = place) -> Panel | Rejected:
                query = select(Round).where(Round.open_game_id == game)
                press = Press(session.exec(query).one().id, self.players[seat - 1].id, pressed)
                return programs.pick(session, now, press, place)

            assert isinstance(await self.do(pick), Panel)

    # What time and the world do

    async def at(self, moment: datetime) -> None:
        """Let it be a moment; players could be heard all the time."""
        ahead = self.clock.ahead

        def keep(session: Session, _: datetime) -> None:
            last = session.exec(select(Hearing).order_by(col(Hearing.id).desc())).first()
            if last is not None and not last.ended:
                last.until = moment + ahead
            self.clock.at = moment

        await self.do(keep)

    async def night(self, deadline: datetime = DEADLINE) -> None:
        """Let a deadline pass, and wait until all of that night is sent."""
        [last] = await self.read(select(func.max(Round.id)))
        await self.at(deadline + timedelta(seconds=10))
        is_next, is_out = col(Round.id) > last, col(Round.published_at).is_not(None)
        await self.until_there_is(select(Round.id).where(or_(is_next, and_(col(Round.id) == last, is_out))))
        await self.settled()

    async def read(self, query: SelectOfScalar[Found]) -> list[Found]:
        """Return what a query finds."""
        return await self.bot.rally.do(lambda session, _: list(session.exec(query).all()))

    async def rows(self, table: type[Row]) -> list[Row]:
        """Return all rows of a table, in the order of their making."""
        return await self.read(select(table))

    async def until_there_is(self, query: SelectOfScalar[Found]) -> list[Found]:
        """Wait until a query finds something."""
        return await self._until(lambda: self.read(query), bool)

    async def until(self, found: Callable[[list[Row]], bool], table: type[Row]) -> list[Row]:
        """Wait until the rows of a table are as they shall be."""
        return await self._until(lambda: self.rows(table), found)

    async def settled(self, *, but: int = 0) -> None:
        """Wait until nothing waits to be sent, but so many rows; what is to wait for longer only when in haste."""

        def count(session: Session, now: datetime) -> int:
            query = select(func.count()).where(Message.status == MessageStatus.PENDING)
            if not self.haste:
                query = query.where(or_(col(Message.retry_at).is_(None), col(Message.retry_at) <= now))
            return session.exec(query).one()

        await self._until(lambda: self.bot.rally.do(count), lambda waiting: waiting <= but)

    async def _until(self, look: Callable[[], Awaitable[T]], found: Callable[[T], bool]) -> T:
        """Look until what is looked for is found, each time something has been written."""
        assert self._watch is not None
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                version = self._watch.version()
                if found(seen := await look()):
                    return seen
                await asyncio.sleep(LOOK_SECONDS)
                if self.haste:
                    self.clock.at += self.haste
                    self.bot.rally.mail.set()
                else:
                    await self._watch.news(version)

    async def row(self, key: str) -> Message:
        """Return the row with a key."""
        return next(row for row in await self.rows(Message) if row.key == key)

    # What goes wrong

    def deny(self, permission: Permission) -> None:
        """Take permissions away from the bot in the game's channel."""
        overwrite = Overwrite(self.server.application.bot.id, is_member=True, allow=Permission(0), deny=permission)
        self.server.world.set_overwrite(self.channel, overwrite)

    def lose_channel(self, *, is_deleted: bool) -> None:
        """Delete the game's channel, or close it to the bot."""
        if is_deleted:
            self.server.world.delete_channel(self.channel)
        else:
            self.deny(Permission.VIEW_CHANNEL)

    # What people see

    def posts(self, channel: Channel | None = None) -> list[Post]:
        """Return the bot's messages that stand in a channel, oldest first; pins' notices apart."""
        there = (channel or self.channel).messages.values()
        bot = self.server.application.bot
        return [each for each in there if each.author is bot and not each.is_deleted and each.kind in {0, 20}]

    def dms(self, user: User) -> list[Post]:
        """Return the bot's messages to a person."""
        return self.posts(self.server.people.dm(user))

    def texts(self, channel: Channel | None = None) -> list[str]:
        """Return what the bot's messages in a channel say."""
        return [text_of(post) for post in self.posts(channel)]

    def thread(self) -> Channel:
        """Return the latest thread."""
        return [each for each in self.server.world.channels.values() if each.parent is self.channel][-1]

    async def check_once(self) -> None:
        """Fail unless each message of the outbox that was sent stands there once, and nothing else does."""
        rows = [row for row in await self.rows(Message) if row.kind not in {Kind.EDIT, Kind.PIN, Kind.THREAD}]
        sent = sorted(row.message_id or 0 for row in rows if row.status is MessageStatus.SENT)
        there = sorted(post.id for channel in self.server.world.channels.values() for post in self.posts(channel))
        assert there == sent

    def names(self, channel: Channel | None = None) -> list[str]:
        """Return the names of all files in a channel."""
        return [each.filename for post in self.posts(channel) for each in post.attachments]


Play = Callable[[RallyStage], Awaitable[None]]


async def play(  # noqa: PLR0913 - what stories differ in
    migrated_file: Path,
    folder: Path,
    story: Play,
    policy: Policy | None = None,
    *,
    people: int = 7,
    seconds: float = 40,
) -> None:
    """Let a story happen: a server with a guild, a channel, a host and players, and a bot that has started."""
    path = Path(shutil.copyfile(migrated_file, folder / "rally.db"))
    clock = RallyClock()
    async with asyncio.timeout(seconds), Playground(clock.discord, policy) as server:
        point_discord_at(server.url)
        world = server.world
        host, players = world.add_person("Host"), [world.add_person(f"Player {number + 1}") for number in range(people)]
        guild = world.add_guild("Robot club", server.owner)
        for user in (host, *players, server.application.bot):
            world.join(guild, user)
        stage = RallyStage(server, clock, path, guild, world.add_channel(guild, "race"), host, players)
        await stage.start()
        try:
            await story(stage)
            assert server.traffic.failures == []
        finally:
            await stage.stop()
            point_discord_at("")
