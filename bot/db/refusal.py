"""Why a database is not opened."""

from pathlib import Path


class DatabaseRefusedError(Exception):
    """A database that cannot be used as it is; the message is one sentence for the person who runs the bot."""

    def __init__(self, database: Path | str, reason: str) -> None:
        """Say which database, and what is wrong with it."""
        super().__init__(f"cannot open the database {database}: {reason}")
