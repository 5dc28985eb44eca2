"""Each refusal has its place in the code, where it is given exactly the facts that its sentence tells."""

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

import bot.moderator
import simulation.adjustments
import simulation.programs
from bot.db.tables import GameStatus
from bot.moderator import programs
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.refusals import OF_TROUBLES, Reason, Rejected, rejected
from bot.moderator.reminders import Wishes, choose_reminders
from simulation.adjustments import AdjustmentTrouble
from tests.bot.moderator.club import Club, player
from tests.bot.moderator.hosting import check_sentence, reason_of, to_deadline

FOLDER = Path(next(iter(bot.moderator.__path__)))
SOURCES = [*FOLDER.glob("*.py"), *(FOLDER.parent / "discord").glob("*.py")]
"""Where something is refused: by the moderator, and what cannot be read by Discord's side."""
TESTS = [*Path(__file__).parent.glob("test_*.py"), *(Path(__file__).parents[1] / "discord").glob("test_*.py")]


def refusals() -> Iterator[tuple[str, Reason, set[str]]]:
    """Yield each place where something is refused: where, why, and the names of the facts."""
    for path in sorted(set(SOURCES) - {FOLDER / "refusals.py"}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rejected":
                [reason] = node.args
                where = f"{path.name}:{node.lineno}"
                assert isinstance(reason, ast.Attribute), where
                yield where, Reason[reason.attr], {fact.arg or "**" for fact in node.keywords}


def places(reason: Reason) -> set[str]:
    """Return the names of the facts in a sentence."""
    return {name for _, name, _, _ in Formatter().parse(reason.value) if name is not None}


def test_each_refusal_is_given_the_facts_of_its_sentence() -> None:
    """No more and no less, at each place."""
    found = list(refusals())
    assert len(found) > len(Reason)
    for where, reason, facts in found:
        assert facts == places(reason), where


def test_each_reason_is_one_of_the_codes() -> None:
    """None is left over from what the moderator refused once."""
    assert {reason for _, reason, _ in refusals()} | set(OF_TROUBLES.values()) == set(Reason)


@pytest.mark.parametrize("module", [simulation.programs, simulation.adjustments])
def test_each_trouble_of_the_game_is_told_with_its_facts(module: ModuleType) -> None:
    """What its members are said to come with is what their sentences tell."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    [body] = [node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and "Trouble" in node.name]
    names = [
        node.targets[0].id for node in body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    told = [
        node.value.value for node in body[1:] if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    reasons = {
        trouble.name: reason for trouble, reason in OF_TROUBLES.items() if type(trouble).__module__ == module.__name__
    }
    assert OF_TROUBLES[AdjustmentTrouble.FINISHED] is Reason.FINISHED_ALREADY
    assert {name: set(re.findall(r"`(\w+)`", str(text))) for name, text in zip(names, told, strict=True)} == {
        name: places(reason) for name, reason in reasons.items()
    }


def test_each_reason_is_met_by_a_test() -> None:
    """By name."""
    tests = "".join(path.read_text(encoding="utf-8") for path in TESTS)
    assert [reason.name for reason in Reason if f"Reason.{reason.name}" not in tests] == []


def test_sentences_are_different_and_can_be_said() -> None:
    """With a capital, a full stop, and whatever the facts are."""
    assert len(Reason) == len(Reason.__members__)
    for reason in Reason:
        assert reason.value[0].isupper() or reason.value[0] in "{“"
        for fact in ("x", 3, "{0}", "{found}"):
            check_sentence(Rejected(reason, dict.fromkeys(places(reason), fact)).sentence())


def test_what_somebody_typed_is_made_printable() -> None:
    """Line breaks, signs that turn the text around, halves of signs."""
    answer = rejected(Reason.UNKNOWN_ROBOT, found="a\nb\u202ec\ud800")
    assert answer.sentence() == "There is no robot called “a?b?c?” in this race."
    assert answer.facts == {"found": "a?b?c?"}


def test_presses_at_the_wrong_moment_are_told_apart(club: Club) -> None:
    """Of no round, of another round, of one that is over, too late, and older than what is in force."""
    game = club.new_game(1, rounds=2)
    club.tick()
    first = club.round(game).id
    program = (1, 2, 3, 4, 5)

    def submit(round_id: int, at: int) -> Panel | Rejected:
        press = Press(round_id, player(1), at)
        return club.do(lambda session: programs.submit(session, club.now, press, program))

    old = club.new_id()
    club.now += timedelta(minutes=1)
    assert isinstance(submit(first, club.new_id()), Panel)
    assert reason_of(submit(first, old)) is Reason.OLDER
    assert reason_of(submit(99, club.new_id())) is Reason.UNKNOWN_ROUND
    assert reason_of(club.pick(game, 1, 10)) is Reason.WRONG_PLACE
    club.now = club.round(game).deadline + timedelta(seconds=2)
    assert reason_of(submit(first, club.new_id())) is Reason.TOO_LATE
    to_deadline(club, game)
    assert reason_of(submit(first, old + 1)) is Reason.OLD_ROUND
    second = club.round(game).id
    early = club.new_id()
    to_deadline(club, game)
    assert club.game(game).status is GameStatus.FINISHED
    assert reason_of(submit(second, early)) in {Reason.ROUND_OVER, Reason.GAME_OVER}


def test_quiet_hours_have_two_ends(club: Club) -> None:
    """And nobody guesses the other one."""
    wishes = Wishes(quiet_from="22:00")
    answer = club.do(lambda session: choose_reminders(session, player(1), wishes))
    assert reason_of(answer) is Reason.HALF_QUIET
