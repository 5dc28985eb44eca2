"""Show my path: what a player's program would do alone on the board, shown to that player only."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game, Round, RoundStatus
from bot.discord.answering import Asked, Asker, asker_of, promise, refusal, show, tell, words_for
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.views import plain_view
from bot.moderator import programs
from bot.moderator.programs import Panel
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_board, load_rules, load_state
from bot.render.path import Leg, PathShown
from bot.render.trails import trails
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.path import PathSeen, path_heading, path_legs, tell_path, tell_path_alt
from simulation.cards import Card
from simulation.foresight import foresee

PICTURE = "path.png"


@dataclass(frozen=True, slots=True)
class _Path:
    told: Text
    picture: Picture


async def show_path(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Show where the draft leads, else the program in force; the hand is not touched."""
    await promise(interaction)
    asker = asker_of(interaction)
    found = await rally.do(lambda session, now: _read(session, now, asker, round_id))
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    files = await rally.painter.files(found.picture, asker.user_id)
    shown = [(found.picture.name, found.picture.alt)] if files else []
    await show(interaction, plain_view(found.told, shown), files)


def _read(session: Session, now: datetime, asker: Asker, round_id: int) -> _Path | Text:
    found = session.get(Round, round_id)
    game = None if found is None else session.get(Game, found.game_id)
    words = words_for(session, asker, game)
    if found is None or game is None:
        return refusal(words, rejected(Reason.UNKNOWN_ROUND))
    panel = programs.open_hand(session, now, game.id, asker.user_id)
    if isinstance(panel, Rejected):
        return refusal(words, panel)
    if found.status is RoundStatus.WITHDRAWN:
        return refusal(words, rejected(Reason.WITHDRAWN, number=found.number))
    if panel.round_id != round_id:
        return refusal(words, rejected(Reason.OLD_ROUND, number=found.number, current=panel.number))
    cards = _cards(panel)
    return _path(words, game, found, panel, cards) if cards else reply(words, Reply.NO_PATH)


def _cards(panel: Panel) -> tuple[Card, ...]:
    """Return the draft, else what is in force."""
    if panel.picked:
        return tuple(panel.hand[place - 1] for place in panel.picked)
    return () if panel.in_force is None else panel.in_force.cards


def _path(words: Words, game: Game, found: Round, panel: Panel, cards: tuple[Card, ...]) -> _Path:
    board, seat = load_board(game.board), panel.seat - 1
    robot = load_state(found.state).robots[seat]
    foreseen = foresee(board, robot, cards, load_rules(found.rules))
    seen = PathSeen(panel.robot, found.number, foreseen, is_draft=bool(panel.picked))
    shown = PathShown(
        board=board,
        seat=seat,
        start=robot,
        stops=foreseen.stops,
        legs=tuple(Leg(card, where) for card, where in path_legs(words, foreseen)),
        trail=trails((robot,), foreseen.beats),
        heading=path_heading(words, found.number),
    )
    return _Path(tell_path(words, seen), Picture(PICTURE, tell_path_alt(words, seen), shown))
