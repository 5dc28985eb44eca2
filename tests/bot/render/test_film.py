"""Animations, taken apart by a decoder and compared with the events, square by square."""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.boards import read_boards
from bot.render.animation import Film, draw_film
from bot.render.ground import ground
from bot.render.layout import Layout
from bot.render.palette import reduced
from bot.render.scenes import END, LONGEST, MOST_SCENES, START, Scene, scenes
from bot.render.theme import MOTION_CELL
from bot.render.tokens import angle_of, robot
from simulation.beats import Phase
from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.events import (
    Blocked,
    Carried,
    Damaged,
    Fell,
    Finished,
    Held,
    Moved,
    PublicEvent,
    Pushed,
    Rebooted,
    Turned,
)
from simulation.evolution import evolve
from simulation.geometry import Facing, Position
from simulation.race import PlayedRound, mixed_strengths, new_race, race
from simulation.state import State

pytestmark = pytest.mark.long

RACES = (
    ("green-light", "a", 7),
    ("thin-ice", "a", 6),
    ("conveyor-carnival", "b", 8),
    ("laser-gallery", "a", 5),
    ("pocket-duel", "b", 2),
    ("grand-parade", "a", 12),
)
ROUNDS = 2


@cache
def board_named(name: str) -> Board:
    return parse_board(read_boards()[name])


@cache
def played(name: str, seed: str, robots: int) -> tuple[PlayedRound, ...]:
    board = board_named(name)
    return tuple(race(new_race(board, seed, robots, ROUNDS), mixed_strengths(robots)))


def rounds() -> Iterator[tuple[Board, PlayedRound]]:
    for name, seed, robots in RACES:
        yield from ((board_named(name), each) for each in played(name, seed, robots))


def film_of(board: Board, each: PlayedRound) -> bytes:
    return draw_film(
        Film(board, each.laid.state.robots, each.played.beats, lambda register, _: ("Test", str(register)))
    )


def rests(each: PlayedRound) -> Iterator[State]:
    """Yield where everybody stands whenever nothing moves: at the start, at each turn of the doll, after each beat."""
    state = each.laid.state
    yield state
    is_red = False
    for beat in each.played.beats:
        if not any(isinstance(event, PublicEvent) for event in beat.events):
            continue
        is_acting = beat.phase not in {Phase.PRIORITY, Phase.CARD}
        if is_acting and not is_red:
            yield state
        is_red = is_acting
        for event in beat.events:
            state = evolve(state, event)
        yield state
    yield state


def frames(gif: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Yield what a viewer sees, as RGB, and for how many milliseconds."""
    with Image.open(BytesIO(gif)) as image:
        for place in range(image.n_frames):  # type: ignore[attr-defined]  # a GIF has frames
            image.seek(place)
            yield image.convert("RGB"), image.info["duration"]


@cache
def square_of(layout: Layout, square: Position, seat: int | None, facing: Facing) -> bytes:
    """Return how a square must look, with the robot of a seat on it or bare."""
    x, y = layout.corner(square)
    bare = ground(layout).crop((x, y, x + layout.cell, y + layout.cell)).convert("RGB")
    if seat is not None:
        tile = robot(layout.cell, seat, angle_of(facing))
        bare.paste(tile, (0, 0), tile)
    return reduced(bare).convert("RGB").tobytes()


def differences(layout: Layout, state: State, frame: Image.Image) -> list[Position]:
    """Return the squares that do not look as the state says."""
    standing = {each.position: (seat, each.facing) for seat, each in enumerate(state.robots) if each.position}
    found = []
    for square in layout.board.squares():
        seat, facing = standing.get(square, (None, Facing.NORTH))
        x, y = layout.corner(square)
        seen = frame.crop((x, y, x + layout.cell, y + layout.cell)).tobytes()
        if seen != square_of(layout, square, seat, facing):
            found.append(square)
    return found


def scenes_of(board: Board, each: PlayedRound) -> Sequence[Scene]:
    return scenes(board, each.laid.state.robots, each.played.beats)


@pytest.mark.parametrize(("name", "seed", "robots"), RACES)
def test_each_step_ends_with_every_square_as_the_events_say(name: str, seed: str, robots: int) -> None:
    board = board_named(name)
    layout = Layout(board, MOTION_CELL)
    for each in played(name, seed, robots):
        shown = list(zip(scenes_of(board, each), frames(film_of(board, each)), strict=True))
        settled = [frame for scene, (frame, _) in shown if scene.is_settled]
        expected = list(rests(each))
        assert len(settled) == len(expected)
        for state, frame in zip(expected, settled, strict=True):
            assert differences(layout, state, frame) == []


def test_the_rounds_looked_at_have_all_that_can_happen() -> None:
    events = [event for _, each in rounds() for beat in each.played.beats for event in beat.events]
    wanted = {Moved, Pushed, Blocked, Turned, Carried, Held, Finished, Fell, Damaged, Rebooted}
    assert wanted <= set(map(type, events))
    assert any(isinstance(one, Pushed) and isinstance(other, Rebooted) for one, other in pairwise(events))


def test_delays_are_those_of_the_scenes_and_within_the_limits() -> None:
    for board, each in rounds():
        shown = scenes_of(board, each)
        delays = [delay for _, delay in frames(film_of(board, each))]
        assert delays == [scene.milliseconds for scene in shown]
        assert delays[-1] == END
        assert delays[0] == START or sum(delays) > LONGEST - 1000, "shorter only where the whole would be too long"
        assert sum(delays) <= LONGEST
        assert len(shown) <= MOST_SCENES
        assert min(delays) >= 40


def test_the_animation_repeats_for_ever() -> None:
    board, each = next(rounds())
    with Image.open(BytesIO(film_of(board, each))) as image:
        assert image.info["loop"] == 0
