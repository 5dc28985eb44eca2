"""Orders of hosts: who may give them, at which stage of a game, and the confirmation that some of them need first."""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlmodel import Session

from bot.db.tables import Round, RoundStatus
from bot.moderator.desk import OVER, Desk, open_desk
from bot.moderator.outbox import Kind, Letter, Notice, post
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import racing_seats
from bot.moderator.stored import load_state

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Order:
    """What a host wants of a game, and why."""

    game_id: int
    user_id: int
    """The host's."""
    reason: str
    confirmation: str | None = None
    """The code of the `Confirm` that this order was answered with before."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """What will happen, for the host to confirm: give the same order again with the code."""

    action: str
    code: str
    without_program: tuple[str, ...]
    """Robots that lack a program in the open round."""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """An order was carried out."""

    facts: dict[str, Any] = field(default_factory=dict)


Answer = Done | Confirm | Rejected


def open_host_desk(session: Session, now: datetime, order: Order) -> Desk | Rejected:
    """Return the desk of a game for its host's order, which has a reason."""
    desk = open_desk(session, now, order.game_id)
    if isinstance(desk, Rejected):
        return desk
    if not desk.is_host(order.user_id):
        return rejected(Reason.NOT_A_HOST)
    if not 1 <= len(order.reason.strip()) <= LONGEST_REASON:
        return rejected(Reason.NO_REASON, most=LONGEST_REASON)
    return desk


def open_impartial_desk(session: Session, now: datetime, order: Order) -> Desk | Rejected:
    """Return the desk for an order that a host who plays in the game must not give."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Desk) and plays(desk, order.user_id):
        return rejected(Reason.HOST_PLAYS)
    return desk


def plays(desk: Desk, user_id: int) -> bool:
    """Whether somebody plays in the game now."""
    seat = desk.seat_of(user_id)
    return seat is not None and seat.removed_at is None


def unconfirmed(desk: Desk, order: Order, action: str, **facts: Any) -> Confirm | Rejected | None:  # noqa: ANN401 - JSON
    """Return what must be answered before an action is carried out; None when it has been confirmed.

    The code stands for the action, its facts, and where the game is: it is worth nothing once the game has gone on.
    """
    found = desk.last_round()
    where = None if found is None else (found.id, found.status, found.deadline_number)
    told = (order.game_id, order.user_id, action, sorted(facts.items()), desk.game.status, where)
    code = sha256(repr(told).encode()).hexdigest()[:12]
    if order.confirmation == code:
        return None
    if order.confirmation is not None:
        return rejected(Reason.OUTDATED)
    return Confirm(action, code, robots_without_program(desk), facts)


def notify(desk: Desk, order: Order, what: Notice, **facts: Any) -> None:  # noqa: ANN401 - JSON
    """Write an order into the audit, and tell the channel that it was carried out."""
    entry = desk.audit(order.user_id, what.value, order.reason, **facts)
    told = {"notice": what, "reason": order.reason, "by": order.user_id, **facts}
    post(desk, Letter(Kind.NOTICE, f"g{desk.game.id}-n{entry.id}", told))


def robots_without_program(desk: Desk) -> tuple[str, ...]:
    """Return the robots whose players lack a program in the open round."""
    found = desk.open_round()
    if found is None:
        return ()
    hands, in_force = desk.hands(found), desk.programs_in_force(found)
    seats = racing_seats(desk, load_state(found.state))
    return tuple(seat.robot for seat in seats if hands[seat.id].id not in in_force)


def check_going(desk: Desk) -> Rejected | None:
    """Return why a game is not being played (running or paused)."""
    if desk.game.started_at is None:
        return rejected(Reason.NOT_STARTED)
    if desk.game.status in OVER:
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    return None


def going(desk: Desk | Rejected) -> Desk | Rejected:
    """Return the desk of a game that is being played (running or paused)."""
    return desk if isinstance(desk, Rejected) else check_going(desk) or desk


def open_programming(opened: Desk | Rejected) -> tuple[Desk, Round] | Rejected:
    """Return the round that is being programmed."""
    desk = going(opened)
    if isinstance(desk, Rejected):
        return desk
    found = desk.open_round()
    if found is None or found.status is not RoundStatus.DEALT:
        return rejected(Reason.NO_OPEN_ROUND)
    return desk, found


def open_board(desk: Desk) -> Round | Rejected:
    """Return the open round, if its registers have not been played yet."""
    found = desk.open_round()
    if found is None:
        return rejected(Reason.NO_OPEN_ROUND)
    if found.status is RoundStatus.RESOLVED:
        return rejected(Reason.ROUND_RESOLVED, number=found.number)
    return found
