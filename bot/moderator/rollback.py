"""Rollback: a round is taken back and gets another run; nothing is deleted.

`correct` keeps the programs locked, changes what was wrong, and lets the round be resolved again at once. `replay`
reopens the programming with the same hands. Rounds after it are withdrawn, and dealt anew when it is published.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from bot.db.tables import Game, GameStatus, Hand, Program, Redo, Round, RoundStatus, Source
from bot.moderator.desk import Desk
from bot.moderator.orders import (
    Answer,
    Done,
    Order,
    check_going,
    notify,
    open_host_desk,
    open_impartial_desk,
    unconfirmed,
)
from bot.moderator.outbox import Notice
from bot.moderator.protests import is_final
from bot.moderator.refusals import Reason, Rejected, format_moment, refuse, rejected
from bot.moderator.rounds import (
    change_board,
    is_seed_public,
    racing_seats,
    retire_removed,
    send_hands,
    withdraw_round,
)
from bot.moderator.settings import check_rules
from bot.moderator.stored import load_state, store_rules
from bot.moderator.versions import Entry, add_version
from simulation.adjustments import Adjustment, Retire, format_adjustment
from simulation.programs import Pick, ProgramError, parse_program
from simulation.rules import HouseRules


@dataclass(frozen=True, slots=True)
class NewProgram:
    """Another program for a seat; None makes it late (R2.5)."""

    seat: int
    """From 1."""
    picks: tuple[Pick, ...] | None


Change = NewProgram | Adjustment | HouseRules
"""What a correction changes: a program, the board before the registers, or the round's house rules."""
_OVER = (RoundStatus.LOCKED, RoundStatus.RESOLVED, RoundStatus.PUBLISHED)
"""Where a round is once its programming is over."""


def correct(session: Session, now: datetime, order: Order, number: int, changes: Sequence[Change]) -> Answer:
    """Resolve round `number` again with its programs locked and something changed."""
    desk = open_impartial_desk(session, now, order) if changes else open_host_desk(session, now, order)
    return _redo(desk, order, number, Redo.CORRECT, changes)


def replay(session: Session, now: datetime, order: Order, number: int) -> Answer:
    """Open round `number` for programming again, with the same hands; programs were public, and the post says so."""
    return _redo(open_host_desk(session, now, order), order, number, Redo.REPLAY, ())


def redoable(desk: Desk) -> list[int]:
    """Return the numbers of the rounds that have a result, or are locked: what can be redone, the latest first."""
    query = select(Round.number).where(Round.game_id == desk.game.id, col(Round.status).in_(_OVER))
    return list(desk.session.exec(query.order_by(col(Round.number).desc())))


def _redo(opened: Desk | Rejected, order: Order, number: int, redo: Redo, changes: Sequence[Change]) -> Answer:
    desk = opened if isinstance(opened, Rejected) else _check_redo(opened, number, redo) or opened
    if isinstance(desk, Rejected):
        return desk
    old = round_that_counts(desk, number)
    if old is None:
        return rejected(Reason.NOTHING_TO_REDO, number=number)
    later = _later_rounds(desk, number)
    facts = {
        "round": number,
        "changes": repr(changes),
        "withdrawn": [found.number for found in later],
        "lost_adjustments": [adjustment for found in later for adjustment in found.adjustments],
    }
    if is_final(old, desk.now) and old.protest_until is not None:
        facts["final"] = format_moment(old.protest_until, desk.game.zone)
    question = unconfirmed(desk, order, redo.value, **facts)
    if isinstance(question, Rejected):
        return question
    with desk.session.begin_nested() as savepoint:
        for found in [*later, old]:
            withdraw_round(desk, found)
        run = _new_run(desk, old, redo)
        answer = _apply(desk, order, run, changes) or question
        if answer is not None:
            savepoint.rollback()
            return answer
    was_seen = old.published_at is not None
    _reopen(desk)
    what = Notice.CORRECTED if redo is Redo.CORRECT else Notice.REPLAYED
    changed = [_format_change(desk, change) for change in changes]
    notify(desk, order, what, round=number, run=run.run, withdrawn=facts["withdrawn"], changes=changed, seen=was_seen)
    if redo is Redo.REPLAY:
        send_hands(desk, run, retire_removed(desk, run))
    return Done({"round": number, "run": run.run})


def _check_redo(desk: Desk, number: int, redo: Redo) -> Rejected | None:
    """Return why no round of the game can be redone now."""
    game = desk.game
    if game.status is not GameStatus.FINISHED and (refusal := check_going(desk)) is not None:
        return refusal
    if is_seed_public(desk):
        last = desk.last_round()
        if redo is Redo.REPLAY or last is None or last.number != number:
            return rejected(Reason.SEED_PUBLIC)
    query = select(Game).where(Game.running_channel_id == game.channel_id, Game.id != game.id)
    busy = desk.session.exec(query).first()
    return None if busy is None else rejected(Reason.CHANNEL_BUSY, other=busy.name)


def round_that_counts(desk: Desk, number: int) -> Round | None:
    """Return the run of a round that counts, if its programming is over."""
    query = select(Round).where(Round.game_id == desk.game.id, Round.number == number)
    return desk.session.exec(query.where(col(Round.status).in_(_OVER))).first()


def _later_rounds(desk: Desk, number: int) -> Sequence[Round]:
    query = select(Round).where(
        Round.game_id == desk.game.id, Round.number > number, Round.status != RoundStatus.WITHDRAWN
    )
    return desk.session.exec(query.order_by(col(Round.number))).all()


def _new_run(desk: Desk, old: Round, redo: Redo) -> Round:
    """Make the next run of a round: the same hands, the same programs in force."""
    is_replay = redo is Redo.REPLAY
    run = Round(
        game_id=old.game_id,
        open_game_id=old.game_id,
        number=old.number,
        run=old.run + 1,
        redo=redo,
        status=RoundStatus.DEALT if is_replay else RoundStatus.LOCKED,
        rules=old.rules,
        state=old.state,
        adjustments=old.adjustments,
        dealt_at=desk.now if is_replay else old.dealt_at,
        deadline=desk.deadlines.next_after(desk.now) if is_replay else old.deadline,
        deadline_set_at=desk.now,
        overdue_told=not is_replay,
        locked_at=None if is_replay else desk.now,
    )
    desk.session.add(run)
    desk.session.flush()
    for hand in desk.hands(old).values():
        _copy_hand(desk, hand, run, is_replay=is_replay)
    return run


def _copy_hand(desk: Desk, hand: Hand, run: Round, *, is_replay: bool) -> None:
    copy = Hand(round_id=run.id, seat_id=hand.seat_id)
    if not is_replay:
        copy.reached, copy.excused, copy.too_late_at = hand.reached, hand.excused, hand.too_late_at
    desk.session.add(copy)
    desk.session.flush()
    for program in desk.programs(hand):
        fields = program.model_dump(exclude={"id", "hand_id"})
        desk.session.add(Program(hand_id=copy.id, **fields))
    desk.session.flush()


def _apply(desk: Desk, order: Order, run: Round, changes: Sequence[Change]) -> Rejected | None:
    """Change what was wrong in a run; return the first change that cannot be made."""
    for change in changes:
        match change:
            case NewProgram():
                refusal = _change_program(desk, order, run, change)
            case HouseRules():
                refusal = check_rules(change)
                run.rules = store_rules(change)
            case _:
                assert not isinstance(change, Retire), "a robot is retired with its player: remove"
                refusal = change_board(desk, run, change)
        if refusal is not None:
            return refusal
    return None


def _format_change(desk: Desk, change: Change) -> dict[str, Any]:
    """Return what everybody may hear of a change that was made: whose program, but not its cards."""
    names = [seat.robot for seat in desk.seats()]
    match change:
        case NewProgram():
            return {"program": names[change.seat - 1], "late": change.picks is None}
        case HouseRules():
            return {"rules": store_rules(change)}
        case _:
            return format_adjustment(change, names)


def _change_program(desk: Desk, order: Order, run: Round, change: NewProgram) -> Rejected | None:
    state = load_state(run.state)
    seat = next((seat for seat in racing_seats(desk, state) if seat.number == change.seat), None)
    if seat is None:
        return rejected(Reason.UNKNOWN_SEAT, seat=change.seat)
    places = None
    if change.picks is not None:
        try:
            places = parse_program(state.piles[change.seat - 1].hand, change.picks)
        except ProgramError as error:
            return refuse(error)
    add_version(desk, desk.hands(run)[seat.id], Entry(places, Source.HOST, order.user_id, desk.now))
    return None


def _reopen(desk: Desk) -> None:
    """Let a game go on that had finished, and try at once what was stuck."""
    game = desk.game
    if game.status is GameStatus.FINISHED:
        game.status, game.ended_at, game.running_channel_id = GameStatus.RUNNING, None, game.channel_id
    desk.forget_failures()
