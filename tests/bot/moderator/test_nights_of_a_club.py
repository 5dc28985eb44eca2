from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.clock import id_of_moment
from bot.db.tables import Message, Round, RoundResult, RoundStatus
from bot.moderator import games
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.outbox import Kind
from bot.moderator.programs import pick
from bot.moderator.refusals import Rejected
from tests.bot.moderator.club import NOON, Club, player

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
DEADLINE = NOON + 33 * HOUR


def deadlines(club: Club, start: datetime, nights: int, **settings: object) -> list[datetime]:
    """Play so many nights from a start on; return their deadlines by the clocks of the game's zone."""
    club.now = start
    game = club.new_game(2, **settings)  # type: ignore[arg-type]
    zone = ZoneInfo(club.game(game).zone)
    for _ in range(nights):
        club.tick()
        found = club.round(game)
        club.pass_time(found.deadline - SECOND, every=13 * HOUR)
        club.program(game, 1)
        club.pass_time(found.deadline + 4 * SECOND)
        assert club.round(game).status is RoundStatus.DEALT
        club.pass_time(found.deadline + 5 * SECOND)
        assert club.round(game).number == found.number + 1
    results = club.rows(RoundResult)
    assert [[program and program["late"] for program in result.programs] for result in results] == [
        [None, "absent"]
    ] * nights
    return [found.deadline.astimezone(zone) for found in club.rows(Round)[:nights]]


@pytest.mark.parametrize(
    ("zone", "start", "deadline_at", "expected"),
    [
        ("Europe/Brussels", (2026, 10, 24, 5), "21:00", ("24 21:00 +0200", "25 21:00 +0100")),
        ("Europe/Brussels", (2027, 3, 27, 5), "21:00", ("27 21:00 +0100", "28 21:00 +0200")),
        ("Asia/Kolkata", (2026, 10, 24, 1), "21:00", ("24 21:00 +0530", "25 21:00 +0530")),
        ("Europe/Brussels", (2026, 10, 24, 11), "02:30", ("25 02:30 +0200", "26 02:30 +0100")),
        ("Europe/Brussels", (2027, 3, 27, 11), "02:30", ("28 03:00 +0200", "29 02:30 +0200")),
    ],
    ids=["autumn", "spring", "no change", "doubled hour", "missing hour"],
)
def test_rounds_end_by_the_clocks_of_their_zone(
    club: Club, zone: str, start: tuple[int, int, int, int], deadline_at: str, expected: Sequence[str]
) -> None:
    """In a missing hour at its end, in a doubled one the first time."""
    found = deadlines(club, datetime(*start, tzinfo=UTC), 2, zone=zone, deadline_at=deadline_at)
    assert [f"{each:%d %H:%M %z}" for each in found] == list(expected)


def test_a_game_that_starts_at_2050_has_its_first_deadline_the_next_day(club: Club) -> None:
    club.now = NOON + 8 * HOUR + 50 * MINUTE
    game = club.new_game()
    assert club.round(game).deadline == DEADLINE


@pytest.mark.parametrize("nights", [1, 3])
def test_who_was_down_over_deadlines_resolves_one_round_once(club: Club, nights: int) -> None:
    """What was sent in time counts; nights without a hand are no rounds."""
    game = club.new_game(2, moves_for_silence=False)
    club.tick()
    club.pass_time(DEADLINE - 2 * HOUR, every=12 * HOUR)
    club.restart()
    club.unread[player(2)] = [(id_of_moment(DEADLINE - MINUTE), (5, 4, 3, 2, 1))]
    back = DEADLINE + (nights - 1) * DAY + HOUR
    club.now = back
    for _ in range(3):
        club.tick()
    first, second = club.rows(Round)
    assert (first.status, second.status) == (RoundStatus.PUBLISHED, RoundStatus.DEALT)
    assert second.deadline == DEADLINE + nights * DAY
    (result,) = club.rows(RoundResult)
    assert [program and program["late"] for program in result.programs] == ["absent", None]
    assert len(club.post.of_kind(Kind.RESULT)) == 1
    assert club.round(game).number == 2


@pytest.mark.parametrize("nights", [1, 3])
def test_who_was_down_over_deadlines_gives_players_their_time_back(club: Club, nights: int) -> None:
    """Unless the host wants it otherwise: the deadline moves by the hour before it that was lost."""
    game = club.new_game(2)
    club.tick()
    club.pass_time(DEADLINE - 2 * HOUR, every=12 * HOUR)
    club.restart()
    back = DEADLINE + (nights - 1) * DAY + 2 * HOUR
    club.now = back
    club.tick()
    assert club.round(game).deadline == back + HOUR
    club.pass_time(back + 30 * MINUTE)
    assert isinstance(club.program(game, 1), Panel)
    club.pass_time(back + HOUR + 6 * SECOND)
    assert club.round(game).number == 2
    assert len(club.rows(RoundResult)) == 1


def test_a_game_goes_on_after_a_week_of_pause(club: Club) -> None:
    game = club.new_game(2)
    club.tick()
    club.program(game, 1)
    club.command(games.pause, game)
    club.pass_time(NOON + 7 * DAY, every=DAY)
    assert club.post.of_kind(Kind.REMINDER) == []
    club.command(games.resume, game)
    assert club.round(game).deadline == DEADLINE + 7 * DAY
    club.pass_time(DEADLINE + 7 * DAY + 6 * SECOND, every=12 * HOUR)
    (result,) = club.rows(RoundResult)
    assert [program and program["late"] for program in result.programs] == [None, "absent"]


@pytest.mark.parametrize("skew", [-7, 7])
def test_clicks_in_time_count_whatever_the_machines_clock_says(club: Club, skew: int) -> None:
    """The lock is never before 21:00:05 by Discord's clock, and a click at 21:00:00 is too late by it."""
    club.skew = skew * SECOND
    game = club.new_game(3)
    club.tick()
    for place in (1, 2, 3, 4):
        club.pick(game, 1, place)
        club.pick(game, 2, place)
    here = DEADLINE + club.skew  # what the machine's clock shows at the deadline
    club.pass_time(here - 30 * SECOND, every=12 * HOUR)
    for seconds in (-7, 0, 4):
        club.pass_time(here + seconds * SECOND)
        assert club.round(game).status is RoundStatus.DEALT

    def arrive(seat: int, at: datetime) -> Panel | Rejected:
        return club.do(lambda session: pick(session, club.now, Press(1, player(seat), id_of_moment(at)), 5))

    assert isinstance(arrive(1, DEADLINE - timedelta(milliseconds=1)), Panel)
    assert isinstance(arrive(2, DEADLINE), Rejected)
    locked = here + 5 * SECOND if skew > 0 else DEADLINE + 5 * SECOND
    club.pass_time(locked - SECOND, every=SECOND)
    assert club.round(game).status is RoundStatus.DEALT
    club.pass_time(locked)
    assert club.round(game).number == 2
    (result,) = club.rows(RoundResult)
    assert [program and program["late"] for program in result.programs] == [None, "too late", "absent"]
    assert all(message.created_at <= club.now for message in club.rows(Message))
