"""What the library's boards say of themselves, so that it can be translated; other boards' words stay as they are."""

from bot.marks import N_
from bot.text.escaping import Text, cut
from bot.text.languages import Words

_KNOWN = frozenset(
    (
        N_("the hosts"),
        N_("Walls in every direction and a gear at every second corner: count your turns."),
        N_(
            "Everything moves: slow belts, fast belts, and a ride in the middle that sets you down where you came from."
        ),
        N_("Twelve robots and one boulevard: take the fast lane up the middle, or go round by the quarters."),
        N_(
            "A river of belts winds down against the race and into a pit: wade it, ride the lift in the west, or walk"
            " the long beam in the east."
        ),
        N_("Beams cross every hall and the Guard stands in the middle of it: walk from cover to cover."),
        N_("A short, sharp yard for two to four: every square is contested, and every shove counts."),
        N_("A floe full of holes with hardly a rail round it: look where you are shoved."),
    )
)


def tell_words(words: Words, told: str, most: int) -> Text:
    """Return an author or a description: translated if it is the library's, else a stranger's, cut to `most` signs."""
    return words.say(told) if told in _KNOWN else words.name(cut(told, most))
