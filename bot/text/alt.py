"""The words beside the picture of a board: where everybody stands comes first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.text.escaping import Text, join, length, plain, shortened
from bot.text.languages import Words
from bot.text.places import faces, letter
from simulation.geometry import Facing, Position, format_square

LONGEST_ALT = 1024
FIRST_PART = 256
"""Characters that some of Discord's clients keep."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A robot as the picture shows it."""

    robot: str
    square: Position | None
    facing: Facing
    rank: int | None = None
    damage: int = 0


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What the picture of a board shows."""

    robots: tuple[Seen, ...]
    board: str
    round: int
    """After which the board stands so; 0 at the start."""
    order: tuple[str, ...] = ()
    """Robots in the order of the next register."""


def tell_alt(words: Words, seen: BoardSeen) -> Text:
    """Return the alternative text of a board's picture: positions in its first 256 characters, 1,024 in all."""
    unformatted = words.unformatted()
    names = [seen_robot.robot for seen_robot in seen.robots]
    shown = chain([names], (shortened(names, most) for most in range(24, 0, -1)))
    positions = ((_tell_positions(unformatted, seen.robots, short), short) for short in shown)
    told, short = next((text, short) for text, short in positions if length(text) <= FIRST_PART)
    for part in _tell_rest(unformatted, seen, dict(zip(names, short, strict=True))):
        longer = Text(f"{told} {part}")
        if length(longer) <= LONGEST_ALT:
            told = longer
    return told


def tell_caption(words: Words, board: str, after_round: int) -> Text:
    """Return what a picture of a board shows, for within the picture too; round 0 is the start."""
    unformatted = words.unformatted()
    if after_round:
        return unformatted.say("The board {board} after round {round}.", board=board, round=after_round)
    return unformatted.say("The board {board} at the start.", board=board)


def tell_detail(words: Words, seen: Seen) -> Text:
    """Return where a robot is, for the legend within a picture."""
    if seen.square is not None:
        return words.say("{square}, {faces}", square=format_square(seen.square), faces=faces(words, seen.facing))
    if seen.rank is not None:
        return words.say("over the line: {rank}", rank=words.ordinal(seen.rank))
    return words.say("out of the race")


def _tell_positions(words: Words, robots: Sequence[Seen], names: Sequence[str]) -> Text:
    told = [_tell_position(words, robot, name) for robot, name in zip(robots, names, strict=True)]
    return Text(f"{join(', ', told)}.")


def _tell_position(words: Words, seen: Seen, name: str) -> Text:
    shown = plain(name)
    if seen.square is not None:
        return Text(f"{shown} {format_square(seen.square)} {letter(words, seen.facing)}")
    return Text(f"{shown} {'—' if seen.rank is None else words.ordinal(seen.rank)}")


def _tell_rest(words: Words, seen: BoardSeen, short: Mapping[str, str]) -> list[Text]:
    damaged = [Text(f"{plain(short[robot.robot])} {robot.damage}") for robot in seen.robots if robot.damage]
    order = [plain(short[robot]) for robot in seen.order]
    told = (
        tell_caption(words, seen.board, seen.round),
        words.say("Squares by column and row; facing {n}, {e}, {s} or {w}.", **_compass(words)),
        words.say("Damage cards: {robots}.", robots=join(", ", damaged)) if damaged else None,
        words.say("Next order: {robots}.", robots=join(", ", order)) if order else None,
    )
    return [part for part in told if part is not None]


def _compass(words: Words) -> dict[str, Text]:
    return {facing[0]: letter(words, facing) for facing in Facing}
