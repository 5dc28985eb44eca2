"""Players who come and go during a game: substitutes, removals, and those who leave by themselves."""

from datetime import timedelta
from functools import partial

import pytest

from bot.db.tables import Hand, Message, MessageStatus, Seat
from bot.moderator import dispatch, hands, hosts, programs, seats
from bot.moderator.hands import Panel
from bot.moderator.intime import Letters, Press
from bot.moderator.orders import Confirm, Done, Order
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason, Rejected
from bot.moderator.stored import load_state
from tests.bot.moderator.club import Club, player
from tests.bot.moderator.hosting import done, everything, play_on, reason_of, record, refused, runs, to_deadline

NEW = 555
"""Somebody who did not play before."""


def press(club: Club, old: Press, user: int, place: int = 1) -> Panel | Rejected:
    """Press a button on a hand that somebody had."""
    again = Press(old.round_id, user, club.new_id())
    return club.do(lambda session: programs.pick(session, club.now, again, place))


def hand_rows(club: Club) -> dict[str, MessageStatus]:
    """Return where the hands' messages are."""
    return {row.key: row.status for row in club.rows(Message) if row.kind == Kind.HAND}


def reports(club: Club, what: str) -> list[dict[str, object]]:
    """Return what hosts were told."""
    return [row.facts for row in club.rows(Message) if row.kind == Kind.REPORT and row.facts["report"] == what]


def leave(club: Club, game: int, user: int, confirmation: str | None = None) -> Done | Confirm | Rejected:
    """Leave a game."""
    return club.do(lambda session: seats.leave(session, club.now, Order(game, user, "left the game", confirmation)))


def test_a_substitute_gets_the_hand_and_the_program_in_force(club: Club) -> None:
    """The draft is gone; the program stays until there is another."""
    game = club.new_game(2)
    club.tick()
    club.program(game, 1)
    club.pick(game, 1, 9)
    done(club, seats.substitute, game, 1, NEW, reason="ill")
    club.tick()
    letter = club.post.letters[f"g{game}r1x1-hand1p2"]
    assert letter.lane == f"u{NEW}"
    panel = club.do(lambda session: hands.open_hand(session, club.now, game, NEW))
    assert isinstance(panel, Panel)
    assert (panel.robot, panel.picked) == ("Bolt", ())
    assert panel.in_force is not None
    assert panel.in_force.version == 1
    [notice] = club.post.of_kind(Kind.NOTICE)
    assert (notice.facts["notice"], notice.facts["reason"]) == (Notice.SUBSTITUTED, "ill")
    assert (notice.facts["before"], notice.facts["player"]) == (player(1), NEW)
    to_deadline(club, game)
    assert f"g{game}r2x1-hand1p2" in club.post.letters


def test_whoever_was_replaced_has_no_hand_any_more(club: Club) -> None:
    """A late click, a typed program and the old panel are refused, and tell nothing of the hand."""
    game = club.new_game(2)
    club.tick()
    old = club.press(game, 1)
    early = Letters(game, player(1), club.new_id())
    done(club, seats.substitute, game, 1, NEW)
    before = everything(club)
    assert reason_of(press(club, old, player(1))) is Reason.NOT_A_PLAYER
    assert reason_of(club.do(lambda session: programs.pick(session, club.now, old, 1))) is Reason.NOT_A_PLAYER
    typed = partial(programs.submit_typed, now=club.now, letters=early, picks=(1, 2, 3, 4, 5))
    assert reason_of(club.do(typed)) is Reason.NOT_A_PLAYER
    assert reason_of(club.panel(game, 1)) is Reason.NOT_A_PLAYER
    assert everything(club) == before
    assert isinstance(press(club, old, NEW), Panel)


def test_a_hand_that_was_not_sent_goes_to_the_substitute_alone(club: Club) -> None:
    """The old player's is taken out of the outbox."""
    game = club.new_game(2)
    done(club, seats.substitute, game, 1, NEW)
    club.tick()
    keys = f"g{game}r1x1-hand1p1", f"g{game}r1x1-hand1p2"
    assert [hand_rows(club)[key] for key in keys] == [MessageStatus.WITHDRAWN, MessageStatus.SENT]
    assert keys[0] not in club.post.letters


def test_a_hand_on_its_way_to_the_old_player_does_not_reach_the_substitute(club: Club) -> None:
    """Nor does it make a second report of the same deal."""
    game = club.new_game(2)
    club.post.failing.add(f"u{NEW}")
    key = f"g{game}r1x1-hand1p1"
    row = next(message.id for message in club.rows(Message) if message.key == key)
    club.do(lambda session: dispatch.begin(session, club.now, row))
    done(club, seats.substitute, game, 1, NEW)
    club.do(lambda session: dispatch.finish_sending(session, club.now, row, 4711))
    club.tick()
    assert [hand.reached for hand in club.rows(Hand)] == [False, True]
    assert reports(club, "delivery") == []
    club.post.failing.clear()
    club.now += timedelta(minutes=1)
    club.tick()
    assert [hand.reached for hand in club.rows(Hand)] == [True, True]
    assert [facts["hands"] for facts in reports(club, "delivery")] == [2]


def test_a_hand_on_its_way_to_a_removed_player_is_not_reported_again(club: Club) -> None:
    """All others had theirs, and the hosts knew."""
    game = club.new_game(3)
    row = next(message.id for message in club.rows(Message) if message.key == f"g{game}r1x1-hand1p1")
    club.do(lambda session: dispatch.begin(session, club.now, row))
    done(club, seats.remove, game, 1)
    club.tick()
    assert len(reports(club, "delivery")) == 1
    club.do(lambda session: dispatch.finish_sending(session, club.now, row, 4711))
    assert len(reports(club, "delivery")) == 1
    assert hand_rows(club)[f"g{game}r1x1-hand1p1"] is MessageStatus.SENT


def test_the_substitute_of_somebody_out_of_reach_is_in_reach(club: Club) -> None:
    """The hosts' report counts the hands of those who play now."""
    game = club.new_game(2)
    club.post.closed.add("u101")
    club.tick()
    assert [facts["unreached"] for facts in reports(club, "delivery")] == [[1]]
    done(club, seats.substitute, game, 1, NEW)
    club.tick()
    assert [facts["unreached"] for facts in reports(club, "delivery")] == [[1], []]


def test_a_substitute_starts_with_a_clean_slate(club: Club) -> None:
    """Neither excused nor late for what somebody else did."""
    game = club.new_game(2)
    club.tick()
    done(club, seats.excuse, game, 1)
    done(club, seats.substitute, game, 1, NEW)
    [hand, _] = club.rows(Hand)
    assert (hand.excused, hand.too_late_at, hand.reached, hand.read_at) == (False, None, False, None)
    club.post.closed.add(f"u{NEW}")
    to_deadline(club, game)
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert played[0]["late"]["Bolt"] == "never reached"


def test_a_substitute_after_the_deadline_plays_the_next_round(club: Club) -> None:
    """There is no hand to send any more."""
    game = club.new_game(2)
    club.tick()
    done(club, hosts.resolve_now, game)
    done(club, seats.substitute, game, 1, NEW)
    club.tick()
    assert f"g{game}r1x1-hand1p2" not in hand_rows(club)
    assert hand_rows(club)[f"g{game}r2x1-hand1p2"] is MessageStatus.SENT


def test_two_substitutes_after_each_other(club: Club) -> None:
    """And back to the first player."""
    game = club.new_game(2)
    for user in (NEW, NEW + 1, player(1)):
        done(club, seats.substitute, game, 1, user)
    club.tick()
    assert club.rows(Seat)[0].player == 4
    assert [letter.key for letter in club.post.of_kind(Kind.HAND)] == [
        f"g{game}r1x1-hand2p1",
        f"g{game}r1x1-hand1p4",
    ]


def test_nobody_plays_two_robots(club: Club) -> None:
    """Whoever plays, or has played and was removed, is no substitute; nor for a robot that is gone."""
    game = club.new_game(3)
    assert refused(club, seats.substitute, game, 1, player(2)) is Reason.PLAYS_ALREADY
    assert refused(club, seats.substitute, game, 1, player(1)) is Reason.PLAYS_ALREADY
    done(club, seats.remove, game, 2)
    assert refused(club, seats.substitute, game, 1, player(2)) is Reason.PLAYS_ALREADY
    assert refused(club, seats.substitute, game, 2, NEW) is Reason.REMOVED_ALREADY
    assert refused(club, seats.substitute, game, 9, NEW) is Reason.UNKNOWN_SEAT


def test_a_removed_robot_is_off_the_board_at_once(club: Club) -> None:
    """Its letters are withdrawn, its buttons dead, its program never played; the others go on."""
    game = club.new_game(3)
    old = club.press(game, 1)
    club.program(game, 1)
    done(club, seats.remove, game, 1, reason="vanished")
    assert load_state(club.round(game).state).racing() == (1, 2)
    club.tick()
    assert hand_rows(club)[f"g{game}r1x1-hand1p1"] is MessageStatus.WITHDRAWN
    assert reason_of(press(club, old, player(1))) is Reason.NO_HAND
    assert reason_of(club.write(game, 1, (1, 2, 3, 4, 5))) is Reason.NO_HAND
    assert reason_of(club.panel(game, 1)) is Reason.NO_HAND
    for power, details in ((seats.remove, ()), (seats.excuse, ()), (seats.substitute, (NEW,))):
        assert refused(club, power, game, 1, *details) is Reason.REMOVED_ALREADY
    to_deadline(club, game)
    assert f"g{game}r2x1-hand1p1" not in hand_rows(club)
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert played[0]["adjustments"] == [{"retire": "Bolt"}]
    assert played[0]["late"].keys() == {"Cog", "Dynamo"}


def test_a_robot_can_be_removed_between_deadline_and_resolution(club: Club) -> None:
    """It plays no register of that round."""
    game = club.new_game(2)
    done(club, hosts.resolve_now, game)
    done(club, seats.remove, game, 1)
    club.tick()
    assert [number for number, _, _ in runs(club, game)] == [1, 2]
    played = record(club, game)["played"]
    assert isinstance(played, list)
    assert [set(register["cards"]) for register in played[0]["registers"]] == [{"Cog"}] * 5


def test_a_player_leaves_after_a_question(club: Club) -> None:
    """The robot goes with its player, once."""
    game = club.new_game(2)
    before = everything(club)
    question = leave(club, game, player(1))
    assert isinstance(question, Confirm)
    assert question.facts == {"robot": "Bolt"}
    assert everything(club) == before
    assert reason_of(leave(club, game, player(2), question.code)) is Reason.OUTDATED
    assert isinstance(leave(club, game, player(1), question.code), Done)
    assert reason_of(leave(club, game, player(1), question.code)) is Reason.REMOVED_ALREADY
    club.tick()
    assert [letter.facts["notice"] for letter in club.post.of_kind(Kind.NOTICE)] == [Notice.REMOVED]


@pytest.mark.parametrize("starts", [False, True])
def test_only_players_leave_and_only_a_game_that_goes_on(club: Club, *, starts: bool) -> None:
    """A lobby is left otherwise."""
    game = club.new_game(1, rounds=1, starts=starts)
    assert reason_of(leave(club, game, NEW)) is (Reason.NOT_A_PLAYER if starts else Reason.NOT_STARTED)
    assert reason_of(leave(club, 99, player(1))) is Reason.UNKNOWN_GAME
    if starts:
        play_on(club, game)
        assert reason_of(leave(club, game, player(1))) is Reason.GAME_OVER
