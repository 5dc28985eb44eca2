import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy.exc import IntegrityError, InvalidRequestError, OperationalError
from sqlmodel import select

from bot.db.engine import Database, DatabaseRefusedError, open_database
from bot.db.tables import Hearing, Host
from tests.bot.db.rows import NOW, game, hearing, names, skews

ROOT = Path(__file__).parents[3]

RUN = """
import sys
from bot.db.engine import open_database
from tests.bot.db.rows import NOW, hearing

database = open_database(sys.argv[1], NOW)
with database.transaction() as session:
    session.add(hearing(1))
with database.transaction() as session:
    session.add(hearing(2))
    session.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""
"""A run that has committed one row, and has not committed another."""


@contextmanager
def another_run(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", RUN, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:  # noqa: S603 - our own
        try:
            assert run.stdout is not None
            assert run.stdout.readline() == "ready\n"
            yield run
        finally:
            run.kill()


def test_a_fresh_file_is_made_with_all_tables_and_no_backup(tmp_path: Path) -> None:
    with open_database(tmp_path / "bot.db", NOW) as database, database.transaction() as session:
        session.add(game())
    assert names(tmp_path) == {"bot.db", "bot.db.lock"}


@pytest.mark.parametrize("name", ["bot.db", "a b.db", "50%25?mode=ro#x&y.db", "é.db"])
def test_a_path_and_a_url_name_the_same_file(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_database(tmp_path / name, NOW) as database, database.transaction() as session:
        session.add(hearing(7))
    monkeypatch.chdir(tmp_path)
    for same in (name, str(tmp_path / name), Path(name)):
        with open_database(same, NOW) as database:
            assert skews(database) == [7]
    assert names(tmp_path) == {name, f"{name}.lock"}
    for url in ("sqlite:///bot.db", f"sqlite+pysqlite:///{tmp_path}/bot.db"):
        with open_database(url, NOW) as database:
            assert skews(database) == [7] * (name == "bot.db")


def test_a_transaction_is_committed_at_its_end(database: Database) -> None:
    with database.transaction() as session:
        session.add(hearing(1))
        row = hearing(2)
        session.add(row)
    assert (row.id, row.skew_ms) == (2, 2)
    assert skews(database) == [1, 2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_whatever_is_raised_in_a_transaction_rolls_it_back(database: Database, error: type[BaseException]) -> None:
    def fail() -> None:
        with database.transaction() as session:
            session.add(hearing())
            session.flush()
            raise error

    with pytest.raises(error):
        fail()
    assert skews(database) == []


def test_a_transaction_cannot_go_on_after_a_commit_of_its_own(database: Database) -> None:
    with database.transaction() as session:
        session.commit()
        with pytest.raises(InvalidRequestError):
            session.add(hearing())


def test_each_connection_keeps_what_it_commits_and_waits_for_others(database: Database) -> None:
    pragmas = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
    with database.engine.connect() as first, database.engine.connect() as second:
        for connection in (first, second):
            found = [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() for pragma in pragmas]
            assert found == ["wal", 1, 2, 5000]
            connection.rollback()


def test_a_row_that_refers_to_nothing_is_not_stored(database: Database) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), database.transaction() as session:
        session.add(Host(game_id=99, user_id=1))


def test_transactions_that_read_before_they_write_wait_for_each_other(database: Database) -> None:
    """A deferred transaction would fail at once: another wrote since it read."""
    with database.transaction() as session:
        session.add(hearing(0))

    def count() -> None:
        for _ in range(20):
            with database.transaction() as session:
                row = session.exec(select(Hearing)).one()
                row.skew_ms += 1

    threads = [Thread(target=count) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert skews(database) == [60]


def test_a_closed_database_cannot_be_used_and_may_be_closed_again(database: Database) -> None:
    database.close()
    database.close()
    with pytest.raises(AssertionError, match="closed"), database.transaction():
        pass


def test_a_closed_database_is_one_file_and_its_lock_file(database: Database, tmp_path: Path) -> None:
    with database.transaction() as session:
        session.add(hearing())
    assert names(tmp_path) == {"bot.db", "bot.db-shm", "bot.db-wal", "bot.db.lock"}
    database.close()
    assert names(tmp_path) == {"bot.db", "bot.db.lock"}


def test_a_second_run_is_refused_until_the_first_is_killed_and_only_the_commit_survives(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    with another_run(path) as run:
        with pytest.raises(DatabaseRefusedError) as refused:
            open_database(path, NOW)
        assert str(refused.value) == f"cannot open the database {path}: another run is using it, and holds {path}.lock"
        with open_database(path, NOW, exclusive=False) as beside:
            assert skews(beside) == [1]
        run.kill()
        run.wait()
        files = names(tmp_path)
        assert "bot.db-wal" in files
        with open_database(path, NOW, exclusive=False) as after:
            assert skews(after) == [1]
        assert names(tmp_path) == files
        with open_database(path, NOW) as database:
            assert skews(database) == [1]


def test_the_lock_is_one_for_all_names_of_a_file(database: Database, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.symlink_to(tmp_path / "bot.db")
    with pytest.raises(DatabaseRefusedError, match="another run is using it"):
        open_database(other, NOW)
    assert skews(database) == []


def test_a_child_that_outlives_a_run_does_not_hold_its_lock(database: Database, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        database.close()
        open_database(tmp_path / "bot.db", NOW).close()
        assert child.poll() is None
        child.kill()


def test_who_reads_neither_waits_for_who_writes_nor_sees_what_is_not_committed(
    database: Database, tmp_path: Path
) -> None:
    with database.transaction() as writing:
        writing.add(hearing(1))
        writing.flush()
        with open_database(tmp_path / "bot.db", NOW, exclusive=False) as reading:
            assert skews(reading) == []
    with open_database(f"sqlite:///{tmp_path}/bot.db", NOW, exclusive=False) as reading:
        assert skews(reading) == [1]


def test_who_reads_keeps_nobody_from_writing_and_sees_one_moment(database: Database, tmp_path: Path) -> None:
    with database.transaction() as session:
        session.add(hearing(1))
    with (
        open_database(tmp_path / "bot.db", NOW, exclusive=False) as reader,
        reader.transaction() as reading,
    ):
        assert len(reading.exec(select(Hearing)).all()) == 1
        with database.transaction() as session:
            session.add(hearing(2))
        assert len(reading.exec(select(Hearing)).all()) == 1
    assert skews(database) == [1, 2]


def test_who_reads_cannot_write_and_makes_no_file(database: Database, tmp_path: Path) -> None:
    with database.transaction() as session:
        session.add(hearing(1))
    database.close()
    (tmp_path / "bot.db.lock").unlink()
    before = (tmp_path / "bot.db").read_bytes()
    with open_database(tmp_path / "bot.db", NOW, exclusive=False) as reading:
        assert skews(reading) == [1]
        with pytest.raises(OperationalError, match="readonly"), reading.transaction() as session:
            session.add(hearing(2))
        assert names(tmp_path) == {"bot.db"}
    assert (tmp_path / "bot.db").read_bytes() == before
    assert names(tmp_path) == {"bot.db"}
