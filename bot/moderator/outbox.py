"""The outbox: one row a message, written with what it tells of. `dispatch` is what becomes of the rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlmodel import Session, col, insert, select

from bot.db.tables import Host, Message, MessageStatus, Round
from bot.moderator.desk import Desk
from bot.moderator.refusals import Fact

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
    message = Message(**_row(desk, letter), lane=lane_in(channel_id, letter.kind), channel_id=channel_id)
    desk.session.add(message)
    return message


def lane_in(channel_id: int, kind: Kind) -> str:
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
        message.channel_id, message.lane = desk.game.channel_id, lane_in(desk.game.channel_id, Kind(message.kind))
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


def withdraw_pending(session: Session, found: Round, kinds: Iterable[Kind], user_id: int | None = None) -> None:
    """Take messages of a round that have been overtaken out of the outbox: all of those kinds, or one person's."""
    query = select(Message).where(
        Message.round_id == found.id, Message.status == MessageStatus.PENDING, col(Message.kind).in_(list(kinds))
    )
    if user_id is not None:
        query = query.where(Message.user_id == user_id)
    for message in session.exec(query):
        message.status = MessageStatus.WITHDRAWN
