"""How a game stands, for its hosts: who has a program, never its cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.escaping import Text, cut, fit_names, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.places import Moment, when
from bot.text.reports import LONGEST_ERROR
from bot.text.statuses import tell_status


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


def tell_host_panel(words: Words, panel: HostPanel) -> Text:
    """Return how a game stands: who has a program and who was never reached, not the cards."""
    names = [seat.robot for seat in panel.seats]
    return fit_names(names, lambda shown: _tell_panel(words, panel, shown), LONGEST_MESSAGE)


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
