"""The buttons of a hand: pick, undo, clear, and My cards."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from weakref import WeakValueDictionary

import discord
from sqlmodel import Session

from bot.db.tables import Game, Round, Source
from bot.discord.answering import (
    Asked,
    Asker,
    asker_of,
    change,
    promise,
    promise_change,
    refusal,
    show,
    tell,
    words_for,
)
from bot.discord.rally import Rally
from bot.discord.views import View, hand_picture, hand_view
from bot.moderator import programs
from bot.moderator.programs import Panel, Press
from bot.moderator.refusals import Reason, Rejected
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.hands import tell_old_hand
from bot.text.languages import Words

PICTURE = "hand.png"

_log = logging.getLogger(__name__)

Tap = Callable[[Session, datetime, Press], Panel | Rejected]
_OLD = frozenset((Reason.OLD_ROUND, Reason.ROUND_OVER, Reason.WITHDRAWN))
_turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
"""One at a time for each person: the last change of a message shows the last tap."""


@dataclass(frozen=True, slots=True)
class _Tapped:
    words: Words
    game: Game | None
    panel: Panel | Rejected
    current: Panel | None = None
    """The hand of now, where the tap was on an old one."""


async def show_cards(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show somebody's hand of the latest round to them alone, whether or not messages reach them."""
    await promise(interaction)
    await send_cards(rally, interaction, game_id)


async def send_cards(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show the hand, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> _Tapped:
        game = session.get(Game, game_id)
        panel = programs.open_hand(session, now, game_id, asker.user_id)
        return _Tapped(words_for(session, asker, game), game, panel)

    found = await rally.do(work)
    if found.game is None or isinstance(found.panel, Rejected):
        assert isinstance(found.panel, Rejected), "a hand is of a game"
        await tell(interaction, refusal(found.words, found.panel))
        return
    await _show_hand(rally, interaction, found.words, found.game, found.panel)


async def _show_hand(  # noqa: PLR0913, PLR0917 - a hand with all that belongs to it
    rally: Rally, interaction: Asked, words: Words, game: Game, panel: Panel, above: Text | None = None
) -> None:
    """Show a hand with its picture, after a promise, to the one who asked; without it where it cannot be drawn."""
    files = await rally.painter.files(hand_picture(words, panel, PICTURE))
    view = hand_view(words, game, panel, picture=PICTURE if files else None, above=above)
    await show(interaction, view, files)


async def pick(rally: Rally, interaction: Asked, round_id: int, place: int) -> None:
    """Add a card to the draft; the fifth makes it a program."""

    def tap(session: Session, now: datetime, press: Press) -> Panel | Rejected:
        return programs.pick(session, now, press, place)

    await _tap(rally, interaction, round_id, tap, counts_unanswered=True)


async def undo(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Take the last card of the draft back."""
    await _tap(rally, interaction, round_id, programs.undo)


async def clear(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Throw the draft away."""
    await _tap(rally, interaction, round_id, programs.clear)


async def _tap(rally: Rally, interaction: Asked, round_id: int, tap: Tap, *, counts_unanswered: bool = False) -> None:
    """Do what a tap means, and show it in the message with the button: text and buttons change, no picture.

    With `counts_unanswered` it is done though it is too late for an answer: it was pressed when its id says.
    """
    asker = asker_of(interaction)
    if not _is_private(interaction):
        words = await _refused_words(rally, interaction, asker, round_id)
        await tell(interaction, reply(words, Reply.NOT_YOURS))
        return
    try:
        await promise_change(interaction)
    except discord.NotFound:
        if not counts_unanswered:
            raise
        _log.warning("a tap on a hand came too late to be answered: %s", interaction.id)
        await rally.do(lambda session, now: _do(session, now, asker, round_id, tap))
        return
    lock = _turns.setdefault(asker.user_id, asyncio.Lock())
    async with lock:
        tapped = await rally.do(lambda session, now: _do(session, now, asker, round_id, tap))
        if tapped.game is not None and isinstance(tapped.panel, Panel):
            await change(interaction, _changed(interaction, tapped.words, tapped.game, tapped.panel))
            return
    assert isinstance(tapped.panel, Rejected), "a hand is of a game"
    await _refuse(rally, interaction, tapped, tapped.panel)


def _is_private(interaction: Asked) -> bool:
    """Whether nobody else sees the message: a hand shown in a channel would be seen by all."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)


async def _refused_words(rally: Rally, interaction: Asked, asker: Asker, round_id: int) -> Words:
    await promise(interaction)

    def work(session: Session, _: datetime) -> Words:
        found = session.get(Round, round_id)
        return words_for(session, asker, None if found is None else session.get(Game, found.game_id))

    return await rally.do(work)


def _do(session: Session, now: datetime, asker: Asker, round_id: int, tap: Tap) -> _Tapped:
    panel = tap(session, now, Press(round_id, asker.user_id, asker.press_id))
    found = session.get(Round, round_id)
    game = None if found is None else session.get(Game, found.game_id)
    words = words_for(session, asker, game)
    if found is None or isinstance(panel, Panel) or panel.reason not in _OLD:
        return _Tapped(words, game, panel)
    current = programs.open_hand(session, now, found.game_id, asker.user_id)
    is_newer = isinstance(current, Panel) and current.round_id != round_id
    return _Tapped(words, game, panel, current if is_newer and isinstance(current, Panel) else None)


def _changed(interaction: Asked, words: Words, game: Game, panel: Panel) -> View:
    files = [] if interaction.message is None else interaction.message.attachments
    is_done = not panel.picked and panel.in_force is not None and panel.in_force.source is Source.TAPPED
    return hand_view(words, game, panel, picture=files[0].filename if files else None, is_done=is_done)


async def _refuse(rally: Rally, interaction: Asked, tapped: _Tapped, why: Rejected) -> None:
    """Say why a tap changed nothing; on an old hand, show the one of now."""
    told = refusal(tapped.words, why)
    if tapped.current is None or tapped.game is None:
        await tell(interaction, told)
        return
    if why.reason is not Reason.WITHDRAWN:
        number = why.facts["number"]
        told = tell_old_hand(tapped.words, int(number), tapped.current.number)
    await _show_hand(rally, interaction, tapped.words, tapped.game, tapped.current, told)
