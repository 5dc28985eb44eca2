from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.db.tables import PublishMode, RoundStatus
from bot.moderator.facts import GameFacts, Heard, Period
from bot.moderator.schedule import Alarm, Lock, MoveDeadline, Publish, Remind, due
from tests.bot.moderator.nights import MINUTE, RULE, SECOND, Bot, at, dealt, hearing, running, seat, ticks

START = at("20:50", day=1)
NIGHTS = 30
NEVER = START + timedelta(days=999)


@st.composite
def questions(draw: st.DrawFn) -> tuple[GameFacts, datetime, Heard]:
    """Draw a game, a moment around its deadline, and what could be heard until then."""
    moments = st.integers(-10000, 10000).map(lambda seconds: at("21:00") + SECOND * seconds)
    seats = st.builds(
        lambda number, program_at, read_at, reminded: seat(
            number, program_at=program_at, read_at=read_at, reminded=frozenset(reminded)
        ),
        st.integers(1, 7),
        st.none() | moments,
        st.none() | moments,
        st.sets(st.sampled_from((120, 15))),
    )
    open_round = dealt(
        *draw(st.lists(seats, max_size=4, unique_by=lambda drawn: drawn.number)),
        status=draw(st.sampled_from((RoundStatus.DEALT, RoundStatus.LOCKED, RoundStatus.RESOLVED))),
        resolved_at=draw(moments),
        retry_at=draw(st.none() | moments),
        overdue_told=draw(st.booleans()),
    )
    now, (since, until) = draw(moments), sorted((draw(moments), draw(moments)))
    skew = SECOND * draw(st.integers(-90, 90))
    game = running(open_round, publish_mode=draw(st.sampled_from(PublishMode)), is_over=draw(st.booleans()))
    return game, now, hearing(now, *([Period(since, until)] if since < until else []), skew=skew)


@given(questions())
def test_asked_twice_it_says_the_same_and_one_step_at_most(question: tuple[GameFacts, datetime, Heard]) -> None:
    """What is due is due until it is done; only reminders and alarms stand beside a step."""
    duties = due(*question)
    assert duties == due(*question)
    steps = [duty for duty in duties if not isinstance(duty, Remind | Alarm)]
    assert len(steps) <= 1
    assert sum(isinstance(duty, Alarm) for duty in duties) <= 1
    if any(isinstance(step, MoveDeadline) for step in steps):
        assert len(duties) == 1


@given(questions())
def test_nobody_with_a_program_is_reminded(question: tuple[GameFacts, datetime, Heard]) -> None:
    """Nor anybody of whom the reminder is done with."""
    game, now, heard = question
    assert game.round is not None
    lacking = {seat.number: seat for seat in game.round.seats if seat.program_at is None}
    for duty in due(game, now, heard):
        if isinstance(duty, Remind):
            assert not {duty.minutes, *duty.passed_over} & lacking[duty.seat].reminded


@given(st.integers(-120, 120), st.integers(1, 30), st.lists(st.none() | st.integers(1, 1400), max_size=5))
def test_a_healthy_bot_locks_five_seconds_after_the_deadline(skew: int, every: int, programs: list[int | None]) -> None:
    """At the first look from then on, and never earlier by Discord's clock."""
    players = [
        seat(number, program_at=None if minutes is None else at("21:01", day=1) + MINUTE * minutes)
        for number, minutes in enumerate(programs, start=1)
    ]
    bot = Bot(running(dealt(*players)), skew=SECOND * skew)
    bot.wake_until_locked(ticks(at("20:59:40"), at("21:10"), SECOND * every))
    ((locked, _),) = bot.did(Lock)
    assert locked - SECOND * skew >= at("21:00:05")
    wanted = at("21:00:05") + SECOND * max(skew, 0)
    assert wanted <= locked < wanted + SECOND * every
    assert not bot.did(MoveDeadline)
    assert not bot.did(Alarm)


def month(random: Random, *, silences: int, skew: timedelta) -> Bot:
    """Play a month with a game started at 20:50: looks at any time, players of all habits."""
    game = running(
        dealt(*map(seat, range(1, 5)), dealt_at=START, deadline_set_at=START, deadline=RULE.next_after(START))
    )
    begins = sorted(START + MINUTE * random.randrange(NIGHTS * 1440) for _ in range(silences))
    times = [Period(since, since + MINUTE * random.choice((1, 5, 20, 90, 600, 4000))) for since in begins]
    apart = [each for each, after in pairwise([*times, Period(NEVER, NEVER)]) if each.until < after.since]
    bot, now = Bot(game, *apart, skew=skew), START
    while (now := now + SECOND * random.choice((1, 5, 120, 600, 3600))) < START + timedelta(days=NIGHTS):
        assert bot.game.round is not None
        if random.random() < 0.05:
            first, *others = random.sample(bot.game.round.seats, 4)
            seats = (replace(first, program_at=now - skew), *others)
            bot.game = replace(bot.game, round=replace(bot.game.round, seats=seats))
        bot.wake(now)
    return bot


@pytest.mark.parametrize(("silences", "skew"), [(0, 9), (40, -9), (10, 9)])
def test_a_month_of_nights_is_as_the_rules_say(silences: int, skew: int) -> None:
    """Every lock after its deadline, each reminder once, none without need, a round for every night that was heard."""
    random = Random(f"{silences} {skew}")  # noqa: S311 - no secret
    bot = month(random, silences=silences, skew=SECOND * skew)
    reminded: set[tuple[datetime, int, int]] = set()
    for now, game, duty in bot.story:
        assert game.round is not None
        if isinstance(duty, Lock):
            assert now - SECOND * max(skew, 0) >= game.round.deadline + SECOND * 5
        if isinstance(duty, Remind):
            assert all(player.program_at is None for player in game.round.seats if player.number == duty.seat)
            sent = {(game.round.deadline, duty.seat, minutes) for minutes in (duty.minutes, *duty.passed_over)}
            assert not sent & reminded
            reminded |= sent
    deals = [now for now, _ in bot.did(Publish)]
    assert len(deals) == len(bot.did(Lock))
    assert silences or [deal.date() for deal in deals] == [
        at("00:00").date() + timedelta(days=d) for d in range(NIGHTS - 1)
    ]
