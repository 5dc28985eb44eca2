import hmac
from base64 import b32encode
from datetime import timedelta
from functools import partial
from hashlib import sha256

import pytest

from bot.clock import moment_of_id
from bot.db.tables import Program, RoundStatus, Source
from bot.moderator import hosts, programs, seats
from bot.moderator.games import cancel
from bot.moderator.hands import Panel
from bot.moderator.intime import Press
from bot.moderator.refusals import Reason, Rejected
from bot.moderator.versions import Entry, Receipt, receipt_code
from simulation.cards import Card
from tests.bot.moderator.club import HOST, NOON, SEED, Club, player

DEADLINE = NOON + timedelta(hours=33)


def panel_of(club: Club, game: int, seat: int = 1) -> Panel:
    panel = club.panel(game, seat)
    assert isinstance(panel, Panel), panel
    return panel


def in_force(club: Club, game: int, seat: int = 1) -> Receipt:
    receipt = panel_of(club, game, seat).in_force
    assert receipt is not None
    return receipt


def reason_of(answer: object) -> Reason:
    assert isinstance(answer, Rejected), answer
    return answer.reason


def undo(club: Club, game: int, seat: int = 1) -> Panel:
    press = club.press(game, seat)
    panel = club.do(lambda session: programs.undo(session, club.now, press))
    assert isinstance(panel, Panel), panel
    return panel


def clear(club: Club, game: int, seat: int = 1) -> Panel:
    press = club.press(game, seat)
    panel = club.do(lambda session: programs.clear(session, club.now, press))
    assert isinstance(panel, Panel), panel
    return panel


def test_a_draft_is_kept_at_each_choice(club: Club) -> None:
    """It is there after a restart, and the panel says how many cards it needs."""
    game = club.new_game()
    for count, place in enumerate((7, 2, 9, 4), start=1):
        club.pick(game, 1, place)
        club.restart()
        panel = panel_of(club, game)
        assert panel.picked == (7, 2, 9, 4)[:count]
        assert panel.missing == 5 - count
        assert panel.is_late
    assert panel_of(club, game, 2).picked == ()


def test_a_panel_says_whose_hand_it_is_and_until_when(club: Club) -> None:
    game = club.new_game()
    panel = panel_of(club, game, 2)
    assert (panel.game_id, panel.round_id, panel.number, panel.robot, panel.seat) == (game, 1, 1, "Cog", 2)
    assert len(panel.hand) == 9
    assert panel.deadline == DEADLINE


def test_the_fifth_card_makes_a_program_in_force(club: Club) -> None:
    """R2.3: its receipt has the time of the last card's id, the cards in order, and a code."""
    game = club.new_game()
    for place in (3, 1, 7, 8):
        club.pick(game, 1, place)
    club.now += timedelta(minutes=3)
    press = club.press(game, 1)
    club.now += timedelta(seconds=2)
    panel = club.do(lambda session: programs.pick(session, club.now, press, 2))
    assert isinstance(panel, Panel)
    receipt = panel.in_force
    assert receipt is not None
    assert not panel.is_late
    assert panel.picked == ()
    assert receipt.version == 1
    assert receipt.at == moment_of_id(press.id) == NOON + timedelta(minutes=3)
    assert receipt.cards == tuple(panel.hand[place - 1] for place in (3, 1, 7, 8, 2))
    assert receipt.source is Source.TAPPED
    assert in_force(club, game) == receipt


def test_the_code_of_a_receipt_can_be_made_again_from_seed_and_record(club: Club) -> None:
    """Round, seat, version, places and moment are all that it takes besides the seed; another seed gives another."""
    game = club.new_game()
    club.program(game, 2, (9, 8, 7, 6, 5))
    receipt = in_force(club, game, 2)
    told = f"1/2/1/9 8 7 6 5/{receipt.at.isoformat()}"
    assert receipt.code == b32encode(hmac.digest(SEED.encode(), told.encode(), sha256)).decode()[:8]
    entry = Entry((9, 8, 7, 6, 5), Source.TAPPED, player(2), receipt.at)
    assert receipt_code(SEED, 1, 2, 1, entry) == receipt.code
    others = {
        receipt_code("another", 1, 2, 1, entry),
        receipt_code(SEED, 2, 2, 1, entry),
        receipt_code(SEED, 1, 1, 1, entry),
        receipt_code(SEED, 1, 2, 2, entry),
        receipt_code(SEED, 1, 2, 1, Entry((9, 8, 7, 5, 6), Source.TAPPED, player(2), receipt.at)),
        receipt_code(
            SEED, 1, 2, 1, Entry((9, 8, 7, 6, 5), Source.TAPPED, player(2), receipt.at + timedelta(seconds=1))
        ),
    }
    assert len(others | {receipt.code}) == 7


def test_the_last_complete_program_stays_in_force_while_it_is_changed(club: Club) -> None:
    game = club.new_game()
    club.program(game, 1, (1, 2, 3, 4, 5))
    first = in_force(club, game)
    for place in (9, 8, 7, 6):
        club.pick(game, 1, place)
        assert in_force(club, game) == first
    assert not panel_of(club, game).is_late
    club.pick(game, 1, 1)
    second = in_force(club, game)
    assert second.version == 2
    assert second.code != first.code
    assert [row.places for row in club.rows(Program)] == [[1, 2, 3, 4, 5], [9, 8, 7, 6, 1]]


def test_undo_takes_the_last_card_of_the_draft_back(club: Club) -> None:
    game = club.new_game()
    assert undo(club, game).picked == ()
    club.pick(game, 1, 4)
    club.pick(game, 1, 6)
    assert undo(club, game).picked == (4,)
    club.pick(game, 1, 9)
    assert panel_of(club, game).picked == (4, 9)


def test_undo_after_the_fifth_card_starts_a_draft_from_the_other_four(club: Club) -> None:
    """The program stays in force until another fifth card, which makes the next version."""
    game = club.new_game()
    club.program(game, 1, (5, 4, 3, 2, 1))
    first = in_force(club, game)
    panel = undo(club, game)
    assert panel.picked == (5, 4, 3, 2)
    assert panel.in_force == first
    assert undo(club, game).picked == (5, 4, 3)
    club.pick(game, 1, 9)
    club.pick(game, 1, 8)
    assert in_force(club, game).version == 2
    assert club.rows(Program)[-1].places == [5, 4, 3, 9, 8]


def test_clear_throws_the_draft_away_and_no_program(club: Club) -> None:
    game = club.new_game()
    club.program(game, 1)
    first = in_force(club, game)
    club.pick(game, 1, 9)
    panel = clear(club, game)
    assert panel.picked == ()
    assert panel.in_force == first


def test_a_panel_says_that_again_in_the_first_register_is_lost(club: Club) -> None:
    """R2.8: in the draft, and without one in the program in force."""
    game = club.new_game(7)
    seat, again = next(
        (seat, panel.hand.index(Card.AGAIN) + 1)
        for seat in range(1, 8)
        if Card.AGAIN in (panel := panel_of(club, game, seat)).hand[:5]
    )
    others = [
        place for place in range(1, 10) if place != again and panel_of(club, game, seat).hand[place - 1] != "again"
    ]
    assert not panel_of(club, game, seat).wastes_again
    club.pick(game, seat, again)
    assert panel_of(club, game, seat).wastes_again
    for place in others[:4]:
        club.pick(game, seat, place)
    assert panel_of(club, game, seat).wastes_again
    club.pick(game, seat, others[0])
    club.pick(game, seat, again)
    assert not panel_of(club, game, seat).wastes_again
    for place in others[1:4]:
        club.pick(game, seat, place)
    assert not panel_of(club, game, seat).wastes_again


@pytest.mark.parametrize("place", [0, 10, -1, 10**30])
def test_a_place_that_is_not_in_the_hand_changes_nothing(club: Club, place: int) -> None:
    game = club.new_game()
    club.pick(game, 1, 3)
    refusal = club.pick(game, 1, place)
    assert isinstance(refusal, Rejected)
    assert refusal.sentence() == f"There is no card no. {place} in your hand: it has 9."
    assert panel_of(club, game).picked == (3,)


def test_a_form_gives_five_cards_at_once(club: Club) -> None:
    """Cards or places; the draft is over, and the same form twice is one program."""
    game = club.new_game()
    club.pick(game, 1, 9)
    press = club.press(game, 1)
    hand = panel_of(club, game).hand
    submit = partial(programs.submit, now=club.now, press=press, picks=(hand[0], *(each + 1 for each in range(1, 5))))
    for _ in range(2):
        panel = club.do(submit)
        assert isinstance(panel, Panel)
        assert panel.picked == ()
        assert panel.in_force is not None
        assert (panel.in_force.version, panel.in_force.cards) == (1, hand[:5])


@pytest.mark.parametrize(
    ("picks", "told"),
    [
        ((1, 2, 3, 4), "A program has 5 cards, not 4."),
        ((1, 2, 3, 4, 4), "Place 4 (Turn right) is in the program more than once."),
        ((1, 2, 3, 4, 10), "There is no place 10 in the hand: it has places 1 to 9."),
        ((1, 2, 3, 4, 5, 6), "A program has 5 cards, not 6."),
        ((), "A program has 5 cards, not 0."),
    ],
)
def test_a_form_that_is_no_program_says_what_is_wrong(club: Club, picks: tuple[int, ...], told: str) -> None:
    game = club.new_game()
    press = club.press(game, 1)
    refusal = club.do(lambda session: programs.submit(session, club.now, press, picks))
    assert isinstance(refusal, Rejected)
    assert refusal.sentence() == told
    assert panel_of(club, game).is_late


def test_panels_of_old_unknown_and_withdrawn_rounds_say_so(club: Club) -> None:
    game = club.new_game()
    club.tick()
    old = club.press(game, 1)
    club.program(game, 1)
    club.pass_time(DEADLINE + timedelta(seconds=10), every=timedelta(hours=6))
    assert club.round(game).number == 2
    late_press = Press(old.round_id, player(1), club.new_id())
    for press in (old, late_press):
        refusal = club.do(lambda session, press=press: programs.pick(session, club.now, press, 1))  # type: ignore[misc]
        assert isinstance(refusal, Rejected)
        assert refusal.sentence() == "That was round 1; now it is round 2."
    unknown = Press(99, player(1), club.new_id())
    for act in (programs.undo, programs.clear, partial(programs.pick, place=1), partial(programs.submit, picks=())):
        assert reason_of(club.do(lambda session, act=act: act(session, club.now, unknown))) is Reason.UNKNOWN_ROUND  # type: ignore[misc]
    dead = club.press(game, 1)
    club.command(cancel, game)
    refusal = club.do(lambda session: programs.pick(session, club.now, dead, 1))
    assert isinstance(refusal, Rejected)
    assert refusal.sentence() == "This race is over (cancelled)."


def test_who_asks_for_a_hand_that_there_is_not_is_told_why(club: Club) -> None:
    lobby = club.new_game(starts=False)
    assert reason_of(club.panel(99, 1)) is Reason.UNKNOWN_GAME
    assert reason_of(club.panel(lobby, 1)) is Reason.NO_OPEN_ROUND
    game = club.new_game(channel=33)
    assert reason_of(club.panel(game, 4)) is Reason.NOT_A_PLAYER
    club.command(seats.remove, game, 1)
    assert reason_of(club.panel(game, 1)) is Reason.NO_HAND
    assert reason_of(club.pick(game, 1, 1)) is Reason.NO_HAND


def test_a_program_that_a_host_sets_counts_even_on_a_machine_that_is_behind(club: Club) -> None:
    """The player's program has Discord's time, which is ahead of the machine's."""
    club.skew = timedelta(seconds=-7)
    game = club.new_game()
    club.program(game, 1)
    club.command(seats.set_program, game, 1, (9, 8, 7, 6, 5))
    assert in_force(club, game).source is Source.HOST
    club.command(seats.clear_program, game, 1)
    assert panel_of(club, game).is_late
    assert [row.user_id for row in club.rows(Program)] == [player(1), HOST, HOST]


def test_a_host_closes_the_programming_before_its_deadline(club: Club) -> None:
    game = club.new_game(publish_mode="review")
    assert club.command(hosts.resolve_now, game)
    refusal = club.pick(game, 1, 1)
    assert isinstance(refusal, Rejected)
    assert refusal.sentence() == "A host closed the programming of round 1 before its deadline."
    assert club.round(game).status is RoundStatus.LOCKED
    assert panel_of(club, game).number == 1
