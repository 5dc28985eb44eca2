"""Refusals: what cannot be done, and why, as values."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.marks import N_

Fact = str | int


class Reason(StrEnum):
    """Why something is refused; the value is the sentence, with places for the facts."""

    # Games and seats
    UNKNOWN_GAME = N_("There is no such game.")
    UNKNOWN_BOARD = N_("There is no board called “{found}”; there are: {expected}.")
    BROKEN_BOARD = N_("The board “{found}” cannot be played on: {problem}.")
    WRONG_NAME = N_("The name “{found}” cannot be used: 1 to {most} printable characters are needed.")
    WRONG_ROUNDS = N_("Found {found} rounds, expected {least} to {most}.")
    WRONG_TIME = N_("That is no time of day: {problem}.")
    WRONG_ZONE = N_("That zone cannot be used: {problem}.")
    WRONG_LANGUAGE = N_("There is no language “{found}”; there are: {expected}.")
    WRONG_POINTS = N_("The points “{found}” cannot be used: 1 to {length} whole numbers from 0 to {most} are needed.")
    WRONG_RULES = N_("These house rules cannot be used: found {found} damage cards for a fall, expected 0 to {most}.")
    WRONG_HOURS = N_("Found {found} hours for programming, expected {least} to {most}.")
    WRONG_REVIEW = N_("Found {found} minutes of review, expected {least} to {most}.")
    WRONG_REMINDERS = N_(
        "The reminders “{found}” cannot be used: at most {count}, each {least} to {most} minutes before."
    )
    HALF_QUIET = N_("Quiet hours need a beginning and an end.")
    NOT_IN_LOBBY = N_("The game has been started already.")
    NOT_STARTED = N_("The game has not been started yet.")
    NOT_RUNNING = N_("The game is not running: it is {status}.")
    NOT_PAUSED = N_("The game is not paused: it is {status}.")
    GAME_OVER = N_("This race is over ({status}).")
    FULL = N_("The game is full: its board has room for {most} robots.")
    EMPTY = N_("Nobody has joined yet: a game needs at least one robot.")
    CHANNEL_BUSY = N_("Another game, “{other}”, is being played in this channel; end it first, or use another channel.")
    JOINED_ALREADY = N_("You have a robot in this game already: {robot}.")
    PLAYS_ALREADY = N_("They have a robot in this game already: {robot}.")
    NAME_TAKEN = N_("Another robot is called {robot}; choose another name.")
    NOT_A_PLAYER = N_("You have no robot in this game.")
    UNKNOWN_SEAT = N_("There is no robot no. {seat} in this game.")
    UNKNOWN_ROBOT = N_("There is no robot called “{found}” in this game.")
    REMOVED_ALREADY = N_("{robot} has left the race already.")
    WRONG_START = N_("“{found}” cannot be a start square here; free are: {expected}.")
    # Programs
    UNKNOWN_ROUND = N_("There is no such round.")
    OLD_ROUND = N_("That was round {number}; now it is round {current}.")
    ROUND_OVER = N_("That was round {number}; it is over.")
    WITHDRAWN = N_("That hand of round {number} was withdrawn; use the latest one.")
    NO_HAND = N_("{robot} is not in the race any more, so it has no hand.")
    TOO_LATE = N_("Too late: this came {seconds} s after the deadline of round {number}.")
    CLOSED = N_("A host closed the programming of round {number} before its deadline.")
    OLDER = N_("A newer program of yours is in force (version {version}); this one was sent before it.")
    WRONG_PROGRAM = N_("No program: {problem}.")
    WRONG_PLACE = N_("There is no card no. {found} in your hand: it has {most}.")
    # Hosts
    NOT_A_HOST = N_("Only a host of this game can do that.")
    HOST_ALREADY = N_("They are a host of this game already.")
    NO_SUCH_HOST = N_("They are no host of this game.")
    LAST_HOST = N_("You are the last host of this game: make somebody else a host first.")
    HOST_PLAYS = N_("You play in this game yourself: another host must do that.")
    NO_REASON = N_("A reason is needed: 1 to {most} characters.")
    NO_OPEN_ROUND = N_("No round is being programmed now.")
    ROUND_RESOLVED = N_("Round {number} has been resolved: publish it, or correct it.")
    NOTHING_TO_PUBLISH = N_("There is no result that waits for publication.")
    PAST_DEADLINE = N_("That deadline has passed already; it must be later than now.")
    FAR_DEADLINE = N_("That deadline is too far away: at most {most} days from now.")
    SAME_DEADLINE = N_("That is the deadline already.")
    NO_PROGRAM = N_("{robot} has no program in force.")
    EXCUSED_ALREADY = N_("{robot} is excused already.")
    WRONG_ADJUSTMENT = N_("That cannot be changed: {problem}.")
    NOTHING_TO_REDO = N_("Round {number} has no result yet that could be taken back.")
    SEED_PUBLIC = N_(
        "The game is over and its seed is public, so only its last round can be corrected, and none replayed."
    )
    OUTDATED = N_("The game has gone on since you were asked: look again, and confirm anew.")


@dataclass(frozen=True, slots=True)
class Rejected:
    """An expected refusal; nothing was changed."""

    reason: Reason
    facts: dict[str, Fact] = field(default_factory=dict)

    def sentence(self) -> str:
        """Return the refusal in English."""
        return self.reason.value.format(**self.facts)


def rejected(reason: Reason, **facts: Fact) -> Rejected:
    """Return a refusal with its facts; what was typed by somebody is made printable."""
    return Rejected(reason, {name: _printable(fact) if isinstance(fact, str) else fact for name, fact in facts.items()})


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
