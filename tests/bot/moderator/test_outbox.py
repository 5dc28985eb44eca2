from datetime import timedelta
from itertools import product

from sqlmodel import Session, col, select

from bot.db.tables import AuditEntry, Game, Host, Message, MessageStatus, Round, Seat
from bot.moderator import dispatch, games, hosts, seats
from bot.moderator.desk import Desk
from bot.moderator.dispatch import growing_pause, take
from bot.moderator.edits import show_anew
from bot.moderator.outbox import LONGEST_KEY, Kind, short_key
from bot.moderator.rounds import send_hands
from tests.bot.db.rows import game as plain_game
from tests.bot.moderator.club import CHANNEL, HOST, NOON, Club, player

SECOND = timedelta(seconds=1)
BOLT, COG = f"u{player(1)}", f"u{player(2)}"
ROOM = f"c{CHANNEL}"


def row(club: Club, key: str) -> Message:
    return club.do(lambda session: session.exec(select(Message).where(Message.key == key)).one())


def keys(club: Club) -> list[str]:
    """Return what can be sent now, in order."""
    return club.do(lambda session: [session.get_one(Message, each.id).key for each in take(session, club.now)])


def begin(club: Club, key: str) -> Message | None:
    number = row(club, key).id
    return club.do(lambda session: dispatch.begin(session, club.now, number))


def finish(club: Club, key: str, discord_id: int = 1) -> None:
    number = row(club, key).id
    club.do(lambda session: dispatch.finish_sending(session, club.now, number, discord_id))


def fail(club: Club, key: str, error: str = "lost", *, is_permanent: bool = False) -> None:
    number = row(club, key).id
    club.do(lambda session: dispatch.fail_sending(session, club.now, number, error, is_permanent=is_permanent))


def reports(club: Club, what: str) -> list[dict[str, object]]:
    """Return the reports of a kind that were written, whoever they are for."""
    return [message.facts for message in club.rows(Message) if message.facts.get("report") == what]


def test_the_channel_goes_first_and_each_lane_in_order(club: Club) -> None:
    """Boards before hands; of each lane what was written first, whatever waits behind it."""
    club.new_game(2)
    assert keys(club) == ["g1-lobby", "g1r1x1-hand1p1", "g1r1x1-hand2p1"]
    finish(club, "g1-lobby")
    assert keys(club) == ["e1n1", "g1r1x1-hand1p1", "g1r1x1-hand2p1"]
    finish(club, "e1n1")
    assert keys(club)[0] == "g1-start"


def test_a_failure_holds_up_its_own_lane_alone(club: Club) -> None:
    """What stands behind it waits with it, so that nothing overtakes; it comes when the pause is over."""
    club.new_game(2)
    begin(club, "g1-lobby")
    fail(club, "g1-lobby")
    assert keys(club) == ["g1r1x1-hand1p1", "g1r1x1-hand2p1"]
    club.now += 5 * SECOND - timedelta(milliseconds=1)
    assert keys(club) == ["g1r1x1-hand1p1", "g1r1x1-hand2p1"]
    club.now += timedelta(milliseconds=1)
    assert keys(club)[0] == "g1-lobby"
    assert row(club, "g1-lobby").error == "lost"
    finish(club, "g1-lobby", 77)
    assert row(club, "g1-lobby").error is None
    assert row(club, "g1-lobby").message_id == 77
    assert row(club, "g1-lobby").sent_at == club.now


def test_pauses_double_from_5_seconds_to_5_minutes(club: Club) -> None:
    club.new_game(1)
    pauses = []
    for _ in range(9):
        begin(club, "g1-lobby")
        fail(club, "g1-lobby")
        retry = row(club, "g1-lobby").retry_at
        assert retry is not None
        pauses.append((retry - club.now) // SECOND)
        club.now = retry
    assert pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300]
    assert growing_pause(10**6, 5 * SECOND, timedelta(minutes=5)) == timedelta(minutes=5)
    assert growing_pause(0, 5 * SECOND, timedelta(minutes=5)) == 5 * SECOND


def test_closed_messages_never_hold_up_another_hand(club: Club) -> None:
    club.post.closed = {BOLT}
    club.new_game(3)
    club.tick()
    assert {letter.lane for letter in club.post.of_kind(Kind.HAND)} == {COG, f"u{player(3)}"}
    assert row(club, "g1r1x1-hand1p1").status is MessageStatus.DEAD
    assert row(club, "g1r1x1-hand1p1").error == "closed"


def test_hosts_hear_once_of_each_deal_who_has_no_hand(club: Club) -> None:
    """When the last hand is sent or dead; and again of a substitute's hand."""
    club.post.closed = {BOLT}
    club.post.failing = {COG}
    game = club.new_game(3)
    club.tick()
    assert reports(club, "delivery") == []
    club.post.failing.clear()
    club.now += 10 * SECOND
    club.tick()
    first = {"report": "delivery", "hands": 3, "unreached": [1]}
    assert reports(club, "delivery") == [first]
    club.now += timedelta(minutes=5)
    club.tick()
    club.command(seats.substitute, game, 1, 777)
    club.tick()
    assert reports(club, "delivery") == [first, {"report": "delivery", "hands": 3, "unreached": []}]
    assert reports(club, "dead letter") == []


def test_hands_that_the_lock_overtakes_are_withdrawn_and_reported(club: Club) -> None:
    """Their players were never reached, and the hosts hear who they are."""
    club.post.failing = {COG}
    game = club.new_game(3)
    club.tick()
    club.command(seats.remove, game, 3)
    club.command(hosts.resolve_now, game)
    assert row(club, "g1r1x1-hand2p1").status is MessageStatus.WITHDRAWN
    assert begin(club, "g1r1x1-hand2p1") is None
    assert reports(club, "delivery") == [{"report": "delivery", "hands": 2, "unreached": [2]}]
    club.post.failing.clear()
    club.now += timedelta(minutes=1)
    club.tick()
    assert "g1r1x1-hand2p1" not in club.post.letters
    assert "g1r2x1-hand2p1" in club.post.letters


def test_a_hand_that_arrives_after_it_was_withdrawn_reaches_nobody(club: Club) -> None:
    """It was on its way when another player got the robot: that one's hand alone counts."""
    game = club.new_game(1)
    begin(club, "g1r1x1-hand1p1")
    club.command(seats.substitute, game, 1, 777)
    finish(club, "g1r1x1-hand1p2")
    finish(club, "g1r1x1-hand1p1", 5)
    assert row(club, "g1r1x1-hand1p1").message_id == 5
    assert len(reports(club, "delivery")) == 1


def test_a_dead_letter_is_a_line_for_each_host(club: Club) -> None:
    """But not one that reports: it would report itself for ever."""
    game = club.new_game(1)
    club.command(hosts.add_host, game, 901)
    begin(club, "g1-start")
    fail(club, "g1-start", "no such channel", is_permanent=True)
    told = {"report": "dead letter", "key": "g1-start", "kind": "start", "error": "no such channel"}
    assert reports(club, "dead letter") == [told, told]
    fail(club, "g1-start", "again", is_permanent=True)
    dead = [message.key for message in club.rows(Message) if message.kind == Kind.REPORT]
    for key in dead:
        fail(club, key, "closed", is_permanent=True)
    assert len(reports(club, "dead letter")) == 2
    assert {message.lane for message in club.rows(Message) if message.key in dead} == {f"u{HOST}", "u901"}


def test_what_is_sent_or_dead_stays_so_in_whatever_order_delivery_speaks(club: Club) -> None:
    """Also without a beginning; the hosts hear of the hand once."""
    club.new_game(1)
    number = row(club, "g1r1x1-hand1p1").id

    def speak(session: Session, step: str) -> None:
        if step == "begin":
            dispatch.begin(session, club.now, number)
        elif step == "finish":
            dispatch.finish_sending(session, club.now, number, 5)
        else:
            dispatch.fail_sending(session, club.now, number, "closed", is_permanent=step == "die")

    for steps in product(("begin", "finish", "fail", "die"), repeat=3):
        with Session(club.database.engine) as session:
            for step in steps:
                speak(session, step)
            message = session.get_one(Message, number)
            found = message.status, message.message_id
            told = session.exec(select(Message).where(Message.kind == Kind.REPORT)).all()
            session.rollback()
        ends = [step for step in steps if step in {"finish", "die"}]
        expected = {"finish": MessageStatus.SENT, "die": MessageStatus.DEAD}[ends[0]] if ends else MessageStatus.PENDING
        assert found == (expected, 5 if expected is MessageStatus.SENT else None), steps
        assert len(told) == (1 if ends else 0), steps


def test_a_row_that_a_dead_process_began_is_looked_for_before_it_is_sent(club: Club) -> None:
    club.new_game(1)
    message = begin(club, "g1-lobby")
    assert message is not None
    assert message.attempts == 1
    club.restart()
    message = begin(club, "g1-lobby")
    assert message is not None
    assert message.attempts == 2
    assert message.attempted_at == club.now


def test_edits_that_wait_are_one(club: Club) -> None:
    """One that is on its way may show what was true before: another one follows it."""
    game = club.new_game(2, starts=False)
    finish(club, "g1-lobby", 9)
    assert keys(club) == ["e1n1"]
    club.do(lambda session: games.leave_lobby(session, club.now, game, player(2)))
    assert [message.key for message in club.rows(Message)] == ["g1-lobby", "e1n1"]
    begin(club, "e1n1")
    club.do(lambda session: games.leave_lobby(session, club.now, game, player(1)))
    finish(club, "e1n1", 9)
    assert keys(club) == ["e1n2"]


def test_an_edit_of_what_was_never_sent_is_withdrawn(club: Club) -> None:
    club.new_game(1, starts=False)
    fail(club, "g1-lobby", "no such channel", is_permanent=True)
    assert begin(club, "e1n1") is None
    assert row(club, "e1n1").status is MessageStatus.WITHDRAWN
    assert ROOM not in {message.lane for message in club.do(lambda session: take(session, club.now))}


def test_the_edit_of_a_persons_message_goes_to_that_person(club: Club) -> None:
    club.new_game(1)
    hand = row(club, "g1r1x1-hand1p1")
    finish(club, hand.key, 9)
    club.do(lambda session: show_anew(session, club.now, hand))
    edit = club.rows(Message)[-1]
    assert (edit.kind, edit.lane, edit.user_id, edit.edits_id) == (Kind.EDIT, BOLT, player(1), hand.id)


def test_an_account_goes_out_in_words_when_its_picture_fails_and_the_picture_follows(club: Club) -> None:
    """The picture holds nothing up in the channel, however long it fails."""

    def draw(_: Message) -> None:
        1 / 0  # noqa: B018

    game = club.new_game(1)
    club.tick()
    club.draw = draw
    club.command(hosts.resolve_now, game)
    club.tick()
    (result,) = club.post.of_kind(Kind.RESULT)
    assert row(club, result.key).facts["without_picture"] is True
    picture = row(club, "g1r1x1-picture")
    assert picture.status is MessageStatus.PENDING
    assert picture.error == "division by zero"
    for _ in range(3):
        club.now += timedelta(minutes=5)
        club.tick()
    club.command(games.pause, game)
    club.tick()
    assert club.post.of_kind(Kind.PICTURE) == []
    assert club.post.of_kind(Kind.NOTICE)
    number = row(club, "g1r1x1-board").id
    club.do(lambda session: dispatch.send_without_picture(session, club.now, number, "again"))
    club.draw = lambda _: None
    club.now += timedelta(minutes=5)
    club.tick()
    assert len(club.post.of_kind(Kind.PICTURE)) == 1
    assert row(club, "g1r1x1-picture").attempts >= 4


def test_a_key_that_is_longer_still_is_cut_to_one_of_its_own() -> None:
    """However large the numbers: always the same for the same key."""
    long = [f"g999999r100x10d10m1440s{seat}p9" for seat in (11, 12)]
    assert [len(short_key(key)) for key in long] == [LONGEST_KEY] * 2
    assert short_key(long[0]) == short_key(long[0]) != short_key(long[1])
    assert short_key("g1r1x1-board") == "g1r1x1-board"


def test_keys_have_room_for_large_numbers(club: Club) -> None:
    """Game 999999, round 100, run 9, deadline 9, 12 seats, host 99999: Discord takes 25 characters."""

    def count_on(session: Session) -> None:
        other = plain_game()
        other.id = 999_998
        session.add(other)
        session.flush()
        session.add(Host(id=99_998, game_id=999_998, user_id=1))
        session.add(
            Message(id=9_999_999, key="x", kind=Kind.NOTICE, game_id=999_998, lane="x", urgency=0, created_at=NOON)
        )
        session.add(AuditEntry(id=9_999_999, game_id=999_998, at=NOON, action="x", reason="x"))

    def grow(session: Session) -> None:
        found = session.exec(select(Round)).one()
        found.number, found.run, found.deadline_number = 100, 9, 9
        for seat in session.exec(select(Seat)):
            seat.player = 9
        seats = session.exec(select(Seat)).all()
        send_hands(Desk(session, club.now, session.get_one(Game, game)), found, seats)
        for message in session.exec(select(Message).where(col(Message.lane).in_((BOLT, ROOM)))):
            dispatch.fail_sending(session, club.now, message.id, "closed", is_permanent=True)

    club.do(count_on)
    game = club.new_game(12, board="grand-parade", rounds=100, reminder_minutes=(1440,), publish_mode="review")
    assert (game, club.rows(Host)[-1].id) == (999_999, 99_999)
    club.do(grow)
    club.pass_time(club.round(game).deadline - timedelta(hours=1), every=timedelta(hours=8))
    club.write(game, 12, (1, 2, 3, 4, 5))
    club.command(hosts.resolve_now, game)
    club.tick()
    club.draw = lambda _: 1 / 0  # type: ignore[assignment]
    club.command(hosts.publish_now, game)
    club.tick()
    found = [message.key for message in club.rows(Message)]
    for part in ("hand12p9", "m1440s12p9", "rc12v1", "dr24h99999", "pvh99999", "-board", "-picture", "-start", "d1"):
        assert any(part in key for key in found), part
    assert max(map(len, found)) <= LONGEST_KEY
