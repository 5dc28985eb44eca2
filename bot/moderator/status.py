"""What a database holds, for whoever runs the bot: games, next deadlines, the outbox, alarms."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from bot.db.tables import Game, GameStatus, Message, MessageStatus, Round, RoundStatus
from bot.moderator.deadlines import DeadlineError, parse_zone
from bot.moderator.desk import OVER, Desk
from bot.moderator.dispatch import is_planned
from bot.moderator.facts import Heard
from bot.moderator.hearing import LARGE_SKEW, read_heard
from bot.moderator.rounds import publishes_at
from simulation.telling import printable

OVERDUE = timedelta(minutes=5)


def tell_status(session: Session, now: datetime) -> Iterator[str]:
    """Yield the lines of the report: each game that is not over, then the outbox, then what is wrong."""
    games = session.exec(select(Game).order_by(col(Game.id))).all()
    over = sum(game.status in OVER for game in games)
    yield f"games: {len(games) - over} open, {over} over"
    for game in games:
        if game.status not in OVER:
            yield f"  {_tell_game(Desk(session, now, game))}"
    yield from _tell_outbox(session, now)
    alarms = list(_alarms(session, now, games))
    yield f"alarms: {len(alarms) or 'none'}"
    yield from (f"  {alarm}" for alarm in alarms)


def _tell_game(desk: Desk) -> str:
    game, seats = desk.game, desk.seats()
    told = f"{game.id}. {printable(game.name)} ({game.status}), board {game.board_name}, robots: {len(seats)}"
    found = desk.open_round()
    if found is None:
        return told
    told += f", round {found.number} of {game.rounds} ({found.status})"
    if found.status is RoundStatus.DEALT and game.status is GameStatus.RUNNING:
        missing = _missing_programs(desk, found)
        told += f", deadline {_format_moment(found.deadline, game)}, programs missing: {missing}"
    if (publication := publishes_at(game, found)) is not None:
        told += f", publishes by itself {_format_moment(publication, game)}"
    return told


def _missing_programs(desk: Desk, found: Round) -> int:
    """Count them without the state, which may be what the game is stuck at."""
    hands = desk.hands(found)
    playing = [hands[seat.id] for seat in desk.seats() if seat.id in hands and seat.removed_at is None]
    return sum(desk.in_force(hand) is None for hand in playing)


def _format_moment(moment: datetime, game: Game) -> str:
    try:
        return f"{moment.astimezone(parse_zone(game.zone)):%Y-%m-%d %H:%M} {game.zone}"
    except DeadlineError:
        return f"{moment:%Y-%m-%d %H:%M} UTC"


def _tell_outbox(session: Session, now: datetime) -> Iterator[str]:
    query = select(Message).where(Message.status == MessageStatus.PENDING).order_by(col(Message.id))
    pending = [message for message in session.exec(query) if not is_planned(message, now)]
    dead = session.exec(select(func.count()).select_from(Message).where(Message.status == MessageStatus.DEAD)).one()
    yield f"outbox: {len(pending)} to send, {dead} dead"
    for message in pending:
        tried = f", attempts: {message.attempts}" if message.attempts else ""
        problem = f": {printable(message.error)}" if message.error else ""
        yield f"  {message.key} ({message.kind}) to {message.lane}{tried}{problem}"


def _alarms(session: Session, now: datetime, games: Sequence[Game]) -> Iterator[str]:
    yield from _tell_hearing(read_heard(session, now))
    for game in games:
        if game.status is not GameStatus.RUNNING:
            continue
        if game.stuck is not None:
            yield f"game {game.id} is stuck (failures: {game.failures}): {printable(game.stuck)}"
        found = Desk(session, now, game).open_round()
        if found is not None and _is_overdue(found, now):
            minutes = (now - found.deadline) // timedelta(minutes=1)
            yield f"game {game.id}: round {found.number} is {minutes} min overdue"
    for message in session.exec(select(Message).where(Message.status == MessageStatus.DEAD).order_by(col(Message.id))):
        yield f"{message.key} ({message.kind}) could never be sent: {printable(message.error or '')}"


def _is_overdue(found: Round, now: datetime) -> bool:
    return found.status in {RoundStatus.DEALT, RoundStatus.LOCKED} and now - found.deadline > OVERDUE


def _tell_hearing(heard: Heard) -> Iterator[str]:
    if not heard.is_ready:
        since = f"since {heard.periods[-1].until:%Y-%m-%d %H:%M} UTC" if heard.periods else "and never was"
        yield f"players cannot be heard: the bot is not connected, {since}"
    if abs(heard.skew) > LARGE_SKEW:
        ahead = "ahead of" if heard.skew > timedelta() else "behind"
        yield f"this machine's clock is {abs(heard.skew).total_seconds():.1f} s {ahead} Discord's"
