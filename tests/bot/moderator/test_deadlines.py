from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.moderator.deadlines import (
    DeadlineError,
    DeadlineRule,
    format_clock_time,
    parse_clock_time,
    parse_moment,
    parse_zone,
)

DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
ZONES = sorted(available_timezones())


def rule(clock: str, zone: str, hours: int = 12) -> DeadlineRule:
    return DeadlineRule(time.fromisoformat(clock), ZoneInfo(zone), timedelta(hours=hours))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text + "+00:00")


def civil(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


@pytest.mark.parametrize(
    ("zone", "clock", "day", "expected"),
    [
        ("Europe/Brussels", "21:00", "2026-10-24", "2026-10-24T19:00"),
        ("Europe/Brussels", "21:00", "2026-10-25", "2026-10-25T20:00"),
        ("Europe/Brussels", "21:00", "2027-03-27", "2027-03-27T20:00"),
        ("Europe/Brussels", "21:00", "2027-03-28", "2027-03-28T19:00"),
        ("Asia/Tokyo", "21:00", "2026-10-25", "2026-10-25T12:00"),
        ("Asia/Tokyo", "21:00", "2027-03-28", "2027-03-28T12:00"),
    ],
)
def test_the_deadline_is_the_same_civil_time_on_both_sides_of_a_clock_change(
    zone: str, clock: str, day: str, expected: str
) -> None:
    """21:00 stays 21:00 for the players, whatever the offset; Tokyo knows no changes."""
    assert rule(clock, zone).on(date.fromisoformat(day)) == utc(expected)


def test_in_a_doubled_hour_the_deadline_is_its_first_occurrence() -> None:
    """Brussels shows 02:30 twice on 2026-10-25: first in summer time."""
    assert rule("02:30", "Europe/Brussels").on(date(2026, 10, 25)) == utc("2026-10-25T00:30")


@pytest.mark.parametrize(
    ("zone", "clock", "day", "expected"),
    [
        ("Europe/Brussels", "02:00", "2027-03-28", "2027-03-28T01:00"),
        ("Europe/Brussels", "02:30", "2027-03-28", "2027-03-28T01:00"),
        ("Europe/Brussels", "03:00", "2027-03-28", "2027-03-28T01:00"),
        ("Australia/Lord_Howe", "02:15", "2026-10-04", "2026-10-03T15:30"),
        ("Australia/Lord_Howe", "02:30", "2026-10-04", "2026-10-03T15:30"),
        ("Australia/Lord_Howe", "02:31", "2026-10-04", "2026-10-03T15:31"),
        ("Pacific/Apia", "21:00", "2011-12-29", "2011-12-30T07:00"),
        ("Pacific/Apia", "00:00", "2011-12-30", "2011-12-30T10:00"),
        ("Pacific/Apia", "21:00", "2011-12-30", "2011-12-30T10:00"),
        ("Pacific/Apia", "21:00", "2011-12-31", "2011-12-31T07:00"),
        ("Africa/Monrovia", "00:30", "1972-01-07", "1972-01-07T00:44:30"),
    ],
)
def test_a_time_that_the_clocks_skip_is_the_first_instant_after_the_gap(
    zone: str, clock: str, day: str, expected: str
) -> None:
    """Gaps of an hour, of half an hour, of a whole day, and of 44 minutes and 30 seconds."""
    assert rule(clock, zone).on(date.fromisoformat(day)) == utc(expected)


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        ("2026-06-01T18:50", "2026-06-02T19:00"),
        ("2026-06-01T06:59", "2026-06-01T19:00"),
        ("2026-06-01T07:00", "2026-06-01T19:00"),
        ("2026-06-01T07:00:01", "2026-06-02T19:00"),
        ("2026-10-25T07:30", "2026-10-25T20:00"),
    ],
)
def test_the_next_deadline_leaves_players_their_time(dealt: str, expected: str) -> None:
    """A game that starts at 20:50 has its first deadline on the next day; so much time is enough, to the second."""
    assert rule("21:00", "Europe/Brussels").next_after(utc(dealt)) == utc(expected)


def test_the_time_with_a_hand_counts_in_hours_and_not_by_the_clocks() -> None:
    """From 14:30 in summer time to 02:30 in winter time there are 13 hours."""
    dealt = datetime(2026, 10, 24, 15, 30, tzinfo=ZoneInfo("Europe/Brussels"))
    assert rule("03:30", "Europe/Brussels", 13).next_after(dealt) == utc("2026-10-25T02:30")


def test_the_deadline_of_a_day_that_does_not_exist_can_be_the_next() -> None:
    """Its moment is the first instant of the day after it."""
    assert rule("21:00", "Pacific/Apia", 0).next_after(utc("2011-12-30T10:00")) == utc("2011-12-30T10:00")


@cache
def changes(zone: str, year: int) -> list[date]:
    """Return days of a year on which the zone's clocks change: few, and laws must meet them."""
    noons = [datetime(year, 1, 1, 12, tzinfo=UTC) + DAY * number for number in range(367)]
    offsets = [noon.astimezone(ZoneInfo(zone)).utcoffset() for noon in noons]
    pairs = zip(noons[1:], offsets, offsets[1:], strict=False)
    return [noon.date() for noon, before, after in pairs if before != after]


@st.composite
def rules_and_days(draw: st.DrawFn) -> tuple[DeadlineRule, date]:
    """Draw any zone, time and day, with a liking for nights in which clocks change."""
    zone, year = draw(st.sampled_from(ZONES)), draw(st.integers(1970, 2037))
    some = st.dates(date(year, 1, 1), date(year, 12, 31))
    if found := changes(zone, year):
        some = st.one_of(some, st.sampled_from(found))
    hour = draw(st.one_of(st.integers(0, 3), st.integers(0, 23)))
    at = time(hour, draw(st.integers(0, 59)))
    return DeadlineRule(at, ZoneInfo(zone), timedelta(hours=draw(st.integers(0, 48)))), draw(some)


@given(rules_and_days())
def test_a_deadline_is_at_its_civil_time_or_at_the_end_of_a_gap(drawn: tuple[DeadlineRule, date]) -> None:
    """At the civil time for the first time; or the clocks skipped it just now, from one instant to the next."""
    made, day = drawn
    deadline, wanted = made.on(day), datetime.combine(day, made.at)
    assert deadline.tzinfo is UTC
    if civil(deadline, made.zone) == wanted:
        folds = {wanted.replace(tzinfo=made.zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
        assert deadline == min(folds)
    else:
        assert civil(deadline - INSTANT, made.zone) < wanted < civil(deadline, made.zone)


@given(rules_and_days(), st.integers(0, 86399))
def test_no_earlier_deadline_leaves_players_their_time(drawn: tuple[DeadlineRule, date], seconds: int) -> None:
    """The next deadline leaves it, is a deadline of some day, and there is none between."""
    made, day = drawn
    dealt = datetime.combine(day, time(), UTC) + timedelta(seconds=seconds)
    found = made.next_after(dealt)
    deadlines = [made.on(day + DAY * number) for number in range(-3, 6)]
    assert found == min(deadline for deadline in deadlines if deadline >= dealt + made.least)


@pytest.mark.parametrize(
    ("text", "expected"), [("21:00", time(21)), ("9:05", time(9, 5)), ("09:05", time(9, 5)), (" 0:00\n", time())]
)
def test_a_time_of_day_has_one_or_two_digits_for_the_hour(text: str, expected: time) -> None:
    """Blanks around it do no harm."""
    assert parse_clock_time(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "21", "21:0", "24:00", "21:60", "21:00:00", "21.00", "21h00", "9 pm", "-1:00", "021:00", "\uff12\uff11:00"],
)
def test_what_is_no_time_of_day_is_refused_with_a_sentence(text: str) -> None:
    """It says what was found and what was expected."""
    with pytest.raises(DeadlineError) as refused:
        parse_clock_time(text)
    expected = "expected a time of day from 0:00 to 23:59, without seconds, such as 21:00"
    assert str(refused.value) == f"found {text!r}: {expected}"


@given(st.times().map(lambda drawn: drawn.replace(second=0, microsecond=0)))
def test_a_time_of_day_is_read_as_it_is_written(at: time) -> None:
    """`parse` is the inverse of `format`."""
    assert parse_clock_time(format_clock_time(at)) == at


def test_a_time_of_day_is_written_with_two_digits_for_the_hour() -> None:
    """As it is stored."""
    assert format_clock_time(time(9, 5)) == "09:05"


@pytest.mark.parametrize("text", ["Europe/Brussels", " America/Argentina/Buenos_Aires ", "UTC", "Etc/GMT+5"])
def test_a_zone_is_read_by_its_name(text: str) -> None:
    """Every name of the IANA database will do."""
    assert parse_zone(text).key == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        *["", "..", "../UTC", "./UTC", "/usr/share/zoneinfo/UTC", "Europe", "Europe/", "Europe/Brussels/"],
        *["Europe//Brussels", "europe/brussels", "Europe/Brusels", "Brussels", "+02:00", "posixrules", "localtime"],
        *["Factory", "zone.tab", "tzdata.zi", "posix/Europe/Brussels", "a\0b", "\ud800", "x" * 5000],
    ],
)
def test_what_is_no_zone_is_refused_with_a_sentence(text: str) -> None:
    """Paths, folders, files that are no zones, abbreviations, other spellings."""
    with pytest.raises(
        DeadlineError, match="which is no time zone: expected a name such as Europe/Brussels"
    ) as refused:
        parse_zone(text)
    assert str(refused.value).startswith(f"found {text!r}")


NOW, BEFORE = "2026-06-01T20:00", "2026-06-02T19:00"
"""22:00 in Brussels, with a deadline at 21:00 on the next day."""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("22:30", "2026-06-01T20:30"),
        ("9:05", "2026-06-02T07:05"),
        ("21:00", "2026-06-02T19:00"),
        ("22:00", "2026-06-02T20:00"),
        ("today 23:59", "2026-06-01T21:59"),
        ("  Tomorrow   21:00 ", "2026-06-02T19:00"),
        ("morgen, 8:00", "2026-06-02T06:00"),
        ("vandaag 1:00", "2026-05-31T23:00"),
        ("2026-12-24 21:00", "2026-12-24T20:00"),
        ("+2h", "2026-06-02T21:00"),
        ("+ 90 min", "2026-06-02T20:30"),
        ("+1u30m", "2026-06-02T20:30"),
        ("+2 uur", "2026-06-02T21:00"),
        ("+1 hour", "2026-06-02T20:00"),
    ],
)
def test_hosts_type_deadlines_as_they_speak(typed: str, expected: str) -> None:
    """A time alone is the next one; what is added is added to the deadline that there was."""
    assert parse_moment(typed, utc(NOW), rule("21:00", "Europe/Brussels"), utc(BEFORE)) == utc(expected)


def test_a_deadline_that_is_typed_knows_clock_changes() -> None:
    """What the clocks skip is the first instant after the gap; "+" adds real hours."""
    brussels, now = rule("21:00", "Europe/Brussels"), utc("2027-03-27T12:00")
    assert parse_moment("tomorrow 2:30", now, brussels, now) == utc("2027-03-28T01:00")
    assert parse_moment("+24h", now, brussels, utc("2027-03-27T20:00")) == utc("2027-03-28T20:00")


@pytest.mark.parametrize(
    "typed",
    [
        *("", "soon", "25:00", "21", "+", "+h", "+2", "-2h"),
        *("2026-13-01 21:00", "friday 21:00", "21:00:00", "\u0662\u0661:00"),
    ],
)
def test_what_is_no_moment_is_echoed(typed: str) -> None:
    with pytest.raises(DeadlineError):
        parse_moment(typed, utc(NOW), rule("21:00", "Europe/Brussels"), utc(BEFORE))
