"""One row of the outbox, of any kind, and its delivery over a real socket: what a fault does to it, cheaply.

A game that was played at the moderator's club has left rows of every kind, and their messages with a server. A case
takes one of the messages away, puts its row back into the outbox with neighbours, and lets the bot's delivery run.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path, PurePath
from typing import Any

import discord
from sqlmodel import Session, col, select

from bot.db.engine import Database, open_database
from bot.db.tables import Game, Hand, Message, MessageStatus, Player, Seat
from bot.discord.address import point_discord_at
from bot.discord.delivery import Delivery
from bot.discord.directs import Directs
from bot.discord.pictures import Painter
from bot.discord.rally import Rally
from bot.discord.sending import Sender
from bot.discord.worker import Worker
from bot.moderator import games, seats
from bot.moderator.outbox import IN_THREAD, Kind, Notice, Report
from bot.playground.components import TEXT_DISPLAY
from bot.playground.faults import Fault
from bot.playground.messenger import Envelope
from bot.playground.model import Channel, ChannelKind, Draft, Guild, MessageFlag, Overwrite, Permission, User
from bot.playground.model import Message as Post
from bot.playground.people import controls_of, text_of
from bot.playground.server import Playground
from bot.playground.world import Policy
from tests.bot.discord.rallystage import RallyClock, nothing_to_see
from tests.bot.moderator.club import CHANNEL, HOST, NOON, Club, PostOffice, player

OTHER_CHANNEL = 23
"""There a race has ended."""
ON_MESSAGES = frozenset((Kind.PIN, Kind.THREAD, Kind.EDIT))
"""Kinds that change a message which is there, and send none."""
IN_DMS = frozenset((Kind.HAND, Kind.REMINDER, Kind.RECEIPT, Kind.REPORT, Kind.SEAT))
SEND = "POST /channels/{channel_id}/messages"
OPEN = "POST /users/@me/channels"
_ROUTES = {
    Kind.PIN: "PUT /channels/{channel_id}/messages/pins/{message_id}",
    Kind.THREAD: "POST /channels/{channel_id}/messages/{message_id}/threads",
    Kind.EDIT: "PATCH /channels/{channel_id}/messages/{message_id}",
}
OPENING = "opening"
"""A hand to somebody whose channel of direct messages must be opened first."""
KINDS = (*Kind, OPENING)
MOST_SECONDS = 2000.0
"""Of the loop's time: twenty real ones, on a slow machine."""
_DAY = timedelta(days=1)
_LANES = frozenset((f"c{CHANNEL}", f"c{OTHER_CHANNEL}", *(f"u{user}" for user in (HOST, player(1), player(2)))))
"""Those in which nothing waits to be counted first."""
_UNDRAWN = 1
"""The round whose picture could not be drawn."""


@dataclass
class WorldOffice(PostOffice):
    """A post office that leaves what it takes in a server's world, as the bot would."""

    server: Playground | None = None
    posts: dict[int, Post] = field(default_factory=dict)
    """By row."""
    _results: dict[int, Post] = field(default_factory=dict)
    """By round."""

    def send(self, message: Message) -> int:
        """Put a message where it belongs."""
        assert self.server is not None
        kind, messenger, bot = Kind(message.kind), self.server.messenger, self.server.application.bot
        if message.edits_id is not None:
            return self.posts[message.edits_id].id
        if kind is Kind.PIN:
            return self._results[message.round_id or 0].id
        if kind is Kind.THREAD:
            post = self._results[message.round_id or 0]
            return messenger.start_thread(bot, post.channel, {"name": "what happened"}, post).id
        post = self._put(message, self._place(message))
        if kind is Kind.RESULT:
            self._results[message.round_id or 0] = post
        return post.id

    def _place(self, message: Message) -> Channel:
        assert self.server is not None
        world = self.server.world
        if message.user_id is not None:
            return world.open_dm(self.server.application.bot, world.users[message.user_id])
        if message.kind in IN_THREAD:
            return world.channels[self._results[message.round_id or 0].id]
        return world.channels[message.channel_id or 0]

    def _put(self, message: Message, channel: Channel) -> Post:
        assert self.server is not None
        text = {"type": TEXT_DISPLAY, "id": 1, "content": f"-# {message.key}"}
        draft = Draft(components=(text,), flags=MessageFlag.COMPONENTS_V2)
        envelope = Envelope(application_id=self.server.application.id)
        self.posts[message.id] = self.server.messenger.put(self.server.application.bot, channel, draft, envelope)
        return self.posts[message.id]


@dataclass
class Case:
    """A row that is to be sent, with one behind it and one in another lane."""

    kind: Kind
    key: str
    row: int
    behind: int
    beside: int
    route: str
    """What the bot asks of Discord for it."""
    place: int
    """The channel that it goes to."""
    post: Post
    """The message on which it hangs, or what it was before it was taken away."""


class PostHouse:
    """A server, a database with rows of all kinds, and the bot's delivery; `reset` before each case."""

    def __init__(self, path: Path) -> None:
        """Play at the club; the file is to be an empty database."""
        self.path = path
        self.clock = RallyClock()
        loop = asyncio.get_running_loop()
        policy = Policy(requests_per_second=None, old_edits=1000)
        self.server = Playground(self.clock.discord, policy, monotonic=loop.time)
        self.office = WorldOffice(server=self.server)
        self.database: Database | None = None
        self._snapshot = sqlite3.connect(":memory:")
        self._things: dict[int, tuple[Channel, dict[int, Post]]] = {}

    async def open(self) -> None:
        """Let everything have happened, and the bot be logged in."""
        await self.server.start()
        point_discord_at(self.server.url)
        self._furnish()
        self._play()
        with closing(sqlite3.connect(self.path)) as connection:
            connection.backup(self._snapshot)
        channels = self.server.world.channels
        self._things = {number: (channel, dict(channel.messages)) for number, channel in channels.items()}
        self._drafts = {post: post.draft for post in self.office.posts.values()}
        self._threads = {post: post.thread for post in self.office.posts.values()}
        self._began = self.clock.at
        self.database = open_database(self.path, self.clock.now())
        with closing(self.database.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA synchronous = OFF")  # the disk is not what is tested here
        self.client = discord.Client(intents=discord.Intents.default(), max_ratelimit_timeout=30.0)
        await self.client.login(self.server.token)
        painter = Painter(nothing_to_see)
        self.rally = Rally(Worker(self.database), self.clock, {}, lambda: "green-light", painter)

    async def close(self) -> None:
        """Let it all end."""
        await self.client.close()
        self.rally.painter.close()
        self.rally.worker.close()
        assert self.database is not None
        self.database.close()
        self._snapshot.close()
        await self.server.close()
        point_discord_at("")

    def begin(self) -> None:
        """Let a process begin to deliver."""
        sender = Sender(self.client, Directs(self.client, self.rally, 0.0), self.rally.painter)
        self.delivery = Delivery(self.rally, sender, 5.0, 0.0)
        self._task = asyncio.create_task(self.delivery.run())

    async def end(self) -> None:
        """Let it end, as if it had died: what is on its way is noted nowhere."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.delivery.finish(0.0)

    # What has happened

    def _furnish(self) -> None:
        world, bot = self.server.world, self.server.application.bot
        guild: Guild = world.add_guild("Robot club", self.server.owner)
        for user in (User(HOST, "Host"), *(User(player(seat), f"Player {seat}") for seat in (1, 2, 3)), bot):
            world.users[user.id] = user
            world.join(guild, user)
        may_pin = Overwrite(bot.id, is_member=True, allow=Permission.PIN_MESSAGES, deny=Permission(0))
        for number in (CHANNEL, OTHER_CHANNEL):
            channel = Channel(number, ChannelKind.TEXT, f"race {number}", guild, created=world.now())
            channel.overwrites[bot.id] = may_pin
            world.channels[number] = channel

    def _play(self) -> None:
        """Play two nights of a race, with all that can be told of it, and the only one of another."""
        club = Club(self.path, NOON, NOON, self.office, draw=_fail_once)
        race = club.new_game(2)
        club.new_game(2, channel=OTHER_CHANNEL, rounds=1)
        club.tick()
        for user in (player(3), player(2)):
            club.command(seats.substitute, race, 2, user)
            club.tick()
        club.command(games.pause, race)
        club.command(games.resume, race)
        club.write(race, 1, (1, 2, 3, 4, 5))
        for night in (1, 2):
            deadline = NOON.replace(hour=19) + night * _DAY
            for moment in (deadline - timedelta(minutes=20), deadline + timedelta(seconds=10)):
                self.clock.at = club.now = moment
                club.keep_hearing()
                club.tick()
        self.clock.at = club.now = club.now + timedelta(minutes=70)  # what was to wait
        club.keep_hearing()
        club.deliver()
        bot, world = self.server.application.bot, self.server.world
        users = (HOST, *(player(seat) for seat in (1, 2, 3)))
        known = {user: world.open_dm(bot, world.users[user]).id for user in users}
        club.do(lambda session: session.add_all(Player(user_id=user, dm_channel_id=dm) for user, dm in known.items()))
        waiting = [row.key for row in club.rows(Message) if row.status is not MessageStatus.SENT]
        assert waiting == [], waiting
        club.restart()

    # A case

    def reset(self) -> None:
        """Let everything be as it was."""
        self.clock.at = self._began
        self.server.faults.clear()
        self.server.messenger.forget_nonces()
        self.server.traffic.log.clear()
        self.server.world.channels = {number: channel for number, (channel, _) in self._things.items()}
        for channel, posts in self._things.values():
            channel.messages = dict(posts)
            channel.pinned_at.clear()
        for post, draft in self._drafts.items():
            post.draft, post.thread, post.is_deleted, post.edited = draft, self._threads[post], False, None
        with closing(sqlite3.connect(self.path)) as connection:
            self._snapshot.backup(connection)

    async def put_back(self, kind: str) -> Case:
        """Put a row of a kind back into the outbox, and take what came of it away."""
        what = Kind.HAND if kind == OPENING else Kind(kind)
        case = await self.rally.do(lambda session, _: self._put_back(session, what))
        if kind == OPENING:
            case.route = OPEN
            await self.know_dm(case, None)
        post = case.post
        if what is Kind.THREAD:
            del self.server.world.channels[post.id]
            post.thread = None
        elif what not in ON_MESSAGES:
            del post.channel.messages[post.id]
        return case

    def _put_back(self, session: Session, kind: Kind) -> Case:
        game = 2 if kind is Kind.FINAL else 1
        query = select(Message).where(Message.kind == kind, Message.game_id == game).order_by(col(Message.id).desc())
        rows = session.exec(query).all()
        row = next(row for row in rows if row.lane in _LANES or kind is Kind.PICTURE)
        row.status, row.message_id, row.attempts, row.retry_at = MessageStatus.PENDING, None, 0, None
        if kind is Kind.HAND:
            told = select(Message).where(Message.kind == Kind.REPORT, Message.round_id == row.round_id)
            session.delete(session.exec(told).one())  # it is made again, once the hand is sent or dead
            for hand in session.exec(select(Hand).join(Seat).where(Seat.user_id == row.user_id)):
                hand.reached = False
            session.flush()
        behind = _neighbour(row, "behind")
        beside = Message(
            **_common(row, "beside"),
            kind=Kind.REPORT,
            lane=f"u{player(3)}",
            user_id=player(3),
            facts={"report": Report.CLOCK, "seconds": 3},
        )
        session.add_all((behind, beside))
        session.flush()
        post = self._post_of(session, row)
        return Case(kind, row.key, row.id, behind.id, beside.id, _ROUTES.get(kind, SEND), post.channel.id, post)

    def strike(self, case: Case, **details: object) -> Fault:
        """Let the next request for a row fail."""
        fault = Fault(route=case.route)
        if case.route != OPEN:
            fault.where = lambda request: request.match_info["channel_id"] == str(case.place)
        for name, value in details.items():
            setattr(fault, name, value)
        return self.server.faults.add(fault)

    async def know_dm(self, case: Case, channel_id: int | None) -> None:
        """Let the bot remember another channel of direct messages with whoever gets a row, or none."""

        def work(session: Session, _: object) -> None:
            session.get_one(Player, session.get_one(Message, case.row).user_id).dm_channel_id = channel_id

        await self.rally.do(work)

    def _post_of(self, session: Session, row: Message) -> Post:
        if row.edits_id is not None:
            return self.office.posts[row.edits_id]
        if row.kind in {Kind.PIN, Kind.THREAD}:
            query = select(Message.id).where(Message.round_id == row.round_id, Message.kind == Kind.RESULT)
            return self.office.posts[session.exec(query).one()]
        return self.office.posts[row.id]

    async def row(self, number: int) -> Message:
        """Return a row."""
        return await self.rally.do(lambda session, _: session.get_one(Message, number))

    async def game(self) -> Game:
        """Return the game that goes on."""
        return await self.rally.do(lambda session, _: session.get_one(Game, 1))

    async def until(self, number: int, holds: Callable[[Message], bool]) -> Message:
        """Wait until a row is as it shall be."""
        async with asyncio.timeout(MOST_SECONDS):
            while not holds(row := await self.row(number)):  # noqa: ASYNC110 - a database tells no news
                await asyncio.sleep(1.0)
        return row

    async def settle(self, *rows: int) -> list[Message]:
        """Wait until rows are done with; time passes to whenever the next of them may be tried."""
        for number in rows:
            while (row := await self.until(number, is_at_rest)).status is MessageStatus.PENDING:
                assert row.retry_at is not None
                self.clock.at = max(self.clock.at, row.retry_at)
                self.rally.mail.set()
                await self.until(number, partial(_is_tried_again, attempts=row.attempts))
        return [await self.row(number) for number in rows]

    async def reports(self) -> list[Message]:
        """Return what the hosts are told since the case began."""

        def work(session: Session, _: object) -> list[Message]:
            first = session.exec(select(Message.id).where(Message.key == "beside")).one()
            return list(session.exec(select(Message).where(Message.kind == Kind.REPORT, col(Message.id) > first)).all())

        return await self.rally.do(work)

    def seen(self, case: Case) -> int:
        """Return how often the reader sees what a row was to bring."""
        if case.kind is Kind.PIN:
            return int(case.post.is_pinned)
        if case.kind is Kind.THREAD:
            return int(case.post.thread is not None)
        if case.kind is Kind.EDIT:
            return int(case.post.draft is not self._drafts[case.post])
        place = self.server.world.channels[case.place]
        return sum(_carries(post, case.key) for post in place.messages.values() if not post.is_deleted)

    def texts(self, case: Case) -> list[str]:
        """Return what the messages in a row's channel say."""
        return [text_of(post) for post in self.server.world.channels[case.place].messages.values()]


def _is_pending(row: Message) -> bool:
    return row.status is MessageStatus.PENDING


def _is_tried_again(row: Message, attempts: int) -> bool:
    return row.attempts > attempts or not _is_pending(row)


def is_at_rest(row: Message) -> bool:
    """Whether a row is done with, or has failed and waits."""
    is_failed = row.retry_at is not None and row.attempted_at is not None and row.retry_at > row.attempted_at
    return not _is_pending(row) or is_failed


def _common(row: Message, key: str) -> dict[str, Any]:
    return {"key": key, "game_id": row.game_id, "urgency": row.urgency, "created_at": row.created_at}


def _neighbour(row: Message, key: str) -> Message:
    lane = row.lane
    if row.user_id is not None:
        facts: dict[str, object] = {"report": Report.CLOCK, "seconds": 3}
        return Message(**_common(row, key), kind=Kind.REPORT, lane=lane, user_id=row.user_id, facts=facts)
    facts = {"notice": Notice.PAUSED}
    return Message(**_common(row, key), kind=Kind.NOTICE, lane=lane, channel_id=row.channel_id, facts=facts)


def _carries(post: Post, key: str) -> bool:
    """Whether a message is the one with a key: by its file, its small last line, or the buttons of a hand."""
    stems = [PurePath(file.filename).stem for file in post.attachments]
    is_hand = "-hand" in key and any(str(each["custom_id"]).startswith("pick:") for each in controls_of(post))
    return key in stems or is_hand or text_of(post).splitlines()[-1:] == [f"-# {key}"]


def _fail_once(message: Message) -> None:
    """Draw no picture for the first result of the first game, until it is asked for alone."""
    if message.kind == Kind.RESULT and message.key.startswith(f"g1r{_UNDRAWN}"):
        raise ZeroDivisionError
