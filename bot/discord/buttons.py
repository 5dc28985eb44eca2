"""What buttons and forms do: each is found by its id alone, so that all of them work after a restart.

discord.py's own dynamic items leave a press of what is not in the message without any answer; here whoever forges an id
is answered as well, and forms, which have no such items, are found in the same way.
"""

import re
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

from bot.discord import (
    boards,
    channels,
    explaining,
    hands,
    ids,
    letters,
    looking,
    menus,
    paths,
    protesting,
    questions,
    reminding,
    replaying,
    seats,
    showing,
)
from bot.discord.answering import Asked, answered, asker_of, promise, tell, words_for
from bot.discord.hosting import promise_place
from bot.discord.rally import Rally, rally_of
from bot.text.answers import Reply, reply

Facts = Mapping[str, str]
"""What a button's id tells; what it leaves out is empty."""
Press = Callable[[Rally, Asked, Facts], Awaitable[None]]


def _of_game(press: Callable[[Rally, Asked, int], Awaitable[None]]) -> Press:
    return lambda rally, asked, facts: press(rally, asked, int(facts["game"]))


def _of_round(press: Callable[[Rally, Asked, int], Awaitable[None]]) -> Press:
    return lambda rally, asked, facts: press(rally, asked, int(facts["round"]))


async def _pick(rally: Rally, asked: Asked, facts: Facts) -> None:
    await hands.pick(rally, asked, int(facts["round"]), int(facts["place"]))


async def _form(rally: Rally, asked: Asked, facts: Facts) -> None:
    await hands.ask_form(rally, asked, int(facts["round"]), tuple(map(int, facts["picks"])))


async def _reminders(rally: Rally, asked: Asked, facts: Facts) -> None:
    await reminding.press(rally, asked, facts["what"])


async def _reminders_form(rally: Rally, asked: Asked, _: Facts) -> None:
    await reminding.take_form(rally, asked)


async def _show(rally: Rally, asked: Asked, facts: Facts) -> None:
    await showing.show_of_game(rally, asked, int(facts["game"]), facts["what"])


async def _replay(rally: Rally, asked: Asked, facts: Facts) -> None:
    await promise(asked)
    await replaying.send_replay(rally, asked, int(facts["game"]), int(facts["round"]) if facts["round"] else None)


async def _why(rally: Rally, asked: Asked, facts: Facts) -> None:
    await promise(asked)
    number, register = (int(facts[name]) if facts[name] else None for name in ("round", "register"))
    question = explaining.Question(facts["robot"][1:], number, register)
    await explaining.explain(rally, asked, int(facts["game"]), question)


async def _typed(rally: Rally, asked: Asked, facts: Facts) -> None:
    await letters.choose_game(rally, asked, int(facts["game"]), int(facts["message"]))


async def _host(rally: Rally, asked: Asked, facts: Facts) -> None:
    await menus.press(rally, asked, int(facts["game"]), facts["action"], int(facts["seen"] or 0))


def _of_order(press: Callable[[Rally, Asked, int, str], Awaitable[None]]) -> Press:
    return lambda rally, asked, facts: press(rally, asked, int(facts["game"]), facts["action"])


async def _log(rally: Rally, asked: Asked, facts: Facts) -> None:
    await promise_place(asked)
    await looking.show_log(rally, asked, int(facts["game"]), int(facts["before"]))


async def _confirm(rally: Rally, asked: Asked, facts: Facts) -> None:
    await questions.confirm(rally, asked, int(facts["game"]), facts["action"], facts["code"])


async def _keep(_: Rally, asked: Asked, __: Facts) -> None:
    await questions.keep(asked)


async def _boards(rally: Rally, asked: Asked, _: Facts) -> None:
    await boards.show_chosen(rally, asked)


async def _reason(rally: Rally, asked: Asked, facts: Facts) -> None:
    await questions.give_reason(rally, asked, int(facts["game"]), facts["action"], facts["code"])


async def _unknown(rally: Rally, asked: Asked, _: Facts) -> None:
    await promise(asked)
    asker = asker_of(asked)
    words = await rally.do(lambda session, _: words_for(session, asker))
    await tell(asked, reply(words, Reply.UNREADABLE_BUTTON))


BUTTONS: Mapping[str, Press] = {
    ids.JOIN: _of_game(seats.join),
    ids.LEAVE: _of_game(seats.leave),
    ids.MY_CARDS: _of_game(hands.show_cards),
    ids.PICK: _pick,
    ids.UNDO: _of_round(hands.undo),
    ids.CLEAR: _of_round(hands.clear),
    ids.PATH: _of_round(paths.show_path),
    ids.FORM: _form,
    ids.PROTEST: _of_round(protesting.ask_protest),
    ids.REMINDERS: _reminders,
    ids.SHOW: _show,
    ids.REPLAY: _replay,
    ids.WHY: _why,
    ids.TYPED: _typed,
    ids.HOST: _host,
    ids.MENU: _of_game(menus.choose_order),
    ids.AGAIN: _of_order(menus.open_again),
    ids.MEANT: _of_order(menus.choose_game),
    ids.LOG: _log,
    ids.CONFIRM: _confirm,
    ids.HERE: _of_game(channels.move_here),
    ids.KEEP: _keep,
    ids.BOARDS: _boards,
}
"""What a press does, by the pattern of the button's id."""
FORMS: Mapping[str, Press] = {
    ids.REASON: _reason,
    ids.ORDER: _of_order(menus.submit_form),
    ids.FORM: _of_round(hands.take_form),
    ids.PROTEST: _of_round(protesting.take_protest),
    ids.REMINDERS: _reminders_form,
}
_TABLES = {
    discord.InteractionType.component: BUTTONS,
    discord.InteractionType.modal_submit: FORMS,
}


def add_buttons(client: commands.Bot) -> None:
    """Let a bot that has a `rally` answer all buttons and forms."""
    rally = rally_of(client)

    async def on_interaction(interaction: Asked) -> None:
        table = _TABLES.get(interaction.type)
        if table is not None:
            await press(rally, interaction, table)

    client.add_listener(on_interaction, "on_interaction")


async def press(rally: Rally, interaction: Asked, table: Mapping[str, Press]) -> None:
    """Do what a button or form says, or say that it says nothing."""
    data: Mapping[str, object] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    matches = ((re.fullmatch(pattern, custom_id, re.ASCII), each) for pattern, each in table.items())
    found, wanted = next(((match.groupdict(""), each) for match, each in matches if match), ({}, _unknown))
    is_shown = interaction.type is not discord.InteractionType.component or custom_id in _shown_in(interaction.message)
    if not is_shown or not all(map(ids.is_possible, found.values())):
        wanted = _unknown
    await answered(interaction, lambda: wanted(rally, interaction, found))


def _shown_in(message: discord.Message | None) -> set[str]:
    """Return the ids of what can be pressed in a message."""
    waiting: list[object] = [] if message is None else list(message.components)
    shown: set[str] = set()
    while waiting:
        component = waiting.pop()
        shown.add(getattr(component, "custom_id", None) or "")
        waiting.extend(getattr(component, "children", ()))
    return shown - {""}
