"""Lines of strangers' files, shown sign by sign in a block of code, with a caret under a column."""

import unicodedata

from bot.text.escaping import BLANKS, NOTHING_TO_SEE, RIGHT_TO_LEFT, Text

ROOM = 60
"""Signs of a line that are shown at most."""
_BREAK = "\u200b"
_HIDDEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Mc", "Me", "Mn", "Zl", "Zp"))


def excerpt(line: str, column: int | None = None) -> Text:
    """Return what of a line stands around a column (from 1), with a caret under it; None shows its beginning.

    Each sign keeps its place: what is invisible, joins others or runs from right to left is shown as a box.
    """
    place = 0 if column is None else column - 1
    start = max(0, place - ROOM // 2)
    window = line[start : start + ROOM]
    before, after = "…" if start else "", "…" if len(line) > start + ROOM else ""
    shown = "".join(_sign(window, index) for index in range(len(window))).rstrip()
    told = f"{before}{shown}{after}"
    if column is not None:
        passed = window[: place - start].ljust(place - start)
        told += "\n" + " " * len(before) + "".join(map(_room_of, passed)) + "^"
    return Text(f"```\n{told}\n```")


def _sign(window: str, index: int) -> str:
    """Return a sign as one that can be shown, whatever stands beside it."""
    sign = window[index]
    if unicodedata.category(sign) in _HIDDEN or sign in BLANKS or unicodedata.bidirectional(sign) in RIGHT_TO_LEFT:
        return NOTHING_TO_SEE
    if sign == "`":
        return "'"
    # A mention has a word behind its @; the reboot square has a space or a wall.
    is_mention = sign == "@" and window[index + 1 : index + 2].strip(" |") != ""
    return sign + _BREAK if is_mention else " " if sign.isspace() else sign


def _room_of(sign: str) -> str:
    """Return a blank as wide as a sign."""
    return "\u3000" if unicodedata.east_asian_width(sign) in {"F", "W"} else " "
