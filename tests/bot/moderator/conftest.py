"""What tests of the moderator share: a database that is migrated once, and emptied after each of them."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import SQLModel

from bot.db.engine import Database, open_database
from tests.bot.moderator.club import NOON, Club


@pytest.fixture(scope="session")
def clubhouse(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, Database]]:
    """Open an empty database that waits for no disk; it stays open, so that statements are compiled for all tests."""
    path = tmp_path_factory.mktemp("clubhouse") / "club.db"
    shutil.copyfile(migrated_file, path)
    opened = {path: open_database(path, NOON)}
    with closing(opened[path].engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA synchronous = OFF")
    yield opened
    opened[path].close()


@pytest.fixture
def club(clubhouse: dict[Path, Database]) -> Iterator[Club]:
    """Return a club without a game."""
    [(path, database)] = clubhouse.items()
    guest = Club(path, _database=database)
    yield guest
    clubhouse[path] = guest.database  # another one, if the test let the process end
    with closing(guest.database.engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA foreign_keys = OFF")
        for name in SQLModel.metadata.tables:
            connection.cursor().execute(f'DELETE FROM "{name}"')  # noqa: S608 - our tables
        connection.commit()
        connection.cursor().execute("PRAGMA foreign_keys = ON")
