"""Why a robot is where it is: its own card, who pushed it, what carried, turned, stopped or hit it.

Of each moment that touched the robot it is told what happened, in the words of the account, and behind that the causes:
what stood where, and whose turn it was. Cards that were played are public once a round is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.text.causes import Ground, causes, involved_in, part_for
from bot.text.escaping import Text, fit_names, join, lines
from bot.text.languages import Words
from bot.text.limits import LONGEST_VIEW
from bot.text.narrate import tell_beat
from bot.text.places import faces
from bot.text.posts import tell_lateness
from simulation.beats import Beat, PublicBeat, public
from simulation.board import Board
from simulation.events import Finished, Played, Prioritised
from simulation.evolution import replay
from simulation.geometry import format_square
from simulation.programs import Lateness
from simulation.rules import HouseRules
from simulation.state import Robot, State


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
    lateness: Lateness | None = None
    """Why its cards were random, if they were (R2.5)."""


@dataclass(frozen=True, slots=True)
class _Moment:
    beat: PublicBeat
    before: State


def tell_why(words: Words, case: Case, register: int | None = None) -> Text:
    """Return why a robot ended a register, or each register of the round, where it did."""
    names, moments = [robot.name for robot in case.before.robots], tuple(_moments(case))

    def write(shown: Sequence[str]) -> Text:
        teller = _Teller(words, case, shown, moments)
        return teller.round() if register is None else teller.one(register)

    return fit_names(names, write, LONGEST_VIEW)


def _moments(case: Case) -> Iterator[_Moment]:
    state = case.before
    for beat in case.beats:
        yield from (_Moment(seen, state) for seen in public([beat]))
        state = replay(state, [beat])


@dataclass(frozen=True, slots=True)
class _Teller:
    words: Words
    case: Case
    names: Sequence[str]
    """As they are to be shown."""
    moments: tuple[_Moment, ...]

    @property
    def robot(self) -> Text:
        """The name of the robot that is asked about."""
        return self.words.name(self.names[self.case.seat])

    def one(self, register: int) -> Text:
        """Tell one register, and whose turn each card was."""
        title = self.words.say(
            "**Why {robot} is where it is: round {round}, register {register}**",
            robot=self.robot,
            round=self.case.round,
            register=register,
        )
        return lines(title, self._tell_late(), *self.register(register, is_brief=False))

    def round(self) -> Text:
        """Tell the registers in which the robot was on the board, or that it was not."""
        words, case = self.words, self.case
        title = words.say("**Why {robot} is where it is: round {round}**", robot=self.robot, round=case.round)
        host = words.say("A host put it there before the round.") if case.is_placed else None
        starts = {moment.beat.register: moment.before.robots[case.seat] for moment in reversed(self.moments)}
        played = sorted(register for register, start in starts.items() if register and start.position is not None)
        if not played:
            return lines(title, *self.register(1, is_brief=True))
        told: list[Text] = []
        for register in played:
            told += [words.say("**Register {register}**", register=register), *self.register(register, is_brief=True)]
        return lines(title, self._tell_late(), host, *told)

    def register(self, register: int, *, is_brief: bool) -> Iterator[Text]:
        """Yield what happened to the robot in a register, and why.

        In brief it is left out whose turn it was, where that made no difference to anybody else.
        """
        words, seat = self.words, self.case.seat
        there = [moment for moment in self.moments if moment.beat.register == register]
        if not there:
            yield words.say("Register {register} was not played: nobody was in the race any more.", register=register)
            return
        start = there[0].before.robots[seat]
        if start.position is None:
            yield self._tell_absent(start)
            return
        yield words.say("Before: {place}.", place=_place(words, start))
        for moment in there:
            yield from self._tell_moment(moment, there[0].beat, is_brief=is_brief)
        yield from self._tell_idle(there)
        end = replay(self.case.before, [beat for beat in self.case.beats if beat.register <= register]).robots[seat]
        yield words.say("After: **{place}**.", place=_place(words, end))

    def _tell_late(self) -> Text | None:
        """Tell why its cards were random."""
        if self.case.lateness is None:
            return None
        reason = tell_lateness(self.words, self.case.lateness)
        return self.words.say("Its five cards were random: {reason}.", reason=reason)

    def _tell_absent(self, robot: Robot) -> Text:
        if robot.finished is not None:
            return self.words.say("{robot} was over the pink line already.", robot=self.robot)
        return self.words.say("{robot} had left the race.", robot=self.robot)

    def _tell_moment(self, moment: _Moment, first: PublicBeat, *, is_brief: bool) -> Iterator[Text]:
        """Tell what happened in a beat, and why, if it touched the robot; `first` is the register's first beat."""
        part = part_for(moment.beat, self.case.seat)
        if part is None:
            return
        ground = Ground(self.words, self.case.board, self.case.rules, self.names)
        sentences = [tell_beat(self.words, part, self.names)]
        if not is_brief or len({getattr(event, "seat", None) for event in part.events}) > 1:
            sentences += self._tell_turn(part, first)
        sentences += causes(ground, moment.beat, moment.before, involved_in(moment.beat, self.case.seat))
        yield Text(f"• {join(' ', sentences)}")

    def _tell_turn(self, part: PublicBeat, first: PublicBeat) -> Iterator[Text]:
        """Tell whose turn a card was, and why then (R3)."""
        player = next((event.seat for event in part.events if isinstance(event, Played)), None)
        if player is None:
            return
        (order,) = (event for event in first.events if isinstance(event, Prioritised))
        place = order.order.index(player)
        yield self.words.count(
            "{robot} was {place} in the order: 1 square from the Guard.",
            "{robot} was {place} in the order: {n} squares from the Guard.",
            order.distances[place],
            robot=self.words.name(self.names[player]),
            place=self.words.ordinal(place + 1),
        )

    def _tell_idle(self, there: Sequence[_Moment]) -> Iterator[Text]:
        """Tell why a robot that was on the board played no card in a register."""
        events = [event for moment in there for event in moment.beat.events]
        seat = self.case.seat
        if any(isinstance(event, Played) and event.seat == seat for event in events):
            return
        if any(isinstance(event, Finished) and event.seat == seat for event in events):
            yield self.words.say("It was over the line before its turn came.")
        else:
            yield self.words.say(
                "{robot} plays nothing more this round: it has fallen, and here a fall ends the program.",
                robot=self.robot,
            )


def _place(words: Words, robot: Robot) -> Text:
    if robot.position is None:
        return words.say("over the pink line")
    return Text(f"{format_square(robot.position)}, {faces(words, robot.facing)}")
