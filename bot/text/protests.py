"""What is told of protests: under a result, to whoever protests, and to the hosts."""

from dataclasses import dataclass

from bot.text.escaping import Text, cut, fit, lines
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.people import account
from bot.text.places import Moment, when

LONGEST_PROTEST = 500


@dataclass(frozen=True, slots=True)
class Protested:
    """Somebody thinks that a result is wrong."""

    game: str
    round: int
    user_id: int
    robot: str | None
    """None for a host who plays none."""
    text: str


def tell_protest_line(words: Words, until: Moment, *, is_final: bool) -> Text:
    """Return the line under a result: it is true before its time and afterwards, should it never be shown anew."""
    if is_final:
        return words.say("🔏 This result is final.")
    return words.say(
        "✋ Something wrong? Speak up before {when}; from then on this result is final.", when=when(words, until)
    )


def protest_title(words: Words, round_number: int) -> Text:
    """Return the title of the form, unformatted."""
    return words.unformatted().say("Protest: round {round}", round=round_number)


def tell_protest_sent(words: Words, round_number: int, left: int) -> Text:
    """Return the receipt of a protest, with how many more may come."""
    more = words.count("You can send 1 more about this round.", "You can send {n} more about this round.", left)
    return lines(
        words.say(
            "✋ Your protest about round {round} goes to the hosts of the race, and to nobody else. They answer you,"
            " or correct the round.",
            round=round_number,
        ),
        more if left else words.say("That was your last one about this round."),
    )


def tell_what_you_wrote(words: Words, text: str) -> Text:
    """Return what somebody wrote that was not taken: it need not be written twice."""
    return (
        words.say("You wrote: “{text}”", text=cut(text, LONGEST_PROTEST)) if text else words.say("You wrote nothing.")
    )


def tell_protest(words: Words, told: Protested) -> Text:
    """Return a protest as hosts read it."""
    facts: dict[str, Fact] = {"game": told.game, "round": told.round, "player": account(told.user_id)}
    who = (
        words.say("✋ {game}, round {round}: {player} protests.", **facts)
        if told.robot is None
        else words.say("✋ {game}, round {round}: {player} ({robot}) protests.", robot=told.robot, **facts)
    )
    text = words.say("“{text}”", text=cut(told.text, LONGEST_PROTEST))
    hint = words.say("Only hosts read this. You can answer in the channel, correct the round, or play it again.")
    return fit(lines(who, text, hint), LONGEST_MESSAGE)
