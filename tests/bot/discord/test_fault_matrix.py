"""Each fault of a network or of Discord on each kind of message: what readers and hosts see of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.db.tables import GameStatus, MessageStatus
from bot.discord.failures import DM_PAUSE
from bot.moderator.dispatch import FIRST_PAUSE
from bot.moderator.outbox import IN_THREAD, Kind, Report
from bot.playground.faults import Fault
from tests.bot.discord.conftest import Happen
from tests.bot.discord.posthouse import IN_DMS, KINDS, ON_MESSAGES, OPEN, OPENING, PostHouse, is_at_rest

pytestmark = pytest.mark.long

HALF_AN_HOUR = 1800.0
PENDING, SENT, DEAD = MessageStatus.PENDING, MessageStatus.SENT, MessageStatus.DEAD


@dataclass(frozen=True)
class Trouble:
    """A fault as it comes, and whether discord.py gets over it by itself."""

    is_waited_for: bool = False
    pause: timedelta = FIRST_PAUSE
    """So long the row waits, at least."""
    fault: Mapping[str, object] = field(default_factory=dict)


def refused(status: int, code: int = 0, **more: object) -> dict[str, object]:
    """Return Discord's refusal."""
    return {"status": status, "body": {"message": "made to order", "code": code, **more}}


VIA = {"Via": "1.1 google"}
TOO_MANY = refused(429, retry_after=0.5, **{"global": False})
TOO_LONG = refused(429, retry_after=HALF_AN_HOUR, **{"global": False})
TROUBLES = {
    "500": Trouble(is_waited_for=True, fault={"status": 500}),
    "502 after it was stored": Trouble(is_waited_for=True, fault={"status": 502, "is_stored": True}),
    "504": Trouble(is_waited_for=True, fault={"status": 504}),
    "524 after it was stored": Trouble(is_waited_for=True, fault={"status": 524, "is_stored": True}),
    "429": Trouble(is_waited_for=True, fault={**TOO_MANY, "headers": VIA}),
    "429 of a ban": Trouble(fault=TOO_MANY),
    "429 for half an hour": Trouble(pause=timedelta(seconds=HALF_AN_HOUR), fault={**TOO_LONG, "headers": VIA}),
    "502 five times": Trouble(fault={"status": 502, "times": 5}),
    "502 five times after it was stored": Trouble(fault={"status": 502, "times": 5, "is_stored": True}),
    "503": Trouble(fault={"status": 503}),
    "503 after it was stored": Trouble(fault={"status": 503, "is_stored": True}),
    "cut": Trouble(fault={"is_dropped": True}),
    "cut after it was stored": Trouble(fault={"is_dropped": True, "is_stored": True}),
    "reset": Trouble(fault={"is_reset": True}),
    "reset after it was stored": Trouble(fault={"is_reset": True, "is_stored": True}),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TROUBLES)
def test_what_passes_is_got_over(happen: Happen, house: PostHouse, name: str, kind: str) -> None:
    """The reader gets it once, also when the nonce is forgotten; nobody else waits, and hosts hear nothing."""
    trouble = TROUBLES[name]

    async def story() -> None:
        case = await house.put_back(kind)
        fault = house.strike(case, **trouble.fault)
        began = house.clock.at
        house.begin()
        row = await house.until(case.row, is_at_rest)
        if kind == Kind.PIN and row.status is SENT and fault.status is None:
            pass  # what may be done twice (PUT) aiohttp itself asks again, where a connection was kept open
        elif trouble.is_waited_for:
            assert (row.status, row.attempts) == (SENT, 1)
        else:
            assert (row.status, row.attempts) == (PENDING, 1)
            assert row.error
            assert row.retry_at is not None
            assert row.retry_at >= began + trouble.pause
            await house.until(case.beside, lambda row: row.status is SENT)
            if kind == Kind.EDIT:
                await house.until(case.behind, lambda row: row.status is SENT)
            else:
                assert (await house.row(case.behind)).status is PENDING
            house.server.messenger.forget_nonces()
        assert fault.hits == fault.times
        rows = await house.settle(case.row, case.behind, case.beside)
        assert [row.status for row in rows] == [SENT, SENT, SENT]
        assert house.seen(case) == 1
        assert {report.facts["report"] for report in await house.reports()} <= {Report.DELIVERY}

    happen(story)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in ON_MESSAGES])
def test_what_a_dead_process_has_sent_is_found(happen: Happen, house: PostHouse, kind: Kind) -> None:
    """It ended between Discord's storing of the message and its own of the id; the nonce is known no more."""

    async def story() -> None:
        case = await house.put_back(kind)
        fault = house.strike(case, is_held=True, is_stored=True)
        house.begin()
        await fault.reached()
        await house.end()
        house.server.faults.clear()
        house.server.messenger.forget_nonces()
        assert house.seen(case) == 1
        house.begin()
        row, *_ = await house.settle(case.row, case.behind, case.beside)
        assert (row.status, row.attempts) == (SENT, 2)
        assert house.seen(case) == 1

    happen(story)


@pytest.mark.parametrize("kind", [Kind.NOTICE, Kind.ACCOUNT, Kind.HAND])
def test_a_search_that_fails_sends_nothing(happen: Happen, house: PostHouse, kind: Kind) -> None:
    """Whether the message is there is not known yet: it is looked for again."""

    async def story() -> None:
        case = await house.put_back(kind)
        house.strike(case, is_dropped=True, is_stored=True)
        search = house.server.faults.add(Fault(route="GET /channels/{channel_id}/messages", status=503))
        house.begin()
        await house.until(case.row, is_at_rest)
        house.server.messenger.forget_nonces()
        [row] = await house.settle(case.row)
        assert (search.hits, row.status, row.attempts) == (1, SENT, 3)
        assert house.seen(case) == 1

    happen(story)


REFUSALS = [
    *((kind, *code) for kind in Kind if kind not in IN_DMS for code in ((404, 10003), (403, 50001), (403, 50013))),
    *((kind, *code) for kind in Kind if kind in IN_DMS for code in ((403, 50007), (403, 50278))),
    *((kind, 413, 40005) for kind in (Kind.START, Kind.PICTURE, Kind.FINAL)),
    *((OPENING, *code) for code in ((403, 50007), (403, 50278), (404, 10013))),
    (Kind.THREAD, 404, 10008),
]
QUIET = [(Kind.PIN, code) for code in (50001, 50013)]
"""No board is the worse for it."""


@pytest.mark.parametrize(("kind", "status", "code"), REFUSALS)
def test_what_is_refused_for_good_is_told_and_holds_nothing_up(
    happen: Happen, house: PostHouse, kind: str, status: int, code: int
) -> None:
    """It is asked once, rows behind it go on, and hosts hear of it: of a hand in the report of the deal."""

    async def story() -> None:
        case = await house.put_back(kind)
        house.strike(case, **refused(status, code))
        house.begin()
        row, behind, beside = await house.settle(case.row, case.behind, case.beside)
        assert (behind.status, beside.status) == (SENT, SENT)
        assert (row.status, row.attempts) == (SENT if (kind, code) in QUIET else DEAD, 1)
        assert house.seen(case) == 0
        told = {report.facts["report"]: report.facts for report in await house.reports()}
        if case.kind is Kind.HAND:
            assert told[Report.DELIVERY]["unreached"] == [2]
        elif row.status is DEAD and case.kind is not Kind.REPORT:
            assert told[Report.DEAD_LETTER]["kind"] == kind
            assert str(code) in told[Report.DEAD_LETTER]["error"]
        is_lost = row.status is DEAD and code in {10003, 50001} and kind not in {*IN_THREAD, Kind.FINAL}
        assert (await house.game()).status is (GameStatus.PAUSED if is_lost else GameStatus.RUNNING)
        assert (Report.CHANNEL in told) == is_lost

    happen(story)


def test_a_thread_that_exists_already_is_taken_as_it_is(happen: Happen, house: PostHouse) -> None:
    async def story() -> None:
        case = await house.put_back(Kind.THREAD)
        somebody = house.server.world.users[house.server.owner.id]
        house.server.messenger.start_thread(somebody, case.post.channel, {"name": "mine"}, case.post)
        house.begin()
        row, _ = await house.settle(case.row, case.behind)
        assert (row.status, row.attempts, row.message_id) == (SENT, 1, case.post.id)

    happen(story)


@pytest.mark.parametrize("kind", [Kind.PIN, Kind.EDIT])
def test_a_message_that_was_deleted_is_pinned_no_more_and_edited_anew(
    happen: Happen, house: PostHouse, kind: Kind
) -> None:
    async def story() -> None:
        case = await house.put_back(kind)
        house.server.people.delete(house.server.owner, case.post)
        house.begin()
        row, behind = await house.settle(case.row, case.behind)
        assert (row.status, row.attempts, behind.status) == (SENT, 1, SENT)
        assert (row.message_id != case.post.id) == (kind is Kind.EDIT)

    happen(story)


def test_a_picture_that_is_too_large_lets_its_result_go_in_words(happen: Happen, house: PostHouse) -> None:
    async def story() -> None:
        case = await house.put_back(Kind.RESULT)
        house.strike(case, **refused(413, 40005))
        house.begin()
        row, _ = await house.settle(case.row, case.behind)
        assert (row.status, row.attempts) == (SENT, 1)
        assert house.seen(case) == 1
        assert "they follow" in "".join(house.texts(case))

    happen(story)


@pytest.mark.parametrize("kind", sorted(IN_DMS))
@pytest.mark.parametrize("code", [10003, 50001])
def test_a_channel_of_direct_messages_that_is_not_known_is_opened_anew(
    happen: Happen, house: PostHouse, kind: Kind, code: int
) -> None:
    """Its number has changed, or it was another application's."""

    async def story() -> None:
        case = await house.put_back(kind)
        await house.know_dm(case, 999)
        old = Fault(route="POST /channels/*", where=lambda request: request.match_info["channel_id"] == "999")
        old.status, old.body = 403, {"message": "made to order", "code": code}
        house.server.faults.add(old)
        house.begin()
        row, _ = await house.settle(case.row, case.behind)
        assert (row.status, row.attempts) == (SENT, 1)
        assert house.seen(case) == 1
        assert house.server.traffic.count()[OPEN] == 1

    happen(story)


def test_openings_that_are_too_many_are_waited_for_and_others_go(happen: Happen, house: PostHouse) -> None:
    async def story() -> None:
        case = await house.put_back(OPENING)
        house.strike(case, **refused(403, 40003))
        began = house.clock.at
        house.begin()
        row = await house.until(case.row, is_at_rest)
        assert row.retry_at is not None
        assert row.retry_at >= began + DM_PAUSE
        await house.until(case.beside, lambda row: row.status is SENT)
        await house.settle(case.row, case.behind)
        assert house.seen(case) == 1
        assert house.server.traffic.count()[OPEN] == 2

    happen(story)
