"""Protests: a private note to the hosts about a result, in its time; afterwards the result is final."""

from datetime import datetime

from sqlmodel import Session, col, func, select

from bot.clock import moment_of_id
from bot.db.tables import Game, Protest, Round, RoundStatus
from bot.moderator.desk import Desk
from bot.moderator.intime import Press
from bot.moderator.outbox import Report, report
from bot.moderator.refusals import Reason, Rejected, format_moment, rejected

LONGEST_PROTEST = 500
MOST_PROTESTS = 3
"""Of one person about one result."""


def is_final(found: Round, now: datetime) -> bool:
    """Whether the time for protests against a result has been, and is over."""
    return found.protest_until is not None and found.protest_until <= now


def may_protest(session: Session, now: datetime, press: Press) -> Round | Rejected:
    """Return the round against whose result somebody may protest, at the time of a press.

    Only players may, whose race it is, and hosts, who may speak for one; viewers talk to them in the channel.
    """
    found = session.get(Round, press.round_id)
    if found is None:
        return rejected(Reason.UNKNOWN_ROUND)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    if desk.seat_of(press.user_id) is None and not desk.is_host(press.user_id):
        return rejected(Reason.NO_VIEWERS)
    return _why_not(desk, found, press) or found


def _why_not(desk: Desk, found: Round, press: Press) -> Rejected | None:
    """Return why a result takes no protest of somebody in the race."""
    number, until = found.number, found.protest_until
    if found.status is RoundStatus.WITHDRAWN:
        return rejected(Reason.RESULT_WITHDRAWN, number=number)
    if until is None:
        return rejected(Reason.NO_PROTESTS, number=number)
    if moment_of_id(press.id) >= until:
        return rejected(Reason.PROTEST_OVER, number=number, when=format_moment(until, desk.game.zone))
    if _left(desk.session, found, press.user_id) <= 0:
        return rejected(Reason.MANY_PROTESTS, number=number, most=MOST_PROTESTS)
    return None


def protest(session: Session, now: datetime, press: Press, text: str) -> int | Rejected:
    """Send the hosts a note about a result; return how many more may come. A press that comes twice is one."""
    taken = session.exec(select(Protest).where(Protest.source_id == press.id)).first()
    if taken is not None:
        return _left(session, session.get_one(Round, taken.round_id), taken.user_id)
    found = may_protest(session, now, press)
    if isinstance(found, Rejected):
        return found
    if not 1 <= len(text) <= LONGEST_PROTEST:
        return rejected(Reason.WRONG_PROTEST, found=len(text), most=LONGEST_PROTEST)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    at = moment_of_id(press.id)
    sent = Protest(round_id=found.id, user_id=press.user_id, at=at, source_id=press.id, text=text)
    session.add(sent)
    session.flush()
    desk.audit(press.user_id, "protest", text, round=found.number, run=found.run)
    report(desk, Report.PROTEST, f"g{desk.game.id}-pr{sent.id}", found, protest=sent.id)
    return _left(session, found, press.user_id)


def _left(session: Session, found: Round, user_id: int) -> int:
    """Return how many protests somebody may still send about a result."""
    query = select(func.count()).select_from(Protest)
    sent = session.exec(query.where(Protest.round_id == found.id, col(Protest.user_id) == user_id)).one()
    return MOST_PROTESTS - sent
