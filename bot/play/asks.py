"""What the page asks for, read from a request: who acts, where, on which message, with which values."""

import json
import re
from dataclasses import dataclass
from typing import TypeVar

from aiohttp import web
from aiohttp.web_request import FileField

from bot.play.stage import Stage
from bot.playground.commandcall import Value
from bot.playground.commandcheck import ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER
from bot.playground.drafts import Upload
from bot.playground.modals import Entry
from bot.playground.model import Channel, Json, Message, Role, User

Found = TypeVar("Found")
_ID = re.compile(r"[0-9]{1,20}")


class AskError(ValueError):
    """What the page never asks for: somebody or something that is not there, or a value of the wrong form."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request, with the files beside it."""

    stage: Stage
    payload: Json
    files: tuple[Upload, ...] = ()

    def text(self, key: str) -> str:
        """Return a text."""
        value = self.payload.get(key)
        if not isinstance(value, str):
            raise AskError(key)
        return value

    def flag(self, key: str) -> bool:
        """Return a yes or no."""
        value = self.payload.get(key)
        if not isinstance(value, bool):
            raise AskError(key)
        return value

    def number(self, key: str) -> int:
        """Return an id."""
        return _number(self.payload.get(key))

    @property
    def person(self) -> User:
        """Who acts: the host or a player."""
        return _known({user.id: user for user in self.stage.cast}, self.number("person"))

    @property
    def channel(self) -> Channel:
        """Where: a channel, a thread or a DM."""
        return _known(self.stage.server.world.channels, self.number("channel"))

    @property
    def message(self) -> Message:
        """Which message of the channel; one that was deleted is none."""
        message = _known(self.channel.messages, self.number("message"))
        if message.is_deleted:
            raise AskError(message.id)
        return message

    @property
    def values(self) -> list[str]:
        """What was chosen."""
        found = self.payload.get("values")
        if not isinstance(found, list):
            raise AskError(found)
        return [str(value) for value in found]

    def options(self, typed: str | None = None) -> dict[str, Value]:
        """Return a command's options by their names; one that is being typed is a text, whatever it takes."""
        told = {name: _object(each) for name, each in _object(self.payload.get("options")).items()}
        return {name: str(each.get("value")) if name == typed else self._option(each) for name, each in told.items()}

    def _option(self, told: Json) -> Value:
        kind, value = told.get("type"), told.get("value")
        if kind == STRING:
            return str(value)
        if kind in {INTEGER, NUMBER}:
            return _numeral(str(value), is_whole=kind == INTEGER)
        if kind == BOOLEAN:
            return value is True
        if kind == ATTACHMENT:
            return self._file(value)
        if kind in {USER, ROLE, CHANNEL, MENTIONABLE}:
            return self._thing(_number(value))
        raise AskError(kind)

    def _thing(self, number: int) -> User | Role | Channel:
        world = self.stage.server.world
        return world.users.get(number) or world.channels.get(number) or _known(self.stage.guild.roles, number)

    def _file(self, value: object) -> Upload:
        if not isinstance(value, int) or not 0 <= value < len(self.files):
            raise AskError(value)
        return self.files[value]

    def entries(self) -> dict[str, Entry]:
        """Return what was entered in a form by the fields' ids; files are named by their numbers."""
        return {name: self._entry(value) for name, value in _object(self.payload.get("entries")).items()}

    def _entry(self, value: object) -> Entry:
        if isinstance(value, dict):
            numbers = value.get("files")
            return [self._file(each) for each in numbers] if isinstance(numbers, list) else []
        if isinstance(value, list):
            return [str(each) for each in value]
        if value is None or isinstance(value, str | bool):
            return value
        raise AskError(value)


async def read_ask(stage: Stage, request: web.Request) -> Ask:
    """Read what a page posted: a form with JSON in `payload`, and files."""
    try:
        form = await request.post()
        payload = form.get("payload")
        told = json.loads(payload) if isinstance(payload, str) else None
    except (ValueError, LookupError, RecursionError) as error:  # a form that breaks off, an unknown charset …
        raise AskError(repr(error)) from None
    files = (field for field in form.getall("files", []) if isinstance(field, FileField))
    return Ask(stage, _object(told), tuple(Upload(field.filename, field.file.read()) for field in files))


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise AskError(value)
    return value


def _number(value: object) -> int:
    if isinstance(value, str) and _ID.fullmatch(value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise AskError(value)


def _numeral(text: str, *, is_whole: bool) -> float:
    try:
        return int(text) if is_whole else float(text)
    except ValueError:
        raise AskError(text) from None


def _known(things: dict[int, Found], number: int) -> Found:
    found = things.get(number)
    if found is None:
        raise AskError(number)
    return found
