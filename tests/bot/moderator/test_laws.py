"""Laws of the moderator: cards are never lost, nothing hidden reaches the channel, redone rounds come out the same."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import Session, select

from bot.db.tables import Round, RoundResult
from bot.moderator import programs as programs_module
from bot.moderator import rollback
from bot.moderator.export import export
from bot.moderator.intime import Letters, Press
from bot.moderator.orders import Done
from bot.moderator.refusals import Reason, rejected
from bot.moderator.stored import load_beats, load_state, store_state
from simulation.beats import public
from simulation.cardevents import Emptied, Replaced
from simulation.cards import DECK, Card
from simulation.events import Damaged
from simulation.state import Piles, State
from tests.bot.moderator.club import SEED, Club
from tests.strategies import all_cards

pytestmark = pytest.mark.long

ROBOTS = 3
Programs = list[tuple[int, ...] | None]
PLACES = st.permutations(range(1, 10)).map(lambda places: tuple(places[:5]))
NIGHT = st.lists(st.none() | PLACES, min_size=ROBOTS, max_size=ROBOTS)
"""A night's programs seat by seat; None for whoever is late."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a game that has just started."""
    club = Club(tmp_path_factory.mktemp("laws") / "started.db")
    club.new_game(ROBOTS, board="laser-gallery")
    club.tick()
    club.restart()
    return club.path


def play_night(club: Club, programs: Programs) -> None:
    """Let players whose robots still race give their programs, and the night come."""
    found = club.round(1)
    racing = load_state(found.state).racing()
    for seat in racing:
        places = programs[seat]
        if places is not None:
            club.write(1, seat + 1, places)
    club.now = found.deadline + timedelta(seconds=6)
    club.keep_hearing()
    club.tick()


def damage_of(beats: list[dict[str, Any]], seat: int) -> int:
    """Return how many more damage cards a seat has after these events than before them."""
    events = [event for beat in load_beats(beats) for event in beat.events]
    taken = sum(event.cards for event in events if isinstance(event, Damaged) and event.seat == seat)
    return taken - sum(isinstance(event, Replaced | Emptied) and event.seat == seat for event in events)


@contextmanager
def copied(started: Path) -> Iterator[Club]:
    """Open the started game in a file of its own."""
    with TemporaryDirectory() as folder:
        club = Club(Path(shutil.copy(started, folder)))
        yield club
        club.restart()


@settings(max_examples=10)
@given(nights=st.lists(NIGHT, min_size=1, max_size=3))
def test_every_card_is_somewhere_once_at_any_moment(started: Path, nights: list[Programs]) -> None:
    """R2.1, R2.6, R2.7: 19 cards and the damage taken, in each state that is kept: dealt, and resolved."""
    with copied(started) as club:
        for programs in nights:
            if club.game(1).running_channel_id is not None:
                play_night(club, programs)
        results = {row.round_id: row for row in club.rows(RoundResult)}
        damage = [0] * ROBOTS
        for row in club.rows(Round):
            assert [count(piles) for piles in load_state(row.state).piles] == [whole_deck(cards) for cards in damage]
            if row.id in results:
                result = results[row.id]
                damage = [cards + damage_of(result.beats, seat) for seat, cards in enumerate(damage)]
                after = load_state(result.state).piles
                assert [count(piles) for piles in after] == [whole_deck(cards) for cards in damage]


def count(piles: Piles) -> Counter[Card]:
    """Count a player's cards, wherever they are."""
    return Counter(all_cards(piles))


def whole_deck(damage: int) -> Counter[Card]:
    """Return the deck and so many damage cards."""
    return Counter(DECK) + Counter({Card.DAMAGE: damage})


@settings(max_examples=8)
@given(programs=NIGHT, again=st.sampled_from(["correct", "replay"]))
def test_a_redone_round_with_the_same_programs_comes_out_the_same(
    started: Path, programs: Programs, again: str
) -> None:
    """S4, R2.5: whichever way it is redone, late players included."""
    with copied(started) as club:
        play_night(club, programs)
        if again == "correct":
            assert isinstance(club.command(rollback.correct, 1, 1, ()), Done)
            club.tick()
        else:
            assert isinstance(club.command(rollback.replay, 1, 1), Done)
            play_night(club, programs)
        first, second = club.rows(RoundResult)
        assert (first.beats, first.state) == (second.beats, second.state)
        assert [_places(each) for each in first.programs] == [_places(each) for each in second.programs]


def _places(program: dict[str, Any] | None) -> object:
    return None if program is None else program["places"]


@settings(max_examples=8)
@given(programs=st.lists(PLACES, min_size=ROBOTS, max_size=ROBOTS), random=st.randoms(use_true_random=False))
def test_what_is_hidden_changes_nothing_that_the_channel_sees(
    started: Path, programs: Programs, random: Random
) -> None:
    """The order of the draw piles and the cards that stay in the hand: two games that differ in them look the same."""
    with copied(started) as club, copied(started) as other:
        other.do(lambda session: hide_otherwise(session, programs, random))
        for each in (club, other):
            play_night(each, programs)
        assert seen(club) == seen(other)
        told = json.dumps([letter.facts for letter in club.post.letters.values() if letter.lane.startswith("c")])
        assert not any(f'"{card.value}"' in told for card in Card)


def hide_otherwise(session: Session, programs: Programs, random: Random) -> None:
    """Change what nobody at the table can know: draw piles, and cards of the hands that are not programmed."""
    found = session.exec(select(Round)).one()
    state = load_state(found.state)
    piles: list[Piles] = []
    for seat, before in enumerate(state.piles):
        places = programs[seat] or ()
        unchosen = [index for index in range(len(before.hand)) if index + 1 not in places]
        hidden = [*before.draw_pile, *(before.hand[index] for index in unchosen)]
        random.shuffle(hidden)
        hand = list(before.hand)
        for index in unchosen:
            hand[index] = hidden.pop()
        piles.append(Piles(tuple(hand), tuple(hidden), (), (), before.shuffles))
    found.state = store_state(State(state.robots, tuple(piles)))


def seen(club: Club) -> object:
    """Return all that the channel gets, and what a viewer may ask for."""
    letters = [(letter.key, letter.facts) for letter in club.post.letters.values() if letter.lane.startswith("c")]
    result = club.rows(RoundResult)[0]
    moves = public(load_beats(result.beats))
    return letters, moves, [(robot.position, robot.facing) for robot in load_state(result.state).robots]


def test_an_export_before_the_end_holds_nothing_hidden(started: Path) -> None:
    """No seed, no hands, no piles, no places of cards: neither their names nor the seed's text."""
    with copied(started) as club:
        play_night(club, [(5, 3, 9, 1, 7), None, (1, 2, 3, 4, 5)])
        record = club.do(lambda session: export(session, club.now, 1))
        told = json.dumps(record)
        assert f'"{SEED}"' not in told
        keys = set(re.findall(r'"([a-z_]+)":', told))
        assert keys & {"seed", "hands", "hand", "places", "draw", "discard", "programs", "piles"} == set()


@given(cards=st.lists(st.sampled_from(Card), min_size=1, max_size=5), place=st.integers(-1, 12))
@settings(max_examples=10)
def test_no_refusal_tells_what_is_in_anothers_hand(started: Path, cards: list[Card], place: int) -> None:
    """A stranger, and a player who tries another's seat: the answer does not depend on the hand."""
    with copied(started) as club:
        press, letters = Press(club.round(1).id, 666, club.new_id()), Letters(1, 666, club.new_id())
        tries = [
            club.do(lambda session: programs_module.pick(session, club.now, press, place)),
            club.do(lambda session: programs_module.submit(session, club.now, press, cards)),
            club.do(lambda session: programs_module.submit_typed(session, club.now, letters, cards)),
        ]
        assert tries == [rejected(Reason.NOT_A_PLAYER)] * 3
