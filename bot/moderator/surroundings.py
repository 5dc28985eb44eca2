"""What hosts are told of the bot's surroundings, once each: rights that it lacks, a clock that is wrong."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Message
from bot.moderator.desk import OVER, Desk
from bot.moderator.outbox import Kind, Report, report


def open_games(session: Session) -> Sequence[Game]:
    """Return the games that are not over."""
    return session.exec(select(Game).where(col(Game.status).not_in(OVER)).order_by(col(Game.id))).all()


def report_permissions(session: Session, now: datetime, game_id: int, missing: Sequence[str]) -> bool:
    """Tell a game's hosts what the bot may not do in its channel; say whether that is news.

    The same lack is told once; when nothing is missing any more, the next lack is news again.
    """
    desk = Desk(session, now, session.get_one(Game, game_id))
    told = " ".join(missing)
    last = _last(desk, Report.PERMISSIONS)
    if told == ("" if last is None else last.facts["permissions"]):
        return False
    if not missing:
        return False
    entry = desk.audit(None, "permissions", told)
    channel = desk.game.channel_id
    report(desk, Report.PERMISSIONS, f"g{game_id}-pm{entry.id}", permissions=told, channel=channel)
    return True


def report_clock(session: Session, now: datetime, skew: timedelta, told: Collection[int] = ()) -> list[int]:
    """Tell the hosts of running games that the machine's clock is wrong, once each; return the ids of these games.

    `told` are games whose hosts are known to have been told.
    """
    seconds = round(abs(skew).total_seconds())
    running = select(Game).where(Game.status == GameStatus.RUNNING, col(Game.id).not_in(told)).order_by(col(Game.id))
    games = session.exec(running).all()
    for game in games:
        desk = Desk(session, now, game)
        if _last(desk, Report.CLOCK) is None:
            entry = desk.audit(None, "clock", f"{seconds} s off Discord's")
            report(desk, Report.CLOCK, f"g{game.id}-ck{entry.id}", seconds=seconds)
    return [game.id for game in games]


def _last(desk: Desk, what: Report) -> Message | None:
    query = select(Message).where(Message.game_id == desk.game.id, Message.kind == Kind.REPORT)
    reports = desk.session.exec(query.order_by(col(Message.id).desc()))
    return next((message for message in reports if message.facts["report"] == what), None)
