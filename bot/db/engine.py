"""How a database is opened, used in transactions, and closed."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlmodel import Session

from bot.db.refusal import DatabaseRefusedError
from bot.db.sqlite import open_file, read_file

__all__ = ["Database", "DatabaseRefusedError", "open_database"]

_EXPECTED = "expected the path of a file, or sqlite:///path"


class Database:
    """An open database, at the latest revision; it stays locked for other runs until it is closed."""

    def __init__(self, engine: Engine, release: Callable[[], None]) -> None:
        """Take an engine, and what lets go of the database and its lock."""
        self.engine = engine
        self._release = release
        self._is_closed = False

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Give a session that is committed once, at the end, and rolled back by whatever is raised before.

        The database is locked for writing from the first statement on (a database opened to be read only is never).
        Rows can still be looked at after the end; what is changed in them then is lost.
        """
        assert not self._is_closed, "the database is closed"
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close the connections, then let go of the lock; a second time does nothing."""
        self._is_closed = True
        self._release()

    def __enter__(self) -> Self:
        """Return the database itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def open_database(url_or_path: str | Path, now: datetime, *, exclusive: bool = True) -> Database:
    """Open a database: lock, check, back up and migrate it; make it if there is none yet. `now` dates the backup.

    With `exclusive=False` it is only read, beside a bot that may be running: nothing is locked, made or migrated. This
    is for short commands.

    Raise `DatabaseRefusedError`, with a sentence for the person who runs the bot, for a database that cannot be used.
    """
    path = _sqlite_path(url_or_path)
    return Database(*(open_file(path, now) if exclusive else read_file(path)))


def _sqlite_path(url_or_path: str | Path) -> Path:
    """Return the absolute path of the file that is meant; a URL is not echoed, for it may hold a password."""
    name = os.fspath(url_or_path)
    if "://" in name and not isinstance(url_or_path, Path):
        shown = f"{name.partition('://')[0]}://…"
        try:
            url = make_url(name)
        except (ArgumentError, ValueError):
            raise DatabaseRefusedError(shown, f"its address is no URL, {_EXPECTED}") from None
        if url.drivername not in ("sqlite", "sqlite+pysqlite"):
            raise DatabaseRefusedError(shown, f"only SQLite is supported, {_EXPECTED}")
        if url.host or url.port or url.username or url.password or url.query:
            raise DatabaseRefusedError(shown, f"found a server or options in its address, {_EXPECTED}")
        name = url.database or ""
    if name in ("", ":memory:") or "\0" in name:
        raise DatabaseRefusedError(repr(name), f"this names no file, {_EXPECTED}")
    return Path(os.path.realpath(name))
