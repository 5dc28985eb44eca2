from datetime import timedelta

import pytest

from bot.db.tables import GameStatus, Hand, Message, MessageStatus, RoundResult, RoundStatus
from bot.moderator import games, hosts, seats
from bot.moderator.hands import open_hand
from bot.moderator.outbox import Kind
from bot.moderator.programs import pick
from bot.moderator.refusals import Reason, Rejected
from bot.moderator.rollback import correct, replay
from bot.moderator.stored import load_state
from simulation.adjustments import Repair
from simulation.cards import DECK, Card
from tests.bot.moderator.club import NOON, Club, player
from tests.strategies import all_cards

DEADLINE = NOON + timedelta(hours=33)


def test_each_deal_is_nine_cards_for_whoever_races_and_the_rest_lies_in_the_piles(club: Club) -> None:
    """R2.1, R2.2: before and after a round, the deck of each player is whole but for damage."""
    game = club.new_game(3)
    for _ in range(2):
        found = club.round(game)
        piles = load_state(found.state).piles
        assert [len(each.hand) for each in piles] == [9, 9, 9]
        for each in piles:
            assert sorted(card for card in all_cards(each) if card is not Card.DAMAGE) == sorted(DECK)
        club.command(hosts.resolve_now, game)
        club.tick()
    assert [hand.round_id for hand in club.rows(Hand)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_a_round_goes_from_dealt_to_published_and_the_last_one_ends_the_game(club: Club) -> None:
    """R1.1, R1.5: the result, then the final post with the seed."""
    game = club.new_game(2, rounds=1)
    club.tick()
    club.command(hosts.resolve_now, game)
    assert club.round(game).status is RoundStatus.LOCKED
    club.tick()
    found = club.round(game)
    assert found.status is RoundStatus.PUBLISHED
    assert (found.open_game_id, found.locked_by) == (None, 900)
    came = [letter.key for letter in club.post.letters.values()]
    account = ["g1r1x1-pin", "g1r1x1-thread", *(f"g1r1x1-acc{register}" for register in range(1, 6))]
    assert came[-11:] == ["g1-n3", "g1r1x1-board", *account, "g1r1x1-stills", "g1r1x1-final"]
    assert club.game(game).running_channel_id is None
    assert club.game(game).ended_at == club.now


def test_a_program_in_force_is_what_is_played(club: Club) -> None:
    """And who has none plays five others (R2.5)."""
    game = club.new_game(2)
    club.program(game, 1, (9, 8, 7, 6, 5))
    club.command(hosts.resolve_now, game)
    club.tick()
    (result,) = club.rows(RoundResult)
    assert result.programs == [
        {"places": [9, 8, 7, 6, 5], "late": None},
        {"places": None, "late": "never reached"},
    ]


def test_hands_and_posts_of_a_round_that_is_taken_back_are_dead(club: Club) -> None:
    """The old panel says so; who was removed since does not come back with it."""
    game = club.new_game(3)
    club.tick()
    old = club.press(game, 1)
    club.command(hosts.resolve_now, game)
    club.tick()
    club.command(seats.remove, game, 3)
    club.command(replay, game, 1)
    answer = club.do(lambda session: pick(session, club.now, old, 1))
    assert isinstance(answer, Rejected)
    assert answer.sentence() == "That hand of round 1 was withdrawn; use the latest one."
    assert load_state(club.round(game).state).racing() == (0, 1)
    answer = club.do(lambda session: open_hand(session, club.now, game, player(3)))
    assert isinstance(answer, Rejected)
    assert answer.reason is Reason.NO_HAND
    club.tick()
    hands = [letter.key for letter in club.post.of_kind(Kind.HAND)]
    assert hands[-2:] == ["g1r1x2-hand1p1", "g1r1x2-hand2p1"]
    assert "g1r1x2-hand3p1" not in hands
    board = next(letter for letter in club.post.of_kind(Kind.RESULT))
    assert (board.key, board.edits) == ("g1r1x1-board", 1)


def test_a_deal_for_nobody_ends_the_game(club: Club) -> None:
    """All players were removed in a round that was taken back since, and dealt anew."""
    game = club.new_game(2)
    club.tick()
    club.command(hosts.resolve_now, game)
    club.tick()
    for seat in (1, 2):
        club.command(seats.remove, game, seat)
    club.command(correct, game, 1, ())
    club.tick()
    club.tick()
    assert club.game(game).status is GameStatus.FINISHED
    assert club.game(game).stuck is None
    assert [message.key for message in club.rows(Message) if message.kind == Kind.FINAL] == ["g1r1x2-final"]


def test_what_was_not_sent_of_a_game_that_is_cancelled_never_is(club: Club) -> None:
    game = club.new_game(2)
    club.command(games.cancel, game)
    club.tick()
    assert club.post.of_kind(Kind.HAND) == []
    withdrawn = [message.kind for message in club.rows(Message) if message.status is MessageStatus.WITHDRAWN]
    assert withdrawn == [Kind.HAND, Kind.HAND]


def test_an_adjustment_that_cannot_be_made_changes_nothing(club: Club) -> None:
    game = club.new_game(1)
    before = club.round(game).state
    answer = club.command(hosts.adjust_board, game, Repair(0, 1))
    assert isinstance(answer, Rejected)
    assert answer.reason is Reason.TOO_MANY_CARDS
    assert (club.round(game).state, club.round(game).adjustments) == (before, [])


@pytest.mark.parametrize("pause", [timedelta(minutes=5), timedelta(hours=2)])
def test_a_pause_that_leaves_enough_hours_moves_no_deadline(club: Club, pause: timedelta) -> None:
    game = club.new_game(1)
    club.command(games.pause, game)
    club.now += pause
    club.command(games.resume, game)
    assert (club.round(game).deadline, club.round(game).deadline_number) == (DEADLINE, 1)
