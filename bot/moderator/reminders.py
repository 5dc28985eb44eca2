"""Reminders: to whoever has no program yet, at times that the game or the player chose."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.db.tables import Game, Hand, Player, Reminder, Round, Seat
from bot.moderator.deadlines import DeadlineError, parse_clock_time
from bot.moderator.desk import Desk
from bot.moderator.facts import Quiet
from bot.moderator.outbox import Kind, Letter, round_key, write_to
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.schedule import Remind
from bot.moderator.settings import check_reminders
from simulation.jsonfields import cut


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants of reminders, in all games."""

    minutes: tuple[int, ...] | None = None
    """Minutes before the deadline; empty for none at all, None for what the game says."""
    quiet_from: str | None = None
    """No reminders from this civil time on (in the game's zone) …"""
    quiet_until: str | None = None
    """… until this one."""


def choose_reminders(session: Session, user_id: int, wishes: Wishes) -> Player | Rejected:
    """Store what a player wants."""
    refusal = check_reminders(wishes.minutes or ())
    if refusal is not None:
        return refusal
    for found in (wishes.quiet_from, wishes.quiet_until):
        try:
            if found is not None:
                parse_clock_time(found)
        except DeadlineError:
            return rejected(Reason.WRONG_TIME, found=cut(found or ""))
    if (wishes.quiet_from is None) != (wishes.quiet_until is None):
        return rejected(Reason.HALF_QUIET)
    player = session.get(Player, user_id) or Player(user_id=user_id)
    player.reminder_minutes = None if wishes.minutes is None else list(wishes.minutes)
    player.quiet_from, player.quiet_until = wishes.quiet_from, wishes.quiet_until
    session.add(player)
    return player


def reminder_minutes(game: Game, player: Player | None) -> tuple[int, ...]:
    """Return how long before the deadline a player is reminded."""
    own = None if player is None else player.reminder_minutes
    return tuple(game.reminder_minutes if own is None else own)


def quiet_hours(player: Player | None) -> Quiet | None:
    """Return when a player wants no reminders."""
    if player is None or player.quiet_from is None or player.quiet_until is None:
        return None
    return Quiet(parse_clock_time(player.quiet_from), parse_clock_time(player.quiet_until))


def remind(desk: Desk, found: Round, seat: Seat, hand: Hand, duty: Remind) -> None:
    """Send a reminder; its text depends on how far the draft is."""
    for minutes in (duty.minutes, *duty.passed_over):
        desk.session.add(Reminder(hand_id=hand.id, deadline_number=found.deadline_number, minutes=minutes))
    key = f"{round_key(found)}d{found.deadline_number}m{duty.minutes}s{seat.number}p{seat.player}"
    write_to(desk, seat.user_id, Letter(Kind.REMINDER, key, {"seat": seat.number, "minutes": duty.minutes}, found))
