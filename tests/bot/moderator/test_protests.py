"""Protests: who may send how many until when, what hosts get, and when a result is final."""

from datetime import datetime, timedelta
from json import dumps

import pytest

from bot.db.tables import AuditEntry, Message, MessageStatus, Protest, Round, RoundStatus
from bot.moderator import channels, hosts, protests, rollback, seats
from bot.moderator.edits import COUNTING_PAUSE
from bot.moderator.intime import Press
from bot.moderator.orders import Confirm
from bot.moderator.outbox import Kind
from bot.moderator.protests import LONGEST_PROTEST, MOST_PROTESTS
from bot.moderator.refusals import Reason, Rejected
from tests.bot.moderator.club import GUILD, HOST, Club, player
from tests.bot.moderator.hosting import ask, done, everything, play_on, reason_of, record, to_deadline

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
NEW = 555
"""Somebody who did not play before."""


def protest(
    club: Club, user: int = player(1), text: str = "Cog was not pushed", round_id: int = 1, ago: timedelta = timedelta()
) -> int | Rejected:
    """Protest against a result."""
    press = Press(round_id, user, club.new_id(ago))
    return club.do(lambda session: protests.protest(session, club.now, press, text))


def a_result(club: Club, **changes: object) -> tuple[int, datetime]:
    """Return a game of which one round is published, and until when players may protest."""
    game = club.new_game(2, **changes)  # type: ignore[arg-type] # names and types are those of the settings
    club.tick()
    to_deadline(club, game)
    until = club.rows(Round)[0].protest_until
    assert until is not None
    return game, until


def last_edits(club: Club) -> list[Message]:
    """Return the edits that call a result final."""
    return [row for row in club.rows(Message) if row.key.endswith("end")]


def edits_of_board(club: Club, key: str = "g1r1x1-board") -> int:
    """Return how often the post of a result has been edited."""
    return club.post.letters[key].edits


def test_each_host_gets_a_protest_once_and_the_audit_has_it(club: Club) -> None:
    """The channel gets nothing, and neither does the record."""
    game, _ = a_result(club)
    done(club, hosts.add_host, game, 901)
    club.tick()
    posts = len(club.post.of_kind(Kind.NOTICE))
    assert protest(club) == MOST_PROTESTS - 1
    club.tick()
    told = [letter for letter in club.post.of_kind(Kind.REPORT) if letter.facts["report"] == "protest"]
    assert [letter.lane for letter in told] == [f"u{HOST}", "u901"]
    [kept] = club.rows(Protest)
    assert (kept.round_id, kept.user_id, kept.text) == (1, player(1), "Cog was not pushed")
    entry = club.rows(AuditEntry)[-1]
    assert (entry.action, entry.user_id, entry.reason) == ("protest", player(1), "Cog was not pushed")
    assert len(club.post.of_kind(Kind.NOTICE)) == posts
    assert "pushed" not in dumps(record(club, game))


def test_a_protest_counts_from_when_it_was_sent(club: Club) -> None:
    """By Discord's clock, to the millisecond: what is heard later was in time, what was sent later was not."""
    _, until = a_result(club)
    club.now = until + 3 * SECOND
    assert protest(club, ago=3 * SECOND + timedelta(milliseconds=1)) == MOST_PROTESTS - 1
    late = protest(club, ago=3 * SECOND)
    assert reason_of(late) is Reason.PROTEST_OVER
    assert isinstance(late, Rejected)
    assert late.facts == {"number": 1, "when": f"{until.isoformat()} Europe/Brussels"}
    assert len(club.rows(Protest)) == 1


@pytest.mark.parametrize(("minutes", "expected"), [(60, HOUR), (1440, 24 * HOUR - 6 * SECOND), (1, MINUTE)])
def test_the_time_for_protests_ends_before_the_next_deadline_at_the_latest(
    club: Club, minutes: int, expected: timedelta
) -> None:
    _, until = a_result(club, protest_minutes=minutes)
    published = club.rows(Round)[0].published_at
    assert published is not None
    assert until - published == expected


def test_a_game_may_take_no_protests(club: Club) -> None:
    """Then nothing is said of them, nor edited."""
    game = club.new_game(2, protest_minutes=0)
    club.tick()
    to_deadline(club, game)
    assert club.rows(Round)[0].protest_until is None
    assert reason_of(protest(club)) is Reason.NO_PROTESTS
    assert last_edits(club) == []


def test_the_last_round_takes_protests_as_long_as_any(club: Club) -> None:
    """Though the game is over."""
    game, until = a_result(club, rounds=1, protest_minutes=1440)
    assert club.game(game).ended_at is not None
    assert until > club.now + 23 * HOUR
    assert protest(club) == MOST_PROTESTS - 1


def test_only_players_and_hosts_protest(club: Club) -> None:
    """Also who has left the race; not who was replaced, nor any viewer, who learns nothing."""
    game, _ = a_result(club)
    done(club, seats.substitute, game, 1, NEW)
    done(club, seats.remove, game, 2)
    before = everything(club)
    for user in (player(1), 77):
        assert reason_of(protest(club, user)) is Reason.NO_VIEWERS
        assert reason_of(protest(club, user, round_id=999)) is Reason.UNKNOWN_ROUND
    assert everything(club) == before
    assert [protest(club, user) for user in (NEW, player(2), HOST)] == [MOST_PROTESTS - 1] * 3


def test_a_person_protests_so_often_about_one_result(club: Club) -> None:
    """Others still may; and about another run, everybody may anew."""
    game, _ = a_result(club)
    assert [protest(club) for _ in range(MOST_PROTESTS)] == [2, 1, 0]
    assert reason_of(protest(club)) is Reason.MANY_PROTESTS
    assert protest(club, player(2)) == 2
    done(club, rollback.correct, game, 1, ())
    club.tick()
    again = next(row for row in club.rows(Round) if (row.number, row.run) == (1, 2))
    assert protest(club, round_id=again.id) == 2


def test_a_press_that_comes_twice_is_one_protest(club: Club) -> None:
    a_result(club)
    press = Press(1, player(1), club.new_id())
    answers = [club.do(lambda session: protests.protest(session, club.now, press, "Look!")) for _ in range(2)]
    assert answers == [2, 2]
    assert len(club.rows(Protest)) == 1


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_PROTEST + 1)])
def test_a_protest_says_something_and_not_too_much(club: Club, text: str) -> None:
    a_result(club)
    before = everything(club)
    assert reason_of(protest(club, text=text)) is Reason.WRONG_PROTEST
    assert everything(club) == before
    assert protest(club, text="x" * LONGEST_PROTEST) == 2


def test_there_is_no_protest_against_what_is_not_published_or_does_not_count(club: Club) -> None:
    """A round that is being programmed, a result that waits for its hosts, one that was taken back."""
    game = club.new_game(2, publish_mode="review")
    club.tick()
    assert reason_of(protest(club)) is Reason.NO_PROTESTS
    play_on(club, game)
    assert club.round(game).status is RoundStatus.RESOLVED
    assert reason_of(protest(club)) is Reason.NO_PROTESTS
    done(club, hosts.publish_now, game)
    assert protest(club) == 2
    done(club, rollback.replay, game, 1)
    assert reason_of(protest(club)) is Reason.RESULT_WITHDRAWN


def test_a_result_is_called_final_by_one_edit_at_its_time(club: Club) -> None:
    """It waits in the outbox, whatever else is edited meanwhile, and outlives the process and its downtime."""
    game, until = a_result(club)
    [edit] = last_edits(club)
    assert (edit.status, edit.retry_at) == (MessageStatus.PENDING, until)
    club.program(game, 1)
    club.now += COUNTING_PAUSE
    club.keep_hearing()
    club.tick()
    assert edits_of_board(club) == 1
    club.restart()
    club.now = until - SECOND
    club.tick()
    assert edits_of_board(club) == 1
    club.now = until + 3 * HOUR
    club.tick()
    assert edits_of_board(club) == 2
    assert [row.status for row in last_edits(club)] == [MessageStatus.SENT]
    club.now += HOUR
    club.tick()
    assert edits_of_board(club) == 2


def test_a_corrected_result_has_a_time_of_its_own(club: Club) -> None:
    """And the old one is never called final."""
    game, until = a_result(club)
    club.now += 30 * MINUTE
    done(club, rollback.correct, game, 1, ())
    club.tick()
    again = next(row for row in club.rows(Round) if (row.number, row.run) == (1, 2))
    assert again.protest_until == club.now + HOUR
    assert [row.status for row in last_edits(club)] == [MessageStatus.WITHDRAWN, MessageStatus.PENDING]
    edits = edits_of_board(club)
    club.now = until + MINUTE
    club.tick()
    assert edits_of_board(club) == edits


def test_who_takes_a_final_result_back_is_told_that_it_is_final(club: Club) -> None:
    """It can be taken back all the same: the hosts know what they do."""
    game, until = a_result(club)
    question = ask(club, rollback.correct, game, 1, ())
    assert isinstance(question, Confirm)
    assert "final" not in question.facts
    club.now = until
    for power in (rollback.replay, rollback.correct):
        question = ask(club, power, game, 1, *([()] if power is rollback.correct else []))
        assert isinstance(question, Confirm)
        assert question.facts["final"] == f"{until.isoformat()} Europe/Brussels"
    done(club, rollback.correct, game, 1, ())


def test_a_result_is_final_from_the_end_of_its_time_on(club: Club) -> None:
    _, until = a_result(club)
    found = club.rows(Round)[0]
    assert [protests.is_final(found, until + each * SECOND) for each in (-1, 0, 1)] == [False, True, True]


def test_a_result_that_moves_to_another_channel_is_called_final_there(club: Club) -> None:
    game, until = a_result(club)
    done(club, channels.move, game, GUILD, 31)
    club.tick()
    [edit] = last_edits(club)
    assert (edit.status, edit.channel_id, edit.lane[:3]) == (MessageStatus.PENDING, 31, "c31")
    moved = next(letter.key for letter in club.post.of_kind(Kind.RESULT) if letter.lane == "c31")
    club.now = until
    club.tick()
    assert edits_of_board(club, moved) == 1
    assert edits_of_board(club) == 0
