"""From an outbox row to what is sent: read on the database's thread, drawn on another, put together on the loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.discord.boardposts import Picture
from bot.discord.reading import File, Reading
from bot.discord.views import View
from bot.render.board import render_board
from bot.text.escaping import cut

SHORT_ALT = 256
"""Characters of an alt text that Discord takes in any case."""

Draw = Callable[[Picture], bytes]


@dataclass(frozen=True, slots=True)
class Composed:
    """A message as it is sent."""

    key: str
    view: View
    files: tuple[File, ...] = ()
    custom_id: str | None = None

    def attachments(self) -> list[discord.File]:
        """Return its files, for one request."""
        return [discord.File(BytesIO(content), name) for name, content in self.files]


class PictureError(Exception):
    """The picture of a message could not be drawn; the cause says why."""


def draw_board(picture: Picture) -> bytes:
    """Return the picture of a board as PNG."""
    content = BytesIO()
    render_board(picture.board, picture.robots, picture.caption, picture.details).save(content, "PNG")
    return content.getvalue()


class Composer:
    """Puts messages together; pictures have a thread of their own."""

    def __init__(self, draw: Draw = draw_board) -> None:
        """Draw boards with `draw`, on the pictures' thread."""
        self._draw = draw
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")

    async def compose(self, reading: Reading, *, has_short_alt: bool = False) -> Composed:
        """Return a message as it is sent; raises PictureError."""
        files, shown = reading.files, []
        if (picture := reading.picture) is not None:
            try:
                content = await asyncio.get_running_loop().run_in_executor(self._thread, self._draw, picture)
            except Exception as error:
                raise PictureError(f"{type(error).__name__}: {error}") from error  # noqa: TRY003, EM102 - it is the text
            files = (*files, (picture.name, content))
            shown = [(picture.name, cut(picture.alt, SHORT_ALT) if has_short_alt else picture.alt)]
        return Composed(reading.key, reading.make(shown), files, reading.custom_id)

    def close(self) -> None:
        """Wait for the picture in hand, and end the thread."""
        self._thread.shutdown(wait=True, cancel_futures=True)
