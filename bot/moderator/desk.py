"""One game on the moderator's desk: the transaction, the moment and the game; and what is asked of all games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from bot.db.tables import AuditEntry, Game, GameStatus, Hand, Host, Program, Round, RoundStatus, Seat
from bot.moderator.deadlines import DeadlineRule, parse_clock_time, parse_zone
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_board
from simulation.board import Board

OVER = frozenset((GameStatus.FINISHED, GameStatus.CANCELLED))


@dataclass(frozen=True, slots=True)
class Desk:
    """A game in a transaction at a moment: what every step of the moderator works on."""

    session: Session
    now: datetime
    """Aware, UTC."""
    game: Game

    @property
    def board(self) -> Board:
        """The game's board."""
        return load_board(self.game.board)

    @property
    def deadlines(self) -> DeadlineRule:
        """When the game's deadlines are."""
        least = timedelta(hours=self.game.min_programming_hours)
        return DeadlineRule(parse_clock_time(self.game.deadline_at), parse_zone(self.game.zone), least)

    def open_round(self) -> Round | None:
        """Return the round that is dealt, locked or resolved."""
        return self.session.exec(select(Round).where(Round.open_game_id == self.game.id)).first()

    def last_round(self) -> Round | None:
        """Return the latest round that was not withdrawn."""
        query = select(Round).where(Round.game_id == self.game.id, Round.status != RoundStatus.WITHDRAWN)
        return self.session.exec(query.order_by(col(Round.number).desc())).first()

    def seats(self) -> Sequence[Seat]:
        """Return the seats, in the order of their numbers (in the lobby: of joining)."""
        query = select(Seat).where(Seat.game_id == self.game.id)
        return self.session.exec(query.order_by(col(Seat.number), col(Seat.id))).all()

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat that somebody plays."""
        query = select(Seat).where(Seat.game_id == self.game.id, Seat.user_id == user_id)
        return self.session.exec(query).first()

    def is_host(self, user_id: int) -> bool:
        """Whether somebody hosts the game."""
        query = select(Host).where(Host.game_id == self.game.id, Host.user_id == user_id)
        return self.session.exec(query).first() is not None

    def host_ids(self) -> Sequence[int]:
        """Return who hosts the game, in the order in which they came."""
        return self.session.exec(select(Host.user_id).where(Host.game_id == self.game.id).order_by(col(Host.id))).all()

    def hands(self, found: Round) -> dict[int, Hand]:
        """Return the hands of a run of a round, by the id of their seat."""
        return {hand.seat_id: hand for hand in self.session.exec(select(Hand).where(Hand.round_id == found.id))}

    def programs(self, hand: Hand) -> Sequence[Program]:
        """Return the versions of a program, the one in force last."""
        query = select(Program).where(Program.hand_id == hand.id)
        return self.session.exec(query.order_by(col(Program.at), col(Program.version))).all()

    def programs_in_force(self, found: Round) -> dict[int, Program]:
        """Return the programs in force in a run of a round, by the id of their hand."""
        query = select(Program).join(Hand).where(Hand.round_id == found.id)
        ordered = self.session.exec(query.order_by(col(Program.at), col(Program.version)))
        latest = {program.hand_id: program for program in ordered}
        return {hand_id: program for hand_id, program in latest.items() if program.places is not None}

    def in_force(self, hand: Hand) -> Program | None:
        """Return the program in force: the last one sent, unless a host cleared it."""
        programs = self.programs(hand)
        return programs[-1] if programs and programs[-1].places is not None else None

    def forget_failures(self) -> None:
        """Let the game go on at once: what it was stuck at is over, or has been changed."""
        self.game.stuck, self.game.failures, self.game.retry_at = None, 0, None

    def audit(self, user_id: int | None, action: str, reason: str, **facts: Any) -> AuditEntry:  # noqa: ANN401 - JSON
        """Write down what was done to the game; `user_id` is None for the bot itself."""
        found = self.open_round()
        entry = AuditEntry(
            game_id=self.game.id,
            round_number=None if found is None else found.number,
            at=self.now,
            user_id=user_id,
            action=action,
            reason=reason,
            facts=facts,
        )
        self.session.add(entry)
        self.session.flush()
        return entry


def open_desk(session: Session, now: datetime, game_id: int) -> Desk | Rejected:
    """Return the desk of a game that may not exist."""
    game = session.get(Game, game_id)
    return rejected(Reason.UNKNOWN_GAME) if game is None else Desk(session, now, game)
