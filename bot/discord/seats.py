"""Join and Leave: a seat in a lobby, the robot's name, the welcome."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from sqlmodel import Session

from bot.db.tables import Game, GameStatus, Seat
from bot.discord import facts
from bot.discord.answering import (
    NOBODY,
    Asked,
    Asker,
    asker_of,
    promise,
    refusal,
    show,
    tell,
    words_for,
)
from bot.discord.directs import Directs
from bot.discord.failures import EXPECTED, PERMANENT, DmPauseError, code_of
from bot.discord.rally import Rally
from bot.discord.views import confirm_view
from bot.moderator import games, seats
from bot.moderator.desk import open_desk
from bot.moderator.orders import Confirm, Done, Order
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.settings import LONGEST_ROBOT_NAME
from bot.text.answers import Reply, reply, tell_joined
from bot.text.escaping import NOTHING_TO_SEE, Text, clean, cut
from bot.text.hands import tell_welcome
from bot.text.labels import Label, label
from bot.text.languages import Words, words_in

_log = logging.getLogger(__name__)
_NAMELESS = "Robot"


@dataclass(frozen=True, slots=True)
class _Joined:
    words: Words
    game: Game
    seat: Seat


def robot_name(display_name: str, number: int = 1) -> str:
    """Return the name of a robot from its player's: what can be seen of it, and a number if others look like it."""
    name = "".join(sign for sign in clean(display_name) if sign.isprintable()).strip()
    if name in {"", NOTHING_TO_SEE}:
        name = _NAMELESS
    suffix = "" if number == 1 else f" {number}"
    return cut(name, LONGEST_ROBOT_NAME - len(suffix)) + suffix


async def join(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Take a seat in a lobby, and send the welcome; its answer says whether that arrived."""
    await promise(interaction)
    asker, name = asker_of(interaction), interaction.user.display_name
    joined = await rally.change(lambda session, now: _join(session, now, asker, game_id, name))
    if not isinstance(joined, _Joined):
        await tell(interaction, refusal(*joined))
        return
    has_message = await _welcome(interaction, joined)
    await tell(interaction, tell_joined(joined.words, joined.seat.robot, has_message=has_message))


def _join(session: Session, now: datetime, asker: Asker, game_id: int, name: str) -> _Joined | tuple[Words, Rejected]:
    game = session.get(Game, game_id)
    words = words_for(session, asker, game)
    for number in count(1):
        seat = games.join(session, now, game_id, asker.user_id, robot_name(name, number))
        if isinstance(seat, Rejected):
            if seat.reason is Reason.NAME_TAKEN:
                continue
            return words, seat
        assert game is not None, "a seat is in a game"
        return _Joined(words, game, seat)
    raise AssertionError  # pragma: no cover - numbers do not end


async def _welcome(interaction: Asked, joined: _Joined) -> bool:
    """Send the welcome, and return whether it arrived; the channel of direct messages is remembered in any case."""
    directs = getattr(interaction.client, "directs", None)
    assert isinstance(directs, Directs), "the bot opens channels one after the other"
    text = tell_welcome(joined.words, facts.welcome(joined.game, joined.seat))
    try:
        await directs.reach(
            joined.seat.user_id,
            lambda channel: channel.send(text, allowed_mentions=NOBODY, suppress_embeds=True),
        )
    except (*EXPECTED, DmPauseError) as error:
        if code_of(error) not in PERMANENT:
            _log.warning("no welcome for seat %s: %r", joined.seat.id, error)
        return False
    return True


async def leave(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Give a seat in a lobby back; in a race that has started, ask first."""
    await promise(interaction)
    await send_leave(rally, interaction, game_id)


async def send_leave(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Do so, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> tuple[Words, Game | None, Seat | Done | Confirm | Rejected]:
        game = session.get(Game, game_id)
        words = words_for(session, asker, game)
        if game is not None and game.status is GameStatus.LOBBY:
            return words, game, games.leave_lobby(session, now, game_id, asker.user_id)
        return words, game, seats.leave(session, now, _wish_to_leave(game, asker, game_id))

    words, game, left = await rally.change(work)
    match left:
        case Rejected():
            await tell(interaction, refusal(words, left))
        case Seat():
            await tell(interaction, reply(words, Reply.LEFT_LOBBY, robot=left.robot))
        case Confirm():
            assert game is not None, "who leaves leaves a game"
            mine = replace(left, action="leave", without_program=())  # what others lack is the hosts' to know
            await show(interaction, confirm_view(words, game, mine, "leave"))
        case Done():
            raise AssertionError(left)


def leave_race(session: Session, now: datetime, asker: Asker, game_id: int, code: str) -> Text:
    """Leave a race that has started, now that the question was answered; return what is to be told."""
    game = session.get(Game, game_id)
    words = words_for(session, asker, game)
    desk = open_desk(session, now, game_id)
    seat = None if isinstance(desk, Rejected) else desk.seat_of(asker.user_id)
    left = seats.leave(session, now, _wish_to_leave(game, asker, game_id, code))
    if isinstance(left, Rejected) or seat is None:
        return refusal(words, left if isinstance(left, Rejected) else rejected(Reason.NOT_A_PLAYER))
    assert isinstance(left, Done), "it was confirmed"
    return reply(words, Reply.LEFT_RACE, robot=seat.robot)


def _wish_to_leave(game: Game | None, asker: Asker, game_id: int, code: str | None = None) -> Order:
    """Return what leaving is to the moderator, with a reason in the language of the channel, which reads it."""
    public = words_in("" if game is None else game.language)
    return Order(game_id, asker.user_id, label(public, Label.LEFT), code)
