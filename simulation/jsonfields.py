"""Reading JSON from strangers: each value checked, each refusal a sentence that says where, what and what instead."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, TypeGuard, TypeVar

LONGEST_SHOWN = 80
"""Characters of what was found that a sentence echoes at most: a SHA-256 fits."""

Member = TypeVar("Member")


class FieldError(ValueError):
    """A value that cannot be used: where it stands, what was found, what was expected."""


class _RepeatingObject(dict[str, Any]):
    """An object in which keys stand more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counts = Counter(key for key, _ in pairs)
        self.repeated = [key for key, count in counts.items() if count > 1]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _RepeatingObject(pairs)


def _refuse_constant(name: str) -> NoReturn:
    msg = f"found {name}, expected a number that JSON knows"
    raise FieldError(msg)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant)


def load_json(text: str | bytes) -> object:
    """Parse one JSON text in UTF-8; raises FieldError when it is none. Repeated keys are found by `take_object`."""
    try:
        found: object = _DECODER.decode(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError as error:
        msg = f"no JSON: found a byte at place {error.start + 1} that is not UTF-8"
    except json.JSONDecodeError as error:
        msg = f"no JSON: line {error.lineno}, column {error.colno}: {error.msg}"
    except FieldError as error:
        msg = f"no JSON: {error}"
    except (ValueError, RecursionError):
        msg = "no JSON: a number too long or values too deeply nested"
    else:
        return found
    raise FieldError(msg)


def is_object(found: object) -> TypeGuard[dict[str, Any]]:
    """Whether a parsed value is an object (in TOML, a table)."""
    return isinstance(found, dict)


def is_list(found: object) -> TypeGuard[list[Any]]:
    """Whether a parsed value is a list."""
    return isinstance(found, list)


def refuse(where: str, found: object, expected: str) -> NoReturn:
    """Raise a FieldError for a value."""
    msg = f"{where}: found {shown(found)}, expected {expected}"
    raise FieldError(msg)


def shown(found: object) -> str:
    """Return a value as JSON, cut to a readable length."""
    try:
        return cut(json.dumps(found))
    except RecursionError:
        return "a deeply nested value"


def cut(text: str) -> str:
    """Return a text that a sentence can echo: at most `LONGEST_SHOWN` characters of it."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def take_object(
    found: object, where: str, required: frozenset[str] | None = None, optional: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return an object; with `required` its keys must be those, and may be `optional` ones."""
    if not is_object(found):
        refuse(where, found, "an object")
    if isinstance(found, _RepeatingObject):
        msg = f"{where}: found the key {shown(found.repeated[0])} more than once, expected each key once"
        raise FieldError(msg)
    if required is not None and not required <= found.keys() <= (required | optional):
        _refuse_keys(found, where, required, optional)
    return found


def get_unrepeated(found: object, key: str) -> object:
    """Return the value of a key in what may be no object at all; None without one, or where it stands twice."""
    if not is_object(found) or (isinstance(found, _RepeatingObject) and key in found.repeated):
        return None
    return found.get(key)


def _refuse_keys(found: Mapping[str, Any], where: str, required: frozenset[str], optional: frozenset[str]) -> NoReturn:
    unknown = next((key for key in found if key not in required and key not in optional), None)
    if unknown is None:
        msg = f"{where}: found no key '{min(required - found.keys())}', expected one"
    else:
        msg = (
            f"{where}: found the unknown key {shown(unknown)}, expected one of {', '.join(sorted(required | optional))}"
        )
    raise FieldError(msg)


def take_list(found: object, where: str) -> list[Any]:
    """Return a list."""
    if not is_list(found):
        refuse(where, found, "a list")
    return found


def take_text(found: object, where: str) -> str:
    """Return a text."""
    if not isinstance(found, str):
        refuse(where, found, "text")
    return found


def take_seed(found: object, where: str) -> str:
    """Return a seed: a text that UTF-8 can hold (S1)."""
    seed = take_text(found, where)
    try:
        seed.encode()
    except UnicodeEncodeError:
        refuse(where, seed, "text that UTF-8 can hold")
    return seed


def take_whole_number(found: object, where: str, least: int, most: int) -> int:
    """Return a whole number in a range; a boolean is no number."""
    if type(found) is not int or not least <= found <= most:
        refuse(where, found, f"a whole number from {least} to {most}")
    return found


def take_flag(found: object, where: str) -> bool:
    """Return true or false."""
    if not isinstance(found, bool):
        refuse(where, found, "true or false")
    return found


def take_member(found: object, where: str, members: Mapping[str, Member]) -> Member:
    """Return the member of a closed set that a text names."""
    if not isinstance(found, str) or found not in members:
        refuse(where, found, f"one of {', '.join(members)}")
    return members[found]
