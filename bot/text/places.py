"""Directions, squares and moments in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.marks import N_
from bot.text.escaping import Text
from bot.text.languages import Fact, Words
from simulation.geometry import Facing, Position, format_square

_TOWARDS = {
    # Translators: behind "2 squares"
    Facing.NORTH: N_("north"),
    Facing.EAST: N_("east"),
    Facing.SOUTH: N_("south"),
    Facing.WEST: N_("west"),
}
FACES: Mapping[Facing, str] = {
    Facing.NORTH: N_("faces north"),
    Facing.EAST: N_("faces east"),
    Facing.SOUTH: N_("faces south"),
    Facing.WEST: N_("faces west"),
}
_LETTERS = {
    # Translators: the initials of the compass
    Facing.NORTH: N_("N"),
    Facing.EAST: N_("E"),
    Facing.SOUTH: N_("S"),
    Facing.WEST: N_("W"),
}
_SIDES = {
    Facing.NORTH: N_("the north side of {square}"),
    Facing.EAST: N_("the east side of {square}"),
    Facing.SOUTH: N_("the south side of {square}"),
    Facing.WEST: N_("the west side of {square}"),
}
_CITIES = (N_("Brussels"), N_("London"), N_("Paris"), N_("Berlin"), N_("Vienna"), N_("Rome"), N_("Lisbon"))
"""Cities of time zones whose names differ from language to language."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, and the zone by whose clocks the game is played."""

    at: datetime
    """Aware."""
    zone: str
    """An IANA zone."""


def towards(words: Words, facing: Facing) -> Text:
    """Return the direction of a move: "north", "noordwaarts"."""
    return words.say(_TOWARDS[facing])


def faces(words: Words, facing: Facing) -> Text:
    """Return where a robot looks: "faces north"."""
    return words.say(FACES[facing])


def letter(words: Words, facing: Facing) -> Text:
    """Return the initial of a facing, for where there is little room."""
    return words.say(_LETTERS[facing])


def side(words: Words, square: Position, facing: Facing) -> Text:
    """Return a side of a square: "the north side of C7"."""
    return words.say(_SIDES[facing], square=format_square(square))


def clock(words: Words, moment: Moment) -> Text:
    """Return a moment for screenshots: "21:00 Brussels"."""
    return daily_clock(words, f"{moment.at.astimezone(ZoneInfo(moment.zone)):%H:%M}", moment.zone)


def daily_clock(words: Words, time: str, zone: str) -> Text:
    """Return a time of every day with its place: "21:00 Brussels"."""
    city = zone.rsplit("/", maxsplit=1)[-1].replace("_", " ")
    shown = words.say(city) if city in _CITIES else words.name(city)
    return Text(f"{words.name(time)} {shown}")


def when(words: Words, moment: Moment) -> Text:
    """Return a moment in each reader's zone, how far it is, and by the game's clocks."""
    unix = int(moment.at.timestamp())
    return words.say("<t:{unix}:F> ({clock}), <t:{unix}:R>", unix=Text(unix), clock=clock(words, moment))


def stored_moment(words: Words, told: Fact) -> Text:
    """Return the fact `when`, the moment and its zone."""
    at, _, zone = str(told).partition(" ")
    return when(words, Moment(datetime.fromisoformat(at), zone))
