import io
import logging
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlmodel import SQLModel

import bot.db.migrations
from bot.db.engine import DatabaseRefusedError, open_database
from bot.db.migrations import known_revisions
from bot.db.tables import Hearing, Host
from tests.bot.db.refusing import LATEST, longest_file, refusal
from tests.bot.db.rows import NOW, dump, game, hearing, names, skews

ROOT = Path(__file__).parents[3]
BACKUP = "bot.db.before-later-20260131T201530Z.bak"
ADD_A_COLUMN = 'op.add_column("hearing", sa.Column("note", sa.String(), nullable=True))'

Later = Callable[[str], None]
"""Gives the code a revision "later", of some operation after one that adds a column."""


def later_revision(folder: Path, operation: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "later.py").write_text(
        f"""import os

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{LATEST}"


def upgrade() -> None:
    {ADD_A_COLUMN}
    {operation}
""",
        encoding="utf-8",
    )


@pytest.fixture
def later(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Later:
    def add(operation: str) -> None:
        folder = tmp_path_factory.mktemp("versions")
        later_revision(folder, operation)
        monkeypatch.setattr(bot.db.migrations, "VERSIONS", (*bot.db.migrations.VERSIONS, folder))

    return add


@pytest.fixture
def path(migrated_file: Path, tmp_path: Path) -> Path:
    """Return a database with a game, its host and a hearing, closed."""
    path = Path(shutil.copyfile(migrated_file, tmp_path / "bot.db"))
    with open_database(path, NOW) as database, database.transaction() as session:
        session.add(game())
        session.add(hearing(3))
        session.flush()
        session.add(Host(game_id=1, user_id=2))
    (tmp_path / "bot.db.lock").unlink()
    return path


def database_at(path: Path, revision: str | None) -> None:
    """Make a database as the code of an earlier revision left it; None is an empty file."""
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool)
    with engine.begin() as connection:
        if revision:
            known_revisions().upgrade(connection, None, revision)


def schema(engine: sa.Engine) -> dict[str, Any]:
    """Return what the inspector knows of all tables, whatever the order in which it was made."""
    inspector = sa.inspect(engine)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        sql: dict[str, str] = {row.name: row.sql for row in found}

    def by_name(found: list[Any]) -> list[str]:
        return sorted(map(repr, found))

    return {
        table: (
            by_name(inspector.get_columns(table)),
            inspector.get_pk_constraint(table),
            by_name(inspector.get_foreign_keys(table)),
            by_name(inspector.get_unique_constraints(table)),
            by_name(inspector.get_check_constraints(table)),
            by_name(inspector.get_indexes(table)),
            "AUTOINCREMENT" in sql[table],
        )
        for table in inspector.get_table_names()
        if table != bot.db.migrations.VERSION_TABLE
    }


@pytest.mark.parametrize("revision", [None, *known_revisions().names])
def test_migrations_from_every_revision_lead_to_the_tables_of_today(tmp_path: Path, revision: str | None) -> None:
    """A failure prints the operations that are missing, for a new revision."""
    path = tmp_path / "bot.db"
    database_at(path, revision)
    with open_database(path, NOW) as database:
        with database.engine.connect() as connection:
            context = MigrationContext.configure(connection)
            operations = produce_migrations(context, SQLModel.metadata).upgrade_ops
            assert operations is not None
            assert operations.is_empty(), f"a new revision is needed:\n{render_python_code(operations)}"
            assert compare_metadata(context, SQLModel.metadata) == []
        made_at_once = sa.create_engine("sqlite://")
        SQLModel.metadata.create_all(made_at_once)
        assert schema(database.engine) == schema(made_at_once)
        made_at_once.dispose()


def test_all_that_a_migration_may_drop_has_a_name(path: Path) -> None:
    with open_database(path, NOW) as database:
        inspector = sa.inspect(database.engine)
        for table in inspector.get_table_names():
            if table != bot.db.migrations.VERSION_TABLE:
                constraints = [
                    *inspector.get_foreign_keys(table),
                    *inspector.get_unique_constraints(table),
                    *inspector.get_indexes(table),
                ]
                assert all(constraint["name"] for constraint in constraints), table


def test_the_migrations_can_be_written_for_postgresql() -> None:
    written = io.StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written, "literal_binds": True}
    )
    revisions = known_revisions()
    with Operations.context(context):
        for revision in revisions.names:
            revisions.scripts.get_revision(revision).module.upgrade()
    sql = written.getvalue()
    for table in SQLModel.metadata.tables:
        assert f'CREATE TABLE "{table}"' in sql or f"CREATE TABLE {table} (" in sql
    assert "created_at TIMESTAMP WITH TIME ZONE NOT NULL" in sql
    assert "guild_id BIGINT NOT NULL" in sql


def test_the_revisions_are_one_line_from_the_first_to_the_latest() -> None:
    revisions = known_revisions()
    assert revisions.names == tuple(sorted(revisions.names))
    assert revisions.names[0] == "0001"
    assert revisions.scripts.get_heads() == [LATEST]
    assert all(script.is_branch_point is False for script in revisions.scripts.walk_revisions())


def test_an_older_database_is_backed_up_and_migrated(path: Path, later: Later, tmp_path: Path) -> None:
    before = dump(path)
    later("op.execute(\"UPDATE hearing SET note = 'kept'\")")
    with open_database(path, NOW) as database:
        assert skews(database) == [3]
        with database.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM hearing").scalar_one() == "kept"
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "later"
    assert names(tmp_path) == {"bot.db", "bot.db.lock", BACKUP}
    assert dump(tmp_path / BACKUP) == before
    with open_database(path, NOW) as database:
        assert skews(database) == [3]
    assert names(tmp_path) == {"bot.db", "bot.db.lock", BACKUP}


def test_a_backup_can_be_put_in_the_place_of_the_database(path: Path, later: Later, tmp_path: Path) -> None:
    later("pass")
    open_database(path, NOW).close()
    (tmp_path / BACKUP).replace(path)
    with open_database(path, NOW) as database:
        assert skews(database) == [3]


def test_a_backup_has_what_a_killed_run_committed_to_the_log(path: Path, later: Later, tmp_path: Path) -> None:
    killed = "from tests.bot.db.rows import *; from bot.db.engine import *; import os, sys\n"
    killed += "database = open_database(sys.argv[1], NOW)\n"
    killed += "with database.transaction() as session: session.add(hearing(4))\n"
    killed += "os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", killed, str(path)], cwd=ROOT, check=False)  # noqa: S603 - our own
    assert (tmp_path / "bot.db-wal").stat().st_size > 0
    later("pass")
    with open_database(path, NOW) as database:
        assert skews(database) == [3, 4]
    assert sum('INSERT INTO "hearing"' in line for line in dump(tmp_path / BACKUP)) == 2


def test_a_table_that_others_refer_to_can_be_made_anew(path: Path, later: Later) -> None:
    """What SQLite cannot alter is copied; foreign keys must not drop or refuse the rows that refer to it."""
    later('with op.batch_alter_table("game") as game: game.alter_column("name", new_column_name="title")')
    with open_database(path, NOW) as database, database.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT title FROM game").scalar_one() == "Friday"
        assert connection.exec_driver_sql("SELECT game_id FROM host").scalar_one() == 1
        with pytest.raises(sa.exc.IntegrityError):
            connection.exec_driver_sql("INSERT INTO host (game_id, user_id) VALUES (99, 1)")


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        ('raise ValueError("no")', "ValueError: no"),
        ('op.drop_table("gone")', "OperationalError: no such table: gone"),
        ('op.execute("DELETE FROM game")', "ValueError: rows refer to rows that are gone, in: host"),
    ],
)
def test_a_migration_that_fails_changes_nothing_and_names_the_backup(
    path: Path, later: Later, tmp_path: Path, operation: str, reason: str
) -> None:
    before = dump(path)
    later(operation)
    assert refusal(path) == (
        f"{path}: migrating it from {LATEST} to later failed, nothing in it was changed, "
        f"and {tmp_path / BACKUP} is a backup ({reason})"
    )
    assert dump(path) == before
    assert dump(tmp_path / BACKUP) == before
    assert names(tmp_path) == {"bot.db", "bot.db.lock", BACKUP}


def test_a_migration_that_is_interrupted_changes_nothing(path: Path, later: Later) -> None:
    before = dump(path)
    later("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        open_database(path, NOW)
    assert dump(path) == before


def killed_in_a_migration(path: Path, folder: Path) -> None:
    """Let a run be killed after it changed something."""
    later_revision(folder, "os.kill(os.getpid(), 9)")
    run = "import sys; from pathlib import Path; import bot.db.migrations as migrations\n"
    run += "from bot.db.engine import open_database; from tests.bot.db.rows import NOW\n"
    run += "migrations.VERSIONS += (Path(sys.argv[2]),)\n"
    run += "open_database(sys.argv[1], NOW)"
    command = [sys.executable, "-c", run, str(path), str(folder)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9  # noqa: S603 - our own


def test_a_migration_that_is_killed_changes_nothing(path: Path, later: Later, tmp_path: Path) -> None:
    before = dump(path)
    killed_in_a_migration(path, tmp_path / "killed")
    assert dump(tmp_path / BACKUP) == before
    with open_database(path, NOW) as database:
        assert skews(database) == [3]
    assert dump(path) == before
    later("pass")
    open_database(path, NOW).close()
    assert {name for name in names(tmp_path) if name.endswith(".bak")} == {BACKUP}


def test_a_first_start_that_is_killed_can_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    killed_in_a_migration(path, tmp_path / "killed")
    assert path.exists()
    with open_database(path, NOW) as database:
        assert skews(database) == []
    assert names(tmp_path) == {"bot.db", "bot.db.lock", "killed"}


def test_starting_again_and_again_makes_no_more_backups_of_the_same(path: Path, later: Later, tmp_path: Path) -> None:
    later('raise ValueError("no")')
    for seconds in range(3):
        with pytest.raises(DatabaseRefusedError, match=BACKUP):
            open_database(path, NOW.replace(second=30 + seconds))
    assert names(tmp_path) == {"bot.db", "bot.db.lock", BACKUP}


def test_a_backup_never_takes_the_place_of_another(path: Path, later: Later, tmp_path: Path) -> None:
    (tmp_path / BACKUP).write_text("another")
    before = dump(path)
    later("pass")
    assert refusal(path) == f"{path}: cannot use {tmp_path / BACKUP}: File exists"
    assert (tmp_path / BACKUP).read_text() == "another"
    assert dump(path) == before
    open_database(path, NOW.replace(second=31)).close()
    assert names(tmp_path) == {"bot.db", "bot.db.lock", BACKUP, BACKUP.replace("30Z", "31Z")}


def test_a_backup_is_for_its_owner_alone(path: Path, later: Later, tmp_path: Path) -> None:
    """It holds the seed and the hands."""
    later("pass")
    open_database(path, NOW).close()
    assert (tmp_path / BACKUP).stat().st_mode & 0o777 == 0o600


def test_without_room_for_a_backup_nothing_is_migrated(path: Path, later: Later, tmp_path: Path) -> None:
    before = dump(path)
    later("pass")
    with longest_file(path.stat().st_size - 4096):
        assert refusal(path).startswith(f"{path}: the disk cannot be read or written")
    assert names(tmp_path) == {"bot.db", "bot.db.lock"}
    assert dump(path) == before


def test_a_database_that_is_behind_is_not_read(path: Path, later: Later, tmp_path: Path) -> None:
    later("pass")
    assert refusal(path, exclusive=False) == (
        f"{path}: found revision {LATEST} of its tables, expected later: start the bot once, which migrates it"
    )
    assert names(tmp_path) == {"bot.db"}


def test_migrations_print_nothing_and_leave_logging_alone(
    path: Path, later: Later, capfd: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    alembic = logging.getLogger("alembic")
    before = (root.handlers[:], root.level, alembic.handlers[:], alembic.level)
    later("pass")
    open_database(path, NOW).close()
    assert capfd.readouterr() == ("", "")
    assert (root.handlers, root.level, alembic.handlers, alembic.level) == before
    assert not alembic.disabled


def test_rows_made_before_a_migration_can_be_used_after_it(path: Path, later: Later) -> None:
    later("pass")
    with open_database(path, NOW) as database, database.transaction() as session:
        assert session.get_one(Hearing, 1).since == NOW
