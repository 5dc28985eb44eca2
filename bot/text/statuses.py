"""Where games and rounds are, in words."""

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words

STATUSES = {
    "lobby": N_("in the lobby"),
    "running": N_("running"),
    "paused": N_("paused"),
    "finished": N_("finished"),
    "cancelled": N_("cancelled"),
    "dealt": N_("open for programs"),
    "locked": N_("locked"),
    "resolved": N_("resolved, not published"),
    "published": N_("published"),
    "withdrawn": N_("withdrawn"),
}
"""Where games and rounds are, by the values of their statuses."""


def tell_status(words: Words, status: str) -> Text:
    """Return where a game or a round is."""
    return words.say(STATUSES[status]) if status in STATUSES else words.name(status)
