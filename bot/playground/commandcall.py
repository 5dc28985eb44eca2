"""Calling a slash command as a person does: what the picker offers, and the data that the bot gets."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.playground.access import guild_permissions, permissions_in
from bot.playground.commandcheck import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from bot.playground.drafts import Upload
from bot.playground.model import Application, Channel, Command, Json, Permission, Role, User
from bot.playground.resolving import Resolved

Value = str | int | float | bool | Upload | User | Channel | Role
"""What a person enters for an option."""
_TYPES: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (User,),
    CHANNEL: (Channel,),
    ROLE: (Role,),
    MENTIONABLE: (User, Role),
    NUMBER: (int, float),
    ATTACHMENT: (Upload,),
}
_BOT_DM = 1


class CannotDoError(Exception):
    """What Discord's own app would not let this person do."""


def offered(application: Application, user: User, channel: Channel) -> dict[str, Command]:
    """Return the commands that a person is offered in a channel, by name; a guild's own come before global ones."""
    commands = [each for each in application.commands.values() if _is_offered(each, user, channel)]
    commands.sort(key=lambda command: command.guild_id is not None)
    return {str(command.payload["name"]): command for command in commands}


def _is_offered(command: Command, user: User, channel: Channel) -> bool:
    payload, guild = command.payload, channel.guild
    if guild is None:
        contexts = payload.get("contexts")
        allowed = payload.get("dm_permission", True) is not False if contexts is None else _BOT_DM in contexts
        return command.guild_id is None and bool(allowed)
    if command.guild_id not in (None, guild.id) or payload.get("contexts") == [_BOT_DM]:
        return False
    if not permissions_in(channel, user) & Permission.USE_APPLICATION_COMMANDS:
        return False
    asked = payload.get("default_member_permissions")
    if asked is None:
        return True
    permissions = guild_permissions(guild, user)
    needed = Permission(int(asked)) or Permission.ADMINISTRATOR
    return bool(permissions & Permission.ADMINISTRATOR) or not needed & ~permissions


@dataclass
class CommandCall:
    """A command with what a person enters."""

    resolved: Resolved

    def data(self, command: Command, path: list[str], values: Mapping[str, Value], focused: str | None) -> Json:
        """Return an interaction's data: of a command with its subcommands' names and its options' values."""
        leaf, wrappers = command.payload, []
        for name in path:
            options = leaf.get("options") or []
            leaf = next((each for each in options if each["name"] == name and each["type"] in {SUBCOMMAND, GROUP}), {})
            if not leaf:
                message = f"/{command.payload['name']} has no subcommand {name}"
                raise CannotDoError(message)
            wrappers.append(leaf)
        options = self._options(leaf.get("options") or [], values, focused)
        for wrapper in reversed(wrappers):
            options = [{"name": wrapper["name"], "type": wrapper["type"], "options": options}]
        data: Json = {"id": str(command.id), "name": command.payload["name"], "type": 1, "options": options}
        if command.guild_id is not None:
            data["guild_id"] = str(command.guild_id)
        if self.resolved.payload:
            data["resolved"] = self.resolved.payload
        return data

    def _options(self, known: list[Json], values: Mapping[str, Value], focused: str | None) -> list[Json]:
        by_name = {str(option["name"]): option for option in known}
        if any(option["type"] in {SUBCOMMAND, GROUP} for option in known):
            message = f"One of these subcommands must be chosen: {', '.join(by_name)}"
            raise CannotDoError(message)
        for name in values:
            if name not in by_name:
                message = f"There is no option {name}; there are {', '.join(by_name) or 'none'}"
                raise CannotDoError(message)
        missing = [name for name, option in by_name.items() if option.get("required") and name not in values]
        if missing and focused is None:
            message = f"Options must be filled in: {', '.join(missing)}"
            raise CannotDoError(message)
        return [self._option(by_name[name], value, focused) for name, value in values.items()]

    def _option(self, option: Json, value: Value, focused: str | None) -> Json:
        name = str(option["name"])
        if name == focused:
            if not option.get("autocomplete"):
                message = f"The option {name} does not complete"
                raise CannotDoError(message)
            return {"name": name, "type": option["type"], "value": str(value), "focused": True}
        if not isinstance(value, _TYPES[option["type"]]):
            message = f"The option {name} takes no {type(value).__name__}"
            raise CannotDoError(message)
        self._refuse_limits(option, value)
        return {"name": name, "type": option["type"], "value": self._value(value)}

    def _refuse_limits(self, option: Json, value: Value) -> None:
        choices = [choice["value"] for choice in option.get("choices") or []]
        size = len(value) if isinstance(value, str) else value if isinstance(value, int | float) else 0
        suffix = "length" if isinstance(value, str) else "value"
        least, most = option.get(f"min_{suffix}"), option.get(f"max_{suffix}")
        is_out = (least is not None and size < least) or (most is not None and size > most)
        if is_out or (choices and value not in choices):
            message = f"The option {option['name']} does not take {value!r}"
            raise CannotDoError(message)

    def _value(self, value: Value) -> str | float | bool:
        """Return an option's value; things go to `resolved`, their ids into the option."""
        return self.resolved.add(value) if isinstance(value, User | Channel | Role | Upload) else value
