"""Refusals: what cannot be done, and why, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.marks import N_
from simulation.adjustments import AdjustmentError, AdjustmentTrouble
from simulation.programs import ProgramError, ProgramTrouble

Fact = str | int


class Reason(StrEnum):
    """Why something is refused; the value is the sentence, with places for the facts."""

    # Games and seats
    UNKNOWN_GAME = N_("There is no such race.")
    UNKNOWN_BOARD = N_("There is no board called “{found}”; there are: {expected}.")
    BROKEN_BOARD = N_("The board “{found}” cannot be played on: {problem}.")
    BOARD_NAME_TAKEN = N_("A board is called “{title}” already; give yours another name with the option `name`.")
    TOO_MANY_BOARDS = N_("This server has {most} boards of its own already; remove one first.")
    NOT_OWN_BOARD = N_("“{found}” is no board of this server's own, so it cannot be removed.")
    WRONG_NAME = N_("The name “{found}” cannot be used: 1 to {most} printable characters are needed.")
    WRONG_ROUNDS = N_("Found {found} rounds, expected {least} to {most}.")
    WRONG_TIME = N_("“{found}” is no time of day: 0:00 to 23:59 is expected, without seconds, such as 21:00.")
    WRONG_ZONE = N_("“{found}” is no time zone: a name such as Europe/Brussels is expected, with its capitals.")
    WRONG_LANGUAGE = N_("There is no language “{found}”; there are: {expected}.")
    WRONG_POINTS = N_("The points “{found}” cannot be used: 1 to {length} whole numbers from 0 to {most} are needed.")
    WRONG_RULES = N_("These house rules cannot be used: found {found} damage cards for a fall, expected 0 to {most}.")
    WRONG_HOURS = N_("Found {found} hours for programming, expected {least} to {most}.")
    WRONG_REVIEW = N_("Found {found} minutes of review, expected {least} to {most}.")
    WRONG_PROTEST_TIME = N_("Found {found} minutes for protests, expected 0 (none) to {most}.")
    WRONG_REMINDERS = N_(
        "The reminders “{found}” cannot be used: at most {count} numbers are expected, each {least} to {most}"
        " minutes before the deadline, such as 180, 30; or none."
    )
    SHORTENED = N_(
        "Round {number} has been dealt already: found {found} as the number of rounds, expected {number} or more."
    )
    POINTS_FIXED = N_("{robot} is over the pink line already, so the points stay as they are.")
    NOTHING_CHANGED = N_("Nothing would change: these are the settings already.")
    HALF_QUIET = N_("Quiet hours need a beginning and an end.")
    NOT_IN_LOBBY = N_("The race has been started already.")
    NOT_STARTED = N_("The race has not been started yet.")
    NOT_RUNNING = N_("The race is not running: it is {status}.")
    NOT_PAUSED = N_("The race is not paused: it is {status}.")
    GAME_OVER = N_("This race is over ({status}).")
    FULL = N_("The race is full: its board has room for {most} robots.")
    EMPTY = N_("Nobody has joined yet: a race needs at least one robot.")
    CHANNEL_BUSY = N_("Another race, “{other}”, is being played in this channel; end it first, or use another channel.")
    SAME_CHANNEL = N_("The race is played in this channel already, and nothing of it is missing here.")
    OTHER_SERVER = N_("That race is played in another server.")
    JOINED_ALREADY = N_("You have a robot in this race already: {robot}.")
    PLAYS_ALREADY = N_("They have a robot in this race already: {robot}.")
    NAME_TAKEN = N_("Another robot is called {robot}; choose another name.")
    NOT_A_PLAYER = N_("You have no robot in this race.")
    UNKNOWN_SEAT = N_("There is no robot no. {seat} in this race.")
    UNKNOWN_ROBOT = N_("There is no robot called “{found}” in this race.")
    NO_SUCH_ROBOT = N_("There is no robot “{found}” in this race; there are: {expected}.")
    NOTHING_PUBLISHED = N_("There is nothing to look at yet: no round of this race has a result.")
    NOT_PUBLISHED = N_("Round {found} has no result to look at; the latest one that has is round {last}.")
    REMOVED_ALREADY = N_("{robot} has left the race already.")
    WRONG_START = N_("“{found}” cannot be a start square here; free are: {expected}.")
    # Programs
    UNKNOWN_ROUND = N_("There is no such round.")
    OLD_ROUND = N_("That was round {number}; now it is round {current}.")
    ROUND_OVER = N_("That was round {number}; it is over.")
    WITHDRAWN = N_("That hand of round {number} was withdrawn; use the latest one.")
    NO_HAND = N_("{robot} has left the race, so it has no hand any more.")
    OVER_THE_LINE = N_("{robot} is over the pink line already, so it has no hand any more.")
    TOO_LATE = N_("Too late: this came {seconds} s after the deadline of round {number}.")
    CLOSED = N_("A host closed the programming of round {number} before its deadline.")
    OLDER = N_("A newer program of yours is in force (version {version}); this one was sent before it.")
    WRONG_LENGTH = N_("A program has 5 cards, not {count}.")
    NO_PLACE = N_("There is no place {place} in the hand: it has places 1 to {most}.")
    PLACE_TWICE = N_("Place {place} ({card}) is in the program more than once.")
    NOT_HELD = N_("There is no {card} in the hand.")
    TOO_OFTEN = N_("{card} is in the program more often than in the hand, which has it {count} ×.")
    WRONG_PLACE = N_("There is no card no. {found} in your hand: it has {most}.")
    # Protests
    NO_VIEWERS = N_("Only players and hosts of this race can protest. Viewers talk to them in the channel.")
    RESULT_WITHDRAWN = N_("That result of round {number} was taken back; what counts is further down.")
    NO_PROTESTS = N_("Round {number} takes no protests; speak to a host instead.")
    PROTEST_OVER = N_("Too late: the time for protests about round {number} was over {when}. The result is final.")
    MANY_PROTESTS = N_("You have sent {most} protests about round {number} already; the hosts have them all.")
    WRONG_PROTEST = N_("A protest needs 1 to {most} characters, not {found}.")
    # Hosts
    NOT_A_HOST = N_("Only a host of this race can do that.")
    HOST_ALREADY = N_("They are a host of this race already.")
    NO_SUCH_HOST = N_("They are no host of this race.")
    LAST_HOST = N_("You are the last host of this race: make somebody else a host first.")
    HOST_PLAYS = N_("You play in this race yourself: another host must do that.")
    NO_REASON = N_("A reason is needed: 1 to {most} characters.")
    NO_OPEN_ROUND = N_("No round is being programmed now.")
    ROUND_RESOLVED = N_("Round {number} has been resolved: publish it, or correct it.")
    NOTHING_TO_PUBLISH = N_("There is no result that waits for publication.")
    PAST_DEADLINE = N_("That deadline has passed already; it must be later than now.")
    FAR_DEADLINE = N_("That deadline is too far away: at most {most} days from now.")
    SAME_DEADLINE = N_("That is the deadline already.")
    WRONG_MOMENT = N_(
        "“{found}” is no time for a deadline: expected one such as 22:30, tomorrow 21:00, 2026-06-02 21:00, or +2h."
    )
    WRONG_SQUARE = N_("“{found}” is no square: expected a letter and a number, such as C4.")
    WRONG_FACING = N_("“{found}” is no direction: expected north, east, south or west.")
    WRONG_NUMBER = N_("“{found}” is no whole number.")
    WRONG_PLACES = N_(
        "“{found}” is no program: expected five places in the hand from 1 to 9, each once, such as 3 1 7 8 2."
    )
    WRONG_CHOICE = N_("“{found}” is none of the choices.")
    NOT_A_PERSON = N_("A person is needed here: bots neither play nor host.")
    INCOMPLETE = N_("Something is missing: fill in the whole form, please.")
    WHICH_ROBOT = N_("Say which robot you mean, too.")
    WHICH_CHANGE = N_("Say what is to be corrected about that robot, too.")
    SEVERAL_ROBOTS = N_("Several races have a robot called “{found}”: choose it from the list that is offered.")
    NO_PROGRAM = N_("{robot} has no program in force.")
    EXCUSED_ALREADY = N_("{robot} is excused already.")
    FINISHED_ALREADY = N_("{robot} is over the line already.")
    SAME_SQUARE = N_("{robot} stands on {square} already, and faces that way.")
    OUTSIDE = N_("{square} is outside the board, which goes from A1 to {corner}.")
    ON_PIT = N_("{robot} cannot stand on {square}: it is a pit.")
    BEYOND_LINE = N_("{robot} cannot be put on {square}: it is beyond the pink line.")
    SQUARE_TAKEN = N_("{robot} cannot be put on {square}: {other} stands there.")
    WRONG_CARDS = N_("Found {found} damage cards for {robot}, expected 1 to {most}.")
    TOO_MANY_CARDS = N_("{found} damage cards cannot be taken off {robot}: it has {held} in its piles.")
    NOTHING_TO_REDO = N_("Round {number} has no result yet that could be taken back.")
    SEED_PUBLIC = N_(
        "The race is over and its seed is public, so only its last round can be corrected, and none replayed."
    )
    OUTDATED = N_("The race has gone on since you were asked: look again, and confirm anew.")


@dataclass(frozen=True, slots=True)
class Rejected:
    """An expected refusal; nothing was changed."""

    reason: Reason
    facts: dict[str, Fact] = field(default_factory=dict)

    def sentence(self) -> str:
        """Return the refusal in English."""
        return self.reason.value.format(**self.facts)


def format_moment(at: datetime, zone: str) -> str:
    """Return a moment as the fact `when` of a refusal, whose sentence shows it in the reader's zone too."""
    return f"{at.isoformat()} {zone}"


def rejected(reason: Reason, **facts: Fact) -> Rejected:
    """Return a refusal with its facts; what was typed by somebody is made printable."""
    return Rejected(reason, {name: _printable(fact) if isinstance(fact, str) else fact for name, fact in facts.items()})


OF_TROUBLES: Mapping[ProgramTrouble | AdjustmentTrouble, Reason] = {
    ProgramTrouble.LENGTH: Reason.WRONG_LENGTH,
    ProgramTrouble.NO_PLACE: Reason.NO_PLACE,
    ProgramTrouble.PLACE_TWICE: Reason.PLACE_TWICE,
    ProgramTrouble.NOT_HELD: Reason.NOT_HELD,
    ProgramTrouble.TOO_OFTEN: Reason.TOO_OFTEN,
    AdjustmentTrouble.NO_SEAT: Reason.UNKNOWN_SEAT,
    AdjustmentTrouble.LEFT: Reason.REMOVED_ALREADY,
    AdjustmentTrouble.FINISHED: Reason.FINISHED_ALREADY,
    AdjustmentTrouble.SAME: Reason.SAME_SQUARE,
    AdjustmentTrouble.OUTSIDE: Reason.OUTSIDE,
    AdjustmentTrouble.PIT: Reason.ON_PIT,
    AdjustmentTrouble.BEYOND: Reason.BEYOND_LINE,
    AdjustmentTrouble.TAKEN: Reason.SQUARE_TAKEN,
    AdjustmentTrouble.CARDS: Reason.WRONG_CARDS,
    AdjustmentTrouble.TOO_MANY: Reason.TOO_MANY_CARDS,
}
"""What is told of what the game refuses."""


def refuse(error: ProgramError | AdjustmentError) -> Rejected:
    """Return what the game itself refuses as a refusal, whose sentence has a translation."""
    return rejected(OF_TROUBLES[error.trouble], **error.facts)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)
