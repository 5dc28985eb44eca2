"""Why a robot is where it is: its own card, who pushed it, what carried, turned, stopped or hit it.

Of each moment that touched the robot it is told what happened, in the words of the account, and behind that the causes:
what stood where, and whose turn it was. Cards that were played are public once a round is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.text.causes import Ground, causes, involved_in, part_for
from bot.text.escaping import Text, fit_names, join, lines
from bot.text.languages import Words
from bot.text.narrate import tell_beat
from bot.text.places import faces
from simulation.beats import Beat, PublicBeat, public
from simulation.board import Board
from simulation.events import Finished, Played, Prioritised
from simulation.evolution import replay
from simulation.geometry import format_square
from simulation.rules import HouseRules
from simulation.state import Robot, State

LONGEST_VIEW = 3600
"""Characters of text in a message with components, where all may have 4,000."""


@dataclass(frozen=True, slots=True)
class Case:
    """A round that was played, and the robot that is asked about."""

    board: Board
    rules: HouseRules
    round: int
    before: State
    """As it stood when programs were laid down."""
    beats: tuple[Beat, ...]
    seat: int
    """From 0."""
    is_placed: bool = False
    """A host put it on another square, or turned it, before the round."""


@dataclass(frozen=True, slots=True)
class _Moment:
    beat: PublicBeat
    before: State


def tell_why(words: Words, case: Case, register: int | None = None) -> Text:
    """Return why a robot ended a register, or each register of the round, where it did."""
    names = [robot.name for robot in case.before.robots]
    return fit_names(names, lambda shown: _tell(words, case, register, shown), LONGEST_VIEW)


def _tell(words: Words, case: Case, register: int | None, names: Sequence[str]) -> Text:
    name = words.name(names[case.seat])
    moments = list(_moments(case))
    if register is None:
        title = words.say("**Why {robot} is where it is: round {round}**", robot=name, round=case.round)
        played = {moment.beat.register for moment in moments} - {0}
        told = [_tell_register(words, case, moments, each, names) for each in sorted(played)]
        host = words.say("A host put it there before the round.") if case.is_placed else None
        return lines(title, host, *told)
    title = words.say(
        "**Why {robot} is where it is: round {round}, register {register}**",
        robot=name,
        round=case.round,
        register=register,
    )
    return lines(title, _tell_register(words, case, moments, register, names, has_title=True))


def _moments(case: Case) -> Iterator[_Moment]:
    state = case.before
    for beat in case.beats:
        yield from (_Moment(seen, state) for seen in public([beat]))
        state = replay(state, [beat])


def _tell_register(  # noqa: PLR0913 - a register with all that is known of it
    words: Words,
    case: Case,
    moments: Sequence[_Moment],
    register: int,
    names: Sequence[str],
    *,
    has_title: bool = False,
) -> Text:
    name = words.name(names[case.seat])
    there = [moment for moment in moments if moment.beat.register == register]
    title = None if has_title else words.say("**Register {register}**", register=register)
    if not there:
        return lines(
            title, words.say("Register {register} was not played: nobody was in the race any more.", register=register)
        )
    start, end = there[0].before.robots[case.seat], _after(case, register)
    if start.position is None:
        return lines(title, _tell_absent(words, start, name))
    told = [_tell_moment(words, case, moment, there, names) for moment in there]
    return lines(
        title,
        words.say("Before: {place}.", place=_place(words, start)),
        *(each for each in told if each is not None),
        _tell_idle(words, case, there, name),
        words.say("After: **{place}**.", place=_tell_end(words, end)),
    )


def _after(case: Case, register: int) -> Robot:
    return replay(case.before, [beat for beat in case.beats if beat.register <= register]).robots[case.seat]


def _tell_absent(words: Words, robot: Robot, name: Text) -> Text:
    if robot.finished is not None:
        return words.say("{robot} was over the pink line already.", robot=name)
    return words.say("{robot} had left the race.", robot=name)


def _tell_moment(
    words: Words, case: Case, moment: _Moment, there: Sequence[_Moment], names: Sequence[str]
) -> Text | None:
    """Tell what happened in a beat that touched the robot, and why; None for any other."""
    part = part_for(moment.beat, case.seat)
    if part is None:
        return None
    ground = Ground(words, case.board, case.rules, names)
    involved = involved_in(moment.beat, case.seat)
    reasons = [*_tell_turn_of(words, part, there, names), *causes(ground, part, moment.before, involved)]
    return Text(f"• {join(' ', [tell_beat(words, part, names), *reasons])}")


def _tell_turn_of(words: Words, part: PublicBeat, there: Sequence[_Moment], names: Sequence[str]) -> Iterator[Text]:
    """Tell whose turn a card was, and why then."""
    order = next((event for event in there[0].beat.events if isinstance(event, Prioritised)), None)
    player = next((event.seat for event in part.events if isinstance(event, Played)), None)
    if order is None or player is None:
        return
    place = order.order.index(player)
    yield words.count(
        "{robot} was {place} in the order: 1 square from the Guard.",
        "{robot} was {place} in the order: {n} squares from the Guard.",
        order.distances[place],
        robot=words.name(names[player]),
        place=words.ordinal(place + 1),
    )


def _tell_idle(words: Words, case: Case, there: Sequence[_Moment], name: Text) -> Text | None:
    """Tell why a robot on the board played no card in a register."""
    played = {event.seat for moment in there for event in moment.beat.events if isinstance(event, Played)}
    if case.seat in played:
        return None
    finished = any(isinstance(event, Finished) and event.seat == case.seat for m in there for event in m.beat.events)
    if finished:
        return words.say("It was over the line before its turn came.")
    return words.say(
        "{robot} plays nothing more this round: it has fallen, and here a fall ends the program.", robot=name
    )


def _place(words: Words, robot: Robot) -> Text:
    assert robot.position is not None, "only who is on the board has a place"
    return Text(f"{format_square(robot.position)}, {faces(words, robot.facing)}")


def _tell_end(words: Words, robot: Robot) -> Text:
    if robot.position is None:
        return words.say("over the pink line")
    return _place(words, robot)
