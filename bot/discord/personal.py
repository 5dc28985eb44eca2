"""Letters to one person: about a seat, a reminder, a receipt."""

from dataclasses import replace

from sqlmodel import select

from bot.db.tables import Message, Program, Round, RoundStatus, Seat
from bot.discord.facts import hand_panel, in_force
from bot.moderator.desk import Desk
from bot.moderator.hands import show_hand
from bot.moderator.outbox import SeatLetter
from bot.moderator.versions import format_receipt
from bot.text.hands import Reminding, tell_receipt, tell_reminder
from bot.text.languages import Words
from bot.text.places import Moment
from bot.text.seats import Replaced, TakenOver, tell_seat_news


def seat_news(desk: Desk, words: Words, message: Message) -> str:
    """Return the text of a letter to a substitute, or to who was replaced."""
    game, facts = desk.game, message.facts
    seat = next(seat for seat in desk.seats() if seat.number == facts["seat"])
    if seat.user_id != message.user_id or facts["what"] != SeatLetter.TAKEN_OVER:
        return tell_seat_news(words, Replaced(game.name, seat.robot, facts["reason"]))
    found = desk.open_round()
    has_hand = found is not None and found.status is RoundStatus.DEALT and seat.id in desk.hands(found)
    hand = None
    if found is not None and has_hand:
        hand = hand_panel(game, show_hand(desk.session, desk.now, found.id, facts["seat"]))
    return tell_seat_news(words, TakenOver(game.name, seat.robot, facts["reason"], hand))


def reminder(desk: Desk, words: Words, message: Message) -> str:
    """Return the text of a reminder."""
    panel = show_hand(desk.session, desk.now, message.round_id or 0, message.facts["seat"])
    deadline = Moment(panel.deadline, desk.game.zone)
    return tell_reminder(words, Reminding(desk.game.name, panel.number, panel.robot, len(panel.picked), deadline))


def receipt(desk: Desk, words: Words, message: Message) -> str:
    """Return the text of the receipt of one version of a program, which may not be the latest any more."""
    facts = message.facts
    panel = show_hand(desk.session, desk.now, message.round_id or 0, facts["seat"])
    found = desk.session.get_one(Round, message.round_id)
    seat = desk.session.exec(select(Seat).where(Seat.game_id == desk.game.id, Seat.number == facts["seat"])).one()
    query = select(Program).where(Program.hand_id == desk.hands(found)[seat.id].id)
    program = desk.session.exec(query.where(Program.version == facts["version"])).one()
    told = in_force(format_receipt(program, panel.hand), desk.game.zone)
    return tell_receipt(words, replace(hand_panel(desk.game, panel), in_force=told))
