from collections.abc import Callable

import pytest
from PIL import Image

from bot.render import marks, theme, tiles, tokens
from bot.render.pen import Pen
from simulation.geometry import Facing

UNUSUAL_CELL = 31
"""A size that no other test draws, so that no tile of it is kept yet."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what pens write from now on, and in which colour."""
    texts: list[tuple[str, str]] = []

    def write(_: Pen, text: str, _height: float, fill: str, *_place: object) -> None:
        texts.append((text, fill))

    monkeypatch.setattr(Pen, "write", write)
    return texts


def test_robots_are_numbered_from_one_in_ink_that_can_be_read(written: list[tuple[str, str]]) -> None:
    for seat in range(12):
        tokens.robot(UNUSUAL_CELL, seat)
    inks = [theme.TEXT if colour == theme.LIGHT_INK_ON else theme.INK for colour in theme.ROBOTS]
    assert written == [(str(number), ink) for number, ink in enumerate(inks, start=1)]
    assert inks.count(theme.TEXT) == 1


def test_start_squares_show_the_number_that_they_are_given(written: list[tuple[str, str]]) -> None:
    for number in (1, 12):
        tiles.start(UNUSUAL_CELL, number)
    assert written == [("1", theme.START), ("12", theme.START)]


def test_damage_is_counted_on_its_sign(written: list[tuple[str, str]]) -> None:
    marks.damage_count(UNUSUAL_CELL, 3)
    assert written == [("+3", theme.INK)]


@pytest.mark.parametrize("cell", [20, 37, 64])
@pytest.mark.parametrize(
    "made",
    [
        lambda cell: tokens.robot(cell, 0, 90),
        lambda cell: tokens.robot(cell, 0, 90, 0.4),
        tokens.guard,
        lambda cell: tokens.doll(cell, is_red=True),
        lambda cell: tiles.start(cell, 12),
        lambda cell: tiles.drop(cell, Facing.NORTH),
        tiles.emitter,
        lambda cell: marks.bump(cell, 180),
        marks.halo,
    ],
)
def test_tiles_have_the_size_of_a_square_and_a_transparent_ground(
    cell: int, made: Callable[[int], Image.Image]
) -> None:
    tile = made(cell)
    assert (tile.size, tile.mode, tile.getpixel((0, 0))) == ((cell, cell), "RGBA", (0, 0, 0, 0))
