"""The record of a game, from the database: public while it goes on, with seed and hands when it is over."""

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from bot.db.tables import Round, RoundResult, RoundStatus
from bot.moderator.desk import OVER, Desk, open_desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_rules, load_state
from simulation.adjustments import parse_adjustment
from simulation.geometry import parse_square
from simulation.programs import Lateness
from simulation.publicrecord import format_public_record
from simulation.race import Choice, PlayedRound, RaceSetup, play_round
from simulation.record import format_record
from simulation.state import State


def export(session: Session, now: datetime, game_id: int) -> dict[str, Any] | Rejected:
    """Return a game's record, ready for JSON.

    The rounds are dealt and simulated again from what was stored; they must come to what was published.
    """
    desk = open_desk(session, now, game_id)
    if isinstance(desk, Rejected):
        return desk
    if desk.game.started_at is None:
        return rejected(Reason.NOT_STARTED)
    setup, played = replay_game(desk)
    points = tuple(desk.game.points)
    if desk.game.status in OVER:
        after = played[-1].state if played else setup.start()
        is_stopped = len(played) < setup.rounds and bool(after.racing())
        return format_record(setup, played, points, stopped=is_stopped)
    return format_public_record(setup, played, points)


def replay_game(desk: Desk) -> tuple[RaceSetup, list[PlayedRound]]:
    """Return what a game started from, and its published rounds."""
    query = select(Round, RoundResult).join(RoundResult).where(Round.game_id == desk.game.id)
    query = query.where(Round.status == RoundStatus.PUBLISHED).order_by(col(Round.number))
    stored = desk.session.exec(query).all()
    setup = _setup(desk)
    state, played = setup.start(), []
    for found, result in stored:
        again = _replay_round(setup, state, found, result)
        state = again.state
        assert state == load_state(result.state), f"round {found.number} of game {desk.game.id} comes out otherwise"
        played.append(again)
    return setup, played


def _setup(desk: Desk) -> RaceSetup:
    query = select(Round).where(Round.game_id == desk.game.id, Round.number == 1)
    first = desk.session.exec(query.where(Round.status != RoundStatus.WITHDRAWN)).first()
    seats = desk.seats()
    return RaceSetup(
        board=desk.board,
        rules=load_rules(desk.game.rules if first is None else first.rules),
        seed=desk.game.seed,
        rounds=desk.game.rounds,
        robots=tuple(seat.robot for seat in seats),
        starts=tuple(parse_square(seat.start or "") for seat in seats),
    )


def _replay_round(setup: RaceSetup, state: State, found: Round, result: RoundResult) -> PlayedRound:
    choices = tuple(map(_choice, result.programs))
    adjustments = [parse_adjustment(each, setup.robots, "adjustments") for each in found.adjustments]
    rules = load_rules(found.rules)
    return play_round(setup, state, found.number, lambda _: choices, rules=rules, adjustments=adjustments)


def _choice(program: dict[str, Any] | None) -> Choice:
    if program is None:
        return None
    return Lateness(program["late"]) if program["places"] is None else tuple(program["places"])
