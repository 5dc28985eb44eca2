"""Reminders: what holds for somebody now, when the next one comes, and how to have others."""

from datetime import datetime

from discord import ui
from sqlmodel import Session

from bot.db.tables import Player
from bot.discord import ids
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
from bot.discord.choosing import games_of
from bot.discord.entries import LONGEST_ENTRY
from bot.discord.forms import Modal, entered, found_soon, open_form
from bot.discord.rally import Rally
from bot.discord.views import Row, View, button, plain_view
from bot.moderator.outlook import Outlook, read_outlooks
from bot.moderator.refusals import Rejected
from bot.moderator.reminders import Typed, Wishes, change_wishes, wishes_of
from bot.text.escaping import Text, lines
from bot.text.labels import Label, label
from bot.text.languages import Words
from bot.text.limits import LONGEST_TITLE
from bot.text.places import Moment
from bot.text.protests import tell_what_you_wrote
from bot.text.reminders import Coming, Reminders, tell_reminders

MINUTES, FROM, UNTIL = "minutes", "from", "until"
"""The ids of the form's fields."""
_NONE, _RACE = "none", "race"


async def send_reminders(rally: Rally, interaction: Asked, typed: Typed | None = None) -> None:
    """Change somebody's reminders, if they say how, and show them what holds, after a promise."""
    told = await _choose(rally, asker_of(interaction), typed)
    await (tell(interaction, told) if isinstance(told, Text) else show(interaction, told))


async def press(rally: Rally, interaction: Asked, what: str) -> None:
    """Do what a button about reminders says: show them, open their form, or choose what has no form."""
    if what == "form":
        await _ask(rally, interaction)
    elif what == "show":
        await promise(interaction)
        await send_reminders(rally, interaction)
    else:
        await promise_change(interaction)
        await _change(rally, interaction, Typed(minutes=what))


async def take_form(rally: Rally, interaction: Asked) -> None:
    """Take somebody's wishes from the form; an empty field is what is usual."""
    typed = Typed(
        entered(interaction, MINUTES) or _RACE, *(entered(interaction, each) or _NONE for each in (FROM, UNTIL))
    )
    await promise_change(interaction)
    await _change(rally, interaction, typed)


async def _change(rally: Rally, interaction: Asked, typed: Typed) -> None:
    told = await _choose(rally, asker_of(interaction), typed)
    await (tell(interaction, told) if isinstance(told, Text) else change(interaction, told))


async def _choose(rally: Rally, asker: Asker, typed: Typed | None) -> Text | View:
    def work(session: Session, now: datetime) -> tuple[Words, Wishes | Rejected, list[Outlook]]:
        games = games_of(session, asker.user_id)
        words = words_for(session, asker, games[0] if games else None)
        before = wishes_of(session.get(Player, asker.user_id))
        wishes = before if typed is None else change_wishes(session, asker.user_id, typed)
        return words, wishes, read_outlooks(session, now, asker.user_id)

    words, wishes, outlooks = await rally.do(work)
    if not isinstance(wishes, Rejected):
        return _view(words, wishes, outlooks)
    assert typed is not None, "only what was typed is refused"
    entries = [each for each in (typed.minutes, typed.quiet_from, typed.quiet_until) if each is not None]
    return lines(refusal(words, wishes), tell_what_you_wrote(words, " · ".join(entries)))


def _view(words: Words, wishes: Wishes, outlooks: list[Outlook]) -> View:
    coming = tuple(
        Coming(
            each.game.name,
            each.number,
            each.has_program,
            each.game.paused_at is not None,
            None if each.at is None else Moment(each.at, each.game.zone),
        )
        for each in outlooks
    )
    view = plain_view(tell_reminders(words, Reminders(wishes.minutes, wishes.quiet_from, wishes.quiet_until, coming)))
    others = button(words, Label.CHANGE, ids.reminders_id("form"))
    usual = button(words, Label.AS_RACE, ids.reminders_id(_RACE), is_disabled=wishes.minutes is None)
    never = button(words, Label.NEVER, ids.reminders_id(_NONE), is_disabled=wishes.minutes == ())
    view.add_item(Row(others, usual, never))
    return view


async def _ask(rally: Rally, interaction: Asked) -> None:
    """Open the form, with what holds now."""
    asker = asker_of(interaction)

    def work(session: Session, _: datetime) -> tuple[Words, Wishes]:
        games = games_of(session, asker.user_id)
        words = words_for(session, asker, games[0] if games else None)
        return words, wishes_of(session.get(Player, asker.user_id))

    found = await found_soon(interaction, lambda: rally.do(work))
    if found is None:
        return
    words, wishes = found
    form = ui.Modal(title=label(words, Label.REMINDERS)[:LONGEST_TITLE], custom_id=ids.reminders_id("form"))
    shown = "" if wishes.minutes is None else ", ".join(map(str, wishes.minutes)) or _NONE
    _add_field(words, form, MINUTES, Label.MINUTES_FIELD, shown)
    _add_field(words, form, FROM, Label.FROM_FIELD, wishes.quiet_from or "")
    _add_field(words, form, UNTIL, Label.UNTIL_FIELD, wishes.quiet_until or "")
    await open_form(interaction, form)


def _add_field(words: Words, form: Modal, field: str, what: Label, shown: str) -> None:
    text: ui.TextInput[Modal] = ui.TextInput(
        custom_id=field, max_length=LONGEST_ENTRY, required=False, default=shown or None
    )
    form.add_item(ui.Label(text=label(words, what)[:LONGEST_TITLE], component=text))
