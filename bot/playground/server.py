"""The server: its sockets on 127.0.0.1, and in one place all that tests, the demo and the page work with."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from bot.clock import SystemClock
from bot.playground.answerroutes import ANSWER_ROUTES
from bot.playground.channelroutes import CHANNEL_ROUTES
from bot.playground.faults import Faults
from bot.playground.gateway import Gateway
from bot.playground.guildroutes import GUILD_ROUTES
from bot.playground.interactions import Interactions
from bot.playground.messenger import Messenger
from bot.playground.people import People
from bot.playground.rest import Services, serve
from bot.playground.traffic import Traffic
from bot.playground.world import Happening, Policy, World

HOST = "127.0.0.1"
FILES = "GET /attachments/{attachment_id}"
"""The route of attachments, for faults."""
_SHUTDOWN_SECONDS = 1.0
_ASK_AGAIN_SECONDS = 0.05
_Found = TypeVar("_Found")


class Playground:
    """A Discord-compatible server for one bot.

    `world` is what there is (make guilds, channels and people with it), `people` act and look, `faults` go wrong,
    `traffic` is what the bot asked for, `gateway` can be cut. All of it belongs to one event loop.
    """

    def __init__(
        self,
        clock: Callable[[], datetime] | None = None,
        policy: Policy | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make the server; `clock` gives aware UTC datetimes for ids, `monotonic` the seconds of limits and tokens."""
        self.world = World(clock or SystemClock().now, policy)
        self.owner = self.world.add_person("Keeper")
        self.application = self.world.add_application("Green Light Rally", self.owner)
        self.messenger = Messenger(self.world, monotonic)
        self.interactions = Interactions(self.world, self.messenger, self.application)
        self.faults = Faults()
        self.traffic = Traffic(self.world.policy.requests_per_second, monotonic)
        self.gateway = Gateway(self.world)
        self.people = People(self.world, self.messenger, self.interactions)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where the server listens, for `point_discord_at`."""
        return self.world.base_url

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.application.token

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1; without a port on any free one."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        services = Services(self.world, self.messenger, self.interactions, self.faults, self.traffic)
        serve(app, CHANNEL_ROUTES + GUILD_ROUTES + ANSWER_ROUTES, services)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        self.world.base_url = f"http://{HOST}:{self._runner.addresses[0][1]}"

    async def close(self) -> None:
        """Stop listening and close all connections; the world stays."""
        self.faults.clear()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        """Listen."""
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening."""
        await self.close()

    async def _file(self, request: web.Request) -> web.Response:
        """Serve an attachment while its link works, with the fault that is in store for `FILES`."""
        fault = self.faults.take(FILES, request)
        broken = None if fault is None else await fault.strike(request)
        if broken is not None:
            return broken
        number, expires = request.match_info["attachment_id"], request.query.get("ex", "0")
        attachment = self.world.files.get(int(number)) if number.isdecimal() else None
        if attachment is None or int(expires, 16) < self.world.now().timestamp():
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(body=attachment.content, content_type=attachment.content_type)

    @contextmanager
    def changes(self) -> Iterator[AsyncIterator[Happening]]:
        """Give everything that happens from now on, as it happens."""
        queue: asyncio.Queue[Happening] = asyncio.Queue()

        async def stream() -> AsyncIterator[Happening]:
            while True:
                yield await queue.get()

        self.world.listeners.append(queue.put_nowait)
        try:
            yield stream()
        finally:
            self.world.listeners.remove(queue.put_nowait)

    async def until(self, found: Callable[[], _Found], seconds: float = 10.0) -> _Found:
        """Wait until something is found (is true), else TimeoutError; asked when anything happens, and every 50 ms."""
        news = asyncio.Event()

        def listen(_: Happening) -> None:
            news.set()

        self.world.listeners.append(listen)
        try:
            async with asyncio.timeout(seconds):
                while not (result := found()):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), _ASK_AGAIN_SECONDS)
                    news.clear()
                return result
        finally:
            self.world.listeners.remove(listen)
