"""The versions of a program, each with a receipt: what was in force, and as of when."""

import hmac
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256

from bot.db.tables import Hand, Program, Round, RoundStatus, Seat, Source
from bot.moderator.desk import Desk
from bot.moderator.edits import count_programs
from simulation.cards import Card

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


def format_receipt(program: Program, hand: Sequence[Card]) -> Receipt:
    """Return the receipt of a program that was not cleared."""
    assert program.places is not None
    cards = tuple(hand[place - 1] for place in program.places)
    return Receipt(program.version, program.at, cards, tuple(program.places), program.code, program.source)
