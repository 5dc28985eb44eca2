"""Clubs that many tests start from: made once, and copied with what their files hold."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

from tests.bot.moderator.club import Club


def new_club(migrated_file: Path, folder: Path) -> Club:
    """Return a club without a game, on a copy of a migrated file."""
    return Club(Path(shutil.copyfile(migrated_file, folder / "club.db")))


def copied(club: Club, guest: Club) -> Iterator[Club]:
    """Yield a club that stands as a closed one does, in the database of a guest that has no game."""
    database = guest.database
    with closing(sqlite3.connect(club.path)) as source, closing(database.engine.raw_connection()) as target:
        assert isinstance(target.driver_connection, sqlite3.Connection)
        source.backup(target.driver_connection)
    copy = replace(deepcopy(club), path=guest.path, _database=database)
    yield copy
    if copy.database is not database:
        copy.restart()
        guest.restart()
