"""The panel's buttons and its "More…": lists of what is possible now, and the form of what is chosen."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlmodel import Session

from bot.discord import facts, forms, looking
from bot.discord.answering import Asked, Asker, asker_of, change, promise_change, show, words_for
from bot.discord.deeds import DEEDS, MENUS, is_possible, power_of
from bot.discord.entries import Entries, entered, shown_entries
from bot.discord.hosting import (
    BOUND,
    Ordered,
    Wish,
    carry_out_and_show,
    is_unknown,
    open_for,
    promise_place,
    show_ordered,
)
from bot.discord.hostviews import menu_view, seen_in
from bot.discord.orderforms import Form, form_of
from bot.discord.rally import Rally
from bot.discord.views import View
from bot.moderator.desk import Desk
from bot.text.answers import Reply, reply

_LOOKS: Mapping[str, Callable[[Rally, Asked, int], Awaitable[None]]] = {
    "preview": looking.show_preview,
    "export": looking.send_record,
    "log": looking.show_log,
    "show-settings": looking.show_settings,
}
"""What only shows something, in a message of its own, after a promise."""


async def press(rally: Rally, interaction: Asked, game_id: int, action: str, seen: int | None = None) -> None:
    """Do what a button of a host says, or what was chosen from a list."""
    if await is_unknown(rally, interaction, game_id, action, {**DEEDS, **MENUS}):
        return
    if action in MENUS:
        is_own = await promise_place(interaction)
        await _show_menu(rally, interaction, Wish(game_id, action, seen=seen), is_own=is_own)
    elif DEEDS[action].fields:
        await open_form(rally, interaction, game_id, action)
    elif action in _LOOKS:
        await promise_place(interaction)
        await _LOOKS[action](rally, interaction, game_id)
    else:
        is_own = await promise_place(interaction)
        await carry_out_and_show(rally, interaction, Wish(game_id, action, seen=seen), is_own=is_own)


async def choose_order(rally: Rally, interaction: Asked, game_id: int) -> None:
    """Do what was chosen from a list."""
    data: Mapping[str, object] = dict(interaction.data or {})
    values = data.get("values")
    action = str(values[0]) if isinstance(values, list) and values else ""
    await press(rally, interaction, game_id, action)


async def open_form(rally: Rally, interaction: Asked, game_id: int, action: str, before: Entries | None = None) -> None:
    """Open the form of an order, with what was entered before; where it makes no sense any more, show the panel."""
    if await is_unknown(rally, interaction, game_id, action, DEEDS):
        return
    asker, wish = asker_of(interaction), Wish(game_id, action)

    def work(session: Session, now: datetime) -> Form | Ordered:
        desk = open_for(session, now, asker, wish)
        if not isinstance(desk, Desk):
            return desk
        words = words_for(session, asker, desk.game)
        form = form_of(desk, words, action, before or {}) if is_possible(desk, asker.user_id, action) else None
        return form or _stale(desk, asker)

    form = await forms.found_soon(interaction, lambda: rally.do(work))
    if isinstance(form, Form):
        await forms.open_form(interaction, form.modal())
    elif form is not None:
        await show_ordered(interaction, form, wish, is_own=await promise_place(interaction))


async def open_again(rally: Rally, interaction: Asked, game_id: int, action: str) -> None:
    """Open a form once more, with what its message shows."""
    await open_form(rally, interaction, game_id, action, shown_entries(interaction.message))


async def submit_form(rally: Rally, interaction: Asked, game_id: int, action: str) -> None:
    """Do what a form says."""
    if await is_unknown(rally, interaction, game_id, action, DEEDS):
        return
    is_own = await promise_place(interaction)
    await carry_out_and_show(rally, interaction, Wish(game_id, action, entered(interaction)), is_own=is_own)


async def choose_game(rally: Rally, interaction: Asked, game_id: int, action: str) -> None:
    """Do what a command said, for the game that is chosen now."""
    if await is_unknown(rally, interaction, game_id, action, DEEDS):
        return
    entries = shown_entries(interaction.message)
    await promise_change(interaction)
    await carry_out_and_show(rally, interaction, Wish(game_id, action, entries), is_own=True)


async def _show_menu(rally: Rally, interaction: Asked, wish: Wish, *, is_own: bool) -> None:
    asker = asker_of(interaction)
    menu = await rally.do(lambda session, now: _menu_of(session, now, asker, wish))
    if isinstance(menu, Ordered):
        await show_ordered(interaction, menu, Wish(wish.game_id, "panel"), is_own=is_own)
        return
    view = menu()
    await (change(interaction, view) if is_own else show(interaction, view))


def _menu_of(session: Session, now: datetime, asker: Asker, wish: Wish) -> Callable[[], View] | Ordered:
    """Return what makes a list of the orders that are possible now, or what is told instead."""
    desk = open_for(session, now, asker, Wish(wish.game_id, "panel"))
    if not isinstance(desk, Desk):
        return desk
    words, game = words_for(session, asker, desk.game), desk.game
    is_old = wish.action in BOUND and wish.seen not in {None, seen_in(facts.host_panel(desk), wish.action)}
    actions = [each for each in MENUS[wish.action].actions if is_possible(desk, asker.user_id, each)]
    if is_old or not actions:
        return _stale(desk, asker)
    return lambda: menu_view(words, game, [(action, power_of(action)) for action in actions])


def _stale(desk: Desk, asker: Asker) -> Ordered:
    words = words_for(desk.session, asker, desk.game)
    return Ordered(words, desk.game, reply(words, Reply.STALE), facts.host_panel(desk))
