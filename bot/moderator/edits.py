"""Edits of messages that are there: coalesced, for Discord lets old messages be edited seldom."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import Hand, Message, MessageStatus, Round, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.outbox import ON_RESULT, Kind, lane_of_edits, lane_of_end

HAND_PAUSE = timedelta(minutes=1)
"""So long an edit of a hand waits: one stands for all that changes meanwhile."""
COUNTING_PAUSE = timedelta(minutes=15)
"""So long an edit that counts programs waits for more of them."""
_LATER = 3
"""The urgency of what may wait."""


def show_anew(session: Session, now: datetime, message: Message, pause: timedelta = timedelta()) -> None:
    """Have a message edited to what is true when the edit is sent; one edit that waits is enough.

    With a pause it is sent so much later, and holds nothing else up.
    """
    edits = select(Message).where(Message.edits_id == message.id, Message.lane != lane_of_end(message))
    is_waiting = (Message.status == MessageStatus.PENDING, Message.attempts == 0)
    waiting = session.exec(edits.where(*is_waiting)).first()
    if waiting is not None:
        if not pause:
            waiting.lane, waiting.retry_at = message.lane, None
        return
    edit = _edit_of(message, f"e{message.id}n{len(session.exec(edits).all()) + 1}", now)
    if pause:
        edit.lane, edit.urgency, edit.retry_at = lane_of_edits(message), _LATER, now + pause
    session.add(edit)


def show_final(session: Session, now: datetime, message: Message, at: datetime) -> None:
    """Have a result edited once more, when it is final: a row that waits for it in a lane of its own."""
    edit = _edit_of(message, f"e{message.id}end", now)
    edit.lane, edit.urgency, edit.retry_at = lane_of_end(message), _LATER, at
    session.add(edit)


def _edit_of(message: Message, key: str, now: datetime) -> Message:
    return Message(
        key=key,
        kind=Kind.EDIT,
        game_id=message.game_id,
        round_id=message.round_id,
        lane=message.lane,
        channel_id=message.channel_id,
        user_id=message.user_id,
        edits_id=message.id,
        urgency=message.urgency,
        created_at=now,
    )


def count_programs(desk: Desk, found: Round) -> None:
    """Have the post under which a round is programmed tell how many programs are in, some time from now."""
    query = select(Message).where(Message.game_id == desk.game.id)
    if found.number == 1:
        query = query.where(Message.kind == Kind.START)
    else:
        query = query.join(Round, col(Round.id) == Message.round_id).where(
            Message.kind == Kind.RESULT, Round.number == found.number - 1, Round.status == RoundStatus.PUBLISHED
        )
    message = desk.session.exec(query).first()
    if message is not None and message.status is not MessageStatus.DEAD:
        show_anew(desk.session, desk.now, message, COUNTING_PAUSE)


def show_hand_anew(desk: Desk, found: Round, seat: Seat, pressed: int | None = None) -> None:
    """Have the message that brought a hand show how it stands, where that was changed elsewhere.

    `pressed` is Discord's id of the message in which it was changed, and which shows it already: it needs no edit but
    after one that is on its way with what was true before. Old messages may be edited seldom: one edit a minute at
    most, and none after the lock.
    """
    query = select(Message).where(Message.round_id == found.id, Message.kind == Kind.HAND)
    query = query.where(Message.user_id == seat.user_id, Message.status == MessageStatus.SENT)
    for message in desk.session.exec(query).all():
        pending = select(Message).where(Message.edits_id == message.id, Message.status == MessageStatus.PENDING)
        edits = desk.session.exec(pending).all()
        if message.message_id != pressed or any(edit.attempts for edit in edits):
            show_anew(desk.session, desk.now, message, HAND_PAUSE)
            continue
        for edit in edits:
            edit.status = MessageStatus.WITHDRAWN


def show_hands_anew(desk: Desk, found: Round) -> None:
    """Have all hands of a round show its deadline as it is now."""
    query = select(Seat).join(Hand).where(Hand.round_id == found.id, col(Seat.removed_at).is_(None))
    for seat in desk.session.exec(query):
        show_hand_anew(desk, found, seat)


def withdraw_posts(session: Session, now: datetime, found: Round) -> None:
    """Mark the channel's messages of a withdrawn run: by an edit, or unsent where nobody can have seen them."""
    messages = session.exec(select(Message).where(Message.round_id == found.id).order_by(col(Message.id))).all()
    for message in messages:  # edits that wait among them: they would say too late that the run does not count
        if message.status is MessageStatus.PENDING and (message.attempts == 0 or _is_apart(message)):
            message.status = MessageStatus.WITHDRAWN
    gone = {MessageStatus.WITHDRAWN, MessageStatus.DEAD}
    for message in messages:
        if not _is_apart(message) and message.kind != Kind.EDIT and message.status not in gone:
            show_anew(session, now, message)


def _is_apart(message: Message) -> bool:
    """Whether a message says nothing of a result by itself, in the channel."""
    return message.channel_id is None or message.kind in ON_RESULT
