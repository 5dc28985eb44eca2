"""The command line: what it prints, its exit statuses, and a sentence for everything that is wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.__main__ import DEFAULT_BOARD, DONE, MISUSED, REFUSED, main, resolve_lines
from tests.pictures import board_text, scenario

ROOT = Path(__file__).parents[2]
SIGNS = "a square's sign, one of . ^ > v < N E S W R L O @ = 1-9 a b c"
PICTURE = "+-+-+\n|= =|\n+ + +\n|. .|\n+ + +\n|1 2|\n+-+-+"
LINE = json.dumps(scenario(PICTURE, "Bolt A1 north move1", seed="s") | {"id": "a"}).encode()


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "simulation", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, check=False, timeout=60)  # noqa: S603


def test_resolve_answers_line_by_line_and_goes_on_after_an_error() -> None:
    """SCENARIOS: blank lines are skipped; an error stands in its line's place, and makes the exit status 1."""
    answers = io.StringIO()
    assert resolve_lines([LINE, b"\n", b"  \r\n", b'{"id": "b"}', b"\xff", LINE], answers) == REFUSED
    read = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer["id"] for answer in read] == ["a", "b", None, "a"]
    assert ["error" in answer for answer in read] == [False, True, True, False]


def test_resolve_talks_over_pipes() -> None:
    """SCENARIOS: as another program would use it; names of any script, and lone surrogates, come back."""
    odd = json.dumps(scenario(PICTURE, "机器人✓ A1 north move1") | {"id": "\ud800"}).encode()
    done = run("resolve", stdin=LINE + b"\n" + odd)
    assert (done.returncode, done.stderr) == (DONE, b"")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["registers"][0]["robots"]["Bolt"] == {"at": "A2", "facing": "north"}
    assert second["robots"][0]["name"] == "机器人✓"
    assert second["id"] == "\ud800"


def test_resolve_answers_each_line_at_once() -> None:
    """SCENARIOS: a program that waits for an answer before it writes the next line is not kept waiting."""
    command = [sys.executable, "-m", "simulation", "resolve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:  # noqa: S603
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(LINE + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == "a"
        process.stdin.close()
        assert process.wait(timeout=30) == DONE


def test_check_board_tells_what_is_fine_wrong_and_odd(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BOARDS: one line for each file; the exit status is 1 if one of them is refused."""
    fine, wrong, odd = tmp_path / "fine.toml", tmp_path / "wrong.toml", tmp_path / "odd.toml"
    fine.write_text(board_text(PICTURE), encoding="utf-8")
    wrong.write_text(board_text(PICTURE.replace("1", "?")), encoding="utf-8")
    odd.write_text(board_text(PICTURE.replace("|. .|", "|> <|")), encoding="utf-8")
    assert main(["check-board", str(fine), str(odd)]) == DONE
    assert main(["check-board", str(fine), str(wrong), str(tmp_path / "none.toml"), str(tmp_path)]) == REFUSED
    assert capsys.readouterr().out.splitlines() == [
        f"{fine}: Test, 2 × 3 squares, 2 start squares: a board to play on",
        f"{odd}: Test, 2 × 3 squares, 2 start squares: a board to play on",
        f"{odd}: warning: the belts at A2 and B2 face each other and carry nobody",
        f"{fine}: Test, 2 × 3 squares, 2 start squares: a board to play on",
        f"{wrong}: line 10, column 2: found '?', expected {SIGNS}",
        f"cannot read {tmp_path / 'none.toml'}: No such file or directory",
        f"cannot read {tmp_path}: Is a directory",
    ]


def test_race_tells_the_race_and_writes_a_record_that_verify_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R1.4, S1: registers in sentences, orders with distances, standings, points; the same seed, the same record."""
    for folder in ("one", "two"):
        options = ["--seed", "s", "--players", "3", "--rounds", "2", "--out", str(tmp_path / folder)]
        assert main(["race", *options]) == DONE
    told = capsys.readouterr().out
    for part in ("\nRound 1\n", "Register 1\n", "  Order: ", "Standings after round 2\n", "\nPoints\n", "Record: "):
        assert part in told
    records = [(tmp_path / folder / "record.json").read_bytes() for folder in ("one", "two")]
    assert records[0] == records[1]
    assert main(["verify", str(tmp_path / "one" / "record.json")]) == DONE
    assert "dealt and simulated again, all 2 rounds agree" in capsys.readouterr().out


@pytest.mark.parametrize("strength", ["easy", "fair", "strong", "mixed"])
def test_race_takes_the_strength_of_its_players(strength: str, tmp_path: Path) -> None:
    """R1.1: each strength plays."""
    options = ["--strength", strength, "--players", "2", "--rounds", "1", "--out", str(tmp_path)]
    assert main(["race", *options]) == DONE
    assert (tmp_path / "record.json").exists()


def test_verify_names_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """S1: exit status 1, and where the record differs; or why it is no record."""
    main(["race", "--players", "2", "--rounds", "1", "--out", str(tmp_path)])
    path = tmp_path / "record.json"
    path.write_text(path.read_text().replace('"seed": "green-light"', '"seed": "red light"'))
    capsys.readouterr()
    assert main(["verify", str(path)]) == REFUSED
    assert "seed: the record holds another seed than the one that the race began with" in capsys.readouterr().out
    path.write_text("nonsense")
    assert main(["verify", str(path)]) == REFUSED
    assert capsys.readouterr().out == f"{path}: no JSON: Expecting value at line 1, column 1\n"
    record = {"board": "name = 1"}
    path.write_text(json.dumps(record))
    assert main(["verify", str(path)]) == REFUSED
    assert "record: found no key 'board_sha256', expected one" in capsys.readouterr().out


def test_verify_names_what_is_wrong_with_a_recorded_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BOARDS: a record whose board cannot be parsed."""
    main(["race", "--players", "2", "--rounds", "1", "--out", str(tmp_path)])
    path = tmp_path / "record.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"board": "name = 1"}))
    capsys.readouterr()
    assert main(["verify", str(path)]) == REFUSED
    assert "board: line 1: name: found 1, expected text" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["race", "--players", "99"], "error: --players: found 99, expected 1 to 7"),
        (["race", "--rounds", "0"], "error: --rounds: found 0, expected 1 to 1000"),
        (["race", "--seed", "\ud800"], "error: --seed: found '\\ud800', expected text that UTF-8 can hold"),
        (["race", "--board", "none.toml"], "error: cannot read none.toml: No such file or directory"),
        (["race", "--board", "LICENSE"], "error: LICENSE: line 1, column 5: not TOML: "),
        (["race", "--board", "\0"], "error: cannot read \0: embedded null byte"),
        (["race", "--rounds", "1", "--out", "LICENSE"], "error: cannot write LICENSE/record.json: "),
        (["race", "--rounds", "1", "--out", "\0"], "error: cannot write \0/record.json: "),
        (["verify", "none.json"], "error: cannot read none.json: No such file or directory"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit status 2, a sentence on standard error, never a traceback."""
    monkeypatch.chdir(ROOT)
    assert main(arguments) == MISUSED
    assert capsys.readouterr().err.startswith(reason)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["check-board"], "the following arguments are required: FILE"),
        (["race", "--players", "seven"], "argument --players: invalid int value: 'seven'"),
        (["race", "--strength", "divine"], "argument --strength: invalid choice: 'divine'"),
        (["resolve", "file"], "unrecognized arguments: file"),
    ],
)
def test_a_command_line_that_cannot_be_read_says_why(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, with the usage."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == MISUSED
    assert reason in capsys.readouterr().err


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is no fault."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("simulation.__main__.resolve_lines", interrupt)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert main(["resolve"]) == MISUSED


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    """The account goes into `head`."""
    piped = f"{sys.executable} -m simulation race --out {{}} | head -1"
    done = subprocess.run(  # noqa: S602 - a real pipe of a real shell, with our own text
        piped.format("/dev/null/none"), shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60
    )
    assert b"Traceback" not in done.stderr
    assert done.stdout.count(b"\n") == 1


def test_the_default_board_is_there() -> None:
    """R1.1: `race` needs no option."""
    assert DEFAULT_BOARD.is_file()


def test_help_is_there() -> None:
    """Every command is named."""
    done = run("--help")
    assert done.returncode == DONE
    for command in (b"resolve", b"check-board", b"race", b"verify"):
        assert command in done.stdout
