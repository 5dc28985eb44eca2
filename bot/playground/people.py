"""What people do and see: they press what they are shown, write, call commands, and read what is theirs to read."""

from collections.abc import Mapping, Sequence

from bot.playground.access import can_see, permissions_in
from bot.playground.answers import Answer, InteractionKind
from bot.playground.commandcall import CannotDoError, CommandCall, Value, offered
from bot.playground.components import BUTTON, SELECTS, TEXT_DISPLAY, walk
from bot.playground.drafts import Form, Upload
from bot.playground.interactions import Interactions
from bot.playground.messenger import Messenger
from bot.playground.modals import Entry, add_chosen, check_choice, modal_data
from bot.playground.model import BLOCKED, Channel, ChannelKind, Json, Message, Permission, User
from bot.playground.resolving import Resolved
from bot.playground.world import Happening, World

_LINK_STYLE = 5


def text_of(message: Message) -> str:
    """Return all that a message says in words: its content, or the texts of its components."""
    texts = [str(each.get("content", "")) for each in walk(message.components) if each["type"] == TEXT_DISPLAY]
    return "\n".join(([message.content] if message.content else []) + texts)


def alt_texts_of(message: Message) -> list[str]:
    """Return the alt texts of a message's pictures, in galleries or as attachments."""
    items = [item for each in walk(message.components) for item in (each, *each.get("items", ()))]
    told = [str(item["description"]) for item in items if item.get("description") and "media" in item]
    return told or [each.description for each in message.attachments if each.description]


def controls_of(message: Message) -> list[Json]:
    """Return the buttons and selects of a message, in order."""
    return [each for each in walk(message.components) if each["type"] == BUTTON or each["type"] in SELECTS]


def custom_id_of(message: Message, label: str) -> str:
    """Return the `custom_id` of the button with a label, or of the select with a placeholder."""
    for control in controls_of(message):
        if label in {control.get("label"), control.get("placeholder")}:
            return str(control["custom_id"])
    shown = [control.get("label") or control.get("placeholder") for control in controls_of(message)]
    text = f"There is no {label!r}, but {shown}"
    raise CannotDoError(text)


class People:
    """Acts for people, within what Discord's app would let them do; `CannotDoError` says what it would not."""

    def __init__(self, world: World, messenger: Messenger, interactions: Interactions) -> None:
        """Act in a world with one bot."""
        self.world = world
        self.messenger = messenger
        self.interactions = interactions

    def dm(self, user: User) -> Channel:
        """Return a person's DM channel with the bot; it is opened if need be."""
        return self.world.open_dm(self.interactions.application.bot, user)

    def name_of(self, sign: str, number: int) -> str:
        """Return the name of whom "@", "@&" (a role) or "#" (a channel) and an id mean, else the id."""
        if sign == "@":
            user = self.world.users.get(number)
            return user.name if user else str(number)
        if sign == "#":
            channel = self.world.channels.get(number)
            return channel.name if channel else str(number)
        roles = {role.id: role.name for guild in self.world.guilds.values() for role in guild.roles.values()}
        return roles.get(number, str(number))

    def sees(self, user: User, channel: Channel) -> list[Message]:
        """Return what a person sees in a channel, oldest first: ephemeral messages only if they are theirs."""
        permissions = permissions_in(channel, user)
        if not permissions & Permission.VIEW_CHANNEL:
            return []
        there = sorted(channel.messages.values(), key=lambda message: message.id)
        return [each for each in there if not each.is_deleted and each.receiver in (None, user)]

    def reads(self, user: User) -> list[Message]:
        """Return what a person sees in the DM with the bot."""
        return self.sees(user, self.dm(user))

    def ephemeral(self, user: User) -> list[Message]:
        """Return the ephemeral messages that a person has before them, in all channels, oldest first."""
        messages = [each for channel in self.world.channels.values() for each in channel.messages.values()]
        return sorted(
            (each for each in messages if each.receiver is user and not each.is_deleted), key=lambda each: each.id
        )

    def threads(self, channel: Channel) -> list[Channel]:
        """Return the threads of a channel, in the order in which they were started."""
        return [each for each in self.world.channels.values() if each.parent is channel]

    def pins(self, channel: Channel) -> list[Message]:
        """Return the pinned messages of a channel, the latest pinned first."""
        newest_first = sorted(channel.pinned_at, key=lambda each: channel.pinned_at[each], reverse=True)
        return [channel.messages[message_id] for message_id in newest_first]

    def say(
        self,
        user: User,
        channel: Channel,
        text: str,
        files: Sequence[Upload] = (),
        reply_to: Message | None = None,
    ) -> Message:
        """Write into a channel or DM; refusals are those of the REST API (`ApiError`)."""
        payload: Json = {"content": text}
        if reply_to is not None:
            payload["message_reference"] = {"message_id": str(reply_to.id)}
        return self.messenger.send(user, channel, Form(payload, dict(enumerate(files))))

    def edit(self, user: User, message: Message, text: str) -> None:
        """Edit one's own message."""
        self.messenger.edit(user, message, Form({"content": text}))

    def delete(self, user: User, message: Message) -> None:
        """Delete a message: one's own, or with Manage Messages anybody's; dismiss one's ephemeral one."""
        if message.receiver is user:
            self.messenger.remove(message)
            return
        self.messenger.delete(user, message)

    def close_dms(self, user: User, code: int = BLOCKED) -> None:
        """Let DMs to a person fail, as if the bot were blocked, or with `DMS_OFF` as if server DMs were off."""
        user.dm_refusal = code
        self.world.happen(Happening("DMS_CLOSED", payload={"user_id": user.id}))

    def open_dms(self, user: User) -> None:
        """Let DMs to a person arrive again."""
        user.dm_refusal = 0
        self.world.happen(Happening("DMS_OPENED", payload={"user_id": user.id}))

    def press(self, user: User, message: Message, custom_id: str) -> Answer:
        """Press a button that is shown and enabled."""
        button = self._control(user, message, custom_id)
        if button["type"] != BUTTON:
            raise CannotDoError(custom_id + " is no button")
        return self.forge(user, message.channel, custom_id, message)

    def choose(self, user: User, message: Message, custom_id: str, values: Sequence[str]) -> Answer:
        """Choose in a select that is shown and enabled; the bot gets the values in the order of clicking."""
        select = self._control(user, message, custom_id)
        if select["type"] not in SELECTS:
            raise CannotDoError(custom_id + " is no select")
        check_choice(select, values)
        return self.forge(user, message.channel, custom_id, message, (select["type"], values))

    def _control(self, user: User, message: Message, custom_id: str) -> Json:
        """Return a control that a person can use now."""
        if message not in self.sees(user, message.channel):
            message_id = f"{user.name} does not see the message {message.id}"
            raise CannotDoError(message_id)
        for control in controls_of(message):
            if control.get("custom_id") == custom_id:
                if control.get("disabled"):
                    raise CannotDoError(custom_id + " is disabled")
                return control
        shown = [str(control.get("custom_id")) for control in controls_of(message)]
        text = f"There is no {custom_id}, but {shown}"
        raise CannotDoError(text)

    def forge(
        self,
        user: User,
        channel: Channel,
        custom_id: str,
        message: Message | None = None,
        select: tuple[int, Sequence[str]] | None = None,
    ) -> Answer:
        """Send a component interaction whatever the person is shown: any `custom_id`, of any message."""
        if channel.guild is not None and user.id not in channel.guild.members:
            raise CannotDoError(user.name + " is no member of the guild")
        kind, values = (BUTTON, None) if select is None else select
        data: Json = {"custom_id": custom_id, "component_type": kind}
        if message is not None:
            controls = [each for each in controls_of(message) if each.get("custom_id") == custom_id]
            data["id"] = controls[0]["id"] if controls else 1
        if values is not None:
            data["values"] = list(values)
            resolved = Resolved(self.world, user, channel)
            add_chosen({"type": kind}, values, resolved)
            if resolved.payload:
                data["resolved"] = resolved.payload
        return self.interactions.send(InteractionKind.COMPONENT, user, channel, data, message).answer

    def submit_modal(self, user: User, opened: Answer, entries: Mapping[str, Entry]) -> Answer:
        """Fill in the modal that an answer opened, and send it; fields left out keep what they show."""
        interaction = self.interactions.of(opened)
        if opened.modal is None or interaction.user is not user:
            raise CannotDoError(user.name + " has no modal open")
        data = modal_data(Resolved(self.world, user, interaction.channel), opened.modal, entries)
        kind = InteractionKind.MODAL_SUBMIT
        return self.interactions.send(kind, user, interaction.channel, data, interaction.source).answer

    def commands(self, user: User, channel: Channel) -> dict[str, Json]:
        """Return the slash commands that a person is offered in a channel, as they were registered, by name."""
        commands = offered(self.interactions.application, user, channel)
        return {name: command.payload for name, command in commands.items()}

    def command(self, user: User, channel: Channel, name: str, options: Mapping[str, Value] | None = None) -> Answer:
        """Call a slash command: "game create" with its options' values."""
        return self._call(user, channel, name, options or {}, None)

    def complete(self, user: User, channel: Channel, name: str, options: Mapping[str, Value], focused: str) -> Answer:
        """Ask for the completions of an option while typing it; they come as the answer's `choices`."""
        return self._call(user, channel, name, options, focused)

    def _call(
        self, user: User, channel: Channel, name: str, options: Mapping[str, Value], focused: str | None
    ) -> Answer:
        first, *rest = name.split()
        command = offered(self.interactions.application, user, channel).get(first)
        if command is None or not can_see(channel, user):
            message = f"{user.name} is not offered /{first} here"
            raise CannotDoError(message)
        data = CommandCall(Resolved(self.world, user, channel)).data(command, rest, options, focused)
        kind = InteractionKind.COMMAND if focused is None else InteractionKind.AUTOCOMPLETE
        return self.interactions.send(kind, user, channel, data).answer

    def opens(self, user: User) -> list[Channel]:
        """Return the text channels that a person sees."""
        return [each for each in self.world.channels.values() if each.kind is ChannelKind.TEXT and can_see(each, user)]
