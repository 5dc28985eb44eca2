"""Boards in words: what is wrong in files, what is odd, what stands where; in both languages, within all limits."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.boardalt import tell_empty_board
from bot.text.boardfaults import MOST_WARNINGS, find_fault, tell_fault, tell_warnings
from bot.text.boards import Listed, tell_added, tell_board_shown, tell_boards, tell_checked, tell_choice
from bot.text.escaping import length
from bot.text.excerpts import ROOM, excerpt
from bot.text.languages import LANGUAGES
from bot.text.tomlreasons import tell_reason
from simulation.board import Board
from simulation.boardfile import BoardError, BoardTrouble, parse_board
from simulation.boardwarnings import BoardWarning, Oddity, board_warnings
from simulation.geometry import Facing, Position
from tests.bot.text.samples import HOSTILE, complete
from tests.simulation.test_boardfile import BOARDS, CORRIDOR, REFUSALS

BOM, NOT_UTF_8 = CORRIDOR.encode("utf-8-sig"), CORRIDOR.encode("utf-16")


def refused(text: str | bytes) -> BoardError:
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    return caught.value


def errors() -> list[BoardError]:
    """Return an error of each kind."""
    return [refused(NOT_UTF_8), *(refused(change(CORRIDOR)) for change, _ in REFUSALS.values())]


def test_every_trouble_is_told_in_each_language() -> None:
    """All facts are used, none is English in the Dutch, and what was found is echoed."""
    found = errors()
    assert {error.trouble for error in found} == set(BoardTrouble)
    for error in found:
        told = {
            language: tell_fault(complete(language), find_fault(error, CORRIDOR.encode())) for language in LANGUAGES
        }
        assert all(length(text) <= 2000 and "{" not in text for text in told.values())
        assert told["en"] != told["nl"]
        for text in told.values():
            assert all(str(fact) in text for fact in error.facts.values() if isinstance(fact, int))


def test_the_place_is_told_as_far_as_there_is_one() -> None:
    words = complete("en")

    def told(text: str) -> list[str]:
        return tell_fault(words, find_fault(refused(text), text.encode())).split("\n")[1:]

    assert told(CORRIDOR.replace("|. > v", "|. ? v"))[:1] == ["**Line 9, column 4**"]
    assert told(CORRIDOR.replace('"east"', "1"))[:3] == [
        "**Line 19**",
        "“facing”: found 1, expected “north”, “east”, “south” or “west”.",
        "```",
    ]
    assert told(CORRIDOR.replace('name = "Corridor"\n', "")) == [
        "The key “name” is missing: what the board is called.",
    ]
    hidden = 'name = "x"\nguard = "A0"\npicture = "+-+-+\\n|= ?|\\n+-+-+"'
    assert told(hidden)[0] == "**Line 3** (in the picture: line 2, character 4)"


def test_a_laser_in_the_open_is_told_with_the_side_that_lacks_a_wall() -> None:
    error = refused(CORRIDOR.replace('"A3"', '"B3"'))
    assert "a wall or the edge is needed on the west side of B3." in tell_fault(complete("en"), find_fault(error, b""))
    assert "aan de westkant van B3 is een muur of de rand nodig." in tell_fault(complete("nl"), find_fault(error, b""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        *(
            "x = [1",
            "x = {a = 1",
            "x = 'a",
            'x = "a',
            'x = """a',
            "x = '''a",
            "x 1",
            "x =",
            "[x",
            "[[x",
            "= 1",
            "{",
            "x = 1 2",
        ),
        *("x = 1\nx = 2", "[x]\n[x]", 'x = "\\q"', 'x = "\\u00"', 'x = "\\ud800"', "x = 2026-13-01", "x = \0"),
        *("# \0", "[[x]]\n[x]", "x = {a = 1, a = 2}", "x = {}\n[x.y]", "x = 1\r", "x.y = 1\nx = 2", "x = 'a\nb'"),
    ],
)
def test_why_something_is_not_toml_is_told(language: str, line: str) -> None:
    """What Python's reader says has a translation: none of it is quoted."""
    words, error = complete(language), refused(line)
    assert error.trouble is BoardTrouble.NOT_TOML
    reason = str(error.facts["reason"])
    assert tell_reason(words, reason) != words.name(reason)
    assert tell_reason(words, "Something @new") == "Something @\u200bnew"


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("|. ? v|", 4, "|. ? v|\n   ^"),
        ("|. ? v|", None, "|. ? v|"),
        ("abc", 9, "abc\n        ^"),
        ("a\tb`c", 2, "a▢b'c\n ^"),
        ("\u202eab", 3, "▢ab\n  ^"),
        ("e\u0301x", 3, "e▢x\n  ^"),
        ("機x", 2, "機x\n\u3000^"),
        ("قx", 2, "▢x\n ^"),
        ("x" * 100, 50, "…" + "x" * ROOM + "…\n" + " " * 31 + "^"),
        ("x" * 10_000, 10_000, "…" + "x" * 31 + "\n" + " " * 31 + "^"),
        ("|@ . L O|", 2, "|@ . L O|\n ^"),
        ("@everyone", 1, "@\u200beveryone\n^"),
    ],
)
def test_a_line_is_shown_with_a_caret_under_the_place(line: str, column: int | None, told: str) -> None:
    assert excerpt(line, column) == f"```\n{told}\n```"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200) | st.sampled_from(HOSTILE), st.integers(1, 300))
def test_whatever_stands_in_a_line_leaves_the_block_whole(line: str, column: int) -> None:
    told = excerpt(line.replace("\n", " "), column)
    assert told.count("\n") == 3
    assert told.count("`") == 6
    assert len(told) < 250
    assert not re.search(r"@(everyone|here|\d)", told)
    assert not set("\u202e\u2066\r\t\0") & set(told)


def test_oddities_are_told_and_many_of_them_in_short() -> None:
    for language in LANGUAGES:
        facts = {"square": "A1", "other": "A2", "squares": "A1, A2, B2", "facing": "east"}
        warnings = [BoardWarning(oddity, facts) for oddity in Oddity]
        told = tell_warnings(complete(language), warnings * 3)
        assert told is not None
        assert told.count("⚠️") == MOST_WARNINGS
        assert told.endswith("12 more of that kind" if language == "en" else "12 van dat soort")
        assert "{" not in told
    assert tell_warnings(complete("en"), []) is None
    one_more = tell_warnings(complete("en"), [BoardWarning(Oddity.GUARD_BESIDE, {"square": "F0"})] * 7)
    assert str(one_more).endswith("… and 1 more of that kind")


def test_of_a_long_ring_some_squares_are_named() -> None:
    ring = BoardWarning(Oddity.RING, {"squares": ", ".join(f"A{row}" for row in range(1, 40))})
    assert tell_warnings(complete("en"), [ring]) == (
        "⚠️ The belts on A1, A2, A3, A4, A5, A6, A7, A8, … are a ring without exit."
    )


def test_an_empty_board_is_told_square_by_square() -> None:
    assert tell_empty_board(complete("en"), parse_board(CORRIDOR)) == (
        "The board Corridor, 4 × 4, without robots. Starts 1 to 3: A1, B1, D1. The Guard: C0."
        " Beyond the pink line: A4-D4. Reboot square: A2. Pits: D2. Belts: E B3; S C3. Express belts: N B2."
        " Gears to the left: C2. Gears to the right: D3. Lasers: A3 E ×2, C1 N. 2 pieces of wall between squares."
    )
    told = tell_empty_board(complete("nl"), parse_board(CORRIDOR))
    assert told.startswith("Het bord Corridor, 4 × 4, zonder robots. Startvakjes 1 tot 3: A1, B1, D1. De Guard: C0.")
    assert "Transportbanden: O B3; Z C3." in told


def test_a_bare_board_is_told_without_what_it_lacks() -> None:
    bare = parse_board("name = 'x'\nguard = 'A0'\nedge = 'pit'\npicture = '''\n+-+-+-+\n|= 1 @\n+-+-+-+'''")
    assert tell_empty_board(complete("en"), bare) == (
        "The board x, 3 × 1, without robots. Start: B1. The Guard: A0. Beyond the pink line: A1. Reboot square: C1."
        " Over the open edge robots fall."
    )
    assert "1 piece of wall between" in tell_empty_board(complete("en"), replace(bare, walls=walled(bare)))


def walled(board: Board) -> frozenset[tuple[Position, Facing]]:
    """Return the walls of a board with one more between its first two squares."""
    other = parse_board("name = 'x'\nguard = 'A0'\npicture = '''\n+-+-+-+\n|= 1|@|\n+-+-+-+'''")
    assert other.columns == board.columns
    return other.walls


def boards_of_strangers() -> list[Listed]:
    """Return boards whose words are hostile, and one with words without end."""
    board = parse_board(CORRIDOR)
    found = [replace(board, name=name[:60], author=name, description=name) for name in HOSTILE]
    endless = replace(board, name="_" * 60, author="_" * 9999, description="*" * 9999)
    return [Listed(each.name, each, is_own=bool(index % 2)) for index, each in enumerate([*found, endless])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_in_words_keep_their_limits(language: str) -> None:
    words, found = complete(language), boards_of_strangers()
    assert length(tell_boards(words, found)) <= 3800
    assert length(tell_boards(words, [found[-1]] * 25)) <= 3800
    for each in found:
        texts = (tell_board_shown(words, each), tell_checked(words, each.board), tell_added(words, each.board))
        assert all(length(text) <= 2000 for text in texts)
        assert length(tell_empty_board(words, each.board)) <= 1024
        assert all(1 <= len(text) <= 100 for text in tell_choice(words, each))
        shown = [*texts, tell_empty_board(words, each.board), *tell_choice(words, each)]
        assert not [text for text in shown if "@everyone" in text or "\u202e" in text or "<@123>" in text.split("\\")]


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_shipped_board_is_told_whole(path: Path) -> None:
    """In its picture's words nothing is cut off, and what matters most comes first."""
    board = parse_board(path.read_bytes())
    english, dutch = (tell_board_shown(complete(each), Listed("x", board, is_own=False)) for each in LANGUAGES)
    assert board.description is not None
    assert board.description in english
    assert board.description not in dutch
    for language in LANGUAGES:
        told = tell_empty_board(complete(language), board)
        assert "…" not in told
        assert board.name in told[:30]
    assert board_warnings(board) == []
