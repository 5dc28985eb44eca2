"""Rounds that are taken back to be programmed again; several rollbacks of a game; and nothing changed by them."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import Session, col, select

from bot.db.tables import (
    Game,
    GameStatus,
    Redo,
    Round,
    RoundResult,
    RoundStatus,
)
from bot.moderator import games, programs, rollback, seats
from bot.moderator.desk import Desk
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.orders import Answer, Confirm, Done, Order
from bot.moderator.outbox import Kind, Notice
from bot.moderator.refusals import Reason
from bot.moderator.rounds import lock, resolve
from tests.bot.moderator.club import HOST, Club, player
from tests.bot.moderator.hosting import (
    a_played_game,
    asked,
    done,
    play_on,
    reason_of,
    result,
    runs,
    to_deadline,
    trial,
    verified,
)

pytestmark = pytest.mark.long

OTHER = (9, 8, 7, 6, 5)
WITHDRAWN, PUBLISHED, DEALT, LOCKED = (
    RoundStatus.WITHDRAWN,
    RoundStatus.PUBLISHED,
    RoundStatus.DEALT,
    RoundStatus.LOCKED,
)


def test_a_replay_opens_the_programming_again(club: Club) -> None:
    """The same hands, sent again; programs in force stay; the deadline is by the rule; old panels are dead."""
    game = a_played_game(club)
    old, later = Press(1, player(1), 0), club.press(game, 1)
    question = asked(club, rollback.replay, game, 1)
    assert question.action == "replay"
    done(club, rollback.replay, game, 1, reason="the board was wrong")
    before, run = club.rows(Round)[0], club.round(game)
    assert runs(club, game) == [(1, 1, WITHDRAWN), (1, 2, DEALT), (2, 1, WITHDRAWN)]
    assert (run.redo, run.state, run.rules) == (Redo.REPLAY, before.state, before.rules)
    assert run.deadline >= club.now + timedelta(hours=12)
    for press in (old, later):
        again = Press(press.round_id, player(1), club.new_id())
        answer = club.do(lambda session, again=again: programs.pick(session, club.now, again, 1))  # type: ignore[misc]
        assert reason_of(answer) is Reason.WITHDRAWN
    club.tick()
    assert {f"g{game}r1x2-hand{seat}p1" for seat in (1, 2, 3)} <= set(club.post.letters)
    assert club.post.letters[f"g{game}r1x1-board"].edits == 1
    [notice] = [letter for letter in club.post.of_kind(Kind.NOTICE) if letter.facts["notice"] == Notice.REPLAYED]
    assert notice.facts["reason"] == "the board was wrong"
    panel = club.panel(game, 1)
    assert isinstance(panel, Panel)
    assert panel.in_force is not None
    assert (panel.in_force.version, panel.picked) == (1, ())
    club.now += timedelta(hours=1)
    club.program(game, 2, OTHER)
    to_deadline(club, game)
    programs_then = result(club, game, 1, 2).programs
    assert programs_then[0] == result(club, game, 1, 1).programs[0]
    assert programs_then[1] == {"places": list(OTHER), "late": None}
    done(club, games.cancel, game)
    assert verified(club, game) == 1


def test_a_removed_robot_stays_removed_whatever_is_taken_back(club: Club) -> None:
    """By a correction and by a replay of the round in which it was removed, and of one before."""
    game = a_played_game(club)
    done(club, seats.remove, game, 3)
    play_on(club, game)
    for number, run in ((2, 2), (1, 2)):
        done(club, rollback.correct, game, number, ())
        club.tick()
        assert (number, run, PUBLISHED) in runs(club, game)
        assert club.panel(game, 1)
        assert reason_of(club.panel(game, 3)) is Reason.NO_HAND
    done(club, rollback.replay, game, 1)
    club.tick()
    assert f"g{game}r1x3-hand1p1" in club.post.letters
    assert f"g{game}r1x3-hand3p1" not in club.post.letters
    assert club.round(game).adjustments == [{"retire": "Dynamo"}]
    play_on(club, game, 2)
    done(club, games.cancel, game)
    assert verified(club, game) == 2


@pytest.mark.parametrize("power", [rollback.correct, rollback.replay])
def test_a_round_is_taken_back_when_everybody_has_left(club: Club, power: Callable[..., Answer]) -> None:
    """There is nobody to deal to; the game ends."""
    game = a_played_game(club)
    done(club, games.pause, game)
    for seat in (1, 2, 3):
        done(club, seats.remove, game, seat)
    done(club, power, game, 1, *([()] if power is rollback.correct else []))
    done(club, games.resume, game)
    club.tick()
    club.tick()
    assert club.game(game).stuck is None
    assert club.game(game).status is GameStatus.FINISHED
    assert verified(club, game) == (1 if power is rollback.correct else 0)


def test_rollbacks_follow_each_other(club: Club) -> None:
    """Runs count on; each message has its own key; two with nothing changed come to the same."""
    game = a_played_game(club)
    done(club, rollback.replay, game, 1)
    play_on(club, game)
    done(club, rollback.correct, game, 1, ())
    club.tick()
    done(club, rollback.correct, game, 1, ())
    club.tick()
    assert [row for row in runs(club, game) if row[0] == 1] == [
        (1, 1, WITHDRAWN),
        (1, 2, WITHDRAWN),
        (1, 3, WITHDRAWN),
        (1, 4, PUBLISHED),
    ]
    results = [result(club, game, 1, run) for run in (2, 3, 4)]
    assert all(
        (each.programs, each.beats, each.state) == (results[0].programs, results[0].beats, results[0].state)
        for each in results
    )
    assert runs(club, game)[-1] == (2, 4, DEALT)


@pytest.fixture(scope="module")
def at_noon(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Return a club whose game has just started, for tests that take back what they do."""
    path = tmp_path_factory.mktemp("noon") / "club.db"
    shutil.copyfile(migrated_file, path)
    club = Club(path)
    club.new_game(3, rounds=4)
    yield club
    club.restart()


Programs = tuple[tuple[int, ...] | None, ...]
PLACES = st.none() | st.permutations(range(1, 10)).map(lambda places: tuple(places[:5]))


@settings(max_examples=20, deadline=None)
@given(chosen=st.lists(st.tuples(PLACES, PLACES, PLACES), min_size=1, max_size=2), data=st.data())
def test_a_round_resolved_again_with_nothing_changed_comes_out_the_same(
    at_noon: Club, chosen: list[Programs], data: st.DataObject
) -> None:
    """Corrected or replayed: programs, beats and state; and so do the rounds that follow it."""
    number, replays = data.draw(st.integers(1, len(chosen))), data.draw(st.booleans())
    with trial(at_noon) as session:
        desk = Desk(session, at_noon.now, session.get_one(Game, 1))
        for programs_chosen in chosen:
            lay_down(desk, programs_chosen)
            resolve_open_round(desk)
        first = results(session)
        power, details = (rollback.replay, ()) if replays else (rollback.correct, ((),))
        order = at_noon.order(1)
        question = power(session, at_noon.now, order, number, *details)
        assert isinstance(question, Confirm)
        answer = power(session, at_noon.now, replace(order, confirmation=question.code), number, *details)
        assert isinstance(answer, Done)
        resolve_open_round(desk)
        for programs_chosen in chosen[number:]:
            lay_down(desk, programs_chosen)
            resolve_open_round(desk)
        assert results(session) == first


def lay_down(desk: Desk, programs_chosen: Programs) -> None:
    """Lay programs down for all who have one."""
    order = Order(desk.game.id, HOST, "as agreed")
    for seat, places in enumerate(programs_chosen, start=1):
        if places is not None:
            assert isinstance(seats.set_program(desk.session, desk.now, order, seat, places), Done)


def resolve_open_round(desk: Desk) -> None:
    """Play the open round, and deal the next one."""
    found = desk.open_round()
    assert found is not None
    lock(desk, found)
    resolve(desk, found)


def results(session: Session) -> list[tuple[object, ...]]:
    """Return what the rounds that count came to."""
    query = select(Round, RoundResult).join(RoundResult).where(Round.status == PUBLISHED).order_by(col(Round.number))
    return [(row.number, found.programs, found.beats, found.state) for row, found in session.exec(query)]
