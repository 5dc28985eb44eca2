"""The routes of channels, messages, pins and threads, as Discord documents them."""

from bot.playground.access import can_see, require
from bot.playground.events import may_read
from bot.playground.model import Channel, ChannelKind, Json, Message, Permission
from bot.playground.payloads import channel_json, message_json
from bot.playground.refusals import missing_access
from bot.playground.rest import Call, Route
from bot.playground.world import Happening


def _message_json(call: Call, message: Message) -> Json:
    says = may_read(call.application, message, has_intent=call.application.may_read_content)
    return message_json(call.world, message, says=says)


def _visible(call: Call) -> Channel:
    channel = call.channel()
    if not can_see(channel, call.bot):
        raise missing_access()
    return channel


def _channel(call: Call) -> Json:
    return channel_json(_visible(call), call.bot)


def _edit_channel(call: Call) -> Json:
    """Rename or archive a thread."""
    channel = _visible(call)
    if channel.kind is not ChannelKind.PUBLIC_THREAD:
        require(channel, call.bot, Permission.MANAGE_CHANNELS)
    elif channel.owner_id != call.bot.id:
        require(channel, call.bot, Permission.MANAGE_THREADS)
    channel.name = str(call.payload.get("name") or channel.name)
    channel.archived = bool(call.payload.get("archived", channel.archived))
    name = "THREAD_UPDATE" if channel.kind is ChannelKind.PUBLIC_THREAD else "CHANNEL_UPDATE"
    call.world.happen(Happening(name, channel, channel.guild))
    return channel_json(channel, call.bot)


def _delete_channel(call: Call) -> Json:
    channel = _visible(call)
    is_thread = channel.kind is ChannelKind.PUBLIC_THREAD
    require(channel, call.bot, Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS)
    call.world.delete_channel(channel)
    return channel_json(channel, call.bot)


def _history(call: Call) -> list[Json]:
    messages = call.services.messenger.history(call.bot, call.channel(), dict(call.request.query))
    return [_message_json(call, message) for message in messages]


def _send(call: Call) -> Json:
    message = call.services.messenger.send(call.bot, call.channel(), call.form)
    answer = _message_json(call, message)
    if "nonce" in call.payload:
        answer["nonce"] = call.payload["nonce"]  # only in the answer to whoever sent it
    return answer


def _get_message(call: Call) -> Json:
    message = call.message()
    require(message.channel, call.bot, Permission.READ_MESSAGE_HISTORY)
    return _message_json(call, message)


def _edit_message(call: Call) -> Json:
    message = call.message()
    call.services.messenger.edit(call.bot, message, call.form)
    return _message_json(call, message)


def _delete_message(call: Call) -> None:
    call.services.messenger.delete(call.bot, call.message())


def _bulk_delete(call: Call) -> None:
    channel = call.channel()
    require(channel, call.bot, Permission.MANAGE_MESSAGES)
    for message_id in map(int, call.payload["messages"]):
        message = channel.messages.get(message_id)
        if message is not None and not message.is_deleted:
            call.services.messenger.remove(message)


def _pin(call: Call) -> None:
    call.services.messenger.pin(call.bot, call.message())


def _unpin(call: Call) -> None:
    call.services.messenger.unpin(call.bot, call.message())


def _pinned(call: Call) -> list[Message]:
    channel = call.channel()
    require(channel, call.bot, Permission.READ_MESSAGE_HISTORY)
    newest_first = sorted(channel.pinned_at, key=lambda message_id: channel.pinned_at[message_id], reverse=True)
    return [channel.messages[message_id] for message_id in newest_first]


def _old_pins(call: Call) -> list[Json]:
    return [_message_json(call, message) for message in _pinned(call)]


def _pins(call: Call) -> Json:
    limit, before = int(call.request.query.get("limit", 50)), call.request.query.get("before")
    entries = [
        {"pinned_at": message.channel.pinned_at[message.id].isoformat(), "message": _message_json(call, message)}
        for message in _pinned(call)
    ]
    entries = [entry for entry in entries if before is None or str(entry["pinned_at"]) < before]
    return {"items": entries[:limit], "has_more": len(entries) > limit}


def _thread_from_message(call: Call) -> Json:
    message = call.message()
    return channel_json(call.services.messenger.start_thread(call.bot, message.channel, call.payload, message))


def _thread(call: Call) -> Json:
    return channel_json(call.services.messenger.start_thread(call.bot, call.channel(), call.payload))


def _only_look(call: Call) -> None:
    _visible(call)


def _archived_threads(call: Call) -> Json:
    channel = _visible(call)
    threads = [each for each in call.world.channels.values() if each.parent is channel and each.archived]
    return {"threads": [channel_json(thread) for thread in threads], "members": [], "has_more": False}


_CHANNEL = "/channels/{channel_id}"
_MESSAGE = f"{_CHANNEL}/messages/{{message_id}}"
CHANNEL_ROUTES = [
    Route(f"GET {_CHANNEL}", _channel),
    Route(f"PATCH {_CHANNEL}", _edit_channel),
    Route(f"DELETE {_CHANNEL}", _delete_channel),
    Route(f"POST {_CHANNEL}/typing", _only_look),
    Route(f"GET {_CHANNEL}/messages", _history),
    Route(f"POST {_CHANNEL}/messages", _send),
    Route(f"POST {_CHANNEL}/messages/bulk-delete", _bulk_delete),
    Route(f"GET {_CHANNEL}/messages/pins", _pins),
    Route(f"PUT {_CHANNEL}/messages/pins/{{message_id}}", _pin),
    Route(f"DELETE {_CHANNEL}/messages/pins/{{message_id}}", _unpin),
    Route(f"GET {_CHANNEL}/pins", _old_pins),
    Route(f"PUT {_CHANNEL}/pins/{{message_id}}", _pin),
    Route(f"DELETE {_CHANNEL}/pins/{{message_id}}", _unpin),
    Route(f"GET {_MESSAGE}", _get_message),
    Route(f"PATCH {_MESSAGE}", _edit_message),
    Route(f"DELETE {_MESSAGE}", _delete_message),
    Route(f"POST {_MESSAGE}/threads", _thread_from_message),
    Route(f"POST {_CHANNEL}/threads", _thread),
    Route(f"GET {_CHANNEL}/threads/archived/public", _archived_threads),
    Route(f"PUT {_CHANNEL}/thread-members/@me", _only_look),
    Route(f"PUT {_CHANNEL}/thread-members/{{user_id}}", _only_look),
]
"""Those with fixed words before those with ids in the same place."""
