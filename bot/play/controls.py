"""What the playground does beside Discord: time, the bot's life, closed DMs, automatic players, language."""

from collections.abc import Awaitable, Callable, Mapping

from bot.play.asks import Ask, AskError
from bot.play.stage import Refused, Skip
from bot.playground.model import Json
from bot.text.languages import LANGUAGES

MOST_AT_ONCE = 12
Control = Callable[[Ask], Awaitable[Json]]


def _told(outcome: Refused | None) -> Json:
    """Return what is told of a control: that it is done, or the name of the sentence that says why not."""
    return {"kind": "done"} if outcome is None else {"kind": "refused", "word": outcome.replace(" ", "_")}


async def _skip(ask: Ask) -> Json:
    far = ask.text("far")
    if far not in list(Skip):
        raise AskError(far)
    return _told(await ask.stage.skip(Skip(far)))


async def _bot(ask: Ask) -> Json:
    await ask.stage.turn_bot(on=ask.flag("on"))
    return _told(None)


async def _dms(ask: Ask) -> Json:
    ask.stage.close_dms(ask.person, closed=ask.flag("closed"))
    return _told(None)


async def _fill(ask: Ask) -> Json:
    wanted = ask.number("n")
    if not 1 <= wanted <= MOST_AT_ONCE:
        raise AskError(wanted)
    joined = await ask.stage.fill(wanted)
    return _told(joined) if isinstance(joined, Refused) else {"kind": "done", "n": joined}


async def _language(ask: Ask) -> Json:
    language = ask.text("language")
    if language not in LANGUAGES:
        raise AskError(language)
    ask.stage.speak(language)
    return _told(None)


CONTROLS: Mapping[str, Control] = {"skip": _skip, "bot": _bot, "dms": _dms, "fill": _fill, "language": _language}
