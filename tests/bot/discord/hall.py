"""What tests of buttons and commands share: a club on the loopback server, and a bot over TCP with a real database.

Hands and lobbies are put where people find them by the tests themselves; nothing is due here, and nothing is delivered.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import BytesIO
from pkgutil import iter_modules
from typing import TypeVar

import discord
from discord import ui
from discord.ext import commands
from sqlmodel import Session, SQLModel, select

from bot.boards import read_boards
from bot.db.engine import Database
from bot.db.tables import Game, Seat
from bot.db.tables import Message as Row
from bot.discord import cogs
from bot.discord.address import point_discord_at
from bot.discord.buttons import add_buttons
from bot.discord.directs import Directs
from bot.discord.handviews import hand_view
from bot.discord.pictures import Draw, Painter, draw
from bot.discord.rally import Rally
from bot.discord.views import lobby_view
from bot.discord.worker import Worker
from bot.moderator import games
from bot.moderator.hands import Panel, open_hand
from bot.moderator.orders import Done, Order
from bot.moderator.outbox import Kind
from bot.moderator.settings import Settings
from bot.playground.answers import Answer
from bot.playground.commandcall import Value
from bot.playground.model import Channel, Guild, Message, User
from bot.playground.people import People, controls_of, custom_id_of, text_of
from bot.playground.server import Playground
from bot.playground.world import Policy
from bot.text.languages import words_in
from tests.bot.playground.stage import StageClock, log_in, log_out

COGS = tuple(found.name for found in iter_modules(cogs.__path__))
PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (640).to_bytes(4, "big") + (350).to_bytes(4, "big")
PICTURE = "hand.png"
SEED = "green-light"

Found = TypeVar("Found")
RowOf = TypeVar("RowOf", bound=SQLModel)


class Bot(commands.Bot):
    """A bot that answers, and does nothing by itself."""

    def __init__(self, rally: Rally) -> None:
        """Use no privileged intents."""
        super().__init__(
            commands.when_mentioned,
            help_command=None,
            intents=discord.Intents.default(),
            guild_ready_timeout=0.05,
            max_ratelimit_timeout=30.0,
        )
        self.rally = rally
        self.directs = Directs(self, rally, 0.0)

    async def setup_hook(self) -> None:
        """Add all that is tested."""
        add_buttons(self)
        for cog in COGS:
            await self.load_extension(f"bot.discord.cogs.{cog}")
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait."""


class HallClock:
    """The server's clock, as the bot's."""

    def __init__(self, clock: StageClock) -> None:
        """Take the server's clock."""
        self._clock = clock

    def now(self) -> datetime:
        """Return the time."""
        return self._clock()


@dataclass
class Hall:
    """A server with a channel and people: a host, two players (the second speaks Dutch), and a stranger."""

    server: Playground
    clock: StageClock
    rally: Rally
    guild: Guild
    channel: Channel
    host: User
    bolt: User
    cog: User
    spark: User
    bot: Bot
    _task: "asyncio.Task[None] | None" = field(default=None)

    async def begin(self) -> None:
        """Let the bot log in."""
        self._task = await log_in(self.server, self.bot)

    async def end(self) -> None:
        """Let the bot go."""
        if self._task is not None:
            await log_out(self.bot, self._task)
        self._task = None

    async def restart(self) -> None:
        """Let the bot's process end, and another one begin."""
        await self.end()
        self.bot = Bot(self.rally)
        await self.begin()

    @property
    def people(self) -> People:
        """Who act."""
        return self.server.people

    # What people do

    async def call(
        self, user: User, name: str, options: Mapping[str, Value] | None = None, channel: Channel | None = None
    ) -> Message:
        """Call a command, and return its answer, which nobody else sees."""
        answer = await self.people.command(user, channel or self.channel, name, options or {}).final()
        assert answer.message is not None, answer
        assert answer.message.receiver is user
        return answer.message

    async def press(self, user: User, message: Message, label: str) -> Answer:
        """Press the button with a label, and wait for the final answer."""
        return await self.people.press(user, message, custom_id_of(message, label)).final()

    async def tap(self, user: User, message: Message, place: int) -> Answer:
        """Press the button of a card."""
        return await self.people.press(user, message, self.card_id(message, place)).final()

    def card_id(self, message: Message, place: int) -> str:
        """Return the id of the button of a card."""
        return str(controls_of(message)[place - 1]["custom_id"])

    async def forge(self, user: User, custom_id: str, channel: Channel | None = None) -> Answer:
        """Press a button with any id, in a direct message or a channel; return its final answer."""
        place = channel or self.people.dm(user)
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Press", custom_id=custom_id))
        sent = await self.bot.get_partial_messageable(place.id).send(view=view)
        return await self.people.press(user, place.messages[sent.id], custom_id).final()

    # What is there without the commands

    async def new_game(
        self, *players: User, starts: bool = True, channel: Channel | None = None, **changes: object
    ) -> int:
        """Make a game of the host's with these players; return its id."""
        settings = replace(Settings("Friday race", "green-light"), **changes)  # type: ignore[arg-type]
        place = games.Place(self.guild.id, (channel or self.channel).id, self.host.id)

        def make(session: Session, now: datetime) -> int:
            game = games.create(session, now, place, settings, games.Supplies(self.rally.boards, SEED))
            assert isinstance(game, Game)
            for player in players:
                assert isinstance(games.join(session, now, game.id, player.id, player.name), Seat)
            if starts:
                assert isinstance(games.start(session, now, Order(game.id, self.host.id, "go")), Done)
            return game.id

        return await self.rally.do(make)

    async def post_lobby(self, game: int) -> Message:
        """Put the lobby's post into the channel."""
        row = await self.game(game)
        seats = await self.do(lambda session: list(session.exec(select(Seat).where(Seat.game_id == game)).all()))
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        sent = await channel.send(view=lobby_view(words_in(row.language), row, seats))
        return self.channel.messages[sent.id]

    async def deal(self, game: int, user: User) -> Message:
        """Send somebody the hand of the open round."""
        row, panel = await self.game(game), await self.panel(game, user)
        direct = await (await self.bot.fetch_user(user.id)).create_dm()
        view = hand_view(words_in(row.language), row, panel, picture=PICTURE)
        sent = await direct.send(view=view, file=discord.File(BytesIO(PNG), PICTURE))
        return self.people.dm(user).messages[sent.id]

    # What there is

    async def do(self, work: Callable[[Session], Found]) -> Found:
        """Look into the database."""
        return await self.rally.do(lambda session, _: work(session))

    async def game(self, game: int) -> Game:
        """Return a game's row."""
        return await self.do(lambda session: session.get_one(Game, game))

    async def panel(self, game: int, user: User) -> Panel:
        """Return somebody's hand of the open round."""
        panel = await self.rally.do(lambda session, now: open_hand(session, now, game, user.id))
        assert isinstance(panel, Panel), panel
        return panel

    async def rows(self, table: type[RowOf]) -> list[RowOf]:
        """Return all rows of a table."""
        return await self.do(lambda session: list(session.exec(select(table)).all()))

    async def until(self, holds: Callable[[list[RowOf]], bool], table: type[RowOf]) -> list[RowOf]:
        """Wait until the rows of a table are as they shall be; the hall's time limit ends it."""
        while not holds(rows := await self.rows(table)):  # noqa: ASYNC110 - a database tells no news
            await asyncio.sleep(0.01)
        return rows

    async def letters(self, kind: Kind) -> list[Row]:
        """Return what was put into the outbox."""
        return [row for row in await self.rows(Row) if row.kind == kind]


def told(answer: Answer) -> str:
    """Return what an answer says: its follow-up, if it has one."""
    message = answer.follow_ups[-1] if answer.follow_ups else answer.message
    assert message is not None, answer
    return text_of(message)


def labels(message: Message, *, enabled: bool | None = None) -> Sequence[str]:
    """Return what stands on a message's buttons, in order."""
    shown = [each for each in controls_of(message) if enabled is None or bool(each.get("disabled")) != enabled]
    return [str(each.get("label")) for each in shown]


Play = Callable[[Hall], Awaitable[None]]


def in_hall(
    policy: Policy | None = None, seconds: float = 30, draw: Draw = draw
) -> Callable[[Play], Callable[[Database], None]]:
    """Make a test of a coroutine function that gets a hall, and so many seconds."""

    async def run(play: Play, database: Database) -> None:
        clock = StageClock()
        async with asyncio.timeout(seconds), Playground(clock, policy) as server:
            point_discord_at(server.url)
            rally = Rally(Worker(database), HallClock(clock), read_boards(), lambda: SEED, Painter(draw))
            hall = furnish(server, clock, rally)
            try:
                await hall.begin()
                await play(hall)
                assert server.traffic.failures == []
            finally:
                await hall.end()
                rally.painter.close()
                rally.worker.close()
                point_discord_at("")

    def decorate(play: Play) -> Callable[[Database], None]:
        def test(database: Database) -> None:
            with closing(database.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA synchronous = OFF")
            asyncio.run(run(play, database))

        test.__doc__ = play.__doc__
        test.__name__ = getattr(play, "__name__", "test")
        return test

    return decorate


def furnish(server: Playground, clock: StageClock, rally: Rally) -> Hall:
    """Make the guild, its channel, its people, and the bot."""
    world = server.world
    bolt, cog, spark = world.add_person("Bolt"), world.add_person("Cog", "nl"), world.add_person("Spark")
    guild = world.add_guild("Robot club", server.owner)
    for user in (bolt, cog, spark, server.application.bot):
        world.join(guild, user)
    channel = world.add_channel(guild, "race")
    return Hall(server, clock, rally, guild, channel, server.owner, bolt, cog, spark, Bot(rally))
