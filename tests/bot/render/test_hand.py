from itertools import combinations

import pytest
from coloraide import Color
from PIL import Image, ImageChops

from bot.render.hand import GAP, HEIGHT, IN_A_ROW, WIDTH, card_tile, draw_hand
from bot.render.png import to_png
from bot.text.captions import card_names
from bot.text.languages import words_in
from simulation.cards import CARD_NAMES, HAND_SIZE, Card

ALL = tuple(Card)
BADGE, DRAWING, NAME = (0, 0, 46, 46), (51, 8, 128, 85), (0, 88, WIDTH, 117)
"""Parts of a card, in pixels: its number, its drawing, and the line of its name."""
PHONE = 350
"""Pixels: how wide a phone shows a picture."""


def tile(card: Card, number: int = 1, name: str | None = None) -> Image.Image:
    return card_tile(number, card, CARD_NAMES[card] if name is None else name).convert("RGB")


def at(picture: Image.Image, number: int) -> Image.Image:
    """Return the card that lies where the button with this number is, in rows of three."""
    row, column = divmod(number - 1, 3)
    left, top = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
    return picture.convert("RGB").crop((left, top, left + WIDTH, top + HEIGHT))


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def counted(picture: Image.Image) -> list[tuple[tuple[int, ...], int]]:
    """Return the colours of a picture and how many pixels have each, the most frequent first."""
    found = picture.getcolors(picture.width * picture.height) or []
    return [(colour, pixels) for pixels, colour in sorted(found, reverse=True) if isinstance(colour, tuple)]


def colours(picture: Image.Image) -> list[tuple[int, ...]]:
    """Return the colours of a picture, the most frequent first."""
    return [colour for colour, _ in counted(picture)]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    written = ["#{:02X}{:02X}{:02X}".format(*colour) for colour in (one, other)]
    return Color(written[0]).contrast(written[1], method="wcag21")


@pytest.mark.parametrize("hand", [ALL, ALL[::-1]], ids=["forth", "back"])
def test_each_card_lies_where_its_button_is_and_has_its_number(hand: tuple[Card, ...]) -> None:
    picture = draw_hand(hand, CARD_NAMES)
    for number, card in enumerate(hand, start=1):
        assert is_same(at(picture, number), tile(card, number)), f"{number} {card}"


@pytest.mark.parametrize("card", [Card.MOVE1, Card.DAMAGE])
def test_numbers_differ_and_change_nothing_else_of_a_card(card: Card) -> None:
    for one, other in combinations(range(1, HAND_SIZE + 1), 2):
        box = ImageChops.difference(tile(card, one), tile(card, other)).getbbox()
        assert box is not None, f"{one} looks like {other}"
        assert box[2:] <= BADGE[2:], f"{one} and {other} differ beyond the number"


@pytest.mark.parametrize("size", range(1, HAND_SIZE + 1))
def test_a_smaller_hand_has_only_the_rows_that_it_needs_and_bare_places_behind_its_last_card(size: int) -> None:
    draw_hand(ALL, CARD_NAMES)
    picture = draw_hand(ALL[:size], CARD_NAMES)
    rows = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}.get(size, 3)
    assert picture.size == (GAP + IN_A_ROW * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP))
    assert is_same(at(picture, size), tile(ALL[size - 1], size))
    for number in range(size + 1, 3 * rows + 1):
        assert len(colours(at(picture, number))) == 1, f"something lies at {number}"


@pytest.mark.parametrize(("one", "other"), tuple(combinations(Card, 2)))
def test_drawings_are_told_apart_on_a_phone_without_their_names(one: Card, other: Card) -> None:
    scale = PHONE / (GAP + IN_A_ROW * (WIDTH + GAP))
    side = round((DRAWING[2] - DRAWING[0]) * scale)
    drawings = [tile(card).crop(DRAWING).convert("L").resize((side, side)) for card in (one, other)]
    differing = ImageChops.difference(*drawings).point(lambda value: 255 * (value > 80))
    assert differing.histogram()[255] > 0.05 * side * side


@pytest.mark.parametrize(("card", "is_left"), [(Card.LEFT, True), (Card.RIGHT, False)])
def test_turns_point_to_their_sides(card: Card, is_left: bool) -> None:  # noqa: FBT001 - the table names it
    """The head of the arrow has more ink than the bend."""
    upper = tile(card).crop(DRAWING).crop((0, 0, 77, 40))
    ground, *_ = colours(upper)
    left, right = (
        sum(pixels for colour, pixels in counted(upper.crop(half)) if colour != ground)
        for half in ((0, 0, 30, 40), (47, 0, 77, 40))
    )
    assert left > 1.2 * right if is_left else right > 1.2 * left


def test_a_damage_card_has_another_ground_than_all_others() -> None:
    grounds = {card: colours(tile(card))[0] for card in Card}
    damaged = grounds.pop(Card.DAMAGE)
    assert len(set(grounds.values())) == 1
    assert contrast(damaged, grounds[Card.MOVE1]) >= 7


@pytest.mark.parametrize("part", [BADGE, DRAWING, NAME], ids=["number", "drawing", "name"])
@pytest.mark.parametrize("card", Card)
def test_number_drawing_and_name_stand_out_from_their_grounds(card: Card, part: tuple[int, int, int, int]) -> None:
    inset = (12, 12, 38, 38) if part is BADGE else part
    (ground, _), *inks = counted(tile(card).crop(inset))
    legible = sum(pixels for colour, pixels in inks if contrast(colour, ground) >= 4.5)
    assert legible >= 0.05 * (inset[2] - inset[0]) * (inset[3] - inset[1])


@pytest.mark.parametrize("card", [Card.AGAIN, Card.DAMAGE])
@pytest.mark.parametrize("name", ["Turn around twice and go on", "W" * 100, "ß" * 4000])
def test_a_long_name_stays_on_its_card(card: Card, name: str) -> None:
    long, bare = (tile(card, 1, text).crop(NAME) for text in (name, "."))
    box = ImageChops.difference(long, bare).getbbox()
    assert box is not None
    assert box[0] >= 6
    assert box[2] <= WIDTH - 6


def test_a_long_name_is_written_smaller_before_it_is_cut() -> None:
    heights = []
    for name in ("HHHH", "HHHHHHHHHH"):
        box = ImageChops.difference(tile(Card.AGAIN, 1, name), tile(Card.AGAIN, 1, ".")).crop(NAME).getbbox()
        assert box is not None
        heights.append(box[3] - box[1])
    assert heights[1] < heights[0]


@pytest.mark.parametrize("name", ["机器人", "روبوت", "🤖", "", "\u200b", "a\nb", "\ud800"])
def test_a_name_that_cannot_be_shown_is_told_in_english(name: str) -> None:
    assert is_same(tile(Card.AGAIN, 3, name), tile(Card.AGAIN, 3, "Again"))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_hand_is_a_small_file(language: str) -> None:
    names = card_names(words_in(language))
    for hand in (ALL, *((card,) * HAND_SIZE for card in Card)):
        assert len(to_png(draw_hand(hand, names))) <= 25 * 1024
