"""Deadlines: a civil time in a zone, on every day that the calendar has."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_DAY = timedelta(days=1)
_CLOCK_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_MOMENT = re.compile(r"(?:(?P<day>[a-z]+|[0-9]{4}-[0-9]{2}-[0-9]{2})[ ,]+)?(?P<at>[0-9]{1,2}:[0-9]{2})")
_LATER = re.compile(r"\+ *(?:(?P<hours>[0-9]{1,3}) *(?:h|hours?|u|uur|uren))? *(?:(?P<minutes>[0-9]{1,4}) *m[a-z]*)?")
_DAYS = {"today": 0, "tomorrow": 1, "vandaag": 0, "morgen": 1}
_NO_ZONES = frozenset({"Factory", "localtime"})
"""Listed among the zones, but they say of a machine that nobody set its zone, or what somebody set it to."""


class DeadlineError(ValueError):
    """A clock time or zone that cannot be one; the message says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class DeadlineRule:
    """When rounds of a game end."""

    at: time
    """By the zone's clocks, to the minute."""
    zone: ZoneInfo
    least: timedelta
    """Players have at least so long with a hand."""

    def on(self, day: date) -> datetime:
        """Return the deadline of a day, in UTC.

        Where the clocks skip it, or the whole day, it is the first instant after the gap; where they show it twice,
        the first of the two.
        """
        civil = datetime.combine(day, self.at)
        first, second = (civil.replace(tzinfo=self.zone, fold=fold).astimezone(UTC) for fold in (0, 1))
        # PEP 495: fold 0 counts by the offset before a change and fold 1 by the one after it, so that a time which
        # no clock shows comes out in the wrong order, with the change between the two.
        return first if first <= second else self._end_of_gap(civil, second, first)

    def next_after(self, dealt: datetime) -> datetime:
        """Return the first deadline that leaves players their time with a hand dealt at a moment, in UTC."""
        earliest = dealt.astimezone(UTC) + self.least
        # From the day before: if the calendar skipped it, its deadline is the first instant of this one.
        day = earliest.astimezone(self.zone).date() - _DAY
        while (deadline := self.on(day)) < earliest:
            day += _DAY
        return deadline

    def _end_of_gap(self, civil: datetime, before: datetime, after: datetime) -> datetime:
        """Return the first second, between two moments, at which the clocks are past a time that they skip."""
        span = range((after - before) // timedelta(seconds=1) + 1)
        return before + timedelta(seconds=bisect_right(span, civil, key=lambda second: self._civil(before, second)))

    def _civil(self, moment: datetime, seconds: int) -> datetime:
        """Return what the zone's clocks show so many seconds after a moment."""
        return (moment + timedelta(seconds=seconds)).astimezone(self.zone).replace(tzinfo=None)


def parse_clock_time(text: str) -> time:
    """Read a time of day, H:MM or HH:MM. Raises DeadlineError."""
    found = _CLOCK_TIME.fullmatch(text.strip())
    if found is None:
        msg = f"found {text!r}: expected a time of day from 0:00 to 23:59, without seconds, such as 21:00"
        raise DeadlineError(msg)
    return time(int(found[1]), int(found[2]))


def parse_moment(text: str, now: datetime, rule: DeadlineRule, before: datetime) -> datetime:
    """Read when a round is to end, in UTC. Raises DeadlineError.

    A clock time ("22:30": the next one that the zone's clocks show), one of a day ("tomorrow 21:00", "2026-06-02
    21:00"), or so much later than `before` ("+2h", "+90m").
    """
    typed = " ".join(text.casefold().split())
    later, moment = _LATER.fullmatch(typed), _MOMENT.fullmatch(typed)
    if later is not None and (later["hours"] or later["minutes"]):
        return before + timedelta(hours=int(later["hours"] or 0), minutes=int(later["minutes"] or 0))
    day = None if moment is None else _parse_day(moment["day"], now.astimezone(rule.zone).date())
    if moment is None or day is None:
        msg = f"found {text!r}: expected a time such as 22:30, tomorrow 21:00, 2026-06-02 21:00, or +2h"
        raise DeadlineError(msg)
    at = replace(rule, at=parse_clock_time(moment["at"]))
    found = at.on(day)
    return at.on(day + _DAY) if moment["day"] is None and found <= now else found


def _parse_day(day: str | None, today: date) -> date | None:
    """Return a day that was typed; none is today."""
    if day is None or day in _DAYS:
        return today + _DAYS.get(day or "", 0) * _DAY
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def format_clock_time(at: time) -> str:
    """Return a time of day as HH:MM."""
    return at.strftime("%H:%M")


def parse_zone(text: str) -> ZoneInfo:
    """Read the name of a zone of the IANA database. Raises DeadlineError.

    The name is looked up in the list of zones first: given anything else, `ZoneInfo` raises KeyError, ValueError or
    OSError, or opens a file that is no zone of the world.
    """
    name = text.strip()
    if name not in _zones():
        msg = f"found {text!r}, which is no time zone: expected a name such as Europe/Brussels, with its capitals"
        raise DeadlineError(msg)
    return ZoneInfo(name)


@cache
def _zones() -> frozenset[str]:
    """Return the names of all zones: read once, for it opens every file of the database."""
    return frozenset(available_timezones()) - _NO_ZONES
