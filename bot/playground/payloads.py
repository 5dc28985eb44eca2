"""The JSON in which Discord tells of accounts, guilds, channels and messages."""

import re
from datetime import datetime, timedelta
from urllib.parse import quote

from bot.playground.access import permissions_in
from bot.playground.model import (
    Application,
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Json,
    Member,
    Message,
    MessageKind,
    Overwrite,
    Role,
    User,
)
from bot.playground.world import World

_REFERENCE = re.compile(r"attachment://(.+)")


def user_json(user: User) -> Json:
    """Return a user."""
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": None if user.is_bot else user.name,
        "discriminator": "0000" if user.is_bot else "0",
        "avatar": None,
        "bot": user.is_bot,
        "public_flags": 0,
    }


def own_user_json(user: User) -> Json:
    """Return a bot's own account, as `/users/@me` and READY have it."""
    return {**user_json(user), "verified": True, "mfa_enabled": True, "flags": 0, "email": None, "locale": user.locale}


def member_json(member: Member) -> Json:
    """Return a member without its user."""
    return {
        "nick": member.nick,
        "avatar": None,
        "roles": [str(role_id) for role_id in member.role_ids],
        "joined_at": member.joined.isoformat(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def full_member_json(member: Member) -> Json:
    """Return a member with its user."""
    return {**member_json(member), "user": user_json(member.user)}


def role_json(role: Role) -> Json:
    """Return a role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def _overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target_id),
        "type": int(overwrite.is_member),
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def channel_json(channel: Channel, viewer: User | None = None) -> Json:
    """Return a channel; a DM's recipients are those other than the viewer."""
    last = max(channel.messages, default=None)
    base: Json = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if channel.guild is None:
        others = [user for user in channel.recipients if user is not viewer]
        return {**base, "recipients": [user_json(user) for user in others]}
    base |= {"guild_id": str(channel.guild.id), "name": channel.name, "rate_limit_per_user": 0}
    if channel.kind is ChannelKind.PUBLIC_THREAD:
        return {**base, **_thread_json(channel)}
    return {
        **base,
        "position": 0,
        "permission_overwrites": [_overwrite_json(overwrite) for overwrite in channel.overwrites.values()],
        "nsfw": False,
        "topic": None,
        "parent_id": None,
    }


def _thread_json(thread: Channel) -> Json:
    assert thread.parent is not None
    assert thread.created is not None
    said = sum(not message.is_deleted for message in thread.messages.values())
    return {
        "parent_id": str(thread.parent.id),
        "owner_id": str(thread.owner_id),
        "message_count": said,
        "member_count": 1,
        "total_message_sent": said,
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.archive_minutes,
            "archive_timestamp": thread.created.isoformat(),
            "create_timestamp": thread.created.isoformat(),
            "locked": False,
        },
    }


def interaction_channel_json(channel: Channel, user: User) -> Json:
    """Return a channel as interactions carry it: with the user's permissions there."""
    return {**channel_json(channel, None), "permissions": str(int(permissions_in(channel, user)))}


def guild_json(guild: Guild, channels: list[Channel], viewer: User) -> Json:
    """Return a guild as GUILD_CREATE and `/guilds/{guild_id}` have it, with what the viewer sees of it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.owner_id),
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 1,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role_json(role) for role in guild.roles.values()],
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "joined_at": guild.members[viewer.id].joined.isoformat(),
        "members": [full_member_json(guild.members[viewer.id])],
        "channels": [channel_json(each) for each in channels if each.kind is ChannelKind.TEXT],
        "threads": [channel_json(each) for each in channels if each.kind is ChannelKind.PUBLIC_THREAD],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application_json(application: Application) -> Json:
    """Return a bot's application."""
    return {
        "id": str(application.id),
        "name": application.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_json(application.owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": (1 << 19) * application.may_read_content | (1 << 15) * application.may_list_members,
    }


def attachment_url(world: World, channel: Channel, attachment: Attachment) -> str:
    """Return a link to an attachment that works for a day of the world's clock."""
    expires = int((world.now() + timedelta(hours=world.policy.link_hours)).timestamp())
    path = f"attachments/{channel.id}/{attachment.id}/{quote(attachment.filename)}"
    return f"{world.base_url}/{path}?ex={expires:x}&is={int(world.now().timestamp()):x}&hm={attachment.id:x}"


def attachment_json(world: World, channel: Channel, attachment: Attachment) -> Json:
    """Return an attachment, with a fresh link."""
    url = attachment_url(world, channel, attachment)
    payload: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        payload["description"] = attachment.description
    if attachment.size_in_pixels is not None:
        payload["width"], payload["height"] = attachment.size_in_pixels
    return payload


def _resolved(world: World, message: Message, node: object) -> object:
    """Return components with `attachment://` references replaced by links."""
    if isinstance(node, list | tuple):
        return [_resolved(world, message, each) for each in node]
    if not isinstance(node, dict):
        return node
    found = _REFERENCE.fullmatch(node["url"]) if isinstance(node.get("url"), str) else None
    attachment = next((each for each in message.attachments if found is not None and each.filename == found[1]), None)
    if attachment is None:
        return {key: _resolved(world, message, value) for key, value in node.items()}
    payload = attachment_json(world, message.channel, attachment)
    kept = ("url", "proxy_url", "width", "height", "content_type")
    return {
        **{key: payload[key] for key in kept if key in payload},
        "attachment_id": str(attachment.id),
        "loading_state": 2,
        "placeholder": "",
        "flags": 0,
    }


def _stamp(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def message_json(world: World, message: Message, *, says: bool = True) -> Json:
    """Return a message; without `says` what it says is left out, as for bots without the message-content intent."""
    draft, author = message.draft, message.author
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": int(message.kind),
        "author": user_json(author),
        "content": draft.content if says else "",
        "timestamp": message.created.isoformat(),
        "edited_timestamp": _stamp(message.edited),
        "tts": False,
        "mention_everyone": draft.mentions_everyone,
        "mentions": [user_json(world.users[user_id]) for user_id in draft.mentions],
        "mention_roles": [str(role_id) for role_id in draft.mention_roles],
        "attachments": [attachment_json(world, message.channel, each) for each in draft.attachments] if says else [],
        "embeds": _resolved(world, message, draft.embeds) if says else [],
        "components": _resolved(world, message, draft.components) if says else [],
        "pinned": message.is_pinned,
        "flags": int(draft.flags),
    }
    if message.application_id is not None:
        payload["application_id"] = str(message.application_id)
    if message.interaction is not None:
        payload["interaction_metadata"] = message.interaction
        payload["webhook_id"] = str(message.application_id)
    if message.reply_to is not None:
        payload["message_reference"] = _reference_json(message)
    if message.kind is MessageKind.THREAD_STARTER:
        payload["referenced_message"] = _starter_json(world, message, says=says)
    if message.thread is not None:
        payload["thread"] = channel_json(message.thread)
    return payload


def _reference_json(message: Message) -> Json:
    channel = message.channel
    if message.kind is MessageKind.THREAD_STARTER and channel.parent is not None:
        channel = channel.parent
    reference: Json = {"type": 0, "message_id": str(message.reply_to), "channel_id": str(channel.id)}
    if channel.guild is not None:
        reference["guild_id"] = str(channel.guild.id)
    return reference


def _starter_json(world: World, message: Message, *, says: bool) -> Json | None:
    parent = message.channel.parent
    starter = parent.messages.get(message.reply_to or 0) if parent is not None else None
    return None if starter is None or starter.is_deleted else message_json(world, starter, says=says)


def guild_message_json(world: World, message: Message, *, says: bool = True) -> Json:
    """Return a message as gateway events have it: with its guild and its author as a member."""
    payload = message_json(world, message, says=says)
    guild = message.channel.guild
    if guild is not None:
        payload["guild_id"] = str(guild.id)
        member = guild.members.get(message.author.id)
        if member is not None:
            payload["member"] = member_json(member)
    return payload
