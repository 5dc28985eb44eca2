"""What the schedule needs to know of games, read in a few queries for all of them together."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import inspect
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Hand, Player, Program, Reminder, Round, RoundStatus, Seat
from bot.moderator.deadlines import parse_zone
from bot.moderator.desk import Desk
from bot.moderator.facts import GameFacts, RoundFacts, SeatFacts
from bot.moderator.reminders import quiet_hours, reminder_minutes

if TYPE_CHECKING:
    from sqlalchemy import Select

Query = TypeVar("Query", bound="Select[*tuple[Any, ...]]")


@dataclass(frozen=True, slots=True)
class Gathered:
    """A game that is running: its facts, and its open round."""

    facts: GameFacts
    round_id: int | None


def gather_all(session: Session) -> dict[int, Gathered]:
    """Return the facts of all running games by their id."""
    games = session.exec(select(Game).where(Game.status == GameStatus.RUNNING)).all()
    without_state = select(Round).options(defer(inspect(Round).attrs.state.class_attribute))  # it is long
    rounds = {found.game_id: found for found in session.exec(_open(without_state, None))}
    seats = _gather_seats(session, None, {game.id: game for game in games})
    return {game.id: _gather(game, rounds.get(game.id), seats.get(game.id, [])) for game in games}


def gather_facts(desk: Desk, found: Round | None) -> GameFacts:
    """Return the facts of one game; `found` is its open round."""
    is_programming = found is not None and found.status is RoundStatus.DEALT
    seats = _gather_seats(desk.session, desk.game.id, {desk.game.id: desk.game}) if is_programming else {}
    return _gather(desk.game, found, seats.get(desk.game.id, [])).facts


def _gather(game: Game, found: Round | None, seats: Sequence[SeatFacts]) -> Gathered:
    return Gathered(_game_facts(game, found, tuple(seats)), None if found is None else found.id)


def _programming(query: Query, game_id: int | None) -> Query:
    """Narrow a query down to rounds that are being programmed."""
    return _open(query, game_id).where(col(Round.status) == RoundStatus.DEALT)


def _open(query: Query, game_id: int | None) -> Query:
    """Narrow a query down to open rounds, of all games or of one."""
    if game_id is None:
        return query.where(col(Round.open_game_id).is_not(None))
    return query.where(col(Round.open_game_id) == game_id)


def _game_facts(game: Game, found: Round | None, seats: tuple[SeatFacts, ...]) -> GameFacts:
    """Return the facts of a game.

    One that goes on always has an open round (R1.5). Its players matter as long as they program: when all of them have
    left, the game is over.
    """
    return GameFacts(
        status=game.status,
        zone=parse_zone(game.zone),
        publish_mode=game.publish_mode,
        review=timedelta(minutes=game.review_minutes),
        moves_for_silence=game.moves_for_silence,
        is_over=found is None or (found.status is RoundStatus.DEALT and not seats),
        round=None if found is None else _round_facts(game, found, seats),
    )


def _round_facts(game: Game, found: Round, seats: tuple[SeatFacts, ...]) -> RoundFacts:
    return RoundFacts(
        status=found.status,
        dealt_at=found.dealt_at,
        deadline=found.deadline,
        deadline_set_at=found.deadline_set_at,
        silence_counted_until=found.silence_counted_until,
        resolved_at=found.resolved_at,
        retry_at=game.retry_at,
        overdue_told=found.overdue_told,
        seats=seats,
    )


def _gather_seats(session: Session, game_id: int | None, games: Mapping[int, Game]) -> dict[int, list[SeatFacts]]:
    """Return the players of the open rounds, game by game, seat by seat."""
    programs = _gather_programs(session, game_id)
    reminded = _gather_reminded(session, game_id)
    query = select(Hand, Seat, Player).select_from(Hand).join(Round).join(Seat)
    query = query.outerjoin(Player, col(Player.user_id) == Seat.user_id).where(col(Seat.removed_at).is_(None))
    seats: dict[int, list[SeatFacts]] = defaultdict(list)
    for hand, seat, player in session.exec(_programming(query, game_id).order_by(col(Seat.number))):
        if seat.game_id not in games:
            continue
        assert seat.number is not None
        facts = SeatFacts(
            number=seat.number,
            program_at=programs.get(hand.id),
            picked=len(hand.picks),
            read_at=hand.read_at,
            wants_reminders=not hand.excused,
            reminder_minutes=reminder_minutes(games[seat.game_id], player),
            reminded=frozenset(reminded[hand.id]),
            quiet=quiet_hours(player),
        )
        seats[seat.game_id].append(facts)
    return seats


def _gather_programs(session: Session, game_id: int | None) -> dict[int, datetime]:
    """Return when the programs in force were sent, by the id of their hand."""
    query = select(Program.hand_id, Program.at, Program.places).join(Hand).join(Round, col(Round.id) == Hand.round_id)
    in_force: dict[int, datetime] = {}
    for hand_id, at, places in session.exec(
        _programming(query, game_id).order_by(col(Program.at), col(Program.version))
    ):
        if places is None:
            in_force.pop(hand_id, None)
        else:
            in_force[hand_id] = at
    return in_force


def _gather_reminded(session: Session, game_id: int | None) -> dict[int, list[int]]:
    """Return the reminders that are done with for the present deadlines, by the id of their hand."""
    query = select(Reminder.hand_id, Reminder.minutes).join(Hand).join(Round, col(Round.id) == Hand.round_id)
    query = query.where(Reminder.deadline_number == Round.deadline_number)
    reminded: dict[int, list[int]] = defaultdict(list)
    for hand_id, minutes in session.exec(_programming(query, game_id)):
        reminded[hand_id].append(minutes)
    return reminded
