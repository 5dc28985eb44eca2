"""Rows for the tests of the database, and what is in a file."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import select

from bot.db.engine import Database
from bot.db.tables import Game, Hearing, PublishMode

NOW = datetime(2026, 1, 31, 20, 15, 30, tzinfo=UTC)


def hearing(skew_ms: int = 0) -> Hearing:
    """Return a row that refers to no other, known by its skew."""
    return Hearing(since=NOW, until=NOW, skew_ms=skew_ms)


def game() -> Game:
    """Return a row that others refer to."""
    return Game(
        guild_id=1,
        channel_id=2**62,
        name="Friday",
        board_name="Green Light",
        board="",
        rounds=10,
        deadline_at="21:00",
        zone="Europe/Brussels",
        language="en",
        points=[5, 3],
        rules={},
        publish_mode=PublishMode.AT_ONCE,
        review_minutes=60,
        min_programming_hours=12,
        moves_for_silence=True,
        reminder_minutes=[180],
        seed="secret",
        created_at=NOW,
    )


def skews(database: Database) -> list[int]:
    """Return the skews of all hearings: which rows are there."""
    with database.transaction() as session:
        return [row.skew_ms for row in session.exec(select(Hearing))]


def dump(path: Path) -> list[str]:
    """Return all that a closed file holds, as SQL."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        return list(connection.iterdump())


def names(folder: Path) -> set[str]:
    """Return the names of what is in a folder."""
    return {path.name for path in folder.iterdir()}
