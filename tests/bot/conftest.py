"""What tests of the bot share: a database of their own, migrated once and copied."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Dialect, Engine, event

from bot.db.engine import Database, open_database


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """Let all databases that are opened share what SQLAlchemy compiles: each engine would compile it anew.

    A compiled statement belongs to a dialect; those of all engines of ours are alike.
    """
    compiled: dict[Any, Any] = {}
    dialects: dict[type[Dialect], Dialect] = {}

    def share(connection: Connection) -> None:
        connection.dialect = dialects.setdefault(type(connection.dialect), connection.dialect)
        connection.execution_options(compiled_cache=compiled)

    event.listen(Engine, "engine_connect", share)
    yield
    event.remove(Engine, "engine_connect", share)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty database at the latest revision, to copy."""
    path = tmp_path_factory.mktemp("migrated") / "bot.db"
    open_database(path, datetime(2026, 1, 1, tzinfo=UTC)).close()
    return path


@pytest.fixture
def database(migrated_file: Path, tmp_path: Path) -> Iterator[Database]:
    """Open an empty database of this test alone, at `tmp_path / "bot.db"`."""
    path = tmp_path / "bot.db"
    shutil.copyfile(migrated_file, path)
    with open_database(path, datetime(2026, 1, 1, tzinfo=UTC)) as opened:
        yield opened
