"""What tests of Discord's side share: a stage that is set and cleared within one event loop."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bot.discord.rallystage import Play, play

On = Callable[[Play], None]


@pytest.fixture
def on(migrated_file: Path, tmp_path: Path) -> On:
    """Return what lets a story happen on a stage of its own."""

    def run(story: Play) -> None:
        asyncio.run(play(migrated_file, tmp_path, story))

    return run
