"""A race's record as a file."""

import json

from bot.moderator.desk import Desk
from bot.moderator.export import export
from bot.moderator.refusals import Rejected

RECORD = "record.json"
File = tuple[str, bytes]
"""Name and content of an attachment."""


def record_file(desk: Desk) -> File:
    """Return the record of a race that has started: while it goes on, what everybody has seen; then with its seed."""
    record = export(desk.session, desk.now, desk.game.id)
    assert not isinstance(record, Rejected), record
    return RECORD, (json.dumps(record, indent=1) + "\n").encode()
