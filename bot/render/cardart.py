"""What cards are made of: their ground, their number, and the drawing of the way that a robot goes or turns.

Tiles are kept: nobody may draw on one.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import cos, radians, sin

from PIL import Image

from bot.render import theme
from bot.render.pen import Pen, Point
from simulation.cards import STEPS, Card

_BOLD = 0.17
"""How thick lines are, in drawings."""
_HEAD, _SLENDER = 0.5, 0.62
"""How wide an arrow's head is, in drawings, and how long for its width."""
_CHEVRON, _PITCH, _LOWEST_TIP = 0.18, 0.27, 0.555
"""How thick the chevron of a step is, how far it is to the next one, and where the lowest begins, in drawings."""
_MOST_STEPS = max(STEPS.values())
_EDGE, _CORNER = 0.016, 0.07
"""How wide a card's edge is, and how round its corners, in widths of a card."""
_WHOLE = theme.CARD_EDGE, theme.CARD
_DAMAGED = theme.DAMAGED_EDGE, theme.DAMAGED_CARD
_RIGHT_TEAR = ((0.68, 0), (0.72, 0.07), (0.8, 0.06), (0.82, 0.2), (0.9, 0.17), (0.92, 0.28), (1, 0.32))
_LEFT_TEAR = ((0, -0.22), (0.05, -0.18), (0.06, -0.11), (0.11, -0.1), (0.14, 0))
"""The edges of the torn corners, in widths of a card from its top left corner, and from its bottom left one."""
_CRACKS = (
    ((0.82, 0.2), (0.78, 0.3), (0.83, 0.39), (0.78, 0.46), (0.81, 0.53)),
    ((0.78, 0.3), (0.69, 0.27), (0.64, 0.33)),
    ((0.05, 0.6), (0.15, 0.54), (0.16, 0.45), (0.27, 0.42), (0.3, 0.34)),
    ((0.16, 0.45), (0.09, 0.4), (0.08, 0.34)),
)
"""Lines in widths of a card, from its top left corner."""


@lru_cache(maxsize=2 * len(Card))
def drawing(side: int, card: Card) -> Image.Image:
    """Return the drawing of a card, so many pixels wide and high, on a transparent ground."""
    pen = Pen(side)
    _DRAWINGS[card](pen, _INKS.get(card, theme.CARD_SIGN))
    return pen.tile()


@lru_cache(maxsize=4)
def blank(width: int, height: int, *, is_damage: bool) -> Image.Image:
    """Return a card with nothing on it, so many pixels wide and high; a damage card is torn and cracked."""
    pen, bottom = Pen(width), height / width
    edge, ground = _DAMAGED if is_damage else _WHOLE
    pen.box((0, 0), (1, bottom), edge, corner=_CORNER)
    pen.box((_EDGE, _EDGE), (1 - _EDGE, bottom - _EDGE), ground, corner=_CORNER - _EDGE)
    if is_damage:
        _tear(pen, bottom)
    return pen.tile().crop((0, 0, width, height))


def _tear(pen: Pen, bottom: float) -> None:
    """Tear two corners of a card off, and draw the cracks that begin there."""
    for crack in _CRACKS:
        pen.stroke(crack, theme.DAMAGED_EDGE, 0.014)
    left = [(x, y + bottom) for x, y in _LEFT_TEAR]
    for tear, beyond in ((_RIGHT_TEAR, (1, 0)), (left, (0, bottom))):
        pen.shape((*tear, beyond), theme.BACKGROUND)
        pen.stroke(tear, theme.DAMAGED_EDGE, 0.02)


@lru_cache(maxsize=32)
def badge(side: int, number: int, *, is_damage: bool) -> Image.Image:
    """Return a card's number, so many pixels wide and high: pale on a dark ground, on a damage card dark on pale."""
    ground, ink = (theme.DAMAGED_SIGN, theme.DAMAGED_CARD) if is_damage else (theme.CARD_SIGN, theme.CARD)
    pen = Pen(side)
    pen.panel(0, ground)
    pen.write(str(number), 0.6, ink, widest=0.8)
    return pen.tile()


def _steps(pen: Pen, fill: str, steps: int) -> None:
    """Draw the way ahead: a chevron for each step, and pale ones for those that longer moves have."""
    for step in range(_MOST_STEPS):
        tip = _LOWEST_TIP - step * _PITCH
        upper = ((0.12, tip + 0.25), (0.5, tip), (0.88, tip + 0.25))
        lower = [(x, y + _CHEVRON) for x, y in reversed(upper)]
        pen.shape((*upper, *lower), fill if step < steps else theme.CARD_GHOST)


def _back(pen: Pen, fill: str) -> None:
    pen.stroke(((0.5, 0.14), (0.5, 0.6)), fill, 0.2)
    _head(pen, (0.5, 0.57), 180, fill, 0.6)


def _left(pen: Pen, fill: str) -> None:
    """Draw an arrow that goes ahead, then left."""
    pen.stroke(((0.72, 0.88), (0.72, 0.54)), fill, _BOLD)
    pen.arc(0.2, (270, 360), fill, _BOLD, (0.52, 0.54))
    pen.stroke(((0.52, 0.34), (0.34, 0.34)), fill, _BOLD)
    _head(pen, (0.36, 0.34), -90, fill)


def _right(pen: Pen, fill: str) -> None:
    """Draw an arrow that goes ahead, then right."""
    pen.stroke(((0.28, 0.88), (0.28, 0.54)), fill, _BOLD)
    pen.arc(0.2, (180, 270), fill, _BOLD, (0.48, 0.54))
    pen.stroke(((0.48, 0.34), (0.66, 0.34)), fill, _BOLD)
    _head(pen, (0.64, 0.34), 90, fill)


def _uturn(pen: Pen, fill: str) -> None:
    pen.stroke(((0.78, 0.88), (0.78, 0.4)), fill, _BOLD)
    pen.arc(0.24, (180, 360), fill, _BOLD, (0.54, 0.4))
    pen.stroke(((0.3, 0.4), (0.3, 0.56)), fill, _BOLD)
    _head(pen, (0.3, 0.6), 180, fill)


def _again(pen: Pen, fill: str) -> None:
    """Draw two arrows that go round."""
    for start in (195, 15):
        end = start + 115
        pen.arc(0.35, (start, end), fill, 0.15)
        x, y = cos(radians(end)) * 0.35, sin(radians(end)) * 0.35
        _head(pen, (0.5 + x, 0.5 + y), end + 195, fill, 0.42)


def _bolt(pen: Pen, fill: str) -> None:
    pen.shape(((0.6, 0.04), (0.2, 0.56), (0.47, 0.56), (0.38, 0.96), (0.8, 0.4), (0.53, 0.4)), fill)


def _head(pen: Pen, base: Point, angle: float, fill: str, width: float = _HEAD) -> None:
    """Draw an arrow's head on the middle of its base; it looks to an angle in degrees clockwise from north."""
    (x, y), across, along = base, cos(radians(angle)), sin(radians(angle))
    corners = ((-width / 2, 0), (0, -_SLENDER * width), (width / 2, 0))
    pen.shape([(x + dx * across - dy * along, y + dx * along + dy * across) for dx, dy in corners], fill)


_DRAWINGS: Mapping[Card, Callable[[Pen, str], None]] = {
    **{card: partial(_steps, steps=steps) for card, steps in STEPS.items()},
    Card.LEFT: _left,
    Card.RIGHT: _right,
    Card.UTURN: _uturn,
    Card.BACK: _back,
    Card.AGAIN: _again,
    Card.DAMAGE: _bolt,
}

_INKS: Mapping[Card, str] = {
    **dict.fromkeys((Card.LEFT, Card.RIGHT, Card.UTURN), theme.CARD_TURN),
    Card.AGAIN: theme.CARD_AGAIN,
    Card.DAMAGE: theme.DAMAGED_SIGN,
}
