"""A month of nights over the end of summer time, with a bot that is restarted, and away over one deadline."""

import asyncio
import re
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import col, func, select

from bot.db.tables import Message, MessageStatus, Round, RoundStatus
from bot.discord import ids
from bot.moderator.outbox import Kind
from bot.playground.model import Message as Post
from bot.playground.model import Permission
from bot.playground.people import controls_of
from tests.bot.discord.hall import PNG
from tests.bot.discord.rallystage import RallyStage, play

pytestmark = pytest.mark.long

BRUSSELS = ZoneInfo("Europe/Brussels")
FIRST_DAY, NIGHTS = date(2026, 10, 10), 30
"""Clocks are put back on 25 October."""
NINE, REMINDERS = time(21), (180, 30)
RESTARTS = frozenset((3, 15, 16, 27))
"""Nights before which the bot is restarted; on the 16th the clocks have been put back."""
AWAY = 21
"""The night over whose deadline the bot is away, for three hours."""
ABSENCE = timedelta(hours=3)


class Month:
    """A game of two robots: the first one's player presses five cards a day, the second one's none."""

    def __init__(self, stage: RallyStage) -> None:
        """Begin on a stage."""
        self.stage = stage
        self.game = 0
        self.deadlines: list[datetime] = []

    async def begin(self) -> None:
        """Start the game at noon of the first day."""
        self.stage.draw = lambda _: PNG
        everybody = self.stage.guild.roles[self.stage.guild.id]
        may = everybody.permissions | Permission.PIN_MESSAGES
        self.stage.server.world.set_role_permissions(self.stage.guild, everybody, may)
        await self.stage.at(datetime.combine(FIRST_DAY, time(12), BRUSSELS).astimezone(UTC))
        self.game = await self.stage.new_game(2, rounds=NIGHTS, reminder_minutes=REMINDERS)
        await self.stage.settled()

    async def day(self, number: int) -> None:
        """Let a day pass: cards are pressed, reminders come, and what is due at nine is done."""
        found = await self.open_round()
        self.deadlines.append(found.deadline)
        if number in RESTARTS:
            await self.restart(timedelta(seconds=20))
        await self.press_cards(found)
        for minutes in REMINDERS:
            await self.stage.at(found.deadline - timedelta(minutes=minutes) + timedelta(seconds=1))
            await self.reminded(found, minutes)
        if number == AWAY:
            await self.stage.settled()
            await self.restart(ABSENCE)
            found = await self.moved(found)
            await self.press_cards(found)
        await self.stage.at(found.deadline + timedelta(seconds=10))
        is_out = col(Round.status) == RoundStatus.PUBLISHED
        await self.stage.until_there_is(select(Round.id).where(Round.number == number, is_out))
        await self.stage.settled()

    async def restart(self, pause: timedelta) -> None:
        """Stop the bot for some time, which nobody writes into the log of hearing."""
        await self.stage.stop()
        self.stage.clock.at += pause
        await self.stage.start()

    async def press_cards(self, found: Round) -> None:
        """Press five cards of the latest hand, by its own buttons."""
        user = self.stage.players[0]
        for place in range(1, 6):
            custom_id = ids.pick_id(found.id, place)
            hand = next(post for post in self.stage.dms(user)[::-1] if has_button(post, custom_id))
            await self.stage.server.people.press(user, hand, custom_id).final()

    async def open_round(self) -> Round:
        """Return the round that is being programmed."""
        [found] = await self.stage.read(select(Round).where(col(Round.open_game_id).is_not(None)))
        return found

    async def reminded(self, found: Round, minutes: int) -> None:
        """Wait for a reminder, which only the second player gets."""
        due = REMINDERS.index(minutes) + 1
        out = select(col(Message.round_id)).where(Message.kind == Kind.REMINDER, Message.round_id == found.id)
        await self.stage.until_there_is(out.group_by(col(Message.round_id)).having(func.count() == due))
        await self.stage.settled()

    async def moved(self, found: Round) -> Round:
        """Wait until the deadline over which the bot was away has moved."""
        is_moved = col(Round.deadline) > found.deadline
        await self.stage.until_there_is(select(Round.id).where(Round.id == found.id, is_moved))
        await self.stage.settled()
        return await self.open_round()


def has_button(post: Post, custom_id: str) -> bool:
    """Whether a message has a button."""
    return any(control.get("custom_id") == custom_id for control in controls_of(post))


def test_a_month_of_nights(migrated_file: Path, tmp_path: Path) -> None:
    async def story(stage: RallyStage) -> None:
        month = Month(stage)
        await month.begin()
        for number in range(1, NIGHTS + 1):
            await month.day(number)
            pinned = [each.attachments[0].filename for each in stage.server.people.pins(stage.channel)]
            assert pinned == [f"g1r{number}x1-board.gif"]
        assert_every_night_is_at_nine(month)
        await assert_all_came_once(month)

    asyncio.run(play(migrated_file, tmp_path, story, seconds=600))


def assert_every_night_is_at_nine(month: Month) -> None:
    """Compare the deadlines with 21:00 in Brussels, day after day: from the 25th on that is an hour later elsewhere."""
    expected = [datetime.combine(FIRST_DAY + timedelta(days=number + 1), NINE, BRUSSELS) for number in range(NIGHTS)]
    assert month.deadlines == [each.astimezone(UTC) for each in expected]
    assert {each.hour for each in month.deadlines} == {19, 20}


async def assert_all_came_once(month: Month) -> None:
    """Count what came: each night one result, one thread, one pin, and one hand for each player."""
    stage = month.stage
    rows = await stage.rows(Message)
    assert {row.status for row in rows if row.kind != Kind.EDIT} == {MessageStatus.SENT}
    ends = [row.status for row in rows if row.key.endswith("end")]
    assert ends == [*[MessageStatus.SENT] * (NIGHTS - 1), MessageStatus.PENDING], "the last night is not final yet"
    boards = [name for name in stage.names() if re.fullmatch(r"g1r\d+x1-board\.png", name)]
    assert boards == [f"g1r{number}x1-board.png" for number in range(1, NIGHTS + 1)]
    assert len(stage.server.people.threads(stage.channel)) == NIGHTS
    assert Counter(row.kind for row in rows if row.kind in {Kind.HAND, Kind.NOTICE, Kind.THREAD, Kind.PIN}) == {
        Kind.HAND: 2 * NIGHTS,
        Kind.NOTICE: 1,
        Kind.THREAD: NIGHTS,
        Kind.PIN: NIGHTS,
    }
    for user in stage.players[:2]:
        hands = [post for post in stage.dms(user) if any(has_button(post, ids.undo_id(n + 1)) for n in range(NIGHTS))]
        assert len(hands) == NIGHTS
    reminders = Counter((row.user_id, row.round_id) for row in rows if row.kind == Kind.REMINDER)
    assert {user for user, _ in reminders} == {stage.players[1].id}
