"""What tests of Discord's side share: a stage that is set and cleared within one event loop."""

import asyncio
from pathlib import Path
from typing import Protocol

import pytest

from bot.playground.world import Policy
from tests.bot.discord.rallystage import Play, play


class On(Protocol):
    """Lets a story happen on a stage of its own; limits are those of the server's policy."""

    def __call__(self, story: Play, **policy: float) -> None:
        """Let it happen."""


@pytest.fixture
def on(migrated_file: Path, tmp_path: Path) -> On:
    """Return what lets a story happen on a stage of its own."""

    def run(story: Play, **policy: float) -> None:
        asyncio.run(play(migrated_file, tmp_path, story, Policy(**policy)))  # type: ignore[arg-type] # its fields

    return run
