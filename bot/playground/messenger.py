"""Sending, editing, deleting and pinning messages, threads, and reading them again: with permissions and limits."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clock import moment_of_id
from bot.playground.access import require, require_sending
from bot.playground.drafts import Form, read_draft
from bot.playground.model import (
    NO_FLAGS,
    Channel,
    ChannelKind,
    Draft,
    Json,
    Message,
    MessageFlag,
    MessageKind,
    Permission,
    User,
)
from bot.playground.refusals import ApiError, FormErrors, invalid_form, unknown
from bot.playground.world import Happening, World

_HOUR = timedelta(hours=1)
_MOST_PINS = 250
_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a message carries beside what it says."""

    application_id: int | None = None
    receiver: User | None = None
    interaction: Json | None = None
    kind: MessageKind = MessageKind.DEFAULT
    flags: MessageFlag = NO_FLAGS


class Messenger:
    """Changes messages in a world, and refuses what Discord refuses."""

    def __init__(self, world: World, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Work in a world; `monotonic` gives the seconds in which nonces and limits are measured."""
        self.world = world
        self.monotonic = monotonic
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self._old_edits: dict[int, deque[datetime]] = {}
        self._new_dms: dict[int, deque[float]] = {}

    def forget_nonces(self) -> None:
        """Forget all nonces, as Discord does after some minutes."""
        self._nonces.clear()

    def send(self, author: User, channel: Channel, form: Form, envelope: Envelope | None = None) -> Message:
        """Send a message with an account's permissions; an enforced nonce gives its first message again."""
        nonce = form.payload.get("nonce")
        if nonce is not None and len(str(nonce)) > 25:  # noqa: PLR2004 - Discord's number
            raise invalid_form(("nonce",), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        embeds = bool(form.payload.get("embeds"))
        require_sending(self.world, channel, author, files=bool(form.files), embeds=embeds)
        key = (author.id, str(nonce))
        if nonce is not None and form.payload.get("enforce_nonce"):
            known = self._nonces.get(key)
            is_known = known is not None and self.monotonic() - known[0] < self.world.policy.nonce_seconds
            if known is not None and is_known and not known[1].is_deleted:
                return known[1]
        message = self.post(author, channel, form, envelope)
        if nonce is not None:
            self._nonces[key] = (self.monotonic(), message)
        return message

    def post(self, author: User, channel: Channel, form: Form, envelope: Envelope | None = None) -> Message:
        """Put a message into a channel, without asking for permissions: interactions' answers need none."""
        envelope = envelope or Envelope()
        draft = read_draft(self.world, form)
        draft = replace(draft, flags=draft.flags | envelope.flags)
        if envelope.receiver is None:
            draft = replace(draft, flags=draft.flags & ~MessageFlag.EPHEMERAL)
        reply_to = self._reply(channel, form.payload.get("message_reference"))
        kind = MessageKind.REPLY if reply_to is not None else envelope.kind
        return self.put(author, channel, draft, replace(envelope, kind=kind), reply_to)

    def put(
        self, author: User, channel: Channel, draft: Draft, envelope: Envelope, reply_to: int | None = None
    ) -> Message:
        """Put a message that was read and checked into a channel."""
        number = self.world.new_id()
        message = Message(
            number,
            channel,
            author,
            moment_of_id(number),
            draft,
            envelope.kind,
            receiver=envelope.receiver,
            reply_to=reply_to,
            interaction=envelope.interaction,
            application_id=envelope.application_id,
        )
        channel.messages[message.id] = message
        channel.archived = False
        self.world.happen(self._happening("MESSAGE_CREATE", message))
        return message

    def _reply(self, channel: Channel, reference: Json | None) -> int | None:
        if reference is None:
            return None
        message = channel.messages.get(int(reference["message_id"]))
        if message is not None and not message.is_deleted and message.receiver is None:
            return message.id
        if reference.get("fail_if_not_exists", True):
            raise invalid_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    def _happening(self, name: str, message: Message) -> Happening:
        return Happening(name, message.channel, message.channel.guild, message, only=message.receiver)

    def find(self, channel: Channel, message_id: int) -> Message:
        """Return a message of a channel that is there for all, or refuse with 10008."""
        message = channel.messages.get(message_id)
        if message is None or message.is_deleted or message.receiver is not None:
            raise unknown(10008, "Message")
        return message

    def edit(self, author: User, message: Message, form: Form) -> None:
        """Edit an account's own message; edits of messages older than an hour are limited (30046)."""
        require(message.channel, author, Permission.VIEW_CHANNEL)
        if message.author is not author:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        draft = read_draft(self.world, form, message.draft)
        self._count_old_edit(message)
        self.change(message, draft)

    def change(self, message: Message, draft: Draft) -> None:
        """Let a message say something else."""
        message.earlier.append(message.draft)
        message.draft = draft
        message.edited = self.world.now()
        self.world.happen(self._happening("MESSAGE_UPDATE", message))

    def _count_old_edit(self, message: Message) -> None:
        now = self.world.now()
        if now - message.created <= _HOUR:
            return
        edits = self._old_edits.setdefault(message.channel.id, deque())
        window = timedelta(seconds=self.world.policy.old_edits_seconds)
        while edits and now - edits[0] > window:
            edits.popleft()
        if len(edits) >= self.world.policy.old_edits:
            wait = (edits[0] + window - now).total_seconds()
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            error = ApiError(429, 30046, text, retry_after=wait, **{"global": False})
            error.headers = {"Via": "1.1 google", "Retry-After": str(int(wait) + 1)}
            raise error
        edits.append(now)

    def delete(self, author: User, message: Message) -> None:
        """Delete a message: one's own, or anybody's with Manage Messages."""
        needed = Permission(0) if message.author is author else Permission.MANAGE_MESSAGES
        require(message.channel, author, needed)
        self.remove(message)

    def remove(self, message: Message) -> None:
        """Take a message away; the world remembers it as deleted."""
        message.is_deleted = True
        message.channel.pinned_at.pop(message.id, None)
        self.world.happen(self._happening("MESSAGE_DELETE", message))

    def history(self, reader: User, channel: Channel, query: Json) -> list[Message]:
        """Return up to `limit` messages, newest first: the latest, or those before, after or around an id."""
        require(channel, reader, Permission.VIEW_CHANNEL)
        limit = int(query.get("limit", 50))
        if not 1 <= limit <= 100:  # noqa: PLR2004 - Discord's number
            raise invalid_form(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        try:
            require(channel, reader, Permission.READ_MESSAGE_HISTORY)
        except ApiError:
            return []  # as Discord does
        there = [each for each in channel.messages.values() if not each.is_deleted and each.receiver is None]
        there.sort(key=lambda message: message.id, reverse=True)
        if "before" in query:
            return [each for each in there if each.id < int(query["before"])][:limit]
        if "after" in query:
            return [each for each in there if each.id > int(query["after"])][-limit:]
        if "around" in query:
            around = int(query["around"])
            newer = [each for each in there if each.id > around][-(limit // 2) :]
            return newer + [each for each in there if each.id <= around][: limit - len(newer)]
        return there[:limit]

    def pin(self, author: User, message: Message) -> None:
        """Pin a message, which a message of its own tells in the channel; pinning twice is harmless."""
        channel = message.channel
        require(channel, author, Permission.PIN_MESSAGES)
        if message.is_pinned:
            return
        if len(channel.pinned_at) >= _MOST_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached ({_MOST_PINS})")
        channel.pinned_at[message.id] = self.world.now()
        self.world.happen(self._happening("MESSAGE_UPDATE", message))
        self._tell_pins(channel)
        self.put(author, channel, Draft(), Envelope(kind=MessageKind.PIN_ADDED), message.id)

    def unpin(self, author: User, message: Message) -> None:
        """Unpin a message."""
        require(message.channel, author, Permission.PIN_MESSAGES)
        if message.channel.pinned_at.pop(message.id, None) is not None:
            self.world.happen(self._happening("MESSAGE_UPDATE", message))
            self._tell_pins(message.channel)

    def _tell_pins(self, channel: Channel) -> None:
        last = max(channel.pinned_at.values(), default=None)
        payload = {
            "channel_id": str(channel.id),
            "last_pin_timestamp": None if last is None else last.isoformat(),
            **({} if channel.guild is None else {"guild_id": str(channel.guild.id)}),
        }
        self.world.happen(Happening("CHANNEL_PINS_UPDATE", channel, channel.guild, payload=payload))

    def start_thread(self, author: User, channel: Channel, form: Json, message: Message | None = None) -> Channel:
        """Start a public thread, from a message (the thread gets its id) or by itself."""
        require(channel, author, Permission.CREATE_PUBLIC_THREADS)
        if channel.kind is not ChannelKind.TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        errors = FormErrors()
        errors.require_length(("name",), form.get("name"), 1, 100)
        minutes = form.get("auto_archive_duration") or 1440
        if minutes not in _ARCHIVE_MINUTES:
            choices = ", ".join(map(str, _ARCHIVE_MINUTES))
            errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of ({choices}).")
        errors.refuse()
        if message is not None and message.thread is not None:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        thread = Channel(
            self.world.new_id() if message is None else message.id,
            ChannelKind.PUBLIC_THREAD,
            str(form["name"]),
            channel.guild,
            channel,
            author.id,
            self.world.now(),
            minutes,
        )
        self.world.channels[thread.id] = thread
        self.world.happen(Happening("THREAD_CREATE", thread, thread.guild))
        if message is not None:
            message.thread = thread
            message.draft = replace(message.draft, flags=message.draft.flags | MessageFlag.HAS_THREAD)
            self.world.happen(self._happening("MESSAGE_UPDATE", message))
            self.put(author, thread, Draft(), Envelope(kind=MessageKind.THREAD_STARTER), message.id)
        return thread

    def open_dm(self, bot: User, other: User) -> Channel:
        """Open a DM channel; too many new ones in a short time are refused (40003)."""
        if other is bot or other.is_bot:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        known = self.world.dm_between(bot, other)
        if known is not None:
            return known
        policy, now = self.world.policy, self.monotonic()
        opened = self._new_dms.setdefault(bot.id, deque())
        while opened and now - opened[0] > policy.new_dms_seconds:
            opened.popleft()
        if len(opened) >= policy.new_dms:
            raise ApiError(403, 40003, "You are opening direct messages too fast")
        opened.append(now)
        channel = self.world.open_dm(bot, other)
        self.world.happen(Happening("CHANNEL_CREATE", channel))
        return channel
