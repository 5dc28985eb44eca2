"""What tests of Discord's side share: a stage that is set and cleared within one event loop."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from bot.playground.world import Policy
from tests.bot.discord.hastyloop import HastyLoop
from tests.bot.discord.posthouse import PostHouse
from tests.bot.discord.rallystage import Play, play

Happen = Callable[[Callable[[], Awaitable[None]]], None]
"""Lets a case happen at the post house."""


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


@pytest.fixture(scope="module")
def runner() -> Iterator["asyncio.Runner"]:
    """Return a loop on which waiting takes no time."""
    with asyncio.Runner(loop_factory=HastyLoop) as found:
        yield found


@pytest.fixture(scope="module")
def opened(
    runner: "asyncio.Runner", migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PostHouse]:
    """Open a post house for all cases."""

    async def open_house() -> PostHouse:
        made = PostHouse(Path(shutil.copyfile(migrated_file, tmp_path_factory.mktemp("house") / "rally.db")))
        await made.open()
        return made

    house = runner.run(open_house())
    yield house
    runner.run(house.close())


@pytest.fixture
def house(opened: PostHouse) -> PostHouse:
    """Return the post house as it was in the beginning."""
    opened.reset()
    return opened


@pytest.fixture
def happen(runner: "asyncio.Runner", house: PostHouse) -> Happen:
    """Return what lets a case happen; the delivery that it begins ends with it."""

    async def whole(story: Callable[[], Awaitable[None]]) -> None:
        try:
            await story()
        finally:
            await house.end()
        assert house.server.traffic.failures == []

    return lambda story: runner.run(whole(story))
