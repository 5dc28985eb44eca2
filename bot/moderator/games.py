"""Games from their creation to their end: lobby, seats, start, pause, resume, cancel."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Host, Message, RoundStatus, Seat
from bot.moderator.desk import OVER, Desk, open_desk
from bot.moderator.edits import show_anew, show_hands_anew
from bot.moderator.orders import Answer, Done, Order, going, notify, open_host_desk, unconfirmed
from bot.moderator.outbox import Kind, Letter, Notice, post, withdraw_pending
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import deal_round, end, set_deadline
from bot.moderator.settings import LONGEST_ROBOT_NAME, Settings, check_name, check_settings, looks
from bot.moderator.stored import store_rules
from simulation.geometry import format_square, parse_square
from simulation.race import draw_starts
from simulation.record import digest
from simulation.state import new_game

MISTAKEN_PAUSE = timedelta(minutes=10)
"""A pause that is taken back so soon does not move a deadline that is still to come."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played, and who makes it."""

    guild_id: int
    channel_id: int
    host_id: int


@dataclass(frozen=True, slots=True)
class Supplies:
    """What a game is made from."""

    boards: Mapping[str, str]
    """The texts of board files by name."""
    seed: str
    """All chance of the game: secret until it is over."""


def create(session: Session, now: datetime, place: Place, settings: Settings, supplies: Supplies) -> Game | Rejected:
    """Make a game with an open lobby."""
    refusal = check_settings(settings, supplies.boards)
    if refusal is not None:
        return refusal
    game = Game(
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        name=settings.name,
        board_name=settings.board,
        board=supplies.boards[settings.board],
        rounds=settings.rounds,
        deadline_at=settings.deadline_at,
        zone=settings.zone,
        language=settings.language,
        points=list(settings.points),
        rules=store_rules(settings.rules),
        publish_mode=settings.publish_mode,
        review_minutes=settings.review_minutes,
        min_programming_hours=settings.min_programming_hours,
        moves_for_silence=settings.moves_for_silence,
        reminder_minutes=list(settings.reminder_minutes),
        protest_minutes=settings.protest_minutes,
        seed=supplies.seed,
        created_at=now,
    )
    session.add(game)
    session.flush()
    session.add(Host(game_id=game.id, user_id=place.host_id))
    desk = Desk(session, now, game)
    desk.audit(place.host_id, "create", "", seed_sha256=digest(supplies.seed))
    post(desk, Letter(Kind.LOBBY, f"g{game.id}-lobby"))
    session.flush()
    return game


def join(session: Session, now: datetime, game_id: int, user_id: int, robot: str) -> Seat | Rejected:
    """Take a seat in a lobby for a robot of that name."""
    desk = _open_lobby(session, now, game_id)
    if isinstance(desk, Rejected):
        return desk
    refusal = check_name(robot, LONGEST_ROBOT_NAME)
    if refusal is not None:
        return refusal
    seats = desk.seats()
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    if own is not None:
        return rejected(Reason.JOINED_ALREADY, robot=own.robot)
    taken = next((seat for seat in seats if looks(seat.robot) == looks(robot)), None)
    if taken is not None:
        return rejected(Reason.NAME_TAKEN, robot=taken.robot)
    most = len(desk.board.starts)
    if len(seats) >= most:
        return rejected(Reason.FULL, most=most)
    seat = Seat(game_id=game_id, robot=robot, user_id=user_id, joined_at=now)
    session.add(seat)
    session.flush()
    show_lobby_anew(desk)
    return seat


def leave_lobby(session: Session, now: datetime, game_id: int, user_id: int) -> Seat | Rejected:
    """Give a seat in a lobby back. In a game that has started, `seats.leave` takes the robot off the board."""
    desk = _open_lobby(session, now, game_id)
    if isinstance(desk, Rejected):
        return desk
    seat = desk.seat_of(user_id)
    if seat is None:
        return rejected(Reason.NOT_A_PLAYER)
    session.delete(seat)
    session.flush()
    show_lobby_anew(desk)
    return seat


def give_start(session: Session, now: datetime, order: Order, robot: str, square: str) -> Answer:
    """Give a robot its start square; who has none at the start draws one of those that are left."""
    desk = _check_lobby(open_host_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    seats = desk.seats()
    seat = next((seat for seat in seats if seat.robot == robot), None)
    if seat is None:
        return rejected(Reason.UNKNOWN_ROBOT, found=robot[:LONGEST_ROBOT_NAME])
    given = {other.start for other in seats if other is not seat}
    free = [name for name in map(format_square, desk.board.starts) if name not in given]
    if square not in free:
        return rejected(Reason.WRONG_START, found=square[:LONGEST_ROBOT_NAME], expected=", ".join(free))
    seat.start = square
    desk.audit(order.user_id, "start square", order.reason, robot=robot, square=square)
    show_lobby_anew(desk)
    return Done()


def start(session: Session, now: datetime, order: Order) -> Answer:
    """Start a game: robots get their numbers in the order of joining, and the first hands go out."""
    desk = _check_lobby(open_host_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    game, seats = desk.game, desk.seats()
    if not seats:
        return rejected(Reason.EMPTY)
    busy = game_in_channel(session, desk.game.channel_id)
    if busy is not None:
        return rejected(Reason.CHANNEL_BUSY, other=busy.name)
    given = [None if seat.start is None else parse_square(seat.start) for seat in seats]
    starts = draw_starts(desk.board, game.seed, given)
    for number, (seat, square) in enumerate(zip(seats, starts, strict=True), start=1):
        seat.number, seat.start = number, format_square(square)
    game.status, game.started_at, game.running_channel_id = GameStatus.RUNNING, now, game.channel_id
    desk.audit(order.user_id, "start", order.reason)
    show_lobby_anew(desk)
    post(desk, Letter(Kind.START, f"g{game.id}-start"))
    deal_round(desk, 1, new_game(tuple((seat.robot, square) for seat, square in zip(seats, starts, strict=True))))
    return Done()


def pause(session: Session, now: datetime, order: Order) -> Answer:
    """Stop a game's clock: no deadline, no reminder; hands stay with their players, and so do programs."""
    desk = going(open_host_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    if desk.game.status is not GameStatus.RUNNING:
        return rejected(Reason.NOT_RUNNING, status=desk.game.status.value)
    stop_clock(desk)
    notify(desk, order, Notice.PAUSED)
    return Done()


def stop_clock(desk: Desk) -> None:
    """Pause a running game."""
    desk.game.status, desk.game.paused_at = GameStatus.PAUSED, desk.now
    found = desk.open_round()
    if found is not None:
        withdraw_pending(desk.session, found, (Kind.REMINDER,))
        show_hands_anew(desk, found)


def resume(session: Session, now: datetime, order: Order) -> Answer:
    """Let a paused game go on; the open round gets the first deadline that leaves enough hours to program."""
    desk = going(open_host_desk(session, now, order))
    if isinstance(desk, Rejected):
        return desk
    if desk.game.status is not GameStatus.PAUSED:
        return rejected(Reason.NOT_PAUSED, status=desk.game.status.value)
    facts = go_on(desk)
    notify(desk, order, Notice.RESUMED, **facts)
    return Done(facts)


def go_on(desk: Desk) -> dict[str, str]:
    """Let the clock of a paused game run again; return the deadline of its open round, if there is one."""
    game, found = desk.game, desk.open_round()
    assert game.paused_at is not None, "a paused game has been paused at some time"
    is_mistake = desk.now - game.paused_at <= MISTAKEN_PAUSE and found is not None and found.deadline > desk.now
    if found is not None and found.status is RoundStatus.DEALT and not is_mistake:
        set_deadline(desk, found, max(found.deadline, desk.deadlines.next_after(desk.now)))
    game.status, game.paused_at = GameStatus.RUNNING, None
    if found is not None:
        show_hands_anew(desk, found)
    return {} if found is None else {"deadline": found.deadline.isoformat()}


def cancel(session: Session, now: datetime, order: Order) -> Answer:
    """End a game for good."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    if desk.game.status in OVER:
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    question = unconfirmed(desk, order, "cancel")
    if question is not None:
        return question
    notify(desk, order, Notice.CANCELLED)
    end(desk, GameStatus.CANCELLED)
    show_lobby_anew(desk)
    return Done()


def _open_lobby(session: Session, now: datetime, game_id: int) -> Desk | Rejected:
    return _check_lobby(open_desk(session, now, game_id))


def _check_lobby(desk: Desk | Rejected) -> Desk | Rejected:
    if isinstance(desk, Rejected) or desk.game.status is GameStatus.LOBBY:
        return desk
    if desk.game.status in OVER:
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    return rejected(Reason.NOT_IN_LOBBY)


def game_in_channel(session: Session, channel_id: int) -> Game | None:
    """Return the game that is being played in a channel."""
    return session.exec(select(Game).where(Game.running_channel_id == channel_id)).first()


def show_lobby_anew(desk: Desk) -> None:
    """Have the lobby's post show what has changed."""
    query = select(Message).where(Message.game_id == desk.game.id, Message.kind == Kind.LOBBY)
    for message in desk.session.exec(query.order_by(col(Message.id))):
        show_anew(desk.session, desk.now, message)
