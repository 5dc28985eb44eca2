"""A hand of cards as one picture: in rows of three and numbered, as their buttons are."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.render import letters, theme
from bot.render.cardart import badge, blank, drawing
from bot.render.palette import reduced
from simulation.cards import CARD_NAMES, HAND_SIZE, Card

WIDTH, HEIGHT, GAP = 152, 120, 9
"""Pixels: a card's size, and how far it is from its neighbours and from the picture's edges."""
IN_A_ROW = 3
_DRAWING, _DRAWING_CORNER = 77, (51, 8)
_BADGE, _BADGE_CORNER = 38, (6, 6)
"""Pixels: how large drawing and number are, and where they are on the card."""
_NAME_MIDDLE, _NAME_ROOM = (WIDTH / 2, 102), WIDTH - 16
"""Pixels: where the middle of a name is on the card, and how wide it is at most."""
_NAME_SIZES = range(24, 16, -1)
"""Pixels: the letters' sizes. The largest that fits is taken; a name that is too long even in the smallest is cut."""


def draw_hand(hand: Sequence[Card], names: Mapping[Card, str]) -> Image.Image:
    """Return a hand in the common palette: each card with its place from 1 on, its drawing and its name.

    Where the letters of the pictures cannot show a name, the card has its English one.
    """
    picture = _table(-(-len(hand) // IN_A_ROW)).copy()
    for number, card in enumerate(hand, start=1):
        picture.paste(card_tile(number, card, names[card]), corner(number))
    return picture


def corner(number: int) -> tuple[int, int]:
    """Return where the top left corner of the card with a number is in the picture, in pixels."""
    row, column = divmod(number - 1, IN_A_ROW)
    return GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)


@lru_cache(maxsize=4)
def _table(rows: int) -> Image.Image:
    """Return the ground that so many rows of cards lie on, in the common palette: nobody may draw on it."""
    size = GAP + IN_A_ROW * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP)
    return reduced(Image.new("RGB", size, theme.BACKGROUND))


@lru_cache(maxsize=4 * HAND_SIZE * len(Card))
def card_tile(number: int, card: Card, name: str) -> Image.Image:
    """Return a card with its number and name in the common palette: nobody may draw on it."""
    tile = Image.new("RGB", (WIDTH, HEIGHT), theme.BACKGROUND)
    is_damage = card is Card.DAMAGE
    for part, place in (
        (blank(WIDTH, HEIGHT, is_damage=is_damage), (0, 0)),
        (drawing(_DRAWING, card), _DRAWING_CORNER),
        (badge(_BADGE, number, is_damage=is_damage), _BADGE_CORNER),
    ):
        tile.paste(part, place, part)
    shown = name if letters.is_legible(name) else CARD_NAMES[card]
    size = next((size for size in _NAME_SIZES if letters.width(shown, size) <= _NAME_ROOM), _NAME_SIZES[-1])
    ink = theme.DAMAGED_SIGN if is_damage else theme.CARD_SIGN
    letters.write_centred(ImageDraw.Draw(tile), _NAME_MIDDLE, letters.cut(shown, size, _NAME_ROOM), size, ink)
    return reduced(tile)
