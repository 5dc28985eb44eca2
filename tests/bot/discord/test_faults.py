from collections import Counter
from datetime import timedelta

import pytest
from aiohttp import web

from bot.db.tables import Message, MessageStatus
from bot.moderator import games, seats
from bot.moderator.outbox import Kind
from bot.playground.faults import Fault
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, nothing_to_see

ROUTES = "P* /channels/*"
"""Whatever is sent, edited, pinned or given a thread."""


async def evening(stage: RallyStage) -> None:
    """Let a game of one round be played, with a message of every kind but a late picture."""
    stage.haste, stage.draw = timedelta(seconds=3), nothing_to_see
    game = await stage.new_game(2, rounds=1)
    await stage.command(seats.substitute, game, 2, stage.players[2].id)
    await stage.settled()
    await stage.command(games.pause, game)
    await stage.command(games.resume, game)
    await stage.settled()
    stage.server.people.say(stage.players[0], stage.server.people.dm(stage.players[0]), "1 2 3 4 5")
    await stage.until(lambda rows: any(row.kind == Kind.RECEIPT for row in rows), Message)
    await stage.at(DEADLINE - timedelta(minutes=29))
    await stage.until(lambda rows: any(row.kind == Kind.REMINDER for row in rows), Message)
    await stage.settled()
    await stage.night()
    await stage.until(lambda rows: any(row.kind == Kind.FINAL for row in rows), Message)
    await stage.settled()


async def check(stage: RallyStage) -> None:
    """Fail unless everything came once, and of every kind."""
    rows = await stage.rows(Message)
    assert {row.kind for row in rows} == set(Kind) - {Kind.PICTURE}
    assert [row.key for row in rows if row.status is not MessageStatus.SENT] == []
    await stage.check_once()


def first_tries() -> Fault:
    """Return a fault that cuts off the answer to each first try, after it was carried out."""
    seen: Counter[str] = Counter()

    def is_hit(request: web.Request) -> bool:
        lane = f"{request.method} {request.path}"
        seen[lane] += 1
        return seen[lane] % 2 == 1 or (lane.startswith("POST") and lane.endswith("messages"))

    return Fault(route=ROUTES, times=10_000, where=is_hit, is_stored=True, is_dropped=True)


@pytest.mark.long
def test_an_evening_on_which_every_first_try_fails(on: On) -> None:
    """All comes once, although Discord never knows a nonce again; each fault on each kind: test_fault_matrix."""

    async def story(stage: RallyStage) -> None:
        fault = stage.server.faults.add(first_tries())
        stage.server.world.listeners.append(lambda _: stage.server.messenger.forget_nonces())
        await evening(stage)
        assert fault.hits >= 18
        await check(stage)

    on(story)
