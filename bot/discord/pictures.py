"""Pictures: what they show and the words beside them, drawn on a thread of their own."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import assert_never

from bot.render.animation import Film, draw_film
from bot.render.chart import Chart, draw_chart
from bot.render.hand import draw_hand
from bot.render.path import PathShown, draw_path
from bot.render.png import to_png
from bot.render.still import Still, draw_still
from simulation.cards import Card

FILMS_KEPT = 4
"""Animations: those of two games, in two languages."""

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

    The last animations are kept too: each takes seconds, and all hosts get the one that the channel gets next.
    """

    def __init__(self, draw: Draw = draw) -> None:
        """Draw with `draw`, on the pictures' thread."""
        self._draw = draw
        self._films: deque[tuple[Film, bytes]] = deque(maxlen=FILMS_KEPT)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")

    async def paint(self, picture: Picture) -> bytes:
        """Return a picture as the content of its file; raises PictureError."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._content, picture)
        except Exception as error:
            raise PictureError(f"{type(error).__name__}: {error}") from error  # noqa: TRY003, EM102 - it is the text

    def _content(self, picture: Picture) -> bytes:
        """Return the content of a picture's file, on the pictures' thread."""
        if not isinstance(picture.scene, Film):
            return self._draw(picture)
        drawn = next((content for film, content in self._films if film == picture.scene), None)
        if drawn is None:
            drawn = self._draw(picture)
            self._films.append((picture.scene, drawn))
        return drawn

    async def try_to_paint(self, picture: Picture) -> bytes | None:
        """Return the content of a picture's file, None where it cannot be drawn, which is logged."""
        try:
            return await self.paint(picture)
        except PictureError:
            _LOG.exception("the picture %s cannot be drawn", picture.name)
            return None

    def close(self) -> None:
        """Wait for the picture in hand, and end the thread."""
        self._thread.shutdown(wait=True, cancel_futures=True)
