"""The picture of a path: a robot alone, its trail, and the sign of each register where it leads."""

from PIL import Image

from bot.render import theme, tokens
from bot.render.layout import Layout
from bot.render.path import Leg, PathShown, draw_path, register_sign
from bot.render.trails import trails
from simulation.cards import Card
from simulation.foresight import foresee
from simulation.geometry import Facing, Position, parse_square
from simulation.rules import HouseRules
from simulation.state import Robot
from tests.bot.boards import board_of
from tests.bot.render.looking import CELL, count, crop

BOARD = board_of("====", "....", "....", "...@", "1...")
SEAT = 2


def shown(*cards: Card, at: str = "B1") -> PathShown:
    robot = Robot("Bolt", parse_square(at), Facing.NORTH)
    foreseen = foresee(BOARD, robot, cards, HouseRules())
    legs = tuple(Leg(card.value, "?") for card in cards)
    return PathShown(BOARD, SEAT, robot, foreseen.stops, legs, trails((robot,), foreseen.beats), ("Path", "Alone"))


def at(picture: Image.Image, path: PathShown, square: str) -> Image.Image:
    return crop(picture, Layout(BOARD, CELL, len(path.legs)), parse_square(square), (0.0, 0.0, 1.0, 1.0))


def test_the_robot_stands_where_it_is_and_its_trail_is_in_its_colour() -> None:
    path = shown(Card.MOVE3)
    picture = draw_path(path).convert("RGB")
    assert count(at(picture, path, "B1"), theme.ROBOTS[SEAT]) > 200
    assert count(at(picture, path, "B2"), theme.ROBOTS[SEAT]) > 200
    assert count(at(picture, path, "C2"), theme.ROBOTS[SEAT]) == 0


def test_each_register_has_its_sign_where_it_leads() -> None:
    """A register alone in its square has a larger one than those that share it."""
    path = shown(Card.MOVE2, Card.RIGHT, Card.MOVE1)
    picture = draw_path(path).convert("RGB")
    alone, shared, none = (count(at(picture, path, square), theme.HAZARD) for square in ("C3", "B3", "D4"))
    assert none == 0
    assert alone > 30
    assert shared > 30
    assert count(at(picture, path, "B2"), theme.HAZARD) == 0


def test_a_sign_points_where_the_robot_faces_then() -> None:
    """Unless nobody knows."""
    for angle, (x, y) in {0: (32, 8), 90: (55, 32), 180: (32, 55), 270: (8, 32)}.items():
        pixel = register_sign(64, 4, angle).convert("RGB").getpixel((x, y))
        assert pixel == (255, 193, 7), angle
    assert count(register_sign(64, 4, None).convert("RGB"), theme.HAZARD) == 0


def test_five_registers_on_the_start_square_are_all_there() -> None:
    path = shown(*[Card.LEFT] * 5)
    picture = at(draw_path(path).convert("RGB"), path, "B1")
    signs = [register_sign(Layout(BOARD, CELL, 5).px(0.56), number, 0) for number in range(1, 6)]
    assert count(picture, theme.TEXT) > 5 * 0.3 * count(signs[0].convert("RGB"), theme.TEXT)
    assert count(picture, theme.ROBOTS[SEAT]) > 0


def test_a_way_over_the_line_has_no_sign_behind_it() -> None:
    path = shown(Card.MOVE1, Card.LEFT, at="A4")
    assert path.stops[-1].position is None
    assert draw_path(path).size == Layout(BOARD, CELL, 2).size


def test_a_fall_is_crossed() -> None:
    ground = board_of("====", "....", ".O..", "...@", "1...")
    robot = Robot("Bolt", Position(2, 2), Facing.NORTH)
    foreseen = foresee(ground, robot, (Card.MOVE1,), HouseRules())
    legs = (Leg("move1", "D2"),)
    path = PathShown(ground, SEAT, robot, foreseen.stops, legs, trails((robot,), foreseen.beats), ("Path",))
    layout = Layout(ground, CELL, 1)
    pit = crop(draw_path(path).convert("RGB"), layout, Position(2, 3), (0.0, 0.0, 1.0, 1.0))
    assert count(pit, theme.ROBOTS[SEAT]) > 300
    assert tokens.SHAPES[SEAT] == "triangle"
