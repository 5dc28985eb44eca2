"""What the tests of the playground's page share: a stage, its site, and somebody who asks it as a page does."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiohttp import ClientSession, FormData

from bot.discord.client import Pace
from bot.play.site import Site
from bot.play.stage import Stage
from bot.playground.model import Json, User

PACE = Pace(beat=0.1, look=0.05, send=0.0, opening=0.0, last=0.5, ready=0.02, identify=0.0)
PATIENCE = 20.0
"""Seconds in which all that is waited for must have come."""


@dataclass
class House:
    """A stage with its site, and a page that was opened."""

    stage: Stage
    site: Site
    http: ClientSession

    @property
    def origin(self) -> str:
        """What a browser says of pages of this site."""
        return self.site.url.rstrip("/")

    async def get(self, path: str, **query: str) -> Any:  # noqa: ANN401 - JSON
        """Ask for JSON."""
        async with self.http.get(f"{self.site.url}{path}", params=query) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def status(self, method: str, path: str, payload: object = None, **headers: str) -> int:
        """Return the status of an answer."""
        sent = self._form(payload, ()) if method == "POST" else None
        async with self.http.request(method, f"{self.site.url}{path}", data=sent, headers=headers) as answer:
            return answer.status

    async def post(self, path: str, payload: object, *files: tuple[str, bytes]) -> Json:
        """Do something, as a page does."""
        headers = {"Origin": self.origin}
        async with self.http.post(
            f"{self.site.url}api/{path}", data=self._form(payload, files), headers=headers
        ) as answer:
            told: Json = await answer.json()
            return told

    @staticmethod
    def _form(payload: object, files: tuple[tuple[str, bytes], ...]) -> FormData:
        form = FormData()
        form.add_field("payload", payload if isinstance(payload, str) else json.dumps(payload))
        for name, content in files:
            form.add_field("files", BytesIO(content), filename=name)
        return form

    @contextmanager
    def impatience(self) -> Iterator[None]:
        """Let people wait for 0.3 s instead of 3: for a bot that will not answer."""
        patient = self.stage.server.world.policy
        self.stage.server.world.policy = replace(patient, answer_seconds=0.3)
        yield
        self.stage.server.world.policy = patient

    # What people do

    def who(self, user: User) -> Json:
        """Return what names somebody in the race's channel."""
        return {"person": str(user.id), "channel": str(self.stage.channels[0].id)}

    def direct(self, user: User) -> Json:
        """Return what names somebody in their DM with the bot."""
        return {"person": str(user.id), "channel": str(self.stage.people.dm(user).id)}

    async def seen(self, place: Json) -> list[Json]:
        """Return the messages that somebody sees in a place."""
        told = await self.get("api/messages", **place)
        messages: list[Json] = told["messages"]
        return messages

    async def until_seen(self, place: Json, *texts: str) -> list[Json]:
        """Wait until messages with all of some texts are seen in a place; return them, in the order of the texts."""

        async def found() -> list[Json] | None:
            messages = await self.seen(place)
            each = [next((one for one in reversed(messages) if text in said(one)), None) for text in texts]
            return None if None in each else [one for one in each if one is not None]

        async with asyncio.timeout(PATIENCE):
            while (result := await found()) is None:  # noqa: ASYNC110 - what is waited for is behind a web server
                await asyncio.sleep(0.02)
            return result

    async def press(self, place: Json, message: Json, label: str) -> Json:
        """Press a button by its label."""
        custom_id = next(each["custom_id"] for each in controls(message) if each.get("label", "").endswith(label))
        return await self.post("act/press", {**place, "message": message["id"], "custom_id": custom_id})

    async def command(self, user: User, called: str, **options: Json) -> Json:
        """Call a command in the race's channel."""
        return await self.post("act/command", {**self.who(user), "name": called, "options": options})

    async def lobby(self, players: int = 2) -> Json:
        """Make a race, and let the first player and some automatic ones join."""
        host, bolt = self.stage.host, self.stage.players[0]
        await self.command(host, "game create", name=text("Friday race"), board=text("green-light"))
        [lobby] = await self.until_seen(self.who(host), "Friday race\nA race on")
        assert (await self.press(self.who(bolt), lobby, "Join"))["kind"] == "deferred"
        await self.until_seen(self.who(bolt), "Bolt is in the race!")
        if players > 1:
            assert await self.post("control/fill", {"n": players - 1}) == {"kind": "done", "n": players - 1}
        return lobby

    async def race(self, players: int = 2) -> Json:
        """Start such a race; return the first player's hand."""
        await self.lobby(players)
        assert (await self.command(self.stage.host, "game start"))["kind"] == "deferred"
        [hand] = await self.until_seen(self.direct(self.stage.players[0]), "round 1 of 10")
        return hand


def text(value: str) -> Json:
    """Return a text as an option of a command."""
    return {"type": 3, "value": value}


def parts(node: Any) -> list[Json]:  # noqa: ANN401 - JSON
    """Return all objects within a message, itself included."""
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    found = [each for one in inner for each in parts(one)]
    return [node, *found] if isinstance(node, dict) else found


def said(message: Json) -> str:
    """Return what a message says, without its formatting."""
    return (
        "\n".join(str(each["content"] if "content" in each else each.get("text", "")) for each in parts(message))
        .replace("## ", "")
        .strip()
    )


def controls(message: Json) -> list[Json]:
    """Return the buttons and selects of a message."""
    return [each for each in parts(message["components"]) if "custom_id" in each]


Play = Callable[[House], Awaitable[None]]


def in_house(*, has_bot: bool = True) -> Callable[[Play], Callable[[], None]]:
    """Make a test of a coroutine function that gets a house; without the bot, another one may log in."""

    async def run(play: Play) -> None:
        with TemporaryDirectory() as folder:
            stage = Stage(Path(folder), PACE)
            site = Site(stage)
            await site.open(0)
            try:
                await (stage.open() if has_bot else stage.server.start())
                async with asyncio.timeout(60), ClientSession() as http:
                    await play(House(stage, site, http))
                assert stage.server.traffic.failures == []
            finally:
                await site.close()
                await stage.close()

    def decorate(play: Play) -> Callable[[], None]:
        def test() -> None:
            asyncio.run(run(play))

        test.__doc__ = play.__doc__
        test.__name__ = getattr(play, "__name__", "test")
        return test

    return decorate
