"""A game's channel: lost, and the game pauses; found again or changed, and what was missed is posted there."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from bot.db.tables import AuditEntry, Game, GameStatus, Message, MessageStatus, Round, RoundStatus
from bot.moderator.desk import OVER, Desk
from bot.moderator.games import game_in_channel, go_on, stop_clock
from bot.moderator.orders import Answer, Done, Order, open_host_desk
from bot.moderator.outbox import ON_RESULT, Kind, Letter, Notice, Report, post, post_again, report
from bot.moderator.refusals import Reason, Rejected, rejected

_BOARD = frozenset((Kind.RESULT, Kind.PICTURE))
_MISSED = frozenset((MessageStatus.PENDING, MessageStatus.DEAD))


def lose_channel(session: Session, now: datetime, game_id: int, channel_id: int, error: str) -> bool:
    """Pause a game whose channel is gone, or closed to the bot; say whether that is news, which its hosts are told.

    What could not be posted stays as it is in the database; hands are still sent. A channel that the game has left is
    no loss.
    """
    desk = Desk(session, now, session.get_one(Game, game_id))
    if desk.game.status is not GameStatus.RUNNING or desk.game.channel_id != channel_id:
        return False
    stop_clock(desk)
    entry = desk.audit(None, Notice.PAUSED.value, f"the channel cannot be reached: {error}")
    report(desk, Report.CHANNEL, f"g{game_id}-ch{entry.id}", error=error)
    return True


def move(session: Session, now: datetime, order: Order, guild_id: int, channel_id: int) -> Answer:
    """Play a game in another channel of its server from now on, or in its own again after that was out of reach.

    What was never posted is posted there; to another channel the lobby, the start and the latest board go as well.
    The game goes on if it was the bot that paused it.
    """
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    refusal = _check_place(desk, guild_id, channel_id)
    if refusal is not None:
        return refusal
    game, was_lost = desk.game, _is_lost(desk)
    is_elsewhere, rows = game.channel_id != channel_id, _channel_rows(desk)
    facts = {"channel": channel_id, **(go_on(desk) if was_lost else {})}
    entry = desk.audit(order.user_id, Notice.MOVED.value, order.reason, **facts)
    told = {"notice": Notice.MOVED, "reason": order.reason, "by": order.user_id, **facts}
    if is_elsewhere and not was_lost:
        post(desk, Letter(Kind.NOTICE, f"g{game.id}-mv{entry.id}", told))
    game.channel_id = channel_id
    game.running_channel_id = None if game.running_channel_id is None else channel_id
    for message in _to_post(desk, rows, is_elsewhere=is_elsewhere):
        post_again(desk, message, entry.id)
    post(desk, Letter(Kind.NOTICE, f"g{game.id}-n{entry.id}", told))
    return Done(facts)


def _check_place(desk: Desk, guild_id: int, channel_id: int) -> Rejected | None:
    game = desk.game
    if game.guild_id != guild_id:
        return rejected(Reason.OTHER_SERVER)
    has_missed = missed_something(desk.session, game)
    if game.status in OVER and not has_missed:
        return rejected(Reason.GAME_OVER, status=game.status.value)
    if channel_id == game.channel_id and not has_missed and not _is_lost(desk):
        return rejected(Reason.SAME_CHANNEL)
    busy = game_in_channel(desk.session, channel_id)
    if busy is not None and busy.id != game.id and game.started_at is not None:
        return rejected(Reason.CHANNEL_BUSY, other=busy.name)
    return None


def missed_something(session: Session, game: Game) -> bool:
    """Whether something could never be posted in a game's channel."""
    query = select(Message.id).where(Message.game_id == game.id, Message.channel_id == game.channel_id)
    query = query.where(Message.status == MessageStatus.DEAD, Message.kind != Kind.EDIT)
    return session.exec(query).first() is not None


def _is_lost(desk: Desk) -> bool:
    """Whether it was the bot that paused the game."""
    if desk.game.status is not GameStatus.PAUSED:
        return False
    query = select(AuditEntry).where(AuditEntry.game_id == desk.game.id, AuditEntry.action == Notice.PAUSED.value)
    last = desk.session.exec(query.order_by(col(AuditEntry.id).desc())).first()
    return last is not None and last.user_id is None


def _channel_rows(desk: Desk) -> Sequence[Message]:
    """Return the messages to the game's channel, but for edits, in their order."""
    query = select(Message).where(Message.game_id == desk.game.id, Message.channel_id == desk.game.channel_id)
    return desk.session.exec(query.where(Message.kind != Kind.EDIT).order_by(col(Message.id))).all()


def _to_post(desk: Desk, rows: Sequence[Message], *, is_elsewhere: bool) -> Iterator[Message]:
    """Yield what never came, and elsewhere what a channel begins with; posts of withdrawn rounds stay away."""
    runs = desk.session.exec(select(Round).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED))
    published = {found.id: found.number for found in runs}
    latest = max(published, key=published.__getitem__, default=None)
    boards: set[int | None] = set()
    """Rounds whose result will stand in the channel."""
    for message in rows:
        kind, is_sent = Kind(message.kind), message.status is MessageStatus.SENT
        if message.round_id is not None and message.round_id not in published:
            continue
        begins = kind in {Kind.LOBBY, Kind.START} or (kind in _BOARD and message.round_id == latest)
        if kind in ON_RESULT:
            is_wanted = message.round_id in boards and (is_elsewhere or not is_sent)
        else:
            is_wanted = message.status in _MISSED or (is_sent and is_elsewhere and begins)
        if kind is Kind.RESULT and (is_wanted or not is_elsewhere):
            boards.add(message.round_id)
        if is_wanted:
            yield message
