"""The board: what lies on its squares and between them, and the questions that the rules ask of it."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from simulation.geometry import Facing, Position, Turn, neighbour

MOST_COLUMNS = 26
MOST_ROWS = 40
MOST_BEAMS = 3


class Edge(StrEnum):
    """What the edge of the board is where no wall is drawn (R4.4)."""

    WALL = "wall"
    PIT = "pit"


@dataclass(frozen=True, slots=True)
class Belt:
    """A conveyor belt (R5.1)."""

    direction: Facing
    is_express: bool = False


@dataclass(frozen=True, slots=True)
class Laser:
    """An emitter on the wall or edge behind `square`, shooting through it (R5.3)."""

    square: Position
    facing: Facing
    beams: int = 1


@dataclass(frozen=True)
class Board:
    """A board; a square that no field names is floor.

    `walls` holds each wall from both of its sides, as (square on the board, facing), the walls of the frame included.
    `starts[i]` is start square i + 1. Fields that derive from others are made when first asked for.
    """

    name: str
    columns: int
    rows: int
    guard: Position
    starts: tuple[Position, ...]
    finish: frozenset[Position]
    """The squares beyond the pink line."""
    walls: frozenset[tuple[Position, Facing]]
    belts: Mapping[Position, Belt]
    gears: Mapping[Position, Turn]
    pits: frozenset[Position]
    reboot: Position | None = None
    lasers: tuple[Laser, ...] = ()
    edge: Edge = Edge.WALL
    author: str | None = None
    description: str | None = None

    def __hash__(self) -> int:
        """Return the same for equal boards: pictures of a board are kept by it."""
        return hash((self.name, self.columns, self.rows, self.guard, self.finish, self.walls))

    def holds(self, position: Position) -> bool:
        """Whether a position is a square of the board."""
        return 1 <= position.column <= self.columns and 1 <= position.row <= self.rows

    def is_drop(self, position: Position) -> bool:
        """Whether getting to this place is a fall: a pit, or outside the board (R6.1)."""
        return position in self.pits or not self.holds(position)

    def squares(self) -> Iterator[Position]:
        """Yield all squares from the north-west, row by row."""
        for row in range(self.rows, 0, -1):
            for column in range(1, self.columns + 1):
                yield Position(column, row)

    @cached_property
    def standing(self) -> frozenset[Position]:
        """The squares that a robot can stand on: no pits, none beyond the line."""
        return frozenset(self.squares()) - self.pits - self.finish

    @cached_property
    def exits(self) -> "Exits":
        """The ways out of each square."""
        return Exits(self.walls)

    @cached_property
    def priorities(self) -> "Priorities":
        """The Guard's order of the squares."""
        return Priorities(self.guard)

    @cached_property
    def steps_to_finish(self) -> Mapping[Position, int]:
        """The fewest single steps over the line from each square with a way there, around walls and pits."""
        steps = dict.fromkeys(self.finish, 0)
        frontier = deque(self.finish)
        while frontier:
            square = frontier.popleft()
            for behind in self.exits[square].values():
                if behind not in steps and behind in self.standing:
                    steps[behind] = steps[square] + 1
                    frontier.append(behind)
        return steps

    def squares_left(self, position: Position | None) -> int:
        """Return the fewest single steps over the line; 0 for a robot that is not on the board (None).

        A square without any way there counts as further away than all others.
        """
        return 0 if position is None else self.steps_to_finish.get(position, len(self.standing))

    @cached_property
    def express_belts(self) -> Mapping[Position, Belt]:
        """The belts that carry twice (R5.1c)."""
        return {square: belt for square, belt in self.belts.items() if belt.is_express}

    @cached_property
    def beam_paths(self) -> tuple[tuple[Position, ...], ...]:
        """The squares that each laser's beams cover, in the order of `lasers`, from the emitter on (R5.3)."""
        return tuple(tuple(self._beam_path(laser)) for laser in self.lasers)

    @cached_property
    def beams(self) -> Mapping[Position, int]:
        """How many beams cover each square that has any."""
        counts: Counter[Position] = Counter()
        for laser, path in zip(self.lasers, self.beam_paths, strict=True):
            for square in path:
                counts[square] += laser.beams
        return counts

    def _beam_path(self, laser: Laser) -> Iterator[Position]:
        square: Position | None = laser.square
        while square is not None and self.holds(square):
            yield square
            square = self.exits[square].get(laser.facing)


class Exits(dict[Position, dict[Facing, Position]]):
    """For each square the facings that no wall stops, with the place that lies there.

    That place may be outside the board: over an open edge. Filled square by square when first asked.
    """

    def __init__(self, walls: frozenset[tuple[Position, Facing]]) -> None:
        """Take the walls from both of their sides, the frame's included."""
        super().__init__()
        self._walls = walls

    def __missing__(self, square: Position) -> dict[Facing, Position]:
        """Work out one square's exits, and keep them."""
        exits = {facing: neighbour(square, facing) for facing in Facing if (square, facing) not in self._walls}
        self[square] = exits
        return exits


class Priorities(dict[Position, tuple[int, bool, int]]):
    """For each square its priority, the smallest first: the distance from the Guard (R3.2), then clockwise (R3.3).

    Clockwise means those level with or above the Guard from left to right, then those below it from right to left.
    Filled square by square when first asked.
    """

    def __init__(self, guard: Position) -> None:
        """Take the Guard's square."""
        super().__init__()
        self._guard = guard

    def __missing__(self, square: Position) -> tuple[int, bool, int]:
        """Work out one square's priority, and keep it."""
        rows, columns = square.row - self._guard.row, square.column - self._guard.column
        is_below = rows < 0
        priority = abs(rows) + abs(columns), is_below, -columns if is_below else columns
        self[square] = priority
        return priority
