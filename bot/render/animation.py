"""A round as an animation: a GIF in which each picture draws only what changes."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from struct import pack

from PIL import GifImagePlugin, Image, ImageDraw

from bot.render import letters, marks, theme, tokens
from bot.render.ground import beam_lanes, ground
from bot.render.layout import HEADER, Box, Layout, Point
from bot.render.palette import blend, places
from bot.render.scenes import Mark, Pose, Scene, Sign, scenes
from simulation.beats import Beat, PublicBeat
from simulation.board import Board
from simulation.state import Robot

Caption = Callable[[int, bool], tuple[str, str]]
"""The two lines above the board: for a register (0 before the first), and whether the round is over."""

_CODE_BITS = 8
"""Bits of a pixel: the palette has up to 256 colours."""

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
    first, *others = shown
    before = stage.sprites(first)
    picture = stage.whole(before)
    header, _ = GifImagePlugin.getheader(picture, info={"loop": 0})
    yield from header
    yield _block(picture, (0, 0), first.milliseconds)
    for scene in others:
        after = stage.sprites(scene)
        box = _changed(before, after)
        yield _block(stage.part(after, box), box[:2], scene.milliseconds)
        before = after
    yield b";"


def _block(picture: Image.Image, corner: Point, milliseconds: int) -> bytes:
    """Return a picture of a GIF: its delay, its place, and its pixels as Pillow compresses them.

    The extension and the descriptor of GIF 89a, as `GifImagePlugin.getdata` writes them, in half of its time.
    """
    head = pack("<3sBHBB", b"!\xf9\x04", 0, milliseconds // 10, 0, 0)
    place = pack("<cHHHHBB", b",", *corner, *picture.size, 0, _CODE_BITS)
    return b"".join((head, place, picture.tobytes("gif", picture.mode, _CODE_BITS, 0), b"\0"))


def _changed(before: Sequence[Sprite], after: Sequence[Sprite]) -> Box:
    """Return the box around what is not the same in two scenes; one pixel where all is."""
    changed = {id(sprite): sprite for sprite in before}
    for sprite in after:
        if changed.pop(id(sprite), None) is None:
            changed[id(sprite)] = sprite
    if not changed:
        return 0, 0, 1, 1
    boxes = [(x, y, x + tile.width, y + tile.height) for tile, (x, y) in changed.values()]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return max(min(lefts), 0), max(min(tops), 0), max(rights), max(bottoms)


class Stage:
    """Turns scenes into tiles at places, and those into pictures."""

    def __init__(self, layout: Layout, caption: Caption) -> None:
        """Take where things are, and what stands above the board."""
        self.layout, self._caption = layout, caption
        self._ground = ground(layout)
        self._made: dict[Hashable, Sprite] = {}
        """Sprites by what they show: the same thing at the same place is the same sprite in all scenes."""

    def whole(self, sprites: Sequence[Sprite]) -> Image.Image:
        """Return the whole picture in the common palette: the bare board, and on it tiles that do not overlap."""
        picture = self._ground.copy()
        for tile, corner in sprites:
            blend(picture, tile, corner)
        return picture

    def part(self, sprites: Sequence[Sprite], box: Box) -> Image.Image:
        """Return a part of the picture, as places in the palette: the bare board, and on it the tiles in order."""
        left, top, right, bottom = box
        width, height = self.layout.size
        region = self._ground.crop((left, top, min(right, width), min(bottom, height))).convert("RGB")
        for tile, (x, y) in sprites:
            if x < right and y < bottom and x + tile.width > left and y + tile.height > top:
                region.paste(tile, (x - left, y - top), tile)
        return places(region)

    def sprites(self, scene: Scene) -> tuple[Sprite, ...]:
        """Return the tiles of a scene, the undermost first."""
        return tuple(self._sprites(scene))

    def _sprites(self, scene: Scene) -> Iterator[Sprite]:
        yield self._once(("doll", scene.is_red), partial(self._doll, scene.is_red))
        yield self._once((scene.register, scene.is_end), partial(self._told, scene.register, scene.is_end))
        for laser in scene.lit:
            yield from self._lit(laser)
        for mark in scene.marks:
            if mark.sign in _BEHIND:
                yield self._once(mark, partial(self._sign, mark))
        for pose in scene.poses:
            yield self._once(pose, partial(self._robot, pose))
        for mark in scene.marks:
            if mark.sign not in _BEHIND:
                yield self._once(mark, partial(self._sign, mark))

    def _once(self, shown: Hashable, make: Callable[[], Sprite]) -> Sprite:
        sprite = self._made.get(shown)
        if sprite is None:
            sprite = self._made[shown] = make()
        return sprite

    def _doll(self, is_red: bool) -> Sprite:  # noqa: FBT001 - as the scene says
        x, y, side = self.layout.doll
        return tokens.doll(side, is_red=is_red), (x, y)

    def _told(self, register: int, is_end: bool) -> Sprite:  # noqa: FBT001 - as the scene says
        px = self.layout.px
        width = self.layout.doll[0] - px(0.4)
        return _caption_tile(self._caption(register, is_end), width, px(HEADER)), (px(0.3), 0)

    def _lit(self, place: int) -> Iterator[Sprite]:
        """Yield the beams of a laser, by its place in the board's list."""
        layout = self.layout
        grow = layout.px(0.03)
        for laser, path, offset in beam_lanes(layout.board):
            if laser is layout.board.lasers[place]:
                left, top, right, bottom = layout.beam(path, laser.facing, offset)
                size = right - left + 1 + 2 * grow, bottom - top + 1 + 2 * grow
                yield _lit_beam(size), (left - grow, top - grow)

    def _robot(self, pose: Pose) -> Sprite:
        tile = tokens.robot(self.layout.cell, pose.seat, pose.angle, pose.scale)
        return tile, self.layout.place(pose.column, pose.row)

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
