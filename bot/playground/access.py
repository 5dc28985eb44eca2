"""Who may do what where: permissions of members in channels, as Discord computes them."""

from bot.playground.model import DMS_OFF, Channel, ChannelKind, Guild, Permission, User
from bot.playground.refusals import ApiError, missing_access, missing_permissions
from bot.playground.world import World

ALL = Permission(~0) & Permission((1 << 53) - 1)
IN_DMS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.PIN_MESSAGES
)
"""What both ends of a DM may."""


def guild_permissions(guild: Guild, user: User) -> Permission:
    """Return what a user may in a guild, channels' overwrites apart; nothing for a stranger."""
    member = guild.members.get(user.id)
    if member is None:
        return Permission(0)
    if user.id == guild.owner_id:
        return ALL
    permissions = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        permissions |= guild.roles[role_id].permissions
    return ALL if permissions & Permission.ADMINISTRATOR else permissions


def permissions_in(channel: Channel, user: User) -> Permission:
    """Return what a user may in a channel, a thread (its parent's permissions count) or a DM."""
    if channel.guild is None:
        return IN_DMS if user in channel.recipients else Permission(0)
    permissions = guild_permissions(channel.guild, user)
    member = channel.guild.members.get(user.id)
    if member is None or permissions == ALL:
        return permissions
    overwrites = (channel.parent or channel).overwrites
    everybody = overwrites.get(channel.guild.id)
    if everybody is not None:
        permissions = permissions & ~everybody.deny | everybody.allow
    of_roles = [overwrites[role_id] for role_id in member.role_ids if role_id in overwrites]
    for overwrite in of_roles:
        permissions &= ~overwrite.deny
    for overwrite in of_roles:
        permissions |= overwrite.allow
    own = overwrites.get(user.id)
    if own is not None:
        permissions = permissions & ~own.deny | own.allow
    return permissions if permissions & Permission.VIEW_CHANNEL else Permission(0)


def can_see(channel: Channel, user: User) -> bool:
    """Tell whether a user sees a channel."""
    return bool(permissions_in(channel, user) & Permission.VIEW_CHANNEL)


def require(channel: Channel, user: User, needed: Permission) -> None:
    """Refuse with 50001 who cannot see the channel, with 50013 who lacks a permission in it."""
    permissions = permissions_in(channel, user)
    if not permissions & Permission.VIEW_CHANNEL:
        raise missing_access()
    if needed & ~permissions:
        raise missing_permissions()


def require_sending(world: World, channel: Channel, user: User, *, files: bool, embeds: bool) -> None:
    """Refuse a message that a user may not send: 50001, 50013, and in DMs 50278 and 50007."""
    if channel.kind is ChannelKind.DM:
        require(channel, user, Permission.SEND_MESSAGES)
        other = next(each for each in channel.recipients if each is not user)
        if user.is_bot and not world.share_a_guild(user, other):
            raise ApiError(403, DMS_OFF, "Cannot send messages to this user")
        if other.dm_refusal:
            raise ApiError(403, other.dm_refusal, "Cannot send messages to this user")
        return
    is_thread = channel.kind is ChannelKind.PUBLIC_THREAD
    needed = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    if files:
        needed |= Permission.ATTACH_FILES
    if embeds:
        needed |= Permission.EMBED_LINKS
    require(channel, user, needed)
