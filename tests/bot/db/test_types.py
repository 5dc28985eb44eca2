from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import StatementError

from bot.db.engine import Database
from bot.db.tables import Hearing
from bot.db.types import UtcDateTime

BRUSSELS = timezone(timedelta(hours=2))


def test_a_moment_comes_back_aware_and_in_utc(database: Database) -> None:
    with database.transaction() as session:
        session.add(
            Hearing(since=datetime(2026, 7, 1, 21, 0, 0, 5, BRUSSELS), until=datetime(2026, 7, 1, 22, tzinfo=UTC))
        )
    with database.transaction() as session:
        row = session.get_one(Hearing, 1)
        assert repr(row.since) == repr(datetime(2026, 7, 1, 19, 0, 0, 5, UTC))
        assert repr(row.until) == repr(datetime(2026, 7, 1, 22, tzinfo=UTC))


def test_a_moment_without_a_zone_is_a_mistake(database: Database) -> None:
    naive = datetime(2026, 7, 1, 21)  # noqa: DTZ001 - what must not be stored
    with pytest.raises((AssertionError, StatementError), match="has no zone"), database.transaction() as session:
        session.add(Hearing(since=naive, until=naive))


def test_a_database_that_knows_zones_gives_utc_too() -> None:
    found = UtcDateTime().process_result_value(datetime(2026, 7, 1, 21, tzinfo=BRUSSELS), DefaultDialect())
    assert repr(found) == repr(datetime(2026, 7, 1, 19, tzinfo=UTC))


def test_no_moment_stays_none() -> None:
    assert UtcDateTime().process_bind_param(None, DefaultDialect()) is None
    assert UtcDateTime().process_result_value(None, DefaultDialect()) is None
