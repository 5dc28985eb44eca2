import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.clauses import Teller, clauses
from bot.text.escaping import length
from bot.text.languages import LANGUAGES
from bot.text.limits import LONGEST_MESSAGE
from bot.text.narrate import narrate
from simulation.adjustments import Damage, Place, Repair, Retire, adjust_all
from simulation.beats import Phase, PublicBeat, public
from simulation.cards import Card
from simulation.events import (
    Blocked,
    Carried,
    DamageCause,
    Damaged,
    Fell,
    Finished,
    Held,
    HeldCause,
    Moved,
    Placed,
    Played,
    Prioritised,
    PublicEvent,
    Pushed,
    Rebooted,
    Repaired,
    Retired,
    TurnCause,
    Turned,
)
from simulation.geometry import Facing, parse_square
from simulation.jsonfields import load_json
from simulation.round import simulate
from simulation.scenario import parse_scenario
from simulation.state import new_game
from tests.bot.boards import board_of
from tests.bot.text.samples import GOLDEN, complete, names
from tests.golden import SCENARIOS, read_golden
from tests.strategies import Round, rounds

FILES = sorted(SCENARIOS.glob("*.txt"))
ROBOTS = ("Cog", "Bolt", "Dynamo")


def tell(language: str, *events: PublicEvent, phase: Phase = Phase.CARD) -> str:
    (account,) = narrate(complete(language), [PublicBeat(1, phase, events)], ROBOTS)
    return account.text.split("\n")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_are_told_as_they_were(language: str, *, rewrites_golden: bool) -> None:
    """Every golden scenario in both languages, word for word."""
    told: list[str] = []
    for path in FILES:
        scenario = parse_scenario(load_json(json.dumps(read_golden(path).scenario)))
        robots = [robot.name for robot in scenario.state.robots]
        accounts = narrate(complete(language), public(scenario.simulate().beats), robots)
        told += [f"=== {path.stem}", *(account.text for account in accounts)]
    golden = GOLDEN / f"rounds.{language}.txt"
    text = "\n".join(told) + "\n"
    if rewrites_golden:
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def test_a_push_into_a_pit_has_its_cause() -> None:
    """Who pushed, where to, what it cost, and where it goes on: one sentence."""
    a5, a6, a7 = (parse_square(name) for name in ("A5", "A6", "A7"))
    events = (
        Played(0, Card.MOVE1, Card.MOVE1, Card.MOVE1),
        Pushed(1, 0, a6, a7, Facing.NORTH),
        Moved(0, a5, a6, Facing.NORTH),
        Fell(1, a7, over_edge=False, ends_program=False),
        Damaged(1, 1, DamageCause.FALL),
        Rebooted(1, parse_square("A2"), beside=False),
    )
    assert tell("en", *events) == (
        "• **Cog** plays Move 1, moves 1 square north to A6 and pushes Bolt 1 square north to A7;"
        " Bolt falls into the pit at A7, takes a damage card and reboots at A2."
    )
    assert tell("nl", *events) == (
        "• **Cog** speelt Vooruit 1, gaat 1 vakje noordwaarts naar A6 en duwt Bolt 1 vakje noordwaarts naar A7;"
        " Bolt valt in de put op A7, krijgt een schadekaart en reboot op A2."
    )


def test_the_steps_of_one_card_are_one_sentence() -> None:
    """Three squares are three squares, with everybody who is pushed along."""
    squares = [parse_square(f"A{row}") for row in range(1, 8)]
    events: list[PublicEvent] = [Played(0, Card.MOVE3, Card.MOVE3, Card.MOVE3)]
    for step in range(3):
        events += [Pushed(seat, 0, squares[step + seat], squares[step + seat + 1], Facing.NORTH) for seat in (2, 1)]
        events.append(Moved(0, squares[step], squares[step + 1], Facing.NORTH))
    assert tell("en", *events) == (
        "• **Cog** plays Move 3, moves 3 squares north to A4 and pushes north: Bolt to A5 and Dynamo to A6."
    )


def test_the_edge_is_told_as_an_edge() -> None:
    """A place outside the board has no name."""
    a1, outside = parse_square("A1"), parse_square("A0")
    fall = Fell(1, outside, over_edge=True, ends_program=True)
    assert tell("en", Pushed(1, 0, a1, outside, Facing.SOUTH), fall) == (
        "• **Cog** pushes Bolt 1 square south, over the edge;"
        " Bolt falls off the board and plays nothing more this round."
    )
    both = (Pushed(1, 0, a1, outside, Facing.SOUTH), Pushed(2, 0, parse_square("A2"), a1, Facing.SOUTH), fall)
    assert tell("en", *both).startswith("• **Cog** pushes south: Dynamo to A1 and Bolt over the edge;")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Played(0, Card.DAMAGE, None, None), "plays Damage and has nothing left to draw"),
        (Played(0, Card.DAMAGE, Card.LEFT, Card.LEFT), "plays Damage and draws Turn left in its place"),
        (Played(0, Card.DAMAGE, Card.AGAIN, None), "plays Damage, draws Again in its place and has nothing to repeat"),
        (Played(0, Card.AGAIN, Card.AGAIN, Card.BACK), "plays Again (Move back)"),
        (
            Held(0, parse_square("C4"), Facing.EAST, HeldCause.SWAP),
            "stays at C4, for it would change places with another robot",
        ),
    ],
)
def test_cards_and_belts_have_their_reasons(event: PublicEvent, told: str) -> None:
    """What came in a damage card's place, what Again repeats, why a belt did not carry."""
    assert tell("en", event) == f"• **Cog** {told}."


def test_a_single_robot_has_nobody_behind_it() -> None:
    """The order of one."""
    assert tell("en", Prioritised((1,), (1,)), phase=Phase.PRIORITY) == "🟢 Bolt goes first, 1 square from the Guard."


def test_an_order_is_no_clause() -> None:
    """It is told by the register."""
    with pytest.raises(AssertionError):
        clauses(Teller(complete("en"), ROBOTS), [Prioritised((1,), (1,))])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_hosts_change_is_told_before_the_registers(language: str) -> None:
    """Moves, turns, damage, and who leaves."""
    board = board_of("====", "....", ".O@.", "1234")
    state = new_game((("Cog", parse_square("A1")), ("Bolt", parse_square("B1"))))
    adjustments = (
        Place(0, parse_square("A3"), Facing.EAST),
        Place(0, parse_square("A3"), Facing.WEST),
        Damage(1, 2),
        Repair(1, 1),
        Retire(1),
    )
    beats = public(adjust_all(board, state, adjustments).beats)
    ((register, text),) = [(account.register, account.text) for account in narrate(complete(language), beats, ROBOTS)]
    assert register == 0
    if language == "en":
        assert text.split("\n") == [
            "• The host puts Cog on A3 (faces east).",
            "• The host turns Cog (faces west).",
            "• The host gives Bolt 2 damage cards.",
            "• The host takes a damage card off Bolt.",
            "• The host takes Bolt off the board for good.",
        ]


@given(rounds(), st.lists(names, min_size=12, max_size=12), st.sampled_from(LANGUAGES))
def test_every_register_fits_into_a_message(made: Round, robots: list[str], language: str) -> None:
    """Whatever happens, whatever the robots are called."""
    outcome = simulate(made.board, made.state, made.rules, made.shuffle)
    accounts = narrate(complete(language), public(outcome.beats), robots)
    assert [account.register for account in accounts] == sorted({beat.register for beat in public(outcome.beats)})
    for account in accounts:
        assert 0 < length(account.text) <= LONGEST_MESSAGE


A1, A2 = parse_square("A1"), parse_square("A2")
EVERY_EVENT: tuple[PublicEvent, ...] = (
    Prioritised((0, 1), (1, 2)),
    *(Played(0, card, card, card) for card in Card if card is not Card.DAMAGE),
    Played(0, Card.AGAIN, Card.AGAIN, None),
    Played(0, Card.DAMAGE, None, None),
    Played(0, Card.DAMAGE, Card.LEFT, Card.LEFT),
    *(Moved(0, A1, A2, facing) for facing in Facing),
    Pushed(1, 0, A1, A2, Facing.NORTH),
    *(Blocked(0, facing, A1) for facing in Facing),
    Turned(0, Facing.EAST, Facing.NORTH, TurnCause.CARD),
    *(
        Turned(0, before, Facing.NORTH, cause)
        for cause in (TurnCause.BELT, TurnCause.GEAR)
        for before in Facing
        if before is not Facing.NORTH
    ),
    Carried(0, A1, A2, Facing.NORTH),
    *(Held(0, A1, Facing.NORTH, cause) for cause in HeldCause),
    Finished(0, A1, 1),
    *(Fell(0, A1, over_edge=edge, ends_program=ends) for edge in (True, False) for ends in (True, False)),
    *(Damaged(0, cards, cause) for cards in (1, 2) for cause in DamageCause),
    *(Rebooted(0, A1, beside=beside) for beside in (True, False)),
    Placed(0, A1, A2, Facing.NORTH, Facing.EAST),
    Placed(0, A1, A1, Facing.NORTH, Facing.EAST),
    Repaired(0, 1),
    Retired(0),
)
"""One of each kind with each cause."""
_PHASES = {
    TurnCause.BELT: Phase.BELTS,
    TurnCause.GEAR: Phase.GEARS,
    DamageCause.LASER: Phase.LASERS,
}
"""Where what the board does tells the cause."""


def tell_whole(language: str, event: PublicEvent) -> str:
    """Return the account of one event."""
    phase = _PHASES.get(event.cause, Phase.CARD) if isinstance(event, Turned | Damaged) else Phase.CARD
    (account,) = narrate(complete(language), [PublicBeat(1, phase, (event,))], ROBOTS)
    return account.text


def test_every_event_with_each_cause_is_told_in_both_languages() -> None:
    """No two read alike, and none as in the other language."""
    kinds = {kind for union in get_args(PublicEvent) for kind in (get_args(union) or (union,))}
    assert {type(event) for event in EVERY_EVENT} == kinds
    told = {language: [tell_whole(language, event) for event in EVERY_EVENT] for language in LANGUAGES}
    assert set(map(len, map(set, told.values()))) == {len(EVERY_EVENT)}
    assert not set(told["en"]) & set(told["nl"])
