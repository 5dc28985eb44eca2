"""From an outbox row to what is sent: read on the database's thread, drawn on another, put together on the loop."""

import logging
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.discord.pictures import Painter, Picture, PictureError
from bot.discord.reading import Reading
from bot.discord.views import View
from bot.text.escaping import cut

SHORT_ALT = 256
"""Characters of an alt text that Discord takes in any case."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Composed:
    """A message as it is sent."""

    reading: Reading
    drawn: tuple[tuple[Picture, bytes], ...] = ()
    has_short_alt: bool = False

    def view(self) -> View:
        """Return what it shows, for one request; to be called on Discord's loop."""
        pictures = [picture for picture, _ in self.drawn]
        return self.reading.make(
            [(picture.name, cut(picture.alt, SHORT_ALT) if self.has_short_alt else picture.alt) for picture in pictures]
        )

    def attachments(self) -> list[discord.File]:
        """Return its files, for one request."""
        drawn = ((picture.name, content) for picture, content in self.drawn)
        return [discord.File(BytesIO(content), name) for name, content in (*self.reading.files, *drawn)]


async def compose(painter: Painter, reading: Reading) -> Composed:
    """Return a message with those of its pictures that can be drawn.

    Raises PictureError for one that needs pictures, and gets none.
    """
    drawn: list[tuple[Picture, bytes]] = []
    failure: PictureError | None = None
    for picture in reading.pictures:
        try:
            drawn.append((picture, await painter.paint(picture)))
        except PictureError as error:
            _LOG.exception("the picture %s cannot be drawn", picture.name)
            failure = error
    if failure is not None and not drawn and reading.needs_pictures:
        raise failure
    return Composed(reading, tuple(drawn))
