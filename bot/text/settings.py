"""A race's settings in words: what they are, and what was changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.marks import N_
from bot.text.escaping import Text, join, lines
from bot.text.languages import Words
from bot.text.people import account

LANGUAGE_NAMES = {"en": Text("English"), "nl": Text("Nederlands")}
"""Languages by their own names."""
RESULTS = {"at once": N_("at once"), "review": N_("after a host has seen them")}

Stored = str | int | bool | Sequence[int]
"""A setting as the database has it."""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that was changed, by the name of its column."""

    name: str
    before: Stored
    after: Stored


def _plain(words: Words, value: Stored) -> Text:
    return words.name(str(value))


def _list(words: Words, value: Stored) -> Text:
    assert isinstance(value, Sequence), "a list of numbers"
    return Text(", ".join(map(str, value))) if value else words.say("none")


def _yes_or_no(words: Words, value: Stored) -> Text:
    return words.say("yes") if value else words.say("no")


def _minutes(words: Words, value: Stored) -> Text:
    assert isinstance(value, int), "a number"
    return words.count("1 minute", "{n} minutes", value)


def _hours(words: Words, value: Stored) -> Text:
    assert isinstance(value, int), "a number"
    return words.count("1 hour", "{n} hours", value)


def _results(words: Words, value: Stored) -> Text:
    return words.say(RESULTS[str(value)])


def _language(words: Words, value: Stored) -> Text:
    return LANGUAGE_NAMES.get(str(value)) or words.name(str(value))


_TOLD: Mapping[str, tuple[str, Callable[[Words, Stored], Text]]] = {
    "rounds": (N_("Rounds: {value}"), _plain),
    "deadline_at": (N_("Deadline, from the next deal on: {value}"), _plain),
    "zone": (N_("By the clocks of: {value}"), _plain),
    "language": (N_("Language: {value}"), _language),
    "points": (N_("Points: {value}"), _list),
    "publish_mode": (N_("Results are posted: {value}"), _results),
    "review_minutes": (N_("A result that waits for its hosts is posted after: {value}"), _minutes),
    "min_programming_hours": (N_("Time for a program, at least: {value}"), _hours),
    "moves_for_silence": (N_("The deadline moves when I could not hear the players: {value}"), _yes_or_no),
    "protest_minutes": (N_("Results can be protested against for: {value}"), _minutes),
    "reminder_minutes": (N_("Reminders, in minutes before the deadline: {value}"), _list),
}
"""Settings in the order in which they are told, by the name of their column."""


def tell_settings_changed(words: Words, changes: Sequence[SettingChange]) -> Text:
    """Return what was set anew, with what it was before."""
    told = [
        Text(f"• {_tell(words, change.name, change.after)} ({_was(words, change)})")
        for change in changes
        if change.name in _TOLD
    ]
    return lines(words.say("⚙️ The race has other settings:"), *told)


def tell_settings(words: Words, settings: Mapping[str, Stored], house_rules: Text, hosts: Sequence[int]) -> Text:
    """Return a race's settings, by the names of their columns, its house rules, told already, and who hosts it."""
    told = [words.say("Hosts: {hosts}", hosts=words.all_of([account(host) for host in hosts]))]
    told += [_tell(words, name, settings[name]) for name in _TOLD]
    told.append(words.say("House rules: {rules}", rules=house_rules))
    return join("\n", [Text(f"• {each}") for each in told])


def _tell(words: Words, name: str, value: Stored) -> Text:
    sentence, show = _TOLD[name]
    return words.say(sentence, value=show(words, value))


def _was(words: Words, change: SettingChange) -> Text:
    return words.say("before: {value}", value=_TOLD[change.name][1](words, change.before))
