"""Why a robot is where it is: the causes in words, and the board at that moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.db.tables import Round
from bot.discord import boardpictures, boardposts
from bot.discord.albums import Part
from bot.discord.answering import Asked
from bot.discord.boardposts import Played
from bot.discord.pictures import Picture
from bot.discord.public import show_public
from bot.discord.rally import Rally
from bot.moderator.archive import last_round_of, published_round, robot_called
from bot.moderator.desk import Desk
from bot.moderator.refusals import Rejected
from bot.moderator.stored import load_rules
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


async def explain(rally: Rally, interaction: Asked, game_id: int, question: Question) -> None:
    """Answer after a promise."""
    await show_public(rally, interaction, game_id, lambda desk, words: _read(desk, words, question))


def _read(desk: Desk, words: Words, question: Question) -> Sequence[Part] | Rejected:
    seat = robot_called(desk, question.robot)
    if isinstance(seat, Rejected):
        return seat
    assert seat.number is not None, "a game with robots was started"
    found = published_round(desk, question.round) if question.round else last_round_of(desk, seat.number)
    if isinstance(found, Rejected):
        return found
    played = boardposts.played(desk, found)
    told = tell_why(words, _case(desk, found, played, seat.number - 1), question.register)
    return [Part(told, _pictures(desk, words, played, question.register))]


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


def _pictures(desk: Desk, words: Words, played: Played, register: int | None) -> tuple[Picture, ...]:
    """Return the board after the register, or after the round; nothing for a register that nobody played."""
    if register is None:
        return boardpictures.result_pictures(desk, words, _KEY, played)[1:]
    stills = boardpictures.register_pictures(desk, words, _KEY, played)
    return tuple(still for still in stills if still.name == f"{_KEY}{register}.png")
