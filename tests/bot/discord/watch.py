"""Waiting for what somebody else writes into a database file, without reading it again and again."""

import asyncio
import sqlite3
from pathlib import Path

LOOK_SECONDS = 0.01


class Watch:
    """Tells when something has been written into a SQLite file by any other connection."""

    def __init__(self, path: Path) -> None:
        """Watch a file that is there."""
        self._connection = sqlite3.connect(path)

    def version(self) -> int:
        """Return a number that is another one after each transaction in which something was written."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    async def news(self, version: int) -> None:
        """Wait until the file has another version than this."""
        while self.version() == version:  # noqa: ASYNC110 - SQLite tells nobody
            await asyncio.sleep(LOOK_SECONDS)

    def close(self) -> None:
        """Watch no more."""
        self._connection.close()
