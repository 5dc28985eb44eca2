"""Programs that were typed while nobody heard: read from the history of direct messages, before a round is locked."""

from datetime import datetime
from functools import partial

import discord
from sqlmodel import Session, col, select

from bot.db.tables import Round, RoundStatus, Seat
from bot.discord.directs import Directs
from bot.discord.failures import PERMANENT, code_of
from bot.discord.letters import take_text
from bot.discord.rally import Rally
from bot.discord.worker import Turn
from bot.moderator.duties import MessagesToRead
from bot.moderator.programs import Letters, note_read

MOST_MESSAGES = 100
"""Of a person's latest messages so many are read."""


async def read_messages(rally: Rally, directs: Directs, wanted: MessagesToRead) -> None:
    """Take what players of a round wrote, by its own time, and note that it was read; errors are Discord's."""
    for seat in wanted.seats:
        began = rally.clock.now()
        user_id, is_alone = await rally.do_later(
            lambda session, now, seat=seat: _whose(session, now, wanted, seat),  # type: ignore[misc] # of the loop
            Turn.GAME,
        )
        for said in await _said_by(directs, user_id):
            if is_alone:
                letters = Letters(wanted.game_id, user_id, said.id, said.edited_at, is_salvaged=True)
                await rally.change(partial(take_text, letters=letters, text=said.content))
        await rally.do_later(partial(_note, began=began, round_id=wanted.round_id, seat=seat), Turn.GAME)


async def _said_by(directs: Directs, user_id: int) -> list[discord.Message]:
    """Return a person's latest messages, in the order of their own times; none where they cannot be read."""
    try:
        channel = await directs.channel_with(user_id)
        found = [each async for each in channel.history(limit=MOST_MESSAGES) if each.author.id == user_id]
    except discord.HTTPException as error:
        if code_of(error) in PERMANENT:
            return []  # nobody can have written there
        raise
    return sorted(found, key=lambda each: each.edited_at or each.created_at)


def _whose(session: Session, _: datetime, wanted: MessagesToRead, seat: int) -> tuple[int, bool]:
    """Return who plays a seat, and whether that is the person's only open hand: a text says no game."""
    query = select(Seat).where(Seat.game_id == wanted.game_id, Seat.number == seat)
    user_id = session.exec(query).one().user_id
    others = select(Seat).join(Round, col(Round.game_id) == Seat.game_id).where(Seat.user_id == user_id)
    others = others.where(Round.status == RoundStatus.DEALT, Round.id != wanted.round_id)
    is_alone = session.exec(others).first() is None
    return user_id, is_alone


def _note(session: Session, _: datetime, began: datetime, round_id: int, seat: int) -> None:
    note_read(session, began, round_id, seat)
