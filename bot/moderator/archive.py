"""What everybody may look at again: rounds whose result was published, and robots by their names."""

from collections.abc import Sequence

from sqlmodel import col, select

from bot.db.tables import Round, RoundResult, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rounds import state_after
from bot.moderator.stored import load_state
from simulation.state import State

LONGEST_ECHO = 40
"""Characters of what is no robot's name that a refusal echoes at most."""


def published_numbers(desk: Desk) -> Sequence[int]:
    """Return the numbers of the rounds with a result that everybody has seen, in order."""
    query = select(Round.number).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    return desk.session.exec(query.order_by(col(Round.number))).all()


def published_round(desk: Desk, number: int | None) -> Round | Rejected:
    """Return a round with a result that everybody has seen, the latest one if no number is given."""
    if desk.game.started_at is None:
        return rejected(Reason.NOT_STARTED)
    numbers = published_numbers(desk)
    if not numbers:
        return rejected(Reason.NOTHING_PUBLISHED)
    if number is not None and number not in numbers:
        return rejected(Reason.NOT_PUBLISHED, found=number, last=numbers[-1])
    query = select(Round).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    return desk.session.exec(query.where(Round.number == (number or numbers[-1]))).one()


def last_round_of(desk: Desk, seat: int) -> Round | Rejected:
    """Return the latest round with a result in which the robot of a seat (from 1) was on the board, else the latest."""
    latest = published_round(desk, None)
    if isinstance(latest, Rejected):
        return latest
    for number in reversed(published_numbers(desk)):
        found = published_round(desk, number)
        if isinstance(found, Round) and load_state(found.state).robots[seat - 1].position is not None:
            return found
    return latest


def public_state(desk: Desk) -> State | None:
    """Return how the board was last shown to all: a result that waits for its hosts is not; None before the start."""
    found = desk.open_round()
    if found is not None:
        return load_state(found.state)
    last = last_published(desk)
    if last is not None:
        return state_after(desk, last)
    query = select(Round).where(Round.game_id == desk.game.id).order_by(col(Round.id))
    first = desk.session.exec(query).first()
    return None if first is None else load_state(first.state)


def last_published(desk: Desk) -> Round | None:
    """Return the latest round whose result everybody has seen."""
    query = select(Round).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    return desk.session.exec(query.order_by(col(Round.number).desc())).first()


def public_states(desk: Desk) -> tuple[State, ...]:
    """Return how the board stood at the start and after each published round, the last one as it stands now."""
    is_published = (Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    first = desk.session.exec(select(Round.state).where(*is_published).order_by(col(Round.number))).first()
    now = public_state(desk)
    if first is None or now is None:
        return ()
    query = select(RoundResult.state).join(Round).where(*is_published)
    *earlier, _ = desk.session.exec(query.order_by(col(Round.number))).all()
    return (load_state(first), *map(load_state, earlier), now)


def robot_called(desk: Desk, name: str) -> Seat | Rejected:
    """Return the seat of a robot, in the race or not, by its name as it is written, or nearly so."""
    if desk.game.started_at is None:
        return rejected(Reason.NOT_STARTED)
    seats = desk.seats()
    wanted = name.strip().casefold()
    for named in (
        [seat for seat in seats if seat.robot == name],
        [seat for seat in seats if seat.robot.strip().casefold() == wanted],
    ):
        if len(named) == 1:
            return named[0]
    names = ", ".join(seat.robot for seat in seats)
    return rejected(Reason.NO_SUCH_ROBOT, found=name[:LONGEST_ECHO], expected=names)
