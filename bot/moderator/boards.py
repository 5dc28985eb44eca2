"""Boards to choose from: those of the library, and beside them a Discord server's own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session, col, select

from bot.db.tables import ServerBoard
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.settings import LONGEST_GAME_NAME, check_name, looks
from bot.moderator.stored import load_board
from simulation.board import Board
from simulation.boardfile import LONGEST_NAME, BoardError, format_board, parse_board

MOST_BOARDS = 15
"""Boards of its own that a server has at most; with the library's they fit into one select."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A board that can be chosen."""

    key: str
    """What chooses it: of a library's board its file's name, of a server's own its title."""
    title: str
    """The board's name, told apart from titles that look the same."""
    text: str
    """The board file's."""
    own_id: int | None = None
    """The id of the row of a server's own board; None for the library's."""

    @property
    def is_own(self) -> bool:
        """Whether it is the server's own."""
        return self.own_id is not None

    @property
    def board(self) -> Board:
        """The board."""
        return load_board(self.text)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where boards are looked for and added."""

    guild_id: int | None
    """None outside servers, where there is the library alone."""
    library: Mapping[str, str]
    """Texts of board files by name."""


def offered(session: Session, shelf: Shelf) -> tuple[Offer, ...]:
    """Return the boards to choose from: the library's, then the server's own, each by title."""
    taken = {looks(name) for name in shelf.library}
    offers: list[Offer] = []
    for name, title, text in sorted(_readable(shelf.library), key=lambda found: found[1]):
        offers.append(Offer(name, _told_apart(title, taken - {looks(name)}), text))
        taken.add(looks(offers[-1].title))
    for row in _own(session, shelf.guild_id):
        title = _told_apart(row.title, taken)
        offers.append(Offer(title, title, row.board, row.id))
        taken.add(looks(title))
    return tuple(offers)


def find(offers: Sequence[Offer], wanted: str) -> Offer | None:
    """Return the board of a key, or of a title as somebody types it."""
    by_key = next((offer for offer in offers if offer.key == wanted), None)
    typed = looks(wanted.strip())
    return by_key or next((offer for offer in offers if typed in {looks(offer.title), looks(offer.key)}), None)


def unknown(offers: Sequence[Offer], wanted: str) -> Rejected:
    """Return the refusal of a board that is not there."""
    titles = ", ".join(offer.title for offer in offers)
    return rejected(Reason.UNKNOWN_BOARD, found=wanted[:LONGEST_GAME_NAME], expected=titles)


def canonical(board: Board, title: str | None = None) -> str:
    """Return a board's text as it is kept, with another title if one is given.

    Raises BoardError for a board whose canonical text is too long for a board file.
    """
    text = format_board(board if title is None else replace(board, name=title))
    parse_board(text)
    return text


def why_not_add(session: Session, shelf: Shelf, title: str | None) -> Rejected | None:
    """Return why a server cannot have another board of a title; None if the title is not known yet."""
    if len(_own(session, shelf.guild_id)) >= MOST_BOARDS:
        return rejected(Reason.TOO_MANY_BOARDS, most=MOST_BOARDS)
    if title is None:
        return None
    taken = find(offered(session, shelf), title)
    wrong = check_name(title, LONGEST_NAME)
    return wrong or (None if taken is None else rejected(Reason.BOARD_NAME_TAKEN, title=taken.title))


def add(session: Session, now: datetime, shelf: Shelf, text: str, user_id: int) -> ServerBoard | Rejected:
    """Add a board of a canonical text to a server's own; games keep copies of what they are played on."""
    assert shelf.guild_id is not None, "it was asked in a server"
    title = load_board(text).name
    refusal = why_not_add(session, shelf, title)
    if refusal is not None:
        return refusal
    row = ServerBoard(
        guild_id=shelf.guild_id, title=title, looks=looks(title), board=text, added_by=user_id, added_at=now
    )
    session.add(row)
    session.flush()
    return row


def remove(session: Session, shelf: Shelf, wanted: str) -> Offer | Rejected:
    """Take a board from a server's own, and return it; games that are played on it go on."""
    offers = offered(session, shelf)
    offer = find(offers, wanted)
    if offer is None or offer.own_id is None:
        return rejected(Reason.NOT_OWN_BOARD, found=wanted[:LONGEST_GAME_NAME])
    session.delete(session.get_one(ServerBoard, offer.own_id))
    session.flush()
    return offer


def _readable(library: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, title and text of the boards that can be read."""
    for name, text in library.items():
        try:
            yield name, load_board(text).name, text
        except BoardError:
            continue


def _own(session: Session, guild_id: int | None) -> Sequence[ServerBoard]:
    query = select(ServerBoard).where(ServerBoard.guild_id == guild_id)
    return session.exec(query.order_by(col(ServerBoard.title))).all()


def _told_apart(title: str, taken: set[str]) -> str:
    """Return a title with a number behind it, if another one looks the same."""
    shown, number = title, 1
    while looks(shown) in taken:
        number += 1
        shown = f"{title} ({number})"
    return shown
