"""Races in which hosts do all that they can, and the records of those."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from simulation.adjustments import Adjustment, AdjustmentError, Damage, Place, Repair, Retire
from simulation.events import DamageCause, Damaged
from simulation.geometry import Facing, parse_square
from simulation.jsonfields import FieldError
from simulation.programs import Lateness
from simulation.publicrecord import format_public_record
from simulation.race import Choice, PlayedRound, RaceSetup, draw_starts, new_race, play_round
from simulation.record import DifferenceError, digest, format_record, verify
from simulation.round import Outcome
from simulation.rules import HouseRules
from simulation.state import Piles, State
from tests.pictures import board

HALL = board(
    """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |. . O .|
    + + + + +
    |. @ . .|
    + + + + +
    |. . . .|
    + + + + +
    |. . . .|
    + + + + +
    |. . . .|
    + + + + +
    |. . . .|
    + + + + +
    |1 2 3 4|
    +-+-+-+-+
    """
)
C6, C7 = parse_square("C6"), parse_square("C7")
ODD_RULES = HouseRules(reboot_damage=2, reboot_ends_program=True, lasers_blocked_by_robots=True)
FORUM_RULES = HouseRules()

BOLT, COG, DYNAMO, ECHO = range(4)
TURNS = (5, 4, 3, 2, 1)
NIGHTS: tuple[tuple[HouseRules, tuple[Adjustment, ...], tuple[Choice, ...]], ...] = (
    (ODD_RULES, (Place(BOLT, C6, Facing.WEST), Damage(COG, 3)), (TURNS, Lateness.TOO_LATE, TURNS, TURNS)),
    (
        FORUM_RULES,
        (Repair(COG, 1), Retire(DYNAMO)),
        (Lateness.EXCUSED, TURNS, TURNS, Lateness.NEVER_REACHED),
    ),
    (HouseRules(reboot_damage=0), (), (Lateness.ABSENT, TURNS, None, TURNS)),
    (FORUM_RULES, (Retire(BOLT), Retire(COG), Retire(ECHO)), (TURNS, TURNS, None, TURNS)),
)


def play_night(setup: RaceSetup, state: State, number: int) -> PlayedRound:
    rules, adjustments, choices = NIGHTS[number - 1]
    return play_round(setup, state, number, lambda _: choices, rules=rules, adjustments=adjustments)


@cache
def hosted_race() -> tuple[RaceSetup, tuple[PlayedRound, ...]]:
    names = ("Bolt", "Cog", "Dynamo", "Echo")
    setup = RaceSetup(HALL, ODD_RULES, "seed 1", len(NIGHTS), names, draw_starts(HALL, "seed 1", (None,) * 4))
    played: list[PlayedRound] = []
    for number in range(1, len(NIGHTS) + 1):
        played.append(play_night(setup, played[-1].state if played else setup.start(), number))
    return setup, tuple(played)


def hosted_record() -> dict[str, Any]:
    read = json.loads(json.dumps(format_record(*hosted_race())))
    assert isinstance(read, dict)
    return read


def test_a_round_keeps_what_hosts_did_and_why_programs_were_late() -> None:
    """R1.2, R2.5: adjustments come between the deal and the programs; a robot that retires lays none."""
    _, (first, second, third, last) = hosted_race()
    assert (first.adjusted.state.robots[BOLT].position, first.adjusted.state.robots[BOLT].facing) == (C6, Facing.WEST)
    assert [played.rules for played in (first, second)] == [ODD_RULES, FORUM_RULES]
    assert first.late == (None, Lateness.TOO_LATE, None, None)
    assert second.late == (Lateness.EXCUSED, None, None, Lateness.NEVER_REACHED)
    assert [len(hand) for hand in second.hands] == [9, 9, 9, 9]
    assert second.programs[DYNAMO] is None
    assert second.laid.state.piles[DYNAMO].registers == ()
    assert [len(hand) for hand in third.hands] == [9, 9, 0, 9]
    assert (len(third.adjustments), len(third.adjusted.beats)) == (0, 0)
    assert last.programs == (None, None, None, None)
    assert not last.state.racing()


@pytest.mark.parametrize(("rules", "taken"), [(ODD_RULES, 2), (FORUM_RULES, 1), (HouseRules(reboot_damage=0), 0)])
def test_a_round_is_played_by_its_own_rules(rules: HouseRules, taken: int) -> None:
    """H1: whatever those are that the race began with."""
    setup = new_race(HALL, "seed", 1, 2)

    def move_first(dealt: State) -> list[Choice]:
        hand = dealt.piles[0].hand
        return [tuple(sorted(range(1, 10), key=lambda place: not hand[place - 1].startswith("move"))[:5])]

    above_the_pit = (Place(0, C6, Facing.NORTH),)
    played = play_round(setup, setup.start(), 1, move_first, rules=rules, adjustments=above_the_pit)
    falls = [
        event.cards
        for beat in played.played.beats
        for event in beat.events
        if isinstance(event, Damaged) and event.cause is DamageCause.FALL
    ]
    assert falls[:1] == [taken][: bool(taken)]
    assert setup.rules == FORUM_RULES


def test_an_adjustment_that_cannot_be_made_stops_the_round() -> None:
    """R6.1: with its reason."""
    setup = new_race(HALL, "seed", 1, 1)
    pit = Place(0, C7, Facing.NORTH)
    with pytest.raises(AdjustmentError, match="found C7 for Bolt, a pit"):
        play_round(setup, setup.start(), 1, lambda _: [Lateness.ABSENT], rules=setup.rules, adjustments=[pit])


def test_a_record_with_all_that_hosts_can_do_is_verified() -> None:
    """R1.5, S1 to S4, H1 to H3: the race ends as the last robots leave it."""
    record = hosted_record()
    assert verify(json.dumps(record)) == len(NIGHTS)
    starts = [robot["start"] for robot in record["robots"]]
    assert sorted(starts) == ["A1", "B1", "C1", "D1"] != starts
    first, second, *_ = record["played"]
    assert first["rules"] == record["rules"] != second["rules"]
    assert first["adjustments"] == [{"place": "Bolt", "at": "C6", "facing": "west"}, {"damage": "Cog", "cards": 3}]
    assert second["adjustments"] == [{"repair": "Cog", "cards": 1}, {"retire": "Dynamo"}]
    assert second["hands"].keys() == {"Bolt", "Cog", "Dynamo", "Echo"}
    assert {name: program["late"] for name, program in second["programs"].items()} == {
        "Bolt": "excused",
        "Cog": None,
        "Echo": "never reached",
    }
    dynamo = second["robots"][DYNAMO]
    assert (dynamo["at"], dynamo["finished"]) == (None, None)
    assert [robot["points"] for robot in record["result"]] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("path", "to", "difference"),
    [
        (("adjustments",), [], "programs: found no key 'Dynamo', expected one"),
        (("adjustments", 1), {"retire": "Cog"}, 'programs: found the unknown key "Cog", expected one of Bolt, Dynamo'),
        (("adjustments", 1), {"retire": "Hex"}, 'adjustments[1].retire: found "Hex", expected one of Bolt, Cog'),
        (("adjustments", 1, "at"), "A1", 'adjustments[1]: found the unknown key "at", expected one of retire'),
        (
            ("adjustments", 0),
            {"damage": "Cog", "cards": 1},
            'robots, no. 2, draw, no. 9: the record says "move2", the race gives "damage"',
        ),
        (("adjustments", 0, "cards"), 9, "adjustments: found 9 damage cards to take off Cog, expected at most the "),
        (("adjustments",), {}, "adjustments: found {}, expected a list"),
        (("rules",), {}, 'rules: the record says {}, the race gives {"reboot_damage": 1'),
        (("rules", "reboot_damage"), -1, "rules.reboot_damage: found -1, expected a whole number"),
        (("programs", "Cog", "late"), False, "programs, Cog, late: found false, expected one of absent, too late"),
        (("programs", "Bolt", "late"), None, "programs, Bolt, places: found null, expected a list"),
        (("programs", "Bolt", "places"), [1, 2], "programs, Bolt, places: the record says [1, 2], the race gives null"),
    ],
)
def test_what_hosts_did_not_do_is_found(path: tuple[str | int, ...], to: object, difference: str) -> None:
    """R2.5, R2.6, H1: an adjustment, a rule or a reason that was not, or cannot be."""
    record = hosted_record()
    inner: Any = record["played"][1]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    with pytest.raises((DifferenceError, FieldError)) as caught:
        verify(json.dumps(record))
    assert str(caught.value).startswith(f"round 2, {difference}")


def keys_within(value: object) -> set[str]:
    """Return the keys of all objects in a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_within, value.values()))
    return set().union(*map(keys_within, value)) if isinstance(value, list) else set()


def public_record() -> dict[str, Any]:
    read = json.loads(json.dumps(format_public_record(*hosted_race())))
    assert isinstance(read, dict)
    return read


def test_a_public_record_holds_what_everybody_has_seen() -> None:
    """R2.7, R2.8: the setup, and of each round its rules, adjustments, reasons, cards, orders, stands and robots."""
    shown, record = public_record(), hosted_record()
    for key in shown.keys() - {"format", "played"}:
        assert shown[key] == record[key]
    for seen, whole in zip(shown["played"], record["played"], strict=True):
        assert all(seen[key] == whole[key] for key in ("round", "rules", "adjustments"))
        late = {name: program["late"] for name, program in whole["programs"].items() if program["late"] is not None}
        assert seen["late"] == late
        for register, (turned_up, stands) in enumerate(zip(seen["registers"], whole["registers"], strict=True)):
            assert {key: turned_up[key] for key in ("order", "robots")} == stands
            for name, card in turned_up["cards"].items():
                assert card["card"] == whole["programs"][name]["cards"][register]
        bare = [{key: robot[key] for key in ("name", "at", "facing", "finished")} for robot in whole["robots"]]
        assert seen["robots"] == bare
    assert shown["played"][0]["registers"][0]["cards"].keys() == {"Bolt", "Cog", "Dynamo", "Echo"}
    assert shown["played"][3]["registers"][0]["cards"] == {}


def test_a_public_record_tells_nothing_of_the_seed_hands_piles_and_places() -> None:
    """S1, R2.2, R2.3: but the seed's SHA-256, so that it cannot be changed later."""
    shown = public_record()
    hidden = {"seed", "hands", "programs", "places", "draw", "discard", "result"}
    assert keys_within(shown) & hidden == set()
    assert hidden <= keys_within(hosted_record())
    assert shown["seed_sha256"] == digest("seed 1")
    assert '"seed 1"' not in json.dumps(shown)


def test_a_public_record_does_not_change_with_what_is_hidden() -> None:
    """R2.3: other piles and other places that lead to the same registers, and nobody sees a difference."""
    setup, (first, *_) = hosted_race()
    empty = tuple(Piles() for _ in first.state.piles)

    def without_piles(outcome: Outcome) -> Outcome:
        return replace(outcome, state=State(outcome.state.robots, empty))

    hidden = replace(
        first,
        programs=tuple(None if isinstance(program, tuple) else program for program in first.programs),
        dealt=without_piles(first.dealt),
        adjusted=without_piles(first.adjusted),
        laid=without_piles(first.laid),
        played=without_piles(first.played),
    )
    assert format_public_record(setup, [hidden]) == format_public_record(setup, [first])
