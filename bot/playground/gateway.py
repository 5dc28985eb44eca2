"""The gateway: websockets, sessions, and the events that each session may see."""

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from importlib import import_module
from secrets import token_hex

from aiohttp import WSMsgType, web

from bot.playground.access import can_see
from bot.playground.events import INTENT_CONTENT, INTENT_MEMBERS, INTENT_PRESENCES, event_json
from bot.playground.model import Application, Json
from bot.playground.payloads import full_member_json, guild_json, own_user_json
from bot.playground.world import Happening, World

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _MEMBERS, _INVALID, _HELLO, _ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11
_HEARTBEAT_MILLISECONDS = 41_250
_KEPT_EVENTS = 10_000
_KEPT_SESSIONS = 3


def _plain(text: str) -> str:
    return text


def _zlib_stream() -> Callable[[str], bytes]:
    compressor = zlib.compressobj()
    return lambda text: compressor.compress(text.encode()) + compressor.flush(zlib.Z_SYNC_FLUSH)


def _zstd_stream() -> Callable[[str], bytes]:
    """Compress as the `zstandard` package does, which a client that asks for it has too."""
    zstandard = import_module("zstandard")
    compressor = zstandard.ZstdCompressor().compressobj()
    return lambda text: bytes(
        compressor.compress(text.encode()) + compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK),
    )


_ENCODERS: dict[str, Callable[[], Callable[[str], str | bytes]]] = {
    "": lambda: _plain,
    "zlib-stream": _zlib_stream,
    "zstd-stream": _zstd_stream,
}


class Connection:
    """One websocket: what is sent goes through a queue, in order."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        """Serve a websocket; the client said in the query how to compress."""
        self.request = request
        self.socket = socket
        self._encode = _ENCODERS[request.query.get("compress", "")]()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Send a payload, soon."""
        self.send_text(json.dumps(payload))

    def send_text(self, text: str | None) -> None:
        """Send a payload in JSON, soon; None ends the sending."""
        self._queue.put_nowait(text)

    async def write(self) -> None:
        """Send what is in the queue until the end, or until the connection is gone."""
        while (text := await self._queue.get()) is not None:
            data = self._encode(text)
            try:
                if isinstance(data, bytes):
                    await self.socket.send_bytes(data)
                else:
                    await self.socket.send_str(data)
            except ConnectionError:
                return

    def cut(self) -> None:
        """Drop the connection without a word."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Session:
    """A session: it outlives connections, and remembers what it sent for RESUME."""

    def __init__(self, application: Application, intents: int) -> None:
        """Start a session with its sequence at zero."""
        self.id = token_hex(16)
        self.application = application
        self.intents = intents
        self.sequence = 0
        self.connection: Connection | None = None
        self._sent: deque[tuple[int, str]] = deque(maxlen=_KEPT_EVENTS)

    def dispatch(self, name: str, payload: Json) -> None:
        """Send an event, or keep it for RESUME."""
        self.sequence += 1
        text = json.dumps({"op": _DISPATCH, "s": self.sequence, "t": name, "d": payload})
        self._sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def replay(self, connection: Connection, after: int) -> None:
        """Go on over a new connection with what came after a sequence number."""
        self.connection = connection
        for sequence, text in self._sent:
            if sequence > after:
                connection.send_text(text)
        self.dispatch("RESUMED", {"_trace": ["playground"]})


class Gateway:
    """All sessions of all bots. One token may have several; each gets every event."""

    def __init__(self, world: World) -> None:
        """Tell sessions what happens in a world."""
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.refuses = False
        """Whether new connections are refused with 503, as in an outage."""
        self._connections: set[Connection] = set()
        world.listeners.append(self._listen)

    def of(self, application: Application | None = None) -> Sequence[Session]:
        """Return the sessions that have a connection, of one application or of all."""
        return [
            each
            for each in self.sessions.values()
            if each.connection is not None and application in (None, each.application)
        ]

    def cut(self, *, resumable: bool = True) -> None:
        """Drop all connections; sessions that are not resumable answer RESUME with "invalid session"."""
        for connection in tuple(self._connections):
            connection.cut()
        if not resumable:
            self.sessions.clear()

    def ask_to_reconnect(self) -> None:
        """Tell all clients to reconnect and RESUME (opcode 7), as Discord does every few hours."""
        for session in self.of():
            assert session.connection is not None
            session.connection.send({"op": _RECONNECT, "d": None})

    def invalidate(self) -> None:
        """End all sessions in a living connection (opcode 9): clients have to IDENTIFY again."""
        for session in self.of():
            assert session.connection is not None
            session.connection.send({"op": _INVALID, "d": False})
        self.sessions.clear()

    async def close(self) -> None:
        """Close all connections, telling clients that the server goes away."""
        for connection in tuple(self._connections):
            await connection.socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket until it ends."""
        if self.refuses:
            self.world.happen(Happening("SESSION_REFUSED"))
            return web.Response(status=503, text="made to order")
        socket = web.WebSocketResponse(max_msg_size=0, compress=False, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(request, socket)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send({"op": _HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MILLISECONDS, "_trace": []}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    code = self._receive(connection, json.loads(message.data))
                    if code is not None:
                        await socket.close(code=code)
        finally:
            self._connections.discard(connection)
            self._detach(connection)
            connection.send_text(None)
            await writer
        return socket

    def _detach(self, connection: Connection) -> None:
        """Note that a connection is gone; a clean goodbye ends the session too."""
        for session in [each for each in self.sessions.values() if each.connection is connection]:
            session.connection = None
            if connection.socket.close_code in (1000, 1001):
                del self.sessions[session.id]
            self.world.happen(Happening("SESSION_LOST", payload={"session_id": session.id}))

    def _receive(self, connection: Connection, frame: Json) -> int | None:
        """Handle what a client says; a number closes the connection with that code."""
        operation, payload = frame.get("op"), frame.get("d") or {}
        if operation == _HEARTBEAT:
            connection.send({"op": _ACK, "d": None})
        elif operation == _IDENTIFY:
            return self._identify(connection, payload)
        elif operation == _RESUME:
            self._resume(connection, payload)
        elif operation == _MEMBERS:
            self._send_members(connection, payload)
        return None

    def _identify(self, connection: Connection, payload: Json) -> int | None:
        application = self.world.applications.get(str(payload["token"]).removeprefix("Bot "))
        if application is None:
            return 4004
        intents = int(payload.get("intents", 0))
        forbidden = INTENT_PRESENCES
        forbidden |= 0 if application.may_read_content else INTENT_CONTENT
        forbidden |= 0 if application.may_list_members else INTENT_MEMBERS
        if intents & forbidden:
            return 4014
        lost = [each.id for each in self.sessions.values() if each.connection is None]
        for session_id in lost[:-_KEPT_SESSIONS]:
            del self.sessions[session_id]
        session = Session(application, intents)
        session.connection = connection
        self.sessions[session.id] = session
        guilds = [each for each in self.world.guilds.values() if application.bot.id in each.members]
        ready = {
            "v": 10,
            "user": own_user_json(application.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.world.base_url.replace("http", "ws", 1) + "/gateway",
            "session_type": "normal",
            "private_channels": [],
            "shard": [0, 1],
            "application": {"id": str(application.id), "flags": 0},
            "_trace": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            channels = [each for each in self.world.channels.values() if each.guild is guild]
            seen = [each for each in channels if can_see(each, application.bot)]
            session.dispatch("GUILD_CREATE", guild_json(guild, seen, application.bot))
        self.world.happen(Happening("SESSION_STARTED", payload={"session_id": session.id}))
        return None

    def _resume(self, connection: Connection, payload: Json) -> None:
        session = self.sessions.get(str(payload["session_id"]))
        if session is None or session.application.token != payload["token"]:
            connection.send({"op": _INVALID, "d": False})
            return
        session.replay(connection, int(payload["seq"] or 0))
        self.world.happen(Happening("SESSION_RESUMED", payload={"session_id": session.id}))

    def _send_members(self, connection: Connection, payload: Json) -> None:
        session = next(each for each in self.sessions.values() if each.connection is connection)
        guild = self.world.guilds[int(payload["guild_id"])]
        wanted = payload.get("user_ids") or []
        wanted = wanted if isinstance(wanted, list) else [wanted]
        query, limit = str(payload.get("query") or "").lower(), int(payload.get("limit") or 0) or 1000
        members = [
            member
            for member in guild.members.values()
            if (str(member.user.id) in map(str, wanted) if wanted else member.user.name.lower().startswith(query))
        ]
        chunk = {
            "guild_id": str(guild.id),
            "members": [full_member_json(member) for member in members[:limit]],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "nonce": payload.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _listen(self, happening: Happening) -> None:
        for session in tuple(self.sessions.values()):
            payload = event_json(self.world, happening, session.application, session.intents)
            if payload is not None:
                session.dispatch(happening.name, payload)
