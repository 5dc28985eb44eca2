"""The outbox: one row a message, written with what it tells of, and what delivery does with the rows.

Delivery takes the rows in order, `begin`s one, sends it, and says how that went. A row that was begun before and has no
end may have been sent by a process that died: delivery looks for it first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlmodel import Session, col, func, insert, or_, select

from bot.db.tables import Game, Hand, Host, Message, MessageStatus, Round, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.refusals import Fact

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=5)
LONGEST_KEY = 25
"""Characters that Discord takes for a nonce."""


class Kind(StrEnum):
    """What a message is."""

    LOBBY = "lobby"
    START = "start"
    RESULT = "result"
    PICTURE = "picture"
    """The pictures of a result that went out without any."""
    PIN = "pin"
    """The result is pinned, and the one before it no more."""
    THREAD = "thread"
    """The thread on a result, for its account."""
    ACCOUNT = "account"
    """What happened in one register, in that thread."""
    STILLS = "stills"
    """The board after each register, behind the account."""
    FINAL = "final"
    NOTICE = "notice"
    HAND = "hand"
    REMINDER = "reminder"
    RECEIPT = "receipt"
    SEAT = "seat"
    """A letter to somebody who plays a robot from now on, or no more."""
    REPORT = "report"
    EDIT = "edit"
    """Another message is shown anew: withdrawn, or with what has changed since."""


class Notice(StrEnum):
    """What a notice tells the channel."""

    PAUSED = "paused"
    RESUMED = "resumed"
    CANCELLED = "cancelled"
    DEADLINE = "deadline"
    SILENCE = "silence"
    ADJUSTED = "adjusted"
    PROGRAM_SET = "program set"
    PROGRAM_CLEARED = "program cleared"
    SUBSTITUTED = "substituted"
    REMOVED = "removed"
    RULES = "rules"
    CORRECTED = "corrected"
    REPLAYED = "replayed"
    MOVED = "moved"
    CLOSED = "resolve now"
    EXCUSED = "excuse"
    SETTINGS = "settings"
    HOST_ADDED = "add host"
    HOST_REMOVED = "remove host"


class Report(StrEnum):
    """What a report tells the hosts."""

    DELIVERY = "delivery"
    DEAD_LETTER = "dead letter"
    STUCK = "stuck"
    OVERDUE = "overdue"
    PREVIEW = "preview"
    CHANNEL = "channel"
    PERMISSIONS = "permissions"
    CLOCK = "clock"
    PROTEST = "protest"


class SeatLetter(StrEnum):
    """What a letter about a seat says."""

    TAKEN_OVER = "taken"
    REPLACED = "replaced"


_URGENCY = {
    Kind.PIN: 1,
    Kind.THREAD: 1,
    Kind.ACCOUNT: 1,
    Kind.HAND: 1,
    Kind.SEAT: 1,
    Kind.STILLS: 2,
    Kind.REMINDER: 2,
    Kind.RECEIPT: 2,
    Kind.REPORT: 2,
}
"""The channel's messages go first (0): boards before hands."""

IN_THREAD = frozenset((Kind.ACCOUNT, Kind.STILLS))
"""What is said in the thread on a result."""
ON_RESULT = IN_THREAD | {Kind.PIN, Kind.THREAD}
"""What hangs on the message of a result: nothing without it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a message is, and what its text is made from."""

    kind: Kind
    key: str
    """Unique; at most 25 characters of it are used."""
    facts: dict[str, Any] = field(default_factory=dict)
    of: Round | None = None
    """The run of a round that it belongs to."""


def round_key(found: Round) -> str:
    """Return the key that messages of a run of a round begin with."""
    return f"g{found.game_id}r{found.number}x{found.run}"


def post(desk: Desk, letter: Letter) -> Message:
    """Put a message to the game's channel into the outbox."""
    channel_id = desk.game.channel_id
    message = Message(**_row(desk, letter), lane=_lane(channel_id, letter.kind), channel_id=channel_id)
    desk.session.add(message)
    return message


def _lane(channel_id: int, kind: Kind) -> str:
    """Return the lane of messages to a channel; a picture that cannot be drawn holds nothing else up."""
    return f"c{channel_id}p" if kind is Kind.PICTURE else f"c{channel_id}"


def post_again(desk: Desk, message: Message, move: int) -> None:
    """Put a message into the outbox once more, for the channel in which the game is now, after its move number `move`.

    In another channel it has another key, for Discord may know the old one from where it was. Its edits are overtaken,
    but for the one that calls a result final, which goes along.
    """
    end = lane_of_end(message)
    if message.channel_id != desk.game.channel_id:
        message.key = short_key(f"{message.key}m{move}")
        message.attempts, message.attempted_at = 0, None
        message.channel_id, message.lane = desk.game.channel_id, _lane(desk.game.channel_id, Kind(message.kind))
    message.status, message.retry_at, message.error = MessageStatus.PENDING, None, None
    message.sent_at = message.message_id = None
    edits = select(Message).where(Message.edits_id == message.id, Message.status == MessageStatus.PENDING)
    for edit in desk.session.exec(edits):
        if edit.lane == end:
            edit.channel_id, edit.lane = message.channel_id, lane_of_end(message)
        else:
            edit.status = MessageStatus.WITHDRAWN


def write_to(desk: Desk, user_id: int, letter: Letter) -> Message:
    """Put a message to one person into the outbox."""
    message = Message(**_row(desk, letter), **_to_person(user_id))
    desk.session.add(message)
    return message


def write_to_each(desk: Desk, letters: Mapping[int, Letter]) -> None:
    """Put a message to each of several people into the outbox, by their ids: fast, for the deal of many games."""
    rows = [_row(desk, letter) | _to_person(user_id) for user_id, letter in letters.items()]
    if rows:
        desk.session.execute(insert(Message), rows)


def _to_person(user_id: int) -> dict[str, Any]:
    return {"lane": f"u{user_id}", "user_id": user_id}


def report(desk: Desk, what: Report, letter_key: str, of: Round | None = None, **facts: Fact | list[int]) -> None:
    """Put a report to each host into the outbox."""
    for host in desk.session.exec(select(Host).where(Host.game_id == desk.game.id).order_by(col(Host.id))):
        letter = Letter(Kind.REPORT, f"{letter_key}h{host.id}", {"report": what, **facts}, of)
        write_to(desk, host.user_id, letter)


def withdraw_reports(desk: Desk, user_id: int) -> None:
    """Take reports to somebody who hosts the game no more out of the outbox."""
    query = select(Message).where(Message.game_id == desk.game.id, Message.user_id == user_id)
    for message in desk.session.exec(query.where(Message.kind == Kind.REPORT, Message.status == MessageStatus.PENDING)):
        message.status = MessageStatus.WITHDRAWN


def short_key(key: str) -> str:
    """Return a key that is no longer than Discord takes; only those of very large numbers are ever cut."""
    return key if len(key) <= LONGEST_KEY else f"{key[:12]}-{sha256(key.encode()).hexdigest()[:12]}"


def _row(desk: Desk, letter: Letter) -> dict[str, Any]:
    return {
        "key": short_key(letter.key),
        "kind": letter.kind,
        "game_id": desk.game.id,
        "round_id": None if letter.of is None else letter.of.id,
        "facts": letter.facts,
        "urgency": _URGENCY.get(letter.kind, 0),
        "status": MessageStatus.PENDING,
        "created_at": desk.now,
        "attempts": 0,
    }


def lane_of_edits(message: Message) -> str:
    """Return the lane of what may change a message late: it holds nothing else up."""
    return f"{message.lane}e"


def lane_of_end(message: Message) -> str:
    """Return the lane of the last edit of a result, which waits for its time and holds up no other."""
    return f"{message.lane}f{message.id}"


def withdraw_pending(session: Session, found: Round, kinds: Iterable[Kind]) -> None:
    """Take messages that have been overtaken out of the outbox."""
    query = select(Message).where(
        Message.round_id == found.id, Message.status == MessageStatus.PENDING, col(Message.kind).in_(list(kinds))
    )
    for message in session.exec(query):
        message.status = MessageStatus.WITHDRAWN


def is_planned(message: Message, now: datetime) -> bool:
    """Whether a message is meant for later: nothing holds it up."""
    return message.attempts == 0 and message.retry_at is not None and message.retry_at > now


@dataclass(frozen=True, slots=True)
class Ready:
    """A message that can be sent now."""

    id: int
    lane: str
    urgency: int


def take(session: Session, now: datetime, most: int | None = None) -> list[Ready]:
    """Return what can be sent now: the first message of each lane, the most urgent first, at most so many."""
    heads = select(func.min(Message.id)).where(Message.status == MessageStatus.PENDING).group_by(Message.lane)
    may_go = or_(col(Message.retry_at).is_(None), col(Message.retry_at) <= now)
    query = select(Message.id, Message.lane, Message.urgency).where(col(Message.id).in_(heads), may_go)
    ordered = query.order_by(col(Message.urgency), col(Message.id)).limit(most)
    return [Ready(*row) for row in session.exec(ordered)]


def begin(session: Session, now: datetime, message_id: int) -> Message | None:
    """Note that a message is about to be sent; None when it need not be sent any more.

    With `attempts` above 1 the message may be there already: look for its key before sending it.
    """
    message = session.get_one(Message, message_id)
    if message.status is not MessageStatus.PENDING:
        return None
    if message.edits_id is not None and session.get_one(Message, message.edits_id).message_id is None:
        message.status = MessageStatus.WITHDRAWN  # there is nothing to edit: the lane's order sent the original first
        return None
    if message.kind in ON_RESULT and not _is_there(session, message):
        message.status = MessageStatus.WITHDRAWN
        return None
    message.attempts += 1
    message.attempted_at = now
    return message


def _is_there(session: Session, message: Message) -> bool:
    """Whether that is there on which a message hangs: the result, and its thread for what is said there."""
    needed = {Kind.RESULT, Kind.THREAD} if message.kind in IN_THREAD else {Kind.RESULT}
    query = select(Message).where(Message.round_id == message.round_id, col(Message.kind).in_(needed))
    return all(found.message_id is not None for found in session.exec(query))


def finish_sending(session: Session, now: datetime, message_id: int, discord_id: int) -> None:
    """Note that a message was sent, and the id under which it is known.

    A hand that was withdrawn while it was on its way reaches nobody who could still program it.
    """
    message = session.get_one(Message, message_id)
    if message.status in {MessageStatus.SENT, MessageStatus.DEAD}:
        return
    was_overtaken = message.status is MessageStatus.WITHDRAWN
    message.status, message.sent_at, message.message_id, message.error = MessageStatus.SENT, now, discord_id, None
    if message.edits_id is not None:
        session.get_one(Message, message.edits_id).message_id = discord_id  # another one, if it had been deleted
    if message.kind == Kind.HAND and not was_overtaken:
        hand = _hand_of(session, message)
        hand.reached = True
        _report_last_hand(session, now, message)


def fail_sending(  # noqa: PLR0913 - what there is to say about a failure
    session: Session,
    now: datetime,
    message_id: int,
    error: str,
    *,
    is_permanent: bool = False,
    pause: timedelta = timedelta(),
) -> None:
    """Note that a message could not be sent: it is tried again later, or is dead, and its hosts are told.

    `pause` is the least time before it is tried again, where Discord told one.
    """
    message = session.get_one(Message, message_id)
    if message.status is not MessageStatus.PENDING:
        return
    message.error = error
    if not is_permanent:
        message.retry_at = now + max(pause, growing_pause(message.attempts, FIRST_PAUSE, LONGEST_PAUSE))
        if message.edits_id is not None:
            # Discord may let an old message be edited in half an hour only: no board waits so long behind it.
            message.lane = lane_of_edits(session.get_one(Message, message.edits_id))
        return
    message.status = MessageStatus.DEAD
    if message.kind == Kind.HAND:
        _report_last_hand(session, now, message)
        return
    desk = Desk(session, now, session.get_one(Game, message.game_id))
    has_been_left = message.channel_id not in {None, desk.game.channel_id}
    if not (message.kind == Kind.REPORT or has_been_left or _is_dispensable(message)):
        report(desk, Report.DEAD_LETTER, f"d{message.id}", key=message.key, kind=message.kind, error=error)


def _is_dispensable(message: Message) -> bool:
    """Whether hosts need not hear that a message is dead: a player's hand opens anew, and who was replaced is gone."""
    is_of_hand = message.kind == Kind.EDIT and message.user_id is not None
    return is_of_hand or message.facts.get("what") == SeatLetter.REPLACED


def send_without_picture(session: Session, now: datetime, message_id: int, error: str) -> None:
    """Let a result go out in words: no picture could be drawn, and they follow as a message of their own."""
    message = session.get_one(Message, message_id)
    game, found = session.get_one(Game, message.game_id), session.get_one(Round, message.round_id)
    if message.facts.get("without_picture"):
        return
    message.facts = {**message.facts, "without_picture": True}
    picture = post(Desk(session, now, game), Letter(Kind.PICTURE, f"{round_key(found)}-picture", of=found))
    picture.error, picture.retry_at = error, now + FIRST_PAUSE


def step_aside(session: Session, message_id: int) -> None:
    """Let nothing wait any more for a message whose pictures cannot be drawn."""
    message = session.get_one(Message, message_id)
    if message.channel_id is not None:
        message.lane = _lane(message.channel_id, Kind.PICTURE)


def growing_pause(failures: int, first: timedelta, longest: timedelta) -> timedelta:
    """Return how long to wait after so many failures in a row: doubling, up to the longest."""
    return min(first * (1 << min(max(failures - 1, 0), 20)), longest)


def _hand_of(session: Session, message: Message) -> Hand:
    query = select(Hand).join(Seat, col(Seat.id) == Hand.seat_id)
    return session.exec(query.where(Hand.round_id == message.round_id, Seat.number == message.facts["seat"])).one()


def _report_last_hand(session: Session, now: datetime, last: Message) -> None:
    """Tell the hosts who has the hand, once all hands of the deal have been sent or are dead."""
    session.flush()
    found = session.get_one(Round, last.round_id)
    if found.status is RoundStatus.DEALT and not _has_waiting_hands(session, found):
        _report_delivery(Desk(session, now, session.get_one(Game, last.game_id)), found)


def withdraw_late_hands(desk: Desk, found: Round) -> None:
    """Take hands that were not sent before the lock out of the outbox, and tell the hosts who has none."""
    if _has_waiting_hands(desk.session, found):
        withdraw_pending(desk.session, found, (Kind.HAND,))
        _report_delivery(desk, found)


def _report_delivery(desk: Desk, found: Round) -> None:
    """Tell the hosts how many players the hand is for, and which seats it has not reached."""
    messages = select(func.count()).where(Message.round_id == found.id, Message.kind == Kind.HAND)
    count = desk.session.exec(messages).one()  # a substitute's hand makes another report
    query = select(Seat.number, Hand.reached).join(Hand, col(Hand.seat_id) == Seat.id)
    hands = desk.session.exec(query.where(Hand.round_id == found.id, col(Seat.removed_at).is_(None))).all()
    unreached = sorted(number for number, reached in hands if number is not None and not reached)
    report(desk, Report.DELIVERY, f"{round_key(found)}dr{count}", found, hands=len(hands), unreached=unreached)


def _has_waiting_hands(session: Session, found: Round) -> bool:
    query = select(Message.id).where(Message.round_id == found.id, Message.kind == Kind.HAND)
    return session.exec(query.where(Message.status == MessageStatus.PENDING).limit(1)).first() is not None
