"""A round as an animation: a GIF in which each picture draws only what changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import GifImagePlugin, Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.ground import beam_lanes, ground
from bot.render.layout import HEADER, Box, Layout, Point
from bot.render.palette import reduced
from bot.render.scenes import Mark, Scene, Sign, scenes
from simulation.beats import Beat, PublicBeat
from simulation.board import Board
from simulation.state import Robot

Caption = Callable[[int, bool], tuple[str, str]]
"""The two lines above the board: for a register (0 before the first), and whether the round is over."""

Sprite = tuple[Image.Image, Point]
"""A tile, and where its top left corner is."""


@dataclass(frozen=True, slots=True)
class Film:
    """What an animation shows: a round from where the robots stood before it."""

    board: Board
    robots: tuple[Robot, ...]
    beats: Sequence[Beat | PublicBeat]
    caption: Caption


def draw_film(film: Film, largest_cell: int = theme.MOTION_CELL) -> bytes:
    """Return the round as a GIF that repeats, each square at most so many pixels wide."""
    stage = Stage(Layout(film.board, largest_cell), film.caption)
    return b"".join(_encoded(stage, scenes(film.board, film.robots, film.beats)))


def _encoded(stage: "Stage", shown: Sequence[Scene]) -> Iterator[bytes]:
    """Yield the GIF piece by piece: the first scene whole, of each other the box around what changed."""
    before: tuple[Sprite, ...] = ()
    for place, scene in enumerate(shown):
        sprites = tuple(stage.sprites(scene))
        box = (0, 0, *stage.layout.size) if place == 0 else _changed(before, sprites)
        picture = stage.picture(sprites, box)
        if place == 0:
            header, _ = GifImagePlugin.getheader(picture, info={"loop": 0})
            yield from header
        yield from GifImagePlugin.getdata(picture, box[:2], duration=scene.milliseconds)
        before = sprites
    yield b";"


def _changed(before: Sequence[Sprite], after: Sequence[Sprite]) -> Box:
    """Return the box around what is not the same in two scenes; one pixel where all is."""
    keys = [{(id(tile), corner) for tile, corner in sprites} for sprites in (before, after)]
    same = keys[0] & keys[1]
    boxes = [
        (*corner, corner[0] + tile.width, corner[1] + tile.height)
        for tile, corner in (*before, *after)
        if (id(tile), corner) not in same
    ]
    if not boxes:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return max(min(lefts), 0), max(min(tops), 0), max(rights), max(bottoms)


class Stage:
    """Turns scenes into tiles at places, and those into pictures."""

    def __init__(self, layout: Layout, caption: Caption) -> None:
        """Take where things are, and what stands above the board."""
        self.layout, self._caption = layout, caption
        self._ground = ground(layout)

    def picture(self, sprites: Sequence[Sprite], box: Box) -> Image.Image:
        """Return a part of the picture in the common palette: the bare board, and on it the tiles in order."""
        left, top, right, bottom = box
        width, height = self.layout.size
        region = self._ground.crop((left, top, min(right, width), min(bottom, height))).convert("RGB")
        for tile, (x, y) in sprites:
            if x < right and y < bottom and x + tile.width > left and y + tile.height > top:
                region.paste(tile, (x - left, y - top), tile)
        return reduced(region)

    def sprites(self, scene: Scene) -> Iterator[Sprite]:
        """Yield the tiles of a scene, the undermost first."""
        layout, cell = self.layout, self.layout.cell
        x, y, side = layout.doll
        yield tokens.doll(side, is_red=scene.is_red), (x, y)
        told = self._caption(scene.register, scene.is_end)
        yield _caption_tile(told, x - layout.px(0.4), layout.px(HEADER)), (layout.px(0.3), 0)
        for laser, path, offset in beam_lanes(layout.board) if scene.lit else ():
            if layout.board.lasers.index(laser) in scene.lit:
                left, top, right, bottom = layout.beam(path, laser.facing, offset)
                grow = layout.px(0.03)
                size = right - left + 1 + 2 * grow, bottom - top + 1 + 2 * grow
                yield _lit_beam(size), (left - grow, top - grow)
        for mark in scene.marks:
            if mark.sign in _BEHIND:
                yield self._sign(mark)
        for pose in scene.poses:
            yield tokens.robot(cell, pose.seat, pose.angle, pose.scale), layout.place(pose.column, pose.row)
        for mark in scene.marks:
            if mark.sign not in _BEHIND:
                yield self._sign(mark)

    def _sign(self, mark: Mark) -> Sprite:
        """Return a mark's tile around the middle of its square."""
        sign, size = _SIGNS[mark.sign]
        tile = sign(self.layout.px(size), mark.number)
        x, y = self.layout.place(mark.column, mark.row)
        reach = (tile.width - self.layout.cell) // 2
        return tile, (x - reach, y - reach)


_BEHIND = frozenset((Sign.BURST, Sign.HALO, Sign.STAR))
_SIGNS: dict[Sign, tuple[Callable[[int, int], Image.Image], float]] = {
    Sign.BUMP: (marks.bump, 1.2),
    Sign.BURST: (lambda size, _: marks.burst(size), 1.5),
    Sign.DAMAGE: (marks.damage_count, 1.2),
    Sign.HALO: (lambda size, _: marks.halo(size), 1.3),
    Sign.STAR: (lambda size, _: marks.star(size), 2),
    Sign.IDLE: (lambda size, _: marks.idle(size), 1.1),
}
"""How each sign is drawn, and how wide in cells."""


@lru_cache(maxsize=64)
def _lit_beam(size: Point) -> Image.Image:
    """Return a beam that shoots: white within, and red around."""
    width, height = size
    tile = Image.new("RGBA", size, theme.LASER)
    inset = max(min(size) // 3, 1)
    inner = (inset, 0, width - inset - 1, height - 1) if width < height else (0, inset, width - 1, height - inset - 1)
    ImageDraw.Draw(tile).rectangle(inner, theme.EXPRESS_CHEVRON)
    return tile


@lru_cache(maxsize=64)
def _caption_tile(told: tuple[str, str], width: int, height: int) -> Image.Image:
    """Return the two lines above the board on the common ground, smaller or cut where they would be too wide."""
    tile = Image.new("RGBA", (max(width, 1), height), theme.BACKGROUND)
    draw = ImageDraw.Draw(tile)
    for text, middle, fill in zip(told, (0.3, 0.7), (theme.TEXT, theme.FAINT), strict=True):
        largest = round(0.38 * height)
        size = next(
            (size for size in range(largest, largest // 2, -1) if letters.width(text, size) <= width), largest // 2
        )
        letters.write(draw, (0, middle * height), letters.cut(text, size, width), size, fill)
    return tile
