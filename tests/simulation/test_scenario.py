"""The scenario contract: what goes in, what comes out, and each way in which a line is refused."""

import json
from copy import deepcopy
from typing import Any

import pytest

from simulation.answer import resolve_line
from simulation.jsonfields import LONGEST_SHOWN, shown
from tests.pictures import scenario

SHOVE = {
    "id": "shove",
    "board": """name = "Shove"
guard = "A0"
picture = '''
+-+-+-+
|= = =|
+ +-+ +
|. . .|
+ + + +
|. . >|
+ + + +
|. . .|
+ + + +
|1 2 .|
+-+-+-+
'''
""",
    "rules": {"reboot_damage": 1, "reboot_ends_program": False, "lasers_blocked_by_robots": False},
    "robots": [
        {
            "name": "Bolt",
            "at": "B1",
            "facing": "north",
            "draw": ["right", "left"],
            "discard": [],
            "finished": None,
        },
        {"name": "Cog", "at": "B2", "facing": "west"},
    ],
    "programs": {
        "Bolt": ["move3", "damage", "again", "move1", "back"],
        "Cog": ["again", "left", "left", "move1", "uturn"],
    },
}


def stand(bolt: str, cog: str) -> dict[str, Any]:
    stands = {"Bolt": bolt, "Cog": cog}
    robots = {name: dict(zip(("at", "facing"), at.split(), strict=True)) for name, at in stands.items()}
    return {"order": ["Bolt", "Cog"], "robots": robots}


def test_the_contracts_own_example_is_answered_as_it_says() -> None:
    """R2.3, R2.7, R4.2, R5.1: the worked example of the contract, whole."""
    answer, is_resolved = resolve_line(json.dumps(SHOVE))
    assert is_resolved
    assert json.loads(json.dumps(answer)) == {
        "id": "shove",
        "registers": [
            stand("B3 north", "B4 west"),
            stand("B3 east", "B4 south"),
            stand("B3 south", "B4 east"),
            stand("B2 south", "C4 east"),
            stand("B3 south", "C4 west"),
        ],
        "robots": [
            {
                "name": "Bolt",
                "at": "B3",
                "facing": "south",
                "draw": ["left"],
                "discard": ["move3", "right", "again", "move1", "back"],
                "finished": None,
            },
            {
                "name": "Cog",
                "at": "C4",
                "facing": "west",
                "draw": [],
                "discard": ["again", "left", "left", "move1", "uturn"],
                "finished": None,
            },
        ],
    }


def test_there_are_always_five_registers_and_finished_robots_stay_in_them() -> None:
    """R1.3, R3.4: order empty when all have finished, `at` null and the facing it had."""
    made = scenario("+-+\n|=|\n+ +\n|1|\n+-+", "Bolt A1 north move1", finished="Cog")
    answer, _ = resolve_line(json.dumps(made))
    assert answer["id"] is None
    assert [register["order"] for register in answer["registers"]] == [["Bolt"], [], [], [], []]
    assert answer["registers"][4]["robots"] == {
        "Bolt": {"at": None, "facing": "north"},
        "Cog": {"at": None, "facing": "north"},
    }
    assert [robot["finished"] for robot in answer["robots"]] == [2, 1]


@pytest.mark.parametrize("scenario_id", ["x", "", 7, None])
def test_the_id_comes_back_as_it_was(scenario_id: str | int | None) -> None:
    """SCENARIOS: a text; a whole number does no harm."""
    assert resolve_line(json.dumps(SHOVE | {"id": scenario_id}))[0]["id"] == scenario_id


def test_optional_parts_may_be_missing() -> None:
    """SCENARIOS: id, seed, rules and each of its keys, draw, discard, finished, hands."""
    bare = {key: value for key, value in SHOVE.items() if key not in ("id", "rules")}
    bare["robots"] = [{"name": name, "at": at, "facing": "north"} for name, at in (("Bolt", "B1"), ("Cog", "B2"))]
    assert resolve_line(json.dumps(bare))[1]
    assert resolve_line(json.dumps(bare | {"rules": {"reboot_damage": 0}, "seed": "", "hands": {}}))[1]


def test_hands_are_read_and_change_nothing() -> None:
    """SCENARIOS: only pictures use them."""
    hands = {"Cog": ["move1"] * 9}
    assert resolve_line(json.dumps(SHOVE | {"hands": hands})) == resolve_line(json.dumps(SHOVE))


def changed(*path: Any, to: object) -> str:  # noqa: ANN401 - keys and indexes
    """Return the example with one value changed, or taken out where `to` is `...`."""
    made: Any = deepcopy(SHOVE)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    if to is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return json.dumps(made)


FIVE = ["left"] * 5
SMALL = "+-+\n|=|\n+ +\n|1|\n+-+"
MANY = [{"name": f"Robot {number}", "at": None, "facing": "north", "finished": 1} for number in range(13)]
REFUSALS = {
    "no JSON": ("{", "no JSON: line 1, column 2: Expecting property name enclosed in double quotes"),
    "two values": ('{"id": 1} 2', "no JSON: line 1, column 11: Extra data"),
    "no number of JSON's": ('{"id": NaN}', "no JSON: found NaN, expected a number that JSON knows"),
    "a number too long": ('{"id": ' + "1" * 5000 + "}", "no JSON: a number too long or values too deeply nested"),
    "nested too deeply": ("[" * 100_000, "no JSON: a number too long or values too deeply nested"),
    "no object": ("[]", "scenario: found [], expected an object"),
    "an unknown key": (
        changed("extra", to=1),
        'scenario: found the unknown key "extra", expected one of board, hands,',
    ),
    "an unknown key in a robot": (changed("robots", 1, "rank", to=1), 'robots[1]: found the unknown key "rank"'),
    "an unknown rule": (
        changed("rules", "speed", to=1),
        'rules: found the unknown key "speed", expected one of lasers_',
    ),
    "a repeated key": ('{"id": "x", "seed": "", "seed": ""}', 'scenario: found the key "seed" more than once'),
    "a repeated robot's key": (
        json.dumps(SHOVE).replace('"name": "Cog"', '"name": "Cog", "name": "Cog"'),
        'robots[1]: found the key "name" more than once',
    ),
    "a repeated program": (
        json.dumps(SHOVE).replace('"Cog": [', '"Bolt": [], "Cog": ['),
        'programs: found the key "Bolt" more than once, expected each key once',
    ),
    "no board": (changed("board", to=...), "scenario: found no key 'board', expected one"),
    "a board that is no text": (changed("board", to=1), "board: found 1, expected text"),
    "a board that is refused": (changed("board", to="name = 1"), "board: line 1: name: found 1, expected text"),
    "no robots": (changed("robots", to=[]), "robots: found 0 robots, expected 1 to 12"),
    "robots as an object": (changed("robots", to={}), "robots: found {}, expected a list"),
    "too many robots": (changed("robots", to=MANY), "robots: found 13 robots, expected 1 to 12"),
    "a robot that is none": (changed("robots", 0, to="Bolt"), 'robots[0]: found "Bolt", expected an object'),
    "two of one name": (
        changed("robots", 1, "name", to="Bolt"),
        'robots[1].name: found "Bolt", expected a name that no',
    ),
    "two on one square": (changed("robots", 1, "at", to="B1"), 'robots[1].at: found "B1", expected a square without'),
    "a name that is none": (changed("robots", 0, "name", to=None), "robots[0].name: found null, expected text"),
    "no place": (changed("robots", 0, "at", to=...), "robots[0]: found no key 'at', expected one"),
    "a place that is none": (
        changed("robots", 0, "at", to="b1"),
        "robots[0].at: found 'b1', expected a square such as",
    ),
    "a place that is no text": (changed("robots", 0, "at", to=[1]), "robots[0].at: found [1], expected text"),
    "off the board": (changed("robots", 0, "at", to="D1"), 'robots[0].at: found "D1", expected a square of the board'),
    "in row 0": (changed("robots", 0, "at", to="A0"), 'robots[0].at: found "A0", expected a square of the board'),
    "beyond the line": (
        changed("robots", 0, "at", to="A5"),
        'robots[0].at: found "A5", expected a square on this side',
    ),
    "in a pit": (
        json.dumps(SHOVE | {"board": SHOVE["board"].replace("|1 2 .|", "|1 O @|")}),  # type: ignore[attr-defined]
        'robots[0].at: found "B1", expected a square to stand on, not a pit',
    ),
    "nowhere and not finished": (
        changed("robots", 0, "at", to=None),
        "robots[0].at: found null, expected a square, since",
    ),
    "finished and somewhere": (
        changed("robots", 0, "finished", to=1),
        'robots[0].at: found "B1", expected null, since',
    ),
    "a rank that is none": (
        changed("robots", 0, "finished", to=0),
        "robots[0].finished: found 0, expected a whole num",
    ),
    "a rank as a boolean": (
        changed("robots", 0, "finished", to=True),
        "robots[0].finished: found true, expected a whole",
    ),
    "a facing that is none": (changed("robots", 0, "facing", to="up"), 'robots[0].facing: found "up", expected one of'),
    "an unknown card in a pile": (
        changed("robots", 0, "draw", to=["left", "move4"]),
        'robots[0].draw[1]: found "move4", expected one of move1, move2,',
    ),
    "no card in a pile": (
        changed("robots", 0, "discard", to=[["left"]]),
        'robots[0].discard[0]: found ["left"], expec',
    ),
    "a pile that is none": (changed("robots", 0, "draw", to="left"), 'robots[0].draw: found "left", expected a list'),
    "no programs": (changed("programs", to=[]), "programs: found [], expected an object"),
    "a program missing": (
        changed("programs", "Cog", to=...),
        'programs: found no program for "Cog", expected one for each',
    ),
    "a program too many": (
        changed("programs", "Hex", to=FIVE),
        'programs: found "Hex", expected names of robots only',
    ),
    "a program of a finished robot": (
        json.dumps(scenario(SMALL, "Bolt A1 north", finished="Cog") | {"programs": {"Bolt": FIVE, "Cog": FIVE}}),
        'programs: found "Cog", expected none for a robot that has finished',
    ),
    "a pile without end": (
        changed("robots", 0, "draw", to=["damage"] * 1001),
        "robots[0].draw: found 1001 cards, expected",
    ),
    "a very long name": (changed("programs", "x" * 9999, to=FIVE), f'found "{"x" * 79}…, expected names of robots'),
    "a very long name without program": (
        json.dumps(SHOVE | {"robots": [{"name": "x" * 9999, "at": "A1", "facing": "north"}], "programs": {}}),
        f'found no program for "{"x" * 79}…, expected one for each robot on the board',
    ),
    "four cards": (changed("programs", "Cog", to=FIVE[:4]), "programs.Cog: found 4 cards, expected 5"),
    "six cards": (changed("programs", "Cog", to=[*FIVE, "left"]), "programs.Cog: found 6 cards, expected 5"),
    "an unknown card": (
        changed("programs", "Cog", to=["Left", *FIVE[1:]]),
        'programs.Cog[0]: found "Left", expected one',
    ),
    "a seed that is no text": (changed("seed", to=5), "seed: found 5, expected text"),
    "a seed that is no UTF-8": (
        changed("seed", to="\ud800"),
        r'seed: found "\ud800", expected text that UTF-8 can hold',
    ),
    "damage as text": (changed("rules", "reboot_damage", to="1"), 'rules.reboot_damage: found "1", expected a whole'),
    "damage as a boolean": (
        changed("rules", "reboot_damage", to=True),
        "rules.reboot_damage: found true, expected a whole",
    ),
    "negative damage": (
        changed("rules", "reboot_damage", to=-1),
        "rules.reboot_damage: found -1, expected a whole number",
    ),
    "a flag as a number": (
        changed("rules", "reboot_ends_program", to=1),
        "rules.reboot_ends_program: found 1, expected",
    ),
    "rules that are none": (changed("rules", to=[]), "rules: found [], expected an object"),
    "a hand of eight": (changed("hands", to={"Cog": ["left"] * 8}), "hands.Cog: found 8 cards, expected 9"),
    "a hand of a stranger": (changed("hands", to={"Hex": ["left"] * 9}), 'hands: found "Hex", expected robots of the'),
    "an id that is none": (changed("id", to=[]), "id: found [], expected text or a whole number"),
    "an id as a boolean": (changed("id", to=True), "id: found true, expected text or a whole number"),
    "a draw that needs a seed": (
        changed("robots", 0, to={"name": "Bolt", "at": "B1", "facing": "north", "discard": ["left", "right"]}),
        "the draw pile of seat 1 has run out and its 2 discards must be shuffled: needs a seed",
    ),
    "a long value": (changed("seed", to=["x" * 99]), 'seed: found ["' + "x" * 78 + "…, expected text"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_line_that_cannot_be_resolved_is_answered_with_its_reason(case: str) -> None:
    """SCENARIOS: each with its own sentence."""
    line, expected = REFUSALS[case]
    answer, is_resolved = resolve_line(line)
    assert not is_resolved
    assert answer.keys() == {"id", "error"}
    assert expected in answer["error"]


@pytest.mark.parametrize(
    ("line", "scenario_id"),
    [
        ('{"id": "x"}', "x"),
        ('{"id": "x", "seed": 1, "seed": 2}', "x"),
        ('{"id": "x", "id": "y"}', None),
        ('{"id": ["x"]}', None),
        ("{}", None),
        ("7", None),
        ("nonsense", None),
    ],
)
def test_an_error_carries_the_id_where_one_can_be_read(line: str, scenario_id: str | None) -> None:
    """SCENARIOS: null where there is none."""
    assert resolve_line(line)[0]["id"] == scenario_id


@pytest.mark.parametrize("key", ["board", "rules", "robots", "programs", "seed", "hands", "id", "extra"])
def test_no_depth_of_nesting_is_a_fault(key: str) -> None:
    """SCENARIOS: also where the parser just manages what the sentence about it would not."""
    for depth in range(100, 1100):
        line = json.dumps(SHOVE)[:-1] + f', "{key}": ' + "[" * depth + "]" * depth + "}"
        assert not resolve_line(line)[1]


def test_bytes_that_are_not_utf_8_are_no_json() -> None:
    """SCENARIOS: the sentence says where."""
    assert resolve_line(b'{"id": "\xff"}')[0]["error"] == "no JSON: found a byte at place 9 that is not UTF-8"


def test_only_what_is_longer_than_a_sentence_can_echo_is_cut() -> None:
    """SCENARIOS: the two quotation marks count."""
    text = "x" * (LONGEST_SHOWN - 2)
    assert shown(text) == f'"{text}"'
    assert shown(text + "x") == f'"{text}x…'
