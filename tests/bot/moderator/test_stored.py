import json
from dataclasses import is_dataclass
from typing import Any, TypeVar, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.moderator.stored import (
    load_beats,
    load_board,
    load_rules,
    load_state,
    store_beats,
    store_rules,
    store_state,
)
from simulation import cardevents, events
from simulation.adjustments import AdjustmentError, adjust
from simulation.beats import Beat, Event, Phase
from simulation.cards import DECK
from simulation.round import deal, lay_programs, simulate
from simulation.state import Piles, State
from tests.strategies import Round, adjustments, house_rules, rounds

T = TypeVar("T")


def through_text(stored: T) -> T:
    """Return JSON as the database gives it back."""
    loaded: T = json.loads(json.dumps(stored))
    return loaded


def classes(union: Any) -> set[type]:  # noqa: ANN401 - a union of classes is no type
    return {found for member in get_args(union) for found in (classes(member) or {member})}


@settings(max_examples=20)
@given(made=rounds(), late=st.booleans(), data=st.data())
def test_states_beats_and_rules_come_back_from_text_as_they_were(
    made: Round, data: st.DataObject, *, late: bool
) -> None:
    """From the deal to the end of a round, with what a host changes on the way; equal to the last card."""
    board, rules, shuffle = made.board, made.rules, made.shuffle
    before = State(made.state.robots, tuple(Piles(discard_pile=DECK) for _ in made.state.piles))
    dealt = deal(board, before, rules, shuffle)
    state, beats = dealt.state, dealt.beats
    try:
        adjusted = adjust(board, state, data.draw(adjustments(board, len(state.robots))))
        state, beats = adjusted.state, beats + adjusted.beats
    except AdjustmentError:
        pass
    places = [None if late else (9, 1, 5, 2, 4)] * len(state.robots)
    laid = lay_programs(board, state, places, rules, shuffle)
    played = simulate(board, laid.state, rules, shuffle)
    beats += laid.beats + played.beats
    for each in (before, state, laid.state, played.state):
        assert load_state(through_text(store_state(each))) == each
    found = load_beats(through_text(store_beats(beats)))
    assert found == beats
    assert list(map(repr, found)) == list(map(repr, beats))
    assert load_rules(through_text(store_rules(rules))) == rules


@given(house_rules())
def test_house_rules_are_stored_by_their_names(rules: Any) -> None:  # noqa: ANN401 - house rules, from hypothesis
    assert through_text(store_rules(rules)) == {
        "reboot_damage": rules.reboot_damage,
        "reboot_ends_program": rules.reboot_ends_program,
        "lasers_blocked_by_robots": rules.lasers_blocked_by_robots,
    }


def test_every_event_there_is_can_be_stored() -> None:
    """Each class of the two modules is in the union that goes into a beat, and comes back from text."""
    defined = {
        found
        for module in (events, cardevents)
        for found in vars(module).values()
        if isinstance(found, type) and is_dataclass(found) and found.__module__ == module.__name__
    }
    assert defined == classes(Event)
    assert len({each.__name__ for each in defined}) == len(defined)

    @settings(max_examples=5)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        made: list[Any] = [data.draw(st.from_type(each)) for each in sorted(defined, key=lambda each: each.__name__)]
        beat = Beat(3, Phase.CARD, tuple(made))
        assert load_beats(through_text(store_beats([beat]))) == (beat,)

    check()


def test_a_board_is_parsed_once() -> None:
    text = "name = 'Test'\nguard = 'A0'\npicture = '''\n+ +\n = \n+ +\n @ \n+ +\n 1 \n+ +\n'''\n"
    assert load_board(text) is load_board(str(text))
