"""Messages with buttons, as Discord shows them.

No view is kept in memory: its buttons carry in their ids what they are for, and `buttons` answers them, after a restart
too.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

import discord
from discord import ButtonStyle, ui

from bot.db.tables import Game, GameStatus, Seat
from bot.discord import facts, ids
from bot.moderator.orders import Confirm
from bot.text.boards import Listed, board_placeholder, tell_choice
from bot.text.confirming import tell_confirm
from bot.text.escaping import Text, cut
from bot.text.labels import Label, label
from bot.text.languages import Words
from bot.text.limits import LONGEST_ALT, LONGEST_LABEL
from bot.text.places import Moment, when
from bot.text.posts import tell_lobby

MOST_CHOICES = 25
"""Buttons under one question (five rows of five), options of a list, and what is offered while something is typed."""
_BUTTONS_IN_A_ROW = 5

Shown = Sequence[tuple[str, str]]
"""Pictures as they are shown: file name and alt text."""
View = ui.LayoutView
Row = ui.ActionRow[View]
Button = ui.Button[View]


def lobby_view(words: Words, game: Game, seats: Sequence[Seat]) -> View:
    """Return the lobby's post with Join and Leave; once the race has started only Leave is left, then nothing."""
    told = facts.lobby(game, seats)
    view = plain_view(tell_lobby(words, told))
    leave = button(words, Label.LEAVE, ids.leave_id(game.id))
    if game.status is GameStatus.LOBBY:
        view.add_item(Row(button(words, Label.JOIN, ids.join_id(game.id), ButtonStyle.success), leave))
    elif game.ended_at is None:
        view.add_item(Row(leave))
    return view


def result_view(words: Words, game: Game, text: str, pictures: Shown, *, protest: str | None = None) -> View:
    """Return a night's post: its pictures, in a gallery each; then My cards.

    `protest` is the id of the button for protests, as long as there may be some.
    """
    view = plain_view(text, pictures)
    row = Row(button(words, Label.MY_CARDS, ids.my_cards_id(game.id), ButtonStyle.primary))
    if protest is not None:
        row.add_item(button(words, Label.PROTEST, protest))
    view.add_item(row)
    return view


def protest_view(words: Words, game: Game, text: str, key: str) -> View:
    """Return a protest as its hosts get it, with the way to their panel."""
    view = plain_view(text)
    view.add_item(Row(button(words, Label.PANEL, ids.host_id(game.id, "panel"))))
    return with_key(view, key)


def reminder_view(words: Words, game: Game, text: str, key: str) -> View:
    """Return a reminder, with the ways to the hand and to other reminders."""
    cards = button(words, Label.MY_CARDS, ids.my_cards_id(game.id), ButtonStyle.primary)
    view = plain_view(text)
    view.add_item(Row(cards, button(words, Label.REMINDERS, ids.reminders_id("show"))))
    return with_key(view, key)


def text_view(text: str, key: str) -> View:
    """Return a text with the message's key as a small last line, by which it can be found again."""
    return with_key(plain_view(text), key)


def with_key(view: View, key: str) -> View:
    """Let a message carry its key as a small last line."""
    view.add_item(_text(f"-# {key}"))
    return view


def confirm_view(  # noqa: PLR0913 - all that is asked about
    words: Words,
    game: Game,
    question: Confirm,
    action: str,
    *,
    no_id: str = ids.KEEP,
    entries: Iterable[ui.TextDisplay[View]] = (),
) -> View:
    """Return the question before an order is carried out: what was entered, what happens, who lacks a program."""
    view = album_view(())
    for entry in entries:
        view.add_item(entry)
    moments = {
        name: when(words, Moment(datetime.fromisoformat(question.facts[name]), game.zone))
        for name in ("before", "deadline")
        if name in question.facts
    }
    told = tell_confirm(words, question.action, question.without_program, question.facts | moments)
    view.add_item(_text(told))
    yes = button(words, Label.CONFIRM, ids.confirm_id(game.id, action, question.code), ButtonStyle.danger)
    view.add_item(Row(yes, button(words, Label.KEEP, no_id)))
    return view


def choice_view(
    words: Words,
    question: Text,
    choices: Sequence[tuple[str, str]],
    entries: Iterable[ui.TextDisplay[View]] = (),
) -> View:
    """Return a question with a button for each answer: pairs of a stranger's name and a button's id."""
    view = plain_view(question)
    for entry in entries:
        view.add_item(entry)
    buttons = [
        Button(label=cut(words.unformatted().name(name), LONGEST_LABEL), custom_id=custom_id)
        for name, custom_id in choices[:MOST_CHOICES]
    ]
    for row in rows(buttons, _BUTTONS_IN_A_ROW):
        view.add_item(row)
    return view


def board_list_view(words: Words, told: Text, found: Sequence[tuple[str, Listed]]) -> View:
    """Return the boards to choose from, and a select to look at one: pairs of a board's key and the board."""
    view = plain_view(told)
    options = [
        discord.SelectOption(label=title, description=about, value=key)
        for key, each in found[:MOST_CHOICES]
        for title, about in [tell_choice(words, each)]
    ]
    if options:
        view.add_item(Row(ui.Select(custom_id=ids.BOARDS, placeholder=board_placeholder(words), options=options)))
    return view


def plain_view(text: str, pictures: Shown = ()) -> View:
    """Return a text, and pictures."""
    return album_view([(text, pictures)])


def album_view(parts: Sequence[tuple[str, Shown]]) -> View:
    """Return texts, each with its pictures under it."""
    view = View(timeout=None)
    view.stop()  # discord.py would hold it in memory for ever: nobody waits for its buttons
    for text, pictures in parts:
        view.add_item(_text(text))
        for name, alt in pictures:
            view.add_item(_gallery(name, alt))
    return view


def button(
    words: Words,
    what: Label,
    custom_id: str,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    is_disabled: bool = False,
) -> Button:
    """Return a button of ours."""
    return Button(label=label(words, what), custom_id=custom_id, style=style, disabled=is_disabled)


def rows(buttons: Sequence[Button], size: int) -> list[Row]:
    """Return buttons in rows of so many."""
    return [Row(*buttons[index : index + size]) for index in range(0, len(buttons), size)]


def _gallery(picture: str, alt: str) -> ui.MediaGallery[View]:
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}", description=cut(alt, LONGEST_ALT)))


def _text(text: str) -> ui.TextDisplay[View]:
    return ui.TextDisplay(text)
