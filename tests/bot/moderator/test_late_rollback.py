"""Rounds that are taken back when the game was over already, and its seed public."""

from dataclasses import replace

import pytest

from bot.db.tables import Game, GameStatus, PublishMode, Round, RoundStatus
from bot.moderator import games, hosts, rollback, seats
from bot.moderator.orders import Done
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Reason
from bot.moderator.rollback import NewProgram
from bot.moderator.stored import load_state
from simulation.adjustments import Place
from simulation.cards import STEPS
from simulation.geometry import Facing, parse_square
from tests.bot.moderator.club import Club
from tests.bot.moderator.hosting import ask, asked, done, play_on, reason_of, record, refused, runs, verified

OTHER = (9, 8, 7, 6, 5)


def finished(club: Club, mode: PublishMode = PublishMode.AT_ONCE) -> int:
    """Return a game whose two rounds have been played."""
    game = club.new_game(2, rounds=2, publish_mode=mode)
    club.tick()
    for _ in range(2):
        play_on(club, game)
        if club.round(game).status is RoundStatus.RESOLVED:
            done(club, hosts.publish_now, game)
            club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    return game


def over_the_line(club: Club) -> int:
    """Return a game of ten rounds that has ended with the first: its only robot is over the line."""
    game = club.new_game(1)
    done(club, hosts.adjust_board, game, Place(0, parse_square("A15"), Facing.NORTH))
    hand = load_state(club.round(game).state).piles[0].hand
    forward = [place for place, card in enumerate(hand, start=1) if card in STEPS]
    others = [place for place in range(1, 10) if place not in forward]
    done(club, seats.set_program, game, 1, (*forward, *others)[:5])
    play_on(club, game)
    assert club.game(game).status is GameStatus.FINISHED
    return game


def test_the_last_round_of_a_finished_game_is_corrected(club: Club) -> None:
    """The game is on again until the round is published, and ends with another last post."""
    game = finished(club)
    done(club, rollback.correct, game, 2, (NewProgram(1, OTHER),))
    stored = club.game(game)
    assert (stored.status, stored.ended_at) == (GameStatus.RUNNING, None)
    assert stored.running_channel_id == stored.channel_id
    assert "seed" not in record(club, game)
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    assert [letter.key for letter in club.post.of_kind(Kind.FINAL)] == [f"g{game}r2x1-final", f"g{game}r2x2-final"]
    assert club.post.letters[f"g{game}r2x1-final"].edits == 1
    assert verified(club, game) == 2


def test_nothing_else_of_a_finished_game_is_taken_back(club: Club) -> None:
    """Whoever knows the seed knows every hand: no replay, and no earlier round."""
    game = finished(club)
    assert refused(club, rollback.replay, game, 2) is Reason.SEED_PUBLIC
    assert refused(club, rollback.replay, game, 1) is Reason.SEED_PUBLIC
    assert refused(club, rollback.correct, game, 1, ()) is Reason.SEED_PUBLIC
    assert refused(club, rollback.correct, game, 3, ()) is Reason.SEED_PUBLIC


def test_a_game_that_is_on_again_for_a_correction_is_still_known(club: Club) -> None:
    """In review it waits for its hosts, who cannot replay it then either."""
    game = finished(club, PublishMode.REVIEW)
    done(club, rollback.correct, game, 2, (NewProgram(1, OTHER),))
    club.tick()
    assert club.round(game).status is RoundStatus.RESOLVED
    assert club.game(game).status is GameStatus.RUNNING
    assert refused(club, rollback.replay, game, 2) is Reason.SEED_PUBLIC
    assert refused(club, rollback.correct, game, 1, ()) is Reason.SEED_PUBLIC
    done(club, rollback.correct, game, 2, (NewProgram(1, (1, 2, 3, 4, 5)),))
    club.tick()
    done(club, hosts.publish_now, game)
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    assert runs(club, game)[-1] == (2, 3, RoundStatus.PUBLISHED)


def test_a_game_whose_end_is_corrected_away_ends_all_the_same(club: Club) -> None:
    """Its robot is not over the line any more, but no hand is dealt that the seed has told."""
    game = over_the_line(club)
    done(club, rollback.correct, game, 1, (Place(0, parse_square("A1"), Facing.NORTH),))
    club.tick()
    assert load_state(club.round(game).state).racing() == (0,)
    assert runs(club, game) == [(1, 1, RoundStatus.WITHDRAWN), (1, 2, RoundStatus.PUBLISHED)]
    assert club.game(game).status is GameStatus.FINISHED
    assert record(club, game)["stopped"] is True
    assert verified(club, game) == 1


def test_a_robot_over_the_line_has_no_hand(club: Club) -> None:
    """And is nobody's to be programmed, excused, replaced or removed."""
    game = club.new_game(2)
    done(club, hosts.adjust_board, game, Place(0, parse_square("A15"), Facing.NORTH))
    hand = load_state(club.round(game).state).piles[0].hand
    forward = [place for place, card in enumerate(hand, start=1) if card in STEPS]
    done(club, seats.set_program, game, 1, (*forward, *(place for place in range(1, 10) if place not in forward))[:5])
    play_on(club, game)
    assert load_state(club.round(game).state).racing() == (1,)
    assert [letter.key for letter in club.post.of_kind(Kind.HAND)][-1] == f"g{game}r2x1-hand2p1"
    assert reason_of(club.panel(game, 1)) is Reason.OVER_THE_LINE
    for power, details in (
        (seats.set_program, (OTHER,)),
        (seats.clear_program, ()),
        (seats.excuse, ()),
        (seats.substitute, (555,)),
        (seats.remove, ()),
    ):
        assert refused(club, power, game, 1, *details) is Reason.FINISHED_ALREADY


def test_a_channel_with_another_game_takes_none_back(club: Club) -> None:
    """Until that one is over too."""
    game = finished(club)
    other = club.new_game(2, name="Saturday")
    assert refused(club, rollback.correct, game, 2, ()) is Reason.CHANNEL_BUSY
    done(club, games.cancel, other)
    done(club, rollback.correct, game, 2, ())
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED


def test_a_correction_confirmed_twice_happens_once(club: Club) -> None:
    """Two presses of the same button, the second after the round was published again."""
    game = finished(club)
    question = asked(club, rollback.correct, game, 2, ())
    order = replace(club.order(game), confirmation=question.code)
    assert isinstance(club.do(lambda session: rollback.correct(session, club.now, order, 2, ())), Done)
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    again = club.do(lambda session: rollback.correct(session, club.now, order, 2, ()))
    assert reason_of(again) is Reason.OUTDATED


@pytest.mark.parametrize("number", [1, 2])
def test_a_cancelled_game_stays_as_it_is(club: Club, number: int) -> None:
    """Its seed is public too."""
    game = club.new_game(2)
    play_on(club, game)
    done(club, games.cancel, game)
    for power, details in ((rollback.correct, ((),)), (rollback.replay, ())):
        assert refused(club, power, game, number, *details) is Reason.GAME_OVER


def test_the_channel_of_a_game_that_goes_on_is_its_own(club: Club) -> None:
    """Another one in another channel does not hinder it."""
    game, other = club.new_game(2), club.new_game(2, channel=33)
    play_on(club, game)
    play_on(club, other)
    done(club, rollback.replay, game, 1)
    done(club, rollback.correct, other, 1, ())
    assert {row.running_channel_id for row in club.rows(Game)} == {22, 33}
    assert [row.number for row in club.rows(Round) if row.open_game_id is not None] == [1, 1]
    assert isinstance(ask(club, hosts.add_host, game, 901), Done)
