"""What stands on buttons and in forms."""

from enum import StrEnum

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words


class Label(StrEnum):
    """What stands on buttons and in forms."""

    JOIN = N_("Join")
    LEAVE = N_("Leave")
    START = N_("Start")
    MY_CARDS = N_("My cards")
    UNDO = N_("Undo")
    CLEAR = N_("Clear")
    FORM = N_("As a form")
    PATH = N_("Show my path")
    CHOOSE_CARD = N_("Choose a card")
    PROTEST = N_("Protest")
    WHAT_IS_WRONG = N_("What is wrong? Only hosts read it")
    REMINDERS = N_("Reminders")
    CHANGE = N_("Change…")
    AS_RACE = N_("As the race says")
    NEVER = N_("Never")
    MINUTES_FIELD = N_("Minutes before (empty: as the race says)")
    FROM_FIELD = N_("Quiet from, such as 22:00 (empty: never)")
    UNTIL_FIELD = N_("Quiet until, such as 8:00")
    STATUS = N_("Status")
    EXTEND = N_("1 hour more")
    RESOLVE_NOW = N_("Resolve now")
    PUBLISH = N_("Publish")
    PAUSE = N_("Pause")
    RESUME = N_("Resume")
    MORE = N_("More…")
    CHOOSE = N_("Choose what to do")
    PREVIEW = N_("Preview")
    CORRECT = N_("Correct…")
    PANEL = N_("Panel")
    BACK = N_("Back")
    AGAIN = N_("Try again")
    OLDER = N_("Older")
    NEWEST = N_("Latest")
    CONFIRM = N_("Yes, do it")
    LEFT = N_("left the race")
    CHANNEL = N_("Change of channel")
    KEEP = N_("No, leave it")
    REGISTER_1 = N_("Register 1")
    REGISTER_2 = N_("Register 2")
    REGISTER_3 = N_("Register 3")
    REGISTER_4 = N_("Register 4")
    REGISTER_5 = N_("Register 5")


def label(words: Words, what: Label) -> Text:
    """Return what stands on a button or in a form: at most 80 characters, unformatted."""
    return words.unformatted().say(what)
