"""Answers with pictures: drawn, shown with the words beside them, and without those that cannot be drawn."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.discord.answering import Asked, show, tell
from bot.discord.failures import is_about_alt_text
from bot.discord.pictures import Picture
from bot.discord.rally import Rally
from bot.discord.records import File
from bot.discord.views import Shown, View, album_view
from bot.text.escaping import Text, cut, length
from bot.text.limits import LONGEST_ALT, LONGEST_VIEW, SHORT_ALT

MOST_PICTURES = 10
"""Files in a message."""


@dataclass(frozen=True, slots=True)
class Part:
    """A text, and the pictures under it."""

    text: Text
    pictures: tuple[Picture, ...] = ()


async def show_album(rally: Rally, interaction: Asked, album: Text | Sequence[Part]) -> None:
    """Answer, after a promise: with a text alone, or with texts and their pictures in as many messages as they need."""
    if isinstance(album, Text):
        await tell(interaction, album)
        return
    for parts in in_messages(album):
        pictures = [picture for part in parts for picture in part.pictures]
        await show_pictures(rally, interaction, _maker(parts), pictures)


def _maker(parts: Sequence[Part]) -> Callable[[Shown], View]:
    def make(shown: Shown) -> View:
        alts = dict(shown)
        return album_view(
            [
                (part.text, [(each.name, alts[each.name]) for each in part.pictures if each.name in alts])
                for part in parts
            ]
        )

    return make


async def show_pictures(
    rally: Rally,
    interaction: Asked,
    make: Callable[[Shown], View],
    pictures: Iterable[Picture],
    files: Iterable[File] = (),
) -> None:
    """Answer, after a promise, with a view of those pictures that can be drawn, and with other files."""
    painted = [(picture, await rally.painter.try_to_paint(picture, interaction.user.id)) for picture in pictures]
    drawn = [(picture, content) for picture, content in painted if content is not None]
    content_of = [*((picture.name, content) for picture, content in drawn), *files]

    async def answer(most: int) -> None:
        view = make([(picture.name, cut(picture.alt, most)) for picture, _ in drawn])
        await show(interaction, view, [discord.File(BytesIO(content), name) for name, content in content_of])

    try:
        await answer(LONGEST_ALT)
    except discord.HTTPException as error:
        if not is_about_alt_text(error):
            raise
        await answer(SHORT_ALT)


def in_messages(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Yield as many parts together as a message can hold; each part fits one."""
    gathered: list[Part] = []
    for part in parts:
        text = sum(length(each.text) for each in (*gathered, part))
        pictures = sum(len(each.pictures) for each in (*gathered, part))
        if gathered and (text > LONGEST_VIEW or pictures > MOST_PICTURES):
            yield gathered
            gathered = []
        gathered.append(part)
    yield gathered
