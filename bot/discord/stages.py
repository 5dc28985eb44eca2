"""When an order makes sense: asked of a race and of the host to whom the order is offered."""

from collections.abc import Callable

from bot.db.tables import GameStatus, RoundStatus
from bot.moderator import rollback
from bot.moderator.desk import OVER, Desk
from bot.moderator.orders import plays
from bot.moderator.rounds import is_seed_public

Possible = Callable[[Desk, int], bool]
"""Whether it makes sense now to offer something to a host, whose id it is."""


def is_open(desk: Desk, _: int) -> bool:
    """Whether it is not over."""
    return desk.game.status not in OVER


def is_lobby(desk: Desk, _: int) -> bool:
    """Whether it has not been started yet."""
    return desk.game.status is GameStatus.LOBBY


def is_running(desk: Desk, _: int) -> bool:
    """Whether its clock runs."""
    return desk.game.status is GameStatus.RUNNING


def is_paused(desk: Desk, _: int) -> bool:
    """Whether its clock stands still."""
    return desk.game.status is GameStatus.PAUSED


def is_going(desk: Desk, user_id: int) -> bool:
    """Whether it was started, and is not over."""
    return is_running(desk, user_id) or is_paused(desk, user_id)


def _status(desk: Desk) -> RoundStatus | None:
    found = desk.open_round()
    return None if found is None else found.status


def is_programming(desk: Desk, user_id: int) -> bool:
    """Whether players program its round."""
    return is_going(desk, user_id) and _status(desk) is RoundStatus.DEALT


def can_be_closed(desk: Desk, user_id: int) -> bool:
    """Whether its programming can be closed now."""
    return is_running(desk, user_id) and is_programming(desk, user_id)


def is_unplayed(desk: Desk, user_id: int) -> bool:
    """Whether its round's registers are still to be played."""
    return is_going(desk, user_id) and _status(desk) in {RoundStatus.DEALT, RoundStatus.LOCKED}


def waits(desk: Desk, user_id: int) -> bool:
    """Whether a result waits for its hosts."""
    return is_going(desk, user_id) and _status(desk) is RoundStatus.RESOLVED


def can_correct(desk: Desk, user_id: int) -> bool:
    """Whether a round can be played again."""
    may_be = is_going(desk, user_id) or desk.game.status is GameStatus.FINISHED
    return may_be and bool(rollback.redoable(desk))


def can_replay(desk: Desk, user_id: int) -> bool:
    """Whether a round can be programmed again."""
    return can_correct(desk, user_id) and not is_seed_public(desk)


def by_others(is_possible: Possible) -> Possible:
    """Offer what is for hosts who do not play."""
    return lambda desk, user_id: is_possible(desk, user_id) and not plays(desk, user_id)


def has_started(desk: Desk, _: int) -> bool:
    """Whether it has ever been started."""
    return desk.game.started_at is not None


def always(_: Desk, __: int) -> bool:
    """Whatever is the case."""
    return True
