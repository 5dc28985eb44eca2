"""Looking at parts of the pictures of boards: places are in cells from a square's top left corner."""

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageChops

from bot.render import palette, theme
from bot.render.ground import ground
from bot.render.layout import Layout
from bot.render.still import Still, draw_still
from simulation.board import Board
from simulation.geometry import Facing, Position, parse_square
from simulation.state import Robot

CELL = theme.LARGEST_CELL
MIDDLE = Position(2, 2)

Area = tuple[float, float, float, float]
EXACTLY: Area = (0.0, 0.0, 1.0, 1.0)
INSIDE: Area = (0.15, 0.15, 0.85, 0.85)
"""Parts of a square, in cells: all of it, and what no wall, line or number of a neighbour reaches."""


def at(square: str, facing: Facing = Facing.NORTH, name: str = "Bolt") -> Robot:
    """Return a robot on a square."""
    return Robot(name, parse_square(square), facing)


def layout_of(board: Board, robots: Sequence[Robot] = ()) -> Layout:
    """Return where things are in the still picture of a board."""
    return Layout(board, CELL, len(robots))


def bare(board: Board) -> Image.Image:
    """Return the board without anybody, in RGB."""
    return ground(layout_of(board)).convert("RGB")


def drawn(board: Board, *robots: Robot) -> Image.Image:
    """Return the still picture in RGB."""
    return draw_still(Still(board, robots, ("Round 1",))).convert("RGB")


def crop(picture: Image.Image, layout: Layout, square: Position, area: Area = INSIDE) -> Image.Image:
    """Return a part of one square, which may lie beyond the board."""
    (x, y), (left, top, right, bottom) = layout.corner(square), (round(share * layout.cell) for share in area)
    return picture.crop((x + left, y + top, x + right, y + bottom))


def part(board: Board, square: Position = MIDDLE, area: Area = INSIDE) -> Image.Image:
    """Return a part of one square of a bare board."""
    return crop(bare(board), layout_of(board), square, area)


def pixel(board: Board, square: Position, across: float, down: float, *robots: Robot) -> tuple[int, ...]:
    """Return the colour at a place in a square, or beyond it."""
    layout = layout_of(board, robots)
    x, y = layout.corner(square)
    picture = drawn(board, *robots) if robots else bare(board)
    found = picture.getpixel((x + layout.px(across), y + layout.px(down)))
    assert isinstance(found, tuple)
    return found


def rgb(colour: str) -> palette.Colour:
    """Return a colour as a pixel has it."""
    return palette.rgb(colour)


def mask(image: Image.Image, colour: str) -> list[bool]:
    """Return which pixels are exactly of a colour."""
    return [found == rgb(colour) for found in image.get_flattened_data()]


def count(image: Image.Image, colour: str) -> int:
    """Return how many pixels are exactly of a colour."""
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return sum(number for number, found in counted if found == rgb(colour))


def runs(image: Image.Image, colour: str) -> int:
    """Return how often a colour begins along a picture of one row or column."""
    found = [False, *mask(image, colour)]
    return sum(after and not before for before, after in pairwise(found))


def changed(one: Board, other: Board) -> set[Position]:
    """Return the squares whose inside looks different on two bare boards of one size."""
    layout = layout_of(one)
    pictures = bare(one), bare(other)
    assert pictures[0].size == pictures[1].size
    return {
        square
        for square in one.squares()
        if ImageChops.difference(*(crop(picture, layout, square) for picture in pictures)).getbbox()
    }
