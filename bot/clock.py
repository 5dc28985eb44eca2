"""Time: the one place that reads the machine's clock, and the time that Discord's ids carry."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_ID_TIME_SHIFT = 22


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one place where the clock is read


def moment_of_id(snowflake: int) -> datetime:
    """Return when Discord made an id (of a message, an interaction …): UTC, to the millisecond."""
    return _DISCORD_EPOCH + timedelta(milliseconds=snowflake >> _ID_TIME_SHIFT)


def id_of_moment(moment: datetime) -> int:
    """Return the least id that Discord can make at a moment: the inverse of `moment_of_id`."""
    return (moment - _DISCORD_EPOCH) // timedelta(milliseconds=1) << _ID_TIME_SHIFT
