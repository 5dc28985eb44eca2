"""What a bot is told of what happens: by its intents, by the channels it sees, and without other people's texts."""

from bot.playground.access import can_see
from bot.playground.model import Application, Guild, Json, Message
from bot.playground.payloads import channel_json, full_member_json, guild_json, guild_message_json, role_json
from bot.playground.world import Happening, World

INTENT_GUILDS = 1 << 0
INTENT_MEMBERS = 1 << 1
INTENT_PRESENCES = 1 << 8
INTENT_GUILD_MESSAGES = 1 << 9
INTENT_DIRECT_MESSAGES = 1 << 12
INTENT_CONTENT = 1 << 15


def may_read(application: Application, message: Message, *, has_intent: bool) -> bool:
    """Tell whether a bot reads what a message says.

    Without the message-content intent these are its own messages, DMs, and messages that mention it.
    """
    bot = application.bot
    return has_intent or message.channel.guild is None or message.author is bot or bot.id in message.draft.mentions


def event_json(world: World, happening: Happening, application: Application, intents: int) -> Json | None:
    """Return the event that a bot's session gets, or None if it gets none."""
    bot = application.bot
    if happening.only not in (None, bot):
        return None
    if happening.message is not None:
        return _message_json(world, happening, application, intents)
    if happening.name == "INTERACTION_CREATE":
        return happening.payload
    if happening.guild is None or (bot.id not in happening.guild.members and happening.name != "GUILD_DELETE"):
        return None
    if happening.channel is not None:
        return _channel_json(happening, application, intents)
    return _guild_json(world, happening, happening.guild, application, intents)


def _message_json(world: World, happening: Happening, application: Application, intents: int) -> Json | None:
    message = happening.message
    assert message is not None
    in_guild = message.channel.guild is not None
    needed = INTENT_GUILD_MESSAGES if in_guild else INTENT_DIRECT_MESSAGES
    if not intents & needed or message.receiver is not None or not can_see(message.channel, application.bot):
        return None
    if happening.name != "MESSAGE_DELETE":
        says = may_read(application, message, has_intent=bool(intents & INTENT_CONTENT))
        return guild_message_json(world, message, says=says)
    payload = {"id": str(message.id), "channel_id": str(message.channel.id)}
    if message.channel.guild is not None:
        payload["guild_id"] = str(message.channel.guild.id)
    return payload


def _channel_json(happening: Happening, application: Application, intents: int) -> Json | None:
    channel = happening.channel
    assert channel is not None
    if not intents & INTENT_GUILDS or not can_see(channel, application.bot):
        return None
    if happening.payload:
        return happening.payload
    extra = {"newly_created": True} if happening.name == "THREAD_CREATE" else {}
    return {**channel_json(channel), **extra}


def _guild_json(
    world: World,
    happening: Happening,
    guild: Guild,
    application: Application,
    intents: int,
) -> Json | None:
    if not intents & INTENT_GUILDS:
        return None
    guild_id = str(guild.id)
    if happening.name == "GUILD_CREATE":
        seen = [each for each in world.channels.values() if each.guild is guild and can_see(each, application.bot)]
        payload = guild_json(guild, seen, application.bot)
        del payload["unavailable"]  # clients take a guild that has it for one that was there before
        return payload
    if happening.name == "GUILD_DELETE":
        return {"id": guild_id}
    if happening.name.startswith("GUILD_ROLE"):
        return {"guild_id": guild_id, "role": role_json(guild.roles[happening.payload["role_id"]])}
    user_id = happening.payload["user_id"]
    is_told = intents & INTENT_MEMBERS or user_id == application.bot.id
    return _member_json(happening, guild, user_id) if is_told else None


def _member_json(happening: Happening, guild: Guild, user_id: int) -> Json:
    guild_id = str(guild.id)
    if happening.name == "GUILD_MEMBER_REMOVE":
        return {"guild_id": guild_id, "user": {"id": str(user_id)}}
    return {**full_member_json(guild.members[user_id]), "guild_id": guild_id}
