import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bot.render.letters import cut, font, is_legible, width, write, write_centred

SHOWN = ["Bolt", "Zoë", "Łukasz", "Ñandú 2", "R2-D2 (old)", "Ω-Bot", "Робот", "e\u0301clair"]
NOT_SHOWN = ["", "  ", "\u3164", "机器人", "Zoë 🤖", "روبوت", "רובוט", "a\nb", "\0", "\t", "\ud800", "\u202eBolt"]
NOT_SHOWN += ["Bo\u200blt", "x\u0332\u0333", "\U0010ffff", "\ue000", "Bolt\u00ad"]


def written(text: str, size: int = 40) -> Image.Image:
    image = Image.new("L", (400, 80))
    write(ImageDraw.Draw(image), (10, 40), text, size, "#FFFFFF")
    return image


@pytest.mark.parametrize("text", SHOWN)
def test_what_the_letters_show_is_legible_and_takes_room(text: str) -> None:
    assert is_legible(text)
    left, top, right, bottom = written(text).getbbox() or (0, 0, 0, 0)
    assert 8 <= left <= right <= 13 + width(text, 40)
    assert 0 < top < bottom < 80


@pytest.mark.parametrize("text", NOT_SHOWN)
def test_what_the_letters_lack_or_what_cannot_be_seen_is_not_legible(text: str) -> None:
    assert not is_legible(text)


def test_an_accent_of_its_own_is_written_as_the_letter_with_it() -> None:
    assert written("e\u0301") == written("é")


def test_a_text_in_two_fonts_is_written_on_one_line() -> None:
    mixed, start = written("Bolt Ω"), written("Bolt")
    assert mixed.crop((0, 0, 8 + round(width("Bolt", 40)), 80)) == start.crop((0, 0, 8 + round(width("Bolt", 40)), 80))
    assert width("Bolt Ω", 40) > width("Bolt ", 40)


@pytest.mark.parametrize("size", [14, 28, 40])
def test_capitals_are_around_the_height_that_is_asked(size: int) -> None:
    _, top, _, bottom = written("HEX", size).getbbox() or (0, 0, 0, 0)
    assert (top + bottom) / 2 == pytest.approx(40, abs=1)


def test_text_can_be_written_around_a_place() -> None:
    image = Image.new("L", (400, 80))
    write_centred(ImageDraw.Draw(image), (200, 40), "HEH", 40, "#FFFFFF")
    left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
    assert (left + right) / 2 == pytest.approx(200, abs=2)


def test_text_that_fits_is_not_cut() -> None:
    assert cut("Bolt", 20, 200) == "Bolt"


@pytest.mark.parametrize("most", [20, 60, 100, 199])
def test_text_is_cut_to_the_width_with_an_ellipsis(most: int) -> None:
    text = "Dynamo Dynamo Dynamo Dynamo"
    shown = cut(text, 20, most)
    assert shown.endswith("…")
    assert text.startswith(shown[:-1])
    assert width(shown, 20) <= most


def test_as_much_of_a_text_is_shown_as_fits() -> None:
    full = font(20).getlength("aaaaaaaa…")
    assert cut("a" * 20, 20, int(full) + 1) == "a" * 8 + "…"


def test_no_blank_stands_before_the_ellipsis() -> None:
    assert cut("Bolt and Cog", 20, int(font(20).getlength("Bolt …")) + 1) == "Bolt…"


def test_where_nothing_fits_the_ellipsis_is_left() -> None:
    assert cut("Bolt", 20, 1) == "…"


@given(st.text(max_size=20), st.integers(8, 60), st.integers(10, 400))
def test_any_text_is_legible_or_not_and_any_legible_one_can_be_cut_and_written(text: str, size: int, most: int) -> None:
    if is_legible(text):
        shown = cut(text, size, most)
        assert shown == "…" or width(shown, size) <= most
        written(shown, size)
