"""Where everybody stands: rank, row, points."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.escaping import Text, lines
from bot.text.languages import Words
from simulation.geometry import Position, format_square


@dataclass(frozen=True, slots=True)
class Standing:
    """A robot in the standings, which come in their order."""

    robot: str
    number: int
    """The robot's, from 1: its colour in the picture."""
    square: Position | None = None
    """None once it is over the line or out of the race."""
    left: int = 0
    """Single steps to the line."""
    rank: int | None = None
    points: int | None = 0
    """For its rank; 0 without one, None in a race that was cancelled."""
    damage: int = 0
    """Damage cards in its deck."""
    retired: bool = False


def tell_standings(words: Words, standings: Sequence[Standing], names: Sequence[str]) -> Text:
    """Return a line for each robot, in order; `names` are the robots' as they are to be shown."""
    told = [_tell_standing(words, standing, words.name(name)) for standing, name in zip(standings, names, strict=True)]
    return lines(*told)


def _tell_standing(words: Words, standing: Standing, robot: Text) -> Text:
    if standing.retired:
        return words.say("— {robot}: left the race", robot=robot)
    if standing.rank is not None:
        rank = words.ordinal(standing.rank)
        if standing.points is None:
            return words.say("🏁 {robot}: {rank}, no points", robot=robot, rank=rank)
        points = words.count("1 point", "{n} points", standing.points)
        return words.say("🏁 {robot}: {rank}, {points}", robot=robot, rank=rank, points=points)
    assert standing.square is not None, "a robot in the race stands on the board"
    told = words.count(
        "• {robot}: row {row} ({square}), 1 step to the line",
        "• {robot}: row {row} ({square}), {n} steps to the line",
        standing.left,
        robot=robot,
        row=standing.square.row,
        square=format_square(standing.square),
    )
    return Text(f"{told}, 💥 {standing.damage}") if standing.damage else told
