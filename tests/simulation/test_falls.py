"""Falls and reboots (R6), the mover's steps after them (R4.6, R4.7), and house rules H1 and H2."""

import pytest

from simulation.events import DamageCause, Damaged, Fell, Finished, Moved, Pushed, Rebooted
from simulation.geometry import Facing, Position, parse_square
from tests.pictures import after, answer, events, piles, played

PIT = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. O . . .|
+ + + + + +
|. . . @ .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def test_a_robot_that_walks_into_a_pit_takes_damage_and_reboots() -> None:
    """R6.1, R2.6: it faces as before, and the damage card lies on its discard pile at once."""
    outcome = played(PIT, "Bolt B2 north move1")
    assert events(outcome, Moved, Fell, Damaged, Rebooted) == [
        Moved(0, Position(2, 2), Position(2, 3), Facing.NORTH),
        Fell(0, Position(2, 3), over_edge=False, ends_program=False),
        Damaged(0, 1, DamageCause.FALL),
        Rebooted(0, Position(4, 2), beside=False),
    ]
    assert after(1, PIT, "Bolt B2 north move1") == "Bolt D2 north"
    assert piles(PIT, "Bolt B2 north move1") == {"Bolt": "| damage move1 left left left left"}


def test_a_fall_ends_the_card_but_not_the_program() -> None:
    """R6.1, R4.6: Move 3 is over with its first step; the next card is played from the reboot square."""
    assert after(1, PIT, "Bolt B2 north move3 move1") == "Bolt D2 north"
    assert after(2, PIT, "Bolt B2 north move3 move1") == "Bolt D3 north"


def test_a_robot_that_is_pushed_into_a_pit_falls_before_the_next_step() -> None:
    """R4.5, R4.6: Cog falls by Bolt's first step; by the second Bolt falls as well, and pushes Cog off the square."""
    robots = "Bolt B1 north move2, Cog B2 west"
    outcome = played(PIT, robots, guard="B0")
    assert [type(event) for event in events(outcome, Fell, Rebooted, Pushed, Moved)] == [
        Pushed,
        Moved,
        Fell,
        Rebooted,
        Moved,
        Fell,
        Pushed,
        Rebooted,
    ]
    assert after(1, PIT, robots, guard="B0") == "Bolt D2 north, Cog C2 south"


def test_a_robot_that_fell_before_its_turn_still_plays() -> None:
    """R4.7: Cog is pushed down, reboots at D2, and moves on from there."""
    assert after(1, PIT, "Bolt B1 north move1, Cog B2 west move1", guard="B0") == "Bolt B2 north, Cog C2 west"


def test_the_robot_on_the_reboot_square_is_pushed_where_it_faces() -> None:
    """R6.2: Cog faces east, and is pushed east; Hex stands in its way and is pushed as well."""
    robots = "Bolt B2 north move1, Cog D2 east again, Hex E2 north again"
    assert after(1, PIT, "Bolt B2 north move1, Cog D2 east again") == "Bolt D2 north, Cog E2 east"
    assert after(1, PIT, robots).startswith("Bolt D2 north")
    told = events(played(PIT, "Bolt B2 north move1, Cog D2 west again, Hex C2 north again"), Pushed)
    assert told == [
        Pushed(2, 0, Position(3, 2), Position(2, 2), Facing.WEST),
        Pushed(1, 0, Position(4, 2), Position(3, 2), Facing.WEST),
    ]


def test_a_blocked_push_off_the_reboot_square_tries_clockwise() -> None:
    """R6.3: east is shut by Hex at the edge, so Cog is pushed south."""
    robots = "Bolt B2 north move1, Cog D2 east again, Hex E2 north again"
    assert after(1, PIT, robots) == "Bolt D2 north, Cog D1 east, Hex E2 north"


CORNERED = """
+-+-+-+-+
|= = = =|
+ + + + +
|. O . .|
+ + +-+ +
|. .|@|.|
+ + +-+ +
|1 . . .|
+-+-+-+-+
"""


def test_if_no_direction_works_the_newcomer_goes_to_the_nearest_free_square() -> None:
    """R6.3: the reboot square C2 is walled in; C3 is due north of it."""
    outcome = played(CORNERED, "Bolt B2 north move1, Cog C2 east again")
    assert events(outcome, Rebooted) == [Rebooted(0, Position(3, 3), beside=True)]


@pytest.mark.parametrize("taken", range(10))
def test_nearest_is_by_rows_plus_columns_and_ties_go_clockwise_from_north(taken: int) -> None:
    """R6.3: the squares around C2 in their order; pits (B3) and squares beyond the line (C4) are not free."""
    nearest = ("C3", "D2", "C1", "B2", "D3", "D1", "B1", "A2", "A1", "A3")
    names = ("Dynamo", "Echo", "Fuse", "Gizmo", "Hex", "Ion", "Jolt", "Klaxon", "Lumen")
    standing = [f"{name} {square} north again" for name, square in zip(names, nearest[:taken], strict=False)]
    robots = ", ".join(["Bolt A3 east move1", "Cog C2 east again", *standing])
    outcome = played(CORNERED, robots)
    assert [event.square for event in events(outcome, Rebooted)] == [parse_square(nearest[taken])]


CHAIN = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. O . O .|
+ + + + + +
|. . O @ O|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def test_a_robot_that_a_reboot_pushes_down_is_rebooted_next() -> None:
    """R6.2: Cog faces the pit beside the reboot square; it comes back, and pushes Bolt where Bolt faces."""
    outcome = played(CHAIN, "Bolt A3 east move1, Cog D2 west again")
    told = events(outcome, Fell, Pushed, Rebooted)
    assert told == [
        Fell(0, Position(2, 3), over_edge=False, ends_program=False),
        Pushed(1, 0, Position(4, 2), Position(3, 2), Facing.WEST),
        Rebooted(0, Position(4, 2), beside=False),
        Fell(1, Position(3, 2), over_edge=False, ends_program=False),
        Pushed(0, 1, Position(4, 2), Position(4, 1), Facing.SOUTH),
        Rebooted(1, Position(4, 2), beside=False),
    ]


def test_nobody_falls_twice_in_one_chain() -> None:
    """R6.3: Bolt faces a pit on the reboot square, but fell in this chain: east is a wall to it, south is free."""
    assert after(1, CHAIN, "Bolt A3 east move1, Cog D2 west again") == "Bolt D1 east, Cog D2 west"


def test_a_robot_may_fall_again_by_the_next_step() -> None:
    """R6.3: each step is a chain of its own; Cog falls by the first and by the second step of Bolt's Move 2."""
    picture = """
    +-+-+-+-+-+
    |= = = = =|
    + + + + + +
    |. . . . .|
    + + + + + +
    |. . O @ O|
    + + + +-+ +
    |1 . . . .|
    +-+-+-+-+-+
    """
    robots = "Bolt A2 east move2, Cog B2 east again"
    assert [event.seat for event in events(played(picture, robots), Fell)] == [1, 0, 1]
    assert after(1, picture, robots) == "Bolt D3 east, Cog D2 east"


def test_a_mover_that_a_reboot_pushes_aside_goes_on_from_there() -> None:
    """R4.6: Hex falls, and its reboot pushes Bolt from B2 to C2; Bolt's second step starts at C2."""
    picture = """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |. . . .|
    + + + + +
    |. @ . O|
    + + + + +
    |1 . . .|
    +-+-+-+-+
    """
    robots = "Bolt A2 east move2, Cog B2 south again, Hex C2 north again"
    outcome = played(picture, robots)
    assert [(event.origin, event.target) for event in events(outcome, Moved)] == [
        (Position(1, 2), Position(2, 2)),
        (Position(3, 2), Position(4, 2)),
    ]
    assert after(1, picture, robots) == "Bolt B2 east, Cog B1 south, Hex B3 north"


def test_the_mover_that_falls_in_the_chain_loses_its_steps() -> None:
    """R4.6: Bolt pushes Cog down; the reboot pushes Bolt off the square into a pit; Bolt comes back and stops."""
    picture = """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |. . . .|
    + + + + +
    |. @ O .|
    + + + + +
    |1 . . .|
    +-+-+-+-+
    """
    outcome = played(picture, "Bolt A2 east move3, Cog B2 north again", guard="A0")
    assert [event.seat for event in events(outcome, Fell)] == [1, 0]
    assert len(events(outcome, Moved)) == 1
    assert after(1, picture, "Bolt A2 east move3, Cog B2 north again") == "Bolt B2 east, Cog B3 north"


def test_the_mover_that_finishes_in_the_chain_loses_its_steps() -> None:
    """R4.6: Bolt pushes Cog down; Cog's reboot pushes Hex north into Bolt, which is so pushed over the line."""
    picture = """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |. . O .|
    + + + + +
    |. @ . .|
    + + + + +
    |1 . . .|
    +-+-+-+-+
    """
    robots = "Bolt A3 east move3, Cog B3 west again, Hex B2 north again"
    outcome = played(picture, robots, guard="A3")
    assert events(outcome, Finished) == [Finished(0, Position(2, 4), 1)]
    assert len(events(outcome, Moved)) == 1
    assert after(1, picture, robots, guard="A3") == "Bolt over, Cog B2 west, Hex B3 north"


def test_a_robot_pushed_off_the_reboot_square_may_finish() -> None:
    """R6.2, R1.3: Cog faces the line beside the reboot square, and is first; Bolt takes the square."""
    picture = PIT.replace("|. . . . .|\n+ + + + + +\n|. O", "|. . . = .|\n+ + + + + +\n|. O").replace(
        "|. O . . .|", "|. O . @ .|"
    )
    picture = picture.replace("|. . . @ .|", "|. . . . .|")
    outcome = played(picture, "Bolt B2 north move1, Cog D3 north again")
    assert [event.rank for event in events(outcome, Finished)] == [1]
    assert after(1, picture, "Bolt B2 north move1, Cog D3 north again") == "Bolt D3 north, Cog over"


def test_robots_that_fall_together_leave_first_and_reboot_in_order() -> None:
    """R6.4: two belts lead into one pit; Cog is nearer to the Guard and reboots first, Bolt pushes it off."""
    picture = """
    +-+-+-+-+
    |= = = =|
    + + + + +
    |> O < .|
    + + + + +
    |. . . @|
    + + + + +
    |1 . . .|
    +-+-+-+-+
    """
    robots = "Bolt A3 north again, Cog C3 west again"
    outcome = played(picture, robots, guard="D0")
    assert [(type(event), event.seat) for event in events(outcome, Fell, Pushed, Rebooted)] == [
        (Fell, 1),
        (Fell, 0),
        (Rebooted, 1),
        (Pushed, 1),
        (Rebooted, 0),
    ]
    assert after(1, picture, robots, guard="D0") == "Bolt D2 north, Cog C2 west"


def test_house_rule_damage_per_fall() -> None:
    """H1: two cards in the official game, none if the host likes."""
    assert piles(PIT, "Bolt B2 north move1", rules={"reboot_damage": 2})["Bolt"].startswith("| damage damage move1")
    none = played(PIT, "Bolt B2 north move1", rules={"reboot_damage": 0})
    assert events(none, Damaged) == []
    assert len(events(none, Fell)) == 1


def test_house_rule_a_fall_ends_the_program() -> None:
    """H2: Cog falls before its turn, and plays neither this card nor those after; it keeps its place in the order."""
    rules = {"reboot_ends_program": True}
    robots = "Bolt B1 north move1, Cog B2 west move1 move1 move1"
    result = answer(PIT, robots, guard="B0", rules=rules)
    assert [register["robots"]["Cog"]["at"] for register in result["registers"]] == ["D2"] * 5
    assert all("Cog" in register["order"] for register in result["registers"])
    assert events(played(PIT, robots, guard="B0", rules=rules), Fell)[0].ends_program is True


def test_under_that_house_rule_unplayed_damage_cards_stay_in_the_deck() -> None:
    """H2, R2.3, R2.7: the damage card in register 3 was never activated, and goes to the discard pile."""
    rules = {"reboot_ends_program": True}
    robots = "Bolt B2 north move1 left damage left left"
    assert piles(PIT, robots, rules=rules) == {"Bolt": "| damage move1 left damage left left"}


def test_without_that_house_rule_a_new_round_starts_afresh() -> None:
    """H2: it holds for the round; the fall of one robot does not stop another."""
    rules = {"reboot_ends_program": True}
    robots = "Bolt B2 north move1 move1, Cog A1 north move1 move1"
    assert after(2, PIT, robots, rules=rules) == "Bolt D2 north, Cog A3 north"


def test_the_last_square_of_a_ring_is_the_one_before_due_north() -> None:
    """R6.3: nothing at distance 1 from C3 is free, and at distance 2 only B4; E4 and others are further away."""
    picture = """
    +-+-+-+-+-+
    |= = = = =|
    + + + + + +
    |1 . O O .|
    + + +-+ + +
    |O O|@|O O|
    + + +-+ + +
    |. O O O .|
    + + + + + +
    |. . O . .|
    +-+-+-+-+-+
    """
    outcome = played(picture, "Bolt B1 east move1, Cog C3 north again")
    assert events(outcome, Rebooted) == [Rebooted(0, Position(2, 4), beside=True)]
