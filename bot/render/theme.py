"""What all pictures share: colours, the largest sizes, and letters."""

from functools import cache
from itertools import accumulate, takewhile

from PIL.ImageFont import FreeTypeFont, load_default

LARGEST_CELL = 64
TALLEST = 1600
"""Pixels: a square is at most so wide, a picture at most so high."""

BACKGROUND, GRID = "#1E1F22", "#3A3D45"
FLOORS = ("#24262C", "#1F2126")
FINISHES = ("#4A2A3C", "#38222F")
TEXT, FAINT, INK = "#F2F3F5", "#A6ABB5", "#000000"
WALL, LINE, LASER = "#E8E6E0", "#FF4FA3", "#FF4D5E"
BELT, BELT_RAIL, BELT_CHEVRON = "#2B4257", "#46637D", "#8FBEE3"
EXPRESS, EXPRESS_RAIL, EXPRESS_CHEVRON = "#1C5C93", "#3F8CCB", "#FFFFFF"
GEAR_RIGHT, GEAR_LEFT = "#2E9E5B", "#C8453A"
PIT, HAZARD = "#000000", "#FFC107"
REBOOT, START, GUARD = "#6A4FA3", "#8A909C", "#C3CAD6"

ROBOTS = (
    *("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00"),
    *("#CC79A7", "#FFFFFF", "#CCFFAA", "#CCAAAA", "#AA66FF", "#22EEFF"),
)
"""The robots' colours, seat by seat, told apart under each colour blindness."""

LIGHT_INK_ON = "#0072B2"
"""The one robot whose number is white."""

_NO_GLYPH = "\U0010ffff"


@cache
def font(size: int) -> FreeTypeFont:
    """Return the letters for a size in pixels."""
    letters = load_default(size=size)
    assert isinstance(letters, FreeTypeFont), "Pillow's wheels draw with FreeType"
    return letters


@cache
def _has_glyph(character: str) -> bool:
    if not character.isprintable():
        return False
    return character == " " or bytes(font(32).getmask(character)) != bytes(font(32).getmask(_NO_GLYPH))


def legible(text: str) -> str:
    """Return the text with "?" for each character that the letters cannot show."""
    return "".join(character if _has_glyph(character) else "?" for character in text)


def cut(text: str, size: int, width: int) -> str:
    """Return the text, cut with an ellipsis where it is wider than `width` pixels at a size in pixels."""
    letters = font(size)
    if letters.getlength(text) <= width:
        return text
    *_, shown = "", *takewhile(lambda start: letters.getlength(start + "…") <= width, accumulate(text))
    return shown.rstrip() + "…"
