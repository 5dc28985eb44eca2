"""What the tests of the server share: a guild, people, and a bot of discord.py that is logged in over TCP.

Tests are plain functions that call `asyncio.run`: a decorator is all it takes, and one thing less to depend on.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import discord
from discord import app_commands

from bot.discord.address import point_discord_at
from bot.playground.model import Channel, Guild, User
from bot.playground.people import People
from bot.playground.server import Playground
from bot.playground.world import Policy

NIGHT = datetime(2026, 3, 28, 20, 0, tzinfo=UTC)


class StageClock:
    """A clock that goes by itself from a night in March, and can be moved."""

    def __init__(self) -> None:
        """Start at the night."""
        self._steps = 0
        self.offset = timedelta()

    def __call__(self) -> datetime:
        """Return the time: a millisecond later each time."""
        self._steps += 1
        return NIGHT + self.offset + timedelta(milliseconds=self._steps)


class Robot(discord.Client):
    """A bot with a command tree that does not wait before it identifies again."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        """Use no privileged intents."""
        wanted = intents or discord.Intents.default()
        super().__init__(intents=wanted, guild_ready_timeout=0.05, max_ratelimit_timeout=30.0)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait."""

    async def on_message(self, message: discord.Message) -> None:
        """Note what was heard of people."""
        if not message.author.bot:
            self.heard.append(message.content)


@dataclass
class Stage:
    """A server with one guild, one channel and two people, and a bot."""

    server: Playground
    clock: StageClock
    robot: Robot
    guild: Guild
    channel: Channel
    bolt: User
    cog: User

    @property
    def people(self) -> People:
        """Who act."""
        return self.server.people

    async def robot_channel(self) -> discord.TextChannel:
        """Return the channel as the bot has it."""
        channel = self.robot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def robot_dm(self, user: User) -> discord.DMChannel:
        """Open a DM channel as the bot."""
        return await (await self.robot.fetch_user(user.id)).create_dm()


def furnish(playground: Playground) -> tuple[Guild, Channel, User, User]:
    """Make the guild, the channel and the people."""
    world = playground.world
    bolt, cog = world.add_person("Bolt"), world.add_person("Cog", "nl")
    guild = world.add_guild("Robot club", playground.owner)
    world.join(guild, bolt)
    world.join(guild, cog)
    world.join(guild, playground.application.bot)
    return guild, world.add_channel(guild, "race"), bolt, cog


async def log_in(playground: Playground, robot: discord.Client) -> "asyncio.Task[None]":
    """Let a bot log in, and wait until it is ready; `log_out` ends it."""
    task = asyncio.create_task(robot.start(playground.token))
    ready = asyncio.create_task(robot.wait_until_ready())
    await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        ready.cancel()
        with suppress(asyncio.CancelledError, RuntimeError):
            await ready
        await robot.close()
        task.result()
    return task


async def log_out(robot: discord.Client, task: "asyncio.Task[None]") -> None:
    """Close a bot and wait for its end."""
    await robot.close()
    await task


Play = Callable[[Stage], Awaitable[None]]


def on_stage(
    policy: Policy | None = None, intents: discord.Intents | None = None
) -> Callable[[Play], Callable[[], None]]:
    """Make a test of a coroutine function that gets a stage."""

    async def run(play: Play) -> None:
        clock = StageClock()
        async with asyncio.timeout(30), Playground(clock, policy) as playground:
            point_discord_at(playground.url)
            guild, channel, bolt, cog = furnish(playground)
            robot = Robot(intents)
            task = await log_in(playground, robot)
            try:
                await play(Stage(playground, clock, robot, guild, channel, bolt, cog))
                assert playground.traffic.failures == []
            finally:
                await log_out(robot, task)
                point_discord_at("")

    def decorate(play: Play) -> Callable[[], None]:
        def test() -> None:
            asyncio.run(run(play))

        test.__doc__ = play.__doc__
        test.__name__ = getattr(play, "__name__", "test")
        return test

    return decorate
