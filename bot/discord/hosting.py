"""What hosts order by buttons and commands: carried out, refused, or asked about once more."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
from discord import ui
from sqlmodel import Session

from bot.db.tables import Game
from bot.discord import facts, ids
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
from bot.discord.forms import LONGEST_TITLE, entered
from bot.discord.rally import Rally
from bot.discord.seats import leave_race
from bot.discord.views import View, confirm_view, host_panel_view, plain_view, time_shown
from bot.moderator import games, hosts
from bot.moderator.orders import LONGEST_REASON, Answer, Confirm, Done, Order, open_host_desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.text.answers import Label, Reply, label, reply, tell_deadline
from bot.text.escaping import Text
from bot.text.languages import LANGUAGES, Words, words_in
from bot.text.places import Moment
from bot.text.reports import HostPanel

EXTENSION = timedelta(hours=1)
REASON_FIELD = "reason"
WANT_REASON = frozenset(("resolve-now", "cancel"))
"""Orders whose reason is asked for when they are confirmed."""

Power = Callable[[Session, datetime, Order], Answer]


@dataclass(frozen=True, slots=True)
class Ordered:
    """What came of an order."""

    words: Words
    game: Game | None
    told: Text | Confirm
    panel: HostPanel | None
    """How the game stands now, for a host."""
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants of a game."""

    game_id: int
    action: str
    reason: str | None = None
    code: str | None = None
    """Of the question to which this says yes."""
    seen: int | None = None
    """The time that the panel showed, which the order is about."""


def _look(session: Session, now: datetime, order: Order) -> Answer:
    desk = open_host_desk(session, now, order)
    return desk if isinstance(desk, Rejected) else Done()


def _extend(session: Session, now: datetime, order: Order) -> Answer:
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    found = desk.open_round()
    if found is None:
        return rejected(Reason.NO_OPEN_ROUND)
    return hosts.move_deadline(session, now, order, found.deadline + EXTENSION)


POWERS: Mapping[str, tuple[Power, Label, Reply | None]] = {
    "status": (_look, Label.STATUS, None),
    "panel": (_look, Label.STATUS, None),
    "more": (_look, Label.MORE, Reply.MORE),
    "start": (games.start, Label.START, Reply.STARTED),
    "extend": (_extend, Label.EXTEND, None),
    "resolve-now": (hosts.resolve_now, Label.RESOLVE_NOW, Reply.RESOLVING),
    "publish": (hosts.publish_now, Label.PUBLISH, Reply.PUBLISHING),
    "pause": (games.pause, Label.PAUSE, Reply.PAUSED),
    "resume": (games.resume, Label.RESUME, Reply.RESUMED),
    "cancel": (games.cancel, Label.CANCEL, Reply.CANCELLED),
}
"""By the action in a button's id: who does it, the reason if none is given, and what is answered."""
BOUND = frozenset(("extend", "publish"))
"""Orders about what their panel shows: a double tap is one order, and an old panel's button does nothing."""


def carry_out(session: Session, now: datetime, asker: Asker, wish: Wish) -> Ordered:
    """Carry out a host's order; return what is to be told, and how the game stands then."""
    power, default, done = POWERS[wish.action]
    game = session.get(Game, wish.game_id)
    words = words_for(session, asker, game)
    public = words if game is None else words_in(game.language)
    order = Order(wish.game_id, asker.user_id, wish.reason or label(public, default), wish.code)
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected) or game is None:
        why = desk if isinstance(desk, Rejected) else rejected(Reason.UNKNOWN_GAME)
        return Ordered(words, game, refusal(words, why), panel=None)
    before = facts.host_panel(desk)
    if wish.action in BOUND and time_shown(before, wish.action) != wish.seen:
        return Ordered(words, game, reply(words, Reply.STALE), panel=before)
    answer = power(session, now, order)
    panel = facts.host_panel(desk)
    if isinstance(answer, Confirm):
        return Ordered(words, game, answer, panel=panel)
    if isinstance(answer, Rejected):
        return Ordered(words, game, refusal(words, answer), panel=panel, is_refused=True)
    told = Text("") if done is None else reply(words, done)
    if wish.action == "extend":
        told = tell_deadline(words, Moment(datetime.fromisoformat(answer.facts["deadline"]), game.zone))
    return Ordered(words, game, told, panel=panel)


async def order(rally: Rally, interaction: Asked, game_id: int, action: str, seen: int) -> None:
    """Do what a host's button says; on the host's own panel the panel shows it."""
    message = interaction.message
    is_own = message is not None and message.flags.ephemeral
    await (promise_change(interaction) if is_own else promise(interaction))
    await carry_out_and_show(rally, interaction, Wish(game_id, action, seen=seen), is_own=is_own)


async def carry_out_and_show(rally: Rally, interaction: Asked, wish: Wish, *, is_own: bool = False) -> None:
    """Carry an order out, after a promise, and show the panel: in its place if the button stands on one's own."""
    asker = asker_of(interaction)
    if wish.action not in POWERS:
        words = await rally.do(lambda session, _: words_for(session, asker, session.get(Game, wish.game_id)))
        await tell(interaction, reply(words, Reply.UNREADABLE_BUTTON))
        return
    ordered = await rally.change(lambda session, now: carry_out(session, now, asker, wish), wish.game_id)
    if ordered.panel is None or (ordered.is_refused and not is_own):
        assert isinstance(ordered.told, Text), "a question is asked of a host alone"
        await tell(interaction, ordered.told)
        return
    view = _view_of(ordered, ordered.panel, wish)
    await (change(interaction, view) if is_own else show(interaction, view))


def _view_of(ordered: Ordered, panel: HostPanel, wish: Wish) -> View:
    """Return the question that an order is answered with, or the panel."""
    assert ordered.game is not None, "an order is about a game"
    if isinstance(ordered.told, Confirm):
        no_id = ids.host_id(wish.game_id, "panel")
        return confirm_view(ordered.words, ordered.game, ordered.told, wish.action, no_id=no_id)
    return host_panel_view(ordered.words, ordered.game, panel, above=ordered.told or None)


async def confirm(rally: Rally, interaction: Asked, game_id: int, action: str, code: str) -> None:
    """Do what was asked about, now that the answer is yes; some orders want their reason first."""
    if action in WANT_REASON:
        await interaction.response.send_modal(_reason_form(interaction, game_id, action, code))
        return
    await promise_change(interaction)
    asker = asker_of(interaction)
    if action == "leave":
        told = await rally.change(lambda session, now: leave_race(session, now, asker, game_id, code), game_id)
        await change(interaction, plain_view(told))
        return
    await finish(rally, interaction, Wish(game_id, action, code=code))


async def give_reason(rally: Rally, interaction: Asked, game_id: int, action: str, code: str) -> None:
    """Do what was asked about, with the reason from the form."""
    await promise_change(interaction)
    await finish(rally, interaction, Wish(game_id, action, entered(interaction, REASON_FIELD), code))


async def finish(rally: Rally, interaction: Asked, wish: Wish) -> None:
    """Carry a confirmed order out, and let the panel take the question's place."""
    asker = asker_of(interaction)
    if wish.action not in POWERS:
        words = await rally.do(lambda session, _: words_for(session, asker, session.get(Game, wish.game_id)))
        await change(interaction, plain_view(reply(words, Reply.UNREADABLE_BUTTON)))
        return
    ordered = await rally.change(lambda session, now: carry_out(session, now, asker, wish), wish.game_id)
    if ordered.panel is None:
        assert isinstance(ordered.told, Text), "a question is asked of a host alone"
        await change(interaction, plain_view(ordered.told))
    else:
        await change(interaction, _view_of(ordered, ordered.panel, wish))


async def keep(interaction: Asked) -> None:
    """Take a question away: the answer was no."""
    await promise_change(interaction)
    await interaction.delete_original_response()


def _reason_form(interaction: Asked, game_id: int, action: str, code: str) -> ui.Modal:
    """Return the form for a reason, in the language of the question: it stands on the button that was pressed."""
    words = _language_of_question(interaction)
    title = label(words, POWERS[action][1])
    form = ui.Modal(title=title[:LONGEST_TITLE], custom_id=ids.reason_id(game_id, action, code))
    text: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON, required=True)
    form.add_item(ui.Label(text=label(words, Label.REASON)[:LONGEST_TITLE], component=text))
    form.stop()  # its answer is found by its id, after a restart too
    return form


def _language_of_question(interaction: Asked) -> Words:
    """Return the language of the question without asking the database, which might keep the form waiting."""
    shown = set() if interaction.message is None else {_label_of(each) for each in _buttons(interaction.message)}
    languages = [words_in(language) for language in LANGUAGES]
    return next((words for words in languages if label(words, Label.CONFIRM) in shown), languages[0])


def _buttons(message: discord.Message) -> list[discord.Button]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [child for row in rows for child in row.children if isinstance(child, discord.Button)]


def _label_of(button: discord.Button) -> str:
    return button.label or ""
