"""The board without its robots: what lies under every picture of it, drawn once and kept."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from PIL import Image, ImageDraw

from bot.render import letters, theme, tiles, tokens
from bot.render.layout import HEADER, MARGIN, Layout, Point
from bot.render.palette import reduced
from simulation.board import Board, Laser
from simulation.geometry import Facing, Position, Turn, format_square, neighbour, turn_between


@lru_cache(maxsize=32)
def ground(layout: Layout) -> Image.Image:
    """Return the bare board in the common palette, at the size of a layout's picture: nobody may draw on it."""
    painter = _Painter(layout)
    painter.squares()
    painter.borders()
    painter.coordinates()
    return reduced(painter.image)


class _Painter:
    """Draws the parts of one board, one over the other."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.board, self.cell = layout, layout.board, layout.cell
        self.image = Image.new("RGB", layout.size, theme.BACKGROUND)
        self.draw = ImageDraw.Draw(self.image)

    def squares(self) -> None:
        for square in self.board.squares():
            x, y = corner = self.layout.corner(square)
            floor = theme.FLOORS[sum(square) % 2]
            self.draw.rectangle((x, y, x + self.cell - 1, y + self.cell - 1), floor, theme.GRID)
            for tile in self.kinds(square):
                self.paste(tile, corner)
        guard = self.board.guard
        size = self.layout.px(0.65) if self.board.holds(guard) else self.cell
        self.paste(tokens.guard(size), self.layout.corner(guard))

    def kinds(self, square: Position) -> Iterator[Image.Image]:
        """Yield what lies on a square."""
        board, cell = self.board, self.cell
        if square in board.belts:
            belt = board.belts[square]
            yield tiles.belt(cell, belt.direction, _turns_onto(board, square), is_express=belt.is_express)
        if square in board.gears:
            yield tiles.gear(cell, board.gears[square])
        if square in board.pits:
            yield tiles.pit(cell)
        if square in board.finish:
            yield tiles.finish(cell)
        if square == board.reboot:
            yield tiles.reboot(cell)
        if square in board.starts:
            yield tiles.start(cell, board.starts.index(square) + 1)

    def borders(self) -> None:
        """Draw open pieces of the frame, the pink line, beams, and the walls over their ends."""
        board, layout = self.board, self.layout
        for square in board.squares():
            for facing, place in board.exits[square].items():
                if not board.holds(place):
                    self.paste(tiles.drop(self.cell, facing), layout.corner(place))
        for square, facing in product(board.finish, Facing):
            place = neighbour(square, facing)
            if board.holds(place) and place not in board.finish:
                left, top, right, bottom = layout.side(square, facing, 0.2)
                trim = layout.px(0.1) - layout.px(0.06)
                is_level = right - left > bottom - top
                box = (left + trim, top, right - trim, bottom) if is_level else (left, top + trim, right, bottom - trim)
                self.draw.rectangle(box, theme.LINE)
        lanes = list(beam_lanes(board))
        for laser, path, offset in lanes:
            self.draw.rectangle(layout.beam(path, laser.facing, offset), theme.LASER)
        for square, facing in board.walls:
            self.draw.rectangle(layout.side(square, facing, 0.12), theme.WALL)
        for laser, _, offset in lanes:
            x, y = layout.emitter(laser.square, laser.facing, offset)
            self.paste(tiles.emitter(self.cell), (x - self.cell // 2, y - self.cell // 2))

    def coordinates(self) -> None:
        board, outer = self.board, MARGIN * 0.4
        for column in sorted({*range(1, board.columns + 1), board.guard.column}):
            for y in (HEADER + outer, HEADER + 2 * MARGIN + self.layout.rows - outer):
                self.centred((MARGIN + column - 0.5, y), format_square(Position(column, 1))[0])
        for row in range(1, board.rows + 1):
            for x in (outer, 2 * MARGIN + self.layout.columns - outer):
                self.centred((x, HEADER + MARGIN + board.rows - row + 0.5), str(row))

    def paste(self, tile: Image.Image, corner: Point) -> None:
        self.image.paste(tile, corner, tile)

    def centred(self, place: tuple[float, float], text: str) -> None:
        """Write a coordinate around a place in cells."""
        x, y = map(self.layout.px, place)
        letters.write_centred(self.draw, (x, y), text, self.layout.px(0.42), theme.FAINT)


def _turns_onto(board: Board, square: Position) -> frozenset[Turn | None]:
    """Return how robots turn whom neighbouring belts carry onto a belt, None for straight on (R5.1a)."""
    carried = (
        facing
        for facing in Facing
        if (belt := board.belts.get(behind := neighbour(square, facing.opposite))) is not None
        and belt.direction is facing
        and facing in board.exits[behind]
    )
    return frozenset(turn_between(facing, board.belts[square].direction) for facing in carried) - {Turn.AROUND}


def beam_lanes(board: Board) -> Iterator[tuple[Laser, tuple[Position, ...], float]]:
    """Yield each single beam: its laser, its squares, and how far it runs from their middle, in cells.

    Lasers that shoot along the same squares, one way or both, share the room: each beam has a lane of its own.
    """
    corridors: dict[tuple[frozenset[Position], bool], list[tuple[Laser, tuple[Position, ...]]]] = defaultdict(list)
    for laser, path in zip(board.lasers, board.beam_paths, strict=True):
        is_upright = laser.facing in (Facing.NORTH, Facing.SOUTH)
        corridors[frozenset(path), is_upright].extend([(laser, path)] * laser.beams)
    for lanes in corridors.values():
        gap = min(0.2, 0.8 / len(lanes))
        for lane, (laser, path) in enumerate(lanes):
            yield laser, path, (lane - (len(lanes) - 1) / 2) * gap
