from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from bot.clock import id_of_moment
from bot.db.tables import Hand, Message, Program, Source
from bot.moderator import programs, seats
from bot.moderator.games import cancel
from bot.moderator.hands import Panel
from bot.moderator.intime import Letters
from bot.moderator.outbox import Kind
from bot.moderator.refusals import Rejected
from simulation.programs import Pick
from tests.bot.moderator.club import NOON, Club, player

DEADLINE = NOON + timedelta(hours=33)
SECOND = timedelta(seconds=1)
FIVE, OTHER = (1, 2, 3, 4, 5), (9, 8, 7, 6, 5)


def written(at: datetime, seat: int = 1, edited_at: datetime | None = None) -> Letters:
    """Return a message that was sent at a moment of Discord's."""
    return Letters(1, player(seat), id_of_moment(at), edited_at)


def submit(club: Club, letters: Letters, picks: Sequence[Pick] = FIVE) -> Panel | Rejected:
    return club.do(partial(programs.submit_typed, now=club.now, letters=letters, picks=picks))


def versions(club: Club) -> list[tuple[int, tuple[int, ...] | None, Source, datetime]]:
    return [
        (row.version, None if row.places is None else tuple(row.places), row.source, row.at)
        for row in club.rows(Program)
    ]


def receipts(club: Club) -> list[str]:
    return [message.key for message in club.rows(Message) if message.kind == Kind.RECEIPT]


def sentence(answer: object) -> str:
    assert isinstance(answer, Rejected), answer
    return answer.sentence()


def test_a_typed_program_counts_from_its_message_and_has_a_receipt(club: Club) -> None:
    """There is no answer to give it in; who taps or fills in a form is answered at once, and gets none."""
    game = club.new_game()
    letters = written(NOON + SECOND)
    club.now += 3 * SECOND
    panel = submit(club, letters)
    assert isinstance(panel, Panel)
    assert panel.in_force is not None
    assert panel.in_force.source is Source.TYPED
    assert panel.in_force.at == NOON + SECOND
    assert receipts(club) == ["g1r1x1-rc1v1"]
    club.program(game, 2)
    press = club.press(game, 3)
    assert isinstance(club.do(lambda session: programs.submit(session, club.now, press, FIVE)), Panel)
    assert receipts(club) == ["g1r1x1-rc1v1"]
    club.tick()
    (letter,) = club.post.of_kind(Kind.RECEIPT)
    assert letter.lane == f"u{player(1)}"
    assert letter.facts == {"seat": 1, "version": 1}


def test_the_same_message_twice_is_one_program(club: Club) -> None:
    """Heard live and found in the history, with or without a program since."""
    club.new_game()
    letters = written(NOON + SECOND)
    club.now += 10 * SECOND
    for again in (letters, letters, replace(letters, is_salvaged=True)):
        assert isinstance(submit(club, again), Panel)
    assert isinstance(submit(club, written(NOON + 5 * SECOND), OTHER), Panel)
    assert isinstance(submit(club, replace(letters, is_salvaged=True)), Panel)
    assert [places for _, places, _, _ in versions(club)] == [FIVE, OTHER]
    assert receipts(club) == ["g1r1x1-rc1v1", "g1r1x1-rc1v2"]


def test_an_edited_message_is_another_program_from_its_edit_on(club: Club) -> None:
    """The same edit twice is one; a second edit is another one again."""
    club.new_game()
    letters = written(NOON + SECOND)
    club.now += 60 * SECOND
    submit(club, letters)
    edit = replace(letters, edited_at=NOON + 30 * SECOND)
    for _ in range(2):
        panel = submit(club, edit, OTHER)
        assert isinstance(panel, Panel)
        assert panel.in_force is not None
        assert panel.in_force.version == 2
    submit(club, replace(letters, edited_at=NOON + 40 * SECOND), FIVE)
    assert versions(club) == [
        (1, FIVE, Source.TYPED, NOON + SECOND),
        (2, OTHER, Source.TYPED, NOON + 30 * SECOND),
        (3, FIVE, Source.TYPED, NOON + 40 * SECOND),
    ]


def test_an_edit_after_the_deadline_is_too_late_and_leaves_what_was_in_force(club: Club) -> None:
    """Where the message had not been heard before, there is nothing to leave."""
    club.new_game()
    letters = written(DEADLINE - 60 * SECOND)
    club.now = DEADLINE - 50 * SECOND
    submit(club, letters)
    club.now = DEADLINE + 2 * SECOND
    edit = replace(letters, edited_at=DEADLINE + SECOND)
    assert sentence(submit(club, edit, OTHER)) == "Too late: this came 1 s after the deadline of round 1."
    unheard = written(DEADLINE - 60 * SECOND, 2, edited_at=DEADLINE + SECOND)
    assert sentence(submit(club, unheard)) == "Too late: this came 1 s after the deadline of round 1."
    assert [places for _, places, _, _ in versions(club)] == [FIVE]
    assert [hand.too_late_at for hand in club.rows(Hand)] == [None, DEADLINE + SECOND, None]


def test_a_message_that_is_older_than_the_program_in_force_is_refused(club: Club) -> None:
    game = club.new_game()
    letters = written(NOON)
    club.now += SECOND
    club.program(game, 1, OTHER)
    refusal = submit(club, letters)
    assert sentence(refusal) == "A newer program of yours is in force (version 1); this one was sent before it."
    assert receipts(club) == []


def test_a_typed_program_ends_the_draft_and_older_taps_with_it(club: Club) -> None:
    game = club.new_game()
    for place in (1, 2, 3, 4):
        club.pick(game, 1, place)
    late = club.press(game, 1)
    club.now += SECOND
    club.write(game, 1, OTHER)
    panel = club.do(lambda session: programs.pick(session, club.now, late, 5))
    assert isinstance(panel, Panel)
    assert panel.picked == ()
    assert [places for _, places, _, _ in versions(club)] == [OTHER]


def test_what_is_typed_in_time_while_nobody_hears_is_found_before_the_lock(club: Club) -> None:
    """It is salvaged, and has a receipt; what came too late is found too, and the record says so."""
    game = club.new_game(moves_for_silence=False)
    club.tick()
    club.pass_time(DEADLINE - timedelta(hours=2), every=timedelta(hours=8))
    club.is_ready = False
    club.tick()
    club.unread[player(1)] = [(id_of_moment(DEADLINE - SECOND), FIVE)]
    club.unread[player(2)] = [(id_of_moment(DEADLINE), FIVE)]
    club.pass_time(DEADLINE + timedelta(minutes=1), every=timedelta(hours=1))
    club.is_ready = True
    club.tick()
    assert [source for _, _, source, _ in versions(club)] == [Source.SALVAGED]
    assert receipts(club) == ["g1r1x1-rc1v1"]
    assert club.round(game).number == 2
    hands = club.rows(Hand)[:3]
    assert [hand.too_late_at for hand in hands] == [None, DEADLINE, None]
    assert all(hand.read_at is not None for hand in hands)


@pytest.mark.parametrize("skew", [-7, 0, 7])
def test_what_is_typed_right_after_the_hands_went_out_belongs_to_them(club: Club, skew: int) -> None:
    """The message has Discord's time, and the deal the machine's."""
    club.skew = skew * SECOND
    game = club.new_game()
    club.pass_time(DEADLINE + 30 * SECOND, every=timedelta(hours=8))
    found = club.round(game)
    assert found.number == 2
    dealt = found.dealt_at - club.skew
    panel = submit(club, written(dealt + SECOND))
    assert isinstance(panel, Panel)
    assert panel.number == 2
    assert sentence(submit(club, written(dealt - SECOND, 2))).startswith("Too late")


def test_a_program_in_words_that_is_none_says_why_and_needs_a_game(club: Club) -> None:
    lobby = club.new_game(starts=False)
    assert sentence(submit(club, written(NOON))) == "No round is being programmed now."
    assert sentence(submit(club, Letters(9, player(1), 1))) == "There is no such race."
    assert lobby == 1
    game = club.new_game(channel=33)
    answer = club.write(game, 1, (1, 2, 3))
    assert sentence(answer) == "A program has 5 cards, not 3."
    assert sentence(club.write(game, 8, FIVE)) == "You have no robot in this race."
    assert receipts(club) == []


def test_what_a_game_that_was_cancelled_hears_is_refused(club: Club) -> None:
    game = club.new_game()
    club.command(cancel, game)
    club.now += SECOND
    for answer in (club.write(game, 1, FIVE), club.panel(game, 1)):
        assert sentence(answer) == "This race is over (cancelled)."


def test_a_receipt_of_a_player_who_was_replaced_is_not_sent(club: Club) -> None:
    """The old panel and the late message are refused; the substitute's program has the next version."""
    game = club.new_game()
    club.tick()
    club.write(game, 1, FIVE)
    club.command(seats.substitute, game, 1, 777)
    club.tick()
    assert club.post.of_kind(Kind.RECEIPT) == []
    assert sentence(club.write(game, 1, OTHER)) == "You have no robot in this race."
    letters = Letters(game, 777, club.new_id())
    assert isinstance(submit(club, letters, OTHER), Panel)
    assert receipts(club) == ["g1r1x1-rc1v1", "g1r1x1-rc1v2"]
