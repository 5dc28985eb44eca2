"""What a person waits for after pressing a button, sending a modal or calling a command."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from bot.playground.model import Channel, Json, Message, User


class InteractionKind(StrEnum):
    """What a person did."""

    COMMAND = "command"
    COMPONENT = "component"
    AUTOCOMPLETE = "autocomplete"
    MODAL_SUBMIT = "modal submit"


class AnswerKind(StrEnum):
    """How the bot answered first."""

    MESSAGE = "message"
    DEFERRED = "deferred"
    """The person sees that the bot is thinking."""
    DEFERRED_UPDATE = "deferred update"
    """The person sees nothing yet."""
    UPDATED = "updated"
    """The message with the component was changed."""
    CHOICES = "choices"
    MODAL = "modal"
    FAILED = "application did not respond"


@dataclass(eq=False)
class Answer:
    """The bot's answer to an interaction, as it comes in."""

    interaction_id: int
    kind: AnswerKind | None = None
    """How it answered first; None while it has not."""
    message: Message | None = None
    """The first answer's message, a deferred one too, or the message that was updated."""
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    follow_ups: list[Message] = field(default_factory=list)
    is_final: bool = False
    """Whether there is nothing to wait for: no deferred answer is open."""
    first_after: float | None = None
    """Seconds from the interaction to the first answer; real time."""
    final_after: float | None = None
    """Seconds to the answer that a deferred one announced, else to the first."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def first(self) -> "Answer":
        """Wait for the first answer: at most 3 s, since then the application "did not respond"."""
        await self.until(lambda: self.kind is not None)
        return self

    async def final(self) -> "Answer":
        """Wait until nothing is deferred any more."""
        await self.until(lambda: self.is_final)
        return self

    async def follow_up(self, number: int = 1) -> Message:
        """Wait for a follow-up message, counted from 1."""
        await self.until(lambda: len(self.follow_ups) >= number)
        return self.follow_ups[number - 1]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; it is asked whenever the answer changes."""
        while not holds():
            await self._news.wait()

    def tell(self) -> None:
        """Wake everybody who waits, since the answer has changed."""
        self._news.set()
        self._news = asyncio.Event()


@dataclass(eq=False)
class Interaction:
    """Something that a person did and that the bot has to answer."""

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    started: float
    """When it was sent: seconds of the monotonic clock."""
    answer: Answer
    source: Message | None = None
    """The message with the component, or from whose component the modal came."""
    command_name: str = ""
    original: Message | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    """The messages that its token can edit."""
    modals: dict[str, Json] = field(default_factory=dict)

    def metadata(self) -> Json:
        """Return what messages that answer it tell of it."""
        numbers = {InteractionKind.COMPONENT: 3, InteractionKind.MODAL_SUBMIT: 5}
        number = numbers.get(self.kind, 2)
        payload: Json = {
            "id": str(self.id),
            "type": number,
            "user": {"id": str(self.user.id), "username": self.user.name, "discriminator": "0", "avatar": None},
            "authorizing_integration_owners": {},
        }
        if self.command_name:
            payload["name"] = self.command_name
        if self.kind is InteractionKind.COMPONENT and self.source is not None:
            payload["interacted_message_id"] = str(self.source.id)
        return payload
