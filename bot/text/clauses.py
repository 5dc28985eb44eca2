"""What happens, as clauses: a robot, and what it does one after the other.

In both languages a robot stands first and its verb second, so that what one robot does in a row makes one sentence:
"Bolt falls into the pit at C7, takes a damage card and reboots at A2".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from bot.marks import N_
from bot.text.cards import card_name
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.places import faces, side, towards
from simulation.cards import Card
from simulation.events import (
    Blocked,
    Carried,
    DamageCause,
    Damaged,
    Fell,
    Finished,
    Held,
    HeldCause,
    Moved,
    Placed,
    Played,
    Prioritised,
    PublicEvent,
    Pushed,
    Rebooted,
    Repaired,
    Retired,
    TurnCause,
    Turned,
)
from simulation.geometry import Facing, Position, Turn, format_square, turn_between

_TURNS = {
    Turn.LEFT: N_("turns a quarter left"),
    Turn.RIGHT: N_("turns a quarter right"),
    Turn.AROUND: N_("turns around"),
}
_HELD = {
    HeldCause.WALL: N_("stays at {square}, for a wall is in the way"),
    HeldCause.RIVAL: N_("stays at {square}, for another robot would get to the same square"),
    HeldCause.SWAP: N_("stays at {square}, for it would change places with another robot"),
    HeldCause.ROBOT: N_("stays at {square}, for a robot is in the way"),
}


@dataclass(frozen=True, slots=True)
class Teller:
    """A language, the robots' names seat by seat, and the places outside the board that a beat tells of."""

    words: Words
    names: Sequence[str]
    outside: frozenset[Position] = frozenset()
    is_formatted: bool = True
    """Discord formats what is told."""

    def name(self, seat: int) -> Text:
        """Return a robot's name, made harmless."""
        return self.words.name(self.names[seat])

    def way(self, squares: int, direction: Facing, target: Position) -> Text:
        """Return how far something goes: "2 squares north to C5"."""
        there = towards(self.words, direction)
        if target in self.outside:
            return self.words.count(
                "1 square {direction}, over the edge",
                "{n} squares {direction}, over the edge",
                squares,
                direction=there,
            )
        return self.words.count(
            "1 square {direction} to {square}",
            "{n} squares {direction} to {square}",
            squares,
            direction=there,
            square=format_square(target),
        )

    def damage(self, cards: int) -> Text:
        """Return "a damage card" or how many."""
        return self.words.count("a damage card", "{n} damage cards", cards)


@dataclass(slots=True)
class Clause:
    """What one robot does, or, with no seat, a sentence about the host."""

    seat: int | None
    predicates: list[Text] = field(default_factory=list)

    def tell(self, teller: Teller, *, is_first: bool) -> Text:
        """Return the clause; a line's first robot stands out."""
        told = teller.words.all_of(self.predicates)
        if self.seat is None:
            return told
        name = teller.name(self.seat)
        robot = Text(f"**{name}**") if is_first and teller.is_formatted else name
        return teller.words.say("{robot} {does}", robot=robot, does=told)


def clauses(teller: Teller, events: Sequence[PublicEvent]) -> list[Clause]:
    """Return what happens in a beat, each robot's deeds in a row together."""
    told: list[Clause] = []
    for seat, predicate in _predicates(teller, events):
        if not told or told[-1].seat != seat or seat is None:
            told.append(Clause(seat))
        told[-1].predicates.append(predicate)
    return told


def _predicates(teller: Teller, events: Sequence[PublicEvent]) -> Iterator[tuple[int | None, Text]]:
    index = 0
    while index < len(events):
        event = events[index]
        if isinstance(event, Moved | Pushed):
            run = _run(events, index)
            index += len(run)
            yield from _tell_run(teller, run)
        else:
            index += 1
            yield from _tell_event(teller, event)


def _run(events: Sequence[PublicEvent], start: int) -> list[Moved | Pushed]:
    """Return the steps of one robot with nothing in between, and whom they push."""
    run: list[Moved | Pushed] = []
    for event in events[start:]:
        if not isinstance(event, Moved | Pushed) or (run and _mover(event) != _mover(run[0])):
            break
        run.append(event)
    return run


def _mover(event: Moved | Pushed) -> int:
    return event.seat if isinstance(event, Moved) else event.by


def _tell_run(teller: Teller, run: Sequence[Moved | Pushed]) -> Iterator[tuple[int, Text]]:
    mover = _mover(run[0])
    steps = [event for event in run if isinstance(event, Moved)]
    pushes: dict[int, list[Pushed]] = {}
    for event in reversed(run):  # the last step tells the nearest robot first
        if isinstance(event, Pushed):
            pushes.setdefault(event.seat, []).append(event)
    if steps:
        way = teller.way(len(steps), steps[-1].direction, steps[-1].target)
        yield mover, teller.words.say("moves {way}", way=way)
    if pushes:
        yield mover, _tell_pushes(teller, pushes)


def _tell_pushes(teller: Teller, pushes: dict[int, list[Pushed]]) -> Text:
    """Tell who is pushed, and where to; `pushes` has the last one of each robot first."""
    words = teller.words
    if len(pushes) == 1:
        ((seat, events),) = pushes.items()
        way = teller.way(len(events), events[0].direction, events[0].target)
        return words.say("pushes {robot} {way}", robot=teller.name(seat), way=way)
    robots = [_tell_pushed(teller, seat, events[0].target) for seat, events in pushes.items()]
    direction = towards(words, next(iter(pushes.values()))[0].direction)
    return words.say("pushes {direction}: {robots}", direction=direction, robots=words.all_of(robots))


def _tell_pushed(teller: Teller, seat: int, target: Position) -> Text:
    robot = teller.name(seat)
    if target in teller.outside:
        return teller.words.say("{robot} over the edge", robot=robot)
    return teller.words.say("{robot} to {square}", robot=robot, square=format_square(target))


def _tell_event(  # noqa: PLR0912, C901 - one case for each event
    teller: Teller, event: PublicEvent
) -> Iterator[tuple[int | None, Text]]:
    words = teller.words
    match event:
        case Played():
            for predicate in _tell_card(words, event):
                yield event.seat, predicate
        case Turned():
            if event.cause is not TurnCause.CARD:
                turn = turn_between(event.before, event.after)
                assert turn is not None, "a robot that turned has another facing"
                yield event.seat, words.say(_TURNS[turn])
            yield event.seat, faces(words, event.after)
        case Blocked():
            wall = side(words, event.square, event.direction)
            yield event.seat, words.say("is stopped by the wall on {side}", side=wall)
        case Carried():
            yield event.seat, words.say("is carried {way}", way=teller.way(1, event.direction, event.target))
        case Held():
            yield event.seat, words.say(_HELD[event.cause], square=format_square(event.square))
        case Finished():
            yield event.seat, words.say("crosses the pink line")
            yield event.seat, words.say("finishes {rank}", rank=words.ordinal(event.rank))
        case Fell():
            where = format_square(event.square)
            yield (
                event.seat,
                (
                    words.say("falls off the board")
                    if event.over_edge
                    else words.say("falls into the pit at {square}", square=where)
                ),
            )
            if event.ends_program:
                yield event.seat, words.say("plays nothing more this round")
        case Rebooted():
            yield event.seat, _tell_reboot(words, event)
        case Damaged():
            yield _tell_damage(teller, event)
        case Placed() | Repaired() | Retired():
            yield None, _tell_host(teller, event)
        case Prioritised() | Moved() | Pushed():
            msg = "orders are told by the register, steps as runs"
            raise AssertionError(msg)
        case _:
            assert_never(event)


def _tell_card(words: Words, event: Played) -> Iterator[Text]:
    if event.programmed is Card.DAMAGE:
        yield words.say("plays {card}", card=card_name(words, Card.DAMAGE))
        if event.card is None:
            yield words.say("has nothing left to draw")
            return
        yield words.say("draws {card} in its place", card=card_name(words, event.card))
    if event.card is Card.AGAIN and event.executed is not None:
        again, repeated = card_name(words, Card.AGAIN), card_name(words, event.executed)
        yield words.say("plays {again} ({card})", again=again, card=repeated)
        return
    if event.programmed is not Card.DAMAGE:
        yield words.say("plays {card}", card=card_name(words, event.programmed))
    if event.executed is None:
        yield words.say("has nothing to repeat")


def _tell_reboot(words: Words, event: Rebooted) -> Text:
    square = format_square(event.square)
    if event.beside:
        return words.say("reboots at {square}, the free square nearest to the reboot square", square=square)
    return words.say("reboots at {square}", square=square)


def _tell_damage(teller: Teller, event: Damaged) -> tuple[int | None, Text]:
    cards = teller.damage(event.cards)
    if event.cause is DamageCause.HOST:
        return None, teller.words.say("The host gives {robot} {cards}", robot=teller.name(event.seat), cards=cards)
    return event.seat, teller.words.say("takes {cards}", cards=cards)


def _tell_host(teller: Teller, event: Placed | Repaired | Retired) -> Text:
    words, robot = teller.words, teller.name(event.seat)
    if isinstance(event, Repaired):
        return words.say("The host takes {cards} off {robot}", robot=robot, cards=teller.damage(event.cards))
    if isinstance(event, Retired):
        return words.say("The host takes {robot} off the board for good", robot=robot)
    facing = faces(words, event.after)
    if event.origin == event.target:
        return words.say("The host turns {robot} ({facing})", robot=robot, facing=facing)
    square = format_square(event.target)
    return words.say("The host puts {robot} on {square} ({facing})", robot=robot, square=square, facing=facing)
