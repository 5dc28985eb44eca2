"""Each refusal has its place in the code, where it is given exactly the facts that its sentence tells."""

import ast
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from string import Formatter

import bot.moderator
from bot.db.tables import GameStatus
from bot.moderator import programs
from bot.moderator.programs import Panel, Press
from bot.moderator.refusals import Reason, Rejected, rejected
from bot.moderator.reminders import Wishes, choose_reminders
from tests.bot.moderator.club import Club, player
from tests.bot.moderator.hosting import check_sentence, reason_of, to_deadline

FOLDER = Path(next(iter(bot.moderator.__path__)))


def refusals() -> Iterator[tuple[str, Reason, set[str]]]:
    """Yield each place where something is refused: where, why, and the names of the facts."""
    for path in sorted(FOLDER.glob("*.py")):
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
    assert {reason for _, reason, _ in refusals()} == set(Reason)


def test_each_reason_is_met_by_a_test() -> None:
    """By name, in the tests of the moderator."""
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
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
    assert answer.sentence() == "There is no robot called “a?b?c?” in this game."
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
