"""The board of a race as it publicly stands, with the standings in words."""

from datetime import datetime

from sqlmodel import Session, col, select

from bot.db.tables import Round, RoundStatus
from bot.discord.answering import Asked, asker_of, refusal, tell, words_for
from bot.discord.boardpictures import empty_picture, standing_picture
from bot.discord.boardposts import Played, played, standings_of
from bot.discord.boards import show_picture
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.moderator.desk import Desk, open_desk
from bot.moderator.refusals import Rejected
from bot.moderator.stored import load_state
from bot.text.boards import BoardReply, board_reply, tell_board_now
from bot.text.escaping import Text
from bot.text.languages import Words
from simulation.state import State

_FILE = "board"


async def send_board_now(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show a race's board, after a promise: with the ways of the last published round, or empty before the start."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text | tuple[Text, Picture]:
        desk = open_desk(session, now, game_id)
        words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
        return refusal(words, desk) if isinstance(desk, Rejected) else _board_now(desk, words)

    found = await rally.do(work)
    if isinstance(found, Text):
        await tell(interaction, found)
    else:
        await show_picture(rally, interaction, *found)


def _board_now(desk: Desk, words: Words) -> tuple[Text, Picture]:
    last, state = _last_published(desk), _state(desk)
    if state is None:
        return board_reply(words, BoardReply.NOTHING_PUBLISHED), empty_picture(words, desk.board)
    told = tell_board_now(
        words, desk.game.name, 0 if last is None else last.number, standings_of(desk.game, desk.board, state)
    )
    return told, standing_picture(desk, words, _FILE, state, last)


def _state(desk: Desk) -> State | None:
    """Return how the board was last shown to all: a result that waits for its hosts is not; None before the start."""
    found = desk.open_round()
    if found is not None:
        return load_state(found.state)
    last = _last_published(desk)
    if last is not None:
        return last.after
    query = select(Round).where(Round.game_id == desk.game.id).order_by(col(Round.id))
    first = desk.session.exec(query).first()
    return None if first is None else load_state(first.state)


def _last_published(desk: Desk) -> Played | None:
    """Return the latest round whose result everybody has seen."""
    query = select(Round).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    found = desk.session.exec(query.order_by(col(Round.number).desc())).first()
    return None if found is None else played(desk, found)
