"""What tests of the bot share: a database of their own, migrated once and copied."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.db.engine import Database, open_database


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
