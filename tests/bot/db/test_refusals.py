import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import bot.db.sqlite
from bot.db.engine import Database, open_database
from tests.bot.db.refusing import LATEST, longest_file, refusal
from tests.bot.db.rows import NOW, dump, game, hearing, names, skews

NOBODY = 65534


@pytest.fixture(scope="module")
def full_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with 2000 rows, to copy."""
    path = tmp_path_factory.mktemp("full") / "bot.db"
    shutil.copyfile(migrated_file, path)
    with open_database(path, NOW) as database, database.transaction() as session:
        session.add_all([hearing(number) for number in range(2000)])
    return path


@pytest.fixture
def path(full_file: Path, tmp_path: Path) -> Path:
    """Return a database with 2000 rows, closed, of this test alone."""
    return Path(shutil.copyfile(full_file, tmp_path / "bot.db"))


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that everybody may look into, wherever tests keep theirs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        folder.chmod(0o777)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Be somebody whom permissions bind, if this is not so already."""
    own = os.geteuid()
    if own == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(own)


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_folder_that_is_missing_is_not_made(tmp_path: Path, *, exclusive: bool) -> None:
    path = tmp_path / "missing" / "bot.db"
    assert refusal(path, exclusive=exclusive) == f"{path}: its folder does not exist, make it first"
    assert names(tmp_path) == set()


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_folder_is_no_database(tmp_path: Path, *, exclusive: bool) -> None:
    assert refusal(tmp_path, exclusive=exclusive) == f"{tmp_path}: found a folder, expected a file"
    assert names(tmp_path) == set()


def test_a_pipe_is_no_database(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == f"{tmp_path}/pipe: found a device or a pipe, expected a file"


def test_a_path_through_a_file_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "x" / "bot.db"
    assert refusal(path) == f"{path}: cannot use {path.parent}: Not a directory"


def test_a_lock_file_that_is_a_folder_cannot_be_held(tmp_path: Path) -> None:
    (tmp_path / "bot.db.lock").mkdir()
    assert refusal(tmp_path / "bot.db") == f"{tmp_path}/bot.db: cannot use {tmp_path}/bot.db.lock: Is a directory"


@pytest.mark.parametrize("name", ["sqlite:///:memory:", "sqlite://", ":memory:", "", "a\0b"])
def test_what_names_no_file_is_not_held_in_memory(name: str) -> None:
    assert refusal(name).endswith(": this names no file, expected the path of a file, or sqlite:///path")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://bot:hush@host/db", "postgresql://…: only SQLite is supported"),
        ("sqlite+aiosqlite:///bot.db", "sqlite+aiosqlite://…: only SQLite is supported"),
        ("postgresql://bot:hush@host:port/db", "postgresql://…: its address is no URL"),
        ("://bot.db", "://…: its address is no URL"),
        ("sqlite://bot:hush@host/bot.db", "sqlite://…: found a server or options in its address"),
        ("sqlite://bot.db", "sqlite://…: found a server or options in its address"),
        ("sqlite:///file:bot.db?mode=memory&uri=true", "sqlite://…: found a server or options in its address"),
    ],
)
def test_an_address_that_is_of_no_use_is_refused_without_its_password(url: str, expected: str) -> None:
    assert refusal(url) == f"{expected}, expected the path of a file, or sqlite:///path"


def test_a_database_that_is_only_read_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    expected = f"{path}: there is no such file, and it is the bot that makes it: start that first"
    assert refusal(path, exclusive=False) == expected
    assert names(tmp_path) == set()


def test_an_empty_file_is_not_read_but_made_a_database(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    path.touch()
    expected = f"{path}: found revision none of its tables, expected {LATEST}: start the bot once, which migrates it"
    assert refusal(path, exclusive=False) == expected
    assert names(tmp_path) == {"bot.db"}
    with open_database(path, NOW) as database:
        assert skews(database) == []
    assert names(tmp_path) == {"bot.db", "bot.db.lock"}


def test_a_file_that_cannot_be_written_is_refused(open_folder: Path, path: Path) -> None:
    read_only = open_folder / "bot.db"
    shutil.copyfile(path, read_only)
    read_only.chmod(0o444)
    with without_privileges():
        assert refusal(read_only) == (
            f"{read_only}: it, or its folder, is read-only (attempt to write a readonly database)"
        )
        with open_database(read_only, NOW, exclusive=False) as database:
            assert len(skews(database)) == 2000


def test_a_file_that_cannot_be_read_is_refused(open_folder: Path, path: Path) -> None:
    unreadable = open_folder / "bot.db"
    shutil.copyfile(path, unreadable)
    unreadable.chmod(0)
    with without_privileges():
        for exclusive in (True, False):
            assert refusal(unreadable, exclusive=exclusive) == (
                f"{unreadable}: it, or a file beside it, cannot be opened (unable to open database file)"
            )


def test_a_folder_that_cannot_be_written_is_refused(open_folder: Path, path: Path) -> None:
    file = open_folder / "bot.db"
    shutil.copyfile(path, file)
    open_folder.chmod(0o555)
    with without_privileges():
        assert refusal(file) == f"{file}: cannot use {file}.lock: Permission denied"
        with open_database(file, NOW, exclusive=False) as database:
            assert len(skews(database)) == 2000


def test_a_folder_that_cannot_be_entered_is_refused(open_folder: Path) -> None:
    file = open_folder / "bot.db"
    open_folder.chmod(0)
    with without_privileges():
        assert refusal(file) == f"{file}: cannot use {file}: Permission denied"


@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize("content", [b"this is no database. " * 500, b"SQLite format 3\0" + bytes(84)])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes, *, exclusive: bool) -> None:
    path = tmp_path / "bot.db"
    path.write_bytes(content)
    assert refusal(path, exclusive=exclusive) == (
        f"{path}: found something else, expected a SQLite database (file is not a database)"
    )
    assert path.read_bytes() == content


@pytest.mark.parametrize("kept", [2, 100, 4096, 50_000, 100_000])
def test_a_truncated_database_is_refused_and_left_alone(path: Path, kept: int) -> None:
    content = path.read_bytes()[:kept]
    path.write_bytes(content)
    assert "SQLite database" in refusal(path) or "it is damaged, put a backup in its place" in refusal(path)
    assert path.read_bytes() == content


def test_pages_of_garbage_behind_a_good_header_are_found_at_the_start(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-8192] + b"\xa5" * 8192)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall()
    assert refusal(path).startswith(f"{path}: it is damaged, put a backup in its place (")


def test_a_log_without_its_database_is_kept(database: Database, tmp_path: Path) -> None:
    """SQLite would delete it, and with it what was committed last."""
    with database.transaction() as session:
        session.add(hearing(5))
    lost = tmp_path / "lost"
    lost.mkdir()
    shutil.copyfile(tmp_path / "bot.db-wal", lost / "bot.db-wal")
    path = lost / "bot.db"
    expected = (
        f"{path}: it is missing or empty, but bot.db-wal beside it is not: "
        "put the file back, or remove bot.db-wal and put a backup in its place"
    )
    assert refusal(path) == expected
    path.touch()
    assert refusal(path) == expected
    shutil.copyfile(tmp_path / "bot.db", path)
    with open_database(path, NOW) as found:
        assert skews(found) == [5]


@pytest.mark.parametrize("exclusive", [True, False])
def test_the_tables_of_another_program_are_refused_and_left_alone(tmp_path: Path, *, exclusive: bool) -> None:
    path = tmp_path / "bot.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE notes (id); CREATE TABLE albums (id)")
    before = path.read_bytes()
    assert refusal(path, exclusive=exclusive) == (
        f"{path}: found tables of another program (such as albums), expected tables of this bot, or none"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("exclusive", [True, False])
@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE alembic_version SET version_num = '00'", "00"),
        ("UPDATE alembic_version SET version_num = '9999'", "9999"),
        ("DELETE FROM alembic_version", "none"),
        ("INSERT INTO alembic_version VALUES ('9999')", f"{LATEST} and 9999"),
    ],
)
def test_a_revision_that_this_code_does_not_know_is_refused(
    path: Path, change: str, found: str, *, exclusive: bool
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(change)
    before = dump(path)
    assert refusal(path, exclusive=exclusive) == (
        f"{path}: found revision {found} of its tables, but this version of the bot knows {LATEST} as the latest: "
        "it takes the version of the bot that wrote it, or a newer one"
    )
    assert dump(path) == before


def test_another_program_that_writes_keeps_the_bot_from_starting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.db.sqlite, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert refusal(path) == f"{path}: another program is using it (database is locked)"


def test_a_disk_that_is_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = bot.db.sqlite._connect  # noqa: SLF001 - SQLite itself says that no page is left

    def connect_to_a_small_disk(path: Path, mode: str, *, foreign_keys: bool = True) -> sqlite3.Connection:
        connection = connect(path, mode, foreign_keys=foreign_keys)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    path = tmp_path / "bot.db"
    with monkeypatch.context() as patch:
        patch.setattr(bot.db.sqlite, "_connect", connect_to_a_small_disk)
        assert refusal(path) == (
            f"{path}: migrating it from nothing to {LATEST} failed, nothing was made "
            "(the disk is full (database or disk is full))"
        )
    with open_database(path, NOW) as database, database.transaction() as session:
        session.add(game())


def test_a_disk_that_fails_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with longest_file(8192):
        assert refusal(path) == (
            f"{path}: migrating it from nothing to {LATEST} failed, nothing was made "
            "(the disk cannot be read or written (disk I/O error))"
        )
    with open_database(path, NOW) as database:
        assert skews(database) == []


def test_a_disk_that_fails_under_a_lock_or_a_check_is_told(path: Path) -> None:
    with longest_file(0):
        assert "the disk cannot be read or written" in refusal(path)


def test_what_sqlite_says_for_the_first_time_is_told_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.db.sqlite, "_SQLITE_SAYS", {})
    path.write_bytes(b"this is no database. " * 500)
    assert refusal(path) == f"{path}: DatabaseError: file is not a database"


def test_a_refusal_lets_go_of_the_lock(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:5000])
    refusal(path)
    path.write_bytes(content)
    with open_database(path, NOW) as database:
        assert len(skews(database)) == 2000
