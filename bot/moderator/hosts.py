"""What hosts may do to a game that is being played: each with a reason, each in the audit."""

from datetime import datetime, timedelta

from sqlmodel import Session, select

from bot.db.tables import GameStatus, Host, RoundStatus
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
from bot.moderator.outbox import Notice, withdraw_reports
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import change_board, lock, publish, set_deadline, state_after
from simulation.adjustments import Adjustment, Retire

FARTHEST_DEADLINE = timedelta(days=30)
"""Later than this is a slip of the pen."""


def move_deadline(session: Session, now: datetime, order: Order, deadline: datetime) -> Answer:
    """Give the round another deadline; an earlier one needs a confirmation."""
    opened = open_programming(open_host_desk(session, now, order))
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
    opened = open_programming(open_host_desk(session, now, order))
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


def adjust_board(session: Session, now: datetime, order: Order, adjustment: Adjustment) -> Answer:
    """Move or turn a robot, give it damage cards or take some off, before the registers are played."""
    desk = going(open_impartial_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    found = open_board(desk)
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
