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
from bot.render.board import render_board
from simulation.__main__ import DEFAULT_BOARD
from simulation.boardfile import format_board, parse_board
from simulation.race import mixed_strengths, new_race, race
from simulation.record import verify
from simulation.telling import tell_points, tell_round
from tests.bot.boards import board_of, laser

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


def test_the_demo_writes_a_picture_a_round_a_record_and_an_account(board: Path, out: Path) -> None:
    assert demo(board, out, "--players", "4", "--seed", "lamp") == 0
    setup = new_race(parse_board(BOARD), "lamp", players=4, rounds=3)
    played = list(race(setup, mixed_strengths(4)))
    pictures = [f"round-{number:02}.png" for number in range(len(played) + 1)]
    assert sorted(path.name for path in out.iterdir()) == ["account.txt", "record.json", *pictures]
    assert verify((out / "record.json").read_bytes()) == len(played)
    account = (out / "account.txt").read_text(encoding="utf-8")
    told = [line for round_played in played for line in tell_round(setup.board, round_played)]
    assert account.endswith("\n".join([*told, *tell_points(setup.board, played[-1].state)]) + "\n")


def test_the_pictures_show_the_start_and_the_board_after_each_round(board: Path, out: Path) -> None:
    demo(board, out, "--seed", "lamp")
    setup = new_race(parse_board(BOARD), "lamp", players=7, rounds=3)
    states = [setup.start(), *(played.state for played in race(setup, mixed_strengths(7)))]
    captions = ["Test: the start", "Test: after round 1 of 3", "Test: after round 2 of 3", "Test: after round 3 of 3"]
    for number, (state, caption) in enumerate(zip(states, captions, strict=False)):
        with Image.open(out / f"round-{number:02}.png") as picture:
            assert picture.convert("RGB") == render_board(setup.board, state.robots, caption)


def test_the_same_seed_gives_the_same_record_and_another_another(board: Path, tmp_path: Path) -> None:
    """S1."""
    for folder, seed in (("one", "lamp"), ("again", "lamp"), ("other", "bulb")):
        assert demo(board, tmp_path / folder, "--seed", seed) == 0
    one, again, other = ((tmp_path / folder / "record.json").read_bytes() for folder in ("one", "again", "other"))
    assert one == again
    assert one != other


def test_the_demo_prints_a_line_a_round_the_points_and_how_to_verify(
    board: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(board, out, "--rounds", "10") == 0
    printed = capsys.readouterr()
    rounds = len(json.loads((out / "record.json").read_bytes())["played"])
    told = [line for line in printed.out.splitlines() if line.startswith("Round ")]
    assert [line[:9] for line in told] == [f"Round {number:2}:" for number in range(1, rounds + 1)]
    assert told[-1] == f"Round {rounds:2}: all are over the line"
    assert any(re.search(r"leads at [A-Z]\d+; over the line: \d of 7", line) for line in told)
    assert "\nPoints\n" in printed.out
    assert f"{rounds + 1} pictures" in printed.out
    assert f"-m simulation verify {out / 'record.json'}" in printed.out
    assert printed.err == ""


def test_the_line_of_a_round_tells_who_leads_and_who_was_late(
    board: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo(board, out, "--rounds", "10")
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Round ")]
    record = json.loads((out / "record.json").read_bytes())
    for line, played in zip(lines, record["played"], strict=True):
        late = [name for name, program in played["programs"].items() if program["late"]]
        assert line.endswith(f"; late: {', '.join(late)}") if late else "late" not in line
    assert any("; late: " in line for line in lines)


def test_a_leader_on_the_board_is_told_with_its_square(
    tmp_path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tall.toml"
    path.write_text(format_board(board_of("==", *[".."] * 30, "12")), encoding="utf-8")
    assert demo(path, out, "--players", "2", "--rounds", "1") == 0
    robots = json.loads((out / "record.json").read_bytes())["played"][0]["robots"]
    first = max(robots, key=lambda robot: int(robot["at"][1:]))
    assert f"{first['name']} leads at {first['at']}" in capsys.readouterr().out


def test_files_of_an_earlier_demo_are_taken_away_and_no_others(board: Path, out: Path) -> None:
    out.mkdir(parents=True)
    for name in ("round-99.png", "round-123.png", "round-table.png", "notes.txt"):
        (out / name).write_text("old", encoding="utf-8")
    assert demo(board, out, "--rounds", "1") == 0
    assert sorted(path.name for path in out.iterdir()) == [
        *("account.txt", "notes.txt", "record.json"),
        *("round-00.png", "round-01.png", "round-table.png"),
    ]


def test_a_refused_demo_leaves_the_earlier_one_alone(board: Path, out: Path) -> None:
    assert demo(board, out, "--rounds", "1") == 0
    before = (out / "record.json").read_bytes()
    assert demo(board, out, "--players", "8") == 2
    assert (out / "record.json").read_bytes() == before


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


@pytest.mark.parametrize("name", ["round-00.png", "round-01.png", "account.txt", "record.json"])
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
    command = [sys.executable, "-m", "bot", "demo", "--board", str(board), "--out", str(out), "--rounds", "1"]
    root = Path(bot.__file__).parent.parent
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own module
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "round-01.png").exists()
