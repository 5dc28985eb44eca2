"""Reports to hosts: what happened that they should know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.marks import N_
from bot.text.escaping import Text, cut, fit_names, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.permissions import tell_missing
from bot.text.places import Moment, when
from bot.text.protests import Protested, tell_protest
from bot.text.statuses import tell_status

LONGEST_ERROR = 300

KINDS = {
    "lobby": N_("the lobby post"),
    "start": N_("the start post"),
    "result": N_("the result"),
    "picture": N_("the picture"),
    "pin": N_("the pin of a result"),
    "thread": N_("the thread of a result"),
    "account": N_("the account of a register"),
    "stills": N_("the pictures of the registers"),
    "final": N_("the last post"),
    "notice": N_("a notice"),
    "hand": N_("a hand"),
    "reminder": N_("a reminder"),
    "receipt": N_("a receipt"),
    "seat": N_("a letter about a change of players"),
    "report": N_("a report"),
    "edit": N_("an edit of a post"),
}
"""Messages by their kind in the outbox."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Hands were dealt."""

    game: str
    round: int
    hands: int
    unreached: tuple[str, ...]
    """Robots whose players could not be sent their hand."""


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message can never be sent."""

    game: str
    kind: str
    error: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A game's next step fails."""

    game: str
    error: str


@dataclass(frozen=True, slots=True)
class Overdue:
    """A round is late."""

    game: str
    round: int
    minutes: int
    status: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A result waits for its hosts."""

    game: str
    round: int
    publishes: Moment
    """When it is published by itself."""


@dataclass(frozen=True, slots=True)
class PreviewOver:
    """A result waited for its hosts, and was published or taken back before they could be told."""

    game: str
    round: int


@dataclass(frozen=True, slots=True)
class ChannelLost:
    """The game's channel is gone, or closed to the bot; so the game is paused."""

    game: str
    error: str


@dataclass(frozen=True, slots=True)
class MissingPermissions:
    """What the bot may not do in the game's channel."""

    game: str
    channel_id: int
    permissions: tuple[str, ...]
    """As discord.py names them."""


@dataclass(frozen=True, slots=True)
class ClockOff:
    """The machine's clock is not Discord's."""

    game: str
    seconds: int


HostReport = (
    Delivery
    | DeadLetter
    | Stuck
    | Overdue
    | Preview
    | PreviewOver
    | ChannelLost
    | MissingPermissions
    | ClockOff
    | Protested
)


def tell_report(words: Words, report: HostReport) -> Text:
    """Return a report to the hosts."""
    names = report.unreached if isinstance(report, Delivery) else ()
    return fit_names(names, lambda shown: _tell(words, report, shown), LONGEST_MESSAGE)


def _tell(words: Words, report: HostReport, names: Sequence[str]) -> Text:  # noqa: PLR0911 - one case for each report
    match report:
        case Delivery():
            reached = report.hands - len(report.unreached)
            told = words.say(
                "📬 {game}, round {round}: {n} of {most} hands delivered.",
                game=report.game,
                round=report.round,
                n=reached,
                most=report.hands,
            )
            if not names:
                return told
            robots = words.all_of([words.name(name) for name in names])
            hint = words.say(
                "Not reached: {robots}. Their direct messages are closed; **My cards** in the channel works without.",
                robots=robots,
            )
            return lines(told, hint)
        case DeadLetter():
            return words.say(
                "✉️ {game}: {what} could not be sent, and is not tried again. Discord says: {error}",
                game=report.game,
                what=words.say(KINDS[report.kind]) if report.kind in KINDS else report.kind,
                error=cut(report.error, LONGEST_ERROR),
            )
        case Stuck():
            return words.say(
                "🛑 {game} is stuck: its next step failed, and is tried again by itself. Other races go on. {error}",
                game=report.game,
                error=cut(report.error, LONGEST_ERROR),
            )
        case Overdue():
            return words.count(
                "🛑 {game}: round {round} is 1 minute overdue ({status}).",
                "🛑 {game}: round {round} is {n} minutes overdue ({status}).",
                report.minutes,
                game=report.game,
                round=report.round,
                status=tell_status(words, report.status),
            )
        case Preview():
            return words.say(
                "👀 {game}: the result of round {round} waits for you. Only hosts see it now. Publish or correct it;"
                " by itself it is published {when}",
                game=report.game,
                round=report.round,
                when=when(words, report.publishes),
            )
        case PreviewOver():
            return words.say(
                "👀 {game}: the result of round {round} does not wait for you any more.",
                game=report.game,
                round=report.round,
            )
        case Protested():
            return tell_protest(words, report)
        case ChannelLost() | MissingPermissions() | ClockOff():
            return _tell_surroundings(words, report)
        case _:
            assert_never(report)


def _tell_surroundings(words: Words, report: ChannelLost | MissingPermissions | ClockOff) -> Text:
    match report:
        case ChannelLost():
            return words.say(
                "🛑 {game}: I cannot post in its channel any more, so the race is paused. Results are kept, and hands"
                " are still sent. Call `/game channel` where it is to go on: that channel gets what was missed. Discord"
                " says: {error}",
                game=report.game,
                error=cut(report.error, LONGEST_ERROR),
            )
        case MissingPermissions():
            lack = tell_missing(words, report.channel_id, report.permissions)
            return words.say("🔑 {game}: {lack}", game=report.game, lack=lack)
        case ClockOff():
            return words.say(
                "🕰️ {game}: the clock of the machine that I run on is {n} s off Discord's. Whoever runs it should set"
                " it.",
                game=report.game,
                n=report.seconds,
            )
        case _:
            assert_never(report)
