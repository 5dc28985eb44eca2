"""The log of when players could be heard, and how far the machine's clock is from Discord's."""

from collections import deque
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from bot.db.tables import Hearing
from bot.moderator.facts import Heard, Period

MISSED_BEATS = timedelta(seconds=30)
"""Without a sign for so long, players could not be heard; a restart that is quicker does not count."""

KEPT = timedelta(days=30)
LARGE_SKEW = timedelta(seconds=2)


def note_heard(session: Session, now: datetime, *, is_ready: bool, skew: timedelta = timedelta()) -> None:
    """Note whether players can be heard now; called every few seconds."""
    last = _last(session)
    if last is not None and _is_open(last, now):
        last.until, last.ended, last.skew_ms = max(now, last.until), not is_ready, _milliseconds(skew)
        return
    if last is not None:
        last.ended = True
    if is_ready:
        session.add(Hearing(since=now, until=now, skew_ms=_milliseconds(skew)))
        for old in session.exec(select(Hearing).where(Hearing.until < now - KEPT)):
            session.delete(old)


def read_heard(session: Session, now: datetime) -> Heard:
    """Return when players could be heard, up to now.

    If the clock was put back, what it had called later than the next connection is left out.
    """
    rows = session.exec(select(Hearing).order_by(col(Hearing.id).desc())).all()
    if not rows:
        return Heard(is_ready=False, periods=())
    last = rows[0]
    is_ready = _is_open(last, now)
    periods = [Period(last.since, max(now, last.since) if is_ready else last.until)]
    for row in rows[1:]:
        if row.since < periods[-1].since:
            periods.append(Period(row.since, min(row.until, periods[-1].since)))
    return Heard(is_ready, tuple(reversed(periods)), timedelta(milliseconds=last.skew_ms))


def _last(session: Session) -> Hearing | None:
    return session.exec(select(Hearing).order_by(col(Hearing.id).desc())).first()


def _is_open(last: Hearing, now: datetime) -> bool:
    """Whether the latest period goes on: also over a small step of the clock, but not over one that hides a silence."""
    return not last.ended and abs(now - last.until) <= MISSED_BEATS


def _milliseconds(span: timedelta) -> int:
    return round(span / timedelta(milliseconds=1))


class SkewGauge:
    """How far the machine's clock is ahead of Discord's, from the ids of what comes in.

    An id is made before it arrives, so each one is an upper bound; the least of the last ones is the best.
    """

    def __init__(self, kept: int = 50) -> None:
        """Start without any id; `kept` of the latest are looked at."""
        self._latest = deque[timedelta](maxlen=kept)

    def note(self, now: datetime, sent: datetime) -> None:
        """Note an id that has just come in: the machine's moment, and the id's."""
        self._latest.append(now - sent)

    @property
    def skew(self) -> timedelta:
        """The machine's clock minus Discord's; zero before the first id."""
        return min(self._latest, default=timedelta())
