"""What somebody is told of their reminders: what holds, and when the next one comes."""

from dataclasses import dataclass

from bot.text.escaping import Text, fit, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_VIEW
from bot.text.places import Moment, when


@dataclass(frozen=True, slots=True)
class Coming:
    """A round that somebody programs, and its next reminder."""

    game: str
    round: int
    has_program: bool
    is_paused: bool
    at: Moment | None
    """None if none comes."""


@dataclass(frozen=True, slots=True)
class Reminders:
    """What somebody wants of reminders, in all races."""

    minutes: tuple[int, ...] | None
    """Before the deadline; empty for none at all, None for what each race says."""
    quiet_from: str | None
    quiet_until: str | None
    coming: tuple[Coming, ...]


def tell_reminders(words: Words, told: Reminders) -> Text:
    """Return what holds for somebody, and what comes next."""
    text = lines(
        words.say("⏰ **Your reminders**, in all your races. They come only while you have no program."),
        _tell_minutes(words, told.minutes),
        _tell_quiet(words, told.quiet_from, told.quiet_until),
        *(_tell_coming(words, coming) for coming in told.coming),
        None if told.coming else words.say("You program no round now."),
    )
    return fit(text, LONGEST_VIEW)


def _tell_minutes(words: Words, minutes: tuple[int, ...] | None) -> Text:
    if minutes is None:
        return words.say("When: as each race says")
    if not minutes:
        return words.say("When: never")
    return words.say(
        "When: {minutes} minutes before the deadline",
        minutes=words.all_of([Text(each) for each in sorted(minutes, reverse=True)]),
    )


def _tell_quiet(words: Words, since: str | None, until: str | None) -> Text:
    if since is None or until is None:
        return words.say("Quiet hours: none")
    return words.say("Quiet hours: from {since} to {until}, by each race's clocks", since=since, until=until)


def _tell_coming(words: Words, coming: Coming) -> Text:
    if coming.is_paused:
        return words.say("{game}, round {round}: paused, so none comes", game=coming.game, round=coming.round)
    if coming.has_program:
        return words.say(
            "{game}, round {round}: your program is in, so none comes", game=coming.game, round=coming.round
        )
    if coming.at is None:
        return words.say("{game}, round {round}: none comes before the deadline", game=coming.game, round=coming.round)
    return words.say(
        "{game}, round {round}: the next one comes {when}",
        game=coming.game,
        round=coming.round,
        when=when(words, coming.at),
    )
