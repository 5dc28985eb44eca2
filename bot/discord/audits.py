"""The audit as it is told: what an order has done, and the log of a race."""

from collections.abc import Sequence

from sqlmodel import col, func, select

from bot.db.tables import AuditEntry
from bot.discord.news import news_of
from bot.moderator.desk import Desk
from bot.moderator.outbox import Notice
from bot.text.auditlog import Logged, tell_done
from bot.text.escaping import Text, join
from bot.text.languages import Words
from bot.text.notices import tell_notice
from bot.text.places import Moment

_MOST = 30
"""Entries that are read for one page."""


def last_entry(desk: Desk) -> int:
    """Return the number of the latest entry of a game; 0 if there is none."""
    return desk.session.exec(select(func.max(AuditEntry.id)).where(AuditEntry.game_id == desk.game.id)).one() or 0


def tell_since(desk: Desk, words: Words, entry: int) -> Text:
    """Return what was done after an entry, in order."""
    query = select(AuditEntry).where(AuditEntry.game_id == desk.game.id, col(AuditEntry.id) > entry)
    return join("\n", [_tell(desk, words, each) for each in desk.session.exec(query.order_by(col(AuditEntry.id)))])


def logged_before(desk: Desk, words: Words, entry: int | None) -> Sequence[Logged]:
    """Return what was done before an entry (None: all of it), the latest first: a page's worth and more."""
    query = select(AuditEntry).where(AuditEntry.game_id == desk.game.id)
    if entry is not None:
        query = query.where(col(AuditEntry.id) < entry)
    found = desk.session.exec(query.order_by(col(AuditEntry.id).desc()).limit(_MOST)).all()
    zone = desk.game.zone
    return [
        Logged(each.id, Moment(each.at, zone), each.user_id, each.round_number, _tell(desk, words, each), each.reason)
        for each in found
    ]


def _tell(desk: Desk, words: Words, entry: AuditEntry) -> Text:
    facts = {"round": entry.round_number, **entry.facts}
    if entry.action in set(Notice):
        return tell_notice(words, news_of(desk, {"notice": entry.action, **facts}))
    return tell_done(words, entry.action, facts)
