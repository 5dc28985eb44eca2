"""Strangers' text made harmless: it pings nobody, formats nothing, and keeps to its place in the line.

`Text` can be shown as it is. Whatever else gets into a sentence is made harmless first, so that what is forgotten is
escaped twice, which can be seen, and never left as it came.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

LONGEST_NAME = 32
"""Characters of a name that are shown; robots' names have no more."""

MOST_MARKS = 4
"""Accents that may stand on one letter: more climb over the lines above."""

NOTHING_TO_SEE = "▢"
"""Stands for a text without a visible character."""

ELLIPSIS = "…"
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
_BREAK = "\u200b"
"""Stands behind an @, so that no name of a mention follows it; it has no width."""

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs of some scripts that show nothing."""
_FORMATTING = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|(?<=\w)\.(?=\w)|^[-+#]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))


class Text(str):
    """Text that can be shown as it is: the project's own words, with all else in them made harmless."""

    __slots__ = ()


def escape(text: str) -> Text:
    """Return a stranger's text for a message: one line, without mentions, formatting, links or reordering."""
    cleaned = clean(text).replace("@", "@" + _BREAK)
    return _isolated(_FORMATTING.sub(r"\\\g<0>", cleaned))


def unescape(text: str) -> str:
    """Return what `escape` made harmless, as one line without signs that nobody sees."""
    return re.sub(r"\\(.)", r"\1", re.sub(f"[{ISOLATE}{END_OF_ISOLATE}{_BREAK}]", "", text))


def code(text: str) -> Text:
    """Return a text for a block of code, where nothing is escaped and only a backtick ends it."""
    return Text(clean(text).replace("`", "'"))


def plain(text: str) -> Text:
    """Return a stranger's text for where Discord formats nothing: labels, and the words beside a picture."""
    return _isolated(clean(text).replace("@", "@" + _BREAK))


def cut(text: str, most: int) -> str:
    """Return a text cut to `most` characters, never between a letter and its accents."""
    if len(text) <= most:
        return text
    end = most - 1
    while end > 1 and _joins(text, end):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def length(text: str) -> int:
    """Return the length of a text as the strictest of Discord's clients count: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def join(separator: str, texts: Iterable[Text]) -> Text:
    """Return texts with a separator of ours between them."""
    return Text(separator.join(texts))


def lines(*texts: Text | None) -> Text:
    """Return texts one under the other, without those that are None."""
    return join("\n", (text for text in texts if text is not None))


def fit(text: Text, most: int) -> Text:
    """Return a text within a limit: cut at a line's end or a sentence's end, with "…" behind it, if it must be."""
    if length(text) <= most:
        return text
    room = most - 2 * length(ELLIPSIS)
    kept = _first_units(text, room)
    end = max(kept.rfind("\n"), kept.rfind(". ") + 1, kept.rfind("; ") + 1)
    if end < room // 3:
        end = kept.rfind(" ")
    kept = kept[: end if end > 0 else len(kept)].rstrip("\\ \n")
    closing = END_OF_ISOLATE * (kept.count(ISOLATE) - kept.count(END_OF_ISOLATE))
    return Text(f"{kept}{closing} {ELLIPSIS}")


def _first_units(text: str, units: int) -> str:
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore")


def _joins(text: str, index: int) -> bool:
    """Whether the character at an index belongs to the one before it."""
    return bool(unicodedata.combining(text[index])) or text[index] in "\ufe0e\ufe0f\u20e3"


def clean(text: str) -> str:
    """Return a text as one line of visible characters."""
    kept: list[str] = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if category == "Cf" or marks > MOST_MARKS:
            continue
        kept.append(" " if category in {"Cc", "Cs", "Zl", "Zp", "Zs"} or sign in BLANKS else sign)
    line = " ".join("".join(kept).split())
    return line or NOTHING_TO_SEE


def _isolated(text: str) -> Text:
    """Keep a text that runs from right to left from turning round what stands beside it."""
    if any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text):
        return Text(f"{ISOLATE}{text}{END_OF_ISOLATE}")
    return Text(text)


def shortened(names: Sequence[str], most: int) -> list[str]:
    """Return names of at most `most` characters each; those that would then be alike get their numbers."""
    short = [cut(name, most) for name in names]
    return [
        name if short.count(name) == 1 else f"{cut(name, max(1, most - 3))} {number}"
        for number, name in enumerate(short, start=1)
    ]


def fit_names(names: Sequence[str], write: Callable[[Sequence[str]], Text], most: int) -> Text:
    """Return what is written with these names within a limit: with shorter names first, then cut."""
    text = write(names)
    for longest in (16, 8):
        if length(text) <= most:
            break
        text = write(shortened(names, longest))
    return fit(text, most)
