"""The library's boards and a server's own, by title and by key."""

from collections.abc import Iterator

import pytest
from sqlmodel import Session

from bot.boards import read_boards
from bot.db.engine import Database
from bot.db.tables import ServerBoard
from bot.moderator import boards
from bot.moderator.boards import MOST_BOARDS, Offer, Shelf, add, canonical, find, offered, remove, unknown
from bot.moderator.refusals import Reason, Rejected
from simulation.boardfile import BoardError, BoardTrouble, parse_board
from tests.bot.db.rows import NOW

LIBRARY = read_boards()
DUEL = LIBRARY["pocket-duel"]
SHELF = Shelf(7, LIBRARY)


def called(title: str) -> str:
    return canonical(parse_board(DUEL), title)


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    with database.transaction() as found:
        yield found


def added(session: Session, title: str, shelf: Shelf = SHELF) -> ServerBoard:
    row = add(session, NOW, shelf, called(title), 5)
    assert isinstance(row, ServerBoard), row
    return row


def titles(session: Session, shelf: Shelf = SHELF) -> list[str]:
    return [offer.title for offer in offered(session, shelf)]


def test_the_library_comes_first_then_the_servers_own(session: Session) -> None:
    added(session, "Zebra")
    added(session, "Abacus")
    assert titles(session)[-3:] == ["Thin Ice", "Abacus", "Zebra"]
    assert [offer.key for offer in offered(session, SHELF)][-3:] == ["thin-ice", "Abacus", "Zebra"]
    assert [offer.is_own for offer in offered(session, SHELF)] == [False] * 7 + [True] * 2
    assert titles(session, Shelf(8, LIBRARY)) == titles(session, Shelf(None, LIBRARY)) == titles(session)[:7]


def test_boards_of_the_library_that_cannot_be_read_are_passed_over(session: Session) -> None:
    assert titles(session, Shelf(7, {"broken": "name = 1", "pocket-duel": DUEL})) == ["Pocket Duel"]


def test_titles_that_look_alike_are_told_apart(session: Session) -> None:
    """Two files of the library, or one that came into it after a server's own."""
    added(session, "Hall")
    twins = {"a": called("Hall"), "b": called("HALL"), "hall (2)": DUEL}
    offers = offered(session, Shelf(7, twins))
    assert [(offer.key, offer.title) for offer in offers] == [
        ("b", "HALL"),
        ("a", "Hall (3)"),
        ("hall (2)", "Pocket Duel"),
        ("Hall (4)", "Hall (4)"),
    ]
    assert all(find(offers, offer.key) is offer and find(offers, offer.title) is offer for offer in offers)


@pytest.mark.parametrize("typed", ["Pocket Duel", "pocket-duel", "POCKET DUEL ", "\uff30ocket duel"])
def test_a_board_is_found_as_somebody_types_it(session: Session, typed: str) -> None:
    offer = find(offered(session, SHELF), typed)
    assert offer is not None
    assert offer.key == "pocket-duel"


def test_a_board_that_is_not_there_is_refused_with_those_that_are(session: Session) -> None:
    offers = offered(session, SHELF)
    assert find(offers, "") is None
    assert find(offers, "x" * 99) is None
    refusal = unknown(offers, "x" * 99)
    assert refusal.reason is Reason.UNKNOWN_BOARD
    assert refusal.facts["found"] == "x" * 80
    assert str(refusal.facts["expected"]).startswith("Clockwork Maze, Conveyor Carnival")


@pytest.mark.parametrize("title", ["Green Light", "green-light", "gREEN lIGHT", "Own"])
def test_a_title_is_taken_once(session: Session, title: str) -> None:
    added(session, "own")
    refusal = add(session, NOW, SHELF, called(title), 5)
    assert isinstance(refusal, Rejected)
    assert refusal.reason is Reason.BOARD_NAME_TAKEN
    assert isinstance(add(session, NOW, Shelf(8, {}), called(title), 5), ServerBoard)


@pytest.mark.parametrize("title", [" Own", "Own ", "a\nb", "\u202eb"])
def test_a_title_is_one_line_that_can_be_read(session: Session, title: str) -> None:
    refusal = add(session, NOW, SHELF, called(title), 5)
    assert isinstance(refusal, Rejected)
    assert refusal.reason is Reason.WRONG_NAME


def test_a_server_has_a_number_of_boards_at_most(session: Session) -> None:
    for number in range(MOST_BOARDS):
        assert boards.why_not_add(session, SHELF, None) is None
        added(session, f"Own {number}")
    refusal = add(session, NOW, SHELF, called("One more"), 5)
    assert isinstance(refusal, Rejected)
    assert refusal.reason is Reason.TOO_MANY_BOARDS
    assert boards.why_not_add(session, SHELF, None) == refusal
    added(session, "One more", Shelf(8, LIBRARY))
    assert isinstance(remove(session, SHELF, "Own 3"), Offer)
    added(session, "One more")


def test_only_a_servers_own_boards_are_removed(session: Session) -> None:
    added(session, "Own")
    for shelf, wanted in (
        (SHELF, "pocket-duel"),
        (SHELF, "nothing"),
        (Shelf(8, LIBRARY), "Own"),
        (Shelf(None, {}), "Own"),
    ):
        refusal = remove(session, shelf, wanted)
        assert isinstance(refusal, Rejected)
        assert refusal.reason is Reason.NOT_OWN_BOARD
    removed = remove(session, SHELF, "OWN")
    assert isinstance(removed, Offer)
    assert removed.board.name == "Own"
    assert titles(session) == titles(session, Shelf(8, LIBRARY))


def test_a_board_whose_canonical_form_is_too_long_is_refused() -> None:
    """It could not be read again."""
    lasers = ",".join('{at="A2",facing="east"}' for _ in range(1000))
    board = parse_board(f"laser = [{lasers}]\n{DUEL.partition('[[laser]]')[0]}")
    with pytest.raises(BoardError) as caught:
        canonical(board)
    assert caught.value.trouble is BoardTrouble.LONG_FILE
