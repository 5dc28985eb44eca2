"""Each robot's way up the board over the rounds, in words: how many steps it had to go to the line after each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.text.alt import FIRST_PART
from bot.text.escaping import Text, fit, join, length, plain, shortened
from bot.text.languages import Words
from bot.text.limits import LONGEST_ALT
from bot.text.standings import Standing

_STRIDES = (1, 2, 5, 10, 20, 50, 100)
_NAMES = (24, 16, 8, 4, 2)


@dataclass(frozen=True, slots=True)
class Climb:
    """A robot's way."""

    standing: Standing
    """How it stands now."""
    left: tuple[int | None, ...]
    """Steps to the line at the start and after each round; None once it is not on the board."""


def chart_heading(words: Words, game: str) -> tuple[tuple[str, str], str]:
    """Return what stands in the picture: the game and what is measured, and what its numbers below count."""
    unformatted = words.unformatted()
    measure = unformatted.say("Steps to the pink line, at the start and after each round")
    return (game, measure), unformatted.say("Round")


def tell_climb_alt(words: Words, climbs: Sequence[Climb]) -> Text:
    """Return the alternative text of the picture: how it stands in its first 256 characters, 1,024 in all.

    Of a long race every second round is told, or every fifth, and so on, as there is room.
    """
    unformatted = words.unformatted()
    robots = [climb.standing.robot for climb in climbs]
    for names in (robots, *(shortened(robots, most) for most in _NAMES)):
        now = _tell_now(unformatted, climbs, names)
        if length(now) <= FIRST_PART:
            break
    for told in _tell_ways(unformatted, climbs, names):
        if length(now) + length(told) < LONGEST_ALT:
            return Text(f"{now} {told}")
    return fit(now, LONGEST_ALT)


def _tell_now(words: Words, climbs: Sequence[Climb], names: Sequence[str]) -> Text:
    robots = [
        Text(f"{plain(name)} {_tell_end(words, climb.standing)}") for climb, name in zip(climbs, names, strict=True)
    ]
    return words.say("Steps to the pink line now: {robots}.", robots=join(", ", robots))


def _tell_end(words: Words, standing: Standing) -> Text:
    if standing.rank is not None:
        return words.ordinal(standing.rank)
    return words.say("left the race") if standing.square is None else Text(standing.left)


def _tell_ways(words: Words, climbs: Sequence[Climb], names: Sequence[str]) -> Iterator[Text]:
    """Yield all ways, the finest first."""
    rounds = len(climbs[0].left) - 1
    for stride in _STRIDES:
        shown = [*range(0, rounds, stride), rounds]
        robots = [
            Text(f"{plain(name)} {' '.join(_number(climb.left[number]) for number in shown)}")
            for climb, name in zip(climbs, names, strict=True)
        ]
        ways = join("; ", robots)
        if stride == 1:
            yield words.say("From the start, round by round (— is off the board): {ways}.", ways=ways)
        else:
            told = ", ".join(map(str, shown))
            yield words.say(
                "At the start and after rounds {rounds} (— is off the board): {ways}.", rounds=told, ways=ways
            )


def _number(left: int | None) -> str:
    return "—" if left is None else str(left)
