"""Forms for orders: a field for each thing that the order needs, filled with what is true now or was entered before."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from discord import ui

from bot.discord import ids
from bot.discord.deeds import DEEDS
from bot.discord.entries import Entries, field_id
from bot.discord.forms import LONGEST_TITLE
from bot.moderator.changes import settings_of
from bot.moderator.desk import Desk
from bot.moderator.orders import LONGEST_REASON
from bot.moderator.rollback import redoable
from bot.text.escaping import cut
from bot.text.languages import Words
from bot.text.powers import Field, field_hint, field_name, option_names, power_name, round_name

LONGEST_ENTRY = 60
_MOST_OPTIONS, _LONGEST_OPTION = 25, 100

_Part = ui.Label[ui.Modal]


@dataclass(frozen=True, slots=True)
class Form:
    """What a form asks, and what stands in it at first."""

    words: Words
    game_id: int
    action: str
    choices: Mapping[Field, Mapping[str, str]]
    """What can be chosen: names by values."""
    entries: Entries

    def modal(self) -> ui.Modal:
        """Return the form; to be called on Discord's loop."""
        deed = DEEDS[self.action]
        title = power_name(self.words, deed.power)
        modal = ui.Modal(title=cut(title, LONGEST_TITLE), custom_id=ids.order_id(self.game_id, self.action))
        for field in (*deed.fields, Field.REASON):
            modal.add_item(self._part(field, is_required=field is not Field.REASON or deed.wants_reason))
        return modal

    def _part(self, field: Field, *, is_required: bool) -> _Part:
        return ui.Label(
            text=cut(field_name(self.words, field), LONGEST_TITLE),
            description=field_hint(self.words, field),
            component=self._control(field, is_required=is_required),
        )

    def _control(self, field: Field, *, is_required: bool) -> ui.Item[ui.Modal]:
        entry = self.entries.get(field, "")
        if field is Field.PERSON:
            people = [discord.Object(int(entry), type=discord.User)] if entry.isdecimal() else []
            return ui.UserSelect(custom_id=field_id(field), required=True, default_values=people)
        if field in self.choices:
            options = [
                discord.SelectOption(label=cut(name, _LONGEST_OPTION), value=value, default=value == entry)
                for value, name in self.choices[field].items()
            ]
            return ui.Select(custom_id=field_id(field), options=options[:_MOST_OPTIONS], required=True)
        most = LONGEST_REASON if field is Field.REASON else LONGEST_ENTRY
        return ui.TextInput(
            custom_id=field_id(field), default=cut(entry, most) or None, max_length=most, required=is_required
        )


def form_of(desk: Desk, words: Words, action: str, entries: Entries) -> Form | None:
    """Return the form of an order, with what was entered before; None if there is nothing to choose from."""
    fields = DEEDS[action].fields
    choices = {field: found for field in fields if (found := _choices(desk, words, field)) is not None}
    if not all(choices.values()):
        return None
    filled = {field: value for field, value in _as_it_is(desk, words).items() if field in fields}
    if Field.ROUND in choices:
        filled[Field.ROUND] = next(iter(choices[Field.ROUND]))
    return Form(words, desk.game.id, action, choices, filled | dict(entries))


def _choices(desk: Desk, words: Words, field: Field) -> Mapping[str, str] | None:
    """Return what can be chosen for a field, names by values; None where something is typed."""
    if field is Field.ROBOT:
        seats = [seat for seat in desk.seats() if seat.removed_at is None]
        return {seat.robot: words.unformatted().name(seat.robot) for seat in seats}
    if field is Field.ROUND:
        return {str(number): round_name(words, number) for number in redoable(desk)}
    return option_names(words, field) or None


def _as_it_is(desk: Desk, words: Words) -> Entries:
    """Return what stands in a form for settings at first."""
    now = settings_of(desk.game)
    yes_no = {True: "yes", False: "no"}
    return {
        Field.TIME: now.deadline_at,
        Field.ZONE: now.zone,
        Field.ROUNDS: str(now.rounds),
        Field.POINTS: ", ".join(map(str, now.points)),
        Field.RESULTS: now.publish_mode.value,
        Field.REVIEW: str(now.review_minutes),
        Field.HOURS: str(now.min_programming_hours),
        Field.REMINDERS: ", ".join(map(str, now.reminder_minutes)) or words.say("none"),
        Field.SILENCE: yes_no[now.moves_for_silence],
        Field.LANGUAGE: now.language,
        Field.FALL_DAMAGE: str(now.rules.reboot_damage),
        Field.FALL_ENDS: yes_no[now.rules.reboot_ends_program],
        Field.LASERS: yes_no[now.rules.lasers_blocked_by_robots],
        Field.PROTESTS: str(now.protest_minutes),
    }
