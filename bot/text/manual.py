"""Help, and the rules in short."""

from bot.marks import N_
from bot.text.escaping import Text, fit, join, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.notices import tell_rules_set
from bot.text.typed import tell_forms
from simulation.rules import HouseRules

_RULES = (
    N_(
        "**The race.** Get over the pink line. Whoever does so first gets 5 points, then 4, 3, 3, 2, 2, 1 (unless"
        " agreed otherwise)."
    ),
    N_("**Cards.** Each round you get 9; choose 5 in order, one a register. Late means five random cards."),
    N_("**Order.** Before each register: whoever is nearest to the Guard goes first; ties go from left to right."),
    N_("**Moving.** Robots push robots. A wall stops the whole line, and the rest of the card is lost."),
    N_("**The doll turns.** After each register belts carry, gears turn, and lasers give a damage card for each beam."),
    N_("**Damage.** A damage card is played like any other: it goes for good, and your next card takes its place."),
    N_("**Falling.** Who falls takes damage and reboots; who stands on the reboot square is pushed off."),
    N_("**Again** repeats what your previous register did. In register 1 it does nothing."),
)
_PLAYER_HELP = (
    N_("**Join** is a button under the first post of a race, in its channel; `/rules` says what the race is about."),
    N_("**Your cards** come as a direct message each round; **My cards** under the round's post shows them too."),
    N_("**Choose** five cards in order. The fifth makes it a program; until the deadline you can change it."),
)
_COMMAND_HELP = N_(
    "**Commands:** `/cards` your hand, `/standings`, `/replay` a round once more, `/why` a robot is where it is,"
    " `/board now`, `/rules`, `/reminders`, `/leave`, `/language`, `/help`. Hosts: `/game`, `/board`."
)


def tell_hint(words: Words) -> Text:
    """Return the one answer to chat in a direct message."""
    return lines(
        words.say("I am only a bot, and read nothing but programs here. `/help` says how to play."), tell_forms(words)
    )


def tell_help(words: Words) -> Text:
    """Return the help: short, and without links."""
    told = [words.say(sentence) for sentence in _PLAYER_HELP]
    return fit(lines(*told, tell_forms(words), words.say(_COMMAND_HELP)), LONGEST_MESSAGE)


def tell_rules(words: Words, rules: HouseRules) -> Text:
    """Return the rules in short, with the game's house rules."""
    told = [words.say(sentence) for sentence in _RULES]
    house = words.say("**House rules:** {rules}.", rules=tell_rules_set(words, rules))
    return fit(join("\n", [*told, house]), LONGEST_MESSAGE)
