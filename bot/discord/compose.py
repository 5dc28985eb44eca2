"""From an outbox row to what is sent: read on the database's thread, drawn on another, put together on the loop."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.discord.pictures import Painter, Picture, PictureError
from bot.discord.reading import Reading
from bot.discord.records import File
from bot.discord.views import View
from bot.text.escaping import cut
from bot.text.limits import LONGEST_ALT, SHORT_ALT

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Composed:
    """A message as it is sent."""

    reading: Reading
    pictures: tuple[Picture, ...]
    """Those that it shows."""
    files: tuple[File, ...]
    """What is sent with it: pictures that are there already are not."""
    has_short_alt: bool = False

    def view(self) -> View:
        """Return what it shows, for one request; to be called on Discord's loop."""
        most = SHORT_ALT if self.has_short_alt else LONGEST_ALT
        return self.reading.make([(picture.name, cut(picture.alt, most)) for picture in self.pictures])

    def attachments(self) -> list[discord.File]:
        """Return its files, for one request."""
        return [discord.File(BytesIO(content), name) for name, content in self.files]


async def compose(painter: Painter, reading: Reading) -> Composed:
    """Return a message with those of its pictures that can be drawn.

    Raises PictureError for one that needs pictures, and gets none.
    """
    shown: list[Picture] = []
    files = list(reading.files)
    failure: PictureError | None = None
    for picture in reading.pictures:
        try:
            files.append((picture.name, await painter.paint(picture)))
        except PictureError as error:
            _LOG.exception("the picture %s cannot be drawn", picture.name)
            failure = error
        else:
            shown.append(picture)
    if failure is not None and not shown and reading.needs_pictures:
        raise failure
    return Composed(reading, tuple(shown), tuple(files))


def compose_again(reading: Reading, there: Iterable[str]) -> Composed:
    """Return a message with the pictures that it has; `there` are the names of its files."""
    names = frozenset(there)
    shown = tuple(picture for picture in reading.pictures if picture.name in names)
    return Composed(reading, shown, reading.files)
