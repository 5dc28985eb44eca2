"""The page's own web server on 127.0.0.1: its files, its questions, and nothing for anybody else."""

import errno
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from bot.play.actions import ACTIONS, act
from bot.play.asks import Ask, AskError, read_ask
from bot.play.controls import CONTROLS
from bot.play.feed import Feed
from bot.play.shown import PICTURES, Shown
from bot.play.stage import Stage
from bot.playground.server import HOST

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 64 * 1024 * 1024
"""Of a request: more than Discord takes, so that its own refusal can be seen."""
_SHUTDOWN_SECONDS = 1.0
_FONT = "font/woff"
_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff": _FONT,
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOREVER = "private, max-age=86400, immutable"
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PortTakenError(Exception):
    """The port is in use; the message says what to do."""


class Site:
    """Serves one stage to browsers on this machine."""

    def __init__(self, stage: Stage) -> None:
        """Serve a stage."""
        self._stage = stage
        self._shown = Shown(stage.people)
        self._feed = Feed(stage, self._shown)
        self._runner: web.AppRunner | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self._port}/"

    async def open(self, port: int) -> None:
        """Listen on a port, 0 for any free one; raises PortTakenError."""
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[self._guard])
        app.router.add_get("/", self._page)
        app.router.add_get("/static/{name}", self._static)
        app.router.add_get(r"/files/{number:[0-9]{1,20}}/{name}", self._file)
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/api/messages", self._messages)
        app.router.add_get("/api/commands", self._commands)
        app.router.add_get("/api/events", self._events)
        app.router.add_post("/api/act/{name}", self._act)
        app.router.add_post("/api/control/{name}", self._control)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError as error:
            await self.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            msg = f"port {port} is taken, perhaps by another playground: choose one with --port, or --port 0 for any"
            raise PortTakenError(msg) from None
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """End all streams, and stop listening."""
        self._feed.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Refuse other names for this machine (DNS rebinding) and what other sites post."""
        hosts = {f"{name}:{self._port}" for name in (HOST, "localhost")}
        is_own = request.host in hosts and request.headers.get("Origin", f"http://{request.host}") in {
            f"http://{host}" for host in hosts
        }
        if not is_own or (request.method != "GET" and "Origin" not in request.headers):
            return web.Response(status=403, text="This page is for this machine alone.")
        try:
            response = await handler(request)
        except AskError as error:
            response = web.json_response({"kind": "misunderstood", "text": str(error)}, status=400)
        except web.HTTPException as error:
            error.headers.update(_HEADERS)
            raise
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    async def _page(self, _: web.Request) -> web.Response:
        return self._own("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return self._own(request.match_info["name"])

    @staticmethod
    def _own(name: str) -> web.Response:
        """Return one of the page's files; there is no other way into the folder."""
        path = next((each for each in STATIC.iterdir() if each.name == name), None)
        if path is None or path.suffix not in _TYPES:
            return web.Response(status=404)
        headers, kind = {"Cache-Control": "no-cache"}, _TYPES[path.suffix]
        charset = None if kind == _FONT else "utf-8"
        return web.Response(body=path.read_bytes(), content_type=kind, charset=charset, headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        """Return a message's file: pictures are shown, all others downloaded."""
        found = self._stage.server.world.files.get(int(request.match_info["number"]))
        if found is None:
            return web.Response(status=404)
        headers = {"Cache-Control": _FOREVER}
        if found.content_type not in PICTURES:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=found.content, content_type=found.content_type, headers=headers)

    async def _state(self, _: web.Request) -> web.Response:
        return web.json_response(self._feed.state())

    async def _messages(self, request: web.Request) -> web.Response:
        ask = Ask(self._stage, dict(request.query))
        before = ask.number("before") if "before" in request.query else None
        return web.json_response(self._feed.messages(ask.person, ask.channel, before))

    async def _commands(self, request: web.Request) -> web.Response:
        ask = Ask(self._stage, dict(request.query))
        return web.json_response(self._shown.commands(ask.person, ask.channel))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        headers = {**_HEADERS, "Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        try:
            async for event in self._feed.events():
                await response.write(event.encode())
        except ConnectionError:
            pass  # the page is closed
        return response

    async def _act(self, request: web.Request) -> web.Response:
        action = ACTIONS.get(request.match_info["name"])
        if action is None:
            return web.Response(status=404)
        return web.json_response(await act(action, await read_ask(self._stage, request), self._shown))

    async def _control(self, request: web.Request) -> web.Response:
        control = CONTROLS.get(request.match_info["name"])
        if control is None:
            return web.Response(status=404)
        return web.json_response(await control(await read_ask(self._stage, request)))
