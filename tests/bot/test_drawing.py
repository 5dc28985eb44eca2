"""`python -m bot render`: pictures of a scenario, and the sheet."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.__main__ import main
from bot.boards import read_boards
from bot.render.hand import draw_hand
from bot.text.captions import card_names
from bot.text.languages import words_in
from simulation.cards import Card
from simulation.scenario import CARDS

PROGRAM = ["move1", "right", "move3", "move1", "move2"]
DRAW = ["damage", "uturn", "again", "back", "left"]


def scenario(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    robots = [
        {"name": "Bolt", "at": "C9", "facing": "north", "draw": DRAW},
        {"name": "机器人", "at": "D9", "facing": "west"},
    ]
    programs = {"Bolt": PROGRAM, "机器人": ["again", "left", "left", "move1", "uturn"]}
    return {"board": read_boards()["green-light"], "robots": robots, "programs": programs, **changes}


def written(folder: Path, *scenarios: Any) -> str:  # noqa: ANN401 - JSON
    path = folder / "scenarios.jsonl"
    path.write_text("\n" + "\n".join(json.dumps(each) for each in scenarios) + "\n", encoding="utf-8")
    return str(path)


def test_all_pictures_of_the_first_scenario_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {
        "--board-png": "board.png",
        "--round-gif": "round.gif",
        "--register-png": "two.png",
        "--hand-png": "hand.png",
    }
    paths = {option: str(tmp_path / name) for option, name in names.items()}
    asked = [part for pair in paths.items() for part in pair]
    file = written(tmp_path, scenario(), {"no": "scenario"})
    assert main(["render", "--scenario", file, "--register", "2", *asked]) == 0
    assert sorted(capsys.readouterr().out.split()) == sorted(paths.values())
    for name, kind in zip(names.values(), ("PNG", "GIF", "PNG", "PNG"), strict=True):
        with Image.open(tmp_path / name) as image:
            image.load()
            assert image.format == kind
    with Image.open(tmp_path / "round.gif") as film:
        assert film.n_frames > 20  # type: ignore[attr-defined]  # a GIF has frames


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [*PROGRAM, *DRAW[:4]]),
        ({"hands": {"Bolt": ["back"] * 9}}, ["back"] * 9),
        ({"hands": {"机器人": ["back"] * 9}}, [*PROGRAM, *DRAW[:4]]),
    ],
)
def test_the_hand_is_the_first_robots_or_its_program_and_what_comes_next(
    tmp_path: Path, changes: dict[str, Any], expected: list[str]
) -> None:
    path = tmp_path / "hand.png"
    assert main(["render", "--scenario", written(tmp_path, scenario(**changes)), "--hand-png", str(path)]) == 0
    wanted = draw_hand(tuple(CARDS[card] for card in expected), card_names(words_in("en")))
    with Image.open(path) as drawn:
        assert drawn.convert("RGB").tobytes() == wanted.convert("RGB").tobytes()


def test_each_register_has_its_picture(tmp_path: Path) -> None:
    file, shown = written(tmp_path, scenario()), []
    for register in range(1, 6):
        path = tmp_path / f"{register}.png"
        assert main(["render", "--scenario", file, "--register-png", str(path), "--register", str(register)]) == 0
        shown.append(path.read_bytes())
    assert len(set(shown)) == len(shown)


def test_the_sheet_needs_no_scenario(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    assert main(["render", "--sheet", str(path)]) == 0
    with Image.open(path) as image:
        assert image.format == "PNG"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "nothing to draw"),
        (["--board-png", "{folder}/a.png"], "no scenario to draw"),
        (["--scenario", "{file}", "--register-png", "{folder}/a.png"], "--register-png and --register belong together"),
        (["--scenario", "{file}", "--board-png", "{folder}/a.png", "--register", "2"], "belong together"),
        (["--scenario", "{folder}/none", "--board-png", "{folder}/a.png"], "none: No such file"),
        (["--scenario", "{folder}", "--board-png", "{folder}/a.png"], "Is a directory"),
        (["--scenario", "{file}", "--board-png", "{folder}/none/a.png"], "none/a.png: No such file"),
        (["--sheet", "{folder}"], "Is a directory"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    file = written(tmp_path, scenario())
    assert main(["render", *(each.format(folder=tmp_path, file=file) for each in arguments)]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no JSON"),
        ("no JSON", "no JSON"),
        ("[]", "expected an object"),
        ("{}", "board"),
        (json.dumps(scenario(robots=[], programs={})), "robots"),
    ],
)
def test_a_scenario_that_is_none_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(text, encoding="utf-8")
    assert main(["render", "--scenario", str(path), "--board-png", str(tmp_path / "a.png")]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "a.png").exists()


def test_a_round_that_needs_a_seed_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robots = [{"name": "Bolt", "at": "C9", "facing": "north"}]
    lacking = scenario(robots=robots, programs={"Bolt": ["damage"] * 5})
    lacking["robots"][0]["discard"] = [Card.MOVE1, Card.BACK]
    assert main(["render", "--scenario", written(tmp_path, lacking), "--board-png", str(tmp_path / "a.png")]) == 2
    assert "seed" in capsys.readouterr().err


def test_a_robot_without_cards_has_no_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robots = [
        {"name": "Bolt", "at": None, "facing": "north", "finished": 1},
        {"name": "Cog", "at": "D9", "facing": "west"},
    ]
    file = written(tmp_path, scenario(robots=robots, programs={"Cog": ["left"] * 5}))
    assert main(["render", "--scenario", file, "--hand-png", str(tmp_path / "a.png")]) == 2
    assert "found no cards of the first robot" in capsys.readouterr().err
