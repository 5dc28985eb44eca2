"""Programs: drafts card by card, versions, receipts; judged by the time of Discord's ids (R2.4)."""

import hmac
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256

from sqlmodel import Session, col, select

from bot.clock import id_of_moment, moment_of_id
from bot.db.tables import Game, GameStatus, Hand, Program, Round, RoundResult, RoundStatus, Seat, Source
from bot.moderator.desk import OVER, Desk
from bot.moderator.edits import count_programs, show_hand_anew
from bot.moderator.hearing import read_heard
from bot.moderator.outbox import Kind, Letter, round_key, write_to
from bot.moderator.refusals import Reason, Rejected, refuse, rejected
from bot.moderator.rounds import lateness
from bot.moderator.stored import load_state
from simulation.cards import REGISTERS, Card
from simulation.programs import Pick, ProgramError, parse_program

CODE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player may hold up later: this program was in force, as of then."""

    version: int
    at: datetime
    """When it was sent, by Discord's clock."""
    cards: tuple[Card, ...]
    places: tuple[int, ...]
    """Of the cards in the hand."""
    code: str
    """Made from the seed: whoever has the record can make it again (`receipt_code`)."""
    source: Source


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
class Press:
    """A press of a button on somebody's hand."""

    round_id: int
    user_id: int
    id: int
    """The interaction's: its time is when the button was pressed."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A program that came as a text message."""

    game_id: int
    user_id: int
    id: int
    """The message's."""
    edited_at: datetime | None = None
    is_salvaged: bool = False
    """It was found in the history, not heard."""

    @property
    def at(self) -> datetime:
        """When it was sent; an edited one counts from its edit."""
        return moment_of_id(self.id) if self.edited_at is None else self.edited_at

    @property
    def source_id(self) -> int:
        """What tells it from other messages; an edit is one of its own."""
        return self.id if self.edited_at is None else id_of_moment(self.edited_at)


@dataclass(frozen=True, slots=True)
class _OpenHand:
    desk: Desk
    round: Round
    seat: Seat
    hand: Hand

    def cards(self) -> tuple[Card, ...]:
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
        return _no_round(desk)
    opened = _find_hand(desk, found, user_id)
    if isinstance(opened, Rejected):
        return opened
    if found.status is RoundStatus.DEALT:
        opened.hand.reached = True
    return _panel(opened)


def show_hand(session: Session, now: datetime, round_id: int, seat_number: int) -> Panel:
    """Return a hand as it stands, for the message that brings it: nobody has seen it yet."""
    found = session.get_one(Round, round_id)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    seat = next(seat for seat in desk.seats() if seat.number == seat_number)
    return _panel(_OpenHand(desk, found, seat, desk.hands(found)[seat.id]))


def pick(session: Session, now: datetime, press: Press, place: int) -> Panel | Rejected:
    """Add a card to the draft; the fifth makes it a program in force.

    Cards count in the order in which the buttons were pressed, whatever the order in which that is heard of. A card
    that is in the draft already stays where it was pressed first.
    """
    opened = _open_pressed(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    cards, hand = opened.cards(), opened.hand
    if not 1 <= place <= len(cards):
        return rejected(Reason.WRONG_PLACE, found=place, most=len(cards))
    if _is_settled(opened, press):
        return _panel(opened)
    first = min([press.id, *(pressed for taken, pressed in hand.picks if taken == place)])
    others = [taken for taken in hand.picks if taken[0] != place]
    picks = sorted([*others, [place, first]], key=lambda taken: taken[1])
    if len(picks) < REGISTERS:
        hand.picks = picks
        return _panel(opened)
    hand.picks = []
    places, last = tuple(taken for taken, _ in picks), picks[-1][1]
    add_version(opened.desk, hand, Entry(places, Source.TAPPED, press.user_id, moment_of_id(last), last))
    return _panel(opened)


def undo(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Take the last card of the draft back; without a draft, start one from the program in force but its last card."""
    opened = _open_pressed(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    hand, in_force = opened.hand, opened.desk.in_force(opened.hand)
    if hand.picks:
        hand.picks = hand.picks[:-1]
    elif in_force is not None and in_force.places is not None:
        hand.picks = [[place, press.id] for place in in_force.places[:-1]]
    return _panel(opened)


def clear(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Throw the draft away; a program in force stays."""
    opened = _open_pressed(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    opened.hand.picks = []
    return _panel(opened)


def open_pressed(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Return the hand that a press is about, if it can still be changed."""
    opened = _open_pressed(session, now, press)
    return opened if isinstance(opened, Rejected) else _panel(opened)


def submit(session: Session, now: datetime, press: Press, picks: Sequence[Pick]) -> Panel | Rejected:
    """Take five cards at once, from a form."""
    opened = _open_pressed(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    return _submit(opened, picks, Source.FORM, press.id, moment_of_id(press.id))


def show_elsewhere(session: Session, now: datetime, panel: Panel, pressed: int) -> None:
    """Have a hand's own message show what was done in another one, with this id of Discord's."""
    found = session.get_one(Round, panel.round_id)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    for seat in desk.seats():
        if seat.number == panel.seat:
            show_hand_anew(desk, found, seat, pressed)


def open_typed(session: Session, now: datetime, letters: Letters) -> Panel | Rejected:
    """Return the hand that a text message is about, as of when it was sent, whether or not that was in time."""
    game = session.get(Game, letters.game_id)
    if game is None:
        return rejected(Reason.UNKNOWN_GAME)
    desk = Desk(session, now, game)
    found = _round_at(desk, letters.at)
    opened = _no_round(desk) if found is None else _find_hand(desk, found, letters.user_id)
    return opened if isinstance(opened, Rejected) else _panel(opened)


def submit_typed(session: Session, now: datetime, letters: Letters, picks: Sequence[Pick]) -> Panel | Rejected:
    """Take five cards from a text message, and have a receipt sent."""
    game = session.get(Game, letters.game_id)
    if game is None:
        return rejected(Reason.UNKNOWN_GAME)
    desk = Desk(session, now, game)
    found = _round_at(desk, letters.at)
    if found is None:
        return _no_round(desk)
    opened = _open(desk, found, letters.user_id, letters.at)
    if isinstance(opened, Rejected):
        return opened
    source = Source.SALVAGED if letters.is_salvaged else Source.TYPED
    return _submit(opened, picks, source, letters.source_id, letters.at)


def note_read(session: Session, now: datetime, round_id: int, seat_number: int) -> None:
    """Note that a player's messages have been read, up to now, and what was found in them was submitted."""
    found = session.get_one(Round, round_id)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    seat = next(seat for seat in desk.seats() if seat.number == seat_number)
    desk.hands(found)[seat.id].read_at = now


@dataclass(frozen=True, slots=True)
class Entry:
    """A program as it came in."""

    places: tuple[int, ...] | None
    """None clears the program in force."""
    source: Source
    user_id: int
    at: datetime
    """When it was sent, by Discord's clock."""
    source_id: int | None = None
    """The interaction or message that it came with; None for a host's."""


def add_version(desk: Desk, hand: Hand, entry: Entry) -> Program:
    """Write down the next version of a program; a host's is in force even if this machine's clock is behind."""
    before = desk.programs(hand)
    version = 1 + max((program.version for program in before), default=0)
    if entry.source is Source.HOST and before:
        entry = replace(entry, at=max(entry.at, before[-1].at))
    found = desk.session.get_one(Round, hand.round_id)
    is_counted = desk.in_force(hand) is not None
    seat = desk.session.get_one(Seat, hand.seat_id).number
    assert seat is not None
    program = Program(
        hand_id=hand.id,
        version=version,
        places=None if entry.places is None else list(entry.places),
        at=entry.at,
        source=entry.source,
        source_id=entry.source_id,
        user_id=entry.user_id,
        code=receipt_code(desk.game.seed, found.number, seat, version, entry),
    )
    desk.session.add(program)
    desk.session.flush()
    if found.status is RoundStatus.DEALT and is_counted != (desk.in_force(hand) is not None):
        count_programs(desk, found)
    return program


def receipt_code(seed: str, number: int, seat: int, version: int, entry: Entry) -> str:
    """Return what proves a version of a program: made from what the record of the game and the receipt say.

    It is the first 8 letters, in base 32, of HMAC-SHA256(key = the seed's UTF-8, message =
    `round/seat/version/places/moment`), such as `3/1/2/9 8 7 6 5/2026-06-02T18:59:59.123000+00:00`; without places
    where a host cleared the program.
    """
    places = " ".join(str(place) for place in entry.places or ())
    told = f"{number}/{seat}/{version}/{places}/{entry.at.astimezone(UTC).isoformat()}"
    return b32encode(hmac.digest(seed.encode(), told.encode(), sha256)).decode()[:CODE_LENGTH]


def _submit(opened: _OpenHand, picks: Sequence[Pick], source: Source, source_id: int, at: datetime) -> Panel | Rejected:
    desk, hand = opened.desk, opened.hand
    programs = desk.programs(hand)
    if any(program.source_id == source_id for program in programs):
        return _panel(opened)  # it has been taken before
    try:
        places = parse_program(opened.cards(), picks)
    except ProgramError as error:
        return refuse(error)
    if programs and programs[-1].at > at:
        return rejected(Reason.OLDER, version=programs[-1].version)
    program = add_version(desk, hand, Entry(places, source, opened.seat.user_id, at, source_id))
    hand.picks = []
    if source in {Source.TYPED, Source.SALVAGED}:
        key = f"{round_key(opened.round)}-rc{opened.seat.number}v{program.version}"
        facts = {"seat": opened.seat.number, "version": program.version}
        write_to(desk, opened.seat.user_id, Letter(Kind.RECEIPT, key, facts, opened.round))
        show_hand_anew(desk, opened.round, opened.seat)
    return _panel(opened)


def _is_settled(opened: _OpenHand, press: Press) -> bool:
    """Whether a press is older than the program that has come of the draft since."""
    programs = opened.desk.programs(opened.hand)
    return any(program.source_id is not None and program.source_id >= press.id for program in programs)


def _open_pressed(session: Session, now: datetime, press: Press) -> _OpenHand | Rejected:
    found = session.get(Round, press.round_id)
    if found is None:
        return rejected(Reason.UNKNOWN_ROUND)
    desk = Desk(session, now, session.get_one(Game, found.game_id))
    opened = _open(desk, found, press.user_id, moment_of_id(press.id))
    if isinstance(opened, _OpenHand):
        opened.hand.reached = True
    return opened


def _round_at(desk: Desk, at: datetime) -> Round | None:
    """Return the round that was the latest at a moment: a text says no round."""
    dealt = col(Round.dealt_at) <= _by_this_clock(desk, at)
    query = select(Round).where(Round.game_id == desk.game.id, Round.status != RoundStatus.WITHDRAWN, dealt)
    return desk.session.exec(query.order_by(col(Round.number).desc())).first()


def _by_this_clock(desk: Desk, at: datetime) -> datetime:
    """Return what the machine's clock showed at a moment of Discord's."""
    return at + read_heard(desk.session, desk.now).skew


def _open(desk: Desk, found: Round, user_id: int, at: datetime) -> _OpenHand | Rejected:
    """Return a hand in which something that was sent at `at` may still be changed."""
    opened = _find_hand(desk, found, user_id)
    if isinstance(opened, Rejected):
        return opened
    ended = desk.game.ended_at
    if ended is not None and (found.status is RoundStatus.WITHDRAWN or ended <= _by_this_clock(desk, at)):
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    if found.status is RoundStatus.WITHDRAWN:
        return rejected(Reason.WITHDRAWN, number=found.number)
    if found.status is RoundStatus.DEALT and desk.game.status is GameStatus.PAUSED:
        return opened  # the deadline is off: there will be a later one
    if at >= found.deadline and _round_at(desk, at) is found:
        _note_too_late(opened, at)
        seconds = max(1, round((at - found.deadline).total_seconds()))
        return rejected(Reason.TOO_LATE, seconds=seconds, number=found.number)
    return _why_closed(found, desk.open_round()) or opened


def _why_closed(found: Round, current: Round | None) -> Rejected | None:
    """Return why a round takes no more programs; `current` is the open one."""
    if current is not None and current.id != found.id:
        return rejected(Reason.OLD_ROUND, number=found.number, current=current.number)
    if found.locked_by is not None:
        return rejected(Reason.CLOSED, number=found.number)
    return None if found.status is RoundStatus.DEALT else rejected(Reason.ROUND_OVER, number=found.number)


def _no_round(desk: Desk) -> Rejected:
    if desk.game.status in OVER:
        return rejected(Reason.GAME_OVER, status=desk.game.status.value)
    return rejected(Reason.NO_OPEN_ROUND)


def _find_hand(desk: Desk, found: Round, user_id: int) -> _OpenHand | Rejected:
    """Return somebody's own hand; who asks for another's learns nothing about it."""
    seat = desk.seat_of(user_id)
    if seat is None:
        return rejected(Reason.NOT_A_PLAYER)
    hand = desk.hands(found).get(seat.id)
    if seat.removed_at is not None:
        return rejected(Reason.NO_HAND, robot=seat.robot)
    if hand is None:
        return rejected(Reason.OVER_THE_LINE, robot=seat.robot)
    return _OpenHand(desk, found, seat, hand)


def _note_too_late(opened: _OpenHand, at: datetime) -> None:
    """Let the record tell who was too late from who did not come."""
    hand, found = opened.hand, opened.round
    if hand.too_late_at is not None or opened.desk.in_force(hand) is not None:
        return
    hand.too_late_at = at
    result = opened.desk.session.get(RoundResult, found.id)
    if result is not None and opened.seat.number is not None:
        index = opened.seat.number - 1
        programs = list(result.programs)
        programs[index] = {"places": None, "late": lateness(hand).value}
        result.programs = programs


def _panel(opened: _OpenHand) -> Panel:
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


def format_receipt(program: Program, hand: Sequence[Card]) -> Receipt:
    """Return the receipt of a program that was not cleared."""
    assert program.places is not None
    cards = tuple(hand[place - 1] for place in program.places)
    return Receipt(program.version, program.at, cards, tuple(program.places), program.code, program.source)
