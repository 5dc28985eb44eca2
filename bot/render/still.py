"""The board as one still picture."""

from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from bot.render import marks, theme, tokens
from bot.render.ground import ground
from bot.render.layout import Layout
from bot.render.palette import blend
from bot.render.panel import draw_panel, panel_lines
from bot.render.trails import Trail, draw_trails
from simulation.board import Board
from simulation.state import Robot


@dataclass(frozen=True, slots=True)
class Still:
    """What a still picture shows."""

    board: Board
    robots: tuple[Robot, ...]
    """At most twelve, seat by seat."""
    heading: tuple[str, ...]
    """One or two lines above the robots' names."""
    damage: tuple[int, ...] = ()
    """How many damage cards each robot has."""
    trails: tuple[Trail, ...] = field(default=())
    is_red: bool = False
    """Whether the doll looks: the board has acted."""


def draw_still(still: Still, largest_cell: int = theme.LARGEST_CELL) -> Image.Image:
    """Return the picture in the common palette, at most 1,600 pixels high, a square at most so wide."""
    layout = Layout(still.board, largest_cell, len(still.robots))
    image = ground(layout).copy()
    draw_trails(ImageDraw.Draw(image), layout, still.trails, max(len(still.robots), 1))
    for trail in still.trails:
        for place in trail.falls:
            blend(image, marks.cross(layout.cell, trail.seat), layout.corner(place))
    for seat, robot in enumerate(still.robots):
        if robot.position is not None:
            tile = tokens.robot(layout.cell, seat, tokens.angle_of(robot.facing))
            blend(image, tile, layout.corner(robot.position))
    x, y, side = layout.doll
    blend(image, tokens.doll(side, is_red=still.is_red), (x, y))
    lines = panel_lines(still.board, still.robots, still.damage or (0,) * len(still.robots))
    draw_panel(image, layout, still.heading, lines)
    return image
