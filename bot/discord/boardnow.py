"""The board of a race as it publicly stands, with the standings in words."""

from collections.abc import Sequence

from bot.discord.albums import Part
from bot.discord.boardpictures import empty_picture, standing_picture
from bot.discord.boardposts import played, standings_of
from bot.moderator.archive import last_published, public_state
from bot.moderator.desk import Desk
from bot.text.boards import BoardReply, board_reply, tell_board_now
from bot.text.languages import Words

_FILE = "board"


def read_board_now(desk: Desk, words: Words) -> Sequence[Part]:
    """Return a race's board: with the ways of the last published round, or empty before the start."""
    state, found = public_state(desk), last_published(desk)
    if state is None:
        return [Part(board_reply(words, BoardReply.NOTHING_PUBLISHED), (empty_picture(words, desk.board),))]
    last = None if found is None else played(desk, found)
    told = tell_board_now(
        words, desk.game.name, 0 if last is None else last.number, standings_of(desk.game, desk.board, state)
    )
    return [Part(told, (standing_picture(desk, words, _FILE, state, last),))]
