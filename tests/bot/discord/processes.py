"""The bot as a process of its own, at a server that outlives it, on the eve of a night that is due at once.

Most of what such a process does is to import: the standard library's fork server has done that once for all of them.
"""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path, PurePath
from pkgutil import iter_modules
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.app import run
from bot.clock import SystemClock
from bot.db.tables import Message, Round
from bot.discord import cogs
from bot.discord.client import Pace
from bot.moderator.outbox import Kind
from bot.playground.components import TEXT_DISPLAY
from bot.playground.faults import Fault
from bot.playground.messenger import Envelope
from bot.playground.model import Channel, ChannelKind, Draft, MessageFlag, Overwrite, Permission, User
from bot.playground.people import controls_of, text_of
from bot.playground.server import Playground
from bot.playground.thread import ThreadedPlayground
from bot.settings import Settings
from simulation.__main__ import DONE, run_command
from tests.bot.moderator.club import CHANNEL, HOST, Club, LostError, PostOffice, player

ROOT = Path(__file__).parents[3]
OTHER_CHANNEL = 23
"""There a race has ended, and its last post is still to be sent."""
SEND = "POST /channels/{channel_id}/messages"
PACE = Pace(beat=0.2, look=0.2, opening=0.0, ready=0.05, identify=0.0)
START_SECONDS = 30.0
"""So long a process may take for its next step, on a slow machine."""
_PROGRAM = "1 2 3 4 5"
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    ["__main__", __name__, *(f"{cogs.__name__}.{each.name}" for each in iter_modules(cogs.__path__))]
)


class WorldClock:
    """The server's clock: the machine's, put back while what has happened before is made."""

    def __init__(self) -> None:
        """Show the machine's time."""
        self.behind = timedelta()

    def __call__(self) -> datetime:
        """Return the time."""
        return SystemClock().now() - self.behind


@dataclass
class Gate:
    """Lets sends through, counts them, and holds the next one that no process was ended at."""

    is_stored: bool = False
    """Whether a send is carried out before it is held."""
    is_open: bool = False
    """Whether all go through."""
    sends: list[str] = field(default_factory=list)
    """The routes of all sends that went through an open gate, or at which a process was ended."""
    _has_hit: bool = False
    _known: set[tuple[str, str]] = field(default_factory=set)
    _owed: Counter[str] = field(default_factory=Counter)

    def set(self, playground: Playground) -> Fault:
        """Hold the next send, and from then on all others: whoever waits there is cut off in the end."""
        self._has_hit = False
        playground.faults.clear()
        hit = Fault(route="*", where=self._is_next, is_stored=self.is_stored, is_held=True, is_dropped=True)
        others = Fault(route="*", times=1000, where=self._is_behind, is_held=True, is_dropped=True)
        playground.faults.add(hit)
        playground.faults.add(others)
        return hit

    def _is_behind(self, request: web.Request) -> bool:
        return self._has_hit and _is_send(request)

    def _is_next(self, request: web.Request) -> bool:
        """Say whether a request is a send that is to be held: not one that a new process makes again."""
        if not _is_send(request):
            return False
        route, act = _route(request), (request.method, request.path)
        if self.is_open:
            self.sends.append(route)
            return False
        if self._owed[request.path]:
            self._owed[request.path] -= 1
            return False
        if act in self._known:
            return False
        if route == SEND or request.path.endswith("/users/@me/channels"):
            # A message that was stored is found and not sent again; all others are.
            self._owed[request.path] += not (route == SEND and self.is_stored)
        else:
            self._known.add(act)
        self._has_hit = True
        self.sends.append(route)
        return True


def _is_send(request: web.Request) -> bool:
    is_there = "/channels/" in request.path or request.path.endswith("/users/@me/channels")
    return request.method != "GET" and is_there


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    assert resource is not None
    return f"{request.method} {resource.canonical.removeprefix('/api/v10')}"


@dataclass
class WorldPost(PostOffice):
    """A post office that leaves what has happened before with the server."""

    server: ThreadedPlayground | None = None

    def send(self, message: Message) -> int:
        """Put a message where the bot would have put it; the last post of a race is lost."""
        if message.kind == Kind.FINAL:
            raise LostError
        number = self._ids.get(message.edits_id or 0)
        if number is None:
            assert self.server is not None
            number = self._ids[message.id] = self.server.call(lambda playground: _put(playground, message))
        return number

    _ids: dict[int, int] = field(default_factory=dict)


def _put(playground: Playground, message: Message) -> int:
    world, bot = playground.world, playground.application.bot
    if message.user_id is not None:
        channel = world.open_dm(bot, world.users[message.user_id])
    else:
        channel = world.channels[message.channel_id or 0]
    text = {"type": TEXT_DISPLAY, "id": 1, "content": f"-# {message.key}"}
    draft = Draft(components=(text,), flags=MessageFlag.COMPONENTS_V2)
    sent = playground.messenger.put(bot, channel, draft, Envelope(application_id=playground.application.id))
    if message.kind == Kind.RESULT:
        playground.messenger.pin(bot, sent)
    return sent.id


class Eve:
    """A server and a file: two races before their second night, whose deadline has just passed; one of them is over.

    Axle has a program; the other player typed one that nobody heard. The post that counts programs is to be edited, a
    result is to be pinned instead of another one, and no channel of direct messages is known.
    """

    def __init__(self, migrated_file: Path, folder: Path) -> None:
        """Keep the file in a folder of its own."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = Path(shutil.copyfile(migrated_file, folder / "night.db"))
        self.folder = folder
        self.clock = WorldClock()
        self.server = ThreadedPlayground(lambda: Playground(self.clock))
        self.processes: list[BaseProcess] = []

    def __enter__(self) -> Self:
        """Let everything have happened until now."""
        self.server.__enter__()
        self.clock.behind = timedelta(days=1)
        self.server.call(_furnish)
        self._play()
        self.clock.behind = timedelta()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End whatever runs."""
        for process in self.processes:
            process.kill()
            process.join()
        self.server.__exit__(kind, error, trace)

    def _play(self) -> None:
        now = SystemClock().now()
        first, second = now - timedelta(hours=24), now - timedelta(seconds=8)
        start = now - timedelta(hours=40)
        club = Club(self.path, start, start, WorldPost(server=self.server))
        race = club.new_game(2, reminder_minutes=(), moves_for_silence=False)
        club.new_game(2, channel=OTHER_CHANNEL, rounds=1, reminder_minutes=(), moves_for_silence=False)
        club.tick()
        for game in (race, race + 1):
            _set_deadline(club, game, first)
            club.program(game, 1)
            club.program(game, 2, (5, 4, 3, 2, 1))
        club.now = first + timedelta(seconds=6)
        club.keep_hearing()
        club.tick()
        _set_deadline(club, race, second)
        club.now = now - timedelta(minutes=30)
        club.keep_hearing()
        club.deliver()  # the first results are final
        club.program(race, 1)
        self.clock.behind = timedelta(minutes=5)
        self.server.call(_type)
        club.now = now
        club.keep_hearing()
        for message in club.rows(Message):
            if message.kind == Kind.FINAL:
                club.do(lambda session, row=message.id: _begin_anew(session.get_one(Message, row)))  # type: ignore[misc]
        club.restart()

    def run(self) -> BaseProcess:
        """Start the bot."""
        url, token = self.server.playground.url, self.server.playground.token
        settings = {"DATABASE_URL": str(self.path), "DISCORD_URL": url, "DISCORD_TOKEN": token}
        process = start_bot(self.folder, settings)
        self.processes.append(process)
        return process

    def errors(self) -> str:
        """Return what processes have said."""
        return (self.folder / "errors.txt").read_text()

    def is_over(self) -> bool:
        """Whether the night is done: the next round is dealt, and nothing waits but what is to come later."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            (rounds,) = connection.execute("SELECT count(*) FROM round WHERE game_id = 1").fetchone()
            query = "SELECT attempts, retry_at FROM message WHERE status = 'pending'"
            rows = connection.execute(query).fetchall()
        now = f"{SystemClock().now():%F %T}"
        waiting = [attempts for attempts, retry_at in rows if attempts or retry_at is None or retry_at < now]
        return bool(rounds == 3 and not waiting)

    def wait_for(self, process: BaseProcess, fault: Fault | None = None) -> bool:
        """Wait until a request is held (True), or the night is over (False)."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if fault is not None and self.server.call(lambda _: fault.hits):
                self.server.wait(lambda _: fault.reached())
                return True
            if self.is_over():
                return False
            assert process.is_alive(), self.errors()
            time.sleep(0.05)
        raise AssertionError(self.errors())

    def kill(self, process: BaseProcess, *, forgets: bool = False) -> None:
        """End a process at once; what it still had on its way is lost, or stored, as the gate says."""
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        self.server.call(lambda playground: playground.faults.clear())
        if forgets:
            self.server.call(lambda playground: playground.messenger.forget_nonces())

    def stop(self, process: BaseProcess) -> None:
        """End a process as whoever runs it does."""
        process.terminate()
        process.join(10)
        assert process.exitcode == 0, self.errors()

    def seen(self) -> dict[str, list[tuple[object, ...]]]:
        """Return all that stands in channels, threads and direct messages, by what tells one message from another."""
        return self.server.call(_seen)

    def rows(self) -> list[tuple[str, str, bool]]:
        """Return the outbox: key, status, and whether the id is known; edits apart, for several may become one."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            query = "SELECT key, status, message_id FROM message WHERE kind <> 'edit' ORDER BY key"
            return [(key, status, number is not None) for key, status, number in connection.execute(query)]

    def failures(self) -> list[Exception]:
        """Return what broke within the server."""
        return self.server.call(lambda playground: playground.traffic.failures)


@contextmanager
def eve(migrated_file: Path, folder: Path) -> Iterator[Eve]:
    """Give an eve."""
    with Eve(migrated_file, folder) as made:
        yield made


def start_bot(folder: Path, settings: dict[str, str]) -> BaseProcess:
    """Start the bot as a process; what it says goes into `errors.txt` in the folder."""
    process = _FORKS.Process(target=_run, args=(folder, settings))
    process.start()
    return process


def _run(folder: Path, settings: dict[str, str]) -> None:
    """Be `python -m bot run` in a folder, but wait for nothing that this server does not ask for."""
    os.chdir(folder)
    os.environ.update(settings)
    errors = os.open("errors.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(errors, 2)
    run_command(_serve)


def _serve() -> int:
    run(Settings(), PACE)
    return DONE


def call_bot(folder: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Call `python -m bot run` in a folder, with these settings and no others, and wait for its end."""
    unset = {"DATABASE_URL": "unused.db", "DISCORD_URL": "", "DISCORD_TOKEN": ""}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **unset, **settings}
    command = [sys.executable, "-m", "bot", "run"]
    return subprocess.run(  # noqa: S603 - our own words
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=START_SECONDS, check=False
    )


def _furnish(playground: Playground) -> None:
    world = playground.world
    guild = world.add_guild("Robot club", playground.owner)
    bot = playground.application.bot
    for user in (User(HOST, "Host"), User(player(1), "Axle"), User(player(2), "Bolt"), bot):
        world.users[user.id] = user
        world.join(guild, user)
    may_pin = Overwrite(bot.id, is_member=True, allow=Permission.PIN_MESSAGES, deny=Permission(0))
    for number in (CHANNEL, OTHER_CHANNEL):
        channel = Channel(number, ChannelKind.TEXT, f"race {number}", guild, created=world.now())
        channel.overwrites[bot.id] = may_pin
        world.channels[number] = channel


def _type(playground: Playground) -> None:
    user = playground.world.users[player(2)]
    playground.people.say(user, playground.people.dm(user), _PROGRAM)


def _set_deadline(club: Club, game: int, deadline: datetime) -> None:
    number = club.round(game).id
    club.do(lambda session: setattr(session.get_one(Round, number), "deadline", deadline))


def _begin_anew(message: Message) -> None:
    message.attempts, message.retry_at, message.error = 0, None, None


def _seen(playground: Playground) -> dict[str, list[tuple[object, ...]]]:
    seen: dict[str, list[tuple[object, ...]]] = {}
    for channel in playground.world.channels.values():
        name = channel.name or " and ".join(user.name for user in channel.recipients)
        there = [each for each in channel.messages.values() if not each.is_deleted]
        seen[name] = sorted(
            (
                int(each.kind),
                each.author.name,
                sorted(PurePath(file.filename).stem for file in each.attachments),
                [line for line in text_of(each).splitlines() if line.startswith("-# ")],
                [str(control.get("custom_id")) for control in controls_of(each)],
                each.is_pinned,
                "" if each.thread is None else each.thread.name,
            )
            for each in there
        )
    return seen
