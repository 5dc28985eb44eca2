"""What check-board warns of: odd, but playable."""

import pytest

from simulation.board import Board
from simulation.boardwarnings import BoardWarning, Oddity, board_warnings
from tests.pictures import board


def told(found: Board) -> list[str]:
    """Return the warnings as `check-board` says them."""
    return [str(warning) for warning in board_warnings(found)]


RING = """
+-+-+-+-+
|= = = =|
+ + + + +
|> > v .|
+ + + + +
|^ < < .|
+ + + + +
|1 . . @|
+-+-+-+-+
"""


@pytest.mark.parametrize(
    ("picture", "warnings"),
    [
        (
            RING.replace("|> > v .|", "|. > < .|").replace("|^ < < .|", "|. . . .|"),
            ["the belts at B3 and C3 face each other"],
        ),
        (
            RING.replace("|> > v .|", "|. v . .|").replace("|^ < < .|", "|. ^ . .|"),
            ["the belts at B2 and B3 face each"],
        ),
        (RING.replace("|> > v .|", "|. >|< .|").replace("|^ < < .|", "|. . . .|"), []),
        (RING, ["the belts at A3, B3, C3, C2, B2, A2 are a ring without exit"]),
        (RING.replace("|> > v .|", "|E E S .|"), ["the belts at A3, B3, C3, C2, B2, A2 are a ring without exit"]),
        (RING.replace("|> > v .|", "|> >|v .|"), []),
        (RING.replace("|> > v .|", "|> . v .|"), []),
        (RING.replace("|1 . . @|", "|> . . @|").replace("|> > v .|", "|> . v 1|"), []),
    ],
)
def test_belts_that_carry_nobody_anywhere_are_told_of(picture: str, warnings: list[str]) -> None:
    """R5.1b: belts that face each other, and rings that belts alone never leave."""
    found = told(board(picture))
    assert len(found) == len(warnings)
    assert all(warning in sentence for warning, sentence in zip(warnings, found, strict=True))


def test_a_ring_is_told_of_once_however_many_belts_lead_into_it() -> None:
    """R5.1b: side belts are not part of it."""
    picture = RING.replace("|^ < < .|", "|^ < < <|")
    assert told(board(picture)) == ["the belts at A3, B3, C3, C2, B2, A2 are a ring without exit"]


REBOOT = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. . @ > O|
+ + + + + +
|1 . v . .|
+ + + + + +
|. . O . .|
+-+-+-+-+-+
"""


@pytest.mark.parametrize(
    ("picture", "facings"),
    [
        (REBOOT, ["east", "south"]),
        (REBOOT.replace("|. . @ > O|", "|. . @|> O|"), ["south"]),
        (REBOOT.replace("|. . @ > O|", "|. O @ . O|").replace("v", "."), ["west"]),
        (REBOOT.replace("|. . @ > O|", "|. v @ . .|").replace("|1 . v", "|1 ^ ."), []),
        (REBOOT.replace("O", ".").replace("@", "."), []),
    ],
)
def test_ways_from_the_reboot_square_into_pits_are_told_of(picture: str, facings: list[str]) -> None:
    """R6.2: whoever is pushed off the square, or carried on from there, falls again."""
    found = [warning for warning in told(board(picture)) if "reboot square" in warning]
    assert found == [f"whoever is pushed {facing} off the reboot square C3 ends in a pit" for facing in facings]


def test_an_open_edge_beside_the_reboot_square_is_told_of() -> None:
    """R4.4, R6.2: a drop is as bad as a pit."""
    ledge = "+-+-+\n|= =|\n+ + +\n|1 @\n+-+-+"
    assert told(board(ledge, extra='edge = "pit"')) == [
        "whoever is pushed east off the reboot square B1 falls over the edge"
    ]


def test_a_reboot_square_without_a_way_to_the_line_is_told_of() -> None:
    """R6.1: whoever falls would never finish."""
    found = told(board("+-+-+-+\n|= .|@|\n+ + +-+\n|1 O .|\n+-+-+-+"))
    assert found == ["there is no way to the line from the reboot square C2"]


def test_an_oddity_has_its_facts() -> None:
    """R6.2: for whoever tells it in another language."""
    [warning] = board_warnings(board("+-+-+\n|= =|\n+ + +\n|1 @\n+-+-+", extra='edge = "pit"'))
    assert warning == BoardWarning(Oddity.REBOOT_OVER_EDGE, {"square": "B1", "facing": "east"})


def test_a_guard_beside_the_board_is_told_of() -> None:
    """R3.2: row 0 is accepted as it is, but a Guard beyond the last column is most likely a slip."""
    assert told(board(RING.replace("^", "."), guard="F0")) == ["the Guard at F0 stands beside the board, not below it"]
