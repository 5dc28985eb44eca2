"""An outbox row as it is read for sending: current facts, for rows hold references and no texts."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import discord
from sqlmodel import col, select

from bot.db.tables import Message, Round, RoundStatus
from bot.discord import boardpictures, boardposts, ids
from bot.discord.handviews import hand_picture, hand_view
from bot.discord.news import by_whom, news_of, report_of, words_for
from bot.discord.personal import receipt, reminder, seat_news
from bot.discord.pictures import Picture
from bot.discord.previews import result_seen
from bot.discord.records import RECORD, File, record_file
from bot.discord.views import (
    Shown,
    View,
    lobby_view,
    plain_view,
    protest_view,
    reminder_view,
    result_view,
    text_view,
    with_key,
)
from bot.moderator.desk import Desk
from bot.moderator.hands import show_hand
from bot.moderator.outbox import Kind, Notice, Report
from bot.moderator.protests import is_final
from bot.moderator.stored import load_state
from bot.text.escaping import lines
from bot.text.languages import Words
from bot.text.notices import tell_notice
from bot.text.posts import tell_final, tell_picture, tell_result, tell_start, tell_stills, tell_withdrawn
from bot.text.reports import tell_report


@dataclass(frozen=True, slots=True)
class Reading:
    """A message, read from the database; its pictures are still to be drawn, and its view to be made."""

    key: str
    """By which it is found again: a file's name, or the small last line."""
    make: Callable[[Shown], View]
    """Makes the view; to be called on Discord's loop, with the pictures that there are."""
    pictures: tuple[Picture, ...] = ()
    needs_pictures: bool = False
    """It is not sent without any picture."""
    files: tuple[File, ...] = ()
    custom_id: str | None = None
    """A button's id by which it is found as well."""


def read_message(desk: Desk, message: Message) -> Reading:
    """Return what a row says now."""
    words = words_for(desk, message.user_id)
    kind = Kind(message.kind)
    if kind in _READERS:
        return _READERS[kind](desk, words, message)
    return _text(message.key, _TEXTS[kind](desk, words, message))


def _text(key: str, text: str) -> Reading:
    return Reading(key, lambda _: text_view(text, key))


def _read_lobby(desk: Desk, words: Words, message: Message) -> Reading:
    game, seats, key = desk.game, desk.seats(), message.key
    return Reading(key, lambda _: with_key(lobby_view(words, game, seats), key))  # its buttons come and go


def _read_start(desk: Desk, words: Words, message: Message) -> Reading:
    query = select(Round).where(Round.game_id == desk.game.id, Round.number == 1).order_by(col(Round.run).desc())
    first, oldest = desk.session.exec(query).all()[0], desk.session.exec(query).all()[-1]
    picture = boardpictures.start_picture(desk, words, message.key, load_state(oldest.state))
    text = lines(tell_start(words, boardposts.start(desk, first)), boardposts.programs_in(desk, words, 0))
    return _with_pictures(desk, words, message, text, (picture,))


def _read_result(desk: Desk, words: Words, message: Message) -> Reading:
    found = desk.session.get_one(Round, message.round_id)
    without_picture = bool(message.facts.get("without_picture"))
    played = boardposts.played(desk, found)
    text = tell_result(words, boardposts.result(desk, found, played, without_picture=without_picture))
    if found.status is RoundStatus.WITHDRAWN:
        text = tell_withdrawn(words, found.number, text)
    else:
        told = boardposts.programs_in(desk, words, found.number), boardposts.protest_line(desk, words, found)
        text = lines(text, *told)
    if without_picture:
        return _with_pictures(desk, words, message, text, protest=_protest_id(desk, found))
    pictures = boardpictures.result_pictures(desk, words, message.key, played)
    reading = _with_pictures(desk, words, message, text, pictures, protest=_protest_id(desk, found))
    return replace(reading, needs_pictures=True)


def _protest_id(desk: Desk, found: Round) -> str | None:
    """Return the id of the button for protests, as long as there may be some."""
    is_open = found.protest_until is not None and not is_final(found, desk.now)
    return ids.protest_id(found.id) if is_open and found.status is RoundStatus.PUBLISHED else None


def _read_picture(desk: Desk, words: Words, message: Message) -> Reading:
    found = desk.session.get_one(Round, message.round_id)
    pictures = boardpictures.result_pictures(desk, words, message.key, boardposts.played(desk, found))
    text = tell_picture(words, found.number)
    if found.status is RoundStatus.WITHDRAWN:
        text = tell_withdrawn(words, found.number, text)
    return replace(_with_pictures(desk, words, message, text, pictures), needs_pictures=True)


def _read_stills(desk: Desk, words: Words, message: Message) -> Reading:
    played = boardposts.played(desk, desk.session.get_one(Round, message.round_id))
    text, key = tell_stills(words), message.key
    pictures = boardpictures.register_pictures(desk, words, key, played)  # no file's name is the key
    return Reading(key, lambda shown: with_key(plain_view(text, shown), key), pictures, needs_pictures=True)


def _with_pictures(  # noqa: PLR0913 - all that a post is made from
    desk: Desk,
    words: Words,
    message: Message,
    text: str,
    pictures: tuple[Picture, ...] = (),
    *,
    protest: str | None = None,
) -> Reading:
    game, key = desk.game, message.key

    def make(shown: Shown) -> View:
        return result_view(words, game, text if shown else f"{text}\n-# {key}", shown, protest=protest)

    return Reading(key, make, pictures)


def _read_final(desk: Desk, words: Words, message: Message) -> Reading:
    final = boardposts.final(desk)
    assert final is not None, "a game that ended was dealt once"
    return _with_record(desk, message.key, tell_final(words, final))


def _read_notice(desk: Desk, words: Words, message: Message) -> Reading:
    text = tell_notice(words, news_of(desk, message.facts), by_whom(message.facts))
    tells_seed = message.facts["notice"] == Notice.CANCELLED and desk.game.started_at is not None
    return _with_record(desk, message.key, text) if tells_seed else _text(message.key, text)


def _read_report(desk: Desk, words: Words, message: Message) -> Reading:
    key, kind = message.key, message.facts["report"]
    found = None if message.round_id is None else desk.session.get_one(Round, message.round_id)
    if kind == Report.PREVIEW and found is not None and found.status is RoundStatus.RESOLVED:
        seen = result_seen(desk, words, found, key)
        return Reading(key, lambda shown: seen.view(shown, None if shown else key), seen.pictures, files=seen.files)
    game, text = desk.game, tell_report(words, report_of(desk, message))
    return Reading(key, lambda _: protest_view(words, game, text, key)) if kind == Report.PROTEST else _text(key, text)


def _with_record(desk: Desk, key: str, text: str) -> Reading:
    record = record_file(desk)

    def make(_: Shown) -> View:
        view = text_view(text, key)
        view.add_item(discord.ui.File(f"attachment://{RECORD}"))
        return view

    return Reading(key, make, files=(record,))


def _read_hand(desk: Desk, words: Words, message: Message) -> Reading:
    game = desk.game
    panel = show_hand(desk.session, desk.now, message.round_id or 0, message.facts["seat"])
    return Reading(
        message.key,
        lambda shown: hand_view(words, game, panel, picture=shown[0][0] if shown else None),
        (hand_picture(words, panel, f"{message.key}.png"),),
        custom_id=ids.pick_id(panel.round_id, 1),
    )


def _read_reminder(desk: Desk, words: Words, message: Message) -> Reading:
    game, text, key = desk.game, reminder(desk, words, message), message.key
    return Reading(key, lambda _: reminder_view(words, game, text, key))


def _tell_account(desk: Desk, words: Words, message: Message) -> str:
    found = desk.session.get_one(Round, message.round_id)
    return boardposts.account_of(desk, words, found, message.facts["register"])


_READERS: dict[Kind, Callable[[Desk, Words, Message], Reading]] = {
    Kind.LOBBY: _read_lobby,
    Kind.START: _read_start,
    Kind.RESULT: _read_result,
    Kind.PICTURE: _read_picture,
    Kind.STILLS: _read_stills,
    Kind.FINAL: _read_final,
    Kind.NOTICE: _read_notice,
    Kind.REPORT: _read_report,
    Kind.HAND: _read_hand,
    Kind.REMINDER: _read_reminder,
}
_TEXTS: dict[Kind, Callable[[Desk, Words, Message], str]] = {
    Kind.RECEIPT: receipt,
    Kind.SEAT: seat_news,
    Kind.ACCOUNT: _tell_account,
}
