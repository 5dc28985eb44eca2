"""Discord's limits on application commands: names, localisations, options, and how much of all of it."""

import re
from collections.abc import Iterator

from bot.playground.model import Json
from bot.playground.refusals import FormErrors

MOST_COMMANDS = 100
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
LOCALES = frozenset(
    (
        *(
            "id",
            "da",
            "de",
            "en-GB",
            "en-US",
            "es-ES",
            "es-419",
            "fr",
            "hr",
            "it",
            "lt",
            "hu",
            "nl",
            "no",
            "pl",
            "pt-BR",
        ),
        *("ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    )
)
_NAME = re.compile(r"[-_'\w]{1,32}")
_ALL_CHARACTERS = 8000

Path = tuple[str | int, ...]


def check_commands(payloads: list[Json]) -> None:
    """Refuse commands that Discord would refuse, with 50035."""
    errors = FormErrors()
    if len(payloads) > MOST_COMMANDS:
        errors.add((), "APPLICATION_COMMANDS_MAX", f"Maximum number of application commands reached ({MOST_COMMANDS}).")
    seen: set[tuple[str, int]] = set()
    for index, payload in enumerate(payloads):
        key = (str(payload.get("name")), payload.get("type", 1))
        if key in seen:
            message = "Application command names must be unique"
            errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
        _check_command((index,), payload, errors)
    errors.refuse()


def _check_command(path: Path, payload: Json, errors: FormErrors) -> None:
    if payload.get("type", 1) != 1:  # user and message commands have free names and no description
        errors.require_length((*path, "name"), payload.get("name"), 1, 32)
        return
    _check_words(path, payload, errors)
    _check_options(path, payload, errors, depth=0)
    size = sum(_characters(payload))
    if size > _ALL_CHARACTERS:
        message = f"Command exceeds maximum size ({_ALL_CHARACTERS})"
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _localised(payload: Json, key: str) -> Json:
    return payload.get(f"{key}_localizations") or {}


def _check_words(path: Path, payload: Json, errors: FormErrors) -> None:
    """Check a name and a description, and their translations."""
    names = [((*path, "name"), payload.get("name"))]
    names += [((*path, "name_localizations", locale), name) for locale, name in _localised(payload, "name").items()]
    for where, name in names:
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            errors.add(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    errors.require_length((*path, "description"), payload.get("description"), 1, 100)
    for locale, text in _localised(payload, "description").items():
        errors.require_length((*path, "description_localizations", locale), text, 1, 100)
    for key in ("name", "description"):
        for locale in _localised(payload, key):
            if locale not in LOCALES:
                where = (*path, f"{key}_localizations", locale)
                errors.add(where, "BASE_TYPE_CHOICES", "This is not a locale of Discord's")


def _check_options(path: Path, payload: Json, errors: FormErrors, depth: int) -> None:
    options: list[Json] = payload.get("options") or []
    errors.require_length((*path, "options"), options, 0, 25)
    seen: set[str] = set()
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, "options", index)
        _check_words(here, option, errors)
        name = str(option.get("name"))
        if name in seen:
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option name is already used")
        seen.add(name)
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            errors.add((*here, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        _check_option(here, option, errors, depth)
    kinds = {option.get("type") in {SUBCOMMAND, GROUP} for option in options}
    if len(kinds) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        errors.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _check_option(path: Path, option: Json, errors: FormErrors, depth: int) -> None:
    kind = option.get("type")
    if kind not in range(1, 12):
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, …, 11}.")
    if kind in {SUBCOMMAND, GROUP}:
        if depth > (1 if kind == SUBCOMMAND else 0):
            errors.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
        _check_options(path, option, errors, depth + 1)
        return
    choices = option.get("choices") or []
    errors.require_length((*path, "choices"), choices, 0, 25)
    if choices and option.get("autocomplete"):
        errors.add(
            (*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Choices cannot be set too"
        )
    check_choices((*path, "choices"), choices, errors)


def check_choices(path: Path, choices: list[Json], errors: FormErrors) -> None:
    """Check the choices of an option, or of an autocompletion."""
    errors.require_length(path, choices, 0, 25)
    for index, choice in enumerate(choices):
        errors.require_length((*path, index, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            errors.require_length((*path, index, "value"), choice["value"], 1, 100)
        for locale, text in _localised(choice, "name").items():
            errors.require_length((*path, index, "name_localizations", locale), text, 1, 100)
            if locale not in LOCALES:
                where = (*path, index, "name_localizations", locale)
                errors.add(where, "BASE_TYPE_CHOICES", "This is not a locale of Discord's")


def _characters(payload: Json) -> Iterator[int]:
    """Yield how many characters count of each name, description and value: of translations the longest."""
    for key in ("name", "description"):
        texts = [str(payload.get(key) or ""), *map(str, _localised(payload, key).values())]
        yield max(map(len, texts))
    if "value" in payload:
        yield len(str(payload["value"]))
    for child in [*(payload.get("options") or []), *(payload.get("choices") or [])]:
        yield from _characters(child)
