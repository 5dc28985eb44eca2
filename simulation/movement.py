"""One step of one robot and everything that it sets off: pushes, falls, reboots, finishes (R4, R6)."""

from collections.abc import Container, Iterator, Sequence
from itertools import count

from simulation.events import Blocked, DamageCause, Damaged, Fell, Finished, Moved, Pushed, Rebooted
from simulation.geometry import Facing, Position, Turn
from simulation.table import Table

Line = list[tuple[int, Position, Position]]
"""Robots that move together, the first one the mover: (seat, from, to)."""


def step(table: Table, seat: int, direction: Facing) -> bool:
    """Move a robot one square, pushing (R4.1 to R4.3), and return whether it may go on with its card (R4.6)."""
    board, squares = table.board, table.squares
    origin = squares[seat]
    assert origin is not None, "a robot that moves is on the board"
    target = board.exits[origin].get(direction)
    if target is not None and target in board.standing and target not in squares:
        table.tell(Moved(seat, origin, target, direction))
        return True
    return _step_with_effects(table, seat, direction)


def _step_with_effects(table: Table, seat: int, direction: Facing) -> bool:
    """Take a step that is not simply onto a free square."""
    line = _line_ahead(table, seat, direction, fallen=())
    if isinstance(line, Position):
        table.note(Blocked(seat, direction, line))
        return False
    front, _, reached = line[-1]
    if front != seat:
        _push(table, line[1:], by=seat, direction=direction)
    _, origin, target = line[0]
    table.tell(Moved(seat, origin, target, direction))
    if reached in table.board.standing:
        return True
    if reached in table.board.finish:
        finish(table, front)
        return front != seat
    return seat not in fall(table, (front,)) and table.ranks[seat] is None


def finish(table: Table, seat: int) -> None:
    """Take a robot that is beyond the line off the board, with the next rank (R1.3)."""
    rank = 1 + sum(rank is not None for rank in table.ranks)
    table.tell(Finished(seat, table.square_of(seat), rank))


def fall(table: Table, seats: Sequence[int]) -> set[int]:
    """Take robots in pits or over the edge off the board, and reboot them in the order given (R6).

    Returns the seats of all that fell in the chain of events: these, and those pushed into pits by their reboots.
    """
    fallen: set[int] = set()
    for seat in seats:
        _leave_board(table, seat, fallen)
    waiting = list(reversed(seats))
    while waiting:
        seat = waiting.pop()
        if table.rules.reboot_damage:
            table.tell(Damaged(seat, table.rules.reboot_damage, DamageCause.FALL))
        pushed_down = _reboot(table, seat, fallen)
        if pushed_down is not None:
            _leave_board(table, pushed_down, fallen)
            waiting.append(pushed_down)
    return fallen


def _leave_board(table: Table, seat: int, fallen: set[int]) -> None:
    ends_program = table.rules.reboot_ends_program
    square = table.square_of(seat)
    table.tell(Fell(seat, square, not table.board.holds(square), ends_program))
    fallen.add(seat)
    if ends_program:
        table.program_over.add(seat)


def _reboot(table: Table, seat: int, fallen: set[int]) -> int | None:
    """Put a fallen robot back on the board (R6.2, R6.3); return the robot that its push sends over the edge, if any."""
    square = table.board.reboot
    assert square is not None, "a board with pits or an open edge has a reboot square"
    occupant = table.robot_at(square)
    if occupant is None:
        table.tell(Rebooted(seat, square, beside=False))
        return None
    direction = table.facings[occupant]
    for _ in Facing:
        line = _line_ahead(table, occupant, direction, fallen)
        if not isinstance(line, Position):
            return _push_off(table, line, seat, direction)
        direction = direction.turned(Turn.RIGHT)
    table.tell(Rebooted(seat, _nearest_free_square(table, square), beside=True))
    return None


def _push_off(table: Table, line: Line, seat: int, direction: Facing) -> int | None:
    """Push a line off the reboot square; return the robot that this sends into a pit or over the edge, if any."""
    _push(table, line, by=seat, direction=direction)
    front, _, reached = line[-1]
    if reached in table.board.finish:
        finish(table, front)
    table.tell(Rebooted(seat, line[0][1], beside=False))
    return front if table.board.is_drop(reached) else None


def _line_ahead(table: Table, seat: int, direction: Facing, fallen: Container[int]) -> Line | Position:
    """Return the robots that a step of this one moves, or the square at whose far side it fails (R4.2, R4.3).

    For robots in `fallen` pits and open edges count as walls (R6.3).
    """
    board = table.board
    line: Line = []
    follower: int | None = seat
    square = table.square_of(seat)
    while follower is not None:
        ahead = board.exits[square].get(direction)
        if ahead is None or (follower in fallen and board.is_drop(ahead)):
            return square
        line.append((follower, square, ahead))
        follower, square = table.robot_at(ahead), ahead
    return line


def _push(table: Table, line: Line, by: int, direction: Facing) -> None:
    """Push robots one square each, the foremost first."""
    for seat, origin, target in reversed(line):
        table.tell(Pushed(seat, by, origin, target, direction))


def _nearest_free_square(table: Table, centre: Position) -> Position:
    """Return the free square nearest to `centre`, ties clockwise from north (R6.3)."""
    near_to_far = (square for radius in count(1) for square in _ring(centre, radius))
    return next(square for square in near_to_far if square in table.board.standing and table.robot_at(square) is None)


def _ring(centre: Position, radius: int) -> Iterator[Position]:
    """Yield the places at a distance, by rows plus columns, clockwise from due north."""
    for (corner_column, corner_row), (columns, rows) in _SIDES:
        for index in range(radius):
            yield Position(
                centre.column + corner_column * radius + columns * index,
                centre.row + corner_row * radius + rows * index,
            )


_SIDES = (((0, 1), (1, -1)), ((1, 0), (-1, -1)), ((0, -1), (-1, 1)), ((-1, 0), (1, 1)))
"""A ring's corners from due north clockwise, each with the way along its side to the next."""
