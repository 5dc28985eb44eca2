"""The letters of the pictures: which fonts, what they can show, how wide it is, and writing it.

Fonts lie in `assets/fonts`, one behind the other: what the first cannot show, the next may. Pillow's basic layout is
used, so that a picture does not depend on the machine; scripts that need more than one letter after the other are
therefore not shown at all.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, groupby, takewhile
from pathlib import Path

from PIL import ImageDraw
from PIL.ImageFont import FreeTypeFont, Layout, truetype

_FOLDER = Path(__file__).parents[2] / "assets" / "fonts"
_FILES = (
    "AtkinsonHyperlegibleNext-SemiBold-latin.woff",
    "AtkinsonHyperlegibleNext-SemiBold-latin-ext.woff",
    "DejaVuSans-Bold.ttf",
)
_NO_GLYPH = "\U0010ffff"
_TRIAL = 32
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


@lru_cache(maxsize=512)
def font(size: int, place: int = 0) -> FreeTypeFont:
    """Return one of the fonts, the first one by default, for a size in pixels."""
    return truetype(_FOLDER / _FILES[place], size, layout_engine=Layout.BASIC)


def is_legible(text: str) -> bool:
    """Whether the fonts show all of a text, and anything of it can be seen."""
    shown = unicodedata.normalize("NFC", text)
    return bool(shown.strip()) and all(_font_of(character) is not None for character in shown)


def width(text: str, size: int) -> float:
    """Return how wide a legible text is, in pixels."""
    return sum(letters.getlength(run) for letters, run in _runs(text, size))


def cut(text: str, size: int, most: float) -> str:
    """Return a legible text, cut with an ellipsis where it is wider than so many pixels."""
    text = unicodedata.normalize("NFC", text)
    if len(text) < most and width(text, size) <= most:
        return text
    *_, shown = "", *takewhile(lambda start: width(start + "…", size) <= most, accumulate(text))
    return shown.rstrip() + "…"


def write(draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, fill: str) -> None:
    """Write a legible text from its left end on; the middle of its capitals is at the place's height."""
    x, middle = place
    baseline = round(middle + _capitals(size) / 2)
    for letters, run in _runs(text, size):
        draw.text((x, baseline), run, fill, letters, anchor="ls")
        x += letters.getlength(run)


def write_centred(draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, fill: str) -> None:
    """Write a legible text around a place."""
    x, middle = place
    write(draw, (round(x - width(text, size) / 2), middle), text, size, fill)


@lru_cache(maxsize=512)
def _capitals(size: int) -> float:
    """Return how high capitals and digits are, in pixels."""
    _, top, _, _ = font(size).getbbox("H", anchor="ls")
    return -top


def _runs(text: str, size: int) -> Iterator[tuple[FreeTypeFont, str]]:
    """Yield a text in pieces of one font each."""
    for place, run in groupby(unicodedata.normalize("NFC", text), key=_font_of):
        assert place is not None, "the fonts show it"
        yield font(size, place), "".join(run)


@lru_cache(maxsize=4096)
def _font_of(character: str) -> int | None:
    """Return the place of the first font that shows a character, or None."""
    if character == " ":
        return 0
    is_mark = unicodedata.category(character)[0] in "MCZ"
    if is_mark or unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
        return None
    return next((place for place in range(len(_FILES)) if _has_glyph(character, place)), None)


def _has_glyph(character: str, place: int) -> bool:
    letters = font(_TRIAL, place)
    return bytes(letters.getmask(character)) != bytes(letters.getmask(_NO_GLYPH))
