"""When the next reminder of somebody would come, as things stand."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, RoundStatus, Seat
from bot.moderator.deadlines import DeadlineRule
from bot.moderator.desk import Desk
from bot.moderator.facts import GameFacts, RoundFacts, SeatFacts
from bot.moderator.gathering import gather_facts
from bot.moderator.schedule import is_quiet

_GOING = (GameStatus.RUNNING, GameStatus.PAUSED)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A round that somebody programs, and the next reminder of it."""

    game: Game
    number: int
    """The round's."""
    has_program: bool
    at: datetime | None
    """None if no reminder comes, as things stand."""


def read_outlooks(session: Session, now: datetime, user_id: int) -> list[Outlook]:
    """Return the outlook for each round that somebody programs now, in the order of the games."""
    query = select(Game, Seat).join(Seat).where(Seat.user_id == user_id, col(Seat.removed_at).is_(None))
    found: list[Outlook] = []
    for game, seat in session.exec(query.where(col(Game.status).in_(_GOING)).order_by(col(Game.id))):
        desk = Desk(session, now, game)
        current = desk.open_round()
        if current is None or current.status is not RoundStatus.DEALT:
            continue
        facts = gather_facts(desk, current)
        assert facts.round is not None, "it is open"
        for each in facts.round.seats:
            if each.number == seat.number:
                at = next_reminder(facts, facts.round, each, now)
                found.append(Outlook(game, current.number, each.program_at is not None, at))
    return found


def next_reminder(game: GameFacts, current: RoundFacts, seat: SeatFacts, now: datetime) -> datetime | None:
    """Return when a player would be reminded next, as `due` sees it; None if not before the deadline any more."""
    if game.status is not GameStatus.RUNNING or not seat.wants_reminders or seat.program_at is not None:
        return None
    known = max(current.dealt_at, current.deadline_set_at)
    moments = [
        max(current.deadline - timedelta(minutes=minutes), now)
        for minutes in seat.reminder_minutes
        if known < current.deadline - timedelta(minutes=minutes) and all(minutes < done for done in seat.reminded)
    ]
    if not moments:
        return None
    at = min(moments)
    if seat.quiet is not None and is_quiet(seat.quiet, at.astimezone(game.zone)):
        at = DeadlineRule(seat.quiet.until, game.zone, timedelta()).next_after(at)
    return at if at < current.deadline else None
