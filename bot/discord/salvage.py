"""Programs that were typed while nobody heard: read from the history of direct messages, before a round is locked."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import discord
from sqlmodel import Session, select

from bot.db.tables import Seat
from bot.discord.answering import NOBODY
from bot.discord.directs import Directs
from bot.discord.failures import PERMANENT, code_of
from bot.discord.finding import walk
from bot.discord.letters import read_unheard
from bot.discord.rally import Rally
from bot.discord.views import choice_view
from bot.discord.worker import Turn
from bot.moderator.duties import MessagesToRead
from bot.moderator.intime import Letters
from bot.moderator.programs import note_read

MOST_MESSAGES = 100
"""Of a person's latest messages so many are read."""


async def read_messages(rally: Rally, directs: Directs, wanted: MessagesToRead) -> None:
    """Take what players of a round wrote, by its own time, and note that it was read; errors are Discord's."""
    for seat in wanted.seats:
        began = rally.clock.now()
        user_id = await rally.do_later(
            lambda session, _, seat=seat: _whose(session, wanted, seat),  # type: ignore[misc] # of the loop
            Turn.GAME,
        )
        messages = await _latest(directs, user_id)
        shown = {getattr(part, "custom_id", None) for each in messages for part in walk(each.components)}
        for said in _said_by(user_id, messages):
            letters = Letters(wanted.game_id, user_id, said.id, said.edited_at, is_salvaged=True)
            read = await rally.change(partial(read_unheard, letters=letters, text=said.content))
            if read is not None and read.told is not None and not shown & {button for _, button in read.choices}:
                view = choice_view(read.words, read.told, read.choices)
                await said.channel.send(view=view, allowed_mentions=NOBODY)
        await rally.do_later(partial(_note, began=began, round_id=wanted.round_id, seat=seat), Turn.GAME)


async def _latest(directs: Directs, user_id: int) -> list[discord.Message]:
    """Return the latest messages of a person and to them; none where they cannot be read."""

    async def read(channel: discord.PartialMessageable) -> list[discord.Message]:
        return [each async for each in channel.history(limit=MOST_MESSAGES)]

    try:
        return await directs.reach(user_id, read)
    except discord.HTTPException as error:
        if code_of(error) in PERMANENT:
            return []  # nobody can have written there
        raise


def _said_by(user_id: int, messages: Sequence[discord.Message]) -> list[discord.Message]:
    """Return a person's messages, in the order of their own times."""
    found = [each for each in messages if each.author.id == user_id]
    return sorted(found, key=lambda each: each.edited_at or each.created_at)


def _whose(session: Session, wanted: MessagesToRead, seat: int) -> int:
    """Return who plays a seat."""
    query = select(Seat).where(Seat.game_id == wanted.game_id, Seat.number == seat)
    return session.exec(query).one().user_id


def _note(session: Session, _: datetime, began: datetime, round_id: int, seat: int) -> None:
    note_read(session, began, round_id, seat)
