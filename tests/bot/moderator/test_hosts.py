"""What hosts do to a round that is being played: deadlines, programs, the board, house rules, publication."""

from datetime import timedelta

import pytest

from bot.db.tables import AuditEntry, Hand, Message, MessageStatus, Program, PublishMode, RoundStatus, Source
from bot.moderator import hosts, seats
from bot.moderator.hands import Panel
from bot.moderator.orders import Done
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason
from bot.moderator.settings import FORUM_RULES
from simulation.adjustments import Damage, Place, Repair, Retire
from simulation.cards import Card
from simulation.geometry import Facing, parse_square
from simulation.rules import HouseRules
from tests.bot.moderator.club import Club
from tests.bot.moderator.hosting import (
    ask,
    asked,
    done,
    play_on,
    reason_of,
    record,
    refused,
    set_rules,
    to_deadline,
    verified,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def programs(club: Club) -> list[tuple[int, list[int] | None, Source]]:
    """Return the versions that there are."""
    return [(row.version, row.places, row.source) for row in club.rows(Program)]


def test_a_later_deadline_needs_no_question_an_earlier_one_does(club: Club) -> None:
    """The question says who lacks a program; the channel hears of either, with the reason."""
    game = club.new_game(2)
    before = club.round(game).deadline
    club.program(game, 2)
    assert isinstance(ask(club, hosts.move_deadline, game, before + HOUR), Done)
    question = asked(club, hosts.move_deadline, game, before - HOUR)
    assert question.without_program == ("Bolt",)
    assert question.facts["deadline"] == (before - HOUR).isoformat()
    done(club, hosts.move_deadline, game, before - HOUR, reason="holiday")
    assert club.round(game).deadline == before - HOUR
    club.tick()
    told = [letter.facts for letter in club.post.of_kind(Kind.NOTICE)]
    assert [facts["notice"] for facts in told] == [Notice.DEADLINE] * 2
    assert told[1]["reason"] == "holiday"
    to_deadline(club, game)
    assert club.round(game).number == 2


def test_a_deadline_lies_ahead_and_is_another(club: Club) -> None:
    """Now is too early already."""
    game = club.new_game(2)
    for wrong in (club.now, club.now - DAY):
        assert refused(club, hosts.move_deadline, game, wrong) is Reason.PAST_DEADLINE
    assert refused(club, hosts.move_deadline, game, club.now + 31 * DAY) is Reason.FAR_DEADLINE
    assert refused(club, hosts.move_deadline, game, club.round(game).deadline) is Reason.SAME_DEADLINE


def test_a_round_closed_by_a_host_takes_no_program(club: Club) -> None:
    """Who had none is late, and is told that it was a host."""
    game = club.new_game(2)
    club.tick()
    club.program(game, 2)
    assert asked(club, hosts.resolve_now, game).without_program == ("Bolt",)
    done(club, hosts.resolve_now, game)
    assert reason_of(club.pick(game, 1, 1)) is Reason.CLOSED
    club.tick()
    assert club.round(game).number == 2


def test_a_host_lays_a_program_down_and_takes_it_back(club: Club) -> None:
    """Versions like a player's own, and a notice without the cards."""
    game = club.new_game(2)
    club.tick()
    club.program(game, 1)
    done(club, seats.set_program, game, 1, (9, 8, 7, 6, 5))
    done(club, seats.clear_program, game, 1)
    assert refused(club, seats.clear_program, game, 1) is Reason.NO_PROGRAM
    assert programs(club) == [
        (1, [1, 2, 3, 4, 5], Source.TAPPED),
        (2, [9, 8, 7, 6, 5], Source.HOST),
        (3, None, Source.HOST),
    ]
    panel = club.panel(game, 1)
    assert isinstance(panel, Panel)
    assert panel.is_late
    club.now += HOUR
    assert club.program(game, 1, (2, 3, 4, 5, 6)).in_force is not None
    club.tick()
    notices = [letter.facts for letter in club.post.of_kind(Kind.NOTICE)]
    assert [facts["notice"] for facts in notices] == [Notice.PROGRAM_SET, Notice.PROGRAM_CLEARED]
    allowed = {"notice", "reason", "by", "robot", "round"}
    assert all(facts.keys() == allowed for facts in notices)


def test_a_hosts_program_is_five_cards_of_the_hand(club: Club) -> None:
    """Of a robot that there is."""
    game = club.new_game(2)
    for wrong, reason in (
        ((1, 2, 3, 4), Reason.WRONG_LENGTH),
        ((1, 1, 2, 3, 4), Reason.PLACE_TWICE),
        ((1, 2, 3, 4, 10), Reason.NO_PLACE),
        ((Card.DAMAGE,) * 5, Reason.NOT_HELD),
        ((Card.MOVE1,) * 5, Reason.TOO_OFTEN),
    ):
        assert refused(club, seats.set_program, game, 1, wrong) is reason
    for seat in (0, 3, -1):
        for power, details in ((seats.set_program, ((1, 2, 3, 4, 5),)), (seats.clear_program, ())):
            assert refused(club, power, game, seat, *details) is Reason.UNKNOWN_SEAT
        for power in (seats.excuse, seats.remove):
            assert refused(club, power, game, seat) is Reason.UNKNOWN_SEAT


def test_an_excused_player_is_left_alone(club: Club) -> None:
    """No reminder, and the record says excused; a program may still come."""
    game = club.new_game(3)
    club.tick()
    done(club, seats.excuse, game, 1)
    done(club, seats.excuse, game, 2)
    assert refused(club, seats.excuse, game, 1) is Reason.EXCUSED_ALREADY
    club.program(game, 2)
    club.pass_time(club.round(game).deadline - HOUR, every=2 * HOUR)
    assert {letter.facts["seat"] for letter in club.post.of_kind(Kind.REMINDER)} == {3}
    to_deadline(club, game)
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert played[0]["late"] == {"Bolt": "excused", "Dynamo": "absent"}


def test_a_reminder_that_waits_is_not_sent_to_the_excused(club: Club) -> None:
    """It is taken out of the outbox."""
    game = club.new_game(2)
    club.tick()
    club.post.failing.add("u101")
    club.pass_time(club.round(game).deadline - HOUR, every=2 * HOUR)
    done(club, seats.excuse, game, 1)
    reminders = [row for row in club.rows(Message) if row.kind == Kind.REMINDER and row.user_id == 101]
    assert [row.status for row in reminders] == [MessageStatus.WITHDRAWN]


def test_what_hosts_change_on_the_board_is_in_the_record(club: Club) -> None:
    """In order, with the reason told; and the record holds against the rules."""
    game = club.new_game(3, rounds=1, board="pocket-duel")
    target = parse_square("B2")
    done(club, hosts.adjust_board, game, Place(0, target, Facing.EAST), reason="it fell for no reason")
    done(club, hosts.adjust_board, game, Damage(1, 3))
    done(club, hosts.adjust_board, game, Repair(1, 2))
    club.tick()
    told = [letter.facts for letter in club.post.of_kind(Kind.NOTICE)]
    assert told[0]["adjustment"] == {"place": "Bolt", "at": "B2", "facing": "east"}
    assert told[0]["reason"] == "it fell for no reason"
    play_on(club, game)
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert played[0]["adjustments"] == [
        {"place": "Bolt", "at": "B2", "facing": "east"},
        {"damage": "Cog", "cards": 3},
        {"repair": "Cog", "cards": 2},
    ]
    assert verified(club, game) == 1


def test_what_the_board_does_not_allow_is_refused(club: Club) -> None:
    """Each with its own problem."""
    game = club.new_game(3)
    play_on(club, game)
    state = club.round(game).state
    at, facing = state["robots"][1]["position"], Facing(state["robots"][1]["facing"])
    square = parse_square("ABCDEFGHIJKLM"[at[0] - 1] + str(at[1]))
    done(club, seats.remove, game, 3)
    wrong = (
        (Place(1, square, facing), Reason.SAME_SQUARE),
        (Place(0, square, Facing.NORTH), Reason.SQUARE_TAKEN),
        (Place(0, parse_square("Z1"), Facing.NORTH), Reason.OUTSIDE),
        (Place(0, parse_square("K4"), Facing.NORTH), Reason.ON_PIT),
        (Place(0, parse_square("A16"), Facing.NORTH), Reason.BEYOND_LINE),
        (Damage(0, 0), Reason.WRONG_CARDS),
        (Damage(0, 21), Reason.WRONG_CARDS),
        (Repair(0, 20), Reason.TOO_MANY_CARDS),
        (Damage(3, 1), Reason.UNKNOWN_SEAT),
        (Damage(-1, 1), Reason.UNKNOWN_SEAT),
        (Damage(2, 1), Reason.REMOVED_ALREADY),
    )
    for adjustment, reason in wrong:
        assert refused(club, hosts.adjust_board, game, adjustment) is reason
    with pytest.raises(AssertionError, match="remove"):
        ask(club, hosts.adjust_board, game, Retire(0))


def test_house_rules_hold_from_the_next_round_on(club: Club) -> None:
    """The open one is played by those that it was dealt with."""
    game = club.new_game(2, rounds=2)
    rules = HouseRules(reboot_damage=0, reboot_ends_program=True)
    assert refused(club, set_rules, game, HouseRules(reboot_damage=9999)) is Reason.WRONG_RULES
    done(club, set_rules, game, rules)
    assert club.rows(AuditEntry)[-1].facts["rules"]["reboot_ends_program"] is True
    assert record(club, game)["rules"] == {name: getattr(FORUM_RULES, name) for name in HouseRules.__slots__}
    play_on(club, game, 2)
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert [each["rules"]["reboot_damage"] for each in played] == [1, 0]
    assert verified(club, game) == 2


def test_a_result_in_review_waits_for_a_host(club: Club) -> None:
    """Its hosts see a preview; nobody else sees anything."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW)
    club.tick()
    play_on(club, game)
    assert club.round(game).status is RoundStatus.RESOLVED
    assert not club.post.of_kind(Kind.RESULT)
    assert "preview" in [letter.facts["report"] for letter in club.post.of_kind(Kind.REPORT)]
    assert refused(club, seats.remove, game, 1) is Reason.ROUND_RESOLVED
    done(club, hosts.publish_now, game)
    club.tick()
    assert len(club.post.of_kind(Kind.RESULT)) == 1
    assert club.round(game).number == 2


def test_a_host_gets_a_stuck_publication_past(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next round does not wait for the retry that nobody needs any more."""
    game = club.new_game(2, publish_mode=PublishMode.REVIEW)
    club.tick()
    play_on(club, game)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("bot.moderator.duties.publish", fail)
        club.now += 2 * HOUR
        club.tick()
    assert club.game(game).stuck is not None
    done(club, hosts.publish_now, game)
    assert (club.game(game).stuck, club.game(game).failures, club.game(game).retry_at) == (None, 0, None)


def test_hands_stay_where_they_are_when_a_deadline_moves(club: Club) -> None:
    """A draft, a program in force, an excuse: a deadline takes nothing from anybody."""
    game = club.new_game(2)
    club.tick()
    club.pick(game, 1, 3)
    done(club, seats.excuse, game, 1)
    done(club, hosts.move_deadline, game, club.round(game).deadline + DAY)
    [hand, _] = club.rows(Hand)
    assert (len(hand.picks), hand.excused, hand.reached) == (1, True, True)
