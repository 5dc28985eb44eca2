"""What hosts may do to a game that is being played: each with a reason, each in the audit."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import GameStatus, Hand, Host, Message, MessageStatus, Round, RoundStatus, Seat, Source
from bot.moderator.desk import Desk, open_desk
from bot.moderator.edits import show_hand_anew
from bot.moderator.orders import (
    Answer,
    Done,
    Order,
    check_going,
    notify,
    open_host_desk,
    open_impartial_desk,
    unconfirmed,
)
from bot.moderator.outbox import Kind, Letter, Notice, SeatLetter, withdraw_reports, write_to
from bot.moderator.programs import Entry, add_version
from bot.moderator.refusals import Reason, Rejected, refuse, rejected
from bot.moderator.rounds import change_board, lock, publish, send_hands, set_deadline, state_after
from bot.moderator.stored import load_state
from simulation.adjustments import Adjustment, Retire
from simulation.programs import Pick, ProgramError, parse_program

FARTHEST_DEADLINE = timedelta(days=30)
"""Later than this is a slip of the pen."""
_OF_A_PLAYER = (Kind.HAND, Kind.REMINDER, Kind.RECEIPT, Kind.EDIT)
"""What waits for a seat's player alone: edits are those of the hand."""


def move_deadline(session: Session, now: datetime, order: Order, deadline: datetime) -> Answer:
    """Give the round another deadline; an earlier one needs a confirmation."""
    opened = _open_programming(open_host_desk(session, now, order))
    if isinstance(opened, Rejected):
        return opened
    desk, found = opened
    if deadline <= now:
        return rejected(Reason.PAST_DEADLINE)
    if deadline > now + FARTHEST_DEADLINE:
        return rejected(Reason.FAR_DEADLINE, most=FARTHEST_DEADLINE.days)
    if deadline == found.deadline:
        return rejected(Reason.SAME_DEADLINE)
    facts = {"round": found.number, "before": found.deadline.isoformat(), "deadline": deadline.isoformat()}
    if deadline < found.deadline and (question := unconfirmed(desk, order, "earlier deadline", **facts)) is not None:
        return question
    set_deadline(desk, found, deadline)
    notify(desk, order, Notice.DEADLINE, **facts)
    return Done(facts)


def resolve_now(session: Session, now: datetime, order: Order) -> Answer:
    """Close the programming before its deadline; who has no program gets five random cards (R2.5)."""
    opened = _open_programming(open_host_desk(session, now, order))
    if isinstance(opened, Rejected):
        return opened
    desk, found = opened
    if desk.game.status is not GameStatus.RUNNING:
        return rejected(Reason.NOT_RUNNING, status=desk.game.status.value)
    question = unconfirmed(desk, order, "resolve now", round=found.number)
    if question is not None:
        return question
    notify(desk, order, Notice.CLOSED, round=found.number)
    lock(desk, found, by=order.user_id)
    return Done()


def publish_now(session: Session, now: datetime, order: Order) -> Answer:
    """Publish a result that waits for its hosts."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    found = desk.open_round()
    if found is None or found.status is not RoundStatus.RESOLVED:
        return rejected(Reason.NOTHING_TO_PUBLISH)
    desk.audit(order.user_id, "publish", order.reason, round=found.number)
    publish(desk, found, state_after(desk, found))
    desk.forget_failures()
    return Done()


def set_program(session: Session, now: datetime, order: Order, seat_number: int, picks: Iterable[Pick]) -> Answer:
    """Lay a program down for a player, in the player's stead."""
    opened = _open_hand(session, now, order, seat_number)
    if isinstance(opened, Rejected):
        return opened
    desk, found, seat, hand = opened
    try:
        places = parse_program(load_state(found.state).piles[seat_number - 1].hand, picks)
    except ProgramError as error:
        return refuse(error)
    add_version(desk, hand, Entry(places, Source.HOST, order.user_id, now))
    show_hand_anew(desk, found, seat)
    notify(desk, order, Notice.PROGRAM_SET, robot=seat.robot, round=found.number)
    return Done()


def clear_program(session: Session, now: datetime, order: Order, seat_number: int) -> Answer:
    """Take a player's program back: without a new one the player is late (R2.5)."""
    opened = _open_hand(session, now, order, seat_number)
    if isinstance(opened, Rejected):
        return opened
    desk, found, seat, hand = opened
    if desk.in_force(hand) is None:
        return rejected(Reason.NO_PROGRAM, robot=seat.robot)
    add_version(desk, hand, Entry(None, Source.HOST, order.user_id, now))
    show_hand_anew(desk, found, seat)
    notify(desk, order, Notice.PROGRAM_CLEARED, robot=seat.robot, round=found.number)
    return Done()


def excuse(session: Session, now: datetime, order: Order, seat_number: int) -> Answer:
    """Excuse a player for this round: no reminders, and the record says so; a program may still come."""
    opened = _open_programming(open_host_desk(session, now, order))
    if isinstance(opened, Rejected):
        return opened
    desk, found = opened
    seat = _racing_seat(desk, seat_number)
    if isinstance(seat, Rejected):
        return seat
    hand = desk.hands(found)[seat.id]
    if hand.excused:
        return rejected(Reason.EXCUSED_ALREADY, robot=seat.robot)
    hand.excused = True
    _withdraw_letters(desk, found, seat, (Kind.REMINDER,))
    notify(desk, order, Notice.EXCUSED, robot=seat.robot, round=found.number)
    return Done()


def substitute(session: Session, now: datetime, order: Order, seat_number: int, user_id: int) -> Answer:
    """Give a robot another player, who gets its hand at once; a program in force stays."""
    desk = _going(open_host_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    seat = _racing_seat(desk, seat_number)
    if isinstance(seat, Rejected):
        return seat
    own = desk.seat_of(user_id)
    if own is not None:
        return rejected(Reason.PLAYS_ALREADY, robot=own.robot)
    before, found = seat.user_id, desk.open_round()
    if found is not None:
        _withdraw_letters(desk, found, seat, _OF_A_PLAYER)
    seat.user_id = user_id
    seat.player += 1
    _write_of_substitution(desk, order, seat, before)
    if found is not None and found.status is RoundStatus.DEALT:
        hand = desk.hands(found)[seat.id]
        hand.picks, hand.reached, hand.too_late_at, hand.excused, hand.read_at = [], False, None, False, None
        send_hands(desk, found, [seat])
    notify(desk, order, Notice.SUBSTITUTED, robot=seat.robot, before=before, player=user_id)
    return Done()


def _write_of_substitution(desk: Desk, order: Order, seat: Seat, before: int) -> None:
    """Tell the substitute what there is to play, before the hand comes, and who played until now that it is over."""
    for what, user_id in ((SeatLetter.REPLACED, before), (SeatLetter.TAKEN_OVER, seat.user_id)):
        facts = {"seat": seat.number, "what": what, "reason": order.reason}
        key = f"g{desk.game.id}-s{seat.number}p{seat.player}{what[0]}"
        write_to(desk, user_id, Letter(Kind.SEAT, key, facts))


def remove(session: Session, now: datetime, order: Order, seat_number: int) -> Answer:
    """Take a player out of the game: the robot leaves the board for good."""
    return _remove(_going(open_host_desk(session, now, order)), order, seat_number)


def leave(session: Session, now: datetime, wish: Order) -> Answer:
    """Leave a game that has started: the robot of who wants it leaves the board for good."""
    desk = _going(open_desk(session, now, wish.game_id))
    if isinstance(desk, Rejected):
        return desk
    seat = desk.seat_of(wish.user_id)
    if seat is None or seat.number is None:
        return rejected(Reason.NOT_A_PLAYER)
    return _remove(desk, wish, seat.number)


def _remove(desk: Desk | Rejected, order: Order, seat_number: int) -> Answer:
    if isinstance(desk, Rejected):
        return desk
    seat = _racing_seat(desk, seat_number)
    if isinstance(seat, Rejected):
        return seat
    found = _open_board(desk)
    if isinstance(found, Rejected):
        return found
    question = unconfirmed(desk, order, "remove", robot=seat.robot)
    if question is not None:
        return question
    seat.removed_at = desk.now
    _withdraw_letters(desk, found, seat, _OF_A_PLAYER)
    refusal = change_board(desk, found, Retire(seat_number - 1))
    assert refusal is None, refusal
    notify(desk, order, Notice.REMOVED, robot=seat.robot)
    return Done()


def adjust_board(session: Session, now: datetime, order: Order, adjustment: Adjustment) -> Answer:
    """Move or turn a robot, give it damage cards or take some off, before the registers are played."""
    desk = _going(open_impartial_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    found = _open_board(desk)
    if isinstance(found, Rejected):
        return found
    assert not isinstance(adjustment, Retire), "a robot is retired with its player: remove"
    refusal = change_board(desk, found, adjustment)
    if refusal is not None:
        return refusal
    notify(desk, order, Notice.ADJUSTED, adjustment=found.adjustments[-1], round=found.number)
    return Done()


def add_host(session: Session, now: datetime, order: Order, user_id: int) -> Answer:
    """Make somebody else a host too."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    if desk.is_host(user_id):
        return rejected(Reason.HOST_ALREADY)
    session.add(Host(game_id=desk.game.id, user_id=user_id))
    notify(desk, order, Notice.HOST_ADDED, host=user_id)
    return Done()


def remove_host(session: Session, now: datetime, order: Order, user_id: int) -> Answer:
    """Let a host go; the last one cannot."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    hosts = session.exec(select(Host).where(Host.game_id == desk.game.id)).all()
    host = next((host for host in hosts if host.user_id == user_id), None)
    if host is None:
        return rejected(Reason.NO_SUCH_HOST)
    if len(hosts) == 1:
        return rejected(Reason.LAST_HOST)
    session.delete(host)
    withdraw_reports(desk, user_id)
    notify(desk, order, Notice.HOST_REMOVED, host=user_id)
    return Done()


def hand_over(session: Session, now: datetime, order: Order, user_id: int) -> Answer:
    """Make somebody else a host in one's own stead, once confirmed; who hosts with one already goes on alone."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    if user_id == order.user_id:
        return rejected(Reason.HOST_ALREADY)
    question = unconfirmed(desk, order, "hand over", host=user_id)
    if question is not None:
        return question
    added = add_host(session, now, order, user_id)
    is_wanted = isinstance(added, Rejected) and added.reason is not Reason.HOST_ALREADY
    return added if is_wanted else remove_host(session, now, order, order.user_id)


def _going(desk: Desk | Rejected) -> Desk | Rejected:
    return desk if isinstance(desk, Rejected) else check_going(desk) or desk


def _open_programming(opened: Desk | Rejected) -> tuple[Desk, Round] | Rejected:
    """Return the round that is being programmed."""
    desk = _going(opened)
    if isinstance(desk, Rejected):
        return desk
    found = desk.open_round()
    if found is None or found.status is not RoundStatus.DEALT:
        return rejected(Reason.NO_OPEN_ROUND)
    return desk, found


def _open_board(desk: Desk) -> Round | Rejected:
    """Return the open round, if its registers have not been played yet."""
    found = desk.open_round()
    if found is None:
        return rejected(Reason.NO_OPEN_ROUND)
    if found.status is RoundStatus.RESOLVED:
        return rejected(Reason.ROUND_RESOLVED, number=found.number)
    return found


def _racing_seat(desk: Desk, seat_number: int) -> Seat | Rejected:
    """Return the seat of a robot that is in the race."""
    seat = next((seat for seat in desk.seats() if seat.number == seat_number), None)
    if seat is None:
        return rejected(Reason.UNKNOWN_SEAT, seat=seat_number)
    if seat.removed_at is not None:
        return rejected(Reason.REMOVED_ALREADY, robot=seat.robot)
    found = desk.open_round()
    if found is not None and seat_number - 1 not in load_state(found.state).racing():
        return rejected(Reason.FINISHED_ALREADY, robot=seat.robot)
    return seat


def _open_hand(
    session: Session, now: datetime, order: Order, seat_number: int
) -> tuple[Desk, Round, Seat, Hand] | Rejected:
    """Return a hand for an order that a host who plays must not give."""
    opened = _open_programming(open_impartial_desk(session, now, order))
    if isinstance(opened, Rejected):
        return opened
    desk, found = opened
    seat = _racing_seat(desk, seat_number)
    if isinstance(seat, Rejected):
        return seat
    return desk, found, seat, desk.hands(found)[seat.id]


def _withdraw_letters(desk: Desk, found: Round, seat: Seat, kinds: Iterable[Kind]) -> None:
    """Take what was not sent yet to a seat's player out of the outbox."""
    query = select(Message).where(
        Message.round_id == found.id,
        Message.status == MessageStatus.PENDING,
        Message.user_id == seat.user_id,
        col(Message.kind).in_(list(kinds)),
    )
    for message in desk.session.exec(query):
        message.status = MessageStatus.WITHDRAWN
