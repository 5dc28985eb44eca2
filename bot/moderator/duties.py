"""What is due is done: each duty in a transaction of its own, one game's failure never another's."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from sqlmodel import Session, col, or_, select

from bot.db.engine import Database
from bot.db.tables import Game, GameStatus, Round
from bot.moderator.desk import Desk
from bot.moderator.dispatch import growing_pause
from bot.moderator.facts import Heard
from bot.moderator.gathering import gather_all, gather_facts
from bot.moderator.outbox import Kind, Letter, Notice, Report, post, report, round_key
from bot.moderator.reminders import remind
from bot.moderator.rounds import finish, lock, publish, resolve, set_deadline, state_after
from bot.moderator.schedule import (
    Alarm,
    Finish,
    Lock,
    MoveDeadline,
    Publish,
    ReadMessages,
    Remind,
    Resolve,
    due,
)

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(minutes=30)
MOST_STEPS = 4
"""Steps that a game can take in one go: lock, resolve, publish, finish."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessagesToRead:
    """Players whose messages must be read before a round can be locked."""

    game_id: int
    round_id: int
    seats: tuple[int, ...]
    """Numbers, from 1."""


def do_due(database: Database, now: datetime, heard: Heard) -> list[MessagesToRead]:
    """Do what is due in all games; return what only Discord's side can do."""
    with database.transaction() as session:
        waiting, to_read = look(session, now, heard)
    for game_id in waiting:
        wanted = do_due_of(database, now, heard, game_id)
        if wanted is not None:
            to_read.append(wanted)
    return to_read


def look(session: Session, now: datetime, heard: Heard) -> tuple[list[int], list[MessagesToRead]]:
    """Return the games in which something is to be done here, and the messages that are to be read for others."""
    waiting: list[int] = []
    to_read: list[MessagesToRead] = []
    try:
        for game_id, gathered in gather_all(session).items():
            match due(gathered.facts, now, heard):
                case ():
                    pass
                case (ReadMessages() as duty,):
                    assert gathered.round_id is not None
                    to_read.append(MessagesToRead(game_id, gathered.round_id, duty.seats))
                case _:
                    waiting.append(game_id)
    except Exception:  # noqa: BLE001 - a row of some game cannot be used: each is asked alone, and that one is stuck
        query = select(Game.id).where(Game.status == GameStatus.RUNNING)
        may_try = or_(col(Game.retry_at).is_(None), col(Game.retry_at) <= now)
        return list(session.exec(query.where(may_try).order_by(col(Game.id)))), []
    return waiting, to_read


def do_due_of(database: Database, now: datetime, heard: Heard, game_id: int) -> MessagesToRead | None:
    """Do what is due in one game, step by step; whatever goes wrong is written down, and tried again later."""
    wanted: MessagesToRead | None = None
    for _ in range(MOST_STEPS):
        try:
            with database.transaction() as session:
                desk = Desk(session, now, session.get_one(Game, game_id))
                goes_on, wanted = _step(desk, heard)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
            _LOG.exception("game %d is stuck", game_id)
            try:
                _note_stuck(database, now, game_id, error)
            except Exception:  # noqa: BLE001 - as above
                _LOG.exception("game %d cannot be marked as stuck", game_id)
            return None
        if not goes_on:
            break
    return wanted


def _step(desk: Desk, heard: Heard) -> tuple[bool, MessagesToRead | None]:
    """Do what is due in a game at this moment; say whether something else is due because of it."""
    found = desk.open_round()
    duties = due(gather_facts(desk, found), desk.now, heard)
    if desk.game.retry_at is not None and desk.now < desk.game.retry_at:
        duties = tuple(duty for duty in duties if isinstance(duty, Alarm))
    wanted: MessagesToRead | None = None
    steps = [duty for duty in duties if not isinstance(duty, Remind | Alarm | ReadMessages)]
    for duty in duties:
        if isinstance(duty, Alarm) and steps:
            continue  # the round is not where it was; if it is still overdue, the next look finds so
        if isinstance(duty, ReadMessages):
            assert found is not None
            wanted = MessagesToRead(desk.game.id, found.id, duty.seats)
        else:
            _perform(desk, found, duty)
    if steps:
        desk.forget_failures()
    has_locked = any(isinstance(duty, Lock) for duty in steps)
    has_ended = any(isinstance(duty, Resolve | Publish) for duty in steps) and desk.open_round() is None
    return has_locked or has_ended, wanted


def _perform(
    desk: Desk, found: Round | None, duty: Remind | MoveDeadline | Lock | Resolve | Publish | Finish | Alarm
) -> None:
    if isinstance(duty, Finish):
        finish(desk)
        return
    assert found is not None
    match duty:
        case Remind():
            seat = next(seat for seat in desk.seats() if seat.number == duty.seat)
            remind(desk, found, seat, desk.hands(found)[seat.id], duty)
        case MoveDeadline():
            _move_deadline(desk, found, duty)
        case Lock():
            lock(desk, found)
        case Resolve():
            resolve(desk, found)
        case Publish():
            publish(desk, found, state_after(desk, found))
        case Alarm():
            found.overdue_told = True
            minutes = duty.overdue // timedelta(minutes=1)
            key = f"{round_key(found)}d{found.deadline_number}al"
            report(desk, Report.OVERDUE, key, found, minutes=minutes, status=found.status.value)
        case _:
            assert_never(duty)


def _move_deadline(desk: Desk, found: Round, duty: MoveDeadline) -> None:
    """Move a deadline because players could not be heard, and tell the channel."""
    before = found.deadline
    set_deadline(desk, found, duty.to)
    found.silence_counted_until = duty.counted_until
    facts = {
        "round": found.number,
        "before": before.isoformat(),
        "deadline": duty.to.isoformat(),
        "minutes": round(duty.silence / timedelta(minutes=1)),
    }
    entry = desk.audit(None, Notice.SILENCE.value, "players could not be heard", **facts)
    post(desk, Letter(Kind.NOTICE, f"g{desk.game.id}-n{entry.id}", {"notice": Notice.SILENCE, **facts}))


def _note_stuck(database: Database, now: datetime, game_id: int, error: Exception) -> None:
    """Mark a game whose next step failed: it is tried again after growing pauses, and its hosts are told once."""
    with database.transaction() as session:
        game = session.get_one(Game, game_id)
        is_new = game.stuck is None
        game.stuck = f"{type(error).__name__}: {error}"
        game.failures += 1
        game.retry_at = now + growing_pause(game.failures, FIRST_PAUSE, LONGEST_PAUSE)
        if is_new:
            desk = Desk(session, now, game)
            entry = desk.audit(None, "stuck", game.stuck)
            report(desk, Report.STUCK, f"g{game_id}-st{entry.id}", desk.open_round(), error=game.stuck)
