"""What is told to open pages: the state of the stage, messages of a channel, and all that happens from then on."""

import asyncio
import json
from collections.abc import AsyncIterator

from bot.play.shown import Shown
from bot.play.stage import CHANGED, Stage
from bot.playground.model import Channel, ChannelKind, Json, Message, MessageKind, User
from bot.playground.world import Happening
from bot.text.languages import words_in
from bot.text.playpage import page_words

PAGE_OF_MESSAGES = 30
RETRY_MILLISECONDS = 500
"""A page that has lost the stream comes again after so long."""
_HIDDEN = frozenset({MessageKind.THREAD_STARTER})
_STATE = frozenset({CHANGED, "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "SESSION_STARTED", "SESSION_LOST"})
"""What changes the state."""


class Feed:
    """Tells pages what there is and what happens."""

    def __init__(self, stage: Stage, shown: Shown) -> None:
        """Listen to a stage."""
        self._stage = stage
        self._shown = shown
        self._pages: set[asyncio.Queue[str | None]] = set()
        stage.server.world.listeners.append(self._listen)

    def state(self) -> Json:
        """Return who and what there is, what time it is, and the page's sentences."""
        stage = self._stage
        return {
            "language": stage.language,
            "words": page_words(words_in(stage.language).unformatted()),
            "now": stage.clock.now().timestamp(),
            "on": stage.life.is_on,
            "bot": stage.server.application.bot.name,
            "people": [self._person(user) for user in stage.cast],
            "channels": [{"id": str(channel.id), "name": channel.name} for channel in self._channels()],
            "roles": [{"id": str(role.id), "name": role.name} for role in stage.guild.roles.values()],
            "users": [{"id": str(member.user.id), "name": member.user.name} for member in stage.guild.members.values()],
        }

    def _channels(self) -> list[Channel]:
        return self._stage.people.opens(self._stage.host)

    def _person(self, user: User) -> Json:
        return {
            "id": str(user.id),
            "name": user.name,
            "host": user is self._stage.host,
            "automatic": user.id in self._stage.auto.user_ids,
            "closed": bool(user.dm_refusal),
            "dm": str(self._stage.people.dm(user).id),
        }

    def messages(self, user: User, channel: Channel, before: int | None) -> Json:
        """Return the latest messages that somebody sees in a channel, or the latest before one, oldest first."""
        seen = [each for each in self._stage.people.sees(user, channel) if each.kind not in _HIDDEN]
        seen = [each for each in seen if before is None or each.id < before]
        shown = [self._shown.message(each) for each in seen[-PAGE_OF_MESSAGES:]]
        return {"messages": shown, "more": len(seen) > PAGE_OF_MESSAGES}

    def _listen(self, happening: Happening) -> None:
        if not self._pages:
            return
        if happening.message is not None:
            self._tell("message", self._change(happening.name, happening.message))
        elif happening.name in _STATE and (happening.channel is None or happening.channel.kind is ChannelKind.TEXT):
            self.tell_state()

    def _change(self, name: str, message: Message) -> Json:
        if name == "MESSAGE_DELETE" or message.kind in _HIDDEN:
            return {"id": str(message.id), "channel": str(message.channel.id), "gone": True}
        return self._shown.message(message)

    def tell_state(self) -> None:
        """Tell all pages the state."""
        self._tell("state", self.state())

    def _tell(self, name: str, payload: Json) -> None:
        for page in self._pages:
            page.put_nowait(f"event: {name}\ndata: {json.dumps(payload)}\n\n")

    async def events(self) -> AsyncIterator[str]:
        """Yield what happens, as server-sent events, until the end; the state comes first."""
        page: asyncio.Queue[str | None] = asyncio.Queue()
        self._pages.add(page)
        try:
            yield f"retry: {RETRY_MILLISECONDS}\nevent: state\ndata: {json.dumps(self.state())}\n\n"
            while (told := await page.get()) is not None:
                yield told
        finally:
            self._pages.discard(page)

    def close(self) -> None:
        """End all streams."""
        for page in self._pages:
            page.put_nowait(None)
