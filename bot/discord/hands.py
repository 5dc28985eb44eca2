"""The buttons of a hand: pick, undo, clear, the form, and My cards."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from weakref import WeakValueDictionary

import discord
from sqlmodel import Session

from bot.db.tables import Game
from bot.discord.albums import show_pictures
from bot.discord.answering import (
    Asked,
    Asker,
    asker_of,
    change,
    game_of_round,
    promise,
    promise_change,
    refusal,
    show,
    tell,
    words_for,
)
from bot.discord.forms import entered, found_soon, open_form
from bot.discord.handviews import hand_picture, hand_view
from bot.discord.programform import FIELDS, form_problem_view, program_form
from bot.discord.rally import Rally
from bot.discord.views import Shown, View
from bot.moderator import hands, programs
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.refusals import Reason, Rejected
from bot.text.answers import Reply, reply
from bot.text.escaping import Text
from bot.text.forms import FormProblem, parse_form
from bot.text.hands import tell_old_hand
from bot.text.languages import Words

PICTURE = "hand.png"

_log = logging.getLogger(__name__)

Tap = Callable[[Session, datetime, Press], Panel | Rejected | FormProblem]
_OLD = frozenset((Reason.OLD_ROUND, Reason.ROUND_OVER, Reason.WITHDRAWN))
_NO_MESSAGE = 0
"""In place of the id of the message in which something was done: none shows it yet."""
_turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
"""One at a time for each person: the last change of a message shows the last tap."""


@dataclass(frozen=True, slots=True)
class _Tapped:
    words: Words
    round_id: int
    game: Game | None
    panel: Panel | Rejected | FormProblem
    current: Panel | None = None
    """The hand of now, where the tap was on an old one."""


async def show_cards(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show somebody's hand of the latest round to them alone, whether or not messages reach them."""
    await promise(interaction)
    await send_cards(rally, interaction, game_id)


async def send_cards(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Show the hand, after a promise."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> tuple[Words, Game | None, Panel | Rejected]:
        game = session.get(Game, game_id)
        panel = hands.open_hand(session, now, game_id, asker.user_id)
        return words_for(session, asker, game), game, panel

    words, game, panel = await rally.do(work)
    if isinstance(panel, Rejected):
        await tell(interaction, refusal(words, panel))
        return
    assert game is not None, "a hand is of a game"
    await _show_hand(rally, interaction, words, game, panel)


async def _show_hand(  # noqa: PLR0913, PLR0917 - a hand with all that belongs to it
    rally: Rally, interaction: Asked, words: Words, game: Game, panel: Panel, above: Text | None = None
) -> None:
    """Show a hand with its picture, after a promise, to the one who asked; without it where it cannot be drawn."""

    def make(shown: Shown) -> View:
        return hand_view(words, game, panel, picture=shown[0][0] if shown else None, above=above)

    await show_pictures(rally, interaction, make, [hand_picture(words, panel, PICTURE)])


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


async def ask_form(rally: Rally, interaction: Asked, round_id: int, picks: Sequence[int]) -> None:
    """Open the form of a program, with entries that it had before, if any."""
    asker = asker_of(interaction)
    if not _is_private(interaction):
        words = await _refused_words(rally, interaction, asker, round_id)
        await tell(interaction, reply(words, Reply.NOT_YOURS))
        return
    work = partial(_do, asker=asker, round_id=round_id, tap=programs.open_pressed)
    found = await found_soon(interaction, lambda: rally.do(work))
    if found is None:
        return
    if isinstance(found.panel, Panel):
        await open_form(interaction, program_form(found.words, found.panel, picks))
        return
    await promise(interaction)
    await _refuse(rally, interaction, found, found.panel)


async def take_form(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Take a program from its form: all five cards at once, or none."""
    chosen = [entered(interaction, field) for field in FIELDS]

    def tap(session: Session, now: datetime, press: Press) -> Panel | Rejected | FormProblem:
        panel = programs.open_pressed(session, now, press)
        if isinstance(panel, Rejected):
            return panel
        picks = parse_form(chosen, panel.hand)
        return picks if isinstance(picks, FormProblem) else programs.submit(session, now, press, picks)

    await _tap(rally, interaction, round_id, tap, counts_unanswered=True)


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
        await rally.do(partial(_do, asker=asker, round_id=round_id, tap=tap, pressed=_NO_MESSAGE))
        return
    pressed = _NO_MESSAGE if interaction.message is None else interaction.message.id
    lock = _turns.setdefault(asker.user_id, asyncio.Lock())
    async with lock:
        tapped = await rally.do(partial(_do, asker=asker, round_id=round_id, tap=tap, pressed=pressed))
        if tapped.game is not None and isinstance(tapped.panel, Panel):
            await change(interaction, _changed(interaction, tapped.words, tapped.game, tapped.panel))
            return
    assert not isinstance(tapped.panel, Panel), "a hand is of a game"
    await _refuse(rally, interaction, tapped, tapped.panel)


def _is_private(interaction: Asked) -> bool:
    """Whether nobody else sees the message: a hand shown in a channel would be seen by all."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)


async def _refused_words(rally: Rally, interaction: Asked, asker: Asker, round_id: int) -> Words:
    await promise(interaction)

    return await rally.do(lambda session, _: words_for(session, asker, game_of_round(session, round_id)))


def _do(  # noqa: PLR0913, PLR0917 - who taps what where
    session: Session, now: datetime, asker: Asker, round_id: int, tap: Tap, pressed: int | None = None
) -> _Tapped:
    panel = tap(session, now, Press(round_id, asker.user_id, asker.press_id))
    game = game_of_round(session, round_id)
    words = words_for(session, asker, game)
    if isinstance(panel, Panel) and pressed is not None:
        programs.show_elsewhere(session, now, panel, pressed)
    if game is None or not isinstance(panel, Rejected) or panel.reason not in _OLD:
        return _Tapped(words, round_id, game, panel)
    current = hands.open_hand(session, now, game.id, asker.user_id)
    is_newer = isinstance(current, Panel) and current.round_id != round_id
    return _Tapped(words, round_id, game, panel, current if is_newer and isinstance(current, Panel) else None)


def _changed(interaction: Asked, words: Words, game: Game, panel: Panel) -> View:
    files = [] if interaction.message is None else interaction.message.attachments
    return hand_view(words, game, panel, picture=files[0].filename if files else None)


async def _refuse(rally: Rally, interaction: Asked, tapped: _Tapped, why: Rejected | FormProblem) -> None:
    """Say why a tap or a form changed nothing; on an old hand, show the one of now."""
    if isinstance(why, FormProblem):
        await show(interaction, form_problem_view(tapped.words, tapped.round_id, why))
        return
    told = refusal(tapped.words, why)
    if tapped.current is None or tapped.game is None:
        await tell(interaction, told)
        return
    if why.reason is not Reason.WITHDRAWN:
        number = why.facts["number"]
        told = tell_old_hand(tapped.words, int(number), tapped.current.number)
    await _show_hand(rally, interaction, tapped.words, tapped.game, tapped.current, told)
