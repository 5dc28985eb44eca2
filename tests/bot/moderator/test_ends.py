"""Games that are paused, go on, and end: by their last round, by hosts, or because nobody is left."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.db.tables import AuditEntry, GameStatus, PublishMode, RoundStatus
from bot.moderator import games, hosts, programs, seats
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.orders import Done
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason, Rejected
from simulation.rules import points_for
from tests.bot.moderator.club import SEED, Club, player
from tests.bot.moderator.hosting import (
    asked,
    done,
    everything,
    play_on,
    reason_of,
    record,
    refused,
    runs,
    to_deadline,
    verified,
)

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIRST_DEADLINE = datetime(2026, 6, 2, 19, tzinfo=UTC)
"""21:00 in Brussels on the day after the start at noon: midnight is 12 hours away, and this evening is sooner."""


def turn(club: Club, moment: datetime) -> None:
    """Let time pass to a moment, heard all the way."""
    club.now = moment
    club.keep_hearing()
    club.tick()


def notices(club: Club, what: Notice) -> list[dict[str, object]]:
    """Return what the channel was told."""
    return [letter.facts for letter in club.post.of_kind(Kind.NOTICE) if letter.facts["notice"] == what]


def test_a_paused_game_has_no_deadline(club: Club) -> None:
    """Nothing is locked, nobody is reminded, no host is alarmed, for a week."""
    game = club.new_game(2)
    club.tick()
    assert club.round(game).deadline == FIRST_DEADLINE
    done(club, games.pause, game)
    assert refused(club, games.pause, game) is Reason.NOT_RUNNING
    for days in range(8):
        turn(club, FIRST_DEADLINE + DAY * days - 10 * MINUTE)
        turn(club, FIRST_DEADLINE + DAY * days + 10 * MINUTE)
    assert club.round(game).status is RoundStatus.DEALT
    assert not club.post.of_kind(Kind.REMINDER)
    assert [letter.facts["report"] for letter in club.post.of_kind(Kind.REPORT)] == ["delivery"]
    assert len(notices(club, Notice.PAUSED)) == 1


def test_a_reminder_that_waits_is_not_sent_in_a_pause(club: Club) -> None:
    """Who cannot be late need not hurry."""
    game = club.new_game(1)
    club.tick()
    club.post.failing.add(f"u{player(1)}")
    club.pass_time(club.round(game).deadline - timedelta(minutes=20), timedelta(hours=1))
    done(club, games.pause, game)
    club.post.failing.clear()
    club.pass_time(club.now + timedelta(minutes=15))
    assert club.post.of_kind(Kind.REMINDER) == []


def test_players_change_their_programs_all_through_a_pause(club: Club) -> None:
    """Also after the hour at which the deadline would have been: it is off, and nobody is too late for it."""
    game = club.new_game(2)
    club.tick()
    done(club, games.pause, game)
    club.program(game, 1)
    turn(club, FIRST_DEADLINE + 3 * DAY)
    changed = club.program(game, 1, (9, 8, 7, 6, 5))
    assert changed.in_force is not None
    assert changed.in_force.version == 2
    assert isinstance(club.write(game, 2, (1, 2, 3, 4, 5)), Panel)
    done(club, games.resume, game)
    assert club.program(game, 2, (5, 4, 3, 2, 1)).in_force is not None
    to_deadline(club, game)
    assert club.round(game).number == 2
    assert "too late" not in repr(everything(club)["roundresult"])


def test_after_a_week_players_get_their_time_to_program(club: Club) -> None:
    """The first deadline that is at least 12 hours away."""
    game = club.new_game(2)
    turn(club, club.now + HOUR)
    done(club, games.pause, game)
    turn(club, FIRST_DEADLINE + 7 * DAY - 11 * HOUR)
    answer = done(club, games.resume, game)
    expected = FIRST_DEADLINE + 8 * DAY
    assert club.round(game).deadline == expected
    assert answer.facts["deadline"] == expected.isoformat()
    club.tick()
    assert notices(club, Notice.RESUMED)[0]["deadline"] == expected.isoformat()
    assert club.round(game).status is RoundStatus.DEALT
    to_deadline(club, game)
    assert club.round(game).number == 2


@pytest.mark.parametrize(
    ("before_deadline", "minutes", "is_kept"),
    [
        (HOUR, 10, True),
        (HOUR, 11, False),
        (5 * MINUTE, 4, True),
        (5 * MINUTE, 5, False),
    ],
)
def test_a_pause_by_mistake_moves_no_deadline(
    club: Club, before_deadline: timedelta, minutes: int, *, is_kept: bool
) -> None:
    """For ten minutes a pause can be taken back, if the deadline is still to come."""
    game = club.new_game(2)
    club.tick()
    turn(club, FIRST_DEADLINE - before_deadline)
    done(club, games.pause, game)
    turn(club, club.now + minutes * MINUTE)
    done(club, games.resume, game)
    assert club.round(game).deadline == FIRST_DEADLINE + (timedelta() if is_kept else DAY)
    assert refused(club, games.resume, game) is Reason.NOT_PAUSED


def test_a_deadline_far_away_is_not_brought_nearer_by_a_pause(club: Club) -> None:
    """A host had set it."""
    game = club.new_game(2)
    far = FIRST_DEADLINE + 20 * DAY
    done(club, hosts.move_deadline, game, far)
    done(club, games.pause, game)
    club.now += 3 * DAY
    done(club, games.resume, game)
    assert club.round(game).deadline == far


def test_a_result_that_waits_is_not_published_in_a_pause(club: Club) -> None:
    """But when the game goes on; and nobody is told that it is overdue, for it is not any more."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW, rounds=2)
    club.tick()
    for last in (False, True):
        play_on(club, game)
        done(club, games.pause, game)
        turn(club, club.now + DAY)
        assert club.round(game).status is RoundStatus.RESOLVED
        done(club, games.resume, game)
        turn(club, club.now + MINUTE)
        assert club.game(game).stuck is None
        assert "overdue" not in [letter.facts["report"] for letter in club.post.of_kind(Kind.REPORT)]
        assert club.round(game).number == 2
        assert (club.game(game).status is GameStatus.FINISHED) is last


def test_a_pause_between_the_last_round_and_the_end(club: Club) -> None:
    """There is no round whose deadline could move; the end comes when the game goes on."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW, rounds=1)
    play_on(club, game)
    done(club, hosts.publish_now, game)
    done(club, games.pause, game)
    club.tick()
    assert club.game(game).status is GameStatus.PAUSED
    assert refused(club, seats.remove, game, 1) is Reason.NO_OPEN_ROUND
    done(club, seats.substitute, game, 1, 555)
    assert done(club, games.resume, game) == Done()
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED


def test_a_game_is_cancelled_for_good_after_a_question(club: Club) -> None:
    """Its round is withdrawn, what was not sent stays unsent, the channel is free, the record complete."""
    game = club.new_game(3)
    club.program(game, 1)
    question = asked(club, games.cancel, game)
    assert question.action == "cancel"
    assert question.without_program == ("Cog", "Dynamo")
    done(club, games.cancel, game, reason="nobody came")
    stored = club.game(game)
    assert (stored.status, stored.ended_at, stored.running_channel_id) == (GameStatus.CANCELLED, club.now, None)
    assert runs(club, game) == [(1, 1, RoundStatus.WITHDRAWN)]
    club.tick()
    assert not club.post.of_kind(Kind.HAND)
    assert notices(club, Notice.CANCELLED)[0]["reason"] == "nobody came"
    assert refused(club, games.cancel, game) is Reason.GAME_OVER
    turn(club, club.now + 2 * DAY)
    assert runs(club, game) == [(1, 1, RoundStatus.WITHDRAWN)]
    assert record(club, game)["stopped"] is True
    assert verified(club, game) == 0


def test_a_lobby_is_cancelled_too(club: Club) -> None:
    """It never started, so it has no record."""
    game = club.new_game(2, starts=False)
    question = asked(club, games.cancel, game)
    assert question.without_program == ()
    done(club, games.cancel, game)
    assert club.game(game).status is GameStatus.CANCELLED


def test_a_game_ends_with_its_last_round(club: Club) -> None:
    """A last post; nothing is dealt any more, and the record holds against the rules."""
    game = club.new_game(3, rounds=2)
    club.tick()
    club.program(game, 1)
    to_deadline(club, game)
    club.program(game, 2)
    to_deadline(club, game)
    stored = club.game(game)
    assert (stored.status, stored.running_channel_id) == (GameStatus.FINISHED, None)
    assert [row[2] for row in runs(club, game)] == [RoundStatus.PUBLISHED, RoundStatus.PUBLISHED]
    [final] = club.post.of_kind(Kind.FINAL)
    assert final.key == f"g{game}r2x1-final"
    assert verified(club, game) == 2
    found = record(club, game)
    assert (found["seed"], found["stopped"]) == (SEED, False)


def test_points_are_those_that_the_host_set(club: Club) -> None:
    """By rank; who is not over the line has none."""
    game = club.new_game(2, rounds=1, points=(7, 2), board="pocket-duel")
    play_on(club, game)
    found = record(club, game)
    result = found["result"]
    assert isinstance(result, list)
    assert found["points"] == [7, 2]
    assert [each["points"] for each in result] == [points_for(each["rank"], (7, 2)) for each in result]


@pytest.mark.parametrize("is_locked", [False, True])
def test_a_game_whose_last_robot_is_removed_is_over(club: Club, *, is_locked: bool) -> None:
    """At once while the round was being programmed; a locked round is played to its end, by nobody."""
    game = club.new_game(2)
    play_on(club, game)
    done(club, seats.remove, game, 2)
    if is_locked:
        done(club, hosts.resolve_now, game)
    done(club, seats.remove, game, 1)
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    assert len(club.post.of_kind(Kind.FINAL)) == 1
    assert verified(club, game) == (2 if is_locked else 1)
    assert record(club, game)["stopped"] is not is_locked


def test_a_game_that_loses_all_its_robots_in_the_first_round(club: Club) -> None:
    """It ends without a result, and has a record."""
    game = club.new_game(1)
    done(club, seats.remove, game, 1)
    club.tick()
    assert [letter.key for letter in club.post.of_kind(Kind.FINAL)] == [f"g{game}-final"]
    assert verified(club, game) == 0


def test_buttons_of_a_game_that_is_over_do_nothing(club: Club) -> None:
    """Of a cancelled one and of a finished one."""
    for ends in (games.cancel, hosts.resolve_now):
        game = club.new_game(1, rounds=1)
        press = club.press(game, 1)
        done(club, ends, game)
        club.tick()
        again = Press(press.round_id, player(1), club.new_id())
        pick = partial(programs.pick, now=club.now, press=again, place=1)
        assert isinstance(club.do(lambda session, pick=pick: pick(session)), Rejected)  # type: ignore[misc]
        assert reason_of(club.panel(game, 1)) is Reason.GAME_OVER


def test_who_ends_a_game_is_in_the_audit(club: Club) -> None:
    """With the round in which it was."""
    game = club.new_game(1)
    play_on(club, game)
    done(club, games.cancel, game, reason="rain")
    entry = club.rows(AuditEntry)[-1]
    assert (entry.action, entry.reason, entry.round_number) == ("cancelled", "rain", 2)
