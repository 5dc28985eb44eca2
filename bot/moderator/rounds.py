"""A round's way through the database: dealt, locked, resolved, published; and the end of the game.

Each step checks nothing: the schedule said that it is due, in the same transaction.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import func, insert, select

from bot.db.tables import Game, GameStatus, Hand, Message, PublishMode, Round, RoundResult, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.dispatch import withdraw_late_hands
from bot.moderator.edits import show_final, show_hands_anew, withdraw_posts
from bot.moderator.outbox import Kind, Letter, Report, post, report, round_key, withdraw_pending, write_to_each
from bot.moderator.refusals import Rejected, refuse
from bot.moderator.stored import load_rules, load_state, public_registers, store_beats, store_state
from simulation.adjustments import Adjustment, AdjustmentError, Retire, adjust, format_adjustment
from simulation.programs import Lateness
from simulation.round import deal, lay_programs, simulate
from simulation.shuffling import seeded_shuffle
from simulation.state import State


def deal_round(desk: Desk, number: int, state: State) -> Round:
    """Deal round `number` (from 1) after `state`: hands for all who race, and the deadline (R1.2, R2.2)."""
    outcome = deal(desk.board, state, load_rules(desk.game.rules), seeded_shuffle(desk.game.seed, number))
    found = Round(
        game_id=desk.game.id,
        open_game_id=desk.game.id,
        number=number,
        run=_runs(desk, number) + 1,
        rules=desk.game.rules,
        state=store_state(outcome.state),
        dealt_at=desk.now,
        deadline=desk.deadlines.next_after(desk.now),
        deadline_set_at=desk.now,
    )
    desk.session.add(found)
    desk.session.flush()
    seats = retire_removed(desk, found)
    untouched = {"round_id": found.id, "picks": [], "reached": False, "excused": False}
    if seats:
        desk.session.execute(insert(Hand), [untouched | {"seat_id": seat.id} for seat in seats])
    send_hands(desk, found, seats)
    return found


def _runs(desk: Desk, number: int) -> int:
    """Return how many runs a round has had."""
    query = select(func.max(Round.run)).where(Round.game_id == desk.game.id, Round.number == number)
    return desk.session.exec(query).one() or 0


def retire_removed(desk: Desk, found: Round) -> list[Seat]:
    """Take robots off the board whose players were removed in a round taken back since; return who races still."""
    seats = racing_seats(desk, load_state(found.state))
    for seat in seats:
        if seat.removed_at is not None and seat.number is not None:
            refusal = change_board(desk, found, Retire(seat.number - 1))
            assert refusal is None, refusal
    return [seat for seat in seats if seat.removed_at is None]


def change_board(desk: Desk, found: Round, adjustment: Adjustment) -> Rejected | None:
    """Let an adjustment happen to the state of a round that was not resolved yet."""
    state = load_state(found.state)
    try:
        outcome = adjust(desk.board, state, adjustment)
    except AdjustmentError as error:
        return refuse(error)
    found.state = store_state(outcome.state)
    names = [robot.name for robot in state.robots]
    found.adjustments = [*found.adjustments, format_adjustment(adjustment, names)]
    return None


def racing_seats(desk: Desk, state: State) -> list[Seat]:
    """Return the seats of the robots that are in the race."""
    seats = desk.seats()
    return [seats[index] for index in state.racing()]


def send_hands(desk: Desk, found: Round, seats: Iterable[Seat]) -> None:
    """Have the hands of a round sent to the players of these seats."""
    letters = {
        seat.user_id: Letter(
            Kind.HAND, f"{round_key(found)}-hand{seat.number}p{seat.player}", {"seat": seat.number}, found
        )
        for seat in seats
    }
    write_to_each(desk, letters)


def set_deadline(desk: Desk, found: Round, deadline: datetime) -> None:
    """Give a round that is being programmed another deadline; reminders, silence and lateness start anew."""
    if deadline == found.deadline:
        return
    found.deadline, found.deadline_set_at, found.silence_counted_until = deadline, desk.now, desk.now
    found.deadline_number += 1
    found.overdue_told = False
    for hand in desk.hands(found).values():
        hand.too_late_at = None
    withdraw_pending(desk.session, found, (Kind.REMINDER,))
    show_hands_anew(desk, found)


def lock(desk: Desk, found: Round, by: int | None = None) -> None:
    """Close the programming (R2.4); `by` is the host who does so before the deadline."""
    found.status, found.locked_at, found.locked_by = RoundStatus.LOCKED, desk.now, by
    withdraw_late_hands(desk, found)
    withdraw_pending(desk.session, found, (Kind.REMINDER, Kind.EDIT))  # edits of hands: its result has no post yet


def resolve(desk: Desk, found: Round) -> None:
    """Play the five registers (R1.2); in mode "at once" the result is published in the same transaction."""
    board, rules = desk.board, load_rules(found.rules)
    shuffle = seeded_shuffle(desk.game.seed, found.number)
    dealt = load_state(found.state)
    laid_down = _programs(desk, found, dealt)
    places = [
        None if program is None or program["places"] is None else tuple(program["places"]) for program in laid_down
    ]
    laid = lay_programs(board, dealt, places, rules, shuffle)
    played = simulate(board, laid.state, rules, shuffle)
    desk.session.add(
        RoundResult(
            round_id=found.id,
            programs=laid_down,
            beats=store_beats(laid.beats + played.beats),
            state=store_state(played.state),
        )
    )
    found.status, found.resolved_at = RoundStatus.RESOLVED, desk.now
    desk.session.flush()
    if desk.game.publish_mode is PublishMode.AT_ONCE:
        publish(desk, found, played.state)
    else:
        report(desk, Report.PREVIEW, f"{round_key(found)}pv", found)


def _programs(desk: Desk, found: Round, dealt: State) -> list[dict[str, Any] | None]:
    """Return places and lateness of each seat's program; None for whoever is not in the race."""
    hands, in_force = desk.hands(found), desk.programs_in_force(found)
    programs: list[dict[str, Any] | None] = [None] * len(dealt.robots)
    for seat in racing_seats(desk, dealt):
        assert seat.number is not None
        hand = hands[seat.id]
        program = in_force.get(hand.id)
        late = lateness(hand).value if program is None else None
        programs[seat.number - 1] = {"places": None if program is None else program.places, "late": late}
    return programs


def lateness(hand: Hand) -> Lateness:
    """Return why a hand has no program in time (R2.5)."""
    if hand.excused:
        return Lateness.EXCUSED
    if hand.too_late_at is not None:
        return Lateness.TOO_LATE
    return Lateness.ABSENT if hand.reached else Lateness.NEVER_REACHED


def publish(desk: Desk, found: Round, state: State) -> None:
    """Post the result of a round after which it stands as in `state`, and deal the next one if there is one (R1.5)."""
    found.status, found.published_at, found.open_game_id = RoundStatus.PUBLISHED, desk.now, None
    _post_result(desk, found)
    following = None if is_over(desk, found, state) else deal_round(desk, found.number + 1, state)
    _open_protests(desk, found, following)


def _post_result(desk: Desk, found: Round) -> None:
    """Post the result, its pin, and in a thread its account, one message a register, and the board after each."""
    key = round_key(found)
    post(desk, Letter(Kind.RESULT, f"{key}-board", of=found))
    post(desk, Letter(Kind.PIN, f"{key}-pin", of=found))
    post(desk, Letter(Kind.THREAD, f"{key}-thread", of=found))
    registers = public_registers(desk.session.get_one(RoundResult, found.id).beats)
    for register in registers:
        post(desk, Letter(Kind.ACCOUNT, f"{key}-acc{register}", {"register": register}, found))
    if any(registers):
        post(desk, Letter(Kind.STILLS, f"{key}-stills", of=found))
    desk.session.flush()


def _open_protests(desk: Desk, found: Round, following: Round | None) -> None:
    """Let players protest against a result that is published: for the game's time, and until the next deadline at most.

    After that deadline the next round has been played from this result, and taking it back would cost two nights. The
    edit that calls the result final waits in the outbox from now on.
    """
    if not desk.game.protest_minutes:
        return
    until = desk.now + timedelta(minutes=desk.game.protest_minutes)
    found.protest_until = until if following is None else min(until, following.deadline)
    query = select(Message).where(Message.round_id == found.id, Message.kind == Kind.RESULT)
    for message in desk.session.exec(query):
        show_final(desk.session, desk.now, message, found.protest_until)


def publishes_at(game: Game, found: Round | None) -> datetime | None:
    """Return when a result that waits for its hosts is published by itself; None where none waits."""
    if found is None or found.status is not RoundStatus.RESOLVED or found.resolved_at is None:
        return None
    return found.resolved_at + timedelta(minutes=game.review_minutes)


def state_after(desk: Desk, found: Round) -> State:
    """Return the state after a resolved round."""
    return load_state(desk.session.get_one(RoundResult, found.id).state)


def is_over(desk: Desk, found: Round, state: State) -> bool:
    """Whether the game ends with a published round after which it stands as in `state` (R1.5).

    A game that had ended before its last round was corrected ends again: its seed tells every hand to come.
    """
    return found.number >= desk.game.rounds or not state.racing() or is_seed_public(desk)


def is_seed_public(desk: Desk) -> bool:
    """Whether the game has ended once, and told its seed."""
    query = select(Message).where(Message.game_id == desk.game.id, Message.kind == Kind.FINAL)
    return desk.session.exec(query).first() is not None


def finish(desk: Desk) -> None:
    """End the game: the last post tells the points and the seed."""
    end(desk, GameStatus.FINISHED)
    last = desk.last_round()
    key = f"g{desk.game.id}" if last is None else round_key(last)
    post(desk, Letter(Kind.FINAL, f"{key}-final", of=last))


def end(desk: Desk, status: GameStatus) -> None:
    """Close the game and its open round."""
    found = desk.open_round()
    if found is not None:
        withdraw_round(desk, found)
    desk.game.status, desk.game.ended_at, desk.game.running_channel_id = status, desk.now, None
    desk.forget_failures()


def withdraw_round(desk: Desk, found: Round) -> None:
    """Take a run of a round back: its hands are dead, its posts are marked; nothing is deleted."""
    found.status, found.withdrawn_at, found.open_game_id = RoundStatus.WITHDRAWN, desk.now, None
    withdraw_posts(desk.session, desk.now, found)
    desk.session.flush()
