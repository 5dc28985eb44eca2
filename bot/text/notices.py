"""What the channel is told between results: pauses, deadlines, what hosts did and why."""

from dataclasses import dataclass
from typing import assert_never

from bot.marks import N_
from bot.text.escaping import Text, cut, fit, join, lines
from bot.text.languages import Fact, Words
from bot.text.people import account
from bot.text.places import Moment, faces, when
from simulation.geometry import Facing
from simulation.rules import HouseRules

LONGEST_MESSAGE = 2000
LONGEST_REASON = 500


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
    """The game ends without points."""


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
class Corrected:
    """A round is resolved again with something changed."""

    round: int


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round is programmed again with the same hands."""

    round: int
    deadline: Moment | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The game is played in another channel, or in its own again; with a deadline it goes on by this."""

    channel_id: int
    deadline: Moment | None = None


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
)


def tell_notice(words: Words, news: News, by: By | None = None) -> Text:
    """Return a notice: what was done, by whom and why; None is the bot by itself."""
    told = _tell(words, news)
    if by is not None:
        reason = cut(by.reason, LONGEST_REASON)
        told = lines(told, words.say("By {host}: {reason}", host=account(by.user_id), reason=reason))
    return fit(told, LONGEST_MESSAGE)


def tell_rules_set(words: Words, rules: HouseRules) -> Text:
    """Return house rules in one sentence each (H1 to H3)."""
    damage = words.count("a fall costs 1 damage card", "a fall costs {n} damage cards", rules.reboot_damage)
    ends = N_("a robot that falls plays nothing more this round") if rules.reboot_ends_program else None
    goes_on = N_("a robot that falls goes on with its program")
    blocked = N_("a robot in a laser's way stops it")
    through = N_("lasers shine through robots")
    lasers = blocked if rules.lasers_blocked_by_robots else through
    return join("; ", [damage, words.say(ends or goes_on), words.say(lasers)])


def _tell(words: Words, news: News) -> Text:  # noqa: PLR0911, PLR0912, C901 - one case for each notice
    match news:
        case Paused():
            return words.say("⏸️ The game is paused: no deadline, until a host resumes it. Hands and programs stay.")
        case Resumed(None):
            return words.say("▶️ The game goes on.")
        case Resumed(deadline):
            assert deadline is not None, "the case above"
            return words.say("▶️ The game goes on. This round ends {when}.", when=when(words, deadline))
        case Cancelled():
            return words.say("⏹️ The game was cancelled. There are no points.")
        case DeadlineMoved():
            return lines(
                words.say(
                    "🕘 Round {round} has another deadline: {when}", round=news.round, when=when(words, news.deadline)
                ),
                words.say("Before, it was {when}.", when=when(words, news.before)),
            )
        case Silence():
            return words.count(
                "🕘 The bot could not hear you for 1 minute. So round {round} ends later: {when}",
                "🕘 The bot could not hear you for {n} minutes. So round {round} ends later: {when}",
                news.minutes,
                round=news.round,
                when=when(words, news.deadline),
            )
        case RobotPlaced():
            facing = faces(words, news.facing)
            return words.say(
                "🛠️ Round {round}: {robot} is put on {square} ({facing}).",
                round=news.round,
                robot=news.robot,
                square=news.square,
                facing=facing,
            )
        case DamageChanged():
            return _tell_damage(words, news)
        case ProgramSet():
            return words.say(
                "🛠️ Round {round}: a host laid a program down for {robot}.", round=news.round, robot=news.robot
            )
        case ProgramCleared():
            return words.say(
                "🛠️ Round {round}: a host took the program of {robot} back. A new one can still come.",
                round=news.round,
                robot=news.robot,
            )
        case Substituted():
            player, before = account(news.player), account(news.before)
            return lines(
                words.say(
                    "🔄 {robot} has another player: {player} instead of {before}.",
                    robot=news.robot,
                    player=player,
                    before=before,
                ),
                words.say("{player}: should no message reach you, **My cards** shows your hand.", player=player),
            )
        case Removed():
            return words.say("🚪 {robot} leaves the race for good.", robot=news.robot)
        case RulesSet():
            rules = tell_rules_set(words, news.rules)
            return words.say("📜 House rules from the next round on: {rules}.", rules=rules)
        case Corrected():
            return words.say(
                "↩️ Round {round} is corrected: same programs, played again. The posts since are withdrawn.",
                round=news.round,
            )
        case Replayed():
            return _tell_replay(words, news)
        case Moved():
            told = words.say("🚚 The game is played in {channel} from now on.", channel=Text(f"<#{news.channel_id}>"))
            ends = words.say("This round ends {when}.", when=when(words, news.deadline)) if news.deadline else None
            return lines(told, ends)
        case _:
            assert_never(news)


def _tell_damage(words: Words, news: DamageChanged) -> Text:
    facts: dict[str, Fact] = {"round": news.round, "robot": news.robot}
    if news.cards > 0:
        return words.count(
            "🛠️ Round {round}: {robot} gets 1 damage card.",
            "🛠️ Round {round}: {robot} gets {n} damage cards.",
            news.cards,
            **facts,
        )
    return words.count(
        "🛠️ Round {round}: 1 damage card is taken off {robot}.",
        "🛠️ Round {round}: {n} damage cards are taken off {robot}.",
        -news.cards,
        **facts,
    )


def _tell_replay(words: Words, news: Replayed) -> Text:
    told = words.say(
        "↩️ Round {round} is played again with the same hands. Mind: the programs of this round were public."
        " The posts since are withdrawn.",
        round=news.round,
    )
    if news.deadline is None:
        return told
    return lines(told, words.say("It ends {when}.", when=when(words, news.deadline)))
