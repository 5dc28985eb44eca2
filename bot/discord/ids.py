"""The `custom_id`s of all buttons, selects and modals: what they are for, and of which game or round.

Each is matched by a pattern (`buttons`), after a restart too, so that no button dies with the process.
Whoever forges one gets no further than who presses a button that is not theirs: the moderator judges by the presser.
"""

from collections.abc import Sequence

from bot.moderator.settings import LONGEST_ROBOT_NAME

JOIN = r"join:(?P<game>\d{1,18})"
LEAVE = r"leave:(?P<game>\d{1,18})"
MY_CARDS = r"cards:(?P<game>\d{1,18})"
PICK = r"pick:(?P<round>\d{1,18}):(?P<place>\d{1,2})"
UNDO = r"undo:(?P<round>\d{1,18})"
PATH = r"path:(?P<round>\d{1,18})"
CLEAR = r"clear:(?P<round>\d{1,18})"
FORM = r"form:(?P<round>\d{1,18})(?::(?P<picks>\d{5}))?"
PROTEST = r"protest:(?P<round>\d{1,18})"
REMINDERS = r"reminders:(?P<what>show|form|race|none)"
HOST = r"host:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20})(?::(?P<seen>\d{1,18}))?"
SHOW = r"show:(?P<game>\d{1,18}):(?P<what>[a-z]{1,20})"
REPLAY = r"replay:(?P<game>\d{1,18}):(?P<round>\d{0,4})"
WHY = r"explain:(?P<game>\d{1,18}):(?P<round>\d{0,4}):(?P<register>[1-5]?):(?P<robot>=(?s:.{1,60}))"
TYPED = r"typed:(?P<game>\d{1,18}):(?P<message>\d{1,19})"
HERE = r"here:(?P<game>\d{1,18})"
MENU = r"menu:(?P<game>\d{1,18})"
ORDER = r"order:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20})"
AGAIN = r"again:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20})"
MEANT = r"meant:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20})"
LOG = r"log:(?P<game>\d{1,18}):(?P<before>\d{1,18})"
KEEP = r"no"
BOARDS = r"boards"
REASON = r"why:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20}):(?P<code>[0-9a-f]{1,16})"
CONFIRM = r"yes:(?P<game>\d{1,18}):(?P<action>[a-z-]{1,20}):(?P<code>[0-9a-f]{1,16})"

_NUMBERS = 1 << 63
"""Ids of Discord's and of the database are smaller."""


def is_possible(told: str) -> bool:
    """Whether what an id tells can be meant: a word, or a number that may be somebody's."""
    return not told.isdecimal() or int(told) < _NUMBERS


def join_id(game: int) -> str:
    """Return the id of the button that takes a seat."""
    return f"join:{game}"


def leave_id(game: int) -> str:
    """Return the id of the button that gives a seat back."""
    return f"leave:{game}"


def my_cards_id(game: int) -> str:
    """Return the id of the button that opens one's own hand, whatever the round."""
    return f"cards:{game}"


def pick_id(round_id: int, place: int) -> str:
    """Return the id of the button of a card: its place in the hand, from 1."""
    return f"pick:{round_id}:{place}"


def undo_id(round_id: int) -> str:
    """Return the id of the button that takes the last card back."""
    return f"undo:{round_id}"


def clear_id(round_id: int) -> str:
    """Return the id of the button that throws the draft away."""
    return f"clear:{round_id}"


def path_id(round_id: int) -> str:
    """Return the id of the button that shows where one's program leads."""
    return f"path:{round_id}"


def form_id(round_id: int, picks: Sequence[int] = ()) -> str:
    """Return the id of the button that opens the form of a program, and of the form: with the five entries to show.

    Each is a place in the hand, 0 for none.
    """
    return f"form:{round_id}:{''.join(map(str, picks))}" if picks else f"form:{round_id}"


def protest_id(round_id: int) -> str:
    """Return the id of the button under a result that opens the form of a protest, and of the form."""
    return f"protest:{round_id}"


def reminders_id(what: str) -> str:
    """Return the id of a button about one's reminders in all races, and of their form: show, form, race or none."""
    return f"reminders:{what}"


def host_id(game: int, action: str, seen: int | None = None) -> str:
    """Return the id of a button of the host panel; `seen` is what on the panel it is about: a time, or a run."""
    return f"host:{game}:{action}" if seen is None else f"host:{game}:{action}:{seen}"


def confirm_id(game: int, action: str, code: str) -> str:
    """Return the id of the button that confirms an order, with the code of the question."""
    return f"yes:{game}:{action}:{code}"


def show_id(game: int, what: str) -> str:
    """Return the id of a button that chooses a game of which something is to be shown."""
    return f"show:{game}:{what}"


def replay_id(game: int, number: int | None) -> str:
    """Return the id of a button that chooses a game of which a round, or the latest one, is to be shown again."""
    return f"replay:{game}:{'' if number is None else number}"


def why_id(game: int, number: int | None, register: int | None, robot: str) -> str:
    """Return the id of a button that chooses the game of a robot that is asked about, by its name as it was typed.

    A sign stands before the name, so that one of digits is not taken for a number.
    """
    return f"explain:{game}:{number or ''}:{register or ''}:={robot[:LONGEST_ROBOT_NAME]}"


def typed_id(game: int, message_id: int) -> str:
    """Return the id of the button that says for which game a program was typed."""
    return f"typed:{game}:{message_id}"


def menu_id(game: int) -> str:
    """Return the id of a list of orders."""
    return f"menu:{game}"


def order_id(game: int, action: str) -> str:
    """Return the id of the form of an order."""
    return f"order:{game}:{action}"


def again_id(game: int, action: str) -> str:
    """Return the id of the button that opens a form once more, with what was entered before."""
    return f"again:{game}:{action}"


def meant_id(game: int, action: str) -> str:
    """Return the id of the button that says which game an order is about."""
    return f"meant:{game}:{action}"


def log_id(game: int, before: int) -> str:
    """Return the id of the button that shows what was done before an entry of the audit."""
    return f"log:{game}:{before}"


def here_id(game: int) -> str:
    """Return the id of the button that says which game is to be played in the channel of the question."""
    return f"here:{game}"


def reason_id(game: int, action: str, code: str) -> str:
    """Return the id of the form that asks a host for the reason of an order that is confirmed."""
    return f"why:{game}:{action}:{code}"
