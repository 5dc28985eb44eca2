"""The board of a race as it publicly stands, with the standings in words."""

from datetime import datetime

from sqlmodel import Session

from bot.discord.answering import Asked, asker_of, refusal, tell, words_for
from bot.discord.boardpictures import empty_picture, standing_picture
from bot.discord.boardposts import played, standings_of
from bot.discord.boards import show_picture
from bot.discord.choosing import open_shown
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.moderator.archive import last_published, public_state
from bot.moderator.desk import Desk
from bot.moderator.refusals import Rejected
from bot.text.boards import BoardReply, board_reply, tell_board_now
from bot.text.escaping import Text
from bot.text.languages import Words

_FILE = "board"


async def send_board_now(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show a race's board, after a promise: with the ways of the last published round, or empty before the start."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text | tuple[Text, Picture]:
        desk = open_shown(session, now, asker, game_id)
        words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
        return refusal(words, desk) if isinstance(desk, Rejected) else _board_now(desk, words)

    found = await rally.do(work)
    if isinstance(found, Text):
        await tell(interaction, found)
    else:
        await show_picture(rally, interaction, *found)


def _board_now(desk: Desk, words: Words) -> tuple[Text, Picture]:
    state, found = public_state(desk), last_published(desk)
    if state is None:
        return board_reply(words, BoardReply.NOTHING_PUBLISHED), empty_picture(words, desk.board)
    last = None if found is None else played(desk, found)
    told = tell_board_now(
        words, desk.game.name, 0 if last is None else last.number, standings_of(desk.game, desk.board, state)
    )
    return told, standing_picture(desk, words, _FILE, state, last)
