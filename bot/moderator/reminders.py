"""Reminders: to whoever has no program yet, at times that the game or the player chose."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.db.tables import Game, Hand, Player, Reminder, Round, Seat
from bot.moderator.deadlines import DeadlineError, format_clock_time, parse_clock_time
from bot.moderator.desk import Desk
from bot.moderator.facts import Quiet
from bot.moderator.outbox import Kind, Letter, round_key, write_to
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.schedule import Remind
from bot.moderator.settings import NO_REMINDERS, check_reminders, parse_reminders
from simulation.jsonfields import cut

AS_RACE = frozenset(("race", "game", "default", "spel", "standaard"))
"""What somebody types who wants what each race says."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants of reminders, in all games."""

    minutes: tuple[int, ...] | None = None
    """Minutes before the deadline; empty for none at all, None for what the game says."""
    quiet_from: str | None = None
    """No reminders from this civil time on (in the game's zone) …"""
    quiet_until: str | None = None
    """… until this one."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a player types of reminders; None leaves as it is what holds."""

    minutes: str | None = None
    """Such as "180, 30", "none", or "race" for what each race says."""
    quiet_from: str | None = None
    """Such as "22:00", or "none"."""
    quiet_until: str | None = None


def parse_wishes(typed: Typed, before: Wishes) -> Wishes | Rejected:
    """Return what is wanted, from what was typed and what held before, or what of it cannot be read."""
    minutes = before.minutes
    if typed.minutes is not None:
        is_races = typed.minutes.strip().casefold() in AS_RACE
        parsed = None if is_races else parse_reminders(typed.minutes)
        if isinstance(parsed, Rejected):
            return parsed
        minutes = parsed
    return Wishes(
        minutes, _parse_quiet(typed.quiet_from, before.quiet_from), _parse_quiet(typed.quiet_until, before.quiet_until)
    )


def _parse_quiet(typed: str | None, before: str | None) -> str | None:
    if typed is None:
        return before
    return None if typed.strip().casefold() in NO_REMINDERS else typed.strip()


def wishes_of(player: Player | None) -> Wishes:
    """Return what a player chose."""
    if player is None:
        return Wishes()
    minutes = None if player.reminder_minutes is None else tuple(player.reminder_minutes)
    return Wishes(minutes, player.quiet_from, player.quiet_until)


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
    player.quiet_from, player.quiet_until = map(_civil, (wishes.quiet_from, wishes.quiet_until))
    session.add(player)
    return player


def _civil(typed: str | None) -> str | None:
    return None if typed is None else format_clock_time(parse_clock_time(typed))


def change_wishes(session: Session, user_id: int, typed: Typed) -> Wishes | Rejected:
    """Store what a player typed; return what holds then, or what of it cannot be read."""
    wishes = parse_wishes(typed, wishes_of(session.get(Player, user_id)))
    if isinstance(wishes, Rejected):
        return wishes
    player = choose_reminders(session, user_id, wishes)
    session.flush()
    return player if isinstance(player, Rejected) else wishes_of(player)


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
