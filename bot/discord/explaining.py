"""Why a robot is where it is: the causes in words, and the board at that moment."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Round
from bot.discord import boardpictures, boardposts
from bot.discord.answering import Asked, Asker, asker_of, refusal, show, tell, words_for
from bot.discord.boardposts import Played
from bot.discord.choosing import open_shown
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.views import plain_view
from bot.moderator.archive import last_round_of, published_round, robot_called
from bot.moderator.desk import Desk
from bot.moderator.refusals import Rejected
from bot.moderator.stored import load_rules
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.why import Case, tell_why

_KEY = "why"


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants to know."""

    robot: str
    """Its name, as it was typed."""
    round: int | None = None
    """None is the latest in which the robot was on the board."""
    register: int | None = None
    """None is the whole round."""


@dataclass(frozen=True, slots=True)
class _Answer:
    told: Text
    picture: Picture | None


async def explain(rally: Rally, interaction: Asked, game_id: int, question: Question) -> None:
    """Answer after a promise."""
    asker = asker_of(interaction)
    found = await rally.do(lambda session, now: _read(session, now, asker, game_id, question))
    if isinstance(found, Text):
        await tell(interaction, found)
        return
    files = [] if found.picture is None else await rally.painter.files(found.picture, asker.user_id)
    shown = [(found.picture.name, found.picture.alt)] if found.picture is not None and files else []
    await show(interaction, plain_view(found.told, shown), files)


def _read(session: Session, now: datetime, asker: Asker, game_id: int, question: Question) -> _Answer | Text:
    desk = open_shown(session, now, asker, game_id)
    words = words_for(session, asker, None if isinstance(desk, Rejected) else desk.game)
    if isinstance(desk, Rejected):
        return refusal(words, desk)
    seat = robot_called(desk, question.robot)
    if isinstance(seat, Rejected):
        return refusal(words, seat)
    assert seat.number is not None, "a game with robots was started"
    found = published_round(desk, question.round) if question.round else last_round_of(desk, seat.number)
    if isinstance(found, Rejected):
        return refusal(words, found)
    played = boardposts.played(desk, found)
    told = tell_why(words, _case(desk, found, played, seat.number - 1), question.register)
    return _Answer(told, _picture(desk, words, played, question.register))


def _case(desk: Desk, found: Round, played: Played, seat: int) -> Case:
    robot = played.before.robots[seat].name
    return Case(
        board=desk.board,
        rules=load_rules(found.rules),
        round=found.number,
        before=played.before,
        beats=played.beats,
        seat=seat,
        is_placed=any(adjustment.get("place") == robot for adjustment in found.adjustments),
        lateness=boardposts.lateness_of(desk, found, seat),
    )


def _picture(desk: Desk, words: Words, played: Played, register: int | None) -> Picture | None:
    """Return the board after the register, or after the round; None for a register that nobody played."""
    if register is None:
        _, board = boardpictures.result_pictures(desk, words, _KEY, played)
        return board
    stills = boardpictures.register_pictures(desk, words, _KEY, played)
    return next((still for still in stills if still.name == f"{_KEY}{register}.png"), None)
