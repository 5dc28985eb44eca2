"""Clubs that many tests start from: made once, and copied with their files."""

import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from tests.bot.moderator.club import Club


def new_club(migrated_file: Path, folder: Path) -> Club:
    """Return a club without a game, on a copy of a migrated file."""
    return Club(Path(shutil.copyfile(migrated_file, folder / "club.db")))


def copied(club: Club, folder: Path) -> Iterator[Club]:
    """Yield a club that stands as a closed one does, with a file of its own; close it afterwards."""
    copy = deepcopy(club)
    copy.path = Path(shutil.copyfile(club.path, folder / "copy.db"))
    yield copy
    copy.restart()
