"""A program before the deadline, alone on the board: where each register would lead, and what nobody knows yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.text.cards import card_name, card_sign
from bot.text.clauses import Teller, clauses
from bot.text.escaping import Text, fit, join, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_ALT, LONGEST_VIEW
from bot.text.places import faces, letter
from simulation.beats import PublicBeat
from simulation.cards import REGISTERS, Card
from simulation.events import Fell, Finished, Played, Prioritised, PublicEvent, TurnCause, Turned
from simulation.foresight import Foreseen
from simulation.geometry import format_square
from simulation.state import Robot


@dataclass(frozen=True, slots=True)
class PathSeen:
    """A player's program, alone on the board."""

    robot: str
    round: int
    foreseen: Foreseen
    is_draft: bool
    """It is a draft: what is in force, if anything, is another."""


def tell_path(words: Words, path: PathSeen) -> Text:
    """Return where a program would lead, register by register, and what it does not reckon with."""
    foreseen = path.foreseen
    start = words.say("Start: {place}.", place=_tell_place(words, foreseen.start))
    told = [_tell_register(words, path, register) for register in range(1, len(foreseen.cards) + 1)]
    return fit(lines(_tell_title(words, path), tell_alone(words), start, *told), LONGEST_VIEW)


def tell_alone(words: Words) -> Text:
    """Return the warning that stands over each path."""
    return words.say(
        "⚠️ Others will be in your way: here your robot is alone on the board. They may push it, block it, or keep a"
        " belt from carrying it."
    )


def path_heading(words: Words, round_number: int) -> tuple[str, str]:
    """Return what stands in the picture of a path."""
    unformatted = words.unformatted()
    return unformatted.say("Round {round}: your path", round=round_number), unformatted.say(
        "Others will be in your way"
    )


def path_legs(words: Words, foreseen: Foreseen) -> tuple[tuple[str, str], ...]:
    """Return each register's card, and where it leads, as they stand in the picture."""
    unformatted = words.unformatted()
    return tuple(
        (card_name(unformatted, card), _tell_leg(unformatted, foreseen, register))
        for register, card in enumerate(foreseen.cards, start=1)
    )


def tell_path_alt(words: Words, path: PathSeen) -> Text:
    """Return the alternative text of a path's picture: its squares in the first 256 characters, 1,024 in all."""
    unformatted, foreseen = words.unformatted(), path.foreseen
    stops = [Text(f"{index}: {_tell_short(unformatted, stop)}") for index, stop in enumerate(foreseen.stops, start=1)]
    told = unformatted.say(
        "{robot}, alone on the board, from {start}: {stops}.",
        robot=path.robot,
        start=_tell_short(unformatted, foreseen.start),
        stops=join(", ", stops) or Text("—"),
    )
    legs = [Text(f"{index} {card}: {where}") for index, (card, where) in enumerate(path_legs(words, foreseen), start=1)]
    by_register = unformatted.say("By register: {legs}.", legs=join("; ", legs))
    return fit(Text(f"{told} {by_register}"), LONGEST_ALT)


def _tell_title(words: Words, path: PathSeen) -> Text:
    if not path.is_draft:
        return words.say("**{robot}, round {round}: your program in force**", robot=path.robot, round=path.round)
    return words.say(
        "**{robot}, round {round}: your draft, {n} of {most} cards**",
        robot=path.robot,
        round=path.round,
        n=len(path.foreseen.cards),
        most=REGISTERS,
    )


def _tell_register(words: Words, path: PathSeen, register: int) -> Text:
    foreseen = path.foreseen
    card = foreseen.cards[register - 1]
    sign = Text(f"{register} {card_sign(words, card)}")
    if register > len(foreseen.stops):
        return Text(f"{sign}: {_tell_unknown(words, foreseen, register)}")
    beats = [beat for beat in foreseen.beats if beat.register == register]
    deeds = list(_tell_deeds(words, path.robot, beats))
    place = _tell_place(words, foreseen.stops[register - 1])
    if not deeds:
        return Text(f"{sign} → **{place}**")
    return Text(f"{sign}: {words.all_of(deeds)} → **{place}**")


def _tell_unknown(words: Words, foreseen: Foreseen, register: int) -> Text:
    """Return why it is not told where a register leads."""
    if foreseen.is_over:
        return words.say("it is over the line already")
    if foreseen.cards[register - 1] is Card.DAMAGE:
        return words.say("an unknown card comes in its place, so nobody can say where it goes from here")
    return words.say("unknown, for an unknown card comes before it")


def _tell_deeds(words: Words, robot: str, beats: Sequence[PublicBeat]) -> Iterator[Text]:
    """Yield what the robot does in a register, and what the board does with it; its rank is not known yet."""
    events: list[PublicEvent] = [event for beat in beats for event in beat.events]
    outside = frozenset(event.square for event in events if isinstance(event, Fell) and event.over_edge)
    teller = Teller(words, (robot,), outside)
    shown = [event for event in events if not isinstance(event, Prioritised | Finished) and not _is_plain(event)]
    for clause in clauses(teller, shown):
        yield from clause.predicates


def _is_plain(event: PublicEvent) -> bool:
    """Whether an event says no more than the card and the place between which it would be told."""
    if isinstance(event, Turned):
        return event.cause is TurnCause.CARD
    return isinstance(event, Played) and event.card is not Card.AGAIN


def _tell_leg(words: Words, foreseen: Foreseen, register: int) -> Text:
    if register <= len(foreseen.stops):
        return _tell_short(words, foreseen.stops[register - 1])
    return Text("—") if foreseen.is_over else words.say("unknown")


def _tell_place(words: Words, robot: Robot) -> Text:
    if robot.position is None:
        return words.say("over the pink line")
    return Text(f"{format_square(robot.position)}, {faces(words, robot.facing)}")


def _tell_short(words: Words, robot: Robot) -> Text:
    if robot.position is None:
        return words.say("over the pink line")
    return Text(f"{format_square(robot.position)} {letter(words, robot.facing)}")
