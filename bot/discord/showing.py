"""What everybody may ask of a game: the standings and the way to them, the rules."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.discord.answering import Asked, asker_of, promise, refusal, show, tell, words_for
from bot.discord.boardnow import send_board_now
from bot.discord.boardposts import standings_of
from bot.discord.choosing import open_shown
from bot.discord.hands import send_cards
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.views import plain_view
from bot.moderator.archive import public_state, public_states
from bot.moderator.desk import Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_rules
from bot.render.chart import Chart, Way
from bot.render.panel import shown_name
from bot.text.answers import Reply, reply, tell_rules, tell_standings_answer
from bot.text.climb import Climb, chart_heading, tell_climb_alt
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.standings import Standing

PICTURE = "standings.png"


@dataclass(frozen=True, slots=True)
class _Shown:
    text: Text
    picture: Picture | None = None


Teller = Callable[[Words, Desk], _Shown | Rejected]


def _tell_standings(words: Words, desk: Desk) -> _Shown | Rejected:
    state = public_state(desk)
    if state is None:
        return rejected(Reason.NOT_STARTED)
    told = standings_of(desk.game, desk.board, state)
    return _Shown(tell_standings_answer(words, desk.game.name, told), _chart(words, desk, told))


def _chart(words: Words, desk: Desk, told: tuple[Standing, ...]) -> Picture | None:
    """Return the picture of each robot's way so far; None before a round was published."""
    states = public_states(desk)
    if not states:
        return None
    board = desk.board
    farthest = 1 + max(board.steps_to_finish.values())

    def left(seat: int) -> tuple[int | None, ...]:
        """Return a robot's steps to go; where there is no way they are as few as still show that."""
        squares = [state.robots[seat].position for state in states]
        return tuple(None if square is None else min(board.squares_left(square), farthest) for square in squares)

    climbs = [Climb(each, left(each.number - 1)) for each in told]
    ways = tuple(
        Way(
            each.standing.number - 1,
            shown_name(each.standing.robot, each.standing.number - 1),
            each.left,
            each.standing.rank,
        )
        for each in climbs
    )
    heading, rounds = chart_heading(words, desk.game.name)
    return Picture(PICTURE, tell_climb_alt(words, climbs), Chart(heading, rounds, ways))


def _tell_rules(words: Words, desk: Desk) -> _Shown:
    return _Shown(tell_rules(words, load_rules(desk.game.rules)))


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

    def work(session: Session, now: datetime) -> _Shown:
        desk = open_shown(session, now, asker, game_id)
        words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
        if isinstance(desk, Rejected):
            return _Shown(refusal(words, desk))
        if what not in _TELLERS:
            return _Shown(reply(words, Reply.UNREADABLE_BUTTON))
        told = _TELLERS[what](words, desk)
        return _Shown(refusal(words, told)) if isinstance(told, Rejected) else told

    shown = await rally.do(work)
    files = [] if shown.picture is None else await rally.painter.files(shown.picture, asker.user_id)
    if shown.picture is None or not files:
        await tell(interaction, shown.text)
        return
    await show(interaction, plain_view(shown.text, [(shown.picture.name, shown.picture.alt)]), files)
