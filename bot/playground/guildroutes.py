"""The routes of accounts, guilds, members and commands, as Discord documents them."""

from bot.playground.access import can_see
from bot.playground.commandcheck import MOST_COMMANDS, check_commands
from bot.playground.model import Channel, ChannelKind, Command, Json
from bot.playground.payloads import (
    application_json,
    channel_json,
    full_member_json,
    guild_json,
    own_user_json,
    role_json,
    user_json,
)
from bot.playground.refusals import ApiError, missing_access, unknown
from bot.playground.rest import Call, Route


def _gateway(call: Call) -> Json:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    url = call.world.base_url.replace("http", "ws", 1) + "/gateway"
    return {"url": url, "shards": 1, "session_start_limit": limit}


def _user(call: Call) -> Json:
    user = call.world.users.get(call.number("user_id"))
    if user is None:
        raise unknown(10013, "User")
    return user_json(user)


def _open_dm(call: Call) -> Json:
    other = call.world.users.get(int(call.payload["recipient_id"]))
    if other is None:
        raise unknown(10013, "User")
    return channel_json(call.services.messenger.open_dm(call.bot, other), call.bot)


def _seen_channels(call: Call, kind: ChannelKind) -> list[Channel]:
    guild = call.guild()
    channels = [each for each in call.world.channels.values() if each.guild is guild and each.kind is kind]
    return [each for each in channels if can_see(each, call.bot)]


def _active_threads(call: Call) -> Json:
    threads = [each for each in _seen_channels(call, ChannelKind.PUBLIC_THREAD) if not each.archived]
    return {"threads": [channel_json(thread) for thread in threads], "members": [], "has_more": False}


def _guild(call: Call) -> Json:
    return guild_json(call.guild(), _seen_channels(call, ChannelKind.TEXT), call.bot)


def _guild_channels(call: Call) -> list[Json]:
    return [channel_json(channel) for channel in _seen_channels(call, ChannelKind.TEXT)]


def _members(call: Call) -> list[Json]:
    if not call.application.may_list_members:
        raise missing_access()
    limit, after = int(call.request.query.get("limit", 1)), int(call.request.query.get("after", 0))
    members = sorted(call.guild().members.values(), key=lambda member: member.user.id)
    return [full_member_json(member) for member in members if member.user.id > after][:limit]


def _member(call: Call) -> Json:
    member = call.guild().members.get(call.number("user_id"))
    if member is None:
        raise unknown(10007, "Member") if call.number("user_id") in call.world.users else unknown(10013, "User")
    return full_member_json(member)


def _roles(call: Call) -> list[Json]:
    return [role_json(role) for role in call.guild().roles.values()]


def _own_guilds(call: Call) -> list[Json]:
    guilds = [each for each in call.world.guilds.values() if call.bot.id in each.members]
    return [
        {"id": str(guild.id), "name": guild.name, "icon": None, "owner": False, "permissions": "0"} for guild in guilds
    ]


def _scope(call: Call) -> int | None:
    if call.number("application_id") != call.application.id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    return call.guild().id if "guild_id" in call.request.match_info else None


def _command_json(call: Call, command: Command) -> Json:
    scope = {} if command.guild_id is None else {"guild_id": str(command.guild_id)}
    base = {
        "type": 1,
        "options": [],
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        "name_localizations": None,
        "description_localizations": None,
        "description": "",
    }
    known = {"id": str(command.id), "application_id": str(call.application.id), "version": str(command.id), **scope}
    return {**base, **command.payload, **known}


def _commands(call: Call) -> list[Json]:
    scope = _scope(call)
    return [_command_json(call, each) for each in call.application.commands.values() if each.guild_id == scope]


def _put_commands(call: Call) -> list[Json]:
    scope, payloads = _scope(call), list(call.payload.get("list", []))
    check_commands(payloads)
    kept = {each.payload["name"]: each.id for each in call.application.commands.values() if each.guild_id == scope}
    for command in [each for each in call.application.commands.values() if each.guild_id == scope]:
        del call.application.commands[command.id]
    for payload in payloads:
        _register(call, scope, payload, kept.get(payload["name"]))
    return _commands(call)


def _register(call: Call, scope: int | None, payload: Json, number: int | None) -> Command:
    command = Command(number or call.world.new_id(), scope, payload)
    call.application.commands[command.id] = command
    return command


def _post_command(call: Call) -> Json:
    scope = _scope(call)
    check_commands([call.payload])
    same = [each for each in call.application.commands.values() if each.guild_id == scope]
    known = next((each.id for each in same if each.payload["name"] == call.payload["name"]), None)
    if known is None and len(same) >= MOST_COMMANDS:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({MOST_COMMANDS}).")
    return _command_json(call, _register(call, scope, call.payload, known))


def _delete_command(call: Call) -> None:
    _scope(call)
    if call.application.commands.pop(call.number("command_id"), None) is None:
        raise unknown(10063, "application command")


_GUILD, _APP = "/guilds/{guild_id}", "/applications/{application_id}"
GUILD_ROUTES = [
    Route("GET /gateway/bot", _gateway),
    Route("GET /users/@me", lambda call: own_user_json(call.bot)),
    Route("GET /users/@me/guilds", _own_guilds),
    Route("POST /users/@me/channels", _open_dm),
    Route("GET /users/{user_id}", _user),
    Route("GET /oauth2/applications/@me", lambda call: application_json(call.application)),
    Route("GET /applications/@me", lambda call: application_json(call.application)),
    Route(f"GET {_GUILD}", _guild),
    Route(f"GET {_GUILD}/channels", _guild_channels),
    Route(f"GET {_GUILD}/threads/active", _active_threads),
    Route(f"GET {_GUILD}/members", _members),
    Route(f"GET {_GUILD}/members/{{user_id}}", _member),
    Route(f"GET {_GUILD}/roles", _roles),
    *[
        Route(f"{method} {_APP}{scope}/commands{rest}", handler)
        for scope in ("", "/guilds/{guild_id}")
        for method, rest, handler in (
            ("GET", "", _commands),
            ("PUT", "", _put_commands),
            ("POST", "", _post_command),
            ("DELETE", "/{command_id}", _delete_command),
        )
    ],
]
"""Those with fixed words before those with ids in the same place."""
