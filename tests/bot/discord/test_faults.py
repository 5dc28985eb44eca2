from collections import Counter
from datetime import timedelta

import pytest
from aiohttp import web

from bot.db.tables import Message, MessageStatus
from bot.moderator import games
from bot.moderator.outbox import Kind
from bot.playground.faults import Fault
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage, nothing_to_see

ROUTES = "P* /channels/*"
"""Whatever is sent, edited, pinned or given a thread."""
TOO_MANY = {"message": "You are being rate limited.", "retry_after": 0.02, "global": False}


async def evening(stage: RallyStage) -> None:
    """Let a game of one round be played, with a message of every kind but a late picture."""
    stage.haste, stage.draw = timedelta(seconds=3), nothing_to_see
    game = await stage.new_game(2, rounds=1)
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


def each(*, is_stored: bool) -> Fault:
    """Return a fault that hits each message once: if it was stored nobody sends it again, else every other request."""
    seen: Counter[str] = Counter()

    def is_hit(request: web.Request) -> bool:
        lane = f"{request.method} {request.path}"
        seen[lane] += 1
        return seen[lane] % 2 == 1 or (is_stored and lane.startswith("POST") and lane.endswith("messages"))

    return Fault(route=ROUTES, times=10_000, where=is_hit)


FAULTS: dict[str, dict[str, object]] = {
    "429 that is waited for": {"status": 429, "body": TOO_MANY, "headers": {"Via": "1.1 google"}},
    "429 of a ban": {"status": 429, "body": TOO_MANY},
    "503": {"status": 503},
    "503 after it was stored": {"status": 503, "is_stored": True},
    "cut": {"is_dropped": True},
    "cut after it was stored": {"is_dropped": True, "is_stored": True},
    "reset after it was stored": {"is_reset": True, "is_stored": True},
}


CASES = [(name, True) for name in FAULTS] + [(name, False) for name in FAULTS if "stored" in name]


@pytest.mark.parametrize(("name", "has_nonces"), CASES)
def test_each_fault_on_each_kind_of_message(on: On, name: str, *, has_nonces: bool) -> None:
    """Every message's first attempt fails; inside the time in which Discord knows nonces, and after it."""

    async def story(stage: RallyStage) -> None:
        fault = each(is_stored="stored" in name)
        for key, found in FAULTS[name].items():
            setattr(fault, key, found)
        stage.server.faults.add(fault)
        if not has_nonces:
            stage.server.world.listeners.append(lambda _: stage.server.messenger.forget_nonces())
        await evening(stage)
        assert fault.hits >= 18
        await check(stage)

    on(story)


@pytest.mark.parametrize("status", [500, 502])
def test_a_server_that_stumbles_once_in_each_place(on: On, status: int) -> None:
    """discord.py asks again after a second, with the same nonce."""

    async def story(stage: RallyStage) -> None:
        seen: set[str] = set()

        def is_first(request: web.Request) -> bool:
            place = request.method + request.match_info.get("channel_id", "")
            is_new = place not in seen
            seen.add(place)
            return is_new

        stage.server.faults.add(Fault(route=ROUTES, times=100, where=is_first, status=status, is_stored=True))
        await evening(stage)
        await check(stage)

    on(story)
