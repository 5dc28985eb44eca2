"""The words beside pictures: where everybody stands comes first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from bot.text.cards import card_name
from bot.text.escaping import Text, fit, join, length, plain, shortened
from bot.text.languages import Words
from bot.text.limits import LONGEST_ALT
from bot.text.narrate import tell_beat
from bot.text.places import letter
from simulation.beats import PublicBeat
from simulation.cards import Card
from simulation.events import Damaged, Fell, Finished, Prioritised, Pushed, Rebooted
from simulation.geometry import Facing, Position, format_square

FIRST_PART = 256
"""Characters that some of Discord's clients keep."""
_LEAST_ROOM = 40
"""Characters in which something of what happened can be told."""
_STRIKING = Pushed | Fell | Damaged | Rebooted | Finished
"""What is told of a round beside where it led everybody."""


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
    register: int | None = None
    """After which of the round's registers; None after all of it."""
    happened: tuple[PublicBeat, ...] = ()
    """What is told with it; seats as in `robots`."""


@dataclass(frozen=True, slots=True)
class FilmSeen:
    """What the animation of a round shows."""

    before: tuple[Seen, ...]
    after: tuple[Seen, ...]
    board: str
    round: int
    beats: tuple[PublicBeat, ...]


def tell_alt(words: Words, seen: BoardSeen) -> Text:
    """Return the alternative text of a board's picture: positions in its first 256 characters, 1,024 in all."""
    unformatted = words.unformatted()
    robots = seen.robots
    told, short = _tell_first(
        [robot.robot for robot in robots],
        lambda names: [
            Text(f"{plain(name)} {_place(unformatted, robot)}") for robot, name in zip(robots, names, strict=True)
        ],
    )
    happened = (
        tell_beat(unformatted, beat, short, is_formatted=False)
        for beat in seen.happened
        if not isinstance(beat.events[0], Prioritised)
    )
    shown = dict(zip((robot.robot for robot in robots), short, strict=True))
    return _with_happened(_with_rest(told, _tell_rest(unformatted, seen, shown)), happened)


def tell_film_alt(words: Words, seen: FilmSeen) -> Text:
    """Return the alternative text of a round's animation: from where to where in its first 256 characters.

    Behind that pushes, falls, damage and finishes, register by register; 1,024 characters in all.
    """
    unformatted = words.unformatted()
    told, short = _tell_first(
        [robot.robot for robot in seen.after],
        lambda names: [
            _tell_way(unformatted, before, after, name)
            for before, after, name in zip(seen.before, seen.after, names, strict=True)
        ],
    )
    told = _with_rest(
        told,
        (
            unformatted.say("An animation of round {round} on the board {board}.", round=seen.round, board=seen.board),
            unformatted.say("Squares by column and row; facing {n}, {e}, {s} or {w}.", **_compass(unformatted)),
        ),
    )
    striking = list(_tell_striking(unformatted, seen.beats, short))
    return _with_happened(told, striking or [unformatted.say("Nobody was pushed, fell or was damaged.")])


def tell_hand_alt(words: Words, hand: Sequence[Card]) -> Text:
    """Return the alternative text of a hand's picture: each card with its place."""
    unformatted = words.unformatted()
    cards = [Text(f"{place} {card_name(unformatted, card)}") for place, card in enumerate(hand, start=1)]
    return unformatted.say("Your cards, numbered as their buttons: {cards}.", cards=join(", ", cards))


def _tell_first(names: Sequence[str], write: Callable[[Sequence[str]], list[Text]]) -> tuple[Text, Sequence[str]]:
    """Return what is told of each robot within the first part, and the names, as short as that needs."""
    shown = chain([names], (shortened(names, most) for most in range(24, 0, -1)))
    written = ((Text(f"{join(', ', write(short))}."), short) for short in shown)
    return next((text, short) for text, short in written if length(text) <= FIRST_PART)


def _with_rest(told: Text, parts: Sequence[Text]) -> Text:
    """Add the sentences that there is room for."""
    for part in parts:
        longer = Text(f"{told} {part}")
        if length(longer) <= LONGEST_ALT:
            told = longer
    return told


def _with_happened(told: Text, sentences: Iterable[Text]) -> Text:
    """Add what happened, cut where the room ends."""
    happened = join(" ", sentences)
    room = LONGEST_ALT - length(told) - 1
    if not happened or room < _LEAST_ROOM:
        return told
    return Text(f"{told} {fit(happened, room)}")


def _tell_way(words: Words, before: Seen, after: Seen, name: str) -> Text:
    origin, target = _place(words, before), _place(words, after)
    return Text(f"{plain(name)} {origin}" if origin == target else f"{plain(name)} {origin} → {target}")


def _place(words: Words, seen: Seen) -> Text:
    """Return square and facing, or the rank of a robot that is over the line."""
    if seen.square is not None:
        return Text(f"{format_square(seen.square)} {letter(words, seen.facing)}")
    return Text("—") if seen.rank is None else words.ordinal(seen.rank)


def _tell_striking(words: Words, beats: Sequence[PublicBeat], names: Sequence[str]) -> Iterator[Text]:
    """Yield a sentence or more for each register in which something out of the way happened."""
    for register, group in groupby(beats, lambda beat: beat.register):
        striking = [
            PublicBeat(beat.register, beat.phase, events)
            for beat in group
            if (events := tuple(event for event in beat.events if isinstance(event, _STRIKING)))
        ]
        if register and striking:
            told = join(" ", [tell_beat(words, beat, names, is_formatted=False) for beat in striking])
            yield words.say("Register {register}: {what}", register=register, what=told)


def _tell_rest(words: Words, seen: BoardSeen, short: Mapping[str, str]) -> list[Text]:
    damaged = [Text(f"{plain(short[robot.robot])} {robot.damage}") for robot in seen.robots if robot.damage]
    order = [plain(short[robot]) for robot in seen.order]
    told = (
        _tell_caption(words, seen),
        words.say("Squares by column and row; facing {n}, {e}, {s} or {w}.", **_compass(words)),
        words.say("Damage cards: {robots}.", robots=join(", ", damaged)) if damaged else None,
        words.say("Next order: {robots}.", robots=join(", ", order)) if order else None,
    )
    return [part for part in told if part is not None]


def _tell_caption(words: Words, seen: BoardSeen) -> Text:
    if not seen.round:
        return words.say("The board {board} at the start.", board=seen.board)
    if seen.register is None:
        return words.say("The board {board} after round {round}.", board=seen.board, round=seen.round)
    return words.say(
        "The board {board} in round {round}, after register {register}.",
        board=seen.board,
        round=seen.round,
        register=seen.register,
    )


def _compass(words: Words) -> dict[str, Text]:
    return {facing[0]: letter(words, facing) for facing in Facing}
