"""Whether what a player sends comes in time for a hand: judged by Discord's ids (R2.4)."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from bot.clock import id_of_moment, moment_of_id
from bot.db.tables import Game, GameStatus, Round, RoundResult, RoundStatus
from bot.moderator.desk import Desk
from bot.moderator.hands import OpenHand, find_hand
from bot.moderator.hearing import read_heard
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import lateness


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button on somebody's hand."""

    round_id: int
    user_id: int
    id: int
    """The interaction's: its time is when the button was pressed."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A program that came as a text message."""

    game_id: int
    user_id: int
    id: int
    """The message's."""
    edited_at: datetime | None = None
    is_salvaged: bool = False
    """It was found in the history, not heard."""

    @property
    def at(self) -> datetime:
        """When it was sent; an edited one counts from its edit."""
        return moment_of_id(self.id) if self.edited_at is None else self.edited_at

    @property
    def source_id(self) -> int:
        """What tells it from other messages; an edit is one of its own."""
        return self.id if self.edited_at is None else id_of_moment(self.edited_at)


def open_in_time(session: Session, now: datetime, press: Press) -> OpenHand | Rejected:
    """Return the hand that a press is about, if it can still be changed; whoever presses has seen it."""
    found = session.get(Round, press.round_id)
    if found is None:
        return rejected(Reason.UNKNOWN_ROUND)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    opened = open_at(desk, found, press.user_id, moment_of_id(press.id))
    if isinstance(opened, OpenHand):
        opened.hand.reached = True
    return opened


def round_at(desk: Desk, at: datetime) -> Round | None:
    """Return the round that was the latest at a moment: a text says no round."""
    dealt = col(Round.dealt_at) <= _by_this_clock(desk, at)
    query = select(Round).where(Round.game_id == desk.game.id, Round.status != RoundStatus.WITHDRAWN, dealt)
    return desk.session.exec(query.order_by(col(Round.number).desc())).first()


def _by_this_clock(desk: Desk, at: datetime) -> datetime:
    """Return what the machine's clock showed at a moment of Discord's."""
    return at + read_heard(desk.session, desk.now).skew


def open_at(desk: Desk, found: Round, user_id: int, at: datetime) -> OpenHand | Rejected:
    """Return a hand in which something that was sent at `at` may still be changed."""
    opened = find_hand(desk, found, user_id)
    if isinstance(opened, Rejected):
        return opened
    ended = desk.game.ended_at
    if ended is not None and (found.status is RoundStatus.WITHDRAWN or ended <= _by_this_clock(desk, at)):
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    if found.status is RoundStatus.WITHDRAWN:
        return rejected(Reason.WITHDRAWN, number=found.number)
    if found.status is RoundStatus.DEALT and desk.game.status is GameStatus.PAUSED:
        return opened  # the deadline is off: there will be a later one
    if at >= found.deadline and round_at(desk, at) is found:
        _note_too_late(opened, at)
        seconds = max(1, round((at - found.deadline).total_seconds()))
        return rejected(Reason.TOO_LATE, seconds=seconds, number=found.number)
    return _why_closed(found, desk.open_round()) or opened


def _why_closed(found: Round, current: Round | None) -> Rejected | None:
    """Return why a round takes no more programs; `current` is the open one."""
    if current is not None and current.id != found.id:
        return rejected(Reason.OLD_ROUND, number=found.number, current=current.number)
    if found.locked_by is not None:
        return rejected(Reason.CLOSED, number=found.number)
    return None if found.status is RoundStatus.DEALT else rejected(Reason.ROUND_OVER, number=found.number)


def _note_too_late(opened: OpenHand, at: datetime) -> None:
    """Let the record tell who was too late from who did not come."""
    hand, found = opened.hand, opened.round
    if hand.too_late_at is not None or opened.desk.in_force(hand) is not None:
        return
    hand.too_late_at = at
    result = opened.desk.session.get(RoundResult, found.id)
    if result is not None and opened.seat.number is not None:
        index = opened.seat.number - 1
        programs = list(result.programs)
        programs[index] = {"places": None, "late": lateness(hand).value}
        result.programs = programs
