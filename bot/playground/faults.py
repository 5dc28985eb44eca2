"""Faults of a network and a server, made to order: by route, by count, before or after the request was carried out."""

import asyncio
import socket
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from aiohttp import web

from bot.playground.model import Json


@dataclass(eq=False, kw_only=True)
class Fault:
    """What goes wrong with the next requests of a route."""

    route: str
    """A method and a route as in Discord's documents: "POST /channels/{channel_id}/messages". "POST *" fits many."""
    times: int = 1
    """How many requests are hit."""
    skip: int = 0
    """How many are let through first."""
    where: Callable[[web.Request], bool] | None = None
    """Which requests of the route count; None for all of them. `request.match_info["channel_id"]` tells the channel."""
    is_stored: bool = False
    """Whether the request is carried out first."""
    seconds: float = 0.0
    """How long the answer is held back; real time."""
    status: int | None = None
    """The HTTP status of the answer; None leaves the real one."""
    body: Json | str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    is_dropped: bool = False
    """Whether the connection is closed instead of an answer."""
    is_reset: bool = False
    """Whether the connection is reset (RST) instead of an answer."""
    is_held: bool = False
    """Whether the request waits for `release()`."""
    hits: int = 0
    _reached: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def reached(self) -> None:
        """Wait until the first request is hit: when `is_stored`, it has been carried out by then."""
        await self._reached.wait()

    def release(self) -> None:
        """Let held requests go on."""
        self._released.set()

    async def strike(self, request: web.Request) -> web.Response | None:
        """Do to a request what is to be done; None means that it goes on."""
        self._reached.set()
        if self.is_held:
            await self._released.wait()
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if self.is_reset or self.is_dropped:
            _break(request, by_reset=self.is_reset)
            return web.Response(status=500)
        if self.status is None:
            return None
        if isinstance(self.body, str):
            return web.Response(status=self.status, text=self.body, headers=self.headers)
        return json_response(self.body, self.status, self.headers)


def _break(request: web.Request, *, by_reset: bool) -> None:
    """Close a request's connection; by a reset if the socket shall not linger."""
    transport = request.transport
    if transport is None:
        return
    if by_reset:
        connection: socket.socket = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def json_response(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return a JSON answer whose type has no charset: discord.py would take it for text."""
    dumped = web.json_response(body)
    return web.Response(
        body=dumped.body,
        status=status,
        headers={**(headers or {}), "Content-Type": "application/json"},
    )


class Faults:
    """The faults that are in store. The first that fits a request hits it."""

    def __init__(self) -> None:
        """Start without faults."""
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Add a fault to those in store."""
        self._faults.append(fault)
        return fault

    def clear(self) -> None:
        """Remove all faults, and let held requests go on."""
        for fault in self._faults:
            fault.release()
        self._faults.clear()

    def take(self, route: str, request: web.Request) -> Fault | None:
        """Return the fault that hits a request, and count it."""
        for fault in self._faults:
            if not fnmatchcase(route, fault.route) or fault.hits >= fault.times:
                continue
            if fault.where is not None and not fault.where(request):
                continue
            if fault.skip:
                fault.skip -= 1
                return None
            fault.hits += 1
            return fault
        return None

    def status(self, route: str, status: int, *, times: int = 1, is_stored: bool = False) -> Fault:
        """Answer with a status and a page in HTML, as proxies do."""
        page = "<html>made to order</html>"
        return self.add(Fault(route=route, times=times, is_stored=is_stored, status=status, body=page))

    def too_many(self, route: str, retry_after: float, *, times: int = 1, via: bool = True) -> Fault:
        """Answer 429; without a `Via` header it looks like a ban of the address."""
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        headers = {"Retry-After": str(int(retry_after) + 1), "X-RateLimit-Scope": "shared"}
        if via:
            headers["Via"] = "1.1 google"
        return self.add(Fault(route=route, times=times, status=429, body=body, headers=headers))

    def drop(self, route: str, *, times: int = 1, is_stored: bool = False, by_reset: bool = False) -> Fault:
        """Close or reset the connection, before or after the request was carried out."""
        fault = Fault(route=route, times=times, is_stored=is_stored, is_dropped=not by_reset, is_reset=by_reset)
        return self.add(fault)

    def slow(self, route: str, seconds: float, *, times: int = 1, is_stored: bool = True) -> Fault:
        """Hold an answer back for some time."""
        return self.add(Fault(route=route, times=times, is_stored=is_stored, seconds=seconds))

    def hold(self, route: str, *, skip: int = 0, is_stored: bool = True) -> Fault:
        """Hold the answer back until `release()`; `await fault.reached()` tells when the request is there."""
        return self.add(Fault(route=route, skip=skip, is_stored=is_stored, is_held=True))
