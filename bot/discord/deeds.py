"""Everything that a host can order: what it asks for, when it makes sense, and who carries it out.

One table for commands, the panel's buttons and its "More…".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.db.tables import GameStatus, RoundStatus, Seat
from bot.discord.given import Given, Places, changed_rules, changed_settings
from bot.moderator import changes, games, hosts, rollback
from bot.moderator.desk import OVER, Desk
from bot.moderator.orders import Answer, Done, Order, check_going, plays
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rollback import Change, NewProgram
from bot.moderator.rounds import is_seed_public
from bot.moderator.stored import load_rules, load_state
from bot.text.answers import Reply
from bot.text.powers import Field, Power
from simulation.adjustments import Adjustment, Damage, Place, Repair
from simulation.geometry import Facing, Position, format_square
from simulation.state import State

EXTENSION = timedelta(hours=1)

Act = Callable[[Desk, Order, Given], Answer]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a host can order."""

    power: Power
    act: Act
    fields: tuple[Field, ...] = ()
    """What its form asks for, at most five with the reason: nothing can be done without."""
    done: Reply | None = None
    """What is said when it is done; None: what the audit says."""
    is_possible: Callable[[Desk, int], bool] = field(default=lambda desk, _: desk.game.status not in OVER)
    """Whether it makes sense to offer it to somebody now."""
    wants_reason: bool = False
    """Its reason is the host's own, not its name."""


def _is_lobby(desk: Desk, _: int) -> bool:
    return desk.game.status is GameStatus.LOBBY


def _is_running(desk: Desk, _: int) -> bool:
    return desk.game.status is GameStatus.RUNNING


def _is_paused(desk: Desk, _: int) -> bool:
    return desk.game.status is GameStatus.PAUSED


def _is_going(desk: Desk, user_id: int) -> bool:
    return _is_running(desk, user_id) or _is_paused(desk, user_id)


def _status(desk: Desk) -> RoundStatus | None:
    found = desk.open_round()
    return None if found is None else found.status


def _is_programming(desk: Desk, user_id: int) -> bool:
    return _is_going(desk, user_id) and _status(desk) is RoundStatus.DEALT


def _can_be_closed(desk: Desk, user_id: int) -> bool:
    return _is_running(desk, user_id) and _is_programming(desk, user_id)


def _is_unplayed(desk: Desk, user_id: int) -> bool:
    return _is_going(desk, user_id) and _status(desk) in {RoundStatus.DEALT, RoundStatus.LOCKED}


def _waits(desk: Desk, user_id: int) -> bool:
    return _is_going(desk, user_id) and _status(desk) is RoundStatus.RESOLVED


def _can_correct(desk: Desk, user_id: int) -> bool:
    is_open = _is_going(desk, user_id) or desk.game.status is GameStatus.FINISHED
    return is_open and bool(rollback.redoable(desk))


def _can_replay(desk: Desk, user_id: int) -> bool:
    return _can_correct(desk, user_id) and not is_seed_public(desk)


def _by_others(is_possible: Callable[[Desk, int], bool]) -> Callable[[Desk, int], bool]:
    """Offer what is for hosts who do not play."""
    return lambda desk, user_id: is_possible(desk, user_id) and not plays(desk, user_id)


def _has_started(desk: Desk, _: int) -> bool:
    return desk.game.started_at is not None


def _always(_: Desk, __: int) -> bool:
    return True


def _look(_: Desk, __: Order, ___: Given) -> Answer:
    return Done()


def _extend(desk: Desk, order: Order, _: Given) -> Answer:
    found = desk.open_round()
    if found is None:
        return rejected(Reason.NO_OPEN_ROUND)
    return hosts.move_deadline(desk.session, desk.now, order, found.deadline + EXTENSION)


def _deadline(desk: Desk, order: Order, given: Given) -> Answer:
    return hosts.move_deadline(desk.session, desk.now, order, given.want(Field.WHEN, datetime))


def _set_program(desk: Desk, order: Order, given: Given) -> Answer:
    robot, program = given.robot() or 0, given.want(Field.PLACES, Places)
    if program.places is None:
        return hosts.clear_program(desk.session, desk.now, order, robot)
    return hosts.set_program(desk.session, desk.now, order, robot, program.places)


def _substitute(desk: Desk, order: Order, given: Given) -> Answer:
    person = given.want(Field.PERSON, int)
    return hosts.substitute(desk.session, desk.now, order, given.robot() or 0, person)


def _start_square(desk: Desk, order: Order, given: Given) -> Answer:
    robot, square = given.want(Field.ROBOT, Seat).robot, given.want(Field.SQUARE, Position)
    return games.give_start(desk.session, desk.now, order, robot, format_square(square))


def _for_robot(power: Callable[..., Answer]) -> Act:
    return lambda desk, order, given: power(desk.session, desk.now, order, given.robot() or 0)


def _for_person(power: Callable[..., Answer]) -> Act:
    return lambda desk, order, given: power(desk.session, desk.now, order, given.want(Field.PERSON, int))


def _simply(power: Callable[..., Answer]) -> Act:
    return lambda desk, order, _: power(desk.session, desk.now, order)


def _adjust(desk: Desk, order: Order, given: Given) -> Answer:
    found = desk.open_round()
    if found is None:
        return check_going(desk) or rejected(Reason.NO_OPEN_ROUND)
    adjustments = _adjustments(load_state(found.state), given)
    if isinstance(adjustments, Rejected):
        return adjustments
    if not adjustments:
        return rejected(Reason.INCOMPLETE)
    return hosts.adjust_board(desk.session, desk.now, order, adjustments[0])


def _adjustments(state: State, given: Given) -> list[Adjustment] | Rejected:
    """Return what is to be changed on the board for a robot; a square or direction that is not said stays."""
    square, facing = given.get(Field.SQUARE, Position), given.get(Field.FACING, Facing)
    cards, number = given.get(Field.CARDS, int), given.robot()
    if square is None and facing is None and cards is None:
        return []
    if number is None:
        return rejected(Reason.WHICH_ROBOT)
    robot, changed = state.robots[number - 1], list[Adjustment]()
    if square is not None or facing is not None:
        changed.append(Place(number - 1, square or robot.position or Position(1, 1), facing or robot.facing))
    if cards is not None:
        changed.append(Damage(number - 1, cards) if cards >= 0 else Repair(number - 1, -cards))
    return changed


def _correct(desk: Desk, order: Order, given: Given) -> Answer:
    numbers = rollback.redoable(desk)
    number = given.get(Field.ROUND, int) or (numbers[0] if numbers else 1)
    wanted = _changes(desk, number, given)
    if isinstance(wanted, Rejected):
        return wanted
    return rollback.correct(desk.session, desk.now, order, number, wanted)


def _changes(desk: Desk, number: int, given: Given) -> list[Change] | Rejected:
    found = rollback.round_that_counts(desk, number)
    if found is None:
        return []
    program, robot = given.get(Field.PLACES, Places), given.robot()
    adjustments = _adjustments(load_state(found.state), given)
    if isinstance(adjustments, Rejected):
        return adjustments
    if robot is None and program is not None:
        return rejected(Reason.WHICH_ROBOT)
    if robot is not None and program is None and not adjustments:
        return rejected(Reason.WHICH_CHANGE)
    wanted: list[Change] = [*adjustments]
    if program is not None and robot is not None:
        wanted.append(NewProgram(robot, program.places))
    before = load_rules(found.rules)
    rules = changed_rules(before, given)
    return [*wanted, rules] if rules != before else wanted


def _replay(desk: Desk, order: Order, given: Given) -> Answer:
    numbers = rollback.redoable(desk)
    number = given.get(Field.ROUND, int) or (numbers[0] if numbers else 1)
    return rollback.replay(desk.session, desk.now, order, number)


def _settings(desk: Desk, order: Order, given: Given) -> Answer:
    return changes.change_settings(desk.session, desk.now, order, changed_settings(desk, given))


_RULES = (Field.FALL_DAMAGE, Field.FALL_ENDS, Field.LASERS)


def _correction(power: Power, *fields: Field) -> Deed:
    """Return a correction that changes something: for hosts who do not play."""
    return Deed(power, _correct, (Field.ROUND, *fields), is_possible=_by_others(_can_correct), wants_reason=True)


DEEDS: Mapping[str, Deed] = {
    "panel": Deed(Power.PANEL, _look, is_possible=_always),
    "status": Deed(Power.PANEL, _look, is_possible=_always),
    "start": Deed(Power.START, _simply(games.start), done=Reply.STARTED, is_possible=_is_lobby),
    "start-square": Deed(Power.START_SQUARE, _start_square, (Field.ROBOT, Field.SQUARE), is_possible=_is_lobby),
    "extend": Deed(Power.EXTEND, _extend, is_possible=_is_programming),
    "deadline": Deed(Power.DEADLINE, _deadline, (Field.WHEN,), is_possible=_is_programming),
    "resolve-now": Deed(
        Power.RESOLVE_NOW,
        _simply(hosts.resolve_now),
        done=Reply.RESOLVING,
        is_possible=_can_be_closed,
        wants_reason=True,
    ),
    "publish": Deed(Power.PUBLISH, _simply(hosts.publish_now), done=Reply.PUBLISHING, is_possible=_waits),
    "preview": Deed(Power.PREVIEW, _look, is_possible=_waits),
    "pause": Deed(Power.PAUSE, _simply(games.pause), done=Reply.PAUSED, is_possible=_is_running),
    "resume": Deed(Power.RESUME, _simply(games.resume), is_possible=_is_paused),
    "excuse": Deed(
        Power.EXCUSE, _for_robot(hosts.excuse), (Field.ROBOT,), is_possible=_is_programming, wants_reason=True
    ),
    "clear": Deed(
        Power.CLEAR,
        _for_robot(hosts.clear_program),
        (Field.ROBOT,),
        is_possible=_by_others(_is_programming),
        wants_reason=True,
    ),
    "set-program": Deed(
        Power.SET_PROGRAM,
        _set_program,
        (Field.ROBOT, Field.PLACES),
        is_possible=_by_others(_is_programming),
        wants_reason=True,
    ),
    "substitute": Deed(
        Power.SUBSTITUTE, _substitute, (Field.ROBOT, Field.PERSON), is_possible=_is_going, wants_reason=True
    ),
    "move-robot": Deed(
        Power.MOVE_ROBOT,
        _adjust,
        (Field.ROBOT, Field.SQUARE, Field.FACING),
        is_possible=_by_others(_is_unplayed),
        wants_reason=True,
    ),
    "put-robot": Deed(
        Power.MOVE_ROBOT, _adjust, (Field.ROBOT,), is_possible=_by_others(_is_unplayed), wants_reason=True
    ),
    "damage": Deed(
        Power.DAMAGE,
        _adjust,
        (Field.ROBOT, Field.CARDS),
        is_possible=_by_others(_is_unplayed),
        wants_reason=True,
    ),
    "remove": Deed(Power.REMOVE, _for_robot(hosts.remove), (Field.ROBOT,), is_possible=_is_unplayed, wants_reason=True),
    "correct": Deed(Power.CORRECT, _correct, is_possible=_can_correct, wants_reason=True),
    "correct-program": _correction(Power.CORRECT_PROGRAM, Field.ROBOT, Field.PLACES),
    "correct-place": _correction(Power.CORRECT_PLACE, Field.ROBOT, Field.SQUARE, Field.FACING),
    "correct-damage": _correction(Power.CORRECT_DAMAGE, Field.ROBOT, Field.CARDS),
    "correct-rules": _correction(Power.CORRECT_RULES, *_RULES),
    "correct-nothing": Deed(
        Power.CORRECT_NOTHING, _correct, (Field.ROUND,), is_possible=_can_correct, wants_reason=True
    ),
    "replay": Deed(Power.REPLAY, _replay, (Field.ROUND,), is_possible=_can_replay, wants_reason=True),
    "show-settings": Deed(Power.SHOW_SETTINGS, _look, is_possible=_always),
    "settings": Deed(Power.SETTINGS, _settings),
    "set-times": Deed(Power.SET_TIMES, _settings, (Field.TIME, Field.ZONE, Field.HOURS, Field.REMINDERS)),
    "set-results": Deed(Power.SET_RESULTS, _settings, (Field.RESULTS, Field.REVIEW, Field.SILENCE, Field.LANGUAGE)),
    "set-length": Deed(Power.SET_LENGTH, _settings, (Field.ROUNDS, Field.POINTS)),
    "set-rules": Deed(Power.SET_RULES, _settings, _RULES),
    "add-host": Deed(
        Power.ADD_HOST, _for_person(hosts.add_host), (Field.PERSON,), done=Reply.HOST_ADDED, is_possible=_always
    ),
    "remove-host": Deed(
        Power.REMOVE_HOST,
        _for_person(hosts.remove_host),
        (Field.PERSON,),
        done=Reply.HOST_REMOVED,
        is_possible=_always,
    ),
    "hand-over": Deed(
        Power.HAND_OVER, _for_person(hosts.hand_over), (Field.PERSON,), done=Reply.HANDED_OVER, is_possible=_always
    ),
    "log": Deed(Power.LOG, _look, is_possible=_always),
    "export": Deed(Power.EXPORT, _look, is_possible=_has_started),
    "cancel": Deed(Power.CANCEL, _simply(games.cancel), done=Reply.CANCELLED, wants_reason=True),
}
"""What a host can order, by the action in the ids of buttons and forms."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of orders, itself in a list."""

    power: Power
    actions: tuple[str, ...]


MENUS: Mapping[str, Menu] = {
    "more": Menu(
        Power.MORE,
        (
            *("start", "start-square", "deadline", "resolve-now", "preview", "publish", "pause", "resume"),
            *("excuse", "substitute", "set-program", "clear", "move-robot", "damage", "remove"),
            *("correct-what", "replay", "set-what", "hosts-what", "log", "export", "cancel"),
        ),
    ),
    "correct-what": Menu(
        Power.CORRECT, ("correct-program", "correct-place", "correct-damage", "correct-rules", "correct-nothing")
    ),
    "set-what": Menu(Power.SETTINGS, ("show-settings", "set-times", "set-results", "set-length", "set-rules")),
    "hosts-what": Menu(Power.HOSTS, ("add-host", "remove-host", "hand-over")),
}
"""Lists of orders, by the action that opens them."""


def is_possible(desk: Desk, user_id: int, action: str) -> bool:
    """Whether it makes sense to offer an order, or a list of them, to a host now."""
    if action in MENUS:
        return any(is_possible(desk, user_id, each) for each in MENUS[action].actions)
    return DEEDS[action].is_possible(desk, user_id)


def power_of(action: str) -> Power:
    """Return what an order, or a list of them, is called."""
    return MENUS[action].power if action in MENUS else DEEDS[action].power
