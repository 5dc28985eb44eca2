"""What the documents show is true: examples run, boards parse, files that are named exist, locks hold no address."""

import re
import subprocess
import sys
from pathlib import Path

import discord
import pytest

from bot.text.permissions import PERMISSIONS
from simulation.answer import resolve_line
from simulation.boardfile import parse_board
from simulation.boardwarnings import board_warnings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOARDS = (ROOT / "boards" / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "boards" / "README.md",
    *(ROOT / "simulation" / name for name in ("RULES.md", "SCENARIOS.md")),
]


def fenced(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_readmes_example_runs() -> None:
    """A new engineer copies it first."""
    (example,) = fenced(README, "python")
    checked = example + "\nassert replay(state, outcome.beats) == outcome.state\n"
    code = "from simulation.evolution import replay\n" + checked
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60)  # noqa: S603
    assert done.stderr == b""
    assert done.returncode == 0


def test_the_board_documents_example_is_a_board() -> None:
    """A new host copies it first; it is as the steps below it say."""
    (example,) = fenced(BOARDS, "toml")
    board = parse_board(example)
    assert board_warnings(board) == []
    assert (board.columns, board.rows, len(board.starts)) == (5, 6, 3)


def test_every_shipped_board_is_in_the_table_with_its_size() -> None:
    """Sizes and numbers of start squares are those of the files."""
    rows = dict(re.findall(r"^\| `([a-z-]+\.toml)` \| (\d+ × \d+ \| \d+) \|", BOARDS, re.MULTILINE))
    boards = {path.name: parse_board(path.read_bytes()) for path in (ROOT / "boards").glob("*.toml")}
    assert rows == {name: f"{board.columns} × {board.rows} | {len(board.starts)}" for name, board in boards.items()}
    assert len(boards) >= 6
    sizes = sorted((board.columns, board.rows) for board in boards.values())
    assert (sizes[0], sizes[-1]) == ((8, 10), (16, 20))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link is a file."""
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    ("package", "start", "end"),
    [
        ("simulation", "simulation/", "bot/"),
        ("bot/render", "  render/", "  discord/"),
        ("bot/discord", "  discord/", "  moderator/"),
        ("bot/moderator", "  moderator/", "  db/"),
        ("bot/db", "  db/", "  playground/"),
        ("bot/play", "  play/", "  text/"),
        ("bot/text", "  text/", "boards/"),
    ],
)
def test_the_readmes_picture_of_the_layout_is_complete(package: str, start: str, end: str) -> None:
    """Each module is in it, and no module that does not exist."""
    (picture,) = [block for block in fenced(README, "") if block.startswith("simulation/")]
    part = picture[picture.index(start) :].split(f"\n{end}")[0]
    named = re.findall(r"\b([a-z_]+\.py)\b", part)
    assert sorted(named) == sorted({path.name for path in (ROOT / package).glob("*.py")} - {"__init__.py"})


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    """Each permission that the start-up check looks for, and pins; no more."""
    (number,) = re.findall(r"scope=bot\+applications\.commands&permissions=(\d+)", README)
    assert int(number) == discord.Permissions(**dict.fromkeys([*PERMISSIONS, "pin_messages"], True)).value


def test_the_commands_of_the_readme_exist() -> None:
    """`make …` and the commands of the table, as they are written there."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) <= targets
    commands = re.findall(r"^\| `([a-z-]+)[^`]*` \|", README, re.MULTILINE)
    assert set(commands) == {"race", "verify", "resolve", "check-board"}
    for command in commands:
        line = [sys.executable, "-m", "simulation", command, "--help"]
        assert subprocess.run(line, cwd=ROOT, capture_output=True, check=False, timeout=60).returncode == 0  # noqa: S603


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_are_exact_and_hold_no_address(name: str) -> None:
    """Every requirement has one version and hashes; nothing says where it came from."""
    lock = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in lock
    assert "index-url" not in lock
    requirements = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    assert requirements
    assert all(re.match(r"[a-z0-9-]+==[0-9][^ ]*( ; [^\\]+)? \\$", line) for line in requirements)
    assert lock.count("--hash=sha256:") >= len(requirements)


def test_the_scenario_documents_example_is_resolved() -> None:
    """SCENARIOS: a new program's author copies it first."""
    (example,) = fenced((ROOT / "simulation" / "SCENARIOS.md").read_text(encoding="utf-8"), "json")
    answer, is_resolved = resolve_line(example.replace("\n", ""))
    assert is_resolved
    assert answer["registers"][0]["robots"]["Bolt"] == {"at": "B2", "facing": "east"}
