"""The tables. A row is what is stored, not the domain: what enters has passed the parsers of the core.

JSON columns hold plain values and are replaced whole, never changed in place: a change inside is not noticed.
An `id` is given by the database: a row has it once it is flushed.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Enum, UniqueConstraint
from sqlmodel import Field, SQLModel

from bot.db.types import UtcDateTime

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Each constraint has a name that a migration can drop it by, whatever the database. This stands before the tables."""


def _closed(members: type[StrEnum]) -> Enum:
    """Return the column type of a closed set: its values as text."""
    return Enum(members, native_enum=False, length=20, values_callable=lambda found: [member.value for member in found])


class GameStatus(StrEnum):
    """Where a game is."""

    LOBBY = "lobby"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class PublishMode(StrEnum):
    """Whether a result is posted at once, or after its hosts have seen it."""

    AT_ONCE = "at once"
    REVIEW = "review"


class RoundStatus(StrEnum):
    """Where a run of a round is."""

    DEALT = "dealt"
    LOCKED = "locked"
    RESOLVED = "resolved"
    PUBLISHED = "published"
    WITHDRAWN = "withdrawn"


class Redo(StrEnum):
    """Why a round has another run."""

    CORRECT = "correct"
    REPLAY = "replay"


class Source(StrEnum):
    """How a program came in."""

    TAPPED = "tapped"
    FORM = "form"
    TYPED = "typed"
    SALVAGED = "salvaged"
    """Typed while the bot was away, and read from the history before the lock."""
    HOST = "host"


class MessageStatus(StrEnum):
    """Where a message of the outbox is."""

    PENDING = "pending"
    SENT = "sent"
    DEAD = "dead"
    """It can never be sent, and the hosts are told."""
    WITHDRAWN = "withdrawn"
    """It was overtaken before it was sent."""


class Game(SQLModel, table=True):
    """A game: what its host set, and where it is."""

    id: int = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    running_channel_id: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """The channel while the game is started and not over: one game a channel."""
    status: GameStatus = Field(default=GameStatus.LOBBY, sa_type=_closed(GameStatus), index=True)
    name: str
    board_name: str
    board: str
    """The board file's text, as it was when the game was made."""
    rounds: int
    deadline_at: str
    """The civil time of the deadline: HH:MM."""
    zone: str
    language: str
    points: list[int] = Field(sa_type=JSON)
    rules: dict[str, Any] = Field(sa_type=JSON)
    """House rules from the next deal on."""
    publish_mode: PublishMode = Field(sa_type=_closed(PublishMode))
    review_minutes: int
    """In review: after so long a result is published by itself."""
    min_programming_hours: int
    moves_for_silence: bool
    """The deadline moves when the bot could not hear the players."""
    reminder_minutes: list[int] = Field(sa_type=JSON)
    protest_minutes: int = 0
    """So long players may protest against a result; 0 for never."""
    seed: str
    """Secret until the end."""
    created_at: datetime = Field(sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    paused_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    stuck: str | None = None
    """Why its next step failed."""
    failures: int = 0
    """How often in a row it failed."""
    retry_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Host(SQLModel, table=True):
    """Somebody who hosts a game."""

    __table_args__ = (UniqueConstraint("game_id", "user_id"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    user_id: int = Field(sa_type=BigInteger)


class Seat(SQLModel, table=True):
    """A robot's place in a game, and who plays it."""

    __table_args__ = (
        UniqueConstraint("game_id", "user_id"),
        UniqueConstraint("game_id", "robot"),
        UniqueConstraint("game_id", "number"),
    )
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int | None = None
    """The robot's number and colour, from 1: given at the start, in the order of joining."""
    robot: str
    user_id: int = Field(sa_type=BigInteger, index=True)
    player: int = 1
    """Counts who played it: 1, and one more for each substitute."""
    start: str | None = None
    """Its start square; None until it is drawn."""
    joined_at: datetime = Field(sa_type=UtcDateTime)
    removed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class Player(SQLModel, table=True):
    """What somebody chose for all games; None is what the game says."""

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    reminder_minutes: list[int] | None = Field(default=None, sa_type=JSON)
    quiet_from: str | None = None
    """No reminders from this civil time (HH:MM, in the game's zone) …"""
    quiet_until: str | None = None
    """… until this one."""
    language: str | None = None
    dm_channel_id: int | None = Field(default=None, sa_type=BigInteger)
    """The channel of direct messages to them, once it was opened."""


class Server(SQLModel, table=True):
    """What was set once for a whole Discord server; None is what the bot does by itself."""

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    language: str | None = None
    creator_role_id: int | None = Field(default=None, sa_type=BigInteger)
    """The role that may make games, beside those who may manage events."""


class ServerBoard(SQLModel, table=True):
    """A board that a Discord server has beside those of the library."""

    __table_args__ = (UniqueConstraint("guild_id", "looks"),)
    id: int = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger)
    title: str
    """The board's own name."""
    looks: str
    """What is alike in titles that nobody can tell apart."""
    board: str
    """The board file's text, in its canonical form."""
    added_by: int = Field(sa_type=BigInteger)
    added_at: datetime = Field(sa_type=UtcDateTime)


class Round(SQLModel, table=True):
    """A run of a round: from its deal to its publication."""

    __table_args__ = (UniqueConstraint("game_id", "number", "run"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    open_game_id: int | None = Field(default=None, unique=True)
    """The game while the round is dealt, locked or resolved: one open round a game."""
    number: int
    run: int = 1
    redo: Redo | None = Field(default=None, sa_type=_closed(Redo))
    status: RoundStatus = Field(default=RoundStatus.DEALT, sa_type=_closed(RoundStatus))
    rules: dict[str, Any] = Field(sa_type=JSON)
    state: dict[str, Any] = Field(sa_type=JSON)
    """The state with the hands dealt, hosts' adjustments included."""
    adjustments: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    """What hosts changed on the board since the deal."""
    dealt_at: datetime = Field(sa_type=UtcDateTime)
    deadline: datetime = Field(sa_type=UtcDateTime)
    deadline_set_at: datetime = Field(sa_type=UtcDateTime)
    deadline_number: int = 1
    """Counts the deadlines of this run: reminders belong to one of them."""
    silence_counted_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Time before this in which players could not be heard has moved the deadline already."""
    overdue_told: bool = False
    locked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    locked_by: int | None = Field(default=None, sa_type=BigInteger)
    """The host who locked it before its deadline."""
    resolved_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    published_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    protest_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Its result is final from then on; None where nobody can protest."""
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class RoundResult(SQLModel, table=True):
    """What came of a run of a round."""

    round_id: int = Field(primary_key=True, foreign_key="round.id", sa_column_kwargs={"autoincrement": False})
    programs: list[dict[str, Any] | None] = Field(sa_type=JSON)
    """By seat: places and lateness, None for whoever did not play."""
    beats: list[dict[str, Any]] = Field(sa_type=JSON)
    """All that happened: programs laid down, then the registers."""
    state: dict[str, Any] = Field(sa_type=JSON)
    """The state after it."""


class Hand(SQLModel, table=True):
    """What a player does with the hand of one run of a round."""

    __table_args__ = (UniqueConstraint("round_id", "seat_id"),)
    id: int = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    seat_id: int = Field(foreign_key="seat.id")
    picks: list[list[int]] = Field(default_factory=list, sa_type=JSON)
    """The draft: (place in the hand, id of the tap), in the order of the ids."""
    reached: bool = False
    """The player has it: the message was sent, or the hand was opened in another way."""
    excused: bool = False
    too_late_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the first program came that was too late."""
    read_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the player's messages were last read, up to then."""


class Program(SQLModel, table=True):
    """A version of a player's program; the latest by time is in force."""

    __table_args__ = (UniqueConstraint("hand_id", "version"), UniqueConstraint("hand_id", "source_id"))
    id: int = Field(default=None, primary_key=True)
    hand_id: int = Field(foreign_key="hand.id")
    version: int
    places: list[int] | None = Field(default=None, sa_type=JSON)
    """Places in the hand for registers 1 to 5; None where a host cleared the program."""
    at: datetime = Field(sa_type=UtcDateTime)
    """When it was sent, by Discord's clock."""
    source: Source = Field(sa_type=_closed(Source))
    source_id: int | None = Field(default=None, sa_type=BigInteger)
    """The interaction or message that it came with, or the moment of its edit as an id; None for a host's."""
    user_id: int = Field(sa_type=BigInteger)
    code: str
    """Proves the receipt later."""


class Reminder(SQLModel, table=True):
    """A reminder that is done with: sent, or passed over for a later one."""

    __table_args__ = (UniqueConstraint("hand_id", "deadline_number", "minutes"),)
    id: int = Field(default=None, primary_key=True)
    hand_id: int = Field(foreign_key="hand.id")
    deadline_number: int
    minutes: int


class Protest(SQLModel, table=True):
    """What somebody thinks is wrong with the result of a run of a round: a note to the hosts alone."""

    id: int = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id", index=True)
    user_id: int = Field(sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)
    """When it was sent, by Discord's clock."""
    source_id: int = Field(sa_type=BigInteger, unique=True)
    """The interaction that it came with."""
    text: str


class Message(SQLModel, table=True):
    """The outbox: one row a message to a channel or a person, or an edit of one."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(max_length=25, unique=True)
    """What it is, deterministically: the nonce that Discord knows it by."""
    kind: str
    game_id: int = Field(foreign_key="game.id", index=True)
    round_id: int | None = Field(default=None, foreign_key="round.id", index=True)
    lane: str = Field(index=True)
    """Messages of one lane are sent in order: a channel, or one person's messages."""
    channel_id: int | None = Field(default=None, sa_type=BigInteger)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    edits_id: int | None = Field(default=None, foreign_key="message.id")
    """The message that this one edits."""
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What its text is made from."""
    urgency: int
    """Lower goes first: boards before hands."""
    status: MessageStatus = Field(default=MessageStatus.PENDING, sa_type=_closed(MessageStatus), index=True)
    created_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    attempted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    retry_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    error: str | None = None
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)


class AuditEntry(SQLModel, table=True):
    """Something that was done to a game, by whom and why."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    round_number: int | None = None
    at: datetime = Field(sa_type=UtcDateTime)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """None: the bot by itself."""
    action: str
    reason: str
    facts: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class Hearing(SQLModel, table=True):
    """A time in which players could be heard: from one connection to its end."""

    id: int = Field(default=None, primary_key=True)
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime = Field(sa_type=UtcDateTime)
    """When it was last known to be heard."""
    ended: bool = False
    skew_ms: int = 0
    """The host's clock minus Discord's."""
