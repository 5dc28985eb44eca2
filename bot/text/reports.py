"""What hosts read: reports, and how a game stands. Who has a program, never its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.marks import N_
from bot.text.escaping import Text, cut, fit_names, lines
from bot.text.languages import Words
from bot.text.places import Moment, when
from bot.text.protests import Protested, tell_protest

LONGEST_MESSAGE = 2000
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

PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}
"""Permissions as Discord's settings call them."""


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """What a host may know of a player's programming."""

    robot: str
    has_program: bool
    is_reached: bool
    is_excused: bool = False


@dataclass(frozen=True, slots=True)
class HostPanel:
    """How a game stands, for its hosts."""

    game: str
    status: str
    round: int | None = None
    rounds: int = 0
    round_status: str | None = None
    deadline: Moment | None = None
    publishes: Moment | None = None
    seats: tuple[SeatStatus, ...] = ()
    waiting: int = 0
    """Messages that could not be sent yet."""
    dead: int = 0
    """Messages that can never be sent."""
    stuck: str | None = None
    skew_seconds: int = 0
    """How far the host's clock is from Discord's, if that is worth a word."""
    run: int = 0
    """The number of the open run of a round, in the database."""


def tell_report(words: Words, report: HostReport) -> Text:
    """Return a report to the hosts."""
    names = report.unreached if isinstance(report, Delivery) else ()
    return fit_names(names, lambda shown: _tell(words, report, shown), LONGEST_MESSAGE)


def tell_host_panel(words: Words, panel: HostPanel) -> Text:
    """Return how a game stands: who has a program and who was never reached, not the cards."""
    names = [seat.robot for seat in panel.seats]
    return fit_names(names, lambda shown: _tell_panel(words, panel, shown), LONGEST_MESSAGE)


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


def tell_missing(words: Words, channel_id: int, permissions: Sequence[str]) -> Text:
    """Return what the bot may not do in a channel; permissions as discord.py names them."""
    return words.say(
        "In {channel} I lack what a race needs: {permissions}. Give it to me in the channel's settings.",
        channel=Text(f"<#{channel_id}>"),
        permissions=words.all_of([words.say(PERMISSIONS[name]) for name in permissions if name in PERMISSIONS]),
    )


def tell_status(words: Words, status: str) -> Text:
    """Return where a game or a round is."""
    return words.say(STATUSES[status]) if status in STATUSES else words.name(status)


def _tell_panel(words: Words, panel: HostPanel, names: Sequence[str]) -> Text:
    return lines(
        words.say("**{game}**: {status}", game=panel.game, status=tell_status(words, panel.status)),
        None if panel.round is None else _tell_round(words, panel, panel.round),
        None if panel.deadline is None else words.say("Deadline: {when}", when=when(words, panel.deadline)),
        None if panel.publishes is None else words.say("Publishes by itself {when}", when=when(words, panel.publishes)),
        *(_tell_seat(words, seat, name) for seat, name in zip(panel.seats, names, strict=True)),
        words.count("✉️ 1 message waits to be sent.", "✉️ {n} messages wait to be sent.", panel.waiting)
        if panel.waiting
        else None,
        words.count(
            "✉️ 1 message could not be sent, and is not tried again.",
            "✉️ {n} messages could not be sent, and are not tried again.",
            panel.dead,
        )
        if panel.dead
        else None,
        None if panel.stuck is None else words.say("🛑 Stuck: {error}", error=cut(panel.stuck, LONGEST_ERROR)),
        words.say("🕰️ This machine's clock is {n} s off Discord's.", n=abs(panel.skew_seconds))
        if panel.skew_seconds
        else None,
    )


def _tell_round(words: Words, panel: HostPanel, number: int) -> Text:
    status = tell_status(words, panel.round_status or "")
    return words.say("Round {round} of {rounds}: {status}", round=number, rounds=panel.rounds, status=status)


def _tell_seat(words: Words, seat: SeatStatus, name: str) -> Text:
    if seat.has_program:
        return words.say("✅ {robot}: program in", robot=name)
    if seat.is_excused:
        return words.say("💤 {robot}: excused", robot=name)
    if not seat.is_reached:
        return words.say("📭 {robot}: no program, and the hand is not delivered (yet)", robot=name)
    return words.say("⏳ {robot}: no program yet", robot=name)
