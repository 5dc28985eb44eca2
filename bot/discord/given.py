"""What a host entered, read: each field by its parser, which refuses what cannot be meant."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from bot.db.tables import PublishMode, Seat
from bot.discord.entries import Entries
from bot.moderator.changes import settings_of
from bot.moderator.deadlines import DeadlineError, parse_moment
from bot.moderator.desk import Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.settings import Settings, parse_reminders
from bot.text.powers import OPTIONS, Field
from bot.text.spoken import LATE
from simulation.cards import REGISTERS
from simulation.geometry import Facing, Position, parse_square
from simulation.rules import HouseRules

T = TypeVar("T")
_LONGEST_FOUND = 60
_HAND = 9


@dataclass(frozen=True, slots=True)
class Places:
    """A program as places in the hand, from 1; None: it did not come in time."""

    places: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Given:
    """What was entered, by field."""

    values: Mapping[Field, object]

    def get(self, field: Field, kind: type[T]) -> T | None:
        """Return what was entered in a field, if anything was."""
        value = self.values.get(field)
        assert value is None or isinstance(value, kind), f"{field} is read as {type(value)}"
        return value

    def want(self, field: Field, kind: type[T]) -> T:
        """Return what was entered in a field that nothing can do without."""
        value = self.get(field, kind)
        assert value is not None, f"{field} has been looked for"
        return value

    def robot(self) -> int | None:
        """Return the number of the robot that is meant, if one is: 0 before the start, when it has none."""
        seat = self.get(Field.ROBOT, Seat)
        return None if seat is None else seat.number or 0


def read(desk: Desk, entries: Entries) -> Given | Rejected:
    """Return what was entered, or the first thing that cannot be meant."""
    values: dict[Field, object] = {}
    for field, text in entries.items():
        if field is Field.REASON:
            continue
        value = _READERS[field](desk, text.strip())
        if isinstance(value, Rejected):
            return value
        values[field] = value
    return Given(values)


def changed_settings(desk: Desk, given: Given) -> Settings:
    """Return a race's settings with what was entered."""
    now = settings_of(desk.game)
    return replace(
        now,
        rounds=_or(given.get(Field.ROUNDS, int), now.rounds),
        deadline_at=given.get(Field.TIME, str) or now.deadline_at,
        zone=given.get(Field.ZONE, str) or now.zone,
        language=given.get(Field.LANGUAGE, str) or now.language,
        points=_or(given.get(Field.POINTS, tuple), now.points),
        rules=changed_rules(now.rules, given),
        publish_mode=given.get(Field.RESULTS, PublishMode) or now.publish_mode,
        review_minutes=_or(given.get(Field.REVIEW, int), now.review_minutes),
        min_programming_hours=_or(given.get(Field.HOURS, int), now.min_programming_hours),
        moves_for_silence=_or(given.get(Field.SILENCE, bool), now.moves_for_silence),
        reminder_minutes=_or(given.get(Field.REMINDERS, tuple), now.reminder_minutes),
        protest_minutes=_or(given.get(Field.PROTESTS, int), now.protest_minutes),
    )


def changed_rules(before: HouseRules, given: Given) -> HouseRules:
    """Return house rules with what was entered."""
    return HouseRules(
        _or(given.get(Field.FALL_DAMAGE, int), before.reboot_damage),
        _or(given.get(Field.FALL_ENDS, bool), before.reboot_ends_program),
        _or(given.get(Field.LASERS, bool), before.lasers_blocked_by_robots),
    )


def _or(value: T | None, usual: T) -> T:
    return usual if value is None else value


def _robot(desk: Desk, text: str) -> Seat | Rejected:
    seat = next((seat for seat in desk.seats() if seat.robot == text), None)
    return seat or rejected(Reason.UNKNOWN_ROBOT, found=text[:_LONGEST_FOUND])


def _square(_: Desk, text: str) -> Position | Rejected:
    try:
        return parse_square(text.upper())
    except ValueError:
        return rejected(Reason.WRONG_SQUARE, found=text[:_LONGEST_FOUND])


def _facing(_: Desk, text: str) -> Facing | Rejected:
    return Facing(text) if text in set(Facing) else rejected(Reason.WRONG_FACING, found=text[:_LONGEST_FOUND])


def _number(_: Desk, text: str) -> int | Rejected:
    typed = text.replace(" ", "")
    return (
        int(typed)
        if re.fullmatch(r"[-+]?[0-9]{1,6}", typed)
        else rejected(Reason.WRONG_NUMBER, found=text[:_LONGEST_FOUND])
    )


def _when(desk: Desk, text: str) -> datetime | Rejected:
    found = desk.open_round()
    before = desk.now if found is None else found.deadline
    try:
        return parse_moment(text, desk.now, desk.deadlines, before)
    except (DeadlineError, OverflowError):
        return rejected(Reason.WRONG_MOMENT, found=text[:_LONGEST_FOUND])


def _person(_: Desk, text: str) -> int | Rejected:
    is_person = re.fullmatch(r"[0-9]{1,19}", text) is not None and int(text) < 1 << 63
    return int(text) if is_person else rejected(Reason.NOT_A_PERSON)


def _places(_: Desk, text: str) -> Places | Rejected:
    """Return five places in a hand. Cards by their names would be refused where the hand lacks them, and so tell it."""
    if text.casefold() in LATE:
        return Places(None)
    places = tuple(map(int, re.findall(r"[0-9]", text)))
    is_one = re.fullmatch(r"[1-9](?:[ ,;·-]*[1-9])*", text) is not None
    if not is_one or len(places) != REGISTERS or len(set(places)) != REGISTERS or max(places) > _HAND:
        return rejected(Reason.WRONG_PLACES, found=text[:_LONGEST_FOUND])
    return Places(places)


def _text(_: Desk, text: str) -> str:
    return text


def _numbers(_: Desk, text: str) -> tuple[int, ...] | Rejected:
    if re.fullmatch(r"[0-9]{1,6}(?:[ ,;]+[0-9]{1,6})*", text) is None:
        return rejected(Reason.WRONG_NUMBER, found=text[:_LONGEST_FOUND])
    return tuple(map(int, re.findall(r"[0-9]+", text)))


def _reminders(_: Desk, text: str) -> tuple[int, ...] | Rejected:
    return parse_reminders(text)


def _option(field: Field) -> Callable[[Desk, str], str | Rejected]:
    def parse(_: Desk, text: str) -> str | Rejected:
        return text if text in OPTIONS[field] else rejected(Reason.WRONG_CHOICE, found=text[:_LONGEST_FOUND])

    return parse


def _results(desk: Desk, text: str) -> PublishMode | Rejected:
    chosen = _option(Field.RESULTS)(desk, text)
    return chosen if isinstance(chosen, Rejected) else PublishMode(chosen)


def _yes_or_no(desk: Desk, text: str) -> bool | Rejected:
    chosen = _option(Field.SILENCE)(desk, text)
    return chosen if isinstance(chosen, Rejected) else chosen == "yes"


_READERS: Mapping[Field, Callable[[Desk, str], object]] = {
    Field.ROBOT: _robot,
    Field.ROUND: _number,
    Field.SQUARE: _square,
    Field.FACING: _facing,
    Field.CARDS: _number,
    Field.WHEN: _when,
    Field.PERSON: _person,
    Field.PLACES: _places,
    Field.TIME: _text,
    Field.ZONE: _text,
    Field.ROUNDS: _number,
    Field.POINTS: _numbers,
    Field.RESULTS: _results,
    Field.REVIEW: _number,
    Field.HOURS: _number,
    Field.REMINDERS: _reminders,
    Field.SILENCE: _yes_or_no,
    Field.LANGUAGE: _option(Field.LANGUAGE),
    Field.FALL_DAMAGE: _number,
    Field.FALL_ENDS: _yes_or_no,
    Field.LASERS: _yes_or_no,
    Field.PROTESTS: _number,
}
