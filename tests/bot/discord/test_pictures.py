"""Pictures on their thread: what takes long is done once."""

import asyncio
from contextlib import closing
from pathlib import Path

from bot.discord.pictures import FILMS_KEPT, Painter, Picture, ShownHand
from bot.render.animation import Film
from bot.text.captions import film_caption
from simulation.boardfile import parse_board
from tests.bot.text.samples import complete

BOARD = Path("boards/green-light.toml")


def film(number: int) -> Film:
    """Return the animation of a round in which nothing happens, made anew."""
    board = parse_board(BOARD.read_bytes())
    return Film(board, (), (), film_caption(complete("en"), board.name, number))


def test_an_animation_is_drawn_once_for_all_who_get_it() -> None:
    """Each host has a preview, and the channel the result; so many others may come between them."""
    drawn: list[str] = []

    def draw(picture: Picture) -> bytes:
        drawn.append(picture.name)
        return picture.name.encode()

    async def paint_all(painter: Painter) -> None:
        for name in ("host1", "host2", "channel"):
            assert await painter.paint(Picture(name, "", film(1))) == b"host1"
        for _ in range(2):
            await painter.paint(Picture("hand", "", ShownHand((), {})))
        assert drawn == ["host1", "hand", "hand"]
        for number in range(FILMS_KEPT):
            await painter.paint(Picture(f"{number}", "", film(2 + number)))
        assert await painter.paint(Picture("late", "", film(1))) == b"late"

    with closing(Painter(draw)) as painter:
        asyncio.run(paint_all(painter))
