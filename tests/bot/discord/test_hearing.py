"""Players are heard as long as the gateway is open, whatever else takes its time."""

import asyncio
from datetime import timedelta

import pytest

from bot.db.tables import Hearing
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import RallyStage


def test_a_beat_that_takes_long_is_no_silence(on: On, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading many messages may last: a minute of it leaves no hole in the log, and moves no deadline."""

    async def story(stage: RallyStage) -> None:
        hangs = asyncio.Event()

        async def never_done() -> None:
            hangs.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(stage.bot.heartbeat, "beat", never_done)
        stage.bot.rally.look_at_all()
        await hangs.wait()
        for _ in range(3):
            stage.clock.at += timedelta(seconds=20)
            now = stage.clock.now()
            rows = await stage.until(lambda rows, now=now: rows[-1].until >= now, Hearing)  # type: ignore[misc]
            assert len(rows) == 1

    on(story)
