"""The bot as a process: how it refuses to start, and how it ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlmodel import select

from bot.app import RunRefusedError, run
from bot.boards import read_boards
from bot.clock import SystemClock
from bot.db.engine import open_database
from bot.db.tables import Game, Message, MessageStatus, Seat
from bot.discord.address import point_discord_at
from bot.moderator import games
from bot.moderator.orders import Done, Order
from bot.moderator.outbox import Kind
from bot.moderator.settings import Settings as GameSettings
from bot.playground.faults import Fault
from bot.playground.model import Channel
from bot.playground.people import text_of
from bot.playground.server import Playground
from bot.playground.thread import ThreadedPlayground
from bot.settings import Settings

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
SEND = "POST /channels/{channel_id}/messages"


def run_bot(folder: Path, **settings: str) -> "subprocess.Popen[str]":
    """Start `python -m bot run` in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "", "DATABASE_URL": "rally.db", **settings}
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "run"], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )


def end_of(process: "subprocess.Popen[str]", seconds: float = 15.0) -> tuple[int, str]:
    """Return the exit status of a process that ends, and what it said."""
    try:
        said = process.communicate(timeout=seconds)[1]
    finally:
        process.kill()
    return process.returncode, said


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadedPlayground]:
    """Run a server for the processes of these tests."""
    with ThreadedPlayground() as playground:
        yield playground


@contextmanager
def running(server: ThreadedPlayground, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run a bot until it has said hello to the gateway."""
    before = server.call(lambda playground: len(playground.traffic.log))
    process = run_bot(folder, DISCORD_TOKEN=server.playground.token, DISCORD_URL=server.playground.url)
    try:
        wait(lambda: server.call(lambda playground: len(playground.traffic.log)) > before + 1)
        yield process
    finally:
        process.kill()
        process.communicate()


def wait(found: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def new_game(server: ThreadedPlayground, folder: Path) -> Channel:
    """Make a started game in a database that no bot has opened yet."""

    def furnish(playground: Playground) -> tuple[Channel, int]:
        world = playground.world
        playground.messenger.forget_nonces()  # of the same keys, in other databases
        guild, player = world.add_guild("Robot club", playground.owner), world.add_person("Bolt")
        for user in (player, playground.application.bot):
            world.join(guild, user)
        return world.add_channel(guild, "race"), player.id

    channel, player = server.call(furnish)
    now = SystemClock().now()
    assert channel.guild is not None
    place = games.Place(channel.guild.id, channel.id, server.playground.owner.id)
    with open_database(folder / "rally.db", now) as database, database.transaction() as session:
        supplies = games.Supplies(read_boards(), "green-light")
        game = games.create(session, now, place, GameSettings("Friday race", "green-light"), supplies)
        assert isinstance(game, Game)
        assert isinstance(games.join(session, now, game.id, player, "Bolt"), Seat)
        assert isinstance(games.start(session, now, Order(game.id, place.host_id, "go", None)), Done)
    return channel


def test_a_wrong_token_is_refused(server: ThreadedPlayground, tmp_path: Path) -> None:
    status, said = end_of(
        run_bot(tmp_path, DISCORD_URL=server.playground.url, DISCORD_TOKEN=server.playground.token[::-1])
    )
    assert status == 2
    assert "does not accept the token" in said
    assert "Traceback" not in said


def test_discord_that_cannot_be_reached_is_tried_again(server: ThreadedPlayground, tmp_path: Path) -> None:
    """Also when it only answers badly; a line each time, and in the end the bot is there, and draws pictures."""
    channel = new_game(server, tmp_path)
    fault = server.call(lambda playground: playground.faults.add(Fault(route="GET /users/@me", times=1, status=503)))
    with running(server, tmp_path) as process:
        wait(lambda: server.call(lambda _: any("SHA-256" in text_of(each) for each in channel.messages.values())))
        process.terminate()
        status, said = end_of(process)
    assert status == 0, said
    [start] = [each for each in channel.messages.values() if "SHA-256" in text_of(each)]
    assert [file.filename for file in start.attachments] == ["g1-start.png"]
    assert server.call(lambda _: fault.hits) == 1
    assert said.count("trying again in 1 s") == 1
    assert "Traceback" not in said


def test_a_signal_ends_the_wait_for_a_server_that_never_answers(server: ThreadedPlayground, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        process = run_bot(tmp_path, DISCORD_TOKEN=server.playground.token, DISCORD_URL=url)
        connection, _ = deaf.accept()
        process.terminate()
        started = time.monotonic()
        status, said = end_of(process)
        connection.close()
    assert (status, time.monotonic() - started < 10) == (0, True), said
    assert "Traceback" not in said


def test_a_url_that_is_not_discords_is_no_reason_to_try_for_ever(server: ThreadedPlayground, tmp_path: Path) -> None:
    url = f"{server.playground.url}/elsewhere"
    settings = Settings(discord_token=server.playground.token, discord_url=url, database_url=str(tmp_path / "rally.db"))
    try:
        with pytest.raises(RunRefusedError, match="look at DISCORD_URL"):
            run(settings)
    finally:
        point_discord_at("")


def test_what_is_no_address_of_a_server_is_refused(tmp_path: Path) -> None:
    settings = Settings(discord_token="nothing", database_url=str(tmp_path / "rally.db"))  # noqa: S106 - never used
    for settings.discord_url in ("nonsense", "ftp://discord.com", "http://[", "http:///api"):
        with pytest.raises(RunRefusedError, match="DISCORD_URL is no address of a server"):
            run(settings)
    assert not (tmp_path / "rally.db").exists()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_the_send_in_hand_end(server: ThreadedPlayground, tmp_path: Path, sign: int) -> None:
    """The answer is held back for a while: it is waited for, and its id is kept."""
    channel = new_game(server, tmp_path)
    here = str(channel.id)
    fault = server.call(
        lambda playground: playground.faults.add(
            Fault(route=SEND, is_stored=True, seconds=1.0, where=lambda each: each.match_info["channel_id"] == here)
        )
    )
    with running(server, tmp_path) as process:
        server.wait(lambda _: fault.reached())
        started = time.monotonic()
        process.send_signal(sign)
        status, said = end_of(process)
        assert status == 0, said
        assert time.monotonic() - started < 10
    with open_database(tmp_path / "rally.db", SystemClock().now()) as database, database.transaction() as session:
        first = session.exec(select(Message).where(Message.kind == Kind.LOBBY)).one()
        assert first.status is MessageStatus.SENT
