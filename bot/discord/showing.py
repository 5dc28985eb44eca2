"""What everybody may ask for: the standings, the rules."""

from collections.abc import Callable
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import RoundStatus
from bot.discord.answering import Asked, asker_of, promise, refusal, tell, words_for
from bot.discord.boardnow import send_board_now
from bot.discord.boardposts import standings_of
from bot.discord.hands import send_cards
from bot.discord.rally import Rally
from bot.moderator.desk import Desk, open_desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import state_after
from bot.moderator.stored import load_rules, load_state
from bot.text.answers import Reply, reply, tell_rules, tell_standings_answer
from bot.text.escaping import Text
from bot.text.languages import Words
from simulation.state import State

Teller = Callable[[Words, Desk], Text | Rejected]


def public_state(desk: Desk) -> State | None:
    """Return how the board was last shown to all: a result that waits for its hosts is not; None before the start."""
    found = desk.open_round()
    if found is not None:
        return load_state(found.state)
    last = desk.last_round()
    return state_after(desk, last) if last is not None and last.status is RoundStatus.PUBLISHED else None


def _tell_standings(words: Words, desk: Desk) -> Text | Rejected:
    state = public_state(desk)
    if state is None:
        return rejected(Reason.NOT_STARTED)
    return tell_standings_answer(words, desk.game.name, standings_of(desk.game, desk.board, state))


def _tell_rules(words: Words, desk: Desk) -> Text:
    return tell_rules(words, load_rules(desk.game.rules))


_TELLERS: dict[str, Teller] = {"standings": _tell_standings, "rules": _tell_rules}


async def show_of_game(rally: Rally, interaction: Asked, game_id: int, what: str) -> None:
    """Show something of a game, where it was asked of which: by a button."""
    await promise(interaction)
    await send_of_game(rally, interaction, game_id, what)


async def send_of_game(rally: Rally, interaction: Asked, game_id: int, what: str) -> None:
    """Show something of a game, after a promise: cards, board, standings or rules."""
    if what == "cards":
        await send_cards(rally, interaction, game_id)
        return
    if what == "board":
        await send_board_now(rally, interaction, game_id)
        return
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text:
        desk = open_desk(session, now, game_id)
        words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
        if isinstance(desk, Rejected):
            return refusal(words, desk)
        if what not in _TELLERS:
            return reply(words, Reply.UNREADABLE_BUTTON)
        told = _TELLERS[what](words, desk)
        return refusal(words, told) if isinstance(told, Rejected) else told

    await tell(interaction, await rally.do(work))
