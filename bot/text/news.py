"""What happens to a race between results, as the channel is told of it: pauses, deadlines, what hosts did and why."""

from dataclasses import dataclass

from bot.text.places import Moment
from bot.text.settings import SettingChange
from simulation.geometry import Facing
from simulation.rules import HouseRules


@dataclass(frozen=True, slots=True)
class By:
    """Who ordered something, and why."""

    user_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Paused:
    """The game's clock stands still."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on; without a deadline a result waits for its hosts."""

    deadline: Moment | None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The race ends without points; if it had been started, its seed is told now."""

    seed: str | None = None
    seed_digest: str = ""


@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """A host moved a deadline."""

    round: int
    before: Moment
    deadline: Moment


@dataclass(frozen=True, slots=True)
class Silence:
    """A deadline moved because players could not be heard."""

    round: int
    minutes: int
    deadline: Moment


@dataclass(frozen=True, slots=True)
class RobotPlaced:
    """A host put a robot on a square, or turned it."""

    round: int
    robot: str
    square: str
    facing: Facing


@dataclass(frozen=True, slots=True)
class DamageChanged:
    """A host gave a robot damage cards, or took them off (below 0)."""

    round: int
    robot: str
    cards: int


@dataclass(frozen=True, slots=True)
class ProgramSet:
    """A host laid a program down for a player."""

    round: int
    robot: str


@dataclass(frozen=True, slots=True)
class ProgramCleared:
    """A host took a player's program back."""

    round: int
    robot: str


@dataclass(frozen=True, slots=True)
class Substituted:
    """Another player takes a robot over."""

    robot: str
    before: int
    player: int


@dataclass(frozen=True, slots=True)
class Removed:
    """A robot left the race for good."""

    robot: str


@dataclass(frozen=True, slots=True)
class RulesSet:
    """House rules from the next round on."""

    rules: HouseRules


@dataclass(frozen=True, slots=True)
class ProgramReplaced:
    """A correction: another program, or none in time."""

    robot: str
    is_late: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """A round is resolved again, with these changes."""

    round: int
    changes: tuple[ProgramReplaced | RobotPlaced | DamageChanged | HouseRules, ...] = ()
    was_seen: bool = True
    """Its result had been published."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round is programmed again with the same hands."""

    round: int
    deadline: Moment | None = None
    was_seen: bool = True
    """Its result had been published."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The game is played in another channel, or in its own again; with a deadline it goes on by this."""

    channel_id: int
    deadline: Moment | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """A host closed the programming of a round before its deadline."""

    round: int


@dataclass(frozen=True, slots=True)
class Excused:
    """A host excused a player for a round."""

    round: int
    robot: str


@dataclass(frozen=True, slots=True)
class HostAdded:
    """Somebody hosts the race too."""

    user_id: int


@dataclass(frozen=True, slots=True)
class HostRemoved:
    """Somebody hosts the race no more."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """A host set the race anew."""

    changes: tuple[SettingChange, ...]


News = (
    Paused
    | Resumed
    | Cancelled
    | DeadlineMoved
    | Silence
    | RobotPlaced
    | DamageChanged
    | ProgramSet
    | ProgramCleared
    | Substituted
    | Removed
    | RulesSet
    | Corrected
    | Replayed
    | Moved
    | Closed
    | Excused
    | HostAdded
    | HostRemoved
    | SettingsChanged
)
