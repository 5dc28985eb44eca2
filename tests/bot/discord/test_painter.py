"""Whose picture is drawn first: nobody holds up a night, or others, by asking for many."""

import asyncio
from collections.abc import Sequence
from threading import Event

from bot.discord.pictures import Painter, Picture, ShownHand

NIGHT = 0
BOLT, COG = 1, 2
SCENE = ShownHand((), {})


class BusyPainter:
    """A painter whose thread is held by a first picture until all that a test asks for is waiting."""

    def __init__(self) -> None:
        """Hold the thread."""
        self.drawn: list[str] = []
        self._go = Event()
        self.painter = Painter(self._draw)
        self._asked = [self._ask("held", NIGHT)]

    def _draw(self, picture: Picture) -> bytes:
        if picture.name == "held":
            assert self._go.wait(10)
        elif picture.name == "spoilt":
            raise RuntimeError(picture.name)
        else:
            self.drawn.append(picture.name)
        return picture.name.encode()

    def _ask(self, name: str, person: int) -> "asyncio.Task[object]":
        picture = Picture(name, "", SCENE)
        wanted = self.painter.try_to_paint(picture, person) if person else self.painter.paint(picture)
        return asyncio.create_task(wanted)

    async def ask(self, name: str, person: int = NIGHT) -> "asyncio.Task[object]":
        """Ask for a picture, which waits for its turn."""
        self._asked.append(self._ask(name, person))
        await asyncio.sleep(0)
        return self._asked[-1]

    async def let_go(self) -> Sequence[str]:
        """Let the thread go on until all is drawn; return the names of the pictures, in order."""
        self._go.set()
        async with asyncio.timeout(10):
            await asyncio.gather(*self._asked, return_exceptions=True)
        self.painter.close()
        return self.drawn


def test_posts_come_before_whatever_else_somebody_waits_for_already() -> None:
    async def story() -> None:
        busy = BusyPainter()
        for name, person in (("b1", BOLT), ("b2", BOLT), ("result", NIGHT), ("board", NIGHT)):
            await busy.ask(name, person)
        assert await busy.let_go() == ["b1", "result", "board", "b2"]

    asyncio.run(story())


def test_whoever_asks_for_one_picture_waits_for_one_of_those_of_who_asks_for_many() -> None:
    async def story() -> None:
        busy = BusyPainter()
        for name, person in (("b1", BOLT), ("b2", BOLT), ("b3", BOLT), ("c1", COG), ("c2", COG)):
            await busy.ask(name, person)
        assert await busy.let_go() == ["b1", "c1", "b2", "c2", "b3"]

    asyncio.run(story())


def test_what_was_drawn_failed_or_given_up_counts_no_more() -> None:
    async def story() -> None:
        busy = BusyPainter()
        await busy.ask("spoilt", BOLT)
        given_up = await busy.ask("given up", BOLT)
        given_up.cancel()
        await asyncio.sleep(0)
        await busy.ask("c1", COG)
        await busy.ask("c2", COG)
        await busy.ask("b1", BOLT)  # the second that Bolt waits for, as c2 is the second of Cog's
        assert await busy.let_go() == ["c1", "c2", "b1"]

    asyncio.run(story())


def test_nobody_waits_for_a_painter_that_was_closed() -> None:
    async def story() -> None:
        busy = BusyPainter()
        waiting = await busy.ask("b1", BOLT)
        closing = asyncio.create_task(asyncio.to_thread(busy.painter.close))
        async with asyncio.timeout(10):
            while not (late := await busy.ask("late", COG)).done():  # noqa: ASYNC110 - a thread tells no news
                await asyncio.sleep(0.001)
            assert not late.result()
            assert await busy.let_go() == []
            await closing
        assert waiting.cancelled()

    asyncio.run(story())
