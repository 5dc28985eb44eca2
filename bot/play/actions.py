"""What people do on the page, and what they are told at once; what follows comes with the feed."""

from collections.abc import Awaitable, Callable, Mapping

from bot.play.asks import Ask, AskError
from bot.play.shown import Shown
from bot.playground.answers import Answer, AnswerKind
from bot.playground.commandcall import CannotDoError
from bot.playground.model import Json
from bot.playground.refusals import ApiError

Action = Callable[[Ask, Shown], Awaitable[Json]]
REFUSED = "refused"
_DONE: Json = {"kind": "done"}


async def act(action: Action, ask: Ask, shown: Shown) -> Json:
    """Do something; what Discord would not do is told as refused, in its own words."""
    try:
        return await action(ask, shown)
    except (ApiError, CannotDoError) as error:
        return {"kind": REFUSED, "text": str(error)}


async def _first(answer: Answer, shown: Shown) -> Json:
    """Wait for the first answer: at most 3 s."""
    await answer.first()
    told: Json = {"kind": "failed" if answer.kind is AnswerKind.FAILED else str(answer.kind)}
    if answer.modal is not None:
        told |= {"modal": shown.modal(answer.modal), "interaction": str(answer.interaction_id)}
    if answer.kind is AnswerKind.CHOICES:
        told["choices"] = [{"label": each["name"], "value": each["value"]} for each in answer.choices]
    return told


async def _press(ask: Ask, shown: Shown) -> Json:
    people = ask.stage.people
    return await _first(people.press(ask.person, ask.message, ask.text("custom_id")), shown)


async def _choose(ask: Ask, shown: Shown) -> Json:
    people = ask.stage.people
    return await _first(people.choose(ask.person, ask.message, ask.text("custom_id"), ask.values), shown)


async def _submit(ask: Ask, shown: Shown) -> Json:
    opened = ask.stage.server.interactions.answer_to(ask.number("interaction"))
    if opened is None:
        raise AskError(ask.payload)
    return await _first(ask.stage.people.submit_modal(ask.person, opened, ask.entries()), shown)


async def _command(ask: Ask, shown: Shown) -> Json:
    people = ask.stage.people
    return await _first(people.command(ask.person, ask.channel, ask.text("name"), ask.options()), shown)


async def _complete(ask: Ask, shown: Shown) -> Json:
    people, focused = ask.stage.people, ask.text("focused")
    answer = people.complete(ask.person, ask.channel, ask.text("name"), ask.options(focused), focused)
    return await _first(answer, shown)


async def _say(ask: Ask, _: Shown) -> Json:
    ask.stage.people.say(ask.person, ask.channel, ask.text("text"), ask.files)
    return _DONE


async def _edit(ask: Ask, _: Shown) -> Json:
    ask.stage.people.edit(ask.person, ask.message, ask.text("text"))
    return _DONE


async def _delete(ask: Ask, _: Shown) -> Json:
    ask.stage.people.delete(ask.person, ask.message)
    return _DONE


ACTIONS: Mapping[str, Action] = {
    "press": _press,
    "choose": _choose,
    "submit": _submit,
    "command": _command,
    "complete": _complete,
    "say": _say,
    "edit": _edit,
    "delete": _delete,
}
