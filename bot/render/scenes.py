"""A round as the steps of an animation: what is seen when, and where, as data and without pixels.

Each beat (one robot's card, or one act of the board) is a step of one or more scenes; its last scene shows every robot
at rest on its square, as the events left it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, NamedTuple

from bot.render.tokens import angle_of
from simulation.beats import Beat, Phase, PublicBeat
from simulation.board import Board
from simulation.events import (
    Blocked,
    Carried,
    DamageCause,
    Damaged,
    Fell,
    Finished,
    Held,
    Moved,
    Placed,
    Played,
    PublicEvent,
    Pushed,
    Rebooted,
    Retired,
    TurnCause,
    Turned,
)
from simulation.geometry import Facing, Position, neighbour
from simulation.state import Robot


class Sign(Enum):
    """What a scene shows beside the robots."""

    BUMP = auto()
    BURST = auto()
    DAMAGE = auto()
    HALO = auto()
    STAR = auto()
    IDLE = auto()


class Mark(NamedTuple):
    """A sign at a place; `number` is an angle for a bump, and the cards for damage."""

    sign: Sign
    column: float
    row: float
    number: int = 0


class Pose(NamedTuple):
    """Where and how a robot is seen: columns and rows may lie between squares; degrees clockwise from north."""

    seat: int
    column: float
    row: float
    angle: int
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen for so many milliseconds."""

    milliseconds: int
    poses: tuple[Pose, ...]
    register: int = 0
    """0 before the first."""
    is_red: bool = False
    is_settled: bool = True
    """Whether every robot rests on its square and nothing else is shown."""
    marks: tuple[Mark, ...] = ()
    lit: tuple[int, ...] = ()
    """Lasers, by their place in the board's list, that are seen shooting."""
    is_end: bool = False
    """Whether the round is over."""


class Detail(Enum):
    """How finely a round is shown, the finest first; a robot's card is never left out."""

    HALF_SQUARES = auto()
    SQUARES = auto()
    CARDS = auto()


MOST_SCENES = 110
"""How many scenes a round has at most, as far as leaving some out on the way can bring it there."""
LONGEST = 30_000
"""Milliseconds that a round lasts at most."""
START, REGISTER, LIGHT, END = 1000, 400, 300, 3000
_HALF, _SQUARE, _REST, _SIGN, _LASER = 90, 110, 200, 300, 420
_SHORTEST = 40
"""Milliseconds: viewers slow faster scenes down. With a sign before it, that is less than three flashes a second."""


def scenes(board: Board, robots: Sequence[Robot], beats: Sequence[Beat | PublicBeat]) -> tuple[Scene, ...]:
    """Return the scenes of a round that robots start as given, in the finest detail that stays within the limits."""
    shown: tuple[Scene, ...] = ()
    for detail in Detail:
        shown = tuple(_Director(board, robots, detail).direct(beats))
        if len(shown) <= MOST_SCENES:
            break
    return _shortened(shown)


def _shortened(shown: Sequence[Scene]) -> tuple[Scene, ...]:
    """Return the scenes, shorter by one factor where they would last too long.

    The end is held all the same, and so are signs: faster ones would flash.
    """
    free = [scene.milliseconds for scene in shown if not _is_held(scene)]
    total, room = sum(free), LONGEST - sum(scene.milliseconds for scene in shown if _is_held(scene))
    if total <= room:
        return tuple(shown)
    return tuple(
        scene
        if _is_held(scene)
        else replace(scene, milliseconds=max(_SHORTEST, scene.milliseconds * room // total // 10 * 10))
        for scene in shown
    )


def _is_held(scene: Scene) -> bool:
    return scene.is_end or bool(scene.marks)


class _Director:
    """Follows the events, and says what is seen."""

    def __init__(self, board: Board, robots: Sequence[Robot], detail: Detail) -> None:
        self.board, self.detail = board, detail
        self.poses: dict[int, Pose] = {
            seat: Pose(seat, *robot.position, angle_of(robot.facing))
            for seat, robot in enumerate(robots)
            if robot.position is not None
        }
        self.angles = [angle_of(robot.facing) for robot in robots]
        self.due: dict[int, int] = {}
        """The damage cards of falls, by the seats that wait for their reboot."""
        self.register = 0
        self.is_red = False

    def direct(self, beats: Iterable[Beat | PublicBeat]) -> Iterator[Scene]:
        """Yield the start, each beat's scenes, and the end."""
        yield self.settled(START)
        for beat in beats:
            events = [event for event in beat.events if isinstance(event, PublicEvent)]
            if events:
                yield from self.beat(beat.register, beat.phase, events)
        yield replace(self.settled(END), register=0, is_red=False, is_end=True)

    def beat(self, register: int, phase: Phase, events: Sequence[PublicEvent]) -> Iterator[Scene]:
        if phase is Phase.PRIORITY:
            self.register, self.is_red = register, False
            yield self.settled(REGISTER)
            return
        if phase not in (Phase.CARD, Phase.HOST) and not self.is_red:
            self.is_red = True
            yield self.settled(LIGHT)
        shown = [scene for group in _groups(events) for scene in self.shown(group)]
        settled = self.settled(_REST)
        if shown and shown[-1] == replace(settled, milliseconds=_SQUARE, is_settled=False):
            shown.pop()  # the last square of a step is where the robots rest
        yield from shown
        yield settled

    def shown(self, group: Sequence[PublicEvent]) -> Iterator[Scene]:
        show = _shown_as(group[0])
        return iter(()) if show is None else show(self, group)

    def settled(self, milliseconds: int) -> Scene:
        return Scene(milliseconds, tuple(self.poses.values()), self.register, self.is_red)

    def scene(self, milliseconds: int, *marks: Mark, changed: Iterable[Pose] = (), lit: tuple[int, ...] = ()) -> Scene:
        """Return a scene on the way, with some robots seen otherwise than they are."""
        poses = tuple((self.poses | {pose.seat: pose for pose in changed}).values())
        return Scene(milliseconds, poses, self.register, self.is_red, is_settled=False, marks=marks, lit=lit)

    def moves(self, group: Sequence[Moved | Pushed | Carried | Held | Turned]) -> Iterator[Scene]:
        """Show robots that move together: by a card and its pushes, or on belts."""
        before = dict(self.poses)
        for event in group:
            if isinstance(event, Moved | Pushed | Carried):
                column, row = event.target
                self.poses[event.seat] = self.poses[event.seat]._replace(column=column, row=row)
            elif isinstance(event, Turned):
                self.turn(event)
        marks = [_bump_at(event.square, event.direction) for event in group if isinstance(event, Held)]
        if marks or self.detail is Detail.HALF_SQUARES:
            ways = [_between(before[seat], pose) for seat, pose in self.poses.items() if pose != before[seat]]
            yield self.scene(_SIGN if marks else _HALF, *marks, changed=ways)
        if isinstance(group[-1], Moved | Pushed) and self.detail is not Detail.CARDS:
            yield self.scene(_SQUARE)

    def turns(self, group: Sequence[Turned]) -> Iterator[Scene]:
        """Show robots that turn on the spot."""
        before = dict(self.poses)
        for event in group:
            self.turn(event)
        if self.detail is Detail.HALF_SQUARES:
            yield self.scene(_HALF, changed=[_between(before[event.seat], self.poses[event.seat]) for event in group])

    def turn(self, event: Turned) -> None:
        self.angles[event.seat] = angle_of(event.after)
        self.poses[event.seat] = self.poses[event.seat]._replace(angle=angle_of(event.after))

    def blocked(self, group: Sequence[Blocked]) -> Iterator[Scene]:
        """Show a step that fails: a nudge, and sparks at the wall."""
        for event in group:
            nudged = _ahead(self.poses[event.seat], event.direction, 0.12)
            yield self.scene(_SIGN, _bump_at(event.square, event.direction), changed=[nudged])

    def falls(self, group: Sequence[Fell]) -> Iterator[Scene]:
        """Show robots that fall: they get smaller, and are gone."""
        fallen = [self.poses.pop(event.seat) for event in group]
        for scale in (0.5,) if self.detail is Detail.CARDS else (0.7, 0.4):
            yield self.scene(_SQUARE, changed=[pose._replace(scale=scale) for pose in fallen])

    def reboots(self, group: Sequence[Rebooted]) -> Iterator[Scene]:
        """Show a robot that is put on the board again, with the damage that its fall cost."""
        for event in group:
            self.poses[event.seat] = Pose(event.seat, *event.square, self.angles[event.seat])
            marks = [Mark(Sign.HALO, *event.square)]
            if cards := self.due.pop(event.seat, 0):
                marks.append(Mark(Sign.DAMAGE, *event.square, cards))
            yield self.scene(_SIGN, *marks)

    def damages(self, group: Sequence[Damaged]) -> Iterator[Scene]:
        """Show lasers that hit, or damage that hosts give; that of a fall is shown with the reboot."""
        here: list[tuple[Pose, int]] = []
        for event in group:
            if event.seat in self.poses:
                here.append((self.poses[event.seat], event.cards))
            else:
                self.due[event.seat] = event.cards
        if not here:
            return
        squares = {(pose.column, pose.row) for pose, _ in here}
        is_shot = group[0].cause is DamageCause.LASER
        lit = [laser for laser, path in enumerate(self.board.beam_paths) if is_shot and not squares.isdisjoint(path)]
        bursts = [Mark(Sign.BURST, pose.column, pose.row) for pose, _ in here]
        counts = [Mark(Sign.DAMAGE, pose.column, pose.row, cards) for pose, cards in here]
        yield self.scene(_LASER, *bursts, *counts, lit=tuple(lit))

    def finishes(self, group: Sequence[Finished]) -> Iterator[Scene]:
        """Show robots that are over the line: a star, and they are gone."""
        yield self.scene(2 * _SIGN, *[Mark(Sign.STAR, *event.square) for event in group])
        for event in group:
            del self.poses[event.seat]

    def plays(self, group: Sequence[Played]) -> Iterator[Scene]:
        """Show cards that do nothing: a robot that waits."""
        for event in group:
            if event.executed is None:
                pose = self.poses[event.seat]
                yield self.scene(_SIGN, Mark(Sign.IDLE, pose.column, pose.row))

    def placed(self, group: Sequence[Placed]) -> Iterator[Scene]:
        """Show robots that hosts put elsewhere."""
        for event in group:
            self.angles[event.seat] = angle_of(event.after)
            self.poses[event.seat] = Pose(event.seat, *event.target, angle_of(event.after))
            yield self.scene(_SIGN, Mark(Sign.HALO, *event.target))

    def retired(self, group: Sequence[Retired]) -> Iterator[Scene]:
        """Show that hosts took robots off the board."""
        for event in group:
            self.poses.pop(event.seat, None)
        yield self.settled(_REST)


_SHOWN: dict[type[PublicEvent], Callable[[_Director, Sequence[Any]], Iterator[Scene]]] = {
    Moved: _Director.moves,
    Pushed: _Director.moves,
    Carried: _Director.moves,
    Held: _Director.moves,
    Turned: _Director.turns,
    Blocked: _Director.blocked,
    Fell: _Director.falls,
    Rebooted: _Director.reboots,
    Damaged: _Director.damages,
    Finished: _Director.finishes,
    Played: _Director.plays,
    Placed: _Director.placed,
    Retired: _Director.retired,
}
"""How each kind of event is shown, those that happen together as one."""


def _groups(events: Iterable[PublicEvent]) -> Iterator[Sequence[PublicEvent]]:
    """Yield the events that are seen together: a robot's step with its pushes, or all robots on belts or gears."""
    group: list[PublicEvent] = []
    for event in events:
        if group and (isinstance(group[-1], Moved) or _shown_as(event) is not _shown_as(group[0])):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _shown_as(event: PublicEvent) -> Callable[..., Iterator[Scene]] | None:
    if isinstance(event, Turned) and event.cause is TurnCause.BELT:
        return _Director.moves
    return _SHOWN.get(type(event))


def _between(before: Pose, after: Pose) -> Pose:
    """Return a robot half the way from one pose to another, turned the shorter way."""
    turn = (after.angle - before.angle + 180) % 360 - 180
    column, row = (before.column + after.column) / 2, (before.row + after.row) / 2
    return Pose(before.seat, column, row, (before.angle + turn // 2) % 360)


def _ahead(pose: Pose, direction: Facing, squares: float) -> Pose:
    columns, rows = neighbour(Position(0, 0), direction)
    return pose._replace(column=pose.column + columns * squares, row=pose.row + rows * squares)


def _bump_at(square: Position, direction: Facing) -> Mark:
    return Mark(Sign.BUMP, *square, angle_of(direction))
