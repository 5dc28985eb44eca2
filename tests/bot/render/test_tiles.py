import pytest

from bot.render import theme, tiles
from simulation.geometry import Facing

UNUSUAL_CELL = 31
"""A size that no other test draws, so that no tile of it is kept yet."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what pens write from now on, and in which colour."""
    texts: list[tuple[str, str]] = []

    def write(_: tiles.Pen, text: str, _height: float, fill: str) -> None:
        texts.append((text, fill))

    monkeypatch.setattr(tiles.Pen, "write", write)
    return texts


def test_robots_are_numbered_from_one_in_ink_that_can_be_read(written: list[tuple[str, str]]) -> None:
    for seat in range(12):
        tiles.robot(UNUSUAL_CELL, seat, Facing.NORTH)
    inks = [theme.TEXT if colour == theme.LIGHT_INK_ON else theme.INK for colour in theme.ROBOTS]
    assert written == [(str(number), ink) for number, ink in enumerate(inks, start=1)]
    assert inks.count(theme.TEXT) == 1


def test_start_squares_show_the_number_that_they_are_given(written: list[tuple[str, str]]) -> None:
    for number in (1, 12):
        tiles.start(UNUSUAL_CELL, number)
    assert written == [("1", theme.START), ("12", theme.START)]


@pytest.mark.parametrize("cell", [20, 37, 64])
@pytest.mark.parametrize("facing", Facing)
def test_the_number_of_a_robot_that_turns_stays_upright(cell: int, facing: Facing) -> None:
    near, far = round(0.35 * cell), round(0.65 * cell)
    numbers = [tiles.robot(cell, 3, side).crop((near, near, far, far)) for side in (Facing.NORTH, facing)]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("cell", [20, 37, 64])
def test_tiles_have_the_size_of_a_square_and_a_transparent_ground(cell: int) -> None:
    for tile in (tiles.robot(cell, 0, Facing.EAST), tiles.guard(cell), tiles.start(cell, 12), tiles.emitter(cell)):
        assert (tile.size, tile.mode, tile.getpixel((0, 0))) == ((cell, cell), "RGBA", (0, 0, 0, 0))


def test_a_pen_draws_north_up_and_turns_the_tile_clockwise() -> None:
    pen = tiles.Pen(8)
    pen.shape(((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)), theme.TEXT)
    corners = {Facing.NORTH: (1, 1), Facing.EAST: (6, 1), Facing.SOUTH: (6, 6), Facing.WEST: (1, 6)}
    for facing, corner in corners.items():
        alpha = pen.tile(facing).getchannel("A")
        assert [place for place in corners.values() if alpha.getpixel(place)] == [corner]
