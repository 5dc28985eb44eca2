"""Programs as players send them: card by card, by a form, typed."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.clock import moment_of_id
from bot.db.tables import Game, Round, Source
from bot.moderator.desk import Desk
from bot.moderator.edits import show_hand_anew
from bot.moderator.hands import OpenHand, Panel, find_hand, no_round, panel_of
from bot.moderator.intime import Letters, Press, open_at, open_in_time, round_at
from bot.moderator.outbox import Kind, Letter, round_key, write_to
from bot.moderator.refusals import Reason, Rejected, refuse, rejected
from bot.moderator.versions import Entry, add_version
from simulation.cards import REGISTERS
from simulation.programs import Pick, ProgramError, parse_program


def pick(session: Session, now: datetime, press: Press, place: int) -> Panel | Rejected:
    """Add a card to the draft; the fifth makes it a program in force.

    Cards count in the order in which the buttons were pressed, whatever the order in which that is heard of. A card
    that is in the draft already stays where it was pressed first.
    """
    opened = open_in_time(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    cards, hand = opened.cards(), opened.hand
    if not 1 <= place <= len(cards):
        return rejected(Reason.WRONG_PLACE, found=place, most=len(cards))
    if _is_settled(opened, press):
        return panel_of(opened)
    first = min([press.id, *(pressed for taken, pressed in hand.picks if taken == place)])
    others = [taken for taken in hand.picks if taken[0] != place]
    picks = sorted([*others, [place, first]], key=lambda taken: taken[1])
    if len(picks) < REGISTERS:
        hand.picks = picks
        return panel_of(opened)
    hand.picks = []
    places, last = tuple(taken for taken, _ in picks), picks[-1][1]
    add_version(opened.desk, hand, Entry(places, Source.TAPPED, press.user_id, moment_of_id(last), last))
    return panel_of(opened)


def undo(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Take the last card of the draft back; without a draft, start one from the program in force but its last card."""
    opened = open_in_time(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    hand, in_force = opened.hand, opened.desk.in_force(opened.hand)
    if hand.picks:
        hand.picks = hand.picks[:-1]
    elif in_force is not None and in_force.places is not None:
        hand.picks = [[place, press.id] for place in in_force.places[:-1]]
    return panel_of(opened)


def clear(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Throw the draft away; a program in force stays."""
    opened = open_in_time(session, now, press)
    if isinstance(opened, Rejected):
        return opened
    opened.hand.picks = []
    return panel_of(opened)


def open_pressed(session: Session, now: datetime, press: Press) -> Panel | Rejected:
    """Return the hand that a press is about, if it can still be changed."""
    opened = open_in_time(session, now, press)
    return opened if isinstance(opened, Rejected) else panel_of(opened)


def submit(session: Session, now: datetime, press: Press, picks: Sequence[Pick]) -> Panel | Rejected:
    """Take five cards at once, from a form."""
    opened = open_in_time(session, now, press)
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
    found = round_at(desk, letters.at)
    opened = no_round(desk) if found is None else find_hand(desk, found, letters.user_id)
    return opened if isinstance(opened, Rejected) else panel_of(opened)


def submit_typed(session: Session, now: datetime, letters: Letters, picks: Sequence[Pick]) -> Panel | Rejected:
    """Take five cards from a text message, and have a receipt sent."""
    game = session.get(Game, letters.game_id)
    if game is None:
        return rejected(Reason.UNKNOWN_GAME)
    desk = Desk(session, now, game)
    found = round_at(desk, letters.at)
    if found is None:
        return no_round(desk)
    opened = open_at(desk, found, letters.user_id, letters.at)
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


def _submit(opened: OpenHand, picks: Sequence[Pick], source: Source, source_id: int, at: datetime) -> Panel | Rejected:
    desk, hand = opened.desk, opened.hand
    programs = desk.programs(hand)
    if any(program.source_id == source_id for program in programs):
        return panel_of(opened)  # it has been taken before
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
    return panel_of(opened)


def _is_settled(opened: OpenHand, press: Press) -> bool:
    """Whether a press is older than the program that has come of the draft since."""
    programs = opened.desk.programs(opened.hand)
    return any(program.source_id is not None and program.source_id >= press.id for program in programs)
