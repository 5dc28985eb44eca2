"""The things that an interaction's data names by their ids: users, channels, roles and files."""

from dataclasses import dataclass, field

from bot.playground.access import guild_permissions
from bot.playground.drafts import Upload, made_attachment
from bot.playground.model import Channel, Json, Role, User
from bot.playground.payloads import attachment_json, interaction_channel_json, member_json, role_json, user_json
from bot.playground.world import World

Thing = User | Channel | Role | Upload


@dataclass
class Resolved:
    """Collects the things; `payload` becomes the data's `resolved`."""

    world: World
    user: User
    """Who names them."""
    channel: Channel
    payload: Json = field(default_factory=dict)

    def add(self, thing: Thing) -> str:
        """Add a thing, and return its id."""
        if isinstance(thing, Upload):
            return self._add_file(thing)
        if isinstance(thing, User):
            self._add_user(thing)
        elif isinstance(thing, Channel):
            self._put("channels", thing.id, interaction_channel_json(thing, self.user))
        else:
            self._put("roles", thing.id, role_json(thing))
        return str(thing.id)

    def find(self, reference: str) -> Thing | None:
        """Return the user, channel or role of the guild with an id, if there is one."""
        number = int(reference) if reference.isdecimal() else 0
        roles = {} if self.channel.guild is None else self.channel.guild.roles
        return self.world.users.get(number) or self.world.channels.get(number) or roles.get(number)

    def _put(self, kind: str, number: int, payload: Json) -> None:
        self.payload.setdefault(kind, {})[str(number)] = payload

    def _add_file(self, upload: Upload) -> str:
        attachment = made_attachment(self.world, upload)
        payload = attachment_json(self.world, self.channel, attachment)
        self._put("attachments", attachment.id, {**payload, "ephemeral": True})
        return str(attachment.id)

    def _add_user(self, user: User) -> None:
        self._put("users", user.id, user_json(user))
        guild = self.channel.guild
        if guild is not None and user.id in guild.members:
            permissions = str(int(guild_permissions(guild, user)))
            self._put("members", user.id, {**member_json(guild.members[user.id]), "permissions": permissions})
