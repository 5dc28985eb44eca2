import pytest

from bot.render import theme
from bot.render.pen import Pen, polygon

CORNERS = {0: (1, 1), 90: (6, 1), 180: (6, 6), 270: (1, 6)}


def test_a_pen_draws_north_up_and_turns_the_tile_clockwise() -> None:
    pen = Pen(8)
    pen.shape(((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)), theme.TEXT)
    for angle, corner in CORNERS.items():
        alpha = pen.tile(angle).getchannel("A")
        assert [place for place in CORNERS.values() if alpha.getpixel(place)] == [corner]


def test_a_tile_turned_by_half_a_quarter_lies_between() -> None:
    pen = Pen(40)
    pen.disc(0.1, theme.TEXT, (0.5, 0.2))
    left, top, right, bottom = pen.tile(45).getchannel("A").getbbox() or (0, 0, 0, 0)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((28.5, 11.5), abs=1)


def test_text_is_squeezed_to_the_width_that_it_has() -> None:
    pen = Pen(40)
    pen.write("12", 0.6, theme.TEXT, widest=0.5)
    left, _, right, _ = pen.tile().getchannel("A").getbbox() or (0, 0, 0, 0)
    assert right - left <= 21


@pytest.mark.parametrize("height", [0.3, 0.42, 0.6])
def test_digits_are_as_high_as_asked_and_in_the_middle(height: float) -> None:
    pen = Pen(100)
    pen.write("8", height, theme.TEXT)
    _, top, _, bottom = pen.tile().getchannel("A").getbbox() or (0, 0, 0, 0)
    assert bottom - top == pytest.approx(100 * height, rel=0.2)
    assert (top + bottom) / 2 == pytest.approx(50, abs=1)


@pytest.mark.parametrize(("turn", "first"), [(0, (0.5, 0.1)), (90, (0.9, 0.5)), (180, (0.5, 0.9))])
def test_polygons_begin_in_the_north_and_turn_clockwise(turn: float, first: tuple[float, float]) -> None:
    assert polygon(5, 0.4, turn=turn)[0] == pytest.approx(first)
