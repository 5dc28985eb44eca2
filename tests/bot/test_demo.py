import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import bot.__main__
from bot.__main__ import main
from bot.demo import Demo
from simulation.__main__ import DEFAULT_BOARD
from simulation.boardfile import format_board, parse_board
from simulation.record import verify
from tests.bot.boards import board_of, laser

pytestmark = pytest.mark.long

BOARD = format_board(
    board_of("=======", ".O.R.>.", "..v.L..", ".@.E...", "1234567", lasers=laser("A3", "east", 2), guard="D0")
)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "new" / "demo"


def demo(board: Path, out: Path, *options: str) -> int:
    return main(["demo", "--board", str(board), "--out", str(out), "--rounds", "3", *options])


def test_the_demo_shows_the_channel_with_its_pictures_record_and_account(
    board: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R1.4: the page with a picture at the start, and of each round the animation, the board, and each register.

    A line a round, the points, and how to verify.
    """
    assert demo(board, out, "--players", "4", "--seed", "lamp") == 0
    record = json.loads((out / "record.json").read_bytes())
    rounds = len(record["played"])
    assert 1 < rounds <= 3
    assert verify((out / "record.json").read_bytes()) == rounds
    account = (out / "account.txt").read_text(encoding="utf-8")
    pictures = [
        picture
        for number in range(1, rounds + 1)
        for picture in (
            *(f"g1r{number}x1-board.{kind}" for kind in ("gif", "png")),
            *(f"g1r{number}x1-stills{register}.png" for register in re.findall(f"g1r{number}x1-acc([1-5])", account)),
        )
    ]
    files = {path.name for path in out.iterdir()}
    assert files >= {"index.html", "account.txt", "record.json", "g1-start.png", "rally.db", *pictures}
    page = (out / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<img src="([^"]+)"', page) == ["g1-start.png", *pictures]
    alts = re.findall(r'alt="([^"]*)"', page)
    assert len(alts) == len(pictures) + 1
    assert all(alts)
    assert re.findall(r"<summary>ALT</summary>([^<]*)</details>", page) == alts
    for picture in pictures:
        with Image.open(out / picture) as opened:
            opened.load()
    assert "stills" not in account
    assert account.count("what happened") == rounds
    printed = capsys.readouterr()
    lines = [line for line in printed.out.splitlines() if line.startswith("Round ")]
    assert [line[:9] for line in lines] == [f"Round {number:2}:" for number in range(1, rounds + 1)]
    for line, played in zip(lines, record["played"], strict=True):
        late = [name for name, program in played["programs"].items() if program["late"]]
        assert line.endswith(f"; late: {', '.join(late)}") if late else "late" not in line
    assert "\nPoints\n" in printed.out
    assert f"-m simulation verify {out / 'record.json'}" in printed.out
    assert printed.err == ""


def test_the_same_seed_gives_the_same_record_and_another_another(board: Path, tmp_path: Path) -> None:
    """S1."""
    options = ("--players", "2", "--rounds", "1", "--seed")
    for folder, seed in (("one", "lamp"), ("again", "lamp"), ("other", "bulb")):
        assert demo(board, tmp_path / folder, *options, seed) == 0
    one, again, other = ((tmp_path / folder / "record.json").read_bytes() for folder in ("one", "again", "other"))
    assert one == again
    assert one != other


def test_files_of_an_earlier_demo_are_taken_away_and_no_others(board: Path, out: Path) -> None:
    out.mkdir(parents=True)
    for name in ("g9r99x1-board.gif", "g9r99x1-stills5.png", "board-of-mine.png", "notes.txt"):
        (out / name).write_text("old", encoding="utf-8")
    for _ in range(2):
        assert demo(board, out, "--players", "1", "--rounds", "1") == 0
    names = {path.name for path in out.iterdir()}
    assert not names & {"g9r99x1-board.gif", "g9r99x1-stills5.png"}
    assert {"board-of-mine.png", "notes.txt", "g1r1x1-board.png"} <= names


def test_a_refused_demo_leaves_the_earlier_one_alone(board: Path, out: Path) -> None:
    out.mkdir(parents=True)
    (out / "record.json").write_text("earlier", encoding="utf-8")
    assert demo(board, out, "--players", "8") == 2
    assert (out / "record.json").read_text(encoding="utf-8") == "earlier"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--board", "missing.toml"), "cannot read missing.toml: No such file"),
        (("--board", "."), "cannot read .: "),
        (("--board", "\0"), "cannot read \0: "),
        (("--board", __file__), f"{__file__}: line 1"),
        (("--players", "0"), "--players: found 0, expected 1 to 7"),
        (("--players", "8"), "--players: found 8, expected 1 to 7"),
        (("--rounds", "0"), "--rounds: found 0, expected 1 to "),
        (("--rounds", "-1"), "--rounds: found -1, expected 1 to "),
        (("--rounds", "101"), "--rounds: found 101, expected 1 to 100"),
        (("--rounds", "1001"), "--rounds: found 1001, expected 1 to "),
        (("--seed", "\ud800"), "--seed: found '\\ud800', expected text"),
        (("--out", f"{__file__}/demo"), f"cannot write {__file__}/demo: "),
        (("--out", "\0"), "cannot write \0: "),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_sentence(
    board: Path, out: Path, options: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(board, out, *options) == 2
    assert capsys.readouterr().err.startswith(f"error: {sentence}")
    assert not out.exists()


def test_a_refused_board_is_told_with_the_place_in_its_file(
    board: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board.write_text(BOARD.replace("O", "?"), encoding="utf-8")
    assert demo(board, out) == 2
    assert capsys.readouterr().err.startswith(f"error: {board}: line 7, column 4: found '?'")


@pytest.mark.parametrize("name", ["index.html", "g1r1x1-board.png", "account.txt", "record.json", "rally.db"])
def test_a_file_that_cannot_be_written_is_told(
    board: Path, out: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / name / "in the way").mkdir(parents=True)
    assert demo(board, out, "--rounds", "1") == 2
    assert capsys.readouterr().err.startswith(f"error: cannot write {out}")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["demo", "--players", "many"], "argument --players: invalid int value: 'many'"),
        (["demo", "--rounds", "1.5"], "argument --rounds: invalid int value: '1.5'"),
        (["demo", "--speed", "9"], "unrecognized arguments: --speed 9"),
        (["sing"], "invalid choice: 'sing'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_arguments_that_make_no_command_are_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_demo_without_options_is_the_game_of_the_forum(monkeypatch: pytest.MonkeyPatch) -> None:
    """R1.1: ten rounds."""
    shown: list[Demo] = []
    monkeypatch.setattr(bot.__main__, "show", shown.append)
    assert main(["demo"]) == 0
    assert shown == [Demo(board=DEFAULT_BOARD, seed="green-light", players=None, rounds=10, out=Path("out/demo"))]
    assert parse_board(DEFAULT_BOARD.read_bytes()).starts


def test_an_interrupted_demo_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Demo) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot.__main__, "show", interrupt)
    assert main(["demo"]) == 2


def test_the_demo_runs_as_a_module(board: Path, out: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "bot",
        "demo",
        "--board",
        str(board),
        "--out",
        str(out),
        "--rounds",
        "1",
        "--players",
        "2",
    ]
    root = Path(bot.__file__).parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "g1r1x1-board.png").exists()
