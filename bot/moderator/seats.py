"""What hosts may do about one player, and players about themselves: programs, excuses, substitutes, leaving."""

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Hand, Round, RoundStatus, Seat, Source
from bot.moderator.desk import Desk, open_desk
from bot.moderator.edits import show_hand_anew
from bot.moderator.orders import (
    Answer,
    Done,
    Order,
    going,
    notify,
    open_board,
    open_host_desk,
    open_impartial_desk,
    open_programming,
    unconfirmed,
)
from bot.moderator.outbox import Kind, Letter, Notice, SeatLetter, withdraw_pending, write_to
from bot.moderator.refusals import Reason, Rejected, refuse, rejected
from bot.moderator.rounds import change_board, send_hands
from bot.moderator.stored import load_state
from bot.moderator.versions import Entry, add_version
from simulation.adjustments import Retire
from simulation.programs import Pick, ProgramError, parse_program

_OF_A_PLAYER = (Kind.HAND, Kind.REMINDER, Kind.RECEIPT, Kind.EDIT)
"""What waits for a seat's player alone: edits are those of the hand."""


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
    opened = open_programming(open_host_desk(session, now, order))
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
    withdraw_pending(desk.session, found, (Kind.REMINDER,), seat.user_id)
    notify(desk, order, Notice.EXCUSED, robot=seat.robot, round=found.number)
    return Done()


def substitute(session: Session, now: datetime, order: Order, seat_number: int, user_id: int) -> Answer:
    """Give a robot another player, who gets its hand at once; a program in force stays."""
    desk = going(open_host_desk(session, now, order))
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
        withdraw_pending(desk.session, found, _OF_A_PLAYER, seat.user_id)
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
    return _remove(going(open_host_desk(session, now, order)), order, seat_number)


def leave(session: Session, now: datetime, wish: Order) -> Answer:
    """Leave a game that has started: the robot of who wants it leaves the board for good."""
    desk = going(open_desk(session, now, wish.game_id))
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
    found = open_board(desk)
    if isinstance(found, Rejected):
        return found
    question = unconfirmed(desk, order, "remove", robot=seat.robot)
    if question is not None:
        return question
    seat.removed_at = desk.now
    withdraw_pending(desk.session, found, _OF_A_PLAYER, seat.user_id)
    refusal = change_board(desk, found, Retire(seat_number - 1))
    assert refusal is None, refusal
    notify(desk, order, Notice.REMOVED, robot=seat.robot)
    return Done()


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
    opened = open_programming(open_impartial_desk(session, now, order))
    if isinstance(opened, Rejected):
        return opened
    desk, found = opened
    seat = _racing_seat(desk, seat_number)
    if isinstance(seat, Rejected):
        return seat
    return desk, found, seat, desk.hands(found)[seat.id]
