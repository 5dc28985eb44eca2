"""The form of a program: five fields to choose from, one a register, good for screen readers."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.discord import ids
from bot.discord.forms import Modal
from bot.discord.views import Row, View, button, plain_view
from bot.moderator.hands import Panel
from bot.text.escaping import fit
from bot.text.forms import FormProblem, form_option, form_title, tell_form_problem
from bot.text.labels import Label, label
from bot.text.languages import Words
from bot.text.limits import LONGEST_TITLE
from simulation.cards import REGISTERS

_LABELS = (Label.REGISTER_1, Label.REGISTER_2, Label.REGISTER_3, Label.REGISTER_4, Label.REGISTER_5)
FIELDS = tuple(f"register{register}" for register in range(1, REGISTERS + 1))
"""The ids of the fields."""


def program_form(words: Words, panel: Panel, picks: Sequence[int]) -> Modal:
    """Return the form of a hand; it shows what was entered before, else the draft, else what is in force."""
    in_force = () if panel.in_force is None else panel.in_force.places
    shown = [*(picks or panel.picked or in_force), *(0 for _ in FIELDS)]
    title = fit(form_title(words, panel.robot, panel.number), LONGEST_TITLE)
    form = ui.Modal(title=title, custom_id=ids.form_id(panel.round_id))
    for field, what, place in zip(FIELDS, _LABELS, shown, strict=False):
        form.add_item(ui.Label(text=label(words, what), component=_select(words, panel, field, place)))
    return form


def _select(words: Words, panel: Panel, field: str, shown: int) -> ui.Select[Modal]:
    options = [
        discord.SelectOption(label=form_option(words, place, card), value=str(place), default=place == shown)
        for place, card in enumerate(panel.hand, start=1)
    ]
    return ui.Select(custom_id=field, placeholder=label(words, Label.CHOOSE_CARD), options=options)


def form_problem_view(words: Words, round_id: int, problem: FormProblem) -> View:
    """Return what is wrong with a form, and the button that opens it again with the same entries."""
    view = plain_view(tell_form_problem(words, problem))
    view.add_item(Row(button(words, Label.FORM, ids.form_id(round_id, problem.picks))))
    return view
