"""A hand as Discord shows it: its picture, and nine cards to be tapped in order."""

from discord import ButtonStyle

from bot.db.tables import Game
from bot.discord import facts, ids
from bot.discord.pictures import Picture, ShownHand
from bot.discord.views import Button, Row, View, album_view, button, rows
from bot.moderator.hands import Panel
from bot.text.alt import tell_hand_alt
from bot.text.captions import card_names
from bot.text.cards import card_label, picked_label
from bot.text.escaping import Text
from bot.text.hands import tell_panel
from bot.text.labels import Label
from bot.text.languages import Words
from simulation.cards import REGISTERS

CARDS_IN_A_ROW = 3


def hand_picture(words: Words, panel: Panel, name: str) -> Picture:
    """Return the picture of a hand, as a file with this name."""
    return Picture(name, tell_hand_alt(words, panel.hand), ShownHand(panel.hand, card_names(words)))


def hand_view(
    words: Words,
    game: Game,
    panel: Panel,
    *,
    picture: str | None,
    above: Text | None = None,
) -> View:
    """Return a hand: what is in force, what is being changed, and nine cards to be tapped in order.

    `picture` is the name of an attachment; taps change text and buttons only. `above` is said first.
    """
    told = tell_panel(words, facts.hand_panel(game, panel))
    shown = [] if picture is None else [(picture, tell_hand_alt(words, panel.hand))]
    view = album_view([*([] if above is None else [(above, ())]), (told, shown)])
    cards = [_card(words, panel, place) for place in range(1, len(panel.hand) + 1)]
    for row in rows(cards, CARDS_IN_A_ROW):
        view.add_item(row)
    has_something = bool(panel.picked) or panel.in_force is not None
    undo = button(words, Label.UNDO, ids.undo_id(panel.round_id), is_disabled=not (panel.is_open and has_something))
    clear = button(words, Label.CLEAR, ids.clear_id(panel.round_id), is_disabled=not (panel.is_open and panel.picked))
    form = button(words, Label.FORM, ids.form_id(panel.round_id), is_disabled=not panel.is_open)
    path = button(words, Label.PATH, ids.path_id(panel.round_id), is_disabled=not panel.is_open)
    view.add_item(Row(undo, clear, form, path))
    return view


def _card(words: Words, panel: Panel, place: int) -> Button:
    card, custom_id = panel.hand[place - 1], ids.pick_id(panel.round_id, place)
    if place in panel.picked:
        told = picked_label(words, panel.picked.index(place) + 1, card)
        return Button(label=told, custom_id=custom_id, style=ButtonStyle.success, disabled=True)
    is_closed = not panel.is_open or len(panel.picked) >= REGISTERS
    return Button(label=card_label(words, place, card), custom_id=custom_id, disabled=is_closed)
