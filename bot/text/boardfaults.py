"""What is wrong or odd in a board file, for whoever drew it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.marks import N_
from bot.text.escaping import Text, fit, lines
from bot.text.excerpts import excerpt
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.places import side, towards
from bot.text.tomlreasons import tell_reason
from simulation.boardtroubles import BoardError, BoardTrouble, Found
from simulation.boardwarnings import BoardWarning, Oddity
from simulation.geometry import Facing, parse_square

MOST_WARNINGS = 6
MOST_SQUARES = 8
"""Squares of a ring that are named."""

_FOUND = {
    Found.TABLE: N_("a table"),
    Found.LIST: N_("a list"),
    Found.LARGE: N_("a very large number"),
    Found.SPACE: N_("a space"),
}
_SENTENCES: Mapping[BoardTrouble, str] = {
    BoardTrouble.LONG_FILE: N_("The file has {found} characters; a board file has at most {most}."),
    BoardTrouble.WRONG_CHARACTER: N_("Found {found}, which is no text. Save the file as plain text in UTF-8."),
    BoardTrouble.WRONG_BYTE: N_("Found the byte {byte} (hex), which is no text. Save the file as plain text in UTF-8."),
    BoardTrouble.LONG_KEY: N_("Found a key of more than {most} parts; no key of a board file has any."),
    BoardTrouble.DEEP: N_("Found a value that is too long or too deeply nested for a board file."),
    BoardTrouble.NOT_TOML: N_("This is not TOML: {reason}."),
    BoardTrouble.UNKNOWN_KEY: N_("There is no key {found}; there are: {keys}."),
    BoardTrouble.NO_NAME: N_("The key “name” is missing: what the board is called."),
    BoardTrouble.NO_PICTURE: N_("The key “picture” is missing: the board, drawn in signs."),
    BoardTrouble.NO_GUARD: N_("The key “guard” is missing: the Guard's square, such as C0."),
    BoardTrouble.NO_AT: N_("The key “at” of this laser is missing: its square, such as A3."),
    BoardTrouble.NO_FACING: N_("The key “facing” of this laser is missing: where it shoots, such as east."),
    BoardTrouble.NO_TEXT: N_("“{key}”: found {found}, expected text in quotation marks."),
    BoardTrouble.NO_SQUARE: N_("“{key}”: found {found}, expected a square such as C4: a capital letter and a number."),
    BoardTrouble.WRONG_EDGE: N_("“edge”: found {found}, expected “wall” or “pit”."),
    BoardTrouble.WRONG_FACING: N_("“facing”: found {found}, expected “north”, “east”, “south” or “west”."),
    BoardTrouble.BLANK_NAME: N_("“name”: found {found}, expected a name that can be read."),
    BoardTrouble.LONG_NAME: N_("“name”: found {found} characters, expected at most {most}."),
    BoardTrouble.GUARD_OUTSIDE: N_(
        "“guard”: found {found}, expected a square of row 0 (below the board) or one from A1 to {corner}."
    ),
    BoardTrouble.WRONG_HEIGHT: N_(
        "The picture has {found} lines; their number must be odd, 3 or more, for squares stand between walls."
    ),
    BoardTrouble.WRONG_WIDTH: N_(
        "The line has {found} characters; their number must be odd, 3 or more, for squares stand between walls."
    ),
    BoardTrouble.TOO_LARGE: N_(
        "The board has {columns} × {rows} squares; at most {most_columns} × {most_rows} are possible."
    ),
    BoardTrouble.LONG_LINE: N_("The line has {found} characters, but the picture's first line has {most}."),
    BoardTrouble.WRONG_SQUARE: N_("Found {found} in a square; its sign must be one of `{signs}`"),
    BoardTrouble.WRONG_UPRIGHT: N_("Found {found} between two squares, expected a wall | or a space."),
    BoardTrouble.WRONG_LEVEL: N_("Found {found} between two squares, expected a wall - or a space."),
    BoardTrouble.WRONG_CORNER: N_("Found {found} at a corner, where a + must stand."),
    BoardTrouble.NO_LINE: N_("There is no square beyond the pink line: at least one = is needed."),
    BoardTrouble.NO_START: N_("There is no start square: at least 1 is needed."),
    BoardTrouble.START_TWICE: N_("Start square {start} stands here a second time."),
    BoardTrouble.START_MISSING: N_("Here is start square {start}, but there is no {missing}."),
    BoardTrouble.REBOOT_TWICE: N_("Here is a second reboot square @; there can be one only."),
    BoardTrouble.NO_REBOOT_FOR_PITS: N_("There is no reboot square @, which a board with pits needs."),
    BoardTrouble.NO_REBOOT_FOR_EDGE: N_("There is no reboot square @, which a board with an open edge needs."),
    BoardTrouble.NO_WAY: N_("There is no way from start square {start} to the pink line around walls and pits."),
    BoardTrouble.WRONG_LASERS: N_(
        "“laser”: found {found}, expected a table for each laser, which begins with {table}."
    ),
    BoardTrouble.WRONG_LASER: N_("“laser”: found {found}, expected a table that begins with {table}."),
    BoardTrouble.WRONG_BEAMS: N_("“beams”: found {found}, expected a whole number from 1 to {most}."),
    BoardTrouble.LASER_OUTSIDE: N_("“at”: {found} is not on the board, which goes from A1 to {corner}."),
    BoardTrouble.LASER_IN_THE_OPEN: N_(
        "The laser on {square} that shoots {facing} has nothing behind it: a wall or the edge is needed on {behind}."
    ),
}
_WARNINGS: Mapping[Oddity, str] = {
    Oddity.FACING_BELTS: N_("The belts on {square} and {other} face each other, and carry nobody anywhere."),
    Oddity.RING: N_("The belts on {squares} are a ring without exit."),
    Oddity.REBOOT_WITHOUT_WAY: N_("There is no way to the pink line from the reboot square {square}."),
    Oddity.REBOOT_INTO_PIT: N_("Whoever is pushed {facing} off the reboot square {square} ends in a pit."),
    Oddity.REBOOT_OVER_EDGE: N_("Whoever is pushed {facing} off the reboot square {square} falls over the edge."),
    Oddity.GUARD_BESIDE: N_("The Guard on {square} stands beside the board, not below it."),
}
_WITHOUT_PLACE = frozenset(
    (
        *(BoardTrouble.LONG_FILE, BoardTrouble.DEEP),
        *(BoardTrouble.NO_NAME, BoardTrouble.NO_PICTURE, BoardTrouble.NO_GUARD),
    )
)
"""Troubles of the file as a whole: no line of it is to blame."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a board file, and the line in which it is."""

    error: BoardError
    line: str
    """A stranger's text, of any length."""


def find_fault(error: BoardError, content: bytes) -> Fault:
    """Return the fault of a file that was refused."""
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    shown = text.split("\n")
    return Fault(error, shown[error.spot.line - 1] if error.spot.line <= len(shown) else "")


def tell_fault(words: Words, fault: Fault) -> Text:
    """Return what is wrong in a file, where, and the line with a caret under the place."""
    error = fault.error
    is_placed = error.trouble not in _WITHOUT_PLACE
    told = lines(
        words.say("❌ **This file is no board that can be played on.** What I found first:"),
        _tell_place(words, error) if is_placed else None,
        tell_trouble(words, error),
        excerpt(fault.line, error.spot.column) if is_placed and fault.line.strip() else None,
    )
    return fit(told, LONGEST_MESSAGE)


def tell_trouble(words: Words, error: BoardError) -> Text:
    """Return what is wrong with a board file, without its place."""
    facts: dict[str, Fact] = {**error.facts, "table": "[[laser]]"}
    if "signs" in facts:
        facts["signs"] = Text(facts["signs"])
    if isinstance(found := facts.get("found"), Found):
        facts["found"] = words.say(_FOUND[found])
    if error.trouble is BoardTrouble.NOT_TOML:
        facts["reason"] = tell_reason(words, str(facts["reason"]))
    if error.trouble is BoardTrouble.LASER_IN_THE_OPEN:
        facts["behind"] = side(words, parse_square(str(facts["square"])), Facing(str(facts["behind"])))
        facts["facing"] = towards(words, Facing(str(facts["facing"])))
    return words.say(_SENTENCES[error.trouble], **facts)


def tell_warnings(words: Words, warnings: Sequence[BoardWarning]) -> Text | None:
    """Return what is odd about a board, a line each, the first few of many; None if nothing is."""
    if not warnings:
        return None
    more = len(warnings) - MOST_WARNINGS
    told = [Text(f"⚠️ {_tell_warning(words, warning)}") for warning in warnings[:MOST_WARNINGS]]
    return lines(
        *told, words.count("… and 1 more of that kind", "… and {n} more of that kind", more) if more > 0 else None
    )


def _tell_place(words: Words, error: BoardError) -> Text:
    line, column, inside = error.spot
    if inside is not None:
        row, character = inside
        return words.say(
            "**Line {line}** (in the picture: line {row}, character {character})",
            line=line,
            row=row,
            character=character,
        )
    if column is None:
        return words.say("**Line {line}**", line=line)
    return words.say("**Line {line}, column {column}**", line=line, column=column)


def _tell_warning(words: Words, warning: BoardWarning) -> Text:
    facts: dict[str, Fact] = dict(warning.facts)
    if "facing" in facts:
        facts["facing"] = towards(words, Facing(str(facts["facing"])))
    if "squares" in facts:
        squares = str(facts["squares"]).split(", ")
        facts["squares"] = ", ".join([*squares[:MOST_SQUARES], *(["…"] if len(squares) > MOST_SQUARES else [])])
    return words.say(_WARNINGS[warning.oddity], **facts)
