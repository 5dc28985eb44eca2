from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import Session, select

from bot.clock import id_of_moment
from bot.db.tables import Program, Round
from bot.moderator import hands, programs
from bot.moderator.hands import Panel
from bot.moderator.intime import Letters, Press
from bot.moderator.refusals import Rejected
from bot.moderator.stored import load_state, store_state
from simulation.cards import DECK, Card
from simulation.state import Piles, State
from tests.bot.moderator.club import Club, player

GAME = 1
Tap = tuple[int, int]
"""When, in milliseconds, and the place."""


@pytest.fixture(scope="module")
def table(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Return a club with a game that all examples share: each takes back what it did."""
    path = tmp_path_factory.mktemp("table") / "club.db"
    path.write_bytes(migrated_file.read_bytes())
    club = Club(path)
    club.new_game()
    yield club
    club.restart()


def tap(club: Club, session: Session, tap: Tap, seat: int = 1) -> Panel:
    milliseconds, place = tap
    press = Press(1, player(seat), id_of_moment(club.now + timedelta(milliseconds=milliseconds)))
    panel = programs.pick(session, club.now, press, place)
    assert isinstance(panel, Panel), panel
    return panel


def arrive(club: Club, taps: Sequence[Tap]) -> tuple[Panel, list[list[int] | None]]:
    """Let taps arrive in this order; return the last panel, and the versions of the program."""
    with Session(club.database.engine) as session:
        panel = [tap(club, session, each) for each in taps][-1]
        places = [program.places for program in session.exec(select(Program))]
        session.rollback()
    return panel, places


@settings(max_examples=20)
@given(order=st.permutations([(100, 7), (310, 2), (320, 9), (700, 1), (990, 4)]))
def test_five_taps_within_a_second_count_in_the_order_in_which_they_were_made(table: Club, order: list[Tap]) -> None:
    """Whatever the order in which two devices' clicks come in."""
    panel, versions = arrive(table, order)
    assert versions == [[7, 2, 9, 1, 4]]
    assert panel.picked == ()


@settings(max_examples=10)
@given(taps=st.lists(st.integers(1, 9), min_size=4, max_size=4, unique=True), data=st.data())
def test_four_taps_make_one_draft_in_any_order_of_arrival(table: Club, taps: list[int], data: st.DataObject) -> None:
    """Also when cards are tapped twice: each stands where it was tapped first."""
    doubled = list(enumerate([*taps, *taps]))
    panel, versions = arrive(table, data.draw(st.permutations(doubled)))
    assert panel.picked == tuple(taps)
    assert versions == []


def test_the_same_tap_twice_is_one(table: Club) -> None:
    """Before the fifth card, with it, and after it."""
    five = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    twice = [each for tapped in five for each in (tapped, tapped)]
    panel, versions = arrive(table, [*twice, *five])
    assert versions == [[1, 2, 3, 4, 5]]
    assert panel.picked == ()


@settings(max_examples=12)
@given(
    first=st.permutations(range(1, 10)),
    second=st.permutations(range(1, 10)),
    late=st.lists(st.integers(0, 3), min_size=10, max_size=10),
)
def test_ten_interleaved_taps_of_two_devices_make_programs_of_five_different_cards(
    table: Club, first: list[int], second: list[int], late: list[int]
) -> None:
    """Each device taps five cards; each click may be overtaken by some that come after it."""
    both = [place for pair in zip(first[:5], second[:5], strict=True) for place in pair]
    arrivals = sorted(enumerate(both), key=lambda made: made[0] + late[made[0]])
    panel, versions = arrive(table, arrivals)
    assert versions
    assert all(places is not None and len(set(places)) == 5 for places in versions)
    assert len(set(panel.picked)) == len(panel.picked) < 5
    moments = {place: [moment for moment, tapped in enumerate(both) if tapped == place] for place in both}
    assert versions[0] is not None
    assert versions[0] == sorted(versions[0], key=lambda place: moments[place][0])


def test_a_tap_that_is_older_than_the_program_in_force_changes_nothing(table: Club) -> None:
    """It was overtaken by the five that made it."""
    panel, versions = arrive(table, [(10, 1), (20, 2), (30, 3), (40, 4), (50, 5), (5, 9)])
    assert versions == [[1, 2, 3, 4, 5]]
    assert panel.picked == ()


@settings(max_examples=8)
@given(pile=st.permutations([*DECK, Card.DAMAGE, Card.DAMAGE]), data=st.data())
def test_no_refusal_of_a_try_at_anothers_hand_tells_what_is_in_it(
    table: Club, pile: list[Card], data: st.DataObject
) -> None:
    """Whatever Bolt's hand is, who plays no robot, and who plays another one, is answered the same."""
    stranger, cog = 555, player(2)
    place, picks = data.draw(st.integers(-1, 10)), data.draw(st.lists(st.sampled_from(Card), max_size=6))
    late = data.draw(st.sampled_from((timedelta(), timedelta(days=3))))
    answers = []
    for hand in (tuple(pile[:9]), tuple(pile[9:18])):
        with Session(table.database.engine) as session:
            found = session.get_one(Round, 1)
            state = load_state(found.state)
            found.state = store_state(State(state.robots, (Piles(hand=hand), *state.piles[1:])))
            tried = []
            for user in (stranger, cog):
                press = Press(1, user, id_of_moment(table.now + late))
                letters = Letters(GAME, user, press.id)
                tried += [
                    programs.pick(session, table.now, press, place),
                    programs.undo(session, table.now, press),
                    programs.clear(session, table.now, press),
                    programs.submit(session, table.now, press, picks),
                    programs.submit_typed(session, table.now, letters, picks),
                    hands.open_hand(session, table.now, GAME, user),
                ]
            assert all(isinstance(answer, Rejected) for answer in tried[:6])
            answers.append(tried)
            session.rollback()
    assert answers[0] == answers[1]
