"""The board as one still picture."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from PIL import Image, ImageDraw

from bot.render import theme, tiles
from bot.render.layout import HEADER, LEGEND, MARGIN, Layout, Point
from simulation.board import Board, Laser
from simulation.geometry import Facing, Position, Turn, format_square, neighbour, turn_between
from simulation.state import Robot


def render_board(board: Board, robots: Sequence[Robot], caption: str, details: Sequence[str]) -> Image.Image:
    """Return the picture of a board with at most twelve robots, seat by seat: RGB, at most 1,600 pixels high.

    `details` are what the legend tells of the robots: where each is, in the language of the viewers.
    """
    painter = _Painter(Layout(board, len(robots) + 1))
    painter.squares()
    painter.borders()
    painter.coordinates()
    painter.robots(robots)
    painter.legend(robots, details)
    painter.caption(caption)
    return painter.image


class _Painter:
    """Draws the parts of one picture, one over the other."""

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
        self.paste(tiles.guard(size), self.layout.corner(guard))

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
        beams = list(_beams(board))
        for laser, path, offset in beams:
            self.draw.rectangle(layout.beam(path, laser.facing, offset), theme.LASER)
        for square, facing in board.walls:
            self.draw.rectangle(layout.side(square, facing, 0.12), theme.WALL)
        for laser, _, offset in beams:
            x, y = layout.emitter(laser.square, laser.facing, offset)
            self.paste(tiles.emitter(self.cell), (x - self.cell // 2, y - self.cell // 2))

    def coordinates(self) -> None:
        board, outer = self.board, MARGIN * 0.45
        for column in sorted({*range(1, board.columns + 1), board.guard.column}):
            for y in (HEADER + outer, HEADER + 2 * MARGIN + self.layout.rows - outer):
                self.centred((MARGIN + column - 0.5, y), format_square(Position(column, 1))[0])
        for row in range(1, board.rows + 1):
            for x in (outer, 2 * MARGIN + board.columns - outer):
                self.centred((x, HEADER + MARGIN + board.rows - row + 0.5), str(row))

    def robots(self, robots: Sequence[Robot]) -> None:
        for seat, robot in enumerate(robots):
            if robot.position is not None:
                self.paste(tiles.robot(self.cell, seat, robot.facing), self.layout.corner(robot.position))

    def legend(self, robots: Sequence[Robot], details: Sequence[str]) -> None:
        left, width = 2 * MARGIN + self.layout.columns, LEGEND - 1.35
        lines = [
            (tiles.robot(self.cell, seat, robot.facing), _name(seat, robot), detail)
            for seat, (robot, detail) in enumerate(zip(robots, details, strict=True))
        ]
        lines.append((tiles.guard(self.cell), "Guard", format_square(self.board.guard)))
        for line, (tile, name, detail) in enumerate(lines):
            top = HEADER + line
            self.paste(tile, (self.layout.px(left), self.layout.px(top)))
            self.write((left + 1.15, top + 0.32), name, 0.36, theme.TEXT, width)
            self.write((left + 1.15, top + 0.72), detail, 0.3, theme.FAINT, width)

    def caption(self, caption: str) -> None:
        width = 2 * MARGIN + self.layout.columns + LEGEND - 0.6
        self.write((0.3, HEADER / 2), caption, 0.46, theme.TEXT, width)

    def paste(self, tile: Image.Image, corner: Point) -> None:
        self.image.paste(tile, corner, tile)

    def centred(self, place: tuple[float, float], text: str) -> None:
        """Write a coordinate around a place in cells."""
        x, y = map(self.layout.px, place)
        self.draw.text((x, y), text, theme.FAINT, theme.font(self.layout.px(0.38)), anchor="mm")

    def write(self, place: tuple[float, float], text: str, height: float, fill: str, width: float) -> None:
        """Write one line from its middle left on, cut to a width; all in cells."""
        (x, y), size = map(self.layout.px, place), self.layout.px(height)
        shown = theme.cut(theme.legible(text), size, self.layout.px(width))
        self.draw.text((x, y), shown, fill, theme.font(size), anchor="lm")


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


def _beams(board: Board) -> Iterator[tuple[Laser, tuple[Position, ...], float]]:
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


def _name(seat: int, robot: Robot) -> str:
    """Return a robot's name, or its number where the letters cannot show it."""
    return robot.name if robot.name.strip() and theme.legible(robot.name) == robot.name else f"Robot {seat + 1}"
