"""What somebody is told whose robot it is now, or is no more."""

from dataclasses import dataclass

from bot.marks import N_
from bot.text.cards import card_row
from bot.text.escaping import Text, cut, fit, lines
from bot.text.hands import HandPanel, InForce, tell_hand_deadline, tell_receipt_line
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.notices import LONGEST_REASON
from bot.text.typed import tell_forms


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Somebody plays a robot from now on."""

    game: str
    robot: str
    reason: str
    hand: HandPanel | None
    """None when no round is being programmed."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Somebody's robot is played by another person from now on."""

    game: str
    robot: str
    reason: str


_LATER = N_("No round is being programmed now; your first hand comes with the next one.")

SeatNews = TakenOver | Replaced


def tell_seat_news(words: Words, news: SeatNews) -> Text:
    """Return the letter to a substitute, or to who was replaced."""
    told = _tell_taken_over(words, news) if isinstance(news, TakenOver) else _tell_replaced(words, news)
    return fit(told, LONGEST_MESSAGE)


def _tell_taken_over(words: Words, news: TakenOver) -> Text:
    return lines(
        words.say("🔄 You take over {robot} of {game}: a host gave it to you.", robot=news.robot, game=news.game),
        _tell_reason(words, news.reason),
        *([words.say(_LATER)] if news.hand is None else _tell_programming(words, news.hand)),
        words.say("Each round has nine cards; choose five in order, by the buttons under the hand or as a form."),
        tell_forms(words),
        words.say(
            "No message from me? Press **My cards** under the round's post in the channel. `/rules` tells the rules."
        ),
    )


def _tell_programming(words: Words, hand: HandPanel) -> list[Text]:
    return [
        words.say("It is round {round} of {rounds}.", round=hand.round, rounds=hand.rounds),
        tell_hand_deadline(words, hand.deadline),
        *_tell_in_force(words, hand.in_force),
        words.say("Your hand is the next message."),
    ]


def _tell_in_force(words: Words, program: InForce | None) -> list[Text]:
    if program is None:
        return [words.say("No program is in force yet.")]
    cards = card_row(words, program.cards)
    told = words.say("A program is in force already, and stays until you send another: {cards}", cards=cards)
    return [told, tell_receipt_line(words, program)]


def _tell_replaced(words: Words, news: Replaced) -> Text:
    return lines(
        words.say("🔄 Somebody else plays {robot} of {game} from now on.", robot=news.robot, game=news.game),
        _tell_reason(words, news.reason),
        words.say("The buttons of your hand do nothing any more. Thank you for playing!"),
    )


def _tell_reason(words: Words, reason: str) -> Text:
    return words.say("The host says: {reason}", reason=cut(reason, LONGEST_REASON))
