"""What a Discord server consists of: plain records, changed by the functions of this package alone."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag
from typing import Any

Json = dict[str, Any]
"""A JSON object as it comes and goes."""


class Permission(IntFlag):
    """Permissions, with Discord's bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    PIN_MESSAGES = 1 << 51


USUAL_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What everybody may in a new guild."""


BLOCKED, DMS_OFF = 50007, 50278
"""Why a DM fails: the person blocked the bot, or takes no DMs from the server's members; bots have seen both codes for
both. Without any common server it is the second."""


class ChannelKind(IntEnum):
    """Kinds of channels, with Discord's numbers."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11


class MessageKind(IntEnum):
    """Kinds of messages, with Discord's numbers."""

    DEFAULT = 0
    PIN_ADDED = 6
    REPLY = 19
    COMMAND_ANSWER = 20
    THREAD_STARTER = 21


class MessageFlag(IntFlag):
    """Flags of messages, with Discord's bits."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


@dataclass(eq=False)
class User:
    """An account: a person's or a bot's."""

    id: int
    name: str
    locale: str = "en-US"
    is_bot: bool = False
    dm_refusal: int = 0
    """The code with which sending this person a DM fails: `BLOCKED`, `DMS_OFF`, or 0 if it does not."""


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's own id is everybody's."""

    id: int
    name: str
    permissions: Permission
    position: int


@dataclass(eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined: datetime
    role_ids: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies a role or a member, beside the guild's permissions."""

    target_id: int
    is_member: bool
    allow: Permission
    deny: Permission


@dataclass(eq=False)
class Guild:
    """A Discord server ("guild" in the protocol)."""

    id: int
    name: str
    owner_id: int
    locale: str
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread (its `parent` is the channel) or a DM (it has `recipients`)."""

    id: int
    kind: ChannelKind
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    owner_id: int = 0
    created: datetime | None = None
    archive_minutes: int = 1440
    archived: bool = False
    recipients: tuple[User, ...] = ()
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, "Message"] = field(default_factory=dict)
    pinned_at: dict[int, datetime] = field(default_factory=dict)
    """When each pinned message was pinned."""


@dataclass(frozen=True, slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content_type: str
    content: bytes
    description: str | None = None
    size_in_pixels: tuple[int, int] | None = None
    """Width and height, of pictures."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a message says: all of it that an edit can change."""

    content: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: MessageFlag = NO_FLAGS
    mentions: tuple[int, ...] = ()
    """The users whom it notifies."""
    mentions_everyone: bool = False
    mention_roles: tuple[int, ...] = ()


@dataclass(eq=False)
class Message:
    """A message; a deleted one is kept for those who ask what people saw."""

    id: int
    channel: Channel
    author: User
    created: datetime
    draft: Draft
    kind: MessageKind = MessageKind.DEFAULT
    edited: datetime | None = None
    earlier: list[Draft] = field(default_factory=list)
    """What it said before each edit, oldest first."""
    receiver: User | None = None
    """Who alone sees it, if it is ephemeral."""
    is_deleted: bool = False
    thread: Channel | None = None
    reply_to: int | None = None
    interaction: Json | None = None
    """The metadata of the interaction that it answers."""
    application_id: int | None = None

    @property
    def content(self) -> str:
        """The text outside components."""
        return self.draft.content

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files, in order."""
        return self.draft.attachments

    @property
    def components(self) -> tuple[Json, ...]:
        """The components, as Discord would send them, but with `attachment://` references."""
        return self.draft.components

    @property
    def is_pinned(self) -> bool:
        """Whether it is pinned in its channel."""
        return self.id in self.channel.pinned_at


@dataclass(eq=False)
class Command:
    """A registered application command; `guild_id` is None for a global one."""

    id: int
    guild_id: int | None
    payload: Json


@dataclass(eq=False)
class Application:
    """A bot's application, with its account and token."""

    id: int
    name: str
    bot: User
    owner: User
    token: str
    may_read_content: bool = False
    """Whether it has the privileged message-content intent."""
    may_list_members: bool = False
    """Whether it has the privileged members intent."""
    commands: dict[int, Command] = field(default_factory=dict)
