"""What the schedule knows of a game when it is asked what is due."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.db.tables import GameStatus, PublishMode, RoundStatus


@dataclass(frozen=True, slots=True)
class Period:
    """A time from a moment to a later one."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Heard:
    """When players could be heard."""

    is_ready: bool
    """They can be heard now."""
    periods: tuple[Period, ...]
    """Oldest first, apart from each other; the last one goes on if they can be heard now."""
    skew: timedelta = timedelta()
    """The machine's clock minus Discord's."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Civil times between which somebody wants no reminders; it may go over midnight."""

    since: time
    until: time


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A player in the open round."""

    number: int
    """The seat, from 1."""
    program_at: datetime | None
    """When the program in force was sent; None without one."""
    picked: int
    """Cards in the draft."""
    read_at: datetime | None
    """The player's messages have been read up to then."""
    wants_reminders: bool
    """False for an excused player."""
    reminder_minutes: tuple[int, ...]
    """Minutes before the deadline."""
    reminded: frozenset[int]
    """Those of them that are done with for this deadline."""
    quiet: Quiet | None


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """The open round."""

    status: RoundStatus
    """Dealt, locked or resolved."""
    dealt_at: datetime
    deadline: datetime
    deadline_set_at: datetime
    silence_counted_until: datetime | None
    """Silence before this has moved the deadline already."""
    resolved_at: datetime | None
    retry_at: datetime | None
    """A stuck round is not tried before this."""
    overdue_told: bool
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game, as far as its schedule goes."""

    status: GameStatus
    zone: ZoneInfo
    publish_mode: PublishMode
    review: timedelta
    """In review: so long after its resolution a result is published by itself."""
    moves_for_silence: bool
    is_over: bool
    """Nobody races any more, or the last round is published."""
    round: RoundFacts | None
    """None when no round is open."""
