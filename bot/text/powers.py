"""The powers of hosts in words: what they are called, what they ask for, and what was entered."""

import re
from collections.abc import Mapping
from enum import StrEnum

from bot.marks import N_
from bot.text.escaping import Text, unescape
from bot.text.languages import LANGUAGES, Words, words_in
from bot.text.people import account
from bot.text.places import FACES
from bot.text.settings import LANGUAGE_NAMES, RESULTS


class Power(StrEnum):
    """What a host may do: what stands in lists and above forms, at most 45 characters."""

    DEADLINE = N_("Move the deadline")
    RESOLVE_NOW = N_("Play the round now")
    EXCUSE = N_("Excuse a player")
    CLEAR = N_("Take a program back")
    SET_PROGRAM = N_("Lay a program down")
    SUBSTITUTE = N_("Substitute a player")
    REMOVE = N_("Remove a robot")
    MOVE_ROBOT = N_("Put or turn a robot")
    DAMAGE = N_("Give or take damage cards")
    CORRECT = N_("Correct a round")
    CORRECT_PROGRAM = N_("Correct a program")
    CORRECT_PLACE = N_("Correct where a robot stood")
    CORRECT_DAMAGE = N_("Correct damage cards")
    CORRECT_RULES = N_("Correct the house rules")
    CORRECT_NOTHING = N_("Play it again as it is")
    REPLAY = N_("Have a round programmed again")
    SETTINGS = N_("Settings")
    SET_TIMES = N_("Settings: times")
    SET_RESULTS = N_("Settings: results and language")
    SET_LENGTH = N_("Settings: rounds and points")
    SET_RULES = N_("Settings: house rules")
    SHOW_SETTINGS = N_("Show the settings")
    HOSTS = N_("Hosts")
    ADD_HOST = N_("Add a host")
    REMOVE_HOST = N_("Remove a host")
    HAND_OVER = N_("Hand the race over")
    PREVIEW = N_("Preview")
    LOG = N_("Log")
    EXPORT = N_("Record as a file")
    PAUSE = N_("Pause the race")
    RESUME = N_("Resume the race")
    PUBLISH = N_("Publish the result")
    START = N_("Start the race")
    EXTEND = N_("1 hour more")
    CANCEL = N_("End the race")
    START_SQUARE = N_("Give a start square")
    PANEL = N_("Panel")
    MORE = N_("More…")


HINTS = {
    Power.DEADLINE: N_("Another end of this round: at 22:30, or 2 hours later"),
    Power.RESOLVE_NOW: N_("Close the programming before its deadline"),
    Power.EXCUSE: N_("No reminders this round, and the result says that it was agreed"),
    Power.CLEAR: N_("The player may send another program"),
    Power.SET_PROGRAM: N_("For a player who cannot: five places in the hand"),
    Power.SUBSTITUTE: N_("Somebody else plays the robot from now on"),
    Power.REMOVE: N_("It leaves the board for good"),
    Power.MOVE_ROBOT: N_("On the board, before this round is played"),
    Power.DAMAGE: N_("Before this round is played"),
    Power.CORRECT: N_("Take a result back, and play it again with something changed"),
    Power.CORRECT_PROGRAM: N_("A robot had other cards, or none in time"),
    Power.CORRECT_PLACE: N_("Square and direction before the registers"),
    Power.CORRECT_DAMAGE: N_("More or fewer damage cards before the registers"),
    Power.CORRECT_RULES: N_("This round was played by other rules"),
    Power.CORRECT_NOTHING: N_("Same programs, same board"),
    Power.REPLAY: N_("Same hands, new programs; what came after it is withdrawn"),
    Power.SETTINGS: N_("Times, results, rounds, points, language, house rules"),
    Power.SET_TIMES: N_("Deadline, time zone, hours to program, reminders"),
    Power.SET_RESULTS: N_("At once or after you have seen them; language; outages"),
    Power.SET_LENGTH: N_("How long it lasts, what ranks are worth, time for protests"),
    Power.SET_RULES: N_("What a fall costs, and whether robots stop lasers"),
    Power.SHOW_SETTINGS: N_("As they are now"),
    Power.HOSTS: N_("Who leads the race with you, or instead of you"),
    Power.ADD_HOST: N_("Somebody else gets all of these powers too"),
    Power.REMOVE_HOST: N_("Somebody loses them"),
    Power.HAND_OVER: N_("Somebody else hosts instead of you"),
    Power.LOG: N_("Who did what, when and why"),
    Power.EXPORT: N_("record.json: while the race runs, what everybody has seen; then all of it"),
    Power.PAUSE: N_("No deadline until you resume"),
    Power.RESUME: N_("The clock runs again"),
    Power.PUBLISH: N_("The result that waits goes to the channel"),
    Power.START: N_("The first hands go out"),
    Power.START_SQUARE: N_("Who has none at the start draws one of those that are left"),
    Power.CANCEL: N_("For good, and without points"),
}
"""One line on each that stands in a list, at most 100 characters."""


class Field(StrEnum):
    """What a power asks for: at most 45 characters. New ones go to the end: messages know them by their number."""

    REASON = N_("Reason (everybody reads it)")
    ROBOT = N_("Robot")
    ROUND = N_("Round")
    SQUARE = N_("Square")
    FACING = N_("Direction")
    CARDS = N_("Damage cards")
    WHEN = N_("New deadline")
    PERSON = N_("Person")
    PLACES = N_("Program")
    TIME = N_("Deadline of each day")
    ZONE = N_("Time zone")
    ROUNDS = N_("Rounds at most")
    POINTS = N_("Points by rank")
    RESULTS = N_("When results are posted")
    REVIEW = N_("Minutes for hosts to see a result")
    HOURS = N_("Hours for a program, at least")
    REMINDERS = N_("Reminders")
    SILENCE = N_("Move the deadline after an outage?")
    LANGUAGE = N_("Language")
    FALL_DAMAGE = N_("Damage cards for a fall")
    FALL_ENDS = N_("Does a fall end the program?")
    LASERS = N_("Do robots stop lasers?")
    PROTESTS = N_("Minutes for protests against a result")


EXPLAINED = {
    Field.SQUARE: N_("A letter and a number, such as C4"),
    Field.CARDS: N_("How many it gets; with a minus, how many are taken off"),
    Field.WHEN: N_("22:30, tomorrow 21:00, 2026-06-02 21:00, or +2h for two hours more"),
    Field.PLACES: N_("Five places in the hand, such as 3 1 7 8 2; in a correction also: late"),
    Field.TIME: N_("Such as 21:00; it holds from the next deal on"),
    Field.ZONE: N_("Such as Europe/Brussels"),
    Field.POINTS: N_("For the first, the second, and so on: 5, 4, 3"),
    Field.REMINDERS: N_("Minutes before the deadline, such as 180, 30; or none"),
    Field.PROTESTS: N_("0: there are none"),
    Field.SILENCE: N_("After more than 10 minutes in the last hour in which I could not hear the players"),
}
"""What stands below the names of some fields, at most 100 characters."""

_YES_NO = {"yes": N_("yes"), "no": N_("no")}
OPTIONS: Mapping[Field, Mapping[str, str]] = {
    Field.FACING: {facing.value: sentence for facing, sentence in FACES.items()},
    Field.RESULTS: RESULTS,
    Field.LANGUAGE: LANGUAGE_NAMES,
    Field.SILENCE: _YES_NO,
    Field.FALL_ENDS: _YES_NO,
    Field.LASERS: _YES_NO,
}
"""What can be chosen for a field: the sentence for each value."""
_PERSON = re.compile(r"<@(\d{1,19})>")


def power_name(words: Words, power: Power) -> Text:
    """Return what a power is called: unformatted."""
    return words.unformatted().say(power)


def power_hint(words: Words, power: Power) -> Text | None:
    """Return one line on a power that stands in a list: unformatted."""
    return words.unformatted().say(HINTS[power]) if power in HINTS else None


def field_name(words: Words, field: Field) -> Text:
    """Return what a field is called: unformatted."""
    return words.unformatted().say(field)


def field_hint(words: Words, field: Field) -> Text | None:
    """Return what a field takes: unformatted."""
    return words.unformatted().say(EXPLAINED[field]) if field in EXPLAINED else None


def round_name(words: Words, number: int) -> Text:
    """Return what a round is called in a list: unformatted."""
    return words.unformatted().say("round {round}", round=number)


def option_names(words: Words, field: Field) -> Mapping[str, Text]:
    """Return what can be chosen for a field, by its value."""
    return {value: _option_name(words, sentence) for value, sentence in OPTIONS.get(field, {}).items()}


def _option_name(words: Words, sentence: str) -> Text:
    return sentence if isinstance(sentence, Text) else words.unformatted().say(sentence)


def tell_entry(words: Words, field: Field, value: str) -> Text:
    """Return what was entered, as a line that `parse_entry` reads again."""
    if field is Field.PERSON and value.isdecimal():
        shown = account(int(value))
    else:
        shown = option_names(words, field).get(value) or words.name(value)
    return words.say("**{field}:** {value}", field=field_name(words, field), value=shown)


def parse_entry(field: Field, told: str) -> str:
    """Return what was entered from the line that shows it, in whatever language."""
    shown = told.partition(":** ")[2]
    person = _PERSON.fullmatch(shown)
    if field is Field.PERSON and person is not None:
        return person[1]
    named = ((words, option_names(words, field)) for words in map(words_in, LANGUAGES))
    values = (value for _, options in named for value, name in options.items() if name == shown)
    return next(values, None) or unescape(shown)
