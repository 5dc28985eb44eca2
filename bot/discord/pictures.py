"""Pictures: what they show and the words beside them, drawn on a thread of their own."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from queue import PriorityQueue
from typing import assert_never

from bot.discord.worker import fulfil
from bot.render.animation import Film, draw_film
from bot.render.chart import Chart, draw_chart
from bot.render.hand import draw_hand
from bot.render.path import PathShown, draw_path
from bot.render.png import to_png
from bot.render.still import Still, draw_still
from simulation.cards import Card

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What the picture of a hand shows."""

    cards: tuple[Card, ...]
    names: Mapping[Card, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn."""

    name: str
    """The file's."""
    alt: str
    scene: Still | Film | ShownHand | Chart | PathShown


class PictureError(Exception):
    """A picture could not be drawn; the cause says why."""


Draw = Callable[[Picture], bytes]


def draw(picture: Picture) -> bytes:
    """Return a round as GIF, all else as PNG."""
    match picture.scene:
        case Still() as still:
            return to_png(draw_still(still))
        case Film() as film:
            return draw_film(film)
        case ShownHand(cards, names):
            return to_png(draw_hand(cards, names))
        case Chart() as chart:
            return to_png(draw_chart(chart))
        case PathShown() as path:
            return to_png(draw_path(path))
        case _:
            assert_never(picture.scene)


class Painter:
    """Draws one picture after the other: tiles are kept for the next one, and memory is that of one picture.

    Posts and the first picture that a person waits for are drawn in the order of asking, then each one's second, and so
    on: nobody holds up a night, or others, by asking for many, and no night holds up whoever asks for one.
    """

    def __init__(self, draw: Draw = draw) -> None:
        """Draw with `draw`, on the pictures' thread."""
        self._draw = draw
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._wanted = Counter[int]()
        """How many pictures each person waits for, by their ids."""
        self._serial = count()
        self._waiting: PriorityQueue[tuple[int, int, Future[bytes], Picture]] = PriorityQueue()
        """By how many their person waits for (1 for posts), then in the order of asking."""

    async def paint(self, picture: Picture) -> bytes:
        """Return a picture of a post as the content of its file; raises PictureError."""
        return await self._paint(picture, 1)

    async def try_to_paint(self, picture: Picture, person: int) -> bytes | None:
        """Return a picture of a person's answer, by their id; None where it cannot be drawn, which is logged."""
        self._wanted[person] += 1
        try:
            return await self._paint(picture, self._wanted[person])
        except PictureError:
            _LOG.exception("the picture %s cannot be drawn", picture.name)
            return None
        finally:
            self._wanted[person] -= 1
            self._wanted += Counter()  # keeps those alone who still wait

    async def _paint(self, picture: Picture, wanted: int) -> bytes:
        drawn: Future[bytes] = Future()
        self._waiting.put((wanted, next(self._serial), drawn, picture))
        try:
            self._thread.submit(self._draw_next)
            return await asyncio.wrap_future(drawn)
        except Exception as error:
            raise PictureError(f"{type(error).__name__}: {error}") from error  # noqa: TRY003, EM102 - it is the text

    def _draw_next(self) -> None:
        """Draw what comes first now: it is called as often as something was asked for."""
        _, _, drawn, picture = self._waiting.get_nowait()
        fulfil(drawn, lambda: self._draw(picture))

    def close(self) -> None:
        """Wait for the picture in hand, and end the thread; what else was asked for is given up."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        while not self._waiting.empty():
            _, _, drawn, _ = self._waiting.get_nowait()
            drawn.cancel()
