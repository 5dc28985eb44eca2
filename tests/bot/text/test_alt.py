import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.alt import FIRST_PART, LONGEST_ALT, BoardSeen, Seen, tell_alt
from bot.text.escaping import length
from bot.text.languages import LANGUAGES
from simulation.geometry import Facing, Position, format_square
from tests.bot.text.samples import complete, names

ROBOTS = (
    Seen("Cog", Position(3, 7), Facing.NORTH, damage=2),
    Seen("Bolt", None, Facing.EAST, rank=1),
    Seen("Hex", None, Facing.EAST),
)


def test_positions_come_first() -> None:
    """Then the board, the damage, and who goes first next."""
    assert tell_alt(complete("en"), BoardSeen(ROBOTS, "Pocket Duel", 3, ("Cog",))) == (
        "Cog C7 N, Bolt 1st, Hex —. The board Pocket Duel after round 3."
        " Squares by column and row; facing N, E, S or W. Damage cards: Cog 2. Next order: Cog."
    )
    assert tell_alt(complete("nl"), BoardSeen(ROBOTS[1:], "Pocket Duel", 0)) == (
        "Bolt 1e, Hex —. Het bord Pocket Duel bij de start. Vakjes volgens kolom en rij; kijkrichting N, O, Z of W."
    )


def test_what_has_no_room_is_left_out() -> None:
    """A board's name without end, and what follows it stays."""
    told = tell_alt(complete("en"), BoardSeen(ROBOTS, "x" * 1000, 3))
    assert told.startswith("Cog C7 N, Bolt 1st, Hex —. Squares by column")


@pytest.mark.parametrize("language", LANGUAGES)
@given(robots=st.lists(names, min_size=1, max_size=12), board=st.text(min_size=1, max_size=60))
def test_twelve_long_names_leave_room_for_every_position(language: str, robots: list[str], board: str) -> None:
    """The first 256 characters tell where everybody stands; 1,024 in all."""
    seen = tuple(Seen(name, Position(26, 30 + index % 10), Facing.WEST, damage=20) for index, name in enumerate(robots))
    told = tell_alt(complete(language), BoardSeen(seen, board, 100, tuple(robots)))
    assert length(told) <= LONGEST_ALT
    first = told.encode("utf-16-le")[: 2 * FIRST_PART].decode("utf-16-le", errors="ignore")
    for robot in seen:
        assert robot.square is not None
        assert f" {format_square(robot.square)} W" in first
