"""What a player reads: the hand, receipts, reminders, the welcome."""

from dataclasses import dataclass
from enum import StrEnum

from bot.marks import N_
from bot.text.cards import card_row
from bot.text.escaping import Text, fit, lines
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE, LONGEST_VIEW
from bot.text.places import Moment, clock, daily_clock, when
from bot.text.typed import tell_forms
from simulation.cards import REGISTERS, Card


class Origin(StrEnum):
    """How a program came in."""

    TAPPED = "tapped"
    FORM = "form"
    TYPED = "typed"
    SALVAGED = "salvaged"
    HOST = "host"


_ORIGINS = {
    Origin.TAPPED: N_("by the buttons"),
    Origin.FORM: N_("by the form"),
    Origin.TYPED: N_("typed"),
    Origin.SALVAGED: N_("typed, and found in your messages"),
    Origin.HOST: N_("laid down by a host"),
}


_CLOSED = N_("🔒 Programming is closed; the result of this round comes next.")


@dataclass(frozen=True, slots=True)
class InForce:
    """A program that counts at the deadline."""

    version: int
    cards: tuple[Card, ...]
    at: Moment
    code: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class HandPanel:
    """A hand and what has been done with it."""

    game: str
    round: int
    rounds: int
    robot: str
    hand: tuple[Card, ...]
    deadline: Moment | None
    """None while the game is paused."""
    in_force: InForce | None = None
    picked: tuple[int, ...] = ()
    """The draft: places in the hand, in order."""
    is_open: bool = True
    """Programs are taken; False from the lock on."""

    @property
    def draft(self) -> tuple[Card, ...]:
        """The cards of the draft."""
        return tuple(self.hand[place - 1] for place in self.picked)


@dataclass(frozen=True, slots=True)
class Reminding:
    """A reminder, to somebody without a program in force."""

    game: str
    round: int
    robot: str
    picked: int
    """Cards in the draft."""
    deadline: Moment


@dataclass(frozen=True, slots=True)
class Welcome:
    """The message that is sent when somebody joins."""

    game: str
    robot: str
    deadline_at: str
    zone: str


def tell_panel(words: Words, panel: HandPanel) -> Text:
    """Return the text of a hand: always what is in force, and what is being changed."""
    told = lines(
        _tell_title(words, panel.game, panel.round, panel.rounds, panel.robot),
        tell_hand_deadline(words, panel.deadline) if panel.is_open else None,
        _tell_in_force(words, panel.in_force),
        None if panel.in_force is None else tell_receipt_line(words, panel.in_force),
        *(_tell_programming(words, panel) if panel.is_open else [words.say(_CLOSED)]),
    )
    return fit(told, LONGEST_VIEW)


def _tell_programming(words: Words, panel: HandPanel) -> list[Text]:
    """Return how far the draft is, and what to do."""
    told = [_tell_draft(words, panel), *tell_warnings(words, panel)]
    return told if panel.picked else [*told, _tell_next(words, panel)]


def tell_warnings(words: Words, panel: HandPanel) -> tuple[Text, ...]:
    """Return what a player should know before the deadline."""
    warnings: list[Text] = []
    cards = panel.draft or (() if panel.in_force is None else panel.in_force.cards)
    if cards and cards[0] is Card.AGAIN:
        warnings.append(words.say("⚠️ Again stands first: there is nothing to repeat yet, so it does nothing."))
    missing = REGISTERS - len(panel.picked)
    if panel.picked and missing > 0:
        warnings.append(_tell_missing(words, panel, len(panel.picked)))
    elif panel.in_force is None:
        warnings.append(words.say("⚠️ Without a program you get five random cards at the deadline."))
    return tuple(warnings)


def tell_receipt(words: Words, panel: HandPanel) -> Text:
    """Return the receipt of a typed program, which is in force now."""
    assert panel.in_force is not None, "a receipt is of a program in force"
    told = lines(
        _tell_title(words, panel.game, panel.round, panel.rounds, panel.robot),
        tell_receipt_line(words, panel.in_force),
        _tell_in_force(words, panel.in_force),
        *tell_warnings(words, panel),
        words.say("You can change it until {when}", when=when(words, panel.deadline))
        if panel.deadline is not None
        else words.say("You can change it: the race is paused, and has no deadline now."),
    )
    return fit(told, LONGEST_MESSAGE)


def tell_receipt_line(words: Words, program: InForce) -> Text:
    """Return a receipt in a line: when the program was sent, how, and the code that proves it."""
    return words.say(
        "✅ Program received {clock}, {origin}. Receipt: {code}",
        clock=clock(words, program.at),
        origin=words.say(_ORIGINS[program.origin]),
        code=Text(f"`{words.name(program.code)}`"),
    )


def tell_reminder(words: Words, reminder: Reminding) -> Text:
    """Return a reminder: to whom nothing or only a part has been heard of."""
    facts: dict[str, Fact] = {"round": reminder.round, "robot": reminder.robot, "game": reminder.game}
    if reminder.picked:
        told = words.say(
            "⏰ {game}, round {round}: {robot} has {n} of 5 cards. Choose the rest, or you get five random cards.",
            n=reminder.picked,
            **facts,
        )
    else:
        told = words.say(
            "⏰ {game}, round {round}: {robot} has no program yet. Without one you get five random cards.", **facts
        )
    return fit(lines(told, words.say("Deadline: {when}", when=when(words, reminder.deadline))), LONGEST_MESSAGE)


def tell_welcome(words: Words, welcome: Welcome) -> Text:
    """Return the first message to a player."""
    told = lines(
        words.say("👋 Welcome to {game}! {robot} is yours.", game=welcome.game, robot=welcome.robot),
        words.say(
            "Once the race starts I send you nine cards a round. Choose five in order, before {clock}.",
            clock=daily_clock(words, welcome.deadline_at, welcome.zone),
        ),
        tell_forms(words),
        words.say("No message from me? Press **My cards** under the round's post in the channel."),
    )
    return fit(told, LONGEST_MESSAGE)


def tell_old_hand(words: Words, old: int, current: int) -> Text:
    """Return what the buttons of an old hand answer, above the hand of now."""
    return words.say("That was round {old}; here is round {current}.", old=old, current=current)


def _tell_title(words: Words, game: str, number: int, rounds: int, robot: str) -> Text:
    return words.say(
        "**{game} · round {round} of {rounds} · {robot}**", game=game, round=number, rounds=rounds, robot=robot
    )


def tell_hand_deadline(words: Words, deadline: Moment | None) -> Text:
    """Return until when a hand can be programmed; None while the race is paused."""
    if deadline is None:
        return words.say("Deadline: none while the race is paused")
    return words.say("Deadline: {when}", when=when(words, deadline))


def _tell_in_force(words: Words, program: InForce | None) -> Text:
    if program is None:
        return words.say("In force: nothing yet")
    return words.say(
        "In force (version {version}): {cards}", version=program.version, cards=card_row(words, program.cards)
    )


def _tell_draft(words: Words, panel: HandPanel) -> Text:
    if not panel.picked:
        return words.say("You are changing: nothing")
    return words.say("You are changing: {cards}", cards=card_row(words, panel.draft))


def _tell_next(words: Words, panel: HandPanel) -> Text:
    """Return what to do, where no card has been chosen."""
    if panel.in_force is None:
        return words.say("👉 Tap five cards below, in order.")
    return words.say("👉 To change it, tap five cards again.")


def _tell_missing(words: Words, panel: HandPanel, picked: int) -> Text:
    if panel.in_force is None:
        return words.say("⚠️ {n} of 5 cards: at the deadline you would get five random cards.", n=picked)
    version = panel.in_force.version
    return words.say("{n} of 5 cards: until the fifth, version {version} stays in force.", n=picked, version=version)
