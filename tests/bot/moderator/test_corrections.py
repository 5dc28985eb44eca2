"""Rounds that are taken back and resolved again at once, with programs locked and something changed."""

from datetime import timedelta

import pytest

from bot.db.tables import (
    AuditEntry,
    GameStatus,
    Message,
    MessageStatus,
    PublishMode,
    Redo,
    RoundStatus,
)
from bot.moderator import games, hosts, rollback
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason
from bot.moderator.rollback import NewProgram
from simulation.adjustments import Damage, Place, Retire
from simulation.cards import Card
from simulation.geometry import Facing, parse_square
from simulation.rules import HouseRules
from tests.bot.moderator.club import Club
from tests.bot.moderator.hosting import (
    a_played_game,
    ask,
    asked,
    done,
    play_on,
    record,
    refused,
    result,
    runs,
    verified,
)

OTHER = (9, 8, 7, 6, 5)
WITHDRAWN, PUBLISHED, DEALT, LOCKED = (
    RoundStatus.WITHDRAWN,
    RoundStatus.PUBLISHED,
    RoundStatus.DEALT,
    RoundStatus.LOCKED,
)


def edited(club: Club) -> set[str]:
    """Return the keys of the messages that were edited by the outbox."""
    rows = {row.id: row for row in club.rows(Message)}
    return {rows[row.edits_id].key for row in rows.values() if row.edits_id is not None}


def test_a_corrected_round_is_resolved_again_at_once(club: Club) -> None:
    """With the other program; the posts of the old run are marked, the later deal is withdrawn and made anew."""
    game = a_played_game(club)
    question = asked(club, rollback.correct, game, 1, (NewProgram(1, OTHER),))
    assert question.facts["withdrawn"] == [2]
    assert question.without_program == ("Bolt", "Cog", "Dynamo")
    done(club, rollback.correct, game, 1, (NewProgram(1, OTHER),), reason="typed it by hand")
    assert runs(club, game) == [(1, 1, WITHDRAWN), (1, 2, LOCKED), (2, 1, WITHDRAWN)]
    assert club.round(game).redo is Redo.CORRECT
    assert edited(club) >= {f"g{game}r1x1-board"}
    club.tick()
    assert runs(club, game) == [(1, 1, WITHDRAWN), (1, 2, PUBLISHED), (2, 1, WITHDRAWN), (2, 2, DEALT)]
    assert result(club, game, 1, 2).programs[0] == {"places": list(OTHER), "late": None}
    assert result(club, game, 1, 2).programs[1:] == result(club, game, 1, 1).programs[1:]
    assert {f"g{game}r1x2-board", f"g{game}r2x2-hand1p1"} <= set(club.post.letters)
    assert club.post.letters[f"g{game}r1x1-board"].edits == 1
    done(club, games.cancel, game)
    assert verified(club, game) == 1


def test_the_audit_and_the_channel_hear_what_was_corrected(club: Club) -> None:
    """Whose program, not its cards; the board and the rules as they are now."""
    game = a_played_game(club)
    place = Place(1, parse_square("A1"), Facing.EAST)
    changes = (NewProgram(1, OTHER), NewProgram(3, None), place, HouseRules(reboot_damage=4))
    done(club, rollback.correct, game, 1, changes, reason="as it was at the table")
    facts = club.rows(AuditEntry)[-1].facts
    rules = {"reboot_damage": 4, "reboot_ends_program": False, "lasers_blocked_by_robots": False}
    assert facts["changes"] == [
        {"program": "Bolt", "late": False},
        {"program": "Dynamo", "late": True},
        {"place": "Cog", "at": "A1", "facing": "east"},
        {"rules": rules},
    ]
    assert (facts["round"], facts["run"], facts["withdrawn"]) == (1, 2, [2])
    club.tick()
    *_, notice = club.post.of_kind(Kind.NOTICE)
    assert notice.facts["notice"] == Notice.CORRECTED
    assert notice.facts["reason"] == "as it was at the table"


def test_a_correction_of_board_and_rules_is_in_the_record(club: Club) -> None:
    """For that round alone; the record holds against the rules."""
    game = a_played_game(club, rounds=3)
    play_on(club, game)
    changes = (Damage(1, 3), HouseRules(reboot_damage=0), NewProgram(2, None))
    done(club, rollback.correct, game, 2, changes)
    club.tick()
    play_on(club, game)
    assert club.game(game).status is GameStatus.FINISHED
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert [each["rules"]["reboot_damage"] for each in played] == [1, 0, 1]
    assert played[1]["adjustments"] == [{"damage": "Cog", "cards": 3}]
    assert played[1]["programs"]["Cog"]["late"] == "never reached" or played[1]["programs"]["Cog"]["late"] == "absent"
    assert verified(club, game) == 3


def test_an_earlier_round_takes_all_later_ones_with_it(club: Club) -> None:
    """They are dealt anew, as further runs, with the hands that come of it; what hosts changed in them is told."""
    game = a_played_game(club)
    play_on(club, game)
    done(club, hosts.adjust_board, game, Damage(0, 1))
    question = asked(club, rollback.correct, game, 1, (NewProgram(1, OTHER),))
    assert question.facts["withdrawn"] == [2, 3]
    assert question.facts["lost_adjustments"] == [{"damage": "Bolt", "cards": 1}]
    done(club, rollback.correct, game, 1, (NewProgram(1, OTHER),))
    club.tick()
    play_on(club, game, 2)
    assert runs(club, game) == [
        (1, 1, WITHDRAWN),
        (1, 2, PUBLISHED),
        (2, 1, WITHDRAWN),
        (2, 2, PUBLISHED),
        (3, 1, WITHDRAWN),
        (3, 2, PUBLISHED),
        (4, 1, DEALT),
    ]
    assert club.post.letters[f"g{game}r2x1-board"].edits == 1
    done(club, games.cancel, game)
    assert verified(club, game) == 3


def test_a_result_in_review_is_replaced_before_anybody_saw_it(club: Club) -> None:
    """The hosts get another preview; the first is not sent any more."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW)
    done(club, hosts.resolve_now, game)
    club.post.failing.add("u900")
    club.tick()
    done(club, rollback.correct, game, 1, (NewProgram(1, OTHER),))
    club.post.failing.clear()
    club.now += timedelta(minutes=1)
    club.tick()
    previews = {row.key: row.status for row in club.rows(Message) if row.facts.get("report") == "preview"}
    assert previews == {
        f"g{game}r1x1pvh1": MessageStatus.WITHDRAWN,
        f"g{game}r1x2pvh1": MessageStatus.SENT,
    }
    done(club, hosts.publish_now, game)
    club.tick()
    assert [letter.key for letter in club.post.of_kind(Kind.RESULT)] == [f"g{game}r1x2-board"]
    assert club.post.letters[f"g{game}r1x2-board"].edits == 0


def test_a_correction_gets_a_stuck_round_past(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried at once, not after the pause."""
    game = club.new_game(2)
    club.tick()
    done(club, hosts.resolve_now, game)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("bot.moderator.duties.resolve", fail)
        club.tick()
    assert club.game(game).stuck is not None
    done(club, rollback.correct, game, 1, ())
    assert club.game(game).retry_at is None
    club.tick()
    assert runs(club, game) == [(1, 1, WITHDRAWN), (1, 2, PUBLISHED), (2, 1, DEALT)]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (NewProgram(1, (1, 1, 1, 1, 1)), Reason.PLACE_TWICE),
        (NewProgram(1, (Card.DAMAGE,) * 5), Reason.NOT_HELD),
        (NewProgram(4, None), Reason.UNKNOWN_SEAT),
        (Damage(0, 0), Reason.WRONG_CARDS),
        (Damage(7, 1), Reason.UNKNOWN_SEAT),
        (HouseRules(reboot_damage=-1), Reason.WRONG_RULES),
    ],
)
def test_a_wrong_correction_leaves_everything_as_it_was(club: Club, wrong: object, expected: Reason) -> None:
    """Also what stands before it in the same correction; and nobody is asked to confirm it."""
    game = a_played_game(club)
    changes = (NewProgram(2, OTHER), HouseRules(reboot_damage=2), Damage(0, 1), wrong)
    assert refused(club, rollback.correct, game, 1, changes) is expected
    done(club, rollback.correct, game, 1, changes[:-1])


def test_a_robot_is_not_retired_by_a_correction(club: Club) -> None:
    """It goes with its player: remove."""
    game = a_played_game(club)
    with pytest.raises(AssertionError, match="remove"):
        ask(club, rollback.correct, game, 1, (Retire(0),))


@pytest.mark.parametrize("number", [0, 2, 3, -1])
def test_only_a_round_that_was_closed_can_be_taken_back(club: Club, number: int) -> None:
    """Neither the one that is being programmed, nor one to come."""
    game = a_played_game(club)
    for power, details in ((rollback.correct, ((),)), (rollback.replay, ())):
        assert refused(club, power, game, number, *details) is Reason.NOTHING_TO_REDO


def test_a_rollback_in_a_pause_waits_for_its_end(club: Club) -> None:
    """The round is taken back at once, and resolved when the game goes on."""
    game = a_played_game(club)
    done(club, games.pause, game)
    done(club, rollback.correct, game, 1, ())
    club.tick()
    assert (1, 2, LOCKED) in runs(club, game)
    done(club, games.resume, game)
    club.tick()
    assert (1, 2, PUBLISHED) in runs(club, game)


def test_a_result_whose_programs_are_counted_soon_is_marked_at_once(club: Club) -> None:
    """The edit that counts them waits for a quarter of an hour: it neither holds the mark up nor stands for it."""
    game = a_played_game(club)
    club.program(game, 1)
    [board] = [row.id for row in club.rows(Message) if row.key == f"g{game}r1x1-board"]
    waiting = [row.key for row in club.rows(Message) if row.edits_id == board]
    assert len(waiting) == 2, "one counts, one calls the result final"
    done(club, rollback.correct, game, 1, ())
    club.tick()
    assert club.post.letters[f"g{game}r1x1-board"].edits == 1
    left = [row.key for row in club.rows(Message) if row.key in waiting and row.status is MessageStatus.PENDING]
    assert left == []
