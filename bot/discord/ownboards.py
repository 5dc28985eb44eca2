"""Uploaded boards: checked for whoever drew them, added to a server's own, and taken from those."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

import discord
from sqlmodel import Session

from bot.discord.albums import Part, show_album
from bot.discord.answering import NOBODY, Asked, asker_of, refusal, tell, words_for
from bot.discord.boardpictures import empty_picture
from bot.discord.boards import shelf_of
from bot.discord.people import Maker, maker_of, may_create
from bot.discord.rally import Rally
from bot.discord.uploads import UploadError, UploadTooLargeError, fetch
from bot.moderator import boards
from bot.moderator.boards import Offer
from bot.moderator.refusals import Rejected
from bot.text.answers import Reply, reply
from bot.text.boardfaults import Fault, find_fault, tell_fault
from bot.text.boards import BoardReply, board_reply, tell_added, tell_checked
from bot.text.escaping import Text
from bot.text.languages import Words
from simulation.board import Board
from simulation.boardfile import BoardError, parse_board

LARGEST_FILE = 64 * 1024
"""Bytes: a board file has half as many characters."""
_FILE = "board.toml"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Read:
    """A board that was uploaded."""

    board: Board
    text: str
    """As it is kept."""


async def check(rally: Rally, interaction: Asked, file: discord.Attachment) -> None:
    """Say what is wrong in a board file, or show its board and what is odd about it, after a promise."""
    asker = asker_of(interaction)
    words = await rally.do(lambda session, _: words_for(session, asker))
    found = await _upload(words, file, None)
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    part = Part(tell_checked(words, found.board), (empty_picture(words, found.board),))
    await show_album(rally, interaction, [part])


async def add(rally: Rally, interaction: Asked, file: discord.Attachment, title: str | None) -> None:
    """Add an uploaded board to the server's own, with its own title or another one, after a promise."""
    maker = maker_of(interaction)
    asker, shelf = maker.asker, shelf_of(rally, maker.asker)

    def allow(session: Session, _: datetime) -> tuple[Words, Text | None]:
        words = words_for(session, asker)
        problem = _why_not(session, words, maker)
        why = boards.why_not_add(session, shelf, title) if problem is None else None
        return words, problem if why is None else refusal(words, why)

    words, problem = await rally.do(allow)
    found = problem or await _upload(words, file, title)
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    text = found.text
    added = await rally.do(lambda session, now: boards.add(session, now, shelf, text, asker.user_id))
    if isinstance(added, Rejected):
        await tell(interaction, refusal(words, added))
        return
    part = Part(tell_added(words, found.board), (empty_picture(words, found.board),))
    await show_album(rally, interaction, [part])


async def remove(rally: Rally, interaction: Asked, wanted: str) -> None:
    """Take a board from the server's own, and give its file back, after a promise."""
    maker = maker_of(interaction)
    asker, shelf = maker.asker, shelf_of(rally, maker.asker)

    def work(session: Session, _: datetime) -> tuple[Text, Offer | None]:
        words = words_for(session, asker)
        problem = _why_not(session, words, maker)
        if problem is not None:
            return problem, None
        removed = boards.remove(session, shelf, wanted)
        if isinstance(removed, Rejected):
            return refusal(words, removed), None
        return board_reply(words, BoardReply.REMOVED, title=removed.title), removed

    told, removed = await rally.do(work)
    if removed is None:
        await tell(interaction, told)
        return
    file = discord.File(BytesIO(removed.text.encode()), _FILE)
    await interaction.followup.send(told, file=file, ephemeral=True, allowed_mentions=NOBODY, suppress_embeds=True)


def _why_not(session: Session, words: Words, maker: Maker) -> Text | None:
    """Return why somebody cannot change the boards of a server: it is for those who may make games."""
    if maker.asker.guild_id is None:
        return reply(words, Reply.ONLY_IN_SERVERS)
    return None if may_create(session, maker) else board_reply(words, BoardReply.MAY_NOT)


async def _upload(words: Words, file: discord.Attachment, title: str | None) -> _Read | Text:
    """Return an uploaded board, or what is wrong with it; it is read on a thread, for that may take a moment."""
    try:
        content = await fetch(file.url, file.size, LARGEST_FILE)
    except UploadTooLargeError as error:
        return board_reply(words, BoardReply.LARGE_FILE, found=error.found, most=LARGEST_FILE)
    except UploadError as error:
        _LOG.warning("an uploaded file cannot be fetched: %s", error)
        return board_reply(words, BoardReply.NO_FILE)
    found = await asyncio.to_thread(_read, content, title)
    return tell_fault(words, found) if isinstance(found, Fault) else found


def _read(content: bytes, title: str | None) -> _Read | Fault:
    """Return the board of a file, with another title if one is given, or what is wrong."""
    try:
        text = boards.canonical(parse_board(content), title)
        return _Read(parse_board(text), text)
    except BoardError as error:
        return find_fault(error, content)
