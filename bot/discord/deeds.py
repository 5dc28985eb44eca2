"""Everything that a host can order: what it asks for, when it makes sense, and who carries it out.

One table for commands, the panel's buttons and its "More…".
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.discord.acts import (
    Act,
    adjust,
    correct,
    deadline,
    extend,
    for_person,
    for_robot,
    look,
    replay,
    set_program,
    settings,
    simply,
    start_square,
    substitute,
)
from bot.discord.stages import (
    Possible,
    always,
    by_others,
    can_be_closed,
    can_correct,
    can_replay,
    has_started,
    is_going,
    is_lobby,
    is_open,
    is_paused,
    is_programming,
    is_running,
    is_unplayed,
    waits,
)
from bot.moderator import games, hosts, seats
from bot.moderator.desk import Desk
from bot.text.answers import Reply
from bot.text.powers import Field, Power


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a host can order."""

    power: Power
    act: Act
    fields: tuple[Field, ...] = ()
    """What its form asks for, at most five with the reason: nothing can be done without."""
    done: Reply | None = None
    """What is said when it is done; None: what the audit says."""
    is_possible: Possible = is_open
    """Whether it makes sense to offer it to somebody now."""
    wants_reason: bool = False
    """Its reason is the host's own, not its name."""


_RULES = (Field.FALL_DAMAGE, Field.FALL_ENDS, Field.LASERS)


def _correction(power: Power, *fields: Field) -> Deed:
    """Return a correction that changes something: for hosts who do not play."""
    return Deed(power, correct, (Field.ROUND, *fields), is_possible=by_others(can_correct), wants_reason=True)


DEEDS: Mapping[str, Deed] = {
    "panel": Deed(Power.PANEL, look, is_possible=always),
    "status": Deed(Power.PANEL, look, is_possible=always),
    "start": Deed(Power.START, simply(games.start), done=Reply.STARTED, is_possible=is_lobby),
    "start-square": Deed(Power.START_SQUARE, start_square, (Field.ROBOT, Field.SQUARE), is_possible=is_lobby),
    "extend": Deed(Power.EXTEND, extend, is_possible=is_programming),
    "deadline": Deed(Power.DEADLINE, deadline, (Field.WHEN,), is_possible=is_programming),
    "resolve-now": Deed(
        Power.RESOLVE_NOW,
        simply(hosts.resolve_now),
        done=Reply.RESOLVING,
        is_possible=can_be_closed,
        wants_reason=True,
    ),
    "publish": Deed(Power.PUBLISH, simply(hosts.publish_now), done=Reply.PUBLISHING, is_possible=waits),
    "preview": Deed(Power.PREVIEW, look, is_possible=waits),
    "pause": Deed(Power.PAUSE, simply(games.pause), done=Reply.PAUSED, is_possible=is_running),
    "resume": Deed(Power.RESUME, simply(games.resume), is_possible=is_paused),
    "excuse": Deed(
        Power.EXCUSE, for_robot(seats.excuse), (Field.ROBOT,), is_possible=is_programming, wants_reason=True
    ),
    "clear": Deed(
        Power.CLEAR,
        for_robot(seats.clear_program),
        (Field.ROBOT,),
        is_possible=by_others(is_programming),
        wants_reason=True,
    ),
    "set-program": Deed(
        Power.SET_PROGRAM,
        set_program,
        (Field.ROBOT, Field.PLACES),
        is_possible=by_others(is_programming),
        wants_reason=True,
    ),
    "substitute": Deed(
        Power.SUBSTITUTE, substitute, (Field.ROBOT, Field.PERSON), is_possible=is_going, wants_reason=True
    ),
    "move-robot": Deed(
        Power.MOVE_ROBOT,
        adjust,
        (Field.ROBOT, Field.SQUARE, Field.FACING),
        is_possible=by_others(is_unplayed),
        wants_reason=True,
    ),
    "put-robot": Deed(Power.MOVE_ROBOT, adjust, (Field.ROBOT,), is_possible=by_others(is_unplayed), wants_reason=True),
    "damage": Deed(
        Power.DAMAGE,
        adjust,
        (Field.ROBOT, Field.CARDS),
        is_possible=by_others(is_unplayed),
        wants_reason=True,
    ),
    "remove": Deed(Power.REMOVE, for_robot(seats.remove), (Field.ROBOT,), is_possible=is_unplayed, wants_reason=True),
    "correct": Deed(Power.CORRECT, correct, is_possible=can_correct, wants_reason=True),
    "correct-program": _correction(Power.CORRECT_PROGRAM, Field.ROBOT, Field.PLACES),
    "correct-place": _correction(Power.CORRECT_PLACE, Field.ROBOT, Field.SQUARE, Field.FACING),
    "correct-damage": _correction(Power.CORRECT_DAMAGE, Field.ROBOT, Field.CARDS),
    "correct-rules": _correction(Power.CORRECT_RULES, *_RULES),
    "correct-nothing": Deed(Power.CORRECT_NOTHING, correct, (Field.ROUND,), is_possible=can_correct, wants_reason=True),
    "replay": Deed(Power.REPLAY, replay, (Field.ROUND,), is_possible=can_replay, wants_reason=True),
    "show-settings": Deed(Power.SHOW_SETTINGS, look, is_possible=always),
    "settings": Deed(Power.SETTINGS, settings),
    "set-times": Deed(Power.SET_TIMES, settings, (Field.TIME, Field.ZONE, Field.HOURS, Field.REMINDERS)),
    "set-results": Deed(Power.SET_RESULTS, settings, (Field.RESULTS, Field.REVIEW, Field.SILENCE, Field.LANGUAGE)),
    "set-length": Deed(Power.SET_LENGTH, settings, (Field.ROUNDS, Field.POINTS, Field.PROTESTS)),
    "set-rules": Deed(Power.SET_RULES, settings, _RULES),
    "add-host": Deed(
        Power.ADD_HOST, for_person(hosts.add_host), (Field.PERSON,), done=Reply.HOST_ADDED, is_possible=always
    ),
    "remove-host": Deed(
        Power.REMOVE_HOST,
        for_person(hosts.remove_host),
        (Field.PERSON,),
        done=Reply.HOST_REMOVED,
        is_possible=always,
    ),
    "hand-over": Deed(
        Power.HAND_OVER, for_person(hosts.hand_over), (Field.PERSON,), done=Reply.HANDED_OVER, is_possible=always
    ),
    "log": Deed(Power.LOG, look, is_possible=always),
    "export": Deed(Power.EXPORT, look, is_possible=has_started),
    "cancel": Deed(Power.CANCEL, simply(games.cancel), done=Reply.CANCELLED, wants_reason=True),
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
