"""Board files: what they say, what is refused and where, and the way back to text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simulation.board import Belt, Edge, Laser
from simulation.boardfile import BoardError, BoardTrouble, format_board, parse_board
from simulation.boardtroubles import Found, Spot
from simulation.geometry import Facing, Position, Turn

BOARDS = sorted((Path(__file__).parents[2] / "boards").glob("*.toml"))

CORRIDOR = """name = "Corridor"
author = "the hosts"
description = "One corner belt."
guard = "C0"
picture = \'\'\'
+-+-+-+-+
|= = = =|
+ + +-+ +
|. > v|R|
+ + + + +
|@ N L O|
+ + + + +
|1 2 . 3|
+-+-+-+-+
\'\'\'

[[laser]]
at = "A3"
facing = "east"
beams = 2

[[laser]]
at = "C1"
facing = "north"
"""


def at(name: str) -> Position:
    return Position(ord(name[0]) - 64, int(name[1:]))


def test_a_board_file_says_what_lies_where() -> None:
    """R4.4, R5: squares, belts, gears, pits, starts, the line, the Guard, lasers."""
    board = parse_board(CORRIDOR)
    assert (board.name, board.author, board.description) == ("Corridor", "the hosts", "One corner belt.")
    assert (board.columns, board.rows, board.guard, board.edge) == (4, 4, at("C0"), Edge.WALL)
    assert board.belts == {
        at("B3"): Belt(Facing.EAST),
        at("C3"): Belt(Facing.SOUTH),
        at("B2"): Belt(Facing.NORTH, is_express=True),
    }
    assert board.gears == {at("D3"): Turn.RIGHT, at("C2"): Turn.LEFT}
    assert board.pits == {at("D2")}
    assert board.reboot == at("A2")
    assert board.starts == (at("A1"), at("B1"), at("D1"))
    assert board.finish == {at("A4"), at("B4"), at("C4"), at("D4")}
    assert board.lasers == (Laser(at("A3"), Facing.EAST, 2), Laser(at("C1"), Facing.NORTH, 1))


def test_walls_stand_on_both_of_their_sides() -> None:
    """R4.3: inner walls from both squares, the frame from the inside."""
    board = parse_board(CORRIDOR)
    inner = {(at("C4"), "south"), (at("C3"), "north"), (at("C3"), "east"), (at("D3"), "west")}
    frame = {(square, side) for square, side in board.walls if (square, side) not in inner}
    assert inner <= board.walls
    assert len(frame) == 16
    assert {side for square, side in frame if square == at("A1")} == {"south", "west"}
    assert board.exits[at("C3")] == {Facing.SOUTH: at("C2"), Facing.WEST: at("B3")}


def test_a_missing_piece_of_the_frame_is_a_wall() -> None:
    """R4.4: with edge "wall", which is the default."""
    holey = CORRIDOR.replace("|@ N L O|", " @ N L O").replace("+-+-+-+-+\n|=", "+ + + + +\n|=")
    assert parse_board(holey) == parse_board(CORRIDOR)


def test_a_missing_piece_of_an_open_edge_is_a_drop() -> None:
    """R4.4: with edge "pit"."""
    board = parse_board(CORRIDOR.replace('guard = "C0"', 'guard = "C0"\nedge = "pit"').replace("|@ N", " @ N"))
    assert board.exits[at("A2")][Facing.WEST] == Position(0, 2)
    assert Facing.WEST not in board.exits[at("A3")]
    assert board.is_drop(Position(0, 2))


def test_spaces_missing_at_the_end_of_a_line_are_spaces() -> None:
    """The right edge of an open board needs no trailing spaces; more spaces than needed do not matter."""
    open_board = CORRIDOR.replace('guard = "C0"', 'guard = "C0"\nedge = "pit"')
    short = open_board.replace("|@ N L O|", "|@ N L O").replace("|. > v|R|", "|. > v|R  ")
    assert parse_board(short).exits[at("D2")][Facing.EAST] == Position(5, 2)
    assert parse_board(short) == parse_board(open_board.replace("O|", "O ").replace("R|", "R "))


@pytest.mark.parametrize("guard", ["A0", "Z0", "C4", "B2"])
def test_the_guard_stands_in_row_0_or_on_any_square(guard: str) -> None:
    """R3.2: just below the board, or inside it."""
    assert parse_board(CORRIDOR.replace("C0", guard)).guard == at(guard)


def test_a_beam_covers_the_squares_from_its_emitter_to_the_first_wall() -> None:
    """R5.3: along row 3 up to the wall at C3; up column C through the reds to the wall above C3."""
    board = parse_board(CORRIDOR)
    assert board.beam_paths == ((at("A3"), at("B3"), at("C3")), (at("C1"), at("C2"), at("C3")))
    assert board.beams == {at("A3"): 2, at("B3"): 2, at("C3"): 3, at("C1"): 1, at("C2"): 1}


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    """A host may use any text editor."""
    assert parse_board(b"\xef\xbb\xbf" + CORRIDOR.replace("\n", "\r\n").encode()) == parse_board(CORRIDOR)


def test_no_reboot_square_is_needed_without_pits_and_drops() -> None:
    """R6: also with edge "pit", if the frame is drawn all around."""
    dry = CORRIDOR.replace("@", ".").replace("O", ".")
    assert parse_board(dry).reboot is None
    assert parse_board(dry.replace('guard = "C0"', 'guard = "C0"\nedge = "pit"')).reboot is None


def replaced(old: str, new: str, count: int = 1) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, count)

    return change


def picture(*lines: str) -> Callable[[str], str]:
    drawn = "\n".join(lines)
    return lambda _: f"name = \"Test\"\nguard = \"A0\"\npicture = '''\n{drawn}\n'''\n"


REFUSALS = {
    "not TOML": (replaced('guard = "C0"', "guard = C0"), "line 4, column 9: not TOML: Invalid value"),
    "a key twice": (replaced('author = "the hosts"', 'name = "x"'), "line 2, column 11: not TOML: Cannot overwrite"),
    "a picture without end": (replaced("'''\n\n", "\n\n"), "line 25: not TOML: Expected \"'''\""),
    "nested too deeply": (replaced('"C0"', "[" * 5000 + "]" * 5000), "line 1: found a value too long or too deeply"),
    "a number too long": (replaced("beams = 2", "beams = " + "9" * 5000), "line 1: found a value too long"),
    "too long": (lambda text: text + "#" * 40_000, "line 1: found 40278 characters, expected a board file of at most"),
    "a name of blanks that do not show": (
        replaced('"Corridor"', '"\u200b\u200b"'),
        r"line 1: name: found '\u200b\u200b', expected a name that can be read",
    ),
    "a long unknown key": (
        replaced("author", "a" * 999),
        f"line 2: found the unknown key '{'a' * 79}…, expected one of",
    ),
    "a key of many parts": (
        replaced("author", "a." * 9999 + "a"),
        "line 2: found a key of more than 32 parts, expected",
    ),
    "a quoted key of many parts": (replaced("author", "'a' . " * 3333 + "a"), "line 2: found a key of more than 32"),
    "a table of many parts": (lambda text: text + "\n[" + "b." * 9999 + "b]\n", "line 26: found a key of more than 32"),
    "an inline table of many parts": (
        replaced('"the hosts"', "{" + "c." * 9999 + "c = 1}"),
        "line 2: found a key of m",
    ),
    "a tab at the end": (replaced("|@ N L O|", "|@ N L O\t"), r"line 11, column 9: found '\t', expected a wall '|'"),
    "a tab behind the end": (replaced("|@ N L O|", "|@ N L O|\t"), "line 11, column 10: found a line of 10 characters"),
    "a surrogate": (replaced("the hosts", "\ud800"), r"line 2: found '\ud800', which UTF-8 cannot hold"),
    "no lines that fit": (replaced("|. > v|R|\n", ""), "line 13: found a picture of 8 lines, expected an odd number"),
    "one line": (picture("+-+"), "line 4: found a picture of 1 lines, expected an odd number from 3"),
    "nothing": (picture(""), "line 4: found a picture of 1 lines"),
    "an empty first line": (picture("", "+-+", "|1|"), "line 4: found a line of 0 characters, expected an odd number"),
    "an even width": (picture("+-+-", "|= 1", "+-+-"), "line 4: found a line of 4 characters, expected an odd number"),
    "a line too long": (replaced("|@ N L O|", "|@ N L O|."), "line 11, column 10: found a line of 10 characters"),
    "a line too short": (replaced("|@ N L O|", "|@ N L"), "line 11, column 8: found a space, expected a square's sign"),
    "an unknown sign": (replaced("|. > v", "|. ? v"), "line 9, column 4: found '?', expected a square's sign, one of"),
    "a sign that looks alike": (replaced("|. > v", "|. V v"), "line 9, column 4: found 'V', expected a square's sign"),
    "a tab": (replaced("|. > v", "|. \t v"), r"line 9, column 4: found '\t', expected a square's sign"),
    "no square": (replaced("|. > v", "|. |> "), "line 9, column 4: found '|', expected a square's sign"),
    "a wrong wall": (replaced("v|R", "v-R"), "line 9, column 7: found '-', expected a wall '|' or a space"),
    "a wrong wall above": (replaced("+ + +-+", "+ + +|+"), "line 8, column 6: found '|', expected a wall '-' or"),
    "no corner": (replaced("+ + +-+ +", "+   +-+ +"), "line 8, column 3: found a space, expected a corner '+'"),
    "too wide": (
        picture("+-" * 27 + "+", "|" + "= " * 26 + "1|", "+-" * 27 + "+"),
        "line 4: found 27 × 1 squares, expected at most 26 columns and 40 rows",
    ),
    "too high": (
        picture("+-+", *["|=|", "+ +"] * 40, "|1|", "+-+"),
        "line 4: found 1 × 41 squares, expected at most 26 columns and 40 rows",
    ),
    "no start": (picture("+-+-+", "|= .|", "+-+-+"), "line 3: picture: found no start square, expected at least '1'"),
    "a start twice": (replaced("|1 2 . 3|", "|1 2 2 3|"), "line 13, column 6: found start square '2' a second time"),
    "a gap": (replaced("|1 2 . 3|", "|1 . . 3|"), "line 13, column 8: found start square '3' but no '2'"),
    "no first start": (replaced("|1 2 . 3|", "|. 2 . 3|"), "line 13, column 4: found start square '2' but no '1'"),
    "no reboot with a pit": (
        replaced("@", "."),
        "line 5: picture: found no reboot square, expected one '@' on a board",
    ),
    "no reboot with a drop": (
        lambda _: "name = 'x'\nguard = 'A0'\nedge = 'pit'\npicture = '''\n+-+-+\n|= 1\n+-+-+\n'''",
        "line 4: picture: found no reboot square, expected one '@' on a board with an open edge",
    ),
    "two reboots": (replaced("|1 2 . 3|", "|1 2 @ 3|"), "line 13, column 6: found a second reboot square '@'"),
    "two reboots on a dry board": (
        picture("+-+-+-+", "|= @ @|", "+ + + +", "|1 . .|", "+-+-+-+"),
        "line 5, column 6: found a second reboot square '@', expected at most one",
    ),
    "no line": (picture("+-+-+", "|1 .|", "+-+-+"), "line 3: picture: found no square beyond the line, expected"),
    "no way through walls": (
        replaced("|1 2 . 3|", "|1 2 .|3|"),
        "line 13, column 8: found no way from start square 3 to the line, expected one in single steps around walls",
    ),
    "no way through pits": (
        picture("+-+-+-+", "|= @ .|", "+ + + +", "|O O O|", "+ + + +", "|1 . .|", "+-+-+-+"),
        "line 9, column 2: found no way from start square 1 to the line",
    ),
    "a laser off the board": (replaced('"A3"', '"E3"'), "line 18: at: found E3, which is not on the board, expected"),
    "a laser in row 0": (replaced('"C1"', '"C0"'), "line 23: at: found C0, which is not on the board"),
    "nothing behind a laser": (
        replaced('"A3"', '"B3"'),
        "line 18: found a laser at B3 facing east with nothing behind it, expected a wall or the edge on the west side",
    ),
    "a laser nowhere": (replaced('"A3"', '"north"'), "line 18: at: found 'north', expected a square such as 'C4'"),
    "a laser without a place": (replaced('at = "A3"\n', ""), "line 17: found no key 'at', expected the emitter's"),
    "a laser without facing": (replaced('facing = "north"\n', ""), "line 22: found no key 'facing', expected"),
    "a wrong facing": (replaced('"east"', '"East"'), "line 19: facing: found 'East', expected 'north' or 'east' or"),
    "facing as a number": (replaced('"east"', "1"), "line 19: facing: found 1, expected 'north'"),
    "no beams": (replaced("beams = 2", "beams = 0"), "line 20: beams: found 0, expected a whole number from 1 to 3"),
    "four beams": (replaced("beams = 2", "beams = 4"), "line 20: beams: found 4, expected a whole number"),
    "beams as a boolean": (
        replaced("beams = 2", "beams = true"),
        "line 20: beams: found true, expected a whole number",
    ),
    "beams as a float": (replaced("beams = 2", "beams = 2.0"), "line 20: beams: found 2.0, expected a whole number"),
    "beams as text": (replaced("beams = 2", 'beams = "2"'), "line 20: beams: found '2', expected a whole number"),
    "very many beams": (
        replaced("beams = 2", "beams = 0x" + "f" * 5000),
        "line 20: beams: found a very large number, expected a whole number",
    ),
    "beams as a list": (replaced("beams = 2", "beams = [2]"), "line 20: beams: found a list, expected a whole number"),
    "an unknown key": (replaced("author", "autor"), "line 2: found the unknown key 'autor', expected one of name,"),
    "an unknown key in a laser": (
        replaced("beams", "beam"),
        "line 20: found the unknown key 'beam', expected one of at",
    ),
    "an unknown table": (lambda text: text + "\n[gear]\nat = 1\n", "line 26: found the unknown key 'gear'"),
    "a laser table": (replaced("[[laser]]", "[laser]", 2), "line 22, column 7: not TOML: Cannot declare"),
    "one laser table": (
        lambda t: t.split("[[laser]]")[0] + "[laser]\nat = 1",
        "line 17: laser: found a table, expected",
    ),
    "lasers as text": (replaced('guard = "C0"', 'guard = "C0"\nlaser = "x"'), "not TOML"),
    "a laser as text": (lambda t: t.split("[[laser]]")[0] + "laser = ['A1']", "line 17: laser: found 'A1', expected a"),
    "lasers as a number": (lambda t: t.split("[[laser]]")[0] + "laser = 1", "line 17: laser: found 1, expected tables"),
    "no name": (replaced('name = "Corridor"\n', ""), "line 1: found no key 'name', expected the board's name"),
    "an empty name": (replaced('"Corridor"', '""'), "line 1: name: found '', expected a name that can be read"),
    "a blank name": (replaced('"Corridor"', '"  "'), "line 1: name: found '  ', expected a name that can be read"),
    "a long name": (replaced('"Corridor"', f'"{"x" * 61}"'), "line 1: name: found 61 characters, expected at most 60"),
    "a name that is no text": (replaced('"Corridor"', "true"), "line 1: name: found true, expected text"),
    "a name that is a date": (replaced('"Corridor"', "2026-11-29"), "line 1: name: found 2026-11-29, expected text"),
    "an author that is no text": (replaced('"the hosts"', "7"), "line 2: author: found 7, expected text"),
    "a description that is no text": (replaced('"One corner belt."', "[]"), "line 3: description: found a list, exp"),
    "no guard": (replaced('guard = "C0"\n', ""), "line 1: found no key 'guard', expected the Guard's square"),
    "a guard nowhere": (replaced('"C0"', '"c0"'), "line 4: guard: found 'c0', expected a square such as 'C4'"),
    "a guard with a zero": (replaced('"C0"', '"C01"'), "line 4: guard: found 'C01', expected a square"),
    "a guard off the board": (
        replaced('"C0"', '"C5"'),
        "line 4: guard: found C5, which is neither in row 0 nor on the",
    ),
    "a guard beside the board": (replaced('"C0"', '"E1"'), "line 4: guard: found E1, which is neither in row 0 nor on"),
    "a guard that is no text": (replaced('"C0"', "0"), "line 4: guard: found 0, expected text"),
    "a wrong edge": (replaced('"C0"', '"C0"\nedge = "drop"'), "line 5: edge: found 'drop', expected 'wall' or 'pit'"),
    "an edge as a boolean": (replaced('"C0"', '"C0"\nedge = true'), "line 5: edge: found true, expected 'wall' or"),
    "no picture": (lambda _: 'name = "x"\nguard = "A0"\n', "line 1: found no key 'picture', expected the board's"),
    "a picture that is no text": (lambda _: 'name = "x"\nguard = "A0"\npicture = 3', "line 3: picture: found 3, exp"),
    "a long text": (replaced('"C0"', f'"{"x" * 99}"'), f"line 4: guard: found '{'x' * 20}…', expected a square"),
    "a long value": (replaced('"Corridor"', "1" * 99), "line 1: name: found a very large number, expected text"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_no_board_is_refused_with_its_place(case: str) -> None:
    """BOARDS: line and column as an editor counts them, what was found, what was expected."""
    change, expected = REFUSALS[case]
    with pytest.raises(BoardError) as caught:
        parse_board(change(CORRIDOR))
    assert expected in str(caught.value)


def test_what_is_refused_is_a_trouble_with_its_place_and_facts() -> None:
    """BOARDS: for whoever tells it in another language."""
    with pytest.raises(BoardError) as caught:
        parse_board(CORRIDOR.replace("beams = 2", "beams = [2]"))
    assert (caught.value.trouble, caught.value.spot) == (BoardTrouble.WRONG_BEAMS, Spot(20))
    assert caught.value.facts == {"found": Found.LIST, "most": 3}
    with pytest.raises(BoardError) as caught:
        parse_board(QUOTED + 'picture = "+-+-+\\n|= ?|\\n+-+-+"')
    assert (caught.value.trouble, caught.value.spot) == (BoardTrouble.WRONG_SQUARE, Spot(3, None, (2, 4)))
    assert caught.value.facts["found"] == "'?'"


def test_bytes_that_are_not_utf_8_are_refused_with_their_line() -> None:
    """BOARDS: a file in another encoding."""
    with pytest.raises(BoardError, match="line 2: found the byte 0xe9, which is not UTF-8, expected UTF-8 text"):
        parse_board(CORRIDOR.replace("the hosts", "é").encode("latin-1"))


QUOTED = 'name = "x"\nguard = "A0"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUOTED + "picture = '''+-+-+\n|= ?|\n+-+-+'''", "line 4, column 4: found '?'"),
        (QUOTED + "picture = '''+-+ +\n|= 1|\n+-+-*'''", "line 5, column 5: found '*'"),
        (QUOTED + "picture = '''*-+-+\n|= 1|\n+-+-+'''", "line 3, column 14: found '*'"),
        (QUOTED + 'picture = """\n+-+-+\n|= ?|\n+-+-+\n"""', "line 5, column 4: found '?'"),
        (QUOTED + 'picture = "+-+-+\\n|= ?|\\n+-+-+"', "line 3: found '?', expected a square's sign"),
        (QUOTED + 'picture = "+-+-+\\n|= ?|\\n+-+-+"', "(line 2, character 4 of the picture)"),
        (QUOTED + 'picture = """\n+-+-+\\n|= ?|\n+-+-+\n"""', "(line 2, character 4 of the picture)"),
        (QUOTED + 'picture = """\\\n   +-+-+\n|= ?|\n+-+-+\n"""', "(line 2, character 4 of the picture)"),
        (QUOTED + 'picture = """+-+-+\\n|= 1|\\n+-+ +\\n|?"""', "line 3: found a picture of 4 lines"),
        ("'name' = 'x'\n\"guard\" = \"A0\"\n'picture' = '''\n+-+\n'''", "line 4: found a picture of 1 lines"),
        (
            "description = '''\npicture = '''\n" + QUOTED + "picture = '''\n+-+\n'''",
            "line 6: found a picture of 1 lines",
        ),
        ("# picture = 1\n" + QUOTED + "picture = '''\n+-+\n'''", "line 5: found a picture of 1 lines"),
        (
            QUOTED + "picture = '''\n+-+-+\n|= 1|\n+-+-+\n'''\nlaser = [{at = 'A1', facing = 'up'}]",
            "line 8: facing: found",
        ),
        (
            QUOTED + "picture = '''\n+-+-+\n|= 1|\n+-+-+\n'''\nlaser = [\n{at = '='},\n]",
            "line 8: found no key 'facing'",
        ),
        (
            QUOTED + "author.x = 1\npicture = '''\n+-+-+\n|= 1|\n+-+-+\n'''",
            "line 3: author: found a table, expected text",
        ),
    ],
)
def test_places_are_found_however_the_file_is_written(text: str, expected: str) -> None:
    """BOARDS: TOML has many ways to write a text; where the file does not show the picture, its own lines are told."""
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    assert expected in str(caught.value)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_shipped_board_survives_the_way_to_text_and_back(path: Path) -> None:
    """BOARDS: and its file is in the canonical form already."""
    text = path.read_text(encoding="utf-8")
    board = parse_board(text)
    assert parse_board(format_board(board)) == board
    assert format_board(board) == text


def test_any_text_survives_the_way_to_text_and_back() -> None:
    """BOARDS: quotes, controls, all scripts; an empty author is not a missing one."""
    board = parse_board(CORRIDOR.replace('"the hosts"', '""').replace('"Corridor"', r'"\"\\\n\u007f \u0007 ✓ 机器人"'))
    assert board.name == '"\\\n\x7f \x07 ✓ 机器人'
    assert parse_board(format_board(board)) == board
    open_edge = parse_board(CORRIDOR.replace('guard = "C0"', 'guard = "C0"\nedge = "pit"').replace("|@ N", " @ N"))
    assert parse_board(format_board(open_edge)) == open_edge


def test_the_place_of_what_is_refused_is_told_once() -> None:
    """BOARDS: a square that is no text, and a text that is no square."""
    for wrong, problem in (("0", "found 0, expected text"), ('"c0"', "found 'c0', expected a square such as 'C4'")):
        with pytest.raises(BoardError) as caught:
            parse_board(CORRIDOR.replace('"C0"', wrong))
        assert str(caught.value).startswith(f"line 4: guard: {problem}")


def test_of_several_wrong_signs_the_first_is_told() -> None:
    """BOARDS: whoever mends a file begins at the top."""
    with pytest.raises(BoardError, match=r"line 9, column 4: found '\?'"):
        parse_board(CORRIDOR.replace("|. > v", "|. ? v").replace("|1 2", "|1 !"))
