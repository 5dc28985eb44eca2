"""Questions of orders: yes, no, and the reason of what was ordered without one."""

from datetime import datetime

import discord
from discord import ui
from sqlmodel import Session

from bot.discord import ids
from bot.discord.answering import Asked, asker_of, change, promise_change
from bot.discord.deeds import DEEDS
from bot.discord.entries import entered, field_id, shown_entries
from bot.discord.forms import LONGEST_TITLE, open_form
from bot.discord.hosting import Wish, carry_out_and_show, is_unknown
from bot.discord.rally import Rally
from bot.discord.seats import leave_race
from bot.discord.views import plain_view
from bot.moderator.orders import LONGEST_REASON
from bot.text.answers import Label, label
from bot.text.escaping import Text, cut
from bot.text.languages import LANGUAGES, Words, words_in
from bot.text.powers import Field, field_name, power_name


async def confirm(rally: Rally, interaction: Asked, game_id: int, action: str, code: str) -> None:
    """Do what was asked about, now that the answer is yes; what was ordered without its reason wants that first."""
    if action == "leave":
        await _leave(rally, interaction, game_id, code)
        return
    if await is_unknown(rally, interaction, game_id, action, DEEDS):
        return
    entries = shown_entries(interaction.message)
    if DEEDS[action].wants_reason and Field.REASON not in entries:
        await open_form(interaction, _reason_form(interaction, game_id, action, code))
        return
    await promise_change(interaction)
    await carry_out_and_show(rally, interaction, Wish(game_id, action, entries, code), is_own=True)


async def _leave(rally: Rally, interaction: Asked, game_id: int, code: str) -> None:
    await promise_change(interaction)
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> Text:
        return leave_race(session, now, asker, game_id, code)

    await change(interaction, plain_view(await rally.change(work, game_id)))


async def give_reason(rally: Rally, interaction: Asked, game_id: int, action: str, code: str) -> None:
    """Do what was asked about, with the reason from the form."""
    if await is_unknown(rally, interaction, game_id, action, DEEDS):
        return
    await promise_change(interaction)
    entries = {**shown_entries(interaction.message), **entered(interaction)}
    await carry_out_and_show(rally, interaction, Wish(game_id, action, entries, code), is_own=True)


async def keep(interaction: Asked) -> None:
    """Take a question away: the answer was no."""
    await promise_change(interaction)
    await interaction.delete_original_response()


def _reason_form(interaction: Asked, game_id: int, action: str, code: str) -> ui.Modal:
    """Return the form for a reason, in the language of the question: it stands on the button that was pressed."""
    words = _language_of_question(interaction)
    title = power_name(words, DEEDS[action].power)
    form = ui.Modal(title=cut(title, LONGEST_TITLE), custom_id=ids.reason_id(game_id, action, code))
    text: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=field_id(Field.REASON), max_length=LONGEST_REASON, required=True
    )
    form.add_item(ui.Label(text=cut(field_name(words, Field.REASON), LONGEST_TITLE), component=text))
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
