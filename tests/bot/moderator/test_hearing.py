import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from bot.clock import id_of_moment, moment_of_id
from bot.db.engine import Database, open_database
from bot.db.tables import Hearing
from bot.moderator.facts import Heard, Period
from bot.moderator.hearing import KEPT, SkewGauge, note_heard, read_heard
from bot.moderator.silence import silences
from tests.bot.moderator.club import Club

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
NINE = datetime(2026, 6, 1, 9, tzinfo=UTC)


def beat(database: Database, *seconds: int, is_ready: bool = True, skew: timedelta = timedelta()) -> None:
    """Note so many seconds after nine whether players can be heard."""
    for each in seconds:
        with database.transaction() as session:
            note_heard(session, NINE + each * SECOND, is_ready=is_ready, skew=skew)


def heard(database: Database, seconds: int) -> Heard:
    with database.transaction() as session:
        return read_heard(session, NINE + seconds * SECOND)


def periods(database: Database, seconds: int) -> list[tuple[int, int]]:
    """Return when players could be heard, in seconds after nine."""
    found = heard(database, seconds).periods
    return [((period.since - NINE) // SECOND, (period.until - NINE) // SECOND) for period in found]


def test_before_the_first_connection_nobody_was_heard(database: Database) -> None:
    """And no row is made as long as nobody is."""
    beat(database, 0, 10, is_ready=False)
    assert heard(database, 10) == Heard(is_ready=False, periods=())


def test_a_connection_is_one_period_up_to_now(database: Database) -> None:
    beat(database, 0, 10, 20)
    assert heard(database, 25) == Heard(is_ready=True, periods=(Period(NINE, NINE + 25 * SECOND),))
    beat(database, 30, is_ready=False)
    assert not heard(database, 31).is_ready
    assert periods(database, 60) == [(0, 30)]
    beat(database, 40, is_ready=False)
    beat(database, 50, 60)
    assert periods(database, 65) == [(0, 30), (50, 65)]


def test_30_seconds_without_a_beat_are_a_silence(database: Database) -> None:
    """What is shorter is a restart that loses nothing: Discord keeps what comes in the meantime."""
    beat(database, 0, 30)
    assert heard(database, 60).is_ready
    assert not heard(database, 61).is_ready
    assert periods(database, 61) == [(0, 30)]
    beat(database, 60, 91)
    assert periods(database, 91) == [(0, 60), (91, 91)]


def test_a_restart_goes_on_with_the_log(club: Club) -> None:
    club.tick()
    for pause in (20, 20, 200):
        club.restart()
        club.now += pause * SECOND
        club.tick()
    first, second = club.rows(Hearing)
    assert second.since - first.until == 200 * SECOND
    assert first.ended
    assert not second.ended


@pytest.mark.parametrize("jump", [10, 30])
def test_a_small_step_back_of_the_clock_is_no_silence(database: Database, jump: int) -> None:
    beat(database, 0, 20, 40, 40 - jump, 50 - jump)
    assert len(periods(database, 50 - jump)) == 1
    assert heard(database, 50 - jump).is_ready


@pytest.mark.parametrize("was_ended", [True, False])
def test_when_the_clock_is_put_back_by_an_hour_players_are_heard_at_once(
    database: Database, *, was_ended: bool
) -> None:
    """What the clock called later is left out, and no beat makes another row."""
    beat(database, 3000, 3010)
    beat(database, 7000, 7010)
    if was_ended:
        beat(database, 7020, is_ready=False)
    beat(database, 3600, 3610, 3620)
    assert heard(database, 3625).is_ready
    assert periods(database, 3625) == [(3000, 3010), (3600, 3625)]
    with database.transaction() as session:
        assert session.get(Hearing, 4) is None
    beat(database, 3640, is_ready=False)
    assert periods(database, 4000) == [(3000, 3010), (3600, 3640)]


def test_a_silence_behind_a_clock_that_was_put_back_is_seen(database: Database) -> None:
    """The process ended after the clock had been put back: its last beat is no sign of life for an hour."""
    beat(database, 7000, 3600, 3610)
    assert not heard(database, 5000).is_ready
    beat(database, 5000)
    assert periods(database, 5000) == [(3600, 3610), (5000, 5000)]


@pytest.fixture(scope="module")
def log(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Return a database that all examples share: each takes back what it did."""
    path = Path(shutil.copyfile(migrated_file, tmp_path_factory.mktemp("log") / "bot.db"))
    with open_database(path, NINE) as database:
        yield database


@settings(max_examples=40)
@given(
    beats=st.lists(st.tuples(st.integers(-400, 400), st.booleans()), min_size=1, max_size=12), later=st.integers(0, 100)
)
def test_periods_are_in_order_and_apart_whatever_the_clock_does(
    log: Database, beats: list[tuple[int, bool]], later: int
) -> None:
    """Each beat is so many seconds after the one before, or before it; silences fill what lies between."""
    now = NINE
    with Session(log.engine) as session:
        for step, is_ready in beats:
            now += step * SECOND
            note_heard(session, now, is_ready=is_ready)
            assert read_heard(session, now).is_ready == is_ready
        found = read_heard(session, now + later * SECOND)
        session.rollback()
    moments = [moment for period in found.periods for moment in (period.since, period.until)]
    assert moments == sorted(moments)
    between = [moment for silence in silences(found, NINE, now) for moment in (silence.since, silence.until)]
    assert between == sorted(between)


def test_rows_are_dropped_after_30_days(database: Database) -> None:
    beat(database, 0, 10)
    beat(database, 20, is_ready=False)
    day = 24 * 3600
    beat(database, 10 * day, 10 * day + 10)
    after = int(KEPT / SECOND) + 21
    beat(database, after)
    assert periods(database, after) == [(10 * day, 10 * day + 10), (after, after)]


def test_the_skew_is_told_with_the_log(database: Database) -> None:
    beat(database, 0, skew=timedelta(seconds=7, microseconds=400))
    assert heard(database, 1).skew == 7 * SECOND
    beat(database, 10, skew=-7 * SECOND)
    assert heard(database, 11).skew == -7 * SECOND


def test_the_gauge_takes_the_least_of_the_latest_ids() -> None:
    """An id is made before it arrives: what is on its way for long says little of the clock."""
    gauge = SkewGauge(kept=3)
    assert gauge.skew == timedelta()
    for late in (900, 100, 400):
        gauge.note(NINE + timedelta(milliseconds=late), NINE)
    assert gauge.skew == timedelta(milliseconds=100)
    gauge.note(NINE + 2 * SECOND, NINE)
    assert gauge.skew == timedelta(milliseconds=100)
    gauge.note(NINE + 2 * SECOND, NINE)
    assert gauge.skew == timedelta(milliseconds=400)
    gauge.note(NINE, NINE + 7 * SECOND)
    assert gauge.skew == -7 * SECOND


def test_a_gauge_may_keep_one_id() -> None:
    gauge = SkewGauge(kept=1)
    for seconds in (1, 5, 3):
        gauge.note(NINE + seconds * SECOND, NINE)
        assert gauge.skew == seconds * SECOND


@given(st.datetimes(datetime(2015, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - see timezones
def test_the_moment_of_an_id_is_the_moment_at_which_it_was_made(moment: datetime) -> None:
    """To the millisecond."""
    found = moment_of_id(id_of_moment(moment))
    assert timedelta() <= moment - found < timedelta(milliseconds=1)
    assert moment_of_id(id_of_moment(found) | (1 << 22) - 1) == found


def test_discords_own_example_of_an_id() -> None:
    """https://discord.com/developers/docs/reference#snowflakes."""
    assert moment_of_id(175928847299117063) == datetime(2016, 4, 30, 11, 18, 25, 796000, tzinfo=UTC)
