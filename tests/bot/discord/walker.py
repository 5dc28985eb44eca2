"""Somebody who tries everything: each command, and each button, select and form that any answer shows, by everybody."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from bot.playground.answers import Answer, AnswerKind
from bot.playground.commandcall import Value
from bot.playground.commandcheck import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from bot.playground.components import BUTTON, FILE_UPLOAD, LABEL, SELECTS, STRING_SELECT, TEXT_INPUT, walk
from bot.playground.drafts import Upload
from bot.playground.modals import Entry
from bot.playground.model import Channel, Json, Message, User
from bot.playground.people import alt_texts_of, controls_of, text_of
from tests.bot.discord.hall import Hall

BIDI = "\u202e"
NASTY = f"@everyone **B**{BIDI} <@1> `[x](http://e.x)` " + "\N{FAMILY}" * 40
NASTY_FILE = Upload(f"x{BIDI}@everyone.toml", b"\x89PNG\r\n\x1a\n" + b"name = [" * 4000)
DEPTH = 3
_DIGITS = re.compile(r"\d+|[0-9a-f]{12}")


@dataclass
class Walker:
    """Tries everything in a hall, and reads every answer; `seen` are the answers with who got them and what for."""

    hall: Hall
    seen: list[tuple[User, str, Message]] = field(default_factory=list)
    called: set[str] = field(default_factory=set)
    """Commands, by their whole names."""
    pressed: set[str] = field(default_factory=set)
    """The ids of all that was pressed, chosen and sent."""
    silent: list[str] = field(default_factory=list)
    """What got no answer within Discord's time."""
    shown: set[str] = field(default_factory=set)
    """Titles and labels of forms, and what was offered while typing."""
    language: str = "en"
    """What is chosen where languages are."""
    spared: tuple[str, ...] = ()
    """Beginnings of ids that are left alone: what would end all."""
    _tried: set[tuple[object, ...]] = field(default_factory=set)

    def forget(self, spared: tuple[str, ...] | None = None) -> None:
        """Try everything once more: the game is in another state now."""
        self._tried.clear()
        self.spared = self.spared if spared is None else spared

    async def call_everything(self, user: User, channel: Channel, *, thoroughly: bool) -> None:
        """Call each command that somebody is offered, with all options; thoroughly: with the fewest and nastily too."""
        for name, options in leaves(self.hall.people.commands(user, channel)):
            self.called.add(name)
            entries = [entry async for entry in self._entries(user, channel, name, options)]
            for values in entries if thoroughly else entries[:1]:
                answer = await self.hall.people.command(user, channel, name, values).final()
                await self._follow(user, f"/{name} {list(values)}", answer, DEPTH)

    async def press_everything(self, user: User, message: Message, depth: int = DEPTH) -> None:
        """Use each control of a message, once of each kind, also those that it has after a change."""
        while (control := self._untried(user, message)) is not None:
            custom_id = str(control["custom_id"])
            self.pressed.add(custom_id)
            if control["type"] == BUTTON:
                answer = await self.hall.people.press(user, message, custom_id).final()
                await self._follow(user, custom_id, answer, depth - 1)
            for value in _choices(self.hall, control):
                if _has(message, custom_id):
                    chosen = self.hall.people.choose(user, message, custom_id, [value])
                    await self._follow(user, f"{custom_id}={value}", await chosen.final(), depth - 1)

    def _untried(self, user: User, message: Message) -> Json | None:
        """Return a control that works, and whose kind this person has not used; note that it is used now."""
        for control in [] if message.is_deleted else controls_of(message):
            custom_id = str(control.get("custom_id") or "")
            kind = user.id, _DIGITS.sub("#", custom_id)
            works = custom_id and not control.get("disabled") and not custom_id.startswith(self.spared)
            if works and kind not in self._tried:
                self._tried.add(kind)
                return control
        return None

    async def forge_everything(self, user: User) -> None:
        """Press whatever anybody pressed, in one's own messages."""
        done: set[str] = set()
        for custom_id in sorted(self.pressed):
            kind = _DIGITS.sub("#", custom_id)
            if kind not in done and not custom_id.startswith(self.spared):
                done.add(kind)
                await self._follow(user, f"forged {custom_id}", await self.hall.forge(user, custom_id), 1)

    async def _follow(self, user: User, what: str, answer: Answer, depth: int) -> None:
        if answer.kind is AnswerKind.FAILED or answer.kind is None:
            self.silent.append(f"{user.name}: {what}")
            return
        if answer.modal is not None:
            await self._fill(user, what, answer, depth)
        for message in [answer.message, *answer.follow_ups]:
            if message is not None:
                self.seen.append((user, what, message))
                if depth:
                    await self.press_everything(user, message, depth)

    async def _fill(self, user: User, what: str, opened: Answer, depth: int) -> None:
        modal = opened.modal
        assert modal is not None
        self.shown |= set(_labels_of_form(modal))
        self.pressed.add(str(modal["custom_id"]))
        for entries in _forms(self.hall, modal):
            answer = await self.hall.people.submit_modal(user, opened, entries).final()
            await self._follow(user, f"{what} {modal['custom_id']} {entries}", answer, depth - 1)

    async def _entries(
        self, user: User, channel: Channel, name: str, options: Sequence[Json]
    ) -> AsyncIterator[dict[str, Value]]:
        if not options:
            yield {}
            return
        needed = [each for each in options if each.get("required")]
        offered = {str(each["name"]): await self._offered(user, channel, name, options, each) for each in options}
        yield {str(each["name"]): _good(self.hall, each, offered[str(each["name"])]) for each in options}
        yield {str(each["name"]): _good(self.hall, each, offered[str(each["name"])]) for each in needed}
        yield {str(each["name"]): _nasty(self.hall, each, self._choices(each)) for each in options}

    def _choices(self, option: Json) -> list[Value]:
        choices: list[Value] = [choice["value"] for choice in option.get("choices") or []]
        return [self.language] if self.language in choices else choices

    async def _offered(
        self, user: User, channel: Channel, name: str, options: Sequence[Json], option: Json
    ) -> list[Value]:
        if not option.get("autocomplete"):
            return self._choices(option)
        others = {
            str(each["name"]): _good(self.hall, each, [])
            for each in options
            if each is not option and each.get("required")
        }
        found: list[Value] = []
        for typed in (NASTY[:40], ""):
            values = {**others, str(option["name"]): typed}
            answer = await self.hall.people.complete(user, channel, name, values, str(option["name"])).final()
            if answer.kind is not AnswerKind.CHOICES:
                self.silent.append(f"{user.name}: completing {option['name']} of {name}")
            self.shown |= {str(choice["name"]) for choice in answer.choices}
            found = [choice["value"] for choice in answer.choices]
        return found


def leaves(commands: Mapping[str, Json]) -> Iterator[tuple[str, list[Json]]]:
    """Yield each command that can be called, by its whole name, with its options."""
    for name, payload in commands.items():
        options = list(payload.get("options") or [])
        inner = {str(each["name"]): each for each in options if each["type"] in {SUBCOMMAND, GROUP}}
        if inner:
            yield from ((f"{name} {each}", found) for each, found in leaves(inner))
        else:
            yield name, options


def read(message: Message) -> list[str]:
    """Return all that stands in a message, or beside its pictures."""
    labels = [str(each.get("label") or each.get("placeholder") or "") for each in controls_of(message)]
    options = [
        str(option.get(part) or "")
        for each in controls_of(message)
        for option in each.get("options") or []
        for part in ("label", "description")
    ]
    return [text_of(message), *labels, *options, *alt_texts_of(message)]


def _has(message: Message, custom_id: str) -> bool:
    """Whether a message shows a control that works."""
    shown = [] if message.is_deleted else controls_of(message)
    return any(each.get("custom_id") == custom_id and not each.get("disabled") for each in shown)


def _labels_of_form(modal: Json) -> Iterator[str]:
    yield str(modal["title"])
    for each in walk(modal["components"]):
        yield from (str(each.get(part) or "") for part in ("label", "description", "placeholder"))
        yield from (str(option["label"]) for option in each.get("options") or [])


def _fields(modal: Json) -> list[Json]:
    found = [each["component"] if each["type"] == LABEL else each for each in walk(modal["components"])]
    return [each for each in found if each.get("custom_id")]


def _forms(hall: Hall, modal: Json) -> Iterator[dict[str, Entry]]:
    """Yield what is entered in a form: what can be meant, the same everywhere, and what cannot be meant."""
    fields = _fields(modal)
    for texts, step in ((("1", "C4", "2 1 3 4 5"), 1), ((NASTY,), 0)):
        text = cycle(texts)
        entries: dict[str, Entry] = {}
        for place, each in enumerate(fields):
            name = str(each["custom_id"])
            if each["type"] == TEXT_INPUT:
                entries[name] = next(text)[: int(each.get("max_length") or 4000)]
            elif each["type"] == FILE_UPLOAD:
                entries[name] = [NASTY_FILE]
            elif each["type"] in SELECTS:
                values = _choices(hall, each)
                least = int(each.get("min_values", 1) or 0)
                entries[name] = [values[(place * step) % len(values)]] if values else [] if not least else None
        yield entries


def _choices(hall: Hall, control: Json) -> list[str]:
    """Return what can be chosen in a select: all of a list, else somebody or something that is there."""
    if control["type"] == STRING_SELECT:
        return [str(option["value"]) for option in control.get("options") or []]
    if control["type"] in SELECTS:
        return [str(hall.spark.id)]
    return []


def _good(hall: Hall, option: Json, offered: Sequence[Value]) -> Value:
    """Return what can be meant by an option."""
    if offered:
        return offered[-1]
    kind = option["type"]
    if kind in {INTEGER, NUMBER}:
        return max(1, int(option.get("min_value") or 1))
    things: dict[int, Value] = {
        BOOLEAN: True,
        USER: hall.spark,
        CHANNEL: hall.channel,
        ROLE: next(iter(hall.guild.roles.values())),
        ATTACHMENT: Upload("board.toml", hall.rally.boards["pocket-duel"].encode()),
    }
    return things.get(kind, "1")


def _nasty(hall: Hall, option: Json, choices: Sequence[Value]) -> Value:
    """Return the worst that an option takes."""
    if choices:
        return choices[0]
    kind = option["type"]
    if kind == STRING:
        return NASTY[: int(option.get("max_length") or 6000)]
    if kind in {INTEGER, NUMBER}:
        return int(option.get("max_value") or 2**53 - 1)
    things: dict[int, Value] = {USER: hall.server.application.bot, ATTACHMENT: NASTY_FILE}
    return things[kind] if kind in things else _good(hall, option, [])
