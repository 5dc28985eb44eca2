"""Every kind of square, wall, laser, robot and sign on one sheet, with its name: the legend of all pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.ground import ground
from bot.render.layout import Layout
from bot.render.palette import reduced
from bot.render.trails import Trail, draw_trails, lane
from simulation.boardfile import parse_board
from simulation.geometry import CLOCKWISE, Facing, Position, neighbour

_CELL, _COLUMNS = 64, 4
_WIDTH, _HEIGHT, _GAP = 300, 88, 16
"""Pixels: an entry's width and height, and the space around its tile."""
_LETTERS = 24
_SAMPLE_TRAILS = (0, 6)
"""One seat whose way is a solid line, one whose way is dashed."""

_BOARD = """
name = "Sheet"
guard = "A0"
edge = "pit"
picture = '''
+-+-+-+-+-+-+-+-+-+
|= = = = = = = = =|
+ + + + + + + + + +
|. . . . . . . . .|
+ + + + + + + + + +
|. . . . . . . 1 .|
+ + + + + + + + + +
|. > v . E S . . .|
+ + + + +-+ + + + +
|. . v . .|S R L .|
+ + + + + + + + + +
|. ^ . N . . O @ .|
+ + + + + + + + + +
|. . . . . . . . .
+ + + + + + + + + +
|. . . . . . . . .|
+ + + + + + + + + +
|. . . . . . . . .|
+ + + + + + + + + +
|. . . . . . . . .|
+-+-+-+-+-+-+-+-+-+
'''
[[laser]]
at = "A4"
facing = "east"
[[laser]]
at = "A3"
facing = "east"
beams = 2
[[laser]]
at = "A2"
facing = "east"
beams = 3
"""
_PLACES = (
    (4, 8, "floor"),
    (8, 8, "start square 1"),
    (8, 5, "reboot square"),
    (4, 9.5, "the pink line"),
    (2, 5, "belt"),
    (3, 7, "belt that turns"),
    (4, 5, "express belt"),
    (6, 7, "express belt that turns"),
    (7, 6, "gear, right"),
    (8, 6, "gear, left"),
    (7, 5, "pit"),
    (9.25, 4, "open edge"),
    (5, 6, "walls"),
    (1, 4, "laser, one beam"),
    (1, 3, "laser, two beams"),
    (1, 2, "laser, three beams"),
)
"""Columns and rows of the board above, whole ones in the middle of squares, and what is there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A tile on the sheet, and what it is called."""

    tile: Image.Image
    name: str


def draw_sheet() -> Image.Image:
    """Return the sheet in the common palette."""
    entries = tuple(_entries())
    rows = -(-len(entries) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * _WIDTH + _GAP, rows * _HEIGHT + _GAP), theme.BACKGROUND)
    draw = ImageDraw.Draw(sheet)
    for place, entry in enumerate(entries):
        column, row = divmod(place, rows)
        x, y = _GAP + column * _WIDTH, _GAP + row * _HEIGHT
        sheet.paste(entry.tile, (x, y))
        room = _WIDTH - _CELL - 2 * _GAP
        size = next(size for size in range(_LETTERS, 0, -1) if letters.width(entry.name, size) <= room)
        letters.write(draw, (x + _CELL + _GAP, y + _CELL / 2), entry.name, size, theme.TEXT)
    return reduced(sheet)


def _entries() -> Iterator[Entry]:
    for column, row, name in _PLACES:
        yield Entry(_part_of_board(column, row), name)
    for tile, name in (
        (tokens.guard(_CELL), "the Guard"),
        (tokens.doll(_CELL, is_red=False), "green light: cards"),
        (tokens.doll(_CELL, is_red=True), "red light: the board"),
    ):
        yield Entry(_on(theme.BACKGROUND, tile), name)
    for seat in range(len(theme.ROBOTS)):
        facing = CLOCKWISE[seat % len(CLOCKWISE)]
        yield Entry(_on_floor(tokens.robot(_CELL, seat, tokens.angle_of(facing))), f"robot {seat + 1}, {facing}")
    for seat in _SAMPLE_TRAILS:
        yield Entry(_trail(seat), f"trail of robot {seat + 1}")
    for tile, name in (
        (marks.cross(_CELL, 0), "robot 1 fell here"),
        (marks.bump(_CELL, 0), "stopped"),
        (marks.burst(_CELL), "hit by a laser"),
        (marks.damage_count(_CELL, 2), "two damage cards"),
        (marks.halo(_CELL), "rebooted"),
        (marks.star(_CELL), "over the line"),
        (marks.idle(_CELL), "nothing to do"),
    ):
        yield Entry(_on_floor(tile), name)
    for tile, name in (
        (tokens.guard(_CELL), "squares to the Guard"),
        (marks.flag(_CELL), "rank"),
        (marks.damage_card(_CELL), "damage cards"),
    ):
        yield Entry(_on(theme.PANEL, tile.resize((_CELL // 2, _CELL // 2))), name)


def _part_of_board(column: float, row: float) -> Image.Image:
    layout = Layout(parse_board(_BOARD), _CELL)
    x, y = layout.place(column, row)
    return ground(layout).crop((x, y, x + _CELL, y + _CELL)).convert("RGB")


def _on_floor(tile: Image.Image) -> Image.Image:
    return _on(theme.FLOORS[0], tile)


def _on(ground_colour: str, tile: Image.Image) -> Image.Image:
    """Return a tile in the middle of a plain ground."""
    image = Image.new("RGB", (_CELL, _CELL), ground_colour)
    corner = (_CELL - tile.width) // 2
    image.paste(tile, (corner, corner), tile)
    return image


def _trail(seat: int) -> Image.Image:
    """Return the middle of a way, from one square to another."""
    layout = Layout(parse_board(_BOARD), _CELL)
    image = Image.new("RGB", layout.size, theme.FLOORS[0])
    start = Position(3, 3)
    way = (start, neighbour(start, Facing.EAST), neighbour(neighbour(start, Facing.EAST), Facing.NORTH))
    draw_trails(ImageDraw.Draw(image), layout, (Trail(seat, (way,), ()),), len(theme.ROBOTS))
    offset = lane(seat, len(theme.ROBOTS))
    x, y = layout.place(3.35 + offset, 3 - offset)
    return image.crop((x, y, x + _CELL, y + _CELL))
