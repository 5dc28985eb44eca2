"""What delivery does with the outbox: it takes the rows in order, `begin`s one, sends it, and says how that went.

A row that was begun before and has no end may have been sent by a process that died: delivery looks for it first.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, or_, select

from bot.db.tables import Game, Hand, Message, MessageStatus, Round, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.outbox import (
    IN_THREAD,
    ON_RESULT,
    Kind,
    Letter,
    Report,
    SeatLetter,
    lane_in,
    lane_of_edits,
    post,
    report,
    round_key,
    withdraw_pending,
)

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=5)


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
        message.lane = lane_in(message.channel_id, Kind.PICTURE)


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
