"""A player's hand: as it stands, for whom it is."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.db.tables import Game, Hand, Round, RoundStatus, Seat
from bot.moderator.desk import OVER, Desk
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.stored import load_state
from bot.moderator.versions import Receipt, format_receipt
from simulation.cards import REGISTERS, Card


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's hand and what has been done with it."""

    game_id: int
    round_id: int
    number: int
    """The round's."""
    robot: str
    seat: int
    hand: tuple[Card, ...]
    deadline: datetime
    is_open: bool
    """Whether the round still takes programs; it is not asked whether it is too late."""
    in_force: Receipt | None
    picked: tuple[int, ...]
    """The draft: places in the hand, in order."""

    @property
    def missing(self) -> int:
        """Cards that the draft still needs; while it needs any, it counts for nothing at the deadline (R2.5)."""
        return REGISTERS - len(self.picked)

    @property
    def is_late(self) -> bool:
        """Whether the player would be late if the deadline were now (R2.5)."""
        return self.in_force is None

    @property
    def wastes_again(self) -> bool:
        """Whether Again stands first, where it does nothing (R2.8), in the draft or else in the program in force."""
        in_force = () if self.in_force is None else self.in_force.cards
        cards = tuple(self.hand[place - 1] for place in self.picked) or in_force
        return cards[:1] == (Card.AGAIN,)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand on the desk."""

    desk: Desk
    round: Round
    seat: Seat
    hand: Hand

    def cards(self) -> tuple[Card, ...]:
        """Return the cards of the hand, by place."""
        assert self.seat.number is not None
        return load_state(self.round.state).piles[self.seat.number - 1].hand


def open_hand(session: Session, now: datetime, game_id: int, user_id: int) -> Panel | Rejected:
    """Return the latest hand of a player, however it is asked for: whoever sees it in time has been reached."""
    game = session.get(Game, game_id)
    if game is None:
        return rejected(Reason.UNKNOWN_GAME)
    desk = Desk(session, now, game)
    found = desk.open_round()
    if found is None:
        return no_round(desk)
    opened = find_hand(desk, found, user_id)
    if isinstance(opened, Rejected):
        return opened
    if found.status is RoundStatus.DEALT:
        opened.hand.reached = True
    return panel_of(opened)


def show_hand(session: Session, now: datetime, round_id: int, seat_number: int) -> Panel:
    """Return a hand as it stands, for the message that brings it: nobody has seen it yet."""
    found = session.get_one(Round, round_id)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    seat = next(seat for seat in desk.seats() if seat.number == seat_number)
    return panel_of(OpenHand(desk, found, seat, desk.hands(found)[seat.id]))


def no_round(desk: Desk) -> Rejected:
    """Return why there is no round whose hands could be shown."""
    if desk.game.status in OVER:
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    return rejected(Reason.NO_OPEN_ROUND)


def find_hand(desk: Desk, found: Round, user_id: int) -> OpenHand | Rejected:
    """Return somebody's own hand; who asks for another's learns nothing about it."""
    seat = desk.seat_of(user_id)
    if seat is None:
        return rejected(Reason.NOT_A_PLAYER)
    hand = desk.hands(found).get(seat.id)
    if seat.removed_at is not None:
        return rejected(Reason.NO_HAND, robot=seat.robot)
    if hand is None:
        return rejected(Reason.OVER_THE_LINE, robot=seat.robot)
    return OpenHand(desk, found, seat, hand)


def panel_of(opened: OpenHand) -> Panel:
    """Return a hand, with what has been done with it."""
    found, seat, hand, cards = opened.round, opened.seat, opened.hand, opened.cards()
    assert seat.number is not None
    in_force = opened.desk.in_force(hand)
    return Panel(
        game_id=found.game_id,
        round_id=found.id,
        number=found.number,
        robot=seat.robot,
        seat=seat.number,
        hand=cards,
        deadline=found.deadline,
        is_open=found.status is RoundStatus.DEALT,
        in_force=None if in_force is None else format_receipt(in_force, cards),
        picked=tuple(place for place, _ in hand.picks),
    )
