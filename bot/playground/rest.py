"""The plumbing of the REST API: who asks, faults, limits, the log, and refusals as JSON."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from bot.playground.drafts import REQUEST_LIMIT, Form, Upload, too_large
from bot.playground.faults import Fault, Faults, json_response
from bot.playground.interactions import Interactions
from bot.playground.messenger import Messenger
from bot.playground.model import Application, Channel, Guild, Json, Message, User
from bot.playground.refusals import ApiError, unknown
from bot.playground.traffic import Request, Traffic
from bot.playground.world import Happening, World

PREFIX = "/api/v10"
_ROOM_FOR_JSON = 1024 * 1024
_MAJOR = ("channel_id", "guild_id")


@dataclass(frozen=True)
class Services:
    """What the routes work with."""

    world: World
    messenger: Messenger
    interactions: Interactions
    faults: Faults
    traffic: Traffic


@dataclass(frozen=True)
class Call:
    """A request of a bot."""

    services: Services
    request: web.Request
    application: Application
    form: Form

    @property
    def world(self) -> World:
        """The world that it asks about."""
        return self.services.world

    @property
    def bot(self) -> User:
        """Who asks."""
        return self.application.bot

    @property
    def payload(self) -> Json:
        """The body's JSON."""
        return self.form.payload

    def number(self, name: str) -> int:
        """Return an id from the path."""
        text = self.request.match_info[name]
        if not text.isdecimal():
            raise ApiError(
                400, 50035, "Invalid Form Body", errors={name: {"_errors": [{"code": "NUMBER_TYPE_COERCE"}]}}
            )
        return int(text)

    def channel(self) -> Channel:
        """Return the path's channel, or refuse with 10003."""
        channel = self.world.channels.get(self.number("channel_id"))
        if channel is None:
            raise unknown(10003, "Channel")
        return channel

    def message(self) -> Message:
        """Return the path's message, or refuse with 10008."""
        return self.services.messenger.find(self.channel(), self.number("message_id"))

    def guild(self) -> Guild:
        """Return the path's guild if the bot is in it, or refuse with 10004."""
        guild = self.world.guilds.get(self.number("guild_id"))
        if guild is None or self.bot.id not in guild.members:
            raise unknown(10004, "Guild")
        return guild


Handler = Callable[[Call], Any]
"""A route: it returns what becomes JSON, or None for 204."""


@dataclass(frozen=True)
class Route:
    """A method and a path of Discord's, with what answers it."""

    name: str
    handler: Handler
    needs_token: bool = True
    """Whether the request carries the bot's token; interaction routes carry their own in the path."""


def serve(app: web.Application, routes: list[Route], services: Services) -> None:
    """Add routes to a web application."""
    for route in routes:
        method, path = route.name.split(" ")
        app.router.add_route(method, PREFIX + path, _server(route, services))
    app.router.add_route("*", PREFIX + "/{path:.*}", _server(Route("* *", _unserved), services))


def _unserved(call: Call) -> None:
    """Refuse a route that Discord may have and this server has not, and let tests know."""
    request = call.request
    call.services.traffic.failures.append(NotImplementedError(f"{request.method} {request.path} is not served"))
    raise ApiError(404, 0, "404: Not Found")


def _server(route: Route, services: Services) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        started, at = time.monotonic(), services.traffic.monotonic()
        response: web.StreamResponse | None = None
        try:
            response = await _faulty(route, services, request)
        except Exception as error:
            services.traffic.failures.append(error)
            raise
        finally:
            is_cut = request.transport is None or request.transport.is_closing()
            status = 0 if response is None or is_cut else response.status
            seconds = time.monotonic() - started
            services.traffic.log.append(Request(at, route.name, request.path, status, seconds))
            services.world.happen(Happening("REQUEST_ANSWERED", payload={"route": route.name, "status": status}))
        return response

    return handle


async def _faulty(route: Route, services: Services, request: web.Request) -> web.Response:
    """Answer a request, with the fault that is in store for it."""
    fault: Fault | None = services.faults.take(route.name, request)
    if fault is not None and not fault.is_stored:
        broken = await fault.strike(request)
        if broken is not None:
            return broken
    response = await _answer(route, services, request)
    if fault is not None and fault.is_stored:
        return await fault.strike(request) or response
    return response


async def _answer(route: Route, services: Services, request: web.Request) -> web.Response:
    headers: dict[str, str] = {}
    try:
        application = _application(route, services, request)
        major = "+".join(request.match_info.get(name, "") for name in _MAJOR)
        headers = services.traffic.limit(application.token, route.name, major)
        form = await _form(request)
        result = route.handler(Call(services, request, application, form))
        if asyncio.iscoroutine(result):
            result = await result
    except ApiError as error:
        return json_response(error.body, error.status, {**headers, **error.headers})
    if result is None:
        return web.Response(status=204, headers=headers)
    return json_response(result, 200, headers)


def _application(route: Route, services: Services, request: web.Request) -> Application:
    if not route.needs_token:
        return services.interactions.application
    token = request.headers.get("Authorization", "").removeprefix("Bot ")
    application = services.world.applications.get(token)
    if application is None:
        raise ApiError(401, 0, "401: Unauthorized")
    return application


async def _form(request: web.Request) -> Form:
    """Read a JSON or multipart body."""
    if (request.content_length or 0) > REQUEST_LIMIT + _ROOM_FOR_JSON:
        raise too_large()
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return Form(_parsed(text) if text else {})
    payload: Json = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = bytes(await part.read(decode=True))
        name = part.name or ""
        if name == "payload_json":
            payload = _parsed(content.decode())
        else:
            number = int(name.removeprefix("files[").removesuffix("]"))
            files[number] = Upload(part.filename or "unknown", content)
    return Form(payload, files)


def _parsed(text: str) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
    return value if isinstance(value, dict) else {"list": value}
