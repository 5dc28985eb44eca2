"""What a host entered: read from a form, shown in the question about it, and read from there when the answer is yes.

So the question holds the whole order: what is carried out is what the host has read, also after a restart.
"""

from collections.abc import Iterator, Mapping

import discord
from discord import ui

from bot.discord import forms
from bot.discord.answering import Asked
from bot.text.languages import Words
from bot.text.powers import Field, parse_entry, tell_entry

Entries = Mapping[Field, str]
"""As they were typed or chosen."""
LONGEST_ENTRY = 60
"""Characters of what is typed, but for a reason."""
NO_PERSON = "bot"
"""Stands for somebody who was chosen, and is none of the people."""
_FIRST_ID = 100
"""The number of a message's component that shows the first of the fields."""
_NUMBERS = {field: _FIRST_ID + index for index, field in enumerate(Field)}


def field_id(field: Field) -> str:
    """Return the `custom_id` of a field of a form."""
    return field.name.lower()


def person_entry(person: discord.User | discord.Member) -> str:
    """Return somebody as they are entered."""
    return NO_PERSON if person.bot else str(person.id)


def entered(interaction: Asked) -> Entries:
    """Return what was entered in a form, without what was left empty; the form need not be known any more."""
    values = {field: value for field in Field if (value := forms.entered(interaction, field_id(field)))}
    person = values.get(Field.PERSON)
    if person and any(str(each.get("id")) == person and each.get("bot") for each in forms.objects(interaction.data)):
        values[Field.PERSON] = NO_PERSON
    return values


def show_entries(words: Words, entries: Entries) -> Iterator[ui.TextDisplay[ui.LayoutView]]:
    """Yield a line for each thing that was entered, in the order of fields; the reason comes last, as in the forms."""
    for field in sorted(_NUMBERS, key=lambda each: each is Field.REASON):
        if field in entries:
            yield ui.TextDisplay(tell_entry(words, field, entries[field]), id=_NUMBERS[field])


def shown_entries(message: discord.Message | None) -> Entries:
    """Return what was entered from a message that shows it."""
    lines = {} if message is None else {each.id: each.content for each in _texts(message.components)}
    return {field: parse_entry(field, lines[number]) for field, number in _NUMBERS.items() if number in lines}


def _texts(components: object) -> Iterator[discord.TextDisplay]:
    for each in components if isinstance(components, list) else ():
        if isinstance(each, discord.TextDisplay):
            yield each
