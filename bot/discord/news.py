"""From the facts of notices and reports to what is told of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, assert_never

from sqlmodel import select

from bot.db.tables import Game, Message, Player, Protest, Round
from bot.discord.facts import publishes
from bot.moderator.desk import Desk
from bot.moderator.outbox import Notice, Report
from bot.moderator.stored import load_rules
from bot.text.languages import Words, words_in
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
from bot.text.places import Moment
from bot.text.protests import Protested
from bot.text.reports import (
    ChannelLost,
    ClockOff,
    DeadLetter,
    Delivery,
    HostReport,
    MissingPermissions,
    Overdue,
    Preview,
    PreviewOver,
    Stuck,
)
from bot.text.settings import SettingChange
from simulation.geometry import Facing
from simulation.record import digest
from simulation.rules import HouseRules

Facts = Mapping[str, Any]


def words_for(desk: Desk, user_id: int | None) -> Words:
    """Return the language of a message: the game's, or the one that its receiver chose."""
    player = None if user_id is None else desk.session.get(Player, user_id)
    return words_in(desk.game.language if player is None or player.language is None else player.language)


def by_whom(facts: Facts) -> By | None:
    """Return who ordered what a notice tells, and why; None is the bot by itself."""
    return By(facts["by"], facts["reason"]) if "by" in facts else None


def news_of(desk: Desk, facts: Facts) -> News:  # noqa: PLR0911, PLR0912, C901 - one case for each notice
    """Return what a notice tells."""
    game = desk.game
    what = Notice(facts["notice"])
    match what:
        case Notice.PAUSED:
            return Paused()
        case Notice.RESUMED:
            return Resumed(_moment(game, facts["deadline"]) if "deadline" in facts else None)
        case Notice.CANCELLED:
            return Cancelled(game.seed, digest(game.seed)) if game.started_at is not None else Cancelled()
        case Notice.DEADLINE:
            before, deadline = _moment(game, facts["before"]), _moment(game, facts["deadline"])
            return DeadlineMoved(facts["round"], before, deadline)
        case Notice.SILENCE:
            return Silence(facts["round"], facts["minutes"], _moment(game, facts["deadline"]))
        case Notice.ADJUSTED:
            return _adjusted(facts["round"], facts["adjustment"])
        case Notice.PROGRAM_SET:
            return ProgramSet(facts["round"], facts["robot"])
        case Notice.PROGRAM_CLEARED:
            return ProgramCleared(facts["round"], facts["robot"])
        case Notice.SUBSTITUTED:
            return Substituted(facts["robot"], facts["before"], facts["player"])
        case Notice.REMOVED:
            return Removed(facts["robot"])
        case Notice.RULES:
            return RulesSet(load_rules(facts["rules"]))
        case Notice.CORRECTED:
            changes = tuple(_change(facts["round"], each) for each in facts.get("changes", ()))
            return Corrected(facts["round"], changes, facts.get("seen", True))
        case Notice.REPLAYED:
            ends = _deadline_of(desk, facts["round"], facts["run"])
            return Replayed(facts["round"], ends, facts.get("seen", True))
        case Notice.MOVED:
            return Moved(facts["channel"], _moment(game, facts["deadline"]) if "deadline" in facts else None)
        case Notice.CLOSED:
            return Closed(facts["round"])
        case Notice.EXCUSED:
            return Excused(facts["round"], facts["robot"])
        case Notice.HOST_ADDED:
            return HostAdded(facts["host"])
        case Notice.HOST_REMOVED:
            return HostRemoved(facts["host"])
        case Notice.SETTINGS:
            return SettingsChanged(tuple(SettingChange(name, *change) for name, change in facts["changes"].items()))
        case _:
            assert_never(what)


def _moment(game: Game, stored: str) -> Moment:
    return Moment(datetime.fromisoformat(stored), game.zone)


def _change(number: int, change: Facts) -> ProgramReplaced | RobotPlaced | DamageChanged | HouseRules:
    if "program" in change:
        return ProgramReplaced(change["program"], change["late"])
    if "rules" in change:
        return load_rules(change["rules"])
    adjusted = _adjusted(number, change)
    assert isinstance(adjusted, RobotPlaced | DamageChanged), "a correction removes nobody"
    return adjusted


def _adjusted(number: int, adjustment: Facts) -> News:
    if "place" in adjustment:
        return RobotPlaced(number, adjustment["place"], adjustment["at"], Facing(adjustment["facing"]))
    if "damage" in adjustment:
        return DamageChanged(number, adjustment["damage"], adjustment["cards"])
    if "repair" in adjustment:
        return DamageChanged(number, adjustment["repair"], -adjustment["cards"])
    return Removed(adjustment["retire"])


def _deadline_of(desk: Desk, number: int, run: int) -> Moment | None:
    query = select(Round).where(Round.game_id == desk.game.id, Round.number == number, Round.run == run)
    found = desk.session.exec(query).first()
    return None if found is None else Moment(found.deadline, desk.game.zone)


def report_of(desk: Desk, message: Message) -> HostReport:  # noqa: PLR0911 - one case for each report
    """Return what a report tells."""
    name, facts = desk.game.name, message.facts
    what = Report(facts["report"])
    match what:
        case Report.DELIVERY | Report.OVERDUE | Report.PREVIEW:
            return _report_of_round(desk, what, desk.session.get_one(Round, message.round_id), facts)
        case Report.DEAD_LETTER:
            return DeadLetter(name, facts["kind"], facts["error"])
        case Report.STUCK:
            return Stuck(name, facts["error"])
        case Report.CHANNEL:
            return ChannelLost(name, facts["error"])
        case Report.PERMISSIONS:
            return MissingPermissions(name, facts["channel"], tuple(facts["permissions"].split()))
        case Report.CLOCK:
            return ClockOff(name, facts["seconds"])
        case Report.PROTEST:
            return _protested(desk, facts["protest"])
        case _:
            assert_never(what)


def _report_of_round(desk: Desk, what: Report, found: Round, facts: Facts) -> HostReport:
    name = desk.game.name
    if what is Report.OVERDUE:
        return Overdue(name, found.number, facts["minutes"], facts["status"])
    if what is Report.PREVIEW:
        moment = publishes(desk.game, found)
        return PreviewOver(name, found.number) if moment is None else Preview(name, found.number, moment)
    unreached = tuple(seat.robot for seat in desk.seats() if seat.number in facts["unreached"])
    return Delivery(name, found.number, facts["hands"], unreached)


def _protested(desk: Desk, protest_id: int) -> Protested:
    told = desk.session.get_one(Protest, protest_id)
    number, seat = desk.session.get_one(Round, told.round_id).number, desk.seat_of(told.user_id)
    return Protested(desk.game.name, number, told.user_id, None if seat is None else seat.robot, told.text)
