"""From what a host entered to the services of the moderator."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.db.tables import Seat
from bot.discord.given import Given, Places, changed_rules, changed_settings
from bot.moderator import changes, games, hosts, rollback, seats
from bot.moderator.desk import Desk
from bot.moderator.orders import Answer, Done, Order, check_going
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.rollback import Change, NewProgram
from bot.moderator.stored import load_rules, load_state
from bot.text.powers import Field
from simulation.adjustments import Adjustment, Damage, Place, Repair
from simulation.geometry import Facing, Position, format_square
from simulation.state import State

EXTENSION = timedelta(hours=1)

Act = Callable[[Desk, Order, Given], Answer]


def look(_: Desk, __: Order, ___: Given) -> Answer:
    """Change nothing."""
    return Done()


def extend(desk: Desk, order: Order, _: Given) -> Answer:
    """Move the deadline by an hour."""
    found = desk.open_round()
    if found is None:
        return rejected(Reason.NO_OPEN_ROUND)
    return hosts.move_deadline(desk.session, desk.now, order, found.deadline + EXTENSION)


def deadline(desk: Desk, order: Order, given: Given) -> Answer:
    """Move the deadline."""
    return hosts.move_deadline(desk.session, desk.now, order, given.want(Field.WHEN, datetime))


def set_program(desk: Desk, order: Order, given: Given) -> Answer:
    """Lay a program down, or take a player's back."""
    robot, program = given.robot() or 0, given.want(Field.PLACES, Places)
    if program.places is None:
        return seats.clear_program(desk.session, desk.now, order, robot)
    return seats.set_program(desk.session, desk.now, order, robot, program.places)


def substitute(desk: Desk, order: Order, given: Given) -> Answer:
    """Give a robot another player."""
    person = given.want(Field.PERSON, int)
    return seats.substitute(desk.session, desk.now, order, given.robot() or 0, person)


def start_square(desk: Desk, order: Order, given: Given) -> Answer:
    """Give a robot its start square."""
    robot, square = given.want(Field.ROBOT, Seat).robot, given.want(Field.SQUARE, Position)
    return games.give_start(desk.session, desk.now, order, robot, format_square(square))


def for_robot(power: Callable[..., Answer]) -> Act:
    """Return what does something to a robot."""
    return lambda desk, order, given: power(desk.session, desk.now, order, given.robot() or 0)


def for_person(power: Callable[..., Answer]) -> Act:
    """Return what does something to somebody."""
    return lambda desk, order, given: power(desk.session, desk.now, order, given.want(Field.PERSON, int))


def simply(power: Callable[..., Answer]) -> Act:
    """Return what needs to know nothing more."""
    return lambda desk, order, _: power(desk.session, desk.now, order)


def adjust(desk: Desk, order: Order, given: Given) -> Answer:
    """Change something on the board."""
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


def correct(desk: Desk, order: Order, given: Given) -> Answer:
    """Play a round again with what was entered changed."""
    number = _number(desk, given)
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


def replay(desk: Desk, order: Order, given: Given) -> Answer:
    """Have a round programmed again."""
    return rollback.replay(desk.session, desk.now, order, _number(desk, given))


def _number(desk: Desk, given: Given) -> int:
    """Return the round that is meant: without a word about it the latest that can be redone."""
    return given.get(Field.ROUND, int) or next(iter(rollback.redoable(desk)), 1)


def settings(desk: Desk, order: Order, given: Given) -> Answer:
    """Change settings."""
    return changes.change_settings(desk.session, desk.now, order, changed_settings(desk, given))
