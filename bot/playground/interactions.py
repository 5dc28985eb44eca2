"""Interactions: sent to the bot, answered within 3 s, followed up within 15 minutes."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from bot.playground.access import permissions_in
from bot.playground.answers import Answer, AnswerKind, Interaction, InteractionKind
from bot.playground.commandcheck import GROUP, SUBCOMMAND, check_choices
from bot.playground.components import Check
from bot.playground.drafts import FILE_LIMIT, Form, read_draft
from bot.playground.messenger import Envelope, Messenger
from bot.playground.model import NO_FLAGS, Application, Channel, Draft, Json, Message, MessageFlag, MessageKind, User
from bot.playground.payloads import full_member_json, interaction_channel_json, message_json, user_json
from bot.playground.refusals import ApiError, FormErrors, invalid_form, unknown
from bot.playground.world import Happening, World

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMBERS = {
    InteractionKind.COMMAND: 2,
    InteractionKind.COMPONENT: 3,
    InteractionKind.AUTOCOMPLETE: 4,
    InteractionKind.MODAL_SUBMIT: 5,
}
_MESSAGE, _DEFERRED, _DEFERRED_UPDATE, _UPDATE, _CHOICES, _MODAL = 4, 5, 6, 7, 8, 9
_ON_MESSAGES = frozenset({_DEFERRED_UPDATE, _UPDATE})


def _command_path(data: Json) -> Iterator[str]:
    """Yield the names of a command, its group and its subcommand."""
    yield str(data["name"])
    for option in data.get("options") or ():
        if option["type"] in {SUBCOMMAND, GROUP}:
            yield from _command_path(option)


class Interactions:
    """Sends interactions to a bot and takes its answers."""

    def __init__(self, world: World, messenger: Messenger, application: Application) -> None:
        """Serve one application."""
        self.world = world
        self.messenger = messenger
        self.application = application
        self._by_token: dict[str, Interaction] = {}
        self._by_id: dict[int, Interaction] = {}

    def send(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
    ) -> Interaction:
        """Send an interaction to all sessions of the bot, and start its 3 s."""
        number = self.world.new_id()
        token = token_urlsafe(96)
        interaction = Interaction(
            number, token, kind, user, channel, self.messenger.monotonic(), Answer(number), source=source
        )
        if kind is InteractionKind.COMMAND:
            interaction.command_name = " ".join(_command_path(data))
        self._by_token[token] = self._by_id[number] = interaction
        asyncio.get_running_loop().call_later(self.world.policy.answer_seconds, self._give_up, interaction)
        payload = self._payload(interaction, data)
        self.world.happen(Happening("INTERACTION_CREATE", channel, payload=payload, only=self.application.bot))
        return interaction

    @property
    def answers(self) -> list[Answer]:
        """All answers since the server began, in the order of the interactions."""
        return [interaction.answer for interaction in self._by_id.values()]

    def answer_to(self, interaction_id: int) -> Answer | None:
        """Return the answer to an interaction, None if there never was one."""
        found = self._by_id.get(interaction_id)
        return None if found is None else found.answer

    def of(self, answer: Answer) -> Interaction:
        """Return the interaction that an answer answers."""
        return self._by_id[answer.interaction_id]

    def _payload(self, interaction: Interaction, data: Json) -> Json:
        channel, user = interaction.channel, interaction.user
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(self.application.id),
            "type": _NUMBERS[interaction.kind],
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": interaction_channel_json(channel, user),
            "locale": user.locale,
            "app_permissions": str(int(permissions_in(channel, self.application.bot))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": FILE_LIMIT,
        }
        if interaction.source is not None:
            payload["message"] = message_json(self.world, interaction.source)
        guild = channel.guild
        if guild is None:
            owners = {"1": str(user.id)}
            return {**payload, "user": user_json(user), "context": 1, "authorizing_integration_owners": owners}
        member = full_member_json(guild.members[user.id])
        member["permissions"] = str(int(permissions_in(channel, user)))
        return {
            **payload,
            "member": member,
            "guild_id": str(guild.id),
            "guild_locale": guild.locale,
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "context": 0,
            "authorizing_integration_owners": {"0": str(guild.id)},
        }

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.answer.kind is None:
            self._answered(interaction, AnswerKind.FAILED, is_final=True)

    def _answered(self, interaction: Interaction, kind: AnswerKind, *, is_final: bool) -> None:
        answer = interaction.answer
        answer.kind = kind
        answer.first_after = self.messenger.monotonic() - interaction.started
        self._finish(interaction, is_final=is_final)

    def _finish(self, interaction: Interaction, *, is_final: bool = True) -> None:
        answer = interaction.answer
        if is_final and not answer.is_final:
            answer.is_final = True
            answer.final_after = self.messenger.monotonic() - interaction.started
        answer.tell()

    def respond(self, interaction_id: int, token: str, form: Form) -> Json:
        """Take the first answer: callback types 4 to 9. Late or unknown: 10062; a second one: 40060."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise unknown(10062, "interaction")
        if interaction.answer.kind is AnswerKind.FAILED:
            raise unknown(10062, "interaction")
        if interaction.answer.kind is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        number = form.payload.get("type")
        self._refuse_unfit(interaction, number)
        inner = Form(form.payload.get("data") or {}, form.files)
        handlers: dict[object, Callable[[Interaction, Form], None]] = {
            _MESSAGE: self._with_message,
            _DEFERRED: self._with_promise,
            _DEFERRED_UPDATE: self._with_silence,
            _UPDATE: self._with_update,
            _CHOICES: self._with_choices,
            _MODAL: self._with_modal,
        }
        handlers[number](interaction, inner)
        return self._response(interaction, int(number or 0))

    def _refuse_unfit(self, interaction: Interaction, number: object) -> None:
        """Refuse a callback type that does not fit what the person did."""
        is_choice = number == _CHOICES
        fits = number in {_MESSAGE, _DEFERRED, _DEFERRED_UPDATE, _UPDATE, _CHOICES, _MODAL}
        fits = fits and is_choice == (interaction.kind is InteractionKind.AUTOCOMPLETE)
        if number in _ON_MESSAGES and interaction.source is None:
            fits = False
        if number == _MODAL and interaction.kind is InteractionKind.MODAL_SUBMIT:
            fits = False
        if not fits:
            message = "The specified interaction type does not support this callback type"
            raise invalid_form(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", message)

    def _response(self, interaction: Interaction, number: int) -> Json:
        message = interaction.answer.message
        told: Json = {"id": str(interaction.id), "type": _NUMBERS[interaction.kind]}
        response: Json = {"interaction": told}
        if message is not None:
            told["response_message_id"] = str(message.id)
            told["response_message_loading"] = bool(message.draft.flags & MessageFlag.LOADING)
            told["response_message_ephemeral"] = message.receiver is not None
        if number in {_MESSAGE, _DEFERRED, _UPDATE} and message is not None:
            response["resource"] = {"type": number, "message": message_json(self.world, message)}
        elif number not in {_MESSAGE, _DEFERRED, _UPDATE}:
            response["resource"] = {"type": number}
        return response

    def _envelope(self, interaction: Interaction, form: Form) -> Envelope:
        flags = MessageFlag(int(form.payload.get("flags") or 0))
        is_command = interaction.kind is InteractionKind.COMMAND
        return Envelope(
            self.application.id,
            interaction.user if flags & MessageFlag.EPHEMERAL else None,
            interaction.metadata(),
            MessageKind.COMMAND_ANSWER if is_command else MessageKind.DEFAULT,
        )

    def _keep(self, interaction: Interaction, message: Message) -> None:
        interaction.messages[message.id] = message

    def _with_message(self, interaction: Interaction, form: Form) -> None:
        message = self.messenger.post(
            self.application.bot, interaction.channel, form, self._envelope(interaction, form)
        )
        interaction.original = interaction.answer.message = message
        self._keep(interaction, message)
        self._answered(interaction, AnswerKind.MESSAGE, is_final=True)

    def _with_promise(self, interaction: Interaction, form: Form) -> None:
        envelope = self._envelope(interaction, form)
        flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if envelope.receiver else NO_FLAGS)
        message = self.messenger.put(self.application.bot, interaction.channel, Draft(flags=flags), envelope)
        interaction.original = interaction.answer.message = message
        self._keep(interaction, message)
        self._answered(interaction, AnswerKind.DEFERRED, is_final=False)

    def _with_silence(self, interaction: Interaction, _form: Form) -> None:
        interaction.original = interaction.answer.message = interaction.source
        self._answered(interaction, AnswerKind.DEFERRED_UPDATE, is_final=False)

    def _with_update(self, interaction: Interaction, form: Form) -> None:
        source = interaction.source
        assert source is not None
        if source.is_deleted:
            raise unknown(10008, "Message")
        self.messenger.change(source, read_draft(self.world, form, source.draft))
        interaction.original = interaction.answer.message = source
        self._answered(interaction, AnswerKind.UPDATED, is_final=True)

    def _with_choices(self, interaction: Interaction, form: Form) -> None:
        errors = FormErrors()
        choices = form.payload.get("choices") or []
        check_choices(("data", "choices"), choices, errors)
        errors.refuse()
        interaction.answer.choices = list(choices)
        self._answered(interaction, AnswerKind.CHOICES, is_final=True)

    def _with_modal(self, interaction: Interaction, form: Form) -> None:
        errors = FormErrors()
        Check(errors, self.world.policy.alt_text_limit, frozenset()).modal(form.payload)
        errors.refuse()
        interaction.answer.modal = form.payload
        self._answered(interaction, AnswerKind.MODAL, is_final=True)

    def by_token(self, token: str) -> Interaction:
        """Return an interaction whose token still works: 50027 after 15 minutes, 10015 before the first answer."""
        interaction = self._by_token.get(token)
        if interaction is None:
            raise unknown(10015, "Webhook")
        if self.messenger.monotonic() - interaction.started > self.world.policy.token_seconds:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.answer.kind in {None, AnswerKind.FAILED}:
            raise unknown(10015, "Webhook")
        return interaction

    def follow_up(self, token: str, form: Form) -> Message:
        """Send a message after the first answer; while that is a promise, the message takes its place."""
        interaction = self.by_token(token)
        original = interaction.original
        if original is not None and original.draft.flags & MessageFlag.LOADING:
            self._edit(interaction, original, form)
            return original
        envelope = self._envelope(interaction, form)
        message = self.messenger.post(self.application.bot, interaction.channel, form, envelope)
        self._keep(interaction, message)
        interaction.answer.follow_ups.append(message)
        self._finish(interaction)
        return message

    def message(self, interaction: Interaction, reference: str) -> Message:
        """Return one of the interaction's messages, by id or as "@original"."""
        original = interaction.original
        message = original if reference == "@original" else interaction.messages.get(int(reference))
        if message is None and original is not None and reference == str(original.id):
            message = original
        if message is None or message.is_deleted:
            raise unknown(10008, "Message")
        return message

    def edit(self, token: str, reference: str, form: Form) -> Message:
        """Edit one of the interaction's messages."""
        interaction = self.by_token(token)
        message = self.message(interaction, reference)
        self._edit(interaction, message, form)
        return message

    def _edit(self, interaction: Interaction, message: Message, form: Form) -> None:
        draft = read_draft(self.world, form, message.draft)
        if message.draft.flags & MessageFlag.LOADING:
            draft = replace(draft, flags=draft.flags & ~MessageFlag.LOADING)
        self.messenger.change(message, draft)
        self._finish(interaction)

    def delete(self, token: str, reference: str) -> None:
        """Delete one of the interaction's messages."""
        interaction = self.by_token(token)
        self.messenger.remove(self.message(interaction, reference))
        self._finish(interaction)
