"""The account of a round in words: a text for each register, from the public events alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

from bot.marks import N_
from bot.text.clauses import Teller, clauses
from bot.text.escaping import Text, fit_names, join, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_MESSAGE
from simulation.beats import Phase, PublicBeat
from simulation.events import Carried, Fell, Held, Prioritised, PublicEvent, Turned

_BOARD_PHASES = {
    Phase.EXPRESS_BELTS: N_("Express belts: {what}."),
    Phase.BELTS: N_("Belts: {what}."),
    Phase.GEARS: N_("Gears: {what}."),
    Phase.LASERS: N_("Lasers: {what}."),
}


@dataclass(frozen=True, slots=True)
class Account:
    """What happened in a register (from 1), or before the first (0), as a message."""

    register: int
    text: Text


def narrate(words: Words, beats: Sequence[PublicBeat], names: Sequence[str]) -> tuple[Account, ...]:
    """Return the account of a round, each register within a message; `names[i]` is seat i's robot.

    Where a register is too long with full names they are cut, and if it still is, it ends with "…".
    """
    registers = sorted({beat.register for beat in beats})
    return tuple(
        Account(register, narrate_register(words, [beat for beat in beats if beat.register == register], names))
        for register in registers
    )


def narrate_register(words: Words, beats: Sequence[PublicBeat], names: Sequence[str]) -> Text:
    """Return the account of the beats of one register."""
    return fit_names(names, lambda shown: lines(*_tell_register(words, beats, shown)), LONGEST_MESSAGE)


def _tell_register(words: Words, beats: Sequence[PublicBeat], names: Sequence[str]) -> Iterator[Text]:
    register = beats[0].register
    if register:
        yield words.say("**Register {register}**", register=register)
    for beat in beats:
        if beat.phase not in _BOARD_PHASES:
            yield _tell_line(words, beat, names)
    acting = [beat for beat in beats if beat.phase in _BOARD_PHASES]
    if acting:
        yield words.say("🔴 The doll turns.")
        yield from (_tell_line(words, beat, names) for beat in acting)
    elif register:
        yield words.say("🔴 The doll turns. The board does nothing.")


def tell_beat(words: Words, beat: PublicBeat, names: Sequence[str], *, is_formatted: bool = True) -> Text:
    """Return a beat as a sentence; `is_formatted` where Discord formats it."""
    first = beat.events[0]
    outside = frozenset(event.square for event in beat.events if isinstance(event, Fell) and event.over_edge)
    teller = Teller(words, names, outside, is_formatted)
    if isinstance(first, Prioritised):
        return _tell_order(teller, first)
    told = clauses(teller, _by_robot(beat.events))
    what = join("; ", [clause.tell(teller, is_first=index == 0) for index, clause in enumerate(told)])
    heading = _BOARD_PHASES.get(beat.phase)
    return words.say("{what}.", what=what) if heading is None else words.say(heading, what=what)


def _tell_line(words: Words, beat: PublicBeat, names: Sequence[str]) -> Text:
    told = tell_beat(words, beat, names)
    return told if isinstance(beat.events[0], Prioritised) else Text(f"• {told}")


def _tell_order(teller: Teller, event: Prioritised) -> Text:
    (first, *others), (distance, *distances) = event.order, event.distances
    told = teller.words.count(
        "🟢 {robot} goes first, 1 square from the Guard",
        "🟢 {robot} goes first, {n} squares from the Guard",
        distance,
        robot=teller.name(first),
    )
    if not others:
        return teller.words.say("{what}.", what=told)
    places = zip(others, distances, strict=True)
    rest = join(", ", [Text(f"{teller.name(seat)} ({squares})") for seat, squares in places])
    return teller.words.say("{first}; then {others}.", first=told, others=rest)


def _by_robot(events: Sequence[PublicEvent]) -> list[PublicEvent]:
    """Put what a belt does to one robot together: all are carried at once, and turn after that."""
    riding: dict[int, list[PublicEvent]] = {}
    rides = list(takewhile(lambda event: isinstance(event, Carried | Held | Turned), events))
    for event in rides:
        assert isinstance(event, Carried | Held | Turned), "none other is taken"
        riding.setdefault(event.seat, []).append(event)
    return [*chain.from_iterable(riding.values()), *events[len(rides) :]]
