"""The world behind the server: accounts, guilds, channels, messages, and whoever listens to what happens in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count

from bot.clock import id_of_moment
from bot.playground.model import (
    USUAL_PERMISSIONS,
    Application,
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    Permission,
    Role,
    User,
)

_COUNTER_BITS = 22


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, named as in the gateway (MESSAGE_CREATE …).

    `message` is set for messages, `payload` for the rest. `only` says that nobody else sees it: an ephemeral message's
    receiver, an interaction's bot.
    """

    name: str
    channel: Channel | None = None
    guild: Guild | None = None
    message: Message | None = None
    payload: Json = field(default_factory=dict)
    only: User | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """What Discord does not document, or what tests and the demo want otherwise."""

    alt_text_limit: int = 1024
    """Characters of a file's or gallery item's description: 1,024 in Discord's documents, 256 in discord.py's."""
    answer_seconds: float = 3.0
    """How long an interaction waits for its first answer; real time."""
    token_seconds: float = 900.0
    """How long an interaction can be followed up; real time."""
    nonce_seconds: float = 300.0
    """How long an enforced nonce is remembered; real time."""
    new_dms: int = 50
    """How many new DM channels a bot may open in `new_dms_seconds`, before 40003."""
    new_dms_seconds: float = 600.0
    old_edits: int = 5
    """How many edits of messages older than an hour a channel takes in `old_edits_seconds`, before 30046."""
    old_edits_seconds: float = 3600.0
    """Of the world's clock; Discord tells no numbers, bots have seen "a few an hour" and "3 in 20 seconds"."""
    edits_list_files: bool = False
    """Whether an edit can refer to files that the message has only if its `attachments` list them."""
    requests_per_second: int | None = 50
    """The limit for a bot, interaction answers apart; None for none."""
    link_hours: int = 24
    """How long a CDN link works, by the world's clock."""


class World:
    """Everything that the server knows. It survives bots, and may outlive the server's sockets."""

    def __init__(self, clock: Callable[[], datetime], policy: Policy | None = None) -> None:
        """Make an empty world; `clock` gives aware UTC datetimes, from which all ids come."""
        self.clock = clock
        self.policy = policy or Policy()
        self.base_url = "http://127.0.0.1"
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.applications: dict[str, Application] = {}
        """Applications by token."""
        self.files: dict[int, Attachment] = {}
        """All attachments ever uploaded."""
        self._dms: dict[frozenset[int], Channel] = {}
        self.listeners: list[Callable[[Happening], None]] = []
        self._counter = count()

    def now(self) -> datetime:
        """Return the world's time, aware, in UTC, to the millisecond, as ids have it."""
        now = self.clock().astimezone(UTC)
        return now.replace(microsecond=now.microsecond // 1000 * 1000)

    def new_id(self) -> int:
        """Return an id that carries the world's time and is never given twice."""
        return id_of_moment(self.now()) | (next(self._counter) & ((1 << _COUNTER_BITS) - 1))

    def happen(self, happening: Happening) -> None:
        """Tell everybody who listens."""
        for listener in tuple(self.listeners):
            listener(happening)

    def add_person(self, name: str, locale: str = "en-US") -> User:
        """Make a person's account."""
        return self._add_user(User(self.new_id(), name, locale))

    def _add_user(self, user: User) -> User:
        self.users[user.id] = user
        return user

    def add_application(self, name: str, owner: User, token: str = "") -> Application:
        """Make a bot's application and its account; without a token it gets one."""
        bot = self._add_user(User(self.new_id(), name, is_bot=True))
        application = Application(bot.id, name, bot, owner, token or f"playground.{bot.id}")
        self.applications[application.token] = application
        return application

    def add_guild(self, name: str, owner: User, locale: str = "en-US") -> Guild:
        """Make a guild whose members may do the usual things; its owner is its first member."""
        guild = Guild(self.new_id(), name, owner.id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", USUAL_PERMISSIONS, 0)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: Permission = USUAL_PERMISSIONS) -> Role:
        """Make a role above the others."""
        role = Role(self.new_id(), name, permissions, len(guild.roles))
        guild.roles[role.id] = role
        self.happen(Happening("GUILD_ROLE_CREATE", guild=guild, payload={"role_id": role.id}))
        return role

    def set_role_permissions(self, guild: Guild, role: Role, permissions: Permission) -> None:
        """Change what a role may in the whole guild."""
        role.permissions = permissions
        self.happen(Happening("GUILD_ROLE_UPDATE", guild=guild, payload={"role_id": role.id}))

    def add_channel(self, guild: Guild, name: str, overwrites: Sequence[Overwrite] = ()) -> Channel:
        """Make a text channel."""
        channel = Channel(self.new_id(), ChannelKind.TEXT, name, guild, created=self.now())
        channel.overwrites.update((overwrite.target_id, overwrite) for overwrite in overwrites)
        self.channels[channel.id] = channel
        self.happen(Happening("CHANNEL_CREATE", channel, guild))
        return channel

    def set_overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Change what a channel allows and denies a role or member."""
        channel.overwrites[overwrite.target_id] = overwrite
        self.happen(Happening("CHANNEL_UPDATE", channel, channel.guild))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages and threads, or a thread."""
        del self.channels[channel.id]
        for thread in [each for each in self.channels.values() if each.parent is channel]:
            del self.channels[thread.id]
        name = "THREAD_DELETE" if channel.kind is ChannelKind.PUBLIC_THREAD else "CHANNEL_DELETE"
        self.happen(Happening(name, channel, channel.guild))

    def join(self, guild: Guild, user: User, roles: Sequence[Role] = (), nick: str | None = None) -> Member:
        """Make a user (a person or a bot) a member of a guild."""
        member = Member(user, self.now(), [role.id for role in roles], nick)
        guild.members[user.id] = member
        name = "GUILD_CREATE" if user.is_bot else "GUILD_MEMBER_ADD"
        self.happen(
            Happening(name, guild=guild, payload={"user_id": user.id}, only=user if user.is_bot else None),
        )
        return member

    def set_roles(self, guild: Guild, user: User, roles: Sequence[Role]) -> None:
        """Give a member exactly these roles."""
        guild.members[user.id].role_ids = [role.id for role in roles]
        self.happen(Happening("GUILD_MEMBER_UPDATE", guild=guild, payload={"user_id": user.id}))

    def leave(self, guild: Guild, user: User) -> None:
        """Remove a user from a guild: a person who left, or a bot that was thrown out."""
        del guild.members[user.id]
        name = "GUILD_DELETE" if user.is_bot else "GUILD_MEMBER_REMOVE"
        self.happen(
            Happening(name, guild=guild, payload={"user_id": user.id}, only=user if user.is_bot else None),
        )

    def dm_between(self, one: User, other: User) -> Channel | None:
        """Return the DM channel of two users, if it was ever opened."""
        return self._dms.get(frozenset((one.id, other.id)))

    def open_dm(self, one: User, other: User) -> Channel:
        """Return the DM channel of two users; it is made if need be, whether or not sending will work."""
        channel = self.dm_between(one, other)
        if channel is None:
            channel = Channel(self.new_id(), ChannelKind.DM, recipients=(one, other), created=self.now())
            self.channels[channel.id] = self._dms[frozenset((one.id, other.id))] = channel
        return channel

    def share_a_guild(self, one: User, other: User) -> bool:
        """Tell whether two users have a guild in common."""
        return any(one.id in guild.members and other.id in guild.members for guild in self.guilds.values())
