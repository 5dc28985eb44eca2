"""What everybody may look at of a game: those of its server, its players and its hosts."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlmodel import Session

from bot.discord.albums import Part, show_album
from bot.discord.answering import Asked, Asker, asker_of, refusal, words_for
from bot.discord.rally import Rally
from bot.moderator.desk import Desk, open_desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.text.escaping import Text
from bot.text.languages import Words

Read = Callable[[Desk, Words], Sequence[Part] | Text | Rejected]
"""Reads what is shown, or why there is nothing."""


async def show_public(rally: Rally, interaction: Asked, game_id: int, read: Read) -> None:
    """Show what is read of a game, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Sequence[Part] | Text:
        desk = open_shown(session, now, asker, game_id)
        words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
        found = desk if isinstance(desk, Rejected) else read(desk, words)
        return refusal(words, found) if isinstance(found, Rejected) else found

    await show_album(rally, interaction, await rally.do(work))


def open_shown(session: Session, now: datetime, asker: Asker, game_id: int) -> Desk | Rejected:
    """Return the desk of a game of which something public is to be shown."""
    desk = open_desk(session, now, game_id)
    if isinstance(desk, Rejected) or desk.game.guild_id == asker.guild_id:
        return desk
    is_in_it = desk.seat_of(asker.user_id) is not None or desk.is_host(asker.user_id)
    return desk if is_in_it else rejected(Reason.OTHER_SERVER)
