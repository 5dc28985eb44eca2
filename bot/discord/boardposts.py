"""What the channel's posts tell, from the database: results, standings, accounts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select

from bot.db.tables import Game, GameStatus, Message, MessageStatus, Round, RoundResult, RoundStatus, Seat
from bot.moderator.desk import Desk
from bot.moderator.outbox import Kind
from bot.moderator.protests import is_final
from bot.moderator.rounds import racing_seats, state_after
from bot.moderator.stored import load_beats, load_state
from bot.render.registers import damage_cards
from bot.text.escaping import Text
from bot.text.languages import Words
from bot.text.narrate import narrate_register
from bot.text.places import Moment
from bot.text.posts import Entrant, Final, Result, Start, tell_programs_in
from bot.text.protests import tell_protest_line
from bot.text.standings import Standing
from simulation.beats import Beat, PublicBeat, public
from simulation.board import Board
from simulation.events import Fell, Finished, Prioritised
from simulation.programs import Lateness
from simulation.record import digest
from simulation.rules import points_for
from simulation.state import State
from simulation.telling import standings


@dataclass(frozen=True, slots=True)
class Played:
    """A run of a round that was resolved."""

    number: int
    before: State
    """With the hands that were dealt."""
    beats: tuple[Beat, ...]
    after: State


def played(desk: Desk, found: Round) -> Played:
    """Return what came of a run of a round."""
    stored = desk.session.get_one(RoundResult, found.id)
    return Played(found.number, load_state(found.state), load_beats(stored.beats), load_state(stored.state))


def standings_of(game: Game, board: Board, state: State) -> tuple[Standing, ...]:
    """Return where everybody stands, in order."""
    seats = {robot.name: seat for seat, robot in enumerate(state.robots)}
    points, damage = tuple(game.points), damage_cards(state)
    has_points = game.status is not GameStatus.CANCELLED
    return tuple(
        Standing(
            robot=robot.name,
            number=seats[robot.name] + 1,
            square=robot.position,
            left=board.squares_left(robot.position) if robot.position is not None else 0,
            rank=robot.finished,
            points=points_for(robot.finished, points) if has_points else None,
            damage=damage[seats[robot.name]],
            retired=robot.retired,
        )
        for robot in standings(board, state.robots)
    )


def result(desk: Desk, found: Round, played: Played, *, without_picture: bool) -> Result:
    """Return what the post of a resolved round tells."""
    stored = desk.session.get_one(RoundResult, found.id)
    state, beats = played.after, public(played.beats)
    names = [robot.name for robot in state.robots]
    events = [event for beat in beats for event in beat.events]
    following = next_round(desk, found.number)
    return Result(
        game=desk.game.name,
        round=found.number,
        rounds=desk.game.rounds,
        first=_first(beats, names),
        standings=standings_of(desk.game, desk.board, state),
        finished=tuple(names[event.seat] for event in events if isinstance(event, Finished)),
        fallen=tuple(dict.fromkeys(names[event.seat] for event in events if isinstance(event, Fell))),
        late=_late(stored, names),
        deadline=None if following is None else Moment(following.deadline, desk.game.zone),
        run=found.run,
        without_picture=without_picture,
    )


def _first(beats: Sequence[PublicBeat], names: Sequence[str]) -> tuple[str, int] | None:
    for beat in beats:
        for event in beat.events:
            if isinstance(event, Prioritised) and event.order:
                return names[event.order[0]], event.distances[0]
    return None


def _late(stored: RoundResult, names: Sequence[str]) -> tuple[tuple[str, Lateness], ...]:
    late = ((name, _lateness(program)) for name, program in zip(names, stored.programs, strict=True))
    return tuple((name, reason) for name, reason in late if reason is not None)


def lateness_of(desk: Desk, found: Round, seat: int) -> Lateness | None:
    """Return why the cards of a seat (from 0) were random in a resolved round; None if they were not."""
    return _lateness(desk.session.get_one(RoundResult, found.id).programs[seat])


def _lateness(program: Mapping[str, Any] | None) -> Lateness | None:
    return Lateness(program["late"]) if program and program["places"] is None else None


def next_round(desk: Desk, number: int) -> Round | None:
    """Return the run of the round after round `number` that counts, if it was dealt."""
    query = select(Round).where(Round.game_id == desk.game.id, Round.number == number + 1)
    return desk.session.exec(query.where(Round.status != RoundStatus.WITHDRAWN)).first()


def programs_in(desk: Desk, words: Words, number: int) -> Text | None:
    """Return how many programs of the round after round `number` are in, and not whose."""
    found = next_round(desk, number)
    if found is None:
        return None
    seats = [seat for seat in racing_seats(desk, load_state(found.state)) if seat.removed_at is None]
    hands = desk.hands(found)
    in_force = desk.programs_in_force(found)
    programs = sum(hands[seat.id].id in in_force for seat in seats if seat.id in hands)
    return tell_programs_in(words, programs, len(seats))


def protest_line(desk: Desk, words: Words, found: Round) -> Text | None:
    """Return until when players may protest against a result, or that it is final; None where they never could."""
    if found.protest_until is None:
        return None
    until = Moment(found.protest_until, desk.game.zone)
    return tell_protest_line(words, until, is_final=is_final(found, desk.now))


def start(desk: Desk, first: Round) -> Start:
    """Return what the start post tells; `first` is the run of round 1 that counts."""
    return Start(
        game=desk.game.name,
        board=desk.board.name,
        rounds=desk.game.rounds,
        entrants=tuple(map(_entrant, desk.seats())),
        seed_digest=digest(desk.game.seed),
        deadline=Moment(first.deadline, desk.game.zone),
    )


def _entrant(seat: Seat) -> Entrant:
    return Entrant(seat.robot, seat.user_id, seat.start)


def final(desk: Desk) -> Final | None:
    """Return what the last post tells; None for a game that ended before a round was resolved."""
    query = select(Round).where(Round.game_id == desk.game.id, Round.status == RoundStatus.PUBLISHED)
    last = desk.session.exec(query.order_by(col(Round.number).desc())).first()
    if last is not None:
        state, number = state_after(desk, last), last.number
    else:
        dealt = desk.session.exec(select(Round).where(Round.game_id == desk.game.id).order_by(col(Round.id))).first()
        if dealt is None:
            return None
        state, number = load_state(dealt.state), 0
    seed = desk.game.seed
    return Final(desk.game.name, number, standings_of(desk.game, desk.board, state), seed, digest(seed))


def account_of(desk: Desk, words: Words, found: Round, register: int) -> Text:
    """Return what happened in one register (0: before the first) of a round."""
    stored = desk.session.get_one(RoundResult, found.id)
    beats = public(load_beats(beat for beat in stored.beats if beat["register"] == register))
    return narrate_register(words, beats, [robot.name for robot in load_state(stored.state).robots])


def result_row(desk: Desk, round_id: int) -> Message:
    """Return the outbox row of the result of a run of a round."""
    query = select(Message).where(Message.round_id == round_id, Message.kind == Kind.RESULT)
    return desk.session.exec(query).one()


def pinned_before(desk: Desk, message: Message) -> Message | None:
    """Return the result that was pinned before a pin."""
    query = select(Message).where(
        Message.game_id == desk.game.id, Message.kind == Kind.PIN, Message.status == MessageStatus.SENT
    )
    pin = desk.session.exec(query.where(col(Message.id) < message.id).order_by(col(Message.id).desc())).first()
    return None if pin is None or pin.round_id is None else result_row(desk, pin.round_id)
