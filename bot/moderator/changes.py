"""What a host sets anew for a race that is there already, and what of it can be changed no more."""

from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlmodel import Session

from bot.db.tables import Game
from bot.moderator.desk import OVER, Desk
from bot.moderator.games import show_lobby_anew
from bot.moderator.orders import Answer, Done, Order, notify, open_host_desk
from bot.moderator.outbox import Notice
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.settings import Settings, check_settings
from bot.moderator.stored import load_rules, load_state, store_rules

_FIXED = frozenset(("name", "board", "rules"))
"""What is never changed, and the house rules, which have a notice of their own."""


def settings_of(game: Game) -> Settings:
    """Return a race's settings as they are."""
    return Settings(
        name=game.name,
        board=game.board_name,
        rounds=game.rounds,
        deadline_at=game.deadline_at,
        zone=game.zone,
        language=game.language,
        points=tuple(game.points),
        rules=load_rules(game.rules),
        publish_mode=game.publish_mode,
        review_minutes=game.review_minutes,
        min_programming_hours=game.min_programming_hours,
        moves_for_silence=game.moves_for_silence,
        reminder_minutes=tuple(game.reminder_minutes),
        protest_minutes=game.protest_minutes,
    )


def change_settings(session: Session, now: datetime, order: Order, wanted: Settings) -> Answer:
    """Set a race anew: deadlines and house rules from the next deal on, all else at once."""
    desk = open_host_desk(session, now, order)
    if isinstance(desk, Rejected):
        return desk
    game, before = desk.game, settings_of(desk.game)
    if game.status in OVER:
        return rejected(Reason.GAME_OVER, status=game.status.value)
    refusal = check_settings(wanted, {game.board_name: game.board}) or _check_race(desk, before, wanted)
    if refusal is not None:
        return refusal
    names = [field.name for field in fields(Settings) if field.name not in _FIXED]
    changes = {name: (_stored(before, name), _stored(wanted, name)) for name in names}
    changes = {name: change for name, change in changes.items() if change[0] != change[1]}
    if not changes and before.rules == wanted.rules:
        return rejected(Reason.NOTHING_CHANGED)
    if before.rules != wanted.rules:
        game.rules = store_rules(wanted.rules)
        notify(desk, order, Notice.RULES, before=store_rules(before.rules), rules=game.rules)
    for name, (_, after) in changes.items():
        setattr(game, name, after)
    if changes:
        notify(desk, order, Notice.SETTINGS, changes={name: list(change) for name, change in changes.items()})
    show_lobby_anew(desk)
    return Done()


def _stored(settings: Settings, name: str) -> Any:  # noqa: ANN401 - JSON
    """Return a setting as its column has it."""
    value = getattr(settings, name)
    return list(value) if isinstance(value, tuple) else value


def _check_race(desk: Desk, before: Settings, wanted: Settings) -> Rejected | None:
    """Return what of the settings the race has gone too far for."""
    last = desk.last_round()
    if last is not None and wanted.rounds < last.number:
        return rejected(Reason.SHORTENED, number=last.number, found=wanted.rounds)
    found = desk.open_round()
    if found is not None and before.points != wanted.points:
        finished = next((robot.name for robot in load_state(found.state).robots if robot.finished), None)
        if finished is not None:
            return rejected(Reason.POINTS_FIXED, robot=finished)
    return None
