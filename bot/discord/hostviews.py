"""Messages of hosts with buttons: the panel, lists of orders, the preview of a result, the log."""

from collections.abc import Iterable

import discord
from discord import ButtonStyle, ui

from bot.db.tables import Game, GameStatus, RoundStatus
from bot.discord import ids
from bot.discord.views import Button, Row, Shown, View, button, plain_view
from bot.text.answers import Reply, reply
from bot.text.escaping import Text, fit, lines
from bot.text.hostpanel import HostPanel, tell_host_panel
from bot.text.labels import Label, label
from bot.text.languages import Words
from bot.text.limits import LONGEST_VIEW
from bot.text.powers import Power, power_hint, power_name

ABOUT_RESULTS = frozenset(("publish", "correct-what"))
"""Orders about the result that waits."""
_IN_A_ROW = 3
_STATUSES = {"running": GameStatus.RUNNING, "paused": GameStatus.PAUSED, "lobby": GameStatus.LOBBY}


def host_panel_view(words: Words, game: Game, panel: HostPanel, *, above: Text | None = None) -> View:
    """Return how a game stands, with what its hosts can do about it; `above` is said first."""
    view = plain_view(fit(lines(above, tell_host_panel(words, panel)), LONGEST_VIEW))
    buttons = _panel_buttons(words, game, panel)
    for index in range(0, len(buttons), _IN_A_ROW):
        view.add_item(Row(*buttons[index : index + _IN_A_ROW]))
    return view


def seen_in(panel: HostPanel, action: str) -> int | None:
    """Return what on a panel a button is about: the deadline in seconds, or the run whose result waits.

    Pressed twice, or late, it finds another there.
    """
    if action == "extend":
        return None if panel.deadline is None else int(panel.deadline.at.timestamp())
    return None if panel.publishes is None or action not in ABOUT_RESULTS else panel.run


def menu_view(words: Words, game: Game, entries: Iterable[tuple[str, Power]]) -> View:
    """Return a list of orders: pairs of action and what it is called."""
    options = [
        discord.SelectOption(label=power_name(words, power), value=action, description=power_hint(words, power))
        for action, power in entries
    ]
    view = plain_view(reply(words, Reply.MORE))
    select: ui.Select[View] = ui.Select(
        custom_id=ids.menu_id(game.id), options=options, placeholder=label(words, Label.CHOOSE)
    )
    view.add_item(Row(select))
    view.add_item(Row(_back(words, game)))
    return view


def again_view(words: Words, game: Game, why: Text, action: str, entries: Iterable[ui.TextDisplay[View]]) -> View:
    """Return why what was entered in a form cannot be done, and the way back to the form with all of it."""
    view = plain_view(why)
    for entry in entries:
        view.add_item(entry)
    again = button(words, Label.AGAIN, ids.again_id(game.id, action), ButtonStyle.primary)
    view.add_item(Row(again, _back(words, game)))
    return view


def preview_view(words: Words, game: Game, text: Text, pictures: Shown, seen: int) -> View:
    """Return a result that waits for its hosts, with what they can do about it; `seen` is the run that it is of."""
    view = plain_view(text, pictures)
    publish = button(words, Label.PUBLISH, ids.host_id(game.id, "publish", seen), ButtonStyle.success)
    correct = button(words, Label.CORRECT, ids.host_id(game.id, "correct-what", seen))
    view.add_item(Row(publish, correct, button(words, Label.PANEL, ids.host_id(game.id, "panel"))))
    return view


def log_view(words: Words, game: Game, text: Text, older: int | None) -> View:
    """Return a page of the log; `older` is the last of its entries, if there may be others before it."""
    view = plain_view(text)
    buttons = [] if older is None else [button(words, Label.OLDER, ids.log_id(game.id, older))]
    newest = button(words, Label.NEWEST, ids.host_id(game.id, "log"))
    view.add_item(Row(*buttons, newest, _back(words, game)))
    return view


def _panel_buttons(words: Words, game: Game, panel: HostPanel) -> list[Button]:
    status = _STATUSES.get(panel.status)
    is_programming = panel.round_status == RoundStatus.DEALT.value

    def of_panel(what: Label, action: str, *, works: bool, style: ButtonStyle = ButtonStyle.secondary) -> Button:
        custom_id = ids.host_id(game.id, action, seen_in(panel, action))
        return button(words, what, custom_id, style, is_disabled=not works)

    more = of_panel(Label.MORE, "more", works=True)
    if status is GameStatus.LOBBY:
        start = of_panel(Label.START, "start", works=True, style=ButtonStyle.success)
        return [of_panel(Label.STATUS, "status", works=True), start, more]
    is_paused, is_going = status is GameStatus.PAUSED, status is not None
    pause = (Label.RESUME, "resume") if is_paused else (Label.PAUSE, "pause")
    if is_going and panel.round_status == RoundStatus.RESOLVED.value:
        return [
            of_panel(Label.PREVIEW, "preview", works=True),
            of_panel(Label.PUBLISH, "publish", works=True, style=ButtonStyle.success),
            of_panel(Label.CORRECT, "correct-what", works=True),
            of_panel(Label.STATUS, "status", works=True),
            of_panel(*pause, works=True),
            more,
        ]
    return [
        of_panel(Label.STATUS, "status", works=True),
        of_panel(Label.EXTEND, "extend", works=is_going and is_programming),
        of_panel(Label.RESOLVE_NOW, "resolve-now", works=is_programming and status is GameStatus.RUNNING),
        of_panel(Label.PUBLISH, "publish", works=False),
        of_panel(*pause, works=is_going),
        more,
    ]


def _back(words: Words, game: Game) -> Button:
    return button(words, Label.BACK, ids.host_id(game.id, "panel"))
