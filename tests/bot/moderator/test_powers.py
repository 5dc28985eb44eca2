"""Every power of a host, in every state of a game, by everybody who may not: a table, so that none is forgotten."""

import inspect
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from types import ModuleType

import pytest
from sqlmodel import Session, col, select

from bot.db.tables import AuditEntry, PublishMode
from bot.moderator import changes, channels, games, hosts, rollback, seats
from bot.moderator.games import Place, Supplies
from bot.moderator.orders import LONGEST_REASON, Answer, Confirm, Done, Order
from bot.moderator.refusals import Reason, Rejected
from bot.moderator.rollback import NewProgram
from bot.moderator.settings import Settings
from simulation.adjustments import Damage
from tests.bot.moderator.club import BOARDS, CHANNEL, GUILD, HOST, NOON, SEED, Club, player
from tests.bot.moderator.hosting import COHOST, contents, done, reason_of, trial

STATES = ("lobby", "dealt", "locked", "resolved", "paused", "finished", "cancelled")
"""Of a game in review mode with two rounds, of which the second is the open one."""

OK = None
LOBBY, STARTED, OVER = Reason.NOT_IN_LOBBY, Reason.NOT_STARTED, Reason.GAME_OVER
CLOSED, RESOLVED = Reason.NO_OPEN_ROUND, Reason.ROUND_RESOLVED
WAITING, SEED_KNOWN = Reason.NOTHING_TO_PUBLISH, Reason.SEED_PUBLIC
STILL, UNPAUSED = Reason.NOT_RUNNING, Reason.NOT_PAUSED

Power = Callable[..., Answer]


@dataclass(frozen=True)
class Row:
    """A power: how it is used, what it comes to in each state, and what else it is bound to."""

    details: tuple[object, ...]
    outcomes: tuple[Reason | None, ...]
    """State by state; None where it is carried out."""
    is_confirmed: bool = False
    is_impartial: bool = False
    """A host who plays must not use it."""


PROGRAMMING = (STARTED, OK, CLOSED, CLOSED, OK, OVER, OVER)
ON_THE_BOARD = (STARTED, OK, OK, RESOLVED, OK, OVER, OVER)
GOING = (STARTED, OK, OK, OK, OK, OVER, OVER)
ALWAYS = (OK,) * len(STATES)
LATER, EARLIER = NOON + timedelta(days=9), NOON + timedelta(hours=5)
PROGRAM = (5, 4, 3, 2, 1)
OTHERWISE = Settings("Friday race", "green-light", rounds=3, publish_mode=PublishMode.REVIEW)

POWERS: dict[Power, Row] = {
    games.give_start: Row(("Bolt", "D1"), (OK, LOBBY, LOBBY, LOBBY, LOBBY, OVER, OVER)),
    games.start: Row((), (OK, LOBBY, LOBBY, LOBBY, LOBBY, OVER, OVER)),
    games.pause: Row((), (STARTED, OK, OK, OK, STILL, OVER, OVER)),
    games.resume: Row((), (STARTED, UNPAUSED, UNPAUSED, UNPAUSED, OK, OVER, OVER)),
    games.cancel: Row((), (OK, OK, OK, OK, OK, OVER, OVER), is_confirmed=True),
    hosts.move_deadline: Row((EARLIER,), PROGRAMMING, is_confirmed=True),
    hosts.resolve_now: Row((), (STARTED, OK, CLOSED, CLOSED, STILL, OVER, OVER), is_confirmed=True),
    hosts.publish_now: Row((), (WAITING, WAITING, WAITING, OK, WAITING, WAITING, WAITING)),
    seats.set_program: Row((1, PROGRAM), PROGRAMMING, is_impartial=True),
    seats.clear_program: Row((2,), PROGRAMMING, is_impartial=True),
    seats.excuse: Row((1,), PROGRAMMING),
    seats.substitute: Row((1, 555), GOING),
    seats.remove: Row((1,), ON_THE_BOARD, is_confirmed=True),
    hosts.adjust_board: Row((Damage(0, 2),), ON_THE_BOARD, is_impartial=True),
    hosts.add_host: Row((777,), ALWAYS),
    hosts.remove_host: Row((COHOST,), ALWAYS),
    hosts.hand_over: Row((777,), ALWAYS, is_confirmed=True),
    rollback.correct: Row(
        (1, (NewProgram(1, PROGRAM),)),
        (STARTED, OK, OK, OK, OK, SEED_KNOWN, OVER),
        is_confirmed=True,
        is_impartial=True,
    ),
    changes.change_settings: Row((OTHERWISE,), (OK, OK, OK, OK, OK, OVER, OVER)),
    channels.move: Row((GUILD, CHANNEL + 1), GOING[1:2] + GOING[1:]),
    rollback.replay: Row((1,), (STARTED, OK, OK, OK, OK, SEED_KNOWN, OVER), is_confirmed=True),
}
by_name = pytest.mark.parametrize("power", POWERS, ids=lambda power: power.__name__)


STEPS: dict[str, tuple[str, tuple[Power, ...]]] = {
    "dealt": ("lobby", (games.start, hosts.resolve_now, hosts.publish_now)),
    "locked": ("dealt", (hosts.resolve_now,)),
    "resolved": ("dealt", (hosts.resolve_now,)),
    "paused": ("dealt", (games.pause,)),
    "finished": ("resolved", (hosts.publish_now,)),
    "cancelled": ("dealt", (games.cancel,)),
}
"""How each state comes of another."""


@pytest.fixture(scope="module")
def clubs(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[Club, int]]]:
    """Return a club for each state, for tests that take back what they do, with its game.

    Cog has a program, Bolt has none; `COHOST` hosts the game too.
    """
    folder = tmp_path_factory.mktemp("states")
    shutil.copyfile(migrated_file, folder / "lobby.db")
    club = Club(folder / "lobby.db")
    game = club.new_game(3, starts=False, rounds=2, publish_mode=PublishMode.REVIEW)
    done(club, hosts.add_host, game, COHOST)
    opened = {"lobby": club}
    for state, (before, steps) in STEPS.items():
        opened[before].restart()
        club = opened[state] = Club(folder / f"{state}.db", post=deepcopy(opened[before].post))
        shutil.copyfile(opened[before].path, club.path)
        for step in steps:
            done(club, step, game)
            if state != "locked":
                club.tick()
        if state == "dealt":
            club.program(game, 2)
    yield {state: (opened[state], game) for state in STATES}
    for club in opened.values():
        club.restart()


def give(session: Session, club: Club, order: Order, power: Power, *details: object) -> Answer:
    """Give an order; what is not carried out changes nothing."""
    before = contents(session)
    answer = power(session, club.now, order, *details)
    session.flush()
    if not isinstance(answer, Done):
        assert contents(session) == before
    return answer


def test_the_table_has_every_power() -> None:
    """Whatever takes an order is in it."""

    def found_in(module: ModuleType) -> set[object]:
        return {
            each
            for name, each in inspect.getmembers(module, inspect.isfunction)
            if each.__module__ == module.__name__
            and not name.startswith("_")
            and "order" in inspect.signature(each).parameters
        }

    public = {
        name
        for module in (hosts, seats)
        for name, each in inspect.getmembers(module, inspect.isfunction)
        if each.__module__ == module.__name__ and not name.startswith("_")
    }
    assert public - {power.__name__ for power in POWERS} == {"leave"}
    modules = (channels, changes, games, hosts, rollback, seats)
    assert set().union(*map(found_in, modules)) == set(POWERS)
    assert all(len(row.outcomes) == len(STATES) for row in POWERS.values())


@by_name
def test_what_a_power_comes_to_in_each_state(clubs: dict[str, tuple[Club, int]], power: Power) -> None:
    """Carried out with its reason in the audit, after a question where it wants one, or refused."""
    row = POWERS[power]
    for state, expected in zip(STATES, row.outcomes, strict=True):
        club, game = clubs[state]
        with trial(club) as session:
            order = club.order(game, reason=f"because of {state}")
            answer = give(session, club, order, power, *row.details)
            if expected is not None:
                assert reason_of(answer) is expected, state
                continue
            if row.is_confirmed:
                assert isinstance(answer, Confirm), state
                racing = ("Bolt", "Dynamo") if state in {"dealt", "paused", "locked", "resolved"} else ()
                assert answer.without_program == racing, state
                answer = give(session, club, replace(order, confirmation=answer.code), power, *row.details)
            assert isinstance(answer, Done), (state, answer)
            entries = session.exec(select(AuditEntry).order_by(col(AuditEntry.id))).all()
            mine = [entry for entry in entries if entry.reason == order.reason]
            assert [entry.user_id for entry in mine] == [HOST] * (2 if power is hosts.hand_over else 1)


@by_name
def test_only_hosts_have_powers_and_only_with_a_reason(clubs: dict[str, tuple[Club, int]], power: Power) -> None:
    """In no state anybody else, a player neither; and not for nothing."""
    details = POWERS[power].details
    for state in STATES:
        club, game = clubs[state]
        with trial(club) as session:
            before = contents(session)
            for stranger in (player(1), 4711):
                answer = power(session, club.now, club.order(game, host=stranger), *details)
                assert reason_of(answer) is Reason.NOT_A_HOST
            for reason in ("", " \n ", "x" * (LONGEST_REASON + 1)):
                answer = power(session, club.now, club.order(game, reason=reason), *details)
                assert reason_of(answer) is Reason.NO_REASON
            assert reason_of(power(session, club.now, club.order(99), *details)) is Reason.UNKNOWN_GAME
            assert contents(session) == before


@by_name
def test_a_host_who_plays_has_powers_that_favour_nobody(clubs: dict[str, tuple[Club, int]], power: Power) -> None:
    """Programs and the board are for a host who does not play."""
    row = POWERS[power]
    for state in STATES[1:]:
        club, game = clubs[state]
        with trial(club) as session:
            hosts.add_host(session, club.now, club.order(game), player(3))
            answer = give(session, club, club.order(game, host=player(3)), power, *row.details)
            is_refused = isinstance(answer, Rejected) and answer.reason is Reason.HOST_PLAYS
            assert is_refused is row.is_impartial, state


def test_a_host_whose_robot_has_left_plays_no_more(clubs: dict[str, tuple[Club, int]]) -> None:
    """And may do again what a host who plays must not."""
    club, game = clubs["dealt"]
    with trial(club) as session:
        hosts.add_host(session, club.now, club.order(game), player(3))
        order = club.order(game, host=player(3))
        question = seats.leave(session, club.now, order)
        assert isinstance(question, Confirm)
        assert isinstance(seats.leave(session, club.now, replace(order, confirmation=question.code)), Done)
        assert isinstance(seats.set_program(session, club.now, order, 1, PROGRAM), Done)


def test_a_code_confirms_its_own_action_alone(clubs: dict[str, tuple[Club, int]]) -> None:
    """Neither another action, nor the same with other details, nor by another host, nor of another game."""
    club, game = clubs["dealt"]
    wanted: list[tuple[Power, tuple[object, ...]]] = [
        (power, row.details) for power, row in POWERS.items() if row.is_confirmed
    ]
    wanted += [(seats.remove, (2,)), (hosts.move_deadline, (EARLIER + timedelta(hours=1),))]
    wanted += [(rollback.correct, (1, (NewProgram(1, None),))), (rollback.correct, (1, ()))]
    with trial(club) as session:
        other = games.create(
            session, club.now, Place(GUILD, CHANNEL, HOST), Settings("Other", "green-light"), Supplies(BOARDS, SEED)
        )
        assert not isinstance(other, Rejected)
        codes = {}
        for number, (power, details) in enumerate(wanted):
            question = give(session, club, club.order(game), power, *details)
            assert isinstance(question, Confirm)
            codes[number] = question.code
        assert len(set(codes.values())) == len(wanted)
        for one, another in permutations(codes, 2):
            power, details = wanted[one]
            for code in (codes[another], "", "nonsense"):
                answer = power(session, club.now, club.order(game, confirmation=code), *details)
                assert reason_of(answer) is Reason.OUTDATED
        for number, (power, details) in enumerate(wanted):
            order = club.order(game, host=COHOST, confirmation=codes[number])
            assert reason_of(give(session, club, order, power, *details)) is Reason.OUTDATED


GOES_ON: list[tuple[Power, tuple[object, ...]]] = [
    (hosts.move_deadline, (LATER,)),
    (hosts.resolve_now, ()),
    (games.pause, ()),
    (rollback.replay, (1,)),
    (rollback.correct, (1, ())),
]


@pytest.mark.parametrize(("step", "step_details"), GOES_ON, ids=lambda each: getattr(each, "__name__", None))
def test_a_code_is_worth_nothing_once_the_game_has_gone_on(
    clubs: dict[str, tuple[Club, int]], step: Power, step_details: tuple[object, ...]
) -> None:
    """A deadline moved, a round locked or taken back, a pause: the host looks again."""
    club, game = clubs["dealt"]
    wanted: list[tuple[Power, tuple[object, ...]]] = [
        (games.cancel, ()),
        (seats.remove, (1,)),
        (rollback.correct, (1, ())),
        (rollback.replay, (1,)),
    ]
    for power, details in wanted:
        with trial(club) as session:
            question = power(session, club.now, club.order(game), *details)
            assert isinstance(question, Confirm)
            order = club.order(game)
            answer = step(session, club.now, order, *step_details)
            if isinstance(answer, Confirm):
                answer = step(session, club.now, replace(order, confirmation=answer.code), *step_details)
            assert isinstance(answer, Done)
            session.flush()
            late = club.order(game, confirmation=question.code)
            answer = give(session, club, late, power, *details)
            expected = {Reason.OUTDATED}
            if step in {rollback.replay, rollback.correct} and power is rollback.replay:
                expected.add(Reason.NOTHING_TO_REDO)
            if step is rollback.replay and power is rollback.correct:
                expected.add(Reason.NOTHING_TO_REDO)
            assert reason_of(answer) in expected
