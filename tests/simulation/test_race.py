"""Races of automatic players, their records, and the verification of those."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulation.autopilot import Autopilot, Stand, Strength
from simulation.board import Board
from simulation.boardfile import parse_board
from simulation.cards import DECK, Card
from simulation.geometry import Facing, parse_square
from simulation.jsonfields import FieldError
from simulation.race import (
    LATE_ONE_IN,
    ROBOT_NAMES,
    PlayedRound,
    RaceSetup,
    SetupError,
    draw_starts,
    is_late,
    mixed_strengths,
    new_race,
    race,
)
from simulation.record import DifferenceError, digest, format_record, verify
from simulation.rules import MOST_ROBOTS, POINTS, ROUNDS, HouseRules, points_for
from simulation.shuffling import shuffled
from simulation.state import Robot
from tests.pictures import board, laser

DEFAULT = Path(__file__).parents[2] / "boards" / "green-light.toml"

SHORT = board(
    """
    +-+-+-+-+-+
    |= = = = =|
    + + + + + +
    |. . O . .|
    + + + + + +
    |> . @ . <|
    + + + + + +
    |. R . L .|
    + + + + + +
    |. . . . .|
    + + + + + +
    |1 2 3 4 5|
    +-+-+-+-+-+
    """,
    guard="C0",
    extra=laser("A4", "east", 2),
)


@cache
def default_race() -> tuple[RaceSetup, tuple[PlayedRound, ...]]:
    setup = new_race(parse_board(DEFAULT.read_bytes()), "a test", 7, ROUNDS)
    return setup, tuple(race(setup, mixed_strengths(7)))


def default_record() -> dict[str, Any]:
    setup, played = default_race()
    read = json.loads(json.dumps(format_record(setup, played)))
    assert isinstance(read, dict)
    return read


def test_the_same_seed_gives_the_same_race_and_another_another() -> None:
    """S1: everything comes from the seed, automatic players and late ones included."""
    first, second, other = (
        [played.state for played in race(new_race(SHORT, seed, 5, 10), mixed_strengths(5))]
        for seed in ("one", "one", "two")
    )
    assert first == second
    assert first != other


def test_a_race_ends_when_everybody_has_finished() -> None:
    """R1.5: before its last round."""
    rounds = list(race(new_race(SHORT, "seed", 5, 50), mixed_strengths(5)))
    assert len(rounds) < 50
    assert not rounds[-1].state.racing()
    assert rounds[-2].state.racing()


def test_a_race_ends_after_its_last_round() -> None:
    """R1.1, R1.5: ten rounds by default; whoever is not over the line by then is not."""
    rounds = list(race(new_race(SHORT, "seed", 5, 1), mixed_strengths(5)))
    assert [played.number for played in rounds] == [1]
    assert rounds[0].state.racing()
    assert ROUNDS == 10


def test_a_round_has_a_programming_and_an_activation_phase() -> None:
    """R1.2: hands are dealt, programs laid, five registers activated."""
    played = next(race(new_race(SHORT, "seed", 5, 1), mixed_strengths(5)))
    assert [len(hand) for hand in played.hands] == [9] * 5
    assert [len(piles.registers) for piles in played.laid.state.piles] == [5] * 5
    assert {beat.register for beat in played.played.beats} == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("rank", "points"), [(1, 5), (2, 4), (3, 3), (4, 3), (5, 2), (6, 2), (7, 1), (8, 1), (12, 1), (None, 0)]
)
def test_points_go_by_rank(rank: int | None, points: int) -> None:
    """R1.4: the last value holds for every later rank; who has not finished gets none."""
    assert POINTS == (5, 4, 3, 3, 2, 2, 1)
    assert points_for(rank) == points
    assert points_for(rank, (9,)) == (0 if rank is None else 9)


def test_some_players_are_late_now_and_then() -> None:
    """R2.5: about one in twelve, by the seed."""
    late = sum(is_late("seed", number, seat) for number in range(1, 201) for seat in range(6))
    assert 0.6 < late / (1200 / LATE_ONE_IN) < 1.4


def test_robots_start_on_their_start_squares_facing_north() -> None:
    """R1.1: seat i on start square i + 1, if nobody says otherwise."""
    start = new_race(SHORT, "seed", 3, 1).start()
    assert start.robots == tuple(
        Robot(name, square, Facing.NORTH) for name, square in zip(ROBOT_NAMES[:3], SHORT.starts[:3], strict=True)
    )
    assert len(ROBOT_NAMES) == MOST_ROBOTS


@pytest.mark.parametrize(
    ("seed", "players", "rounds", "reason"),
    [
        ("seed", 0, 10, "players: found 0, expected 1 to 5"),
        ("seed", 6, 10, "players: found 6, expected 1 to 5, the start squares of Test"),
        ("seed", 5, 0, "rounds: found 0, expected 1 to 1000"),
        ("seed", 5, 1001, "rounds: found 1001, expected 1 to 1000"),
        ("\ud800", 5, 10, "seed: found '\\ud800', expected text that UTF-8 can hold"),
    ],
)
def test_what_no_race_can_start_from_is_refused(seed: str, players: int, rounds: int, reason: str) -> None:
    """R1.1: players, rounds and seed, each with its reason."""
    with pytest.raises(SetupError) as caught:
        new_race(SHORT, seed, players, rounds)
    assert reason in str(caught.value)


def test_start_squares_may_be_given() -> None:
    """R1.1: each seat on its own."""
    starts = (SHORT.starts[4], SHORT.starts[0])
    setup = replace(new_race(SHORT, "seed", 2, 1), starts=starts)
    assert tuple(robot.position for robot in setup.start().robots) == starts


def test_start_squares_may_be_drawn() -> None:
    """S3: the board's, shuffled under a label of their own, the first for seat 1; for any player to redo."""
    drawn = draw_starts(SHORT, "green light", (None,) * 3)
    assert drawn == shuffled("green light", "starts", SHORT.starts)[:3]
    assert draw_starts(SHORT, "green light", (None,) * 5)[:3] == drawn
    assert len({draw_starts(SHORT, str(number), (None,) * 5) for number in range(20)}) > 10


def test_a_start_square_that_is_given_is_not_drawn() -> None:
    """S3: the others are shuffled among themselves, whichever seat it was given to."""
    given = SHORT.starts[1]
    rest = shuffled("green light", "starts", [square for square in SHORT.starts if square != given])
    assert draw_starts(SHORT, "green light", (None, given, None)) == (rest[0], given, rest[1])


@pytest.mark.parametrize(
    ("starts", "reason"),
    [
        (("A1",), "starts: found 1 squares for 2 robots, expected one for each"),
        (("A1", "B1", "C1"), "starts: found 3 squares for 2 robots, expected one for each"),
        (("A1", "A1"), "starts: found A1 twice, expected a start square for each robot alone"),
        (("A1", "A2"), "starts: found A2, expected start squares of the board: A1, B1, C1, D1, E1"),
    ],
)
def test_start_squares_that_are_none_are_refused(starts: tuple[str, ...], reason: str) -> None:
    """R1.1: different ones, each a start square of the board."""
    with pytest.raises(SetupError) as caught:
        replace(new_race(SHORT, "seed", 2, 1), starts=tuple(map(parse_square, starts)))
    assert str(caught.value) == reason


def test_an_automatic_player_sees_where_a_card_leads_it() -> None:
    """R5: the board's answer included: belt, gear, laser, pit."""
    pilot = Autopilot(SHORT, HouseRules())
    a4, b2, b5 = SHORT.starts[0]._replace(row=4), SHORT.starts[1], SHORT.starts[1]._replace(row=5)
    assert pilot.look_ahead(Stand(b2, Facing.NORTH), Card.MOVE2) == Stand(b2._replace(row=3), Facing.EAST, 0, 1)
    assert pilot.look_ahead(Stand(a4, Facing.NORTH), None) == Stand(a4._replace(column=2), Facing.NORTH, 2, 1)
    assert pilot.look_ahead(Stand(b5, Facing.NORTH), Card.MOVE1).position is None
    over = Stand(None, Facing.NORTH, 1, 3)
    assert pilot.look_ahead(over, Card.MOVE1) == over


def test_an_automatic_player_finishes_when_its_hand_can() -> None:
    """R1.1: from the last row before the line, by a turn and a move; of all programs only the weakest may miss it."""
    pilot = Autopilot(SHORT, HouseRules())
    near = Robot("Bolt", SHORT.starts[0]._replace(row=5), Facing.EAST)
    hand = (Card.UTURN, Card.BACK, Card.RIGHT, Card.AGAIN, Card.DAMAGE, Card.MOVE1, Card.LEFT, Card.MOVE3, Card.MOVE2)
    for strength in (Strength.FAIR, Strength.STRONG):
        program = pilot.choose(near, hand, strength)
        assert len(set(program)) == 5
        stand = Stand(near.position, near.facing)
        for place in program[:2]:
            stand = pilot.look_ahead(stand, hand[place - 1])
        assert stand.position is None


def end_of_program(ground: Board, hand: tuple[Card, ...], strength: Strength) -> Stand:
    """Return how a lone robot stands after the program that a player chooses on start square 1, facing west."""
    pilot = Autopilot(ground, HouseRules())
    stand = Stand(ground.starts[0], Facing.WEST)
    for place in pilot.choose(Robot("Bolt", ground.starts[0], Facing.WEST), hand, strength):
        card = hand[place - 1]
        stand = pilot.look_ahead(stand, None if card is Card.DAMAGE else card)
    return stand


def test_a_strong_player_counts_the_facing_that_it_ends_with() -> None:
    """R4.1: of all programs that end on one square it takes one that faces the way to the line."""
    walk = board("+-+-+-+-+-+\n|= . . . .|\n+ +-+-+-+-+\n|. . . . 1|\n+-+-+-+-+-+")
    hand = (Card.UTURN, Card.RIGHT, Card.MOVE1, Card.UTURN, Card.LEFT, *(Card.DAMAGE,) * 4)
    strong = end_of_program(walk, hand, Strength.STRONG)
    assert strong.position == walk.starts[0]._replace(column=4)
    assert strong.facing is Facing.WEST
    assert end_of_program(walk, hand, Strength.FAIR).position == strong.position


def test_a_strong_player_counts_damage() -> None:
    """R5.3: one square less is better than many damage cards; a fair player does not mind them."""
    beam = board("+-+-+-+-+\n|= . . .|\n+ +-+-+-+\n|. . . 1|\n+-+-+-+-+", extra=laser("C1", "north", 3))
    hand = (Card.MOVE1, *(Card.LEFT,) * 4, *(Card.DAMAGE,) * 4)
    assert end_of_program(beam, hand, Strength.FAIR).damage > 0
    assert end_of_program(beam, hand, Strength.STRONG).damage == 0


def test_a_damage_card_is_planned_as_nothing() -> None:
    """R2.7: what will come in its place is not known."""
    walk = board("+-+-+-+\n|= . .|\n+ +-+-+\n|. . 1|\n+-+-+-+")
    hand = (*(Card.DAMAGE,) * 8, Card.MOVE1)
    program = Autopilot(walk, HouseRules()).choose(Robot("Bolt", walk.starts[0], Facing.WEST), hand, Strength.FAIR)
    assert 9 in program


def test_the_field_mixes_the_strengths() -> None:
    """R1.1: fair, strong and easy in turn."""
    assert mixed_strengths(4) == (Strength.FAIR, Strength.STRONG, Strength.EASY, Strength.FAIR)


@pytest.mark.long
def test_stronger_players_finish_sooner() -> None:
    """R1.1: over twenty seeds on the default board, alone: strong before fair before easy."""
    ground = parse_board(DEFAULT.read_bytes())
    rounds = {
        strength: sum(len(list(race(new_race(ground, f"seed {n}", 1, 40), [strength]))) for n in range(20))
        for strength in Strength
    }
    assert rounds[Strength.FAIR] < rounds[Strength.EASY]
    assert rounds[Strength.STRONG] < rounds[Strength.FAIR]


@pytest.mark.long
def test_a_decent_player_needs_six_to_nine_rounds_for_the_default_board() -> None:
    """R1.1: the median of seven fair players over six races."""
    ground = parse_board(DEFAULT.read_bytes())
    needed: list[int] = []
    for number in range(6):
        finished: set[int] = set()
        for played in race(new_race(ground, f"night {number}", 7, 25), [Strength.FAIR] * 7):
            now = {seat for seat, robot in enumerate(played.state.robots) if robot.finished is not None}
            needed += [played.number] * len(now - finished)
            finished = now
        needed += [26] * (7 - len(finished))
    assert 6 <= sorted(needed)[len(needed) // 2] <= 9


def test_a_record_is_verified() -> None:
    """S1 to S4: the whole race, dealt and simulated again."""
    assert verify(json.dumps(default_record())) == len(default_race()[1])


def test_a_record_of_a_race_that_ended_early_is_verified() -> None:
    """R1.5: all have finished, and no further round is missed."""
    setup = new_race(SHORT, "seed", 5, 50)
    record = format_record(setup, list(race(setup, mixed_strengths(5))))
    assert verify(json.dumps(record)) == len(record["played"]) < 50


def test_a_record_holds_each_late_program() -> None:
    """R2.5: its places are null, its cards are those that chance gave."""
    programs = [program for played in default_record()["played"] for program in played["programs"].values()]
    late = [program for program in programs if program["late"] is not None]
    assert {program["late"] for program in late} == {"absent"}
    assert all(program["places"] is None and len(program["cards"]) == 5 for program in late)
    assert all(len(program["places"]) == 5 for program in programs if program["late"] is None)


def swap_cards(record: dict[str, Any]) -> None:
    hand = record["played"][0]["hands"]["Bolt"]
    other = next(place for place, card in enumerate(hand) if card != hand[0])
    hand[0], hand[other] = hand[other], hand[0]


def first_program_in_time(record: dict[str, Any]) -> dict[str, Any]:
    """Return a program whose first two cards differ."""
    programs = (program for program in record["played"][1]["programs"].values() if program["late"] is None)
    return next(program for program in programs if program["cards"][0] != program["cards"][1])


def change_program(record: dict[str, Any]) -> None:
    places = first_program_in_time(record)["places"]
    places[0], places[1] = places[1], places[0]


def change_program_and_cards(record: dict[str, Any]) -> None:
    change_program(record)
    cards = first_program_in_time(record)["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def remove_damage(record: dict[str, Any]) -> None:
    robots = [(robot, played) for played in record["played"] for robot in played["robots"]]
    robot = next(robot for robot, _ in robots if "damage" in robot["discard"])
    robot["discard"].remove("damage")


def other_board(record: dict[str, Any]) -> None:
    record["board"] = record["board"].replace('name = "', 'name = "Not ')


def other_board_and_digest(record: dict[str, Any]) -> None:
    text = record["board"].replace('guard = "G0"', 'guard = "A0"')
    record["board"], record["board_sha256"] = text, digest(text)


def other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "another"


def other_seed_and_digest(record: dict[str, Any]) -> None:
    record["seed"], record["seed_sha256"] = "another", digest("another")


def move_robot(record: dict[str, Any]) -> None:
    record["played"][2]["registers"][3]["robots"]["Hex"]["at"] = "Z9"


def change_order(record: dict[str, Any]) -> None:
    record["played"][2]["registers"][1]["order"].reverse()


def drop_register(record: dict[str, Any]) -> None:
    record["played"][0]["registers"].pop()


def late_in_time(record: dict[str, Any]) -> None:
    record["played"][0]["programs"]["Bolt"]["late"] = "absent"


def other_points(record: dict[str, Any]) -> None:
    record["result"][0]["points"] += 1


def other_rules(record: dict[str, Any]) -> None:
    record["rules"]["reboot_damage"] = 3


def other_start(record: dict[str, Any]) -> None:
    first, second = record["robots"][:2]
    first["start"], second["start"] = second["start"], first["start"]


def other_first_rules(record: dict[str, Any]) -> None:
    record["played"][0]["rules"]["reboot_damage"] = 3


def missing_rule(record: dict[str, Any]) -> None:
    del record["played"][1]["rules"]["reboot_damage"]


def other_rounds(record: dict[str, Any]) -> None:
    record["rounds"] += 1


def drop_round(record: dict[str, Any]) -> None:
    record["played"].pop()


def repeat_round(record: dict[str, Any]) -> None:
    record["played"].append(record["played"][-1])


def swap_rounds(record: dict[str, Any]) -> None:
    record["played"][0], record["played"][1] = record["played"][1], record["played"][0]


DIFFERENCES: dict[Callable[[dict[str, Any]], None], str] = {
    swap_cards: "round 1, hands, Bolt, no. 1: the record says",
    change_program: "cards, no. 1: the record says",
    change_program_and_cards: "round 2, ",
    remove_damage: "discard",
    other_board: "board: the record holds another board than the one that the race began with",
    other_board_and_digest: "round 1, registers, no. 1, order, no. 1: the record says",
    other_seed: "seed: the record holds another seed than the one that the race began with",
    other_seed_and_digest: "round 1, hands, Bolt, no. ",
    move_robot: 'round 3, registers, no. 4, robots, Hex, at: the record says "Z9", the race gives',
    change_order: "round 3, registers, no. 2, order, no. 1: the record says",
    drop_register: "round 1, registers, number: the record says 4, the race gives 5",
    late_in_time: "round 1, programs, Bolt, places: the record says [",
    other_start: "setup: the record holds another setup",
    other_first_rules: "round 1, rules, reboot_damage: the record says 3, the race gives 1",
    missing_rule: "round 2, rules: the record says {",
    other_points: "result, no. 1, points: the record says",
    other_rules: "setup: the record holds another setup than the one that the race began with",
    other_rounds: "setup: the record holds another setup",
    drop_round: "the race went on to round",
    repeat_round: "the record goes on with round",
    swap_rounds: "round 1, round: the record says 2, the race gives 1",
}


@pytest.mark.parametrize("change", DIFFERENCES, ids=lambda change: change.__name__)
def test_the_first_difference_of_a_changed_record_is_named(change: Callable[[dict[str, Any]], None]) -> None:
    """S1 to S4, R2.6: a swapped card, a changed program, a removed damage card, another board or seed, and more."""
    record = default_record()
    change(record)
    with pytest.raises(DifferenceError) as caught:
        verify(json.dumps(record))
    assert DIFFERENCES[change] in str(caught.value)


@pytest.mark.parametrize("key", ["at", "draw", "rank", "order", "late", "facing", "Bolt"])
def test_a_record_that_says_a_thing_twice_is_refused(key: str) -> None:
    """S1: a reader that takes the first of the two would see another race."""
    text = json.dumps(default_record())
    with pytest.raises(FieldError, match=f'found the key "{key}" more than once'):
        verify(text.replace(f'"{key}": ', f'"{key}": null, "{key}": ', 1))


def with_value(*path: str | int, to: object) -> str:
    record: Any = default_record()
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        ("[]", "record: found [], expected an object"),
        ("{}", "record: found no key 'board', expected one"),
        (b"\xff", "no JSON: found a byte at place 1 that is not UTF-8"),
        (with_value("format", to="2"), 'format: found "2", expected "green-light-rally record 2"'),
        (
            with_value("format", to="green-light-rally record 1"),
            'format: found "green-light-rally record 1", expected "green-light-rally record 2"',
        ),
        (with_value("extra", to=1), 'record: found the unknown key "extra"'),
        (with_value("points", to=[]), "points: found [], expected at least one number"),
        (with_value("points", 0, to="5"), 'points[0]: found "5", expected a whole number from 0 to 1000'),
        (with_value("rounds", to=0), "rounds: found 0, expected a whole number from 1 to 1000"),
        (
            with_value("robots", to=[{"name": "Bolt", "start": start} for start in ("C12", "D12")]),
            'robots: found ["Bolt", "Bolt"], expected 1 to 7 different names',
        ),
        (with_value("robots", to=[]), "robots: found [], expected 1 to 7 different names"),
        (with_value("robots", 0, to="Bolt"), 'robots[0]: found "Bolt", expected an object'),
        (with_value("robots", 0, "name", to=3), "robots[0].name: found 3, expected text"),
        (with_value("robots", 0, "start", to=1), "robots[0].start: found 1, expected text"),
        (with_value("robots", 0, "start", to="A2"), "starts: found A2, expected start squares of the board: "),
        (with_value("robots", 0, "start", to="c1"), "robots[0].start: found 'c1', expected a square such as 'C4'"),
        (with_value("played", to={}), "played: found {}, expected a list"),
        (with_value("played", 0, to=[]), "round 1: found [], expected an object"),
        (with_value("played", 0, "programs", to={}), "round 1, programs: found no key 'Bolt', expected one"),
        (with_value("played", 0, "programs", "Bolt", to=[]), "round 1, programs, Bolt: found [], expected an object"),
        (
            with_value("played", 0, "programs", "Bolt", "places", to=[1, 1, 2, 3, 4]),
            "round 1, programs, Bolt, places: found place 1",
        ),
        (
            with_value("played", 0, "programs", "Bolt", "places", to=[1, 2, 3, 4, 10]),
            "round 1, programs, Bolt, places: found 10, expected a whole number from 1 to 9",
        ),
        (with_value("seed", to="\ud800"), "seed: found"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_its_reason(text: str | bytes, reason: str) -> None:
    """R2.3, S1: never a traceback."""
    with pytest.raises(FieldError) as caught:
        verify(text)
    assert reason in str(caught.value)


def test_a_record_without_rounds_is_the_start_of_a_race() -> None:
    """R1.4: nobody has any points; the race went on."""
    setup, _ = default_race()
    record = format_record(setup, [])
    assert [robot["points"] for robot in record["result"]] == [0] * 7
    with pytest.raises(DifferenceError, match="the record ends with round 0; the race went on to round 1"):
        verify(json.dumps(record))


def test_a_record_may_stop_early_where_hosts_stopped_the_race() -> None:
    """R1.5: it says so, by true or false and nothing else."""
    setup, played = default_race()
    record = format_record(setup, played[:2], stopped=True)
    assert verify(json.dumps(record)) == 2
    with pytest.raises(FieldError, match="stopped: found 1, expected true or false"):
        verify(json.dumps(record | {"stopped": 1}))


def test_the_deck_is_whole_in_every_recorded_round() -> None:
    """R2.1: hand, draw and discard piles after a round hold the 19 cards."""
    for played in default_record()["played"]:
        for robot in played["robots"]:
            cards = sorted(card for card in robot["draw"] + robot["discard"] if card != "damage")
            assert cards == sorted(DECK)


def test_boards_are_recorded_in_their_canonical_form() -> None:
    """BOARDS: whoever reads the record can parse it."""
    assert parse_board(default_record()["board"]) == default_race()[0].board


def test_a_race_of_one_robot_is_verified() -> None:
    """R1.1, S1: one player is enough."""
    setup = new_race(SHORT, "seed", 1, 1)
    assert verify(json.dumps(format_record(setup, list(race(setup, mixed_strengths(1)))))) == 1


def test_an_automatic_player_adds_up_its_damage_over_the_registers() -> None:
    """R5.3: one card before, and two beams now."""
    a4 = SHORT.starts[0]._replace(row=4)
    seen = Autopilot(SHORT, HouseRules()).look_ahead(Stand(a4, Facing.NORTH, 1, 1), None)
    assert seen == Stand(a4._replace(column=2), Facing.NORTH, 3, 2)
