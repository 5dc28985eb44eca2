"""The text of a board file, and where in it a key or a place of the picture stands."""

import re
import tomllib
from typing import Any

from simulation.boardtroubles import BoardError, BoardTrouble, Spot

LONGEST_SOURCE = 32_768
"""Characters in a board file at most: the largest board needs a quarter of it."""

MOST_PARTS = 32
"""Parts of a dotted key at most."""
_LONG_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{MOST_PARTS}}}""")
"""A key of more parts than any picture could look like; reading such keys takes time by the square of their length."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|#[^\n]*"
    r"|[\n\[\]{}=]",
    re.DOTALL,
)
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

KeyPath = tuple[str | int, ...]


class Source:
    """A board file that has been read as TOML: `document` is what it says, the rest tells where it says it."""

    def __init__(self, source: str | bytes) -> None:
        """Read the file; raises BoardError when it is not UTF-8, not TOML, or too long."""
        self.text = _decoded(source).replace("\r\n", "\n")
        if len(self.text) > LONGEST_SOURCE:
            raise BoardError(BoardTrouble.LONG_FILE, Spot(1), found=len(self.text), most=LONGEST_SOURCE)
        self.document = _parsed(self.text)

    def line_of(self, *path: str | int) -> int:
        """Return the line on which a key stands, such as ("laser", 0, "at"), or the nearest thing that holds it."""
        lines = _key_lines(self.text)
        known = (path[:length] for length in range(len(path), 0, -1))
        return next((lines[key] for key in known if key in lines), 1)

    def picture_place(self, row: int, column: int | None) -> tuple[int, int | None]:
        """Return line and column (from 1) of a place in the picture (counted from 0).

        The column is None where the file writes the picture in a way that does not show it line by line.
        """
        line = self.line_of("picture")
        shown = self.text.split("\n")
        opening = re.match(r"[^=]*=\s*('''|\"\"\")", shown[line - 1])
        if opening is None:
            return line, None
        starts_below = opening.end() == len(shown[line - 1])
        indent = 0 if starts_below or row else opening.end()
        place = line + row + int(starts_below)
        wanted = self.document["picture"].split("\n")[row]
        if place > len(shown) or not shown[place - 1][indent:].startswith(wanted):
            return line, None
        return place, None if column is None else indent + column + 1


def _decoded(source: str | bytes) -> str:
    """Return the source as text that UTF-8 can hold."""
    if isinstance(source, str):
        try:
            source.encode()
        except UnicodeEncodeError as error:
            line = source.count("\n", 0, error.start) + 1
            raise BoardError(BoardTrouble.WRONG_CHARACTER, Spot(line), found=repr(source[error.start])) from None
        return source
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise BoardError(BoardTrouble.WRONG_BYTE, Spot(line), byte=f"{source[error.start]:02x}") from None


def _parsed(text: str) -> dict[str, Any]:
    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        line = text.count("\n", 0, long_key.start()) + 1
        raise BoardError(BoardTrouble.LONG_KEY, Spot(line), most=MOST_PARTS)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        place = _TOML_PLACE.search(problem)
        reason = problem[: place.start()] if place else problem
        last = text.count("\n") + 1
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (last, None)
        raise BoardError(BoardTrouble.NOT_TOML, Spot(line, column), reason=reason) from None
    except (ValueError, RecursionError):
        raise BoardError(BoardTrouble.DEEP, Spot(1)) from None


def _key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of each key and each table header of a text that is valid TOML."""
    lines: dict[KeyPath, int] = {}
    tables: dict[str, int] = {}
    prefix: KeyPath = ()
    line, depth, start, awaits_key = 1, 0, 0, True
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if awaits_key and depth == 0 and sign == "=":
            key = next(iter(tomllib.loads(f"{text[start : token.start()]} = 0")))
            lines.setdefault((*prefix, key), line)
            awaits_key = False
        elif awaits_key and depth == 0 and sign == "[":
            header = tomllib.loads(text[start:].split("\n", 1)[0])
            prefix = _table_path(header, tables)
            lines.setdefault(prefix, line)
            awaits_key = False
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        line += sign.count("\n")
        if sign == "\n" and depth == 0:
            start, awaits_key = token.end(), True
    return lines


def _table_path(header: dict[str, Any], tables: dict[str, int]) -> KeyPath:
    """Return the path of a header: ("laser", 1) for the second [[laser]], ("laser",) for a [laser]."""
    name, content = next(iter(header.items()))
    if not isinstance(content, list):
        return (name,)
    index = tables.get(name, 0)
    tables[name] = index + 1
    return (name, index)
