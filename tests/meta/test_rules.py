"""Every numbered rule has a test that cites it, and no test cites a rule that does not exist."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "simulation" / "RULES.md"

NUMBER = r"R[1-9]\.[1-9][0-9]*[a-z]?|[HSX][1-9][0-9]*"


def rules() -> set[str]:
    text = RULES.read_text(encoding="utf-8")
    return set(re.findall(rf"^ *- ({NUMBER}) ", text, re.MULTILINE))


def citations() -> dict[str, set[str]]:
    """Return the rules that the docstring of each test cites; tests about tests cite none."""
    cited: dict[str, set[str]] = {}
    for path in sorted(set(TESTS.rglob("test_*.py")) - set((TESTS / "meta").iterdir())):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                name = f"{path.relative_to(TESTS)}::{node.name}"
                cited[name] = set(re.findall(rf"\b(?:{NUMBER})\b", ast.get_docstring(node) or ""))
    return cited


def test_the_rule_book_is_numbered() -> None:
    """Each kind of number is found."""
    assert {"R1.1", "R5.1a", "R6.4", "H1", "H3", "S1", "S4", "X1", "X6"} <= rules()
    assert len(rules()) == 49


def test_every_rule_has_a_test_that_cites_it() -> None:
    """A rule without a test may be broken unseen."""
    assert rules() - set().union(*citations().values()) == set()


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    """The numbers in docstrings are those of the rule book."""
    unknown = {name: cited - rules() for name, cited in citations().items() if cited - rules()}
    assert unknown == {}


def test_every_test_of_the_simulation_says_what_it_holds() -> None:
    """A name that is a sentence, and a docstring."""
    without = [
        f"{path.name}::{node.name}"
        for path in sorted((TESTS / "simulation").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert without == []
