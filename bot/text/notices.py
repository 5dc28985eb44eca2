"""What the channel is told between results: pauses, deadlines, what hosts did and why."""

from typing import assert_never

from bot.marks import N_
from bot.text.escaping import Text, cut, fit, join, lines
from bot.text.languages import Fact, Words
from bot.text.limits import LONGEST_MESSAGE
from bot.text.news import (
    By,
    Cancelled,
    Closed,
    Corrected,
    DamageChanged,
    DeadlineMoved,
    Excused,
    HostAdded,
    HostRemoved,
    Moved,
    News,
    Paused,
    ProgramCleared,
    ProgramReplaced,
    ProgramSet,
    Removed,
    Replayed,
    Resumed,
    RobotPlaced,
    RulesSet,
    SettingsChanged,
    Silence,
    Substituted,
)
from bot.text.people import account
from bot.text.places import faces, when
from bot.text.seeds import tell_seed
from bot.text.settings import tell_settings_changed
from simulation.rules import HouseRules

LONGEST_REASON = 500


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
            return words.say("⏸️ The race is paused: no deadline, until a host resumes it. Hands and programs stay.")
        case Resumed(None):
            return words.say("▶️ The race goes on.")
        case Resumed(deadline):
            assert deadline is not None, "the case above"
            return words.say("▶️ The race goes on. This round ends {when}.", when=when(words, deadline))
        case Cancelled():
            return _tell_cancelled(words, news)
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
            return _tell_correction(words, news)
        case Replayed():
            return _tell_replay(words, news)
        case Moved():
            told = words.say("🚚 The race is played in {channel} from now on.", channel=Text(f"<#{news.channel_id}>"))
            ends = words.say("This round ends {when}.", when=when(words, news.deadline)) if news.deadline else None
            return lines(told, ends)
        case Closed():
            return words.say("⏩ Round {round}: a host closed the programming before its deadline.", round=news.round)
        case Excused():
            return words.say(
                "💤 Round {round}: {robot} is excused. A program may still come.", round=news.round, robot=news.robot
            )
        case HostAdded():
            return words.say("🧭 {person} is a host of this race now.", person=account(news.user_id))
        case HostRemoved():
            return words.say("🧭 {person} is no host of this race any more.", person=account(news.user_id))
        case SettingsChanged():
            return tell_settings_changed(words, news.changes)
        case _:
            assert_never(news)


def _tell_cancelled(words: Words, news: Cancelled) -> Text:
    told = words.say("⏹️ The race was cancelled. There are no points.")
    return told if news.seed is None else lines(told, tell_seed(words, news.seed, news.seed_digest))


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


def _tell_correction(words: Words, news: Corrected) -> Text:
    told = words.say("↩️ Round {round} is corrected, and played again at once.", round=news.round)
    withdrawn = words.say("The posts since are withdrawn.") if news.was_seen else None
    return lines(told, withdrawn, *(Text(f"• {_tell_changed(words, change)}") for change in news.changes))


def _tell_changed(words: Words, change: ProgramReplaced | RobotPlaced | DamageChanged | HouseRules) -> Text:
    match change:
        case ProgramReplaced(robot, is_late):
            late, other = N_("{robot} counts as late: five random cards"), N_("{robot} has another program")
            return words.say(late if is_late else other, robot=robot)
        case HouseRules():
            return words.say("House rules of this round: {rules}", rules=tell_rules_set(words, change))
        case RobotPlaced() | DamageChanged():
            return _tell(words, change)
        case _:
            assert_never(change)


def _tell_replay(words: Words, news: Replayed) -> Text:
    told = words.say(
        "↩️ Round {round} is programmed again with the same hands.",
        round=news.round,
    )
    seen = words.say("Mind: the programs of this round were public. The posts since are withdrawn.")
    ends = None if news.deadline is None else words.say("It ends {when}.", when=when(words, news.deadline))
    return lines(told, seen if news.was_seen else None, ends)
