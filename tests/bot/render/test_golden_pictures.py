"""Pictures that look as they did: compared pixel by pixel, rewritten by `pytest --rewrite-golden` alone."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from bot.__main__ import main
from bot.render.animation import Film, draw_film
from bot.render.chart import Chart, Way, draw_chart
from bot.render.hand import draw_hand
from bot.render.path import Leg, PathShown, draw_path
from bot.render.registers import damage_cards, register_stills
from bot.render.sheet import draw_sheet
from bot.render.still import Still, draw_still
from bot.render.trails import trails
from bot.text.captions import card_names, film_caption, tell_heading, tell_register_heading
from bot.text.climb import chart_heading
from bot.text.languages import words_in
from bot.text.path import path_heading, path_legs
from simulation.boardfile import parse_board
from simulation.cards import Card
from simulation.foresight import foresee
from simulation.geometry import Facing, Position
from simulation.race import PlayedRound, mixed_strengths, new_race, race
from simulation.rules import HouseRules
from simulation.state import Robot
from simulation.telling import standings
from tests.bot.boards import board_of, laser

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[3]
ASSETS = ROOT / "assets"
"""What README shows."""
BOARD = board_of("=====", ".R.O.", "^.>v.", "L.E..", "@.123", lasers=laser("A3", "east", 2), guard="C0")
WORDS = words_in("en")
CELL = 48


def second_round() -> PlayedRound:
    """Return a round in which much happens on a small board."""
    *_, played = race(new_race(BOARD, "d", 3, 2), mixed_strengths(3))
    return played


def still() -> Image.Image:
    played = second_round()
    heading = tell_heading(WORDS, "Green Light", 2)
    ways = trails(played.laid.state.robots, played.played.beats)
    return draw_still(Still(BOARD, played.state.robots, heading, damage_cards(played.state), ways), CELL)


def register() -> Image.Image:
    played = second_round()
    stills = register_stills(
        BOARD,
        played.laid.state,
        played.played.beats,
        lambda number: tell_register_heading(WORDS, "Green Light", 2, number),
    )
    return draw_still(stills[1], CELL)


def names() -> Image.Image:
    """Names of all scripts, too long, and empty to the eye: some are told by their numbers."""
    played = second_round()
    told = ("Łódź à la façon d'Orléans", "机器人", "\u200b")
    robots = tuple(
        type(robot)(name, robot.position, robot.facing, robot.finished)
        for robot, name in zip(played.state.robots, told, strict=True)
    )
    return draw_still(Still(BOARD, robots, ("Test",)), CELL)


def strip() -> Image.Image:
    """Return every sixth picture of an animation, side by side."""
    played = second_round()
    gif = draw_film(
        Film(BOARD, played.laid.state.robots, played.played.beats, film_caption(WORDS, "Green Light", 2)), 32
    )
    with Image.open(BytesIO(gif)) as image:
        shown = []
        for place in range(0, image.n_frames, 6):  # type: ignore[attr-defined]  # a GIF has frames
            image.seek(place)
            shown.append(image.convert("RGB"))
    picture = Image.new("RGB", (sum(each.width for each in shown), shown[0].height))
    for place, each in enumerate(shown):
        picture.paste(each, (place * each.width, 0))
    return picture


def hand() -> Image.Image:
    return draw_hand(tuple(Card), card_names(words_in("nl")))


def path() -> Image.Image:
    """Draw a way over a belt, with two registers on one square, and a card that nobody knows."""
    robot = Robot("Bolt", Position(3, 1), Facing.NORTH)
    cards = (Card.MOVE1, Card.LEFT, Card.MOVE1, Card.AGAIN, Card.DAMAGE)
    foreseen = foresee(BOARD, robot, cards, HouseRules())
    legs = tuple(Leg(card, where) for card, where in path_legs(WORDS, foreseen))
    ways = trails((robot,), foreseen.beats)
    return draw_path(PathShown(BOARD, 6, robot, foreseen.stops, legs, ways, path_heading(WORDS, 2)), CELL)


def chart() -> Image.Image:
    """Three over the line, one out of the race, and names of all scripts."""
    heading, rounds = chart_heading(WORDS, "Green Light")
    lefts = ((9, 6, None), (9, 4, None), (8, 8, 8), (10, 7, None), (10, 9, 3), (7, None, None))
    names = ("Bolt", "Łódź à la façon d'Orléans", "Robot 3", "Dynamo", "Axle", "Rivet")
    ranks = (2, 3, None, None, None, 1)
    ways = zip(range(6), names, lefts, ranks, strict=True)
    return draw_chart(Chart(heading, rounds, tuple(Way(*way) for way in ways)))


def climb() -> Image.Image:
    """Return everybody's way in the race that README's round is from."""
    board = parse_board((ROOT / "boards" / "green-light.toml").read_bytes())
    start = new_race(board, "guide 48", 7, 10)
    states = [start.start(), *(each.state for each in race(start, mixed_strengths(7)))]

    def left(seat: int) -> tuple[int | None, ...]:
        squares = [state.robots[seat].position for state in states]
        return tuple(None if square is None else board.squares_left(square) for square in squares)

    heading, rounds = chart_heading(WORDS, "Friday race")
    names = [robot.name for robot in states[-1].robots]
    ways = tuple(
        Way(names.index(robot.name), robot.name, left(names.index(robot.name)), robot.finished)
        for robot in standings(board, states[-1].robots)
    )
    return draw_chart(Chart(heading, rounds, ways))


README = {"sheet": "legend.png", "standings": "standings.png"}
"""Pictures in `assets`."""
PICTURES: dict[str, Callable[[], Image.Image]] = {
    "still": still,
    "register": register,
    "names": names,
    "strip": strip,
    "hand": hand,
    "path": path,
    "chart": chart,
    "sheet": draw_sheet,
    "standings": climb,
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str, tmp_path: Path, *, rewrites_golden: bool) -> None:
    drawn, path = PICTURES[name](), ASSETS / README[name] if name in README else GOLDEN / f"{name}.png"
    if rewrites_golden:
        path.parent.mkdir(exist_ok=True)
        drawn.save(path, optimize=True)
    with Image.open(path) as golden:
        difference = ImageChops.difference(drawn.convert("RGB"), golden.convert("RGB"))
        is_same = drawn.size == golden.size and difference.getbbox() is None
    if not is_same:
        drawn.save(tmp_path / "drawn.png")
        difference.save(tmp_path / "difference.png")
    assert is_same, f"{path.name} is not as it was: see {tmp_path}/drawn.png and difference.png"


@pytest.mark.parametrize(
    ("option", "name"), [("--board-png", "board.png"), ("--round-gif", "round.gif"), ("--hand-png", "hand.png")]
)
def test_readmes_pictures_are_what_is_drawn(option: str, name: str, tmp_path: Path, *, rewrites_golden: bool) -> None:
    """Of the example that anybody can draw anew."""
    shown, drawn = ASSETS / name, tmp_path / name
    assert main(["render", "--scenario", str(ASSETS / "example.json"), option, str(drawn)]) == 0
    if rewrites_golden:
        shown.write_bytes(drawn.read_bytes())
    assert pixels(drawn) == pixels(shown), f"assets/{name} is not as it was: see {drawn}"


def pixels(path: Path) -> list[tuple[tuple[int, int], bytes]]:
    """Return the size and the pixels of each picture in a file."""
    with Image.open(path) as image:
        return [(each.size, each.convert("RGB").tobytes()) for each in ImageSequence.Iterator(image)]
