"""From the moderator's rows to what texts are made from."""

from collections.abc import Sequence

from sqlmodel import select

from bot.db.tables import Game, GameStatus, Hand, Message, MessageStatus, Round, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.dispatch import is_planned
from bot.moderator.hands import Panel
from bot.moderator.hearing import LARGE_SKEW, read_heard
from bot.moderator.orders import robots_without_program
from bot.moderator.rounds import publishes_at
from bot.moderator.stored import load_board, load_state
from bot.moderator.versions import Receipt
from bot.text.hands import HandPanel, InForce, Origin, Welcome
from bot.text.hostpanel import HostPanel, SeatStatus
from bot.text.places import Moment
from bot.text.posts import Entrant, Lobby, LobbyStage

_STAGES = {GameStatus.LOBBY: LobbyStage.OPEN, GameStatus.CANCELLED: LobbyStage.CANCELLED}


def hand_panel(game: Game, panel: Panel) -> HandPanel:
    """Return a hand as it is told."""
    return HandPanel(
        game=game.name,
        round=panel.number,
        rounds=game.rounds,
        robot=panel.robot,
        hand=panel.hand,
        deadline=None if game.status is GameStatus.PAUSED else Moment(panel.deadline, game.zone),
        in_force=None if panel.in_force is None else in_force(panel.in_force, game.zone),
        picked=panel.picked,
        is_open=panel.is_open,
    )


def in_force(receipt: Receipt, zone: str) -> InForce:
    """Return a program in force as it is told."""
    at = Moment(receipt.at, zone)
    return InForce(receipt.version, receipt.cards, at, receipt.code, Origin(receipt.source.value))


def lobby(game: Game, seats: Sequence[Seat]) -> Lobby:
    """Return a lobby as it is told."""
    board = load_board(game.board)
    return Lobby(
        game=game.name,
        board=board.name,
        rounds=game.rounds,
        deadline_at=game.deadline_at,
        zone=game.zone,
        places=len(board.starts),
        entrants=tuple(Entrant(seat.robot, seat.user_id, seat.start) for seat in seats),
        stage=_STAGES.get(game.status, LobbyStage.STARTED) if game.started_at is None else LobbyStage.STARTED,
    )


def welcome(game: Game, seat: Seat) -> Welcome:
    """Return the first message to a player as it is told."""
    return Welcome(game.name, seat.robot, game.deadline_at, game.zone)


def host_panel(desk: Desk) -> HostPanel:
    """Return how a game stands: who has a program and who was never reached, not the cards."""
    game, found = desk.game, desk.open_round()
    skew = read_heard(desk.session, desk.now).skew
    return HostPanel(
        game=game.name,
        status=game.status.value,
        round=None if found is None else found.number,
        rounds=game.rounds,
        round_status=None if found is None else found.status.value,
        deadline=_deadline(game, found),
        publishes=publishes(game, found),
        run=0 if found is None else found.id,
        seats=_seats(desk, found),
        waiting=sum(not is_planned(message, desk.now) for message in _messages(desk, MessageStatus.PENDING)),
        dead=len(_messages(desk, MessageStatus.DEAD)),
        stuck=game.stuck,
        skew_seconds=round(skew.total_seconds()) if abs(skew) > LARGE_SKEW else 0,
    )


def _deadline(game: Game, found: Round | None) -> Moment | None:
    is_programming = found is not None and found.status is RoundStatus.DEALT and game.status is GameStatus.RUNNING
    return Moment(found.deadline, game.zone) if found is not None and is_programming else None


def publishes(game: Game, found: Round | None) -> Moment | None:
    """Return when a result that waits for its hosts is published by itself."""
    at = publishes_at(game, found)
    return None if at is None else Moment(at, game.zone)


def _seats(desk: Desk, found: Round | None) -> tuple[SeatStatus, ...]:
    if found is None or found.status is not RoundStatus.DEALT:
        return ()
    missing, hands = set(robots_without_program(desk)), desk.hands(found)
    racing = load_state(found.state).racing()
    seats = [
        seat
        for seat in desk.seats()
        if seat.id in hands and seat.removed_at is None and (seat.number or 0) - 1 in racing
    ]
    return tuple(_seat_status(seat, hands[seat.id], has_program=seat.robot not in missing) for seat in seats)


def _seat_status(seat: Seat, hand: Hand, *, has_program: bool) -> SeatStatus:
    return SeatStatus(seat.robot, has_program=has_program, is_reached=hand.reached, is_excused=hand.excused)


def _messages(desk: Desk, status: MessageStatus) -> Sequence[Message]:
    query = select(Message).where(Message.game_id == desk.game.id, Message.status == status)
    return desk.session.exec(query).all()
