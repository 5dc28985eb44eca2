"""When games are looked at: all of them at each beat, and one in which something has changed at once."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import discord
import pytest

from bot.db.tables import Round, RoundStatus
from bot.discord.directs import Directs
from bot.discord.heartbeat import Heartbeat
from bot.discord.pictures import Painter
from bot.discord.rally import Rally
from bot.discord.worker import Worker
from tests.bot.moderator.club import CHANNEL, Club

SECONDS = 10.0


@dataclass
class ClubClock:
    """The club's clock."""

    club: Club

    def now(self) -> datetime:
        """Return the time."""
        return self.club.now


@pytest.fixture
def club(migrated_file: Path, tmp_path: Path) -> Club:
    """Return a club with two games of one robot each, which has a program."""
    path = tmp_path / "club.db"
    path.write_bytes(migrated_file.read_bytes())
    club = Club(path)
    for number in range(2):
        club.program(club.new_game(1, channel=CHANNEL + number, moves_for_silence=False), 1)
    return club


def beating(club: Club, story: Callable[[Rally], Awaitable[None]]) -> None:
    """Let a story happen while a heart beats once at the start, and only in an hour again."""

    async def run() -> None:
        with closing(Worker(club.database)) as worker, closing(Painter()) as painter:
            rally = Rally(worker, ClubClock(club), {}, lambda: "", painter)
            directs = Directs(discord.Client(intents=discord.Intents.none()), rally)
            heartbeat = Heartbeat(rally, directs, beat_seconds=3600)
            heartbeat.hears = True
            running = asyncio.create_task(heartbeat.run())
            try:
                async with asyncio.timeout(SECONDS):
                    await rally.mail.wait()  # the first beat is over
                    await story(rally)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    asyncio.run(run())
    club.restart()


async def published(rally: Rally, club: Club, count: int) -> set[int]:
    """Wait until so many rounds are published; return of which games."""
    while True:
        rows = await rally.worker.call(lambda: club.rows(Round))
        games = {row.game_id for row in rows if row.status is RoundStatus.PUBLISHED}
        if len(games) >= count:
            return games
        await asyncio.sleep(0.01)


def test_a_change_in_a_game_has_that_game_alone_looked_at(club: Club) -> None:
    """Both are due by then; the other one is found by a look at all."""

    async def story(rally: Rally) -> None:
        club.now = club.round(1).deadline + timedelta(seconds=6)
        await rally.worker.call(club.keep_hearing)
        await rally.change(lambda _, __: None, 2)
        assert await published(rally, club, 1) == {2}
        rally.look_at_all()
        assert await published(rally, club, 2) == {1, 2}

    beating(club, story)
