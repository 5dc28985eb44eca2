"""The doll turns, and the board acts (R5): belts, gears, lasers.

Each phase is a small function of the table and the register's order; `BOARD_PHASES` is the list of them, in the order
in which they act.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from simulation.beats import Phase
from simulation.board import Belt
from simulation.events import Carried, DamageCause, Damaged, Held, HeldCause, TurnCause, Turned
from simulation.geometry import Position, turn_between
from simulation.movement import fall, finish
from simulation.table import Table

Order = Sequence[int]
"""Seats in the register's priority order (R3.1), those included that have finished since."""


def express_belts(table: Table, order: Order) -> None:
    """Carry the robots on express belts (R5.1c)."""
    _carry(table, order, table.board.express_belts)


def belts(table: Table, order: Order) -> None:
    """Carry the robots on belts of either kind (R5.1)."""
    _carry(table, order, table.board.belts)


def gears(table: Table, order: Order) -> None:
    """Turn the robots on gears: on a green one right, on a red one left (R5.2)."""
    squares, turns = table.squares, table.board.gears
    for seat in [seat for seat in order if squares[seat] in turns]:
        before = table.facings[seat]
        table.tell(Turned(seat, before, before.turned(turns[table.square_of(seat)]), TurnCause.GEAR))


def lasers(table: Table, order: Order) -> None:
    """Give each robot a damage card for each beam on its square (R5.3)."""
    squares = table.squares
    beams = _blocked_beams(table) if table.rules.lasers_blocked_by_robots else table.board.beams
    for seat in [seat for seat in order if squares[seat] in beams]:
        table.tell(Damaged(seat, beams[table.square_of(seat)], DamageCause.LASER))


BOARD_PHASES: tuple[tuple[Phase, Callable[[Table, Order], None]], ...] = (
    (Phase.EXPRESS_BELTS, express_belts),
    (Phase.BELTS, belts),
    (Phase.GEARS, gears),
    (Phase.LASERS, lasers),
)


def _blocked_beams(table: Table) -> Mapping[Position, int]:
    """Return the beams on each robot's square where a beam ends at the first robot that it meets (H3)."""
    counts: Counter[Position] = Counter()
    for laser, path in zip(table.board.lasers, table.board.beam_paths, strict=True):
        met = next((square for square in path if table.robot_at(square) is not None), None)
        if met is not None:
            counts[met] += laser.beams
    return counts


def _carry(table: Table, order: Order, moving_belts: Mapping[Position, Belt]) -> None:
    """Carry all robots on these belts at once; then turns, finishes and falls, each in order (R5.1d)."""
    squares = table.squares
    riders = [seat for seat in order if squares[seat] in moving_belts] if moving_belts else ()
    if not riders:
        return
    carried = tuple(_carried(table, riders, moving_belts))
    for event in carried:
        table.tell(event)
    for event in carried:
        _turn_with_belt(table, event)
    fallen: list[int] = []
    for event in carried:
        if event.target in table.board.finish:
            finish(table, event.seat)
        elif event.target not in table.board.standing:
            fallen.append(event.seat)
    if fallen:
        fall(table, fallen)


def _carried(table: Table, riders: Order, moving_belts: Mapping[Position, Belt]) -> Iterable[Carried]:
    """Return, in order, who is carried where; tell who stays, and why (R5.1b)."""
    carried: dict[int, Carried] = {}
    for seat in riders:
        origin = table.square_of(seat)
        direction = moving_belts[origin].direction
        target = table.board.exits[origin].get(direction)
        if target is None:
            table.note(Held(seat, origin, direction, HeldCause.WALL))
        else:
            carried[seat] = Carried(seat, origin, target, direction)
    if len(carried) > 1:
        _hold(table, carried, _rivals(table, carried))
    while blocked := _blocked(table, carried):
        _hold(table, carried, blocked)
    return carried.values()


def _rivals(table: Table, carried: Mapping[int, Carried]) -> dict[int, HeldCause]:
    """Return the rivals for a square, and the pairs that would change places."""
    claims = Counter(event.target for event in carried.values())
    by_origin = {event.origin: event for event in carried.values()}
    held: dict[int, HeldCause] = {}
    for seat, event in carried.items():
        across = by_origin.get(event.target)
        if claims[event.target] > 1 and event.target in table.board.standing:
            held[seat] = HeldCause.RIVAL
        elif across is not None and across.target == event.origin:
            held[seat] = HeldCause.SWAP
    return held


def _blocked(table: Table, carried: Mapping[int, Carried]) -> dict[int, HeldCause]:
    """Return those whose way is blocked by a robot that stays."""
    staying = {square for seat, square in enumerate(table.squares) if seat not in carried}
    return {seat: HeldCause.ROBOT for seat, event in carried.items() if event.target in staying}


def _hold(table: Table, carried: dict[int, Carried], held: Mapping[int, HeldCause]) -> None:
    for seat, cause in held.items():
        event = carried.pop(seat)
        table.note(Held(seat, event.origin, event.direction, cause))


def _turn_with_belt(table: Table, event: Carried) -> None:
    """Turn a robot that was carried onto a belt which runs to the side (R5.1a)."""
    belt = table.board.belts.get(event.target)
    if belt is None or belt.direction in (event.direction, event.direction.opposite):
        return
    turn = turn_between(event.direction, belt.direction)
    assert turn is not None, "the belt runs to the side"
    before = table.facings[event.seat]
    table.tell(Turned(event.seat, before, before.turned(turn), TurnCause.BELT))
