import pytest
from PIL import Image

from bot.render import theme
from bot.render.palette import MOST_COLOURS, colours, mixed, reduced, rgb


def theme_colours() -> list[str]:
    values = [value for name, value in vars(theme).items() if name.isupper()]
    listed = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return sorted({each for each in listed if isinstance(each, str)})


@pytest.mark.parametrize("colour", theme_colours())
def test_each_colour_of_the_theme_is_drawn_exactly(colour: str) -> None:
    assert reduced(Image.new("RGB", (1, 1), colour)).convert("RGB").getpixel((0, 0)) == rgb(colour)


def test_any_other_colour_becomes_one_that_is_near() -> None:
    between = mixed(theme.WALL, theme.FLOORS[0], 0.5)
    found = reduced(Image.new("RGB", (1, 1), between)).convert("RGB").getpixel((0, 0))
    assert isinstance(found, tuple)
    assert max(abs(one - other) for one, other in zip(found, between, strict=True)) <= 40


def test_there_are_no_more_colours_than_a_gif_has_room_for() -> None:
    assert len(theme_colours()) <= len(colours()) <= MOST_COLOURS
    assert len(set(colours())) == len(colours())


def test_pictures_are_in_one_palette() -> None:
    pictures = [reduced(Image.new("RGB", (1, 1), colour)) for colour in (theme.LINE, theme.WALL)]
    palettes = [picture.getpalette() for picture in pictures]
    assert palettes[0] == palettes[1] == [part for colour in colours() for part in colour]
    assert {picture.mode for picture in pictures} == {"P"}
