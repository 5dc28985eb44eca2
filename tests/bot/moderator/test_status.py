from datetime import timedelta

import pytest
from sqlmodel import Session, select

from bot.db.tables import Game, GameStatus, Hearing, Message, MessageStatus, Round, RoundStatus
from bot.moderator import games, hosts
from bot.moderator.status import tell_status
from tests.bot.moderator.club import NOON, Club, player

DEADLINE = NOON + timedelta(hours=33)
MINUTE = timedelta(minutes=1)


def told(club: Club) -> list[str]:
    return club.do(lambda session: list(tell_status(session, club.now)))


def alarms(club: Club) -> list[str]:
    """Return what is wrong; the first line counts it."""
    lines = told(club)
    start = next(number for number, line in enumerate(lines) if line.startswith("alarms: "))
    found = [line.removeprefix("  ") for line in lines[start + 1 :]]
    assert lines[start] == f"alarms: {len(found) or 'none'}"
    return found


def test_an_empty_database_has_nothing_to_tell(club: Club) -> None:
    assert told(club) == [
        "games: 0 open, 0 over",
        "outbox: 0 to send, 0 dead",
        "alarms: 1",
        "  players cannot be heard: the bot is not connected, and never was",
    ]


def test_games_in_every_state_are_told_by_what_happens_next(club: Club) -> None:
    """And the outbox in the order in which it was written."""
    club.new_game(2, starts=False, channel=30, name="Lobby")
    running = club.new_game(3, channel=31, name="Running")
    paused = club.new_game(2, channel=32, name="Paused", zone="Asia/Kolkata")
    locked = club.new_game(2, channel=33, name="Locked")
    resolved = club.new_game(2, channel=34, name="Resolved", publish_mode="review", review_minutes=90)
    cancelled = club.new_game(2, channel=35, name="Cancelled")
    finished = club.new_game(1, channel=36, name="Finished", rounds=1)
    club.tick()
    club.program(running, 2)
    club.command(games.pause, paused)
    club.command(games.cancel, cancelled)
    for game in (resolved, finished):
        club.command(hosts.resolve_now, game)
    club.tick()
    club.command(hosts.resolve_now, locked)
    assert club.game(finished).status is GameStatus.FINISHED
    deadline = "deadline 2026-06-02 21:00 Europe/Brussels, programs missing: 2"
    publication = "publishes by itself 2026-06-01 13:30 Europe/Brussels"
    assert told(club) == [
        "games: 5 open, 2 over",
        "  1. Lobby (lobby), board green-light, robots: 2",
        f"  2. Running (running), board green-light, robots: 3, round 1 of 10 (dealt), {deadline}",
        "  3. Paused (paused), board green-light, robots: 2, round 1 of 10 (dealt)",
        "  4. Locked (running), board green-light, robots: 2, round 1 of 10 (locked)",
        f"  5. Resolved (running), board green-light, robots: 2, round 1 of 10 (resolved), {publication}",
        "outbox: 1 to send, 0 dead",
        "  g4-n18 (notice) to c33",
        "alarms: none",
    ]


def test_what_waits_in_the_outbox_and_what_died_in_it_is_told(club: Club) -> None:
    club.post.closed = {f"u{player(1)}"}
    club.post.failing = {"c22"}
    club.new_game(1)
    club.tick()
    lines = told(club)
    assert lines[2:] == [
        "outbox: 3 to send, 1 dead",
        "  g1-lobby (lobby) to c22, attempts: 1: lost",
        "  e1n1 (edit) to c22",
        "  g1-start (start) to c22",
        "alarms: 1",
        "  g1r1x1-hand1p1 (hand) could never be sent: closed",
    ]


def test_a_round_that_is_overdue_or_stuck_is_an_alarm(club: Club) -> None:
    """From 5 minutes after the deadline on; not while the game is paused."""
    game = club.new_game(1)
    club.tick()
    club.now = DEADLINE + 5 * MINUTE
    club.do(lambda session: session.add(Hearing(since=club.now, until=club.now)))
    assert alarms(club) == []
    club.now += timedelta(seconds=1)
    assert alarms(club) == ["game 1: round 1 is 5 min overdue"]

    def stick(session: Session) -> None:
        found = session.get_one(Game, game)
        found.stuck, found.failures = "ValueError: two\nlines", 3

    club.do(stick)
    assert alarms(club) == [
        "game 1 is stuck (failures: 3): ValueError: two\\nlines",
        "game 1: round 1 is 5 min overdue",
    ]
    club.command(games.pause, game)
    assert alarms(club) == []


def test_players_who_are_not_heard_are_an_alarm(club: Club) -> None:
    club.tick()
    assert alarms(club) == []
    club.now += timedelta(seconds=31)
    assert alarms(club) == ["players cannot be heard: the bot is not connected, since 2026-06-01 10:00 UTC"]


@pytest.mark.parametrize(
    ("skew", "expected"),
    [
        (2, []),
        (2.1, ["this machine's clock is 2.1 s ahead of Discord's"]),
        (-7, ["this machine's clock is 7.0 s behind Discord's"]),
    ],
)
def test_a_clock_that_is_wrong_by_more_than_2_seconds_is_an_alarm(club: Club, skew: float, expected: list[str]) -> None:
    club.skew = timedelta(seconds=skew)
    club.tick()
    assert alarms(club) == expected


def test_what_others_wrote_cannot_move_the_cursor(club: Club) -> None:
    """Names and errors are told with an escape for each character that does not show."""
    club.new_game(1)

    def write(session: Session) -> None:
        session.get_one(Game, 1).name = "a\x1b[2Jb\u202ec\nd"
        message = session.exec(select(Message)).first()
        assert message is not None
        message.status, message.error = MessageStatus.DEAD, "no\r\x07"

    club.do(write)
    lines = told(club)
    assert lines[1].startswith("  1. a\\x1b[2Jb\\u202ec\\nd (running)")
    assert lines[-1].endswith("could never be sent: no\\r\\x07")
    assert all(line.isprintable() for line in lines)


def test_a_game_that_is_stuck_at_a_broken_row_is_told_all_the_same(club: Club) -> None:
    club.new_game(2)

    def poison(session: Session) -> None:
        session.get_one(Round, 1).state = {}
        session.get_one(Game, 1).zone = "Atlantis/Capital"

    club.do(poison)
    club.command(hosts.add_host, 1, 901)
    assert club.round(1).status is RoundStatus.DEALT
    assert told(club)[1].endswith("deadline 2026-06-02 19:00 UTC, programs missing: 2")
