import pytest

from bot.render.theme import cut, font, legible


def test_text_that_fits_is_not_cut() -> None:
    assert cut("Bolt", 20, 200) == "Bolt"


@pytest.mark.parametrize("width", [20, 60, 100, 199])
def test_text_is_cut_to_the_width_with_an_ellipsis(width: int) -> None:
    text = "Dynamo Dynamo Dynamo Dynamo"
    shown = cut(text, 20, width)
    assert shown.endswith("…")
    assert text.startswith(shown[:-1])
    assert font(20).getlength(shown) <= width


def test_as_much_of_a_text_is_shown_as_fits() -> None:
    full = font(20).getlength("aaaaaaaa…")
    assert cut("a" * 20, 20, int(full) + 1) == "a" * 8 + "…"


def test_no_blank_stands_before_the_ellipsis() -> None:
    assert cut("Bolt and Cog", 20, int(font(20).getlength("Bolt …")) + 1) == "Bolt…"


def test_where_nothing_fits_the_ellipsis_is_left() -> None:
    assert cut("Bolt", 20, 1) == "…"


def test_characters_that_the_letters_lack_become_question_marks() -> None:
    assert legible("Bolt 漢\n\ud800…") == "Bolt ???…"
