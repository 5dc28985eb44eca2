"""A row of the outbox that was begun, with all that delivery needs to know of it."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game, Message, Round
from bot.discord import boardposts
from bot.discord.news import words_for
from bot.discord.reading import Reading, read_message
from bot.moderator.desk import Desk
from bot.moderator.outbox import ON_RESULT, Kind
from bot.text.posts import tell_thread


@dataclass(frozen=True, slots=True)
class Errand:
    """A row that was begun, and all that delivery needs to know of it."""

    id: int
    kind: Kind
    key: str
    attempts: int
    created_at: datetime
    game_id: int
    channel_id: int | None
    user_id: int | None
    edits: int | None = None
    """Discord's id of the message that it edits."""
    on_message: int | None = None
    """Discord's id of the result on which it hangs."""
    unpins: int | None = None
    """Discord's id of the result that was pinned before."""
    thread_name: str = ""
    reading: Reading | None = None
    problem: str | None = field(default=None)
    """Why it could not be read."""


def read_errand(session: Session, now: datetime, message: Message) -> Errand:
    """Return what a row that was begun asks for; what it says is read with it, or why that failed."""
    desk = Desk(session, now, session.get_one(Game, message.game_id))
    original = message if message.edits_id is None else session.get_one(Message, message.edits_id)
    kind = Kind(message.kind)
    result = boardposts.result_row(desk, message.round_id or 0) if kind in ON_RESULT else None
    before = boardposts.pinned_before(desk, message) if kind is Kind.PIN else None
    thread_name = ""
    if kind is Kind.THREAD:
        found = session.get_one(Round, message.round_id)
        thread_name = tell_thread(words_for(desk, None), found.number)
    return Errand(
        id=message.id,
        kind=kind,
        key=message.key,
        attempts=message.attempts,
        created_at=message.created_at,
        game_id=message.game_id,
        channel_id=message.channel_id,
        user_id=message.user_id,
        edits=original.message_id if kind is Kind.EDIT else None,
        on_message=None if result is None else result.message_id,
        unpins=None if before is None else before.message_id,
        thread_name=thread_name,
        reading=None if kind in {Kind.PIN, Kind.THREAD} else read_message(desk, original),
    )
