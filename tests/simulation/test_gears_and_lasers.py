"""Gears (R5.2), lasers (R5.3) and house rule H3, and the order in which the board acts (R5)."""

from simulation.beats import Phase
from simulation.events import DamageCause, Damaged, TurnCause, Turned
from simulation.geometry import Facing
from tests.pictures import after, events, laser, piles, played

GEARS = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . . .|
+ + + + + +
|. R > L .|
+ + + + + +
|1 . . . .|
+-+-+-+-+-+
"""


def test_green_gears_turn_right_and_red_ones_left() -> None:
    """R5.2: a quarter each."""
    assert after(1, GEARS, "Bolt B2 north again, Cog D2 north again") == "Bolt B2 east, Cog D2 west"
    told = events(played(GEARS, "Bolt B2 north again"), Turned)
    assert told == [Turned(0, Facing.NORTH, Facing.EAST, TurnCause.GEAR)]


def test_gears_and_lasers_take_robots_in_the_registers_order() -> None:
    """R5.2, R5.3: Cog is nearer to the Guard than Bolt."""
    robots = "Bolt B2 north again, Cog D2 north again"
    outcome = played(GEARS, robots, guard="E0", extra=laser("A2", "east"))
    assert [event.seat for event in events(outcome, Turned)] == [1, 0]
    assert [event.seat for event in events(outcome, Damaged)] == [1, 0]


def test_gears_act_after_belts() -> None:
    """R5.2: the belt takes Bolt onto the red gear, which turns it in the same register."""
    assert after(1, GEARS, "Bolt C2 north again") == "Bolt D2 west"


HALL = """
+-+-+-+-+-+
|= = = = =|
+ + + + + +
|. . . .|.|
+ + + + + +
|1 . O @ .|
+-+-+-+-+-+
"""


def damage(robots: str, *lasers: str, rules: dict[str, bool] | None = None) -> dict[int, int]:
    outcome = played(HALL, robots, extra="".join(lasers), rules=rules)
    return {event.seat: event.cards for event in events(outcome, Damaged) if event.cause is DamageCause.LASER}


def test_a_beam_covers_its_emitters_square_and_ends_at_a_wall() -> None:
    """R5.3: from A2 through D2, where a wall ends it; E2 is dark."""
    robots = "Bolt A2 north again, Cog D2 north again, Hex E2 north again"
    assert damage(robots, laser("A2", "east")) == {0: 1, 1: 1}


def test_a_beam_ends_at_the_edge_and_crosses_everything() -> None:
    """R5.3: along row 1, over the pit."""
    assert damage("Bolt E1 north again", laser("A1", "east")) == {0: 1}


def test_a_robot_takes_a_card_for_each_beam_on_its_square() -> None:
    """R5.3: three beams one way and two another cross at A1."""
    assert damage("Bolt A1 north again", laser("A1", "east", 3), laser("A1", "north", 2)) == {0: 5}


def test_robots_do_not_stop_a_beam() -> None:
    """R5.3: both are hit."""
    robots = "Bolt B2 north again, Cog C2 north again"
    assert damage(robots, laser("A2", "east", 2)) == {0: 2, 1: 2}


def test_house_rule_beams_end_at_the_first_robot() -> None:
    """H3: the first robot takes the damage, the one behind it none."""
    rules = {"lasers_blocked_by_robots": True}
    robots = "Bolt B2 north again, Cog C2 north again"
    assert damage(robots, laser("A2", "east", 2), rules=rules) == {0: 2}
    assert damage("Bolt A1 north again", laser("A2", "east"), rules=rules) == {}


def test_house_rule_each_beam_looks_for_its_own_first_robot() -> None:
    """H3: Cog is between two emitters; the beams of both end at it, and Bolt is hit by neither."""
    rules = {"lasers_blocked_by_robots": True}
    assert damage("Cog B2 north again", laser("A2", "east", 2), laser("D2", "west"), rules=rules) == {0: 3}


def test_laser_damage_goes_to_the_discard_pile_at_once() -> None:
    """R2.6: before the registers' cards; Bolt is in the beam in register 1 only."""
    extra = laser("A2", "east", 2)
    assert piles(HALL, "Bolt A1 north move1 back", extra=extra)["Bolt"] == "| damage damage move1 back left left left"


def test_lasers_act_last() -> None:
    """R5: belts, gears, lasers; each only where something happens."""
    picture = GEARS
    outcome = played(picture, "Bolt C2 north again", extra=laser("E2", "west"))
    assert [beat.phase for beat in outcome.beats if beat.register == 1] == [
        Phase.PRIORITY,
        Phase.CARD,
        Phase.BELTS,
        Phase.GEARS,
        Phase.LASERS,
    ]
