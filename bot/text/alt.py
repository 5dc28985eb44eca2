"""The words beside the picture of a board: where everybody stands comes first."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.escaping import Text, join, length, plain, shortened
from bot.text.languages import Words
from bot.text.places import letter
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
    positions = _tell_positions(unformatted, seen.robots, names)
    for most in range(24, 1, -1):
        if length(positions) <= FIRST_PART:
            break
        positions = _tell_positions(unformatted, seen.robots, shortened(names, most))
    rest = [told for told in _tell_rest(unformatted, seen) if told is not None]
    told = positions
    for part in rest:
        longer = Text(f"{told} {part}")
        if length(longer) <= LONGEST_ALT:
            told = longer
    return told


def _tell_positions(words: Words, robots: Sequence[Seen], names: Sequence[str]) -> Text:
    told = [_tell_position(words, robot, name) for robot, name in zip(robots, names, strict=True)]
    return Text(f"{join(', ', told)}.")


def _tell_position(words: Words, seen: Seen, name: str) -> Text:
    shown = plain(name)
    if seen.square is not None:
        return Text(f"{shown} {format_square(seen.square)} {letter(words, seen.facing)}")
    return Text(f"{shown} {'—' if seen.rank is None else words.ordinal(seen.rank)}")


def _tell_rest(words: Words, seen: BoardSeen) -> tuple[Text | None, ...]:
    damaged = [Text(f"{plain(robot.robot)} {robot.damage}") for robot in seen.robots if robot.damage]
    where = (
        words.say("The board {board} after round {round}.", board=seen.board, round=seen.round)
        if seen.round
        else words.say("The board {board} at the start.", board=seen.board)
    )
    order = [plain(robot) for robot in seen.order]
    return (
        where,
        words.say("Squares by column and row; facing {n}, {e}, {s} or {w}.", **_compass(words)),
        words.say("Damage cards: {robots}.", robots=join(", ", damaged)) if damaged else None,
        words.say("Next order: {robots}.", robots=join(", ", order)) if order else None,
    )


def _compass(words: Words) -> dict[str, Text]:
    return {facing[0]: letter(words, facing) for facing in Facing}
