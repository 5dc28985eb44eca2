"""Protests: a button under each result, a form for what is wrong, a receipt; only the hosts read the note."""

from datetime import datetime

import discord
from discord import ui
from sqlmodel import Session

from bot.db.tables import Round
from bot.discord import ids
from bot.discord.answering import Asked, asker_of, game_of_round, promise, refusal, tell, words_for
from bot.discord.forms import Modal, entered, found_soon, open_form
from bot.discord.rally import Rally
from bot.moderator import protests
from bot.moderator.intime import Press
from bot.moderator.refusals import Rejected
from bot.text.escaping import Text, cut, lines
from bot.text.labels import Label, label
from bot.text.languages import Words
from bot.text.limits import LONGEST_TITLE
from bot.text.protests import protest_title, tell_protest_sent, tell_what_you_wrote

FIELD = "text"


async def ask_protest(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Open the form of a protest, or say why there is none."""
    asker = asker_of(interaction)

    def work(session: Session, now: datetime) -> tuple[Words, Round | Rejected]:
        found = protests.may_protest(session, now, Press(round_id, asker.user_id, asker.press_id))
        return words_for(session, asker, game_of_round(session, round_id)), found

    looked = await found_soon(interaction, lambda: rally.do(work))
    if looked is None:
        return
    words, found = looked
    if isinstance(found, Rejected):
        await tell(interaction, refusal(words, found))
        return
    await open_form(interaction, _form(words, found))


async def take_protest(rally: Rally, interaction: Asked, round_id: int) -> None:
    """Send the hosts what was written, and say that they got it; what was refused is shown again, to be kept."""
    await promise(interaction)
    asker, text = asker_of(interaction), entered(interaction, FIELD)

    def work(session: Session, now: datetime) -> Text:
        words = words_for(session, asker, game_of_round(session, round_id))
        left = protests.protest(session, now, Press(round_id, asker.user_id, asker.press_id), text)
        if isinstance(left, Rejected):
            return lines(refusal(words, left), tell_what_you_wrote(words, text))
        return tell_protest_sent(words, session.get_one(Round, round_id).number, left)

    await tell(interaction, await rally.change(work))


def _form(words: Words, found: Round) -> Modal:
    title = cut(protest_title(words, found.number), LONGEST_TITLE)
    form = ui.Modal(title=title, custom_id=ids.protest_id(found.id))
    text: ui.TextInput[Modal] = ui.TextInput(
        custom_id=FIELD, style=discord.TextStyle.paragraph, max_length=protests.LONGEST_PROTEST, required=True
    )
    form.add_item(ui.Label(text=label(words, Label.WHAT_IS_WRONG), component=text))
    return form
