"""What lies behind the events of a moment: belts, gears and lasers by their squares, who stood in the way, whose turn.

Events say what happened and by whom; where others stood at that time is seen in the state before them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.places import towards
from simulation.beats import Phase, PublicBeat
from simulation.board import Board
from simulation.cards import Card
from simulation.events import (
    Blocked,
    Carried,
    DamageCause,
    Damaged,
    Held,
    HeldCause,
    Played,
    PublicEvent,
    Pushed,
    Rebooted,
    TurnCause,
    Turned,
)
from simulation.geometry import Position, Turn, format_square, neighbour, turn_between
from simulation.rules import HouseRules
from simulation.state import Change, Draft, State

_GEARS = {
    Turn.LEFT: N_("The gear on {square} turns to the left."),
    Turn.RIGHT: N_("The gear on {square} turns to the right."),
}


@dataclass(frozen=True, slots=True)
class Ground:
    """What causes are told with: a language, the board, its rules, and the robots' names as they are to be shown."""

    words: Words
    board: Board
    rules: HouseRules
    names: Sequence[str]

    def name(self, seat: int) -> Text:
        """Return a robot's name, made harmless."""
        return self.words.name(self.names[seat])

    def names_of(self, seats: Sequence[int]) -> Text:
        """Return several names as a list."""
        return self.words.all_of([self.name(seat) for seat in seats])


def part_for(beat: PublicBeat, seat: int) -> PublicBeat | None:
    """Return what a robot must know of a beat that touched it, None if none did.

    Of a card that is all: a push, a fall and whom a reboot pushes are one chain. Of an act of the board, where
    everybody has a share, it is what happened to the robot and to those who pushed it.
    """
    if not any(_touched(event) == seat for event in beat.events):
        return None
    if beat.phase is Phase.CARD:
        return beat
    involved = involved_in(beat, seat)
    return PublicBeat(beat.register, beat.phase, tuple(each for each in beat.events if _touched(each) in involved))


def involved_in(beat: PublicBeat, seat: int) -> frozenset[int]:
    """Return a robot with all who pushed it, who pushed those, and so on."""
    involved = {seat}
    for event in reversed(beat.events):
        if isinstance(event, Pushed) and event.seat in involved:
            involved.add(event.by)
    return frozenset(involved)


def _touched(event: PublicEvent) -> int | None:
    return getattr(event, "seat", None)


def causes(ground: Ground, beat: PublicBeat, before: State, seats: frozenset[int]) -> Iterator[Text]:
    """Yield a sentence for each cause in a beat that the account leaves open, for the robots of these seats."""
    draft = Draft(before)
    for event in beat.events:
        if _touched(event) in seats:
            yield from _cause(ground, event, draft, beat)
        if isinstance(event, Change):
            event.apply(draft)


def _cause(ground: Ground, event: PublicEvent, draft: Draft, beat: PublicBeat) -> Iterator[Text]:
    match event:
        case Played(card=Card.AGAIN, executed=None):
            yield _tell_idle_again(ground.words, beat.register)
        case Blocked():
            yield from _tell_line(ground, event, draft)
        case Carried():
            yield ground.words.say("The belt on {square} carries it.", square=format_square(event.origin))
        case Held():
            yield from _tell_held(ground, event, draft, beat)
        case Turned(cause=TurnCause.GEAR | TurnCause.BELT):
            yield _tell_turn(ground.words, event, draft)
        case Damaged(cause=DamageCause.LASER):
            yield from _tell_lasers(ground, event, draft)
        case Pushed() if draft.squares[event.by] is None:
            yield from _tell_newcomer(ground, event, draft)
        case Rebooted(beside=True):
            yield _tell_beside(ground, draft)
        case _:
            pass


def _tell_idle_again(words: Words, register: int) -> Text:
    if register == 1:
        return words.say("Again repeats the register before it, and before the first there is none.")
    return words.say("Again repeats the register before it, and that one did nothing.")


def _tell_line(ground: Ground, event: Blocked, draft: Draft) -> Iterator[Text]:
    """Tell who stood between a robot and the wall: one line, in which nobody moves if one cannot."""
    square, line = draft.squares[event.seat], list[int]()
    while square is not None and square != event.square:
        square = neighbour(square, event.direction)
        line.append(draft.squares.index(square))
    if line:
        yield ground.words.say(
            "Between it and the wall stood {robots}: if one of a line cannot move, nobody does.",
            robots=ground.names_of(line),
        )


def _tell_held(ground: Ground, event: Held, draft: Draft, beat: PublicBeat) -> Iterator[Text]:
    target = neighbour(event.square, event.direction)
    belt, place = format_square(event.square), format_square(target)
    yield ground.words.say(
        "The belt on {square} runs {direction}.", square=belt, direction=towards(ground.words, event.direction)
    )
    if event.cause is HeldCause.RIVAL:
        yield ground.words.say(
            "To {square} belts would also have carried {robots}: then nobody goes there.",
            square=place,
            robots=ground.names_of(_rivals(event, target, beat)),
        )
    elif event.cause is HeldCause.SWAP:
        yield ground.words.say(
            "{robot} on {square} would have come the other way: robots do not change places.",
            robot=ground.name(draft.squares.index(target)),
            square=place,
        )
    elif event.cause is HeldCause.ROBOT:
        yield ground.words.say(
            "On {square} stood {robot}, and belts do not push.",
            robot=ground.name(draft.squares.index(target)),
            square=place,
        )


def _rivals(event: Held, target: Position, beat: PublicBeat) -> list[int]:
    return [
        other.seat
        for other in beat.events
        if isinstance(other, Held)
        and other.cause is HeldCause.RIVAL
        and other.seat != event.seat
        and neighbour(other.square, other.direction) == target
    ]


def _tell_turn(words: Words, event: Turned, draft: Draft) -> Text:
    square = draft.squares[event.seat]
    assert square is not None, "who is turned by the board stands on it"
    if event.cause is TurnCause.BELT:
        return words.say("The belt on {square} bends, and turns it along.", square=format_square(square))
    turn = turn_between(event.before, event.after)
    assert turn is not None, "a gear turns"
    return words.say(_GEARS[turn], square=format_square(square))


def _tell_lasers(ground: Ground, event: Damaged, draft: Draft) -> Iterator[Text]:
    """Tell of each laser that reached the robot (R5.3), with house rule H3 only where nobody stood before it."""
    square = draft.squares[event.seat]
    for laser, path in zip(ground.board.lasers, ground.board.beam_paths, strict=True):
        met = next((each for each in path if each in draft.squares), None)
        if square in path and (met == square or not ground.rules.lasers_blocked_by_robots):
            yield ground.words.count(
                "The laser on {square} shoots {direction}, with 1 beam.",
                "The laser on {square} shoots {direction}, with {n} beams.",
                laser.beams,
                square=format_square(laser.square),
                direction=towards(ground.words, laser.facing),
            )


def _tell_newcomer(ground: Ground, event: Pushed, draft: Draft) -> Iterator[Text]:
    """Tell why a robot that reboots pushes another: that stood on the reboot square, or in its line (R6.2, R6.3)."""
    words, robot = ground.words, ground.name(event.seat)
    reboot = ground.board.reboot
    assert reboot is not None, "who falls is rebooted"
    square = format_square(reboot)
    if event.origin != reboot:
        yield words.say(
            "{robot} stood in the way of whom the newcomer pushes off the reboot square {square}.",
            robot=robot,
            square=square,
        )
        return
    yield words.say(
        "{robot} stood on the reboot square {square}, and {other} came there.",
        robot=robot,
        square=square,
        other=ground.name(event.by),
    )
    if event.direction is not draft.facings[event.seat]:
        yield words.say("The way that it faced was blocked, so it was pushed off clockwise from there.")


def _tell_beside(ground: Ground, draft: Draft) -> Text:
    """Tell who stands where a robot cannot be rebooted (R6.3)."""
    reboot = ground.board.reboot
    assert reboot is not None, "who falls is rebooted"
    return ground.words.say(
        "{robot} stood on the reboot square {square}, and could not be pushed off it.",
        robot=ground.name(draft.squares.index(reboot)),
        square=format_square(reboot),
    )
