"""Migrations: how a database came to have the tables of today, one revision after the other.

To change the tables, change `bot/db/tables.py` and run `tests/bot/db/test_migrations.py`: the failing test prints the
operations for a new module in `versions/`. Write them for every database (`op.batch_alter_table` where SQLite cannot
alter), take types from SQLAlchemy and never from our own modules, and never change a revision that somebody may have.
There is no way down but the backup.
"""

from functools import cache
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.db.refusal import DatabaseRefusedError

VERSION_TABLE = "alembic_version"
VERSIONS = (Path(__file__).parent / "versions",)
"""The folders with revisions."""


class Revisions:
    """The revisions that this code knows, in a line from the first to the last."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        """Read their modules."""
        self.scripts = ScriptDirectory(Path(__file__).parent, version_locations=folders)
        self.names = tuple(script.revision for script in self.scripts.walk_revisions())[::-1]
        self.latest = self.names[-1]

    def of(self, connection: Connection, database: Path | str) -> str | None:
        """Return the revision that a database is at, None if it is empty; refuse one that is not ours to change."""
        tables = set(inspect(connection).get_table_names())
        if not tables:
            return None
        if VERSION_TABLE not in tables:
            raise DatabaseRefusedError(
                database,
                f"found tables of another program (such as {min(tables)}), expected tables of this bot, or none",
            )
        revisions = MigrationContext.configure(connection).get_current_heads()
        if len(revisions) != 1 or revisions[0] not in self.names:
            found = " and ".join(revisions) or "none"
            raise DatabaseRefusedError(
                database,
                f"found revision {found} of its tables, but this version of the bot knows {self.latest} as the latest: "
                "it takes the version of the bot that wrote it, or a newer one",
            )
        return revisions[0]

    def upgrade(self, connection: Connection, start: str | None, end: str) -> None:
        """Migrate from one revision to a later one, in the transaction of the connection."""
        context = MigrationContext.configure(connection)
        with Operations.context(context):
            for script in reversed(list(self.scripts.iterate_revisions(end, start))):
                script.module.upgrade()
                context.stamp(self.scripts, script.revision)


_read_revisions = cache(Revisions)


def known_revisions() -> Revisions:
    """Return the revisions of this code; they are read once."""
    return _read_revisions(VERSIONS)
