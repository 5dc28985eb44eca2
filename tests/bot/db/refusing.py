"""How tests of the database see refusals, and a disk that fails."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.db.engine import DatabaseRefusedError, open_database
from bot.db.migrations import known_revisions
from tests.bot.db.rows import NOW

LATEST = known_revisions().latest


def refusal(database: Path | str, *, exclusive: bool = True) -> str:
    """Return the one sentence that a database is refused with, after the words that all have."""
    with pytest.raises(DatabaseRefusedError) as refused:
        open_database(database, NOW, exclusive=exclusive)
    message = str(refused.value)
    assert "\n" not in message
    start = "cannot open the database "
    assert message.startswith(start)
    return message.removeprefix(start)


@contextmanager
def longest_file(size: int) -> Iterator[None]:
    """Let writing beyond a size fail, as on a disk that has had enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
