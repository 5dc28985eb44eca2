"""No sentence that people read stands outside the catalogues."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.text.catalogues import extract

ROOT = Path(__file__).parents[2]
PACKAGES = ("discord", "moderator", "render", "text")
APART = {
    "discord/address.py": "told to whoever runs the bot",
    "discord/failures.py": "stands in the database, for whoever runs the bot",
    "moderator/deadlines.py": "an exception's; people are told a refusal",
    "moderator/status.py": "`python -m bot status`, for whoever runs the bot",
    "text/catalogues.py": "the head of a catalogue's file",
    "render/sheet.py": "the legend in README",
    "text/tomlreasons.py": "what Python's reader of TOML says, beside what people are told of it",
    "text/spoken.py": "what players type, in all languages",
}
"""Files whose texts with spaces are none that players or hosts read, and why."""
CODES = {
    *(
        "add host",
        "dead letter",
        "earlier deadline",
        "hand over",
        "program cleared",
        "program set",
        "remove host",
        "resolve now",
    ),
    *("start square", "players could not be heard", "the channel cannot be reached: ", " s off Discord's"),
    *("orders are told by the register, steps as runs", "python -m simulation verify record.json"),
}
"""Names within the program and the audit, the message of an assertion, and a command to be typed as it stands."""


def sentences() -> set[str]:
    """Return all forms of all sentences in the catalogues."""
    ids = [message.id for message in extract() if message.id]
    return {form for found in ids for form in ((found,) if isinstance(found, str) else found)}


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield text with words that a program may show: docstrings, patterns, logs and what is asserted apart."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Assert | ast.Raise) or (isinstance(node, ast.Expr) and is_quiet(node.value)):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_said(node.value):
            yield node.value
        yield from literals(node)


def is_quiet(value: ast.expr) -> bool:
    """Whether an expression is a docstring or writes into the log."""
    if isinstance(value, ast.Constant):
        return True
    return isinstance(value, ast.Call) and ast.unparse(value.func).lower().startswith("_log.")


def is_said(text: str) -> bool:
    """Whether a text has words, with a space between them."""
    return " " in text.strip() and any(sign.isalpha() for sign in text) and "%Y" not in text and "[*" not in text


FILES = [path for package in PACKAGES for path in sorted((ROOT / "bot" / package).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "bot").as_posix())
def test_no_sentence_stands_outside_the_catalogues(path: Path) -> None:
    found = set(literals(ast.parse(path.read_text(encoding="utf-8")))) - sentences() - CODES
    if path.relative_to(ROOT / "bot").as_posix() in APART:
        assert found
    else:
        assert found == set()
