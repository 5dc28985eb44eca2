import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import bot
from bot.__main__ import main
from bot.clock import SystemClock
from bot.db.engine import Database, open_database
from bot.db.tables import Game
from bot.moderator import games
from bot.moderator.settings import Settings
from bot.settings import Settings as Environment
from tests.bot.db.refusing import LATEST
from tests.bot.moderator.club import BOARDS

NOW = datetime(2026, 6, 1, 10, tzinfo=UTC)


def make_game(database: Database) -> None:
    with database.transaction() as session:
        settings, supplies = Settings("Friday", "green-light"), games.Supplies(BOARDS, "seed")
        assert isinstance(games.create(session, NOW, games.Place(1, 2, 3), settings, supplies), Game)


def refused(path: Path | str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one sentence that the command says, after the words that all have."""
    assert main(["status", "--database", str(path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    (sentence,) = output.err.splitlines()
    return sentence


def test_status_tells_beside_a_bot_that_is_running(database: Database, tmp_path: Path) -> None:
    """A second process that reads the file while the lock is held, and leaves it as it is."""
    make_game(database)
    command = [sys.executable, "-m", "bot", "status", "--database", str(tmp_path / "bot.db")]
    root = Path(bot.__file__).parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "games: 1 open, 0 over",
        "  1. Friday (lobby), board green-light, robots: 0",
        "outbox: 1 to send, 0 dead",
        "  g1-lobby (lobby) to c2",
        "alarms: 1",
        "  players cannot be heard: the bot is not connected, and never was",
    ]
    make_game(database)


def test_status_reads_the_database_that_the_environment_names(
    migrated_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or a file `.env` in the present folder; an option goes before both."""
    shutil.copyfile(migrated_file, tmp_path / "bot.db")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert Environment().database_url == "green-light-rally.db"
    (tmp_path / ".env").write_text("DATABASE_URL=sqlite:///bot.db\nOTHER=1\n", encoding="utf-8")
    assert main(["status"]) == 0
    assert capsys.readouterr().out.startswith("games: 0 open, 0 over\n")
    monkeypatch.setenv("DATABASE_URL", "missing.db")
    assert main(["status"]) == 2
    assert "missing.db: there is no such file" in capsys.readouterr().err
    assert main(["status", "--database", "bot.db"]) == 0


def test_a_database_that_is_missing_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no such file" in refused(tmp_path / "none.db", capsys)
    assert "its folder does not exist" in refused(tmp_path / "none" / "none.db", capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_newer_code_or_none_is_refused(
    migrated_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bot.db"
    shutil.copyfile(migrated_file, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    assert "later" in refused(path, capsys)
    path.write_bytes(b"")
    assert f"found revision none of its tables, expected {LATEST}" in refused(path, capsys)


def test_a_database_that_is_damaged_is_refused_whenever_that_is_found(
    migrated_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the first page, or at one that is read later."""
    path = tmp_path / "bot.db"
    path.write_bytes(b"no database" * 1000)
    assert "expected a SQLite database" in refused(path, capsys)
    shutil.copyfile(migrated_file, path)
    with open_database(path, NOW) as database:
        make_game(database)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)
    assert "it cannot be read: database disk image is malformed" in refused(path, capsys)


def test_the_systems_clock_tells_the_present_moment_in_utc() -> None:
    now = SystemClock().now()
    assert now.utcoffset() == timedelta()
    assert abs(SystemClock().now() - now) < timedelta(minutes=1)
