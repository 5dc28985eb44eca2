"""All that is SQLite's alone: the file, its lock, its checks, its backup, and how a connection is made.

One process serves one file: it holds `<file>.lock`, which the system lets go of when the process dies. The lock file
itself stays. (A child that is forked and executes no program shares the lock.)
"""

import errno
import fcntl
import filecmp
import glob
import logging
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, Pool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from bot.db.migrations import known_revisions
from bot.db.refusal import DatabaseRefusedError

BUSY_SECONDS = 5.0
"""How long a statement waits for another program that uses the file."""

_log = logging.getLogger(__name__)

_SQLITE_SAYS = {
    sqlite3.SQLITE_NOTADB: "found something else, expected a SQLite database",
    sqlite3.SQLITE_CORRUPT: "it is damaged, put a backup in its place",
    sqlite3.SQLITE_READONLY: "it, or its folder, is read-only",
    sqlite3.SQLITE_CANTOPEN: "it, or a file beside it, cannot be opened",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_BUSY: "another program is using it",
}
"""By SQLite's primary result code."""


def open_file(path: Path, now: datetime) -> tuple[Engine, Callable[[], None]]:
    """Lock, check, back up and migrate a file, or make it; return its engine, and what closes it and its lock.

    What is read-only is found by what the system and SQLite answer, not by permission bits: a folder when the lock file
    is made, a file when something is written to it.
    """
    with ExitStack() as opened:
        with _refusing(path):
            _check_place(path)
            opened.enter_context(_lock(path))
            size = path.stat().st_size if path.exists() else 0
            log = path.with_name(f"{path.name}-wal")
            if not size and log.exists() and log.stat().st_size:
                raise DatabaseRefusedError(
                    path,
                    f"it is missing or empty, but {log.name} beside it is not: put the file back, or remove {log.name} "
                    "and put a backup in its place",
                )
            if size:
                _check_pages(path)
            _migrate(path, now)
            _keep_a_log(path)
        engine = _engine(path, "rw", "BEGIN IMMEDIATE", QueuePool)
        opened.callback(engine.dispose)
        return engine, opened.pop_all().close


def read_file(path: Path) -> tuple[Engine, Callable[[], None]]:
    """Return the engine of a file that is only read, and what closes it; refuse a file that this code cannot read."""
    revisions = known_revisions()
    with _refusing(path):
        _check_place(path)
        if not path.exists():
            raise DatabaseRefusedError(path, "there is no such file, and it is the bot that makes it: start that first")
        engine = _engine(path, "ro", "BEGIN", NullPool)
        with engine.connect() as connection:
            revision = revisions.of(connection, path)
        if revision != revisions.latest:
            raise DatabaseRefusedError(
                path,
                f"found revision {revision or 'none'} of its tables, expected {revisions.latest}: start the bot once, "
                "which migrates it",
            )
    return engine, engine.dispose


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn what the system or SQLite complains about into a refusal."""
    try:
        yield
    except OSError as error:
        raise DatabaseRefusedError(path, f"cannot use {error.filename or path}: {error.strerror}") from error
    except (sqlite3.Error, DBAPIError) as error:
        raise DatabaseRefusedError(path, _reason(error)) from error


def _reason(error: BaseException) -> str:
    """Return what went wrong, on one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = " ".join(str(cause).split())
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return f"{_SQLITE_SAYS[code]} ({said})" if code in _SQLITE_SAYS else f"{type(cause).__name__}: {said}"


def _check_place(path: Path) -> None:
    try:
        path.parent.stat()
    except FileNotFoundError:
        raise DatabaseRefusedError(path, "its folder does not exist, make it first") from None
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise DatabaseRefusedError(
            path, f"found a {'folder' if stat.S_ISDIR(mode) else 'device or a pipe'}, expected a file"
        )


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    lock = path.with_name(f"{path.name}.lock")
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DatabaseRefusedError(path, f"another run is using it, and holds {lock}") from None
        yield
    finally:
        os.close(descriptor)


def _check_pages(path: Path) -> None:
    """Read every page, so that damage is found now and not in the middle of a game."""
    with closing(_connect(path, "rw")) as connection:
        (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if finding != "ok":
        raise DatabaseRefusedError(path, f"it is damaged, put a backup in its place ({' '.join(finding.split())})")


def _keep_a_log(path: Path) -> None:
    """Let the file have a write-ahead log, which it remembers: who reads does not wait for who writes."""
    with closing(_connect(path, "rw")) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    assert mode == "wal", mode


def _migrate(path: Path, now: datetime) -> None:
    """Bring the file to the latest revision in one transaction, after a backup if anything is in it."""
    revisions = known_revisions()
    # Foreign keys are off: SQLite alters a table by making another, and rows still refer to the one that is dropped.
    engine = _engine(path, "rwc", "BEGIN IMMEDIATE", NullPool, foreign_keys=False)
    with engine.connect() as connection:  # which rolls back what is not committed
        start = revisions.of(connection, path)
        if start == revisions.latest:
            # A transaction begins on a read-only file too: only writing finds out. It is rolled back.
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            return
        backup = _back_up(path, revisions.latest, now) if start else None
        try:
            revisions.upgrade(connection, start, revisions.latest)
            _check_references(connection)
            connection.commit()
        except Exception as error:
            kept = f"nothing in it was changed, and {backup} is a backup" if backup else "nothing was made"
            raise DatabaseRefusedError(
                path, f"migrating it from {start or 'nothing'} to {revisions.latest} failed, {kept} ({_reason(error)})"
            ) from error
    if backup:
        _log.info("migrated %s from %s to %s; backup: %s", path, start, revisions.latest, backup)


def _check_references(connection: Connection) -> None:
    """Check the foreign keys, which nobody watched during a migration."""
    broken = {row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check")}
    if broken:
        msg = f"rows refer to rows that are gone, in: {', '.join(sorted(broken))}"
        raise ValueError(msg)


def _back_up(path: Path, revision: str, now: datetime) -> Path:
    """Copy what is committed to a new file beside it, down to the disk; an equal copy that is there already will do.

    (A bot that is started again and again, and fails to migrate each time, must not fill the disk.)
    """
    stem = f"{path.name}.before-{revision}-"
    part = path.with_name(f"{stem}part")
    part.unlink(missing_ok=True)
    try:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with closing(_connect(path, "ro")) as source, closing(_connect(part, "rw")) as copy:
                source.backup(copy)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        for earlier in path.parent.glob(f"{glob.escape(stem)}*.bak"):
            if filecmp.cmp(earlier, part, shallow=False):
                return earlier
        backup = path.with_name(f"{stem}{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.bak")
        if backup.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(backup))
        part.rename(backup)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return backup


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _engine(path: Path, mode: str, begin: str, pool: type[Pool], *, foreign_keys: bool = True) -> Engine:
    """Return an engine whose transactions start with `begin`: a deferred one that reads before it writes cannot wait.

    The driver's own transaction control is off, and the event begins them: SQLAlchemy's way for every Python.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        creator=lambda: _connect(path, mode, foreign_keys=foreign_keys),
        poolclass=pool,
    )

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_transaction)
    return engine


def _connect(path: Path, mode: str, *, foreign_keys: bool = True) -> sqlite3.Connection:
    """Connect to a file in a mode of SQLite's URIs: ro, rw, rwc (make it).

    Who only reads a file of ours makes files beside it, and leaves them there, unless the file is called immutable. It
    is as good as that while no log is beside it: the file itself is written when a full log is emptied into it.
    """
    options = f"mode={mode}"
    if mode == "ro" and not path.with_name(f"{path.name}-wal").exists():
        options += "&immutable=1"
    connection = sqlite3.connect(
        f"file://{quote(os.fsencode(path))}?{options}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
