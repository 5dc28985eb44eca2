"""The command line: what it prints, its exit statuses, and a sentence for everything that is wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.__main__ import DEFAULT_BOARD, DONE, MISUSED, REFUSED, complain, main, resolve_lines
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
    lines = io.BytesIO(b"\n".join([LINE, b"", b"  \r", b'{"id": "b"}', b"\xff", LINE]))
    assert resolve_lines(lines, answers) == REFUSED
    read = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer["id"] for answer in read] == ["a", "b", None, "a"]
    assert ["error" in answer for answer in read] == [False, True, True, False]


def test_a_line_without_end_is_answered_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCENARIOS: no more of it is kept in memory than the limit, here a small one."""
    monkeypatch.setattr("simulation.__main__.LONGEST_LINE", 2 * len(LINE))
    for end in (b"", b"\n", b"\n" + LINE):
        answers = io.StringIO()
        assert resolve_lines(io.BytesIO(LINE + b"\n" + b"x" * 9 * len(LINE) + end), answers) == REFUSED
        read = [json.loads(line) for line in answers.getvalue().splitlines()]
        assert [answer["id"] for answer in read] == ["a", None, "a"][: 2 + end.endswith(LINE)]
        assert read[1]["error"] == f"found a line of more than {2 * len(LINE)} bytes"


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
    assert main(["check-board", str(fine), str(wrong)]) == REFUSED
    assert main(["check-board", str(tmp_path / "none.toml"), str(tmp_path), str(wrong)]) == MISUSED
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        f"{fine}: Test (2 × 3, start squares: 2) can be played on",
        f"{odd}: Test (2 × 3, start squares: 2) can be played on",
        f"{odd}: warning: the belts at A2 and B2 face each other and carry nobody",
        f"{fine}: Test (2 × 3, start squares: 2) can be played on",
        f"{wrong}: line 10, column 2: found '?', expected {SIGNS}",
        f"{wrong}: line 10, column 2: found '?', expected {SIGNS}",
    ]
    assert printed.err.splitlines() == [
        f"error: cannot read {tmp_path / 'none.toml'}: No such file or directory",
        f"error: cannot read {tmp_path}: Is a directory",
    ]


def test_a_boards_name_cannot_forge_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Line ends, escapes and marks of direction are shown as escapes."""
    path = tmp_path / "forged.toml"
    path.write_text(board_text(PICTURE).replace('"Test"', r'"Test\nx: fine \u001b[31m \u202e"'), encoding="utf-8")
    assert main(["check-board", str(path)]) == DONE
    told = capsys.readouterr().out
    assert told == f"{path}: Test\\nx: fine \\x1b[31m \\u202e (2 × 3, start squares: 2) can be played on\n"


def test_no_more_of_a_file_is_read_than_shows_that_it_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    """BOARDS: a file without end."""
    assert main(["check-board", "/dev/zero"]) == REFUSED
    assert "characters, expected a board file of at most 32768" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("resolve <&-", "error: standard input and output must be open"),
        ("resolve </dev/null >&-", "error: standard input and output must be open"),
        ("check-board boards/thin-ice.toml >/dev/full", "error: cannot read or write: No space left on device"),
        ("race --rounds 1 --out {} >/dev/full", "error: cannot read or write: No space left on device"),
        ("verify none.json 2>&-", ""),
    ],
)
def test_closed_and_full_streams_are_said_in_a_sentence(command: str, told: str, tmp_path: Path) -> None:
    """Exit status 2 and one sentence, or none where there is no place for it."""
    piped = f"{sys.executable} -m simulation {command.format(tmp_path)}"
    done = subprocess.run(piped, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)  # noqa: S602 - ours
    assert done.returncode == MISUSED
    assert done.stdout == b""
    assert done.stderr.decode().strip() == told


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
    assert "dealt and simulated again, and the record is right (rounds: 2)" in capsys.readouterr().out


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
    assert capsys.readouterr().out == f"{path}: no JSON: line 1, column 1: Expecting value\n"
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
        (["race", "--players", "0"], "error: --players: found 0, expected 1 to 7"),
        (["race", "--players", "99"], "error: --players: found 99, expected 1 to 7"),
        (["race", "--rounds", "0"], "error: --rounds: found 0, expected 1 to 1000"),
        (["race", "--seed", "\ud800"], "error: --seed: found '\\ud800', expected text that UTF-8 can hold"),
        (["race", "--board", "none.toml"], "error: cannot read none.toml: No such file or directory"),
        (["race", "--board", "LICENSE"], "error: LICENSE: line 1, column 5: not TOML: "),
        (["race", "--board", "\0"], "error: cannot read \0: embedded null byte"),
        (["race", "--rounds", "1", "--out", "LICENSE"], "error: cannot write LICENSE: File exists"),
        (["race", "--rounds", "1", "--out", "\0"], "error: cannot write \0: embedded null byte"),
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


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    """The account goes into `head`."""
    piped = f"{sys.executable} -m simulation race --out {tmp_path} | head -1"
    done = subprocess.run(piped, shell=True, capture_output=True, cwd=ROOT, check=False, timeout=60)  # noqa: S602 - ours
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert done.stdout.startswith(b"Green Light, seed ")
    assert done.stdout.count(b"\n") == 1


def test_a_race_has_seven_players_or_as_many_as_the_board_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R1.1: a board of one's own needs no option."""
    small = tmp_path / "small.toml"
    small.write_text(board_text(PICTURE), encoding="utf-8")
    assert main(["race", "--board", str(small), "--rounds", "1", "--out", str(tmp_path)]) == DONE
    assert "robots: 2, rounds: 1 at most" in capsys.readouterr().out
    assert main(["race", "--rounds", "1", "--out", str(tmp_path)]) == DONE
    assert "robots: 7, rounds: 1 at most" in capsys.readouterr().out


def test_the_default_board_is_there() -> None:
    """R1.1: `race` needs no option."""
    assert DEFAULT_BOARD.is_file()


def test_help_is_there() -> None:
    """Every command is named."""
    done = run("--help")
    assert done.returncode == DONE
    for command in (b"resolve", b"check-board", b"race", b"verify"):
        assert command in done.stdout


def test_a_record_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2: a folder stands where the record should go."""
    (tmp_path / "record.json").mkdir()
    assert main(["race", "--rounds", "1", "--players", "1", "--out", str(tmp_path)]) == MISUSED
    assert capsys.readouterr().err == f"error: cannot write {tmp_path / 'record.json'}: Is a directory\n"


def test_without_standard_error_a_complaint_goes_nowhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Least of all to standard output, where answers go."""
    monkeypatch.setattr("sys.stderr", None)
    complain("nobody hears this")
    assert capsys.readouterr().out == ""
