"""The account in English: each event has its sentence, with its cause."""

import pytest

from simulation.adjustments import Damage, Place
from simulation.beats import Phase, PublicBeat
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
from simulation.geometry import Facing, Position, parse_square
from simulation.programs import Lateness
from simulation.race import mixed_strengths, new_race, play_round, race
from simulation.state import Piles, Robot, State
from simulation.telling import ordinal, standings, tell_beat, tell_beats, tell_points, tell_round, tell_standing
from tests.pictures import board

NAMES = ("Bolt", "Cog")
C4, C5 = parse_square("C4"), parse_square("C5")
NORTH, EAST, SOUTH, WEST = Facing


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Prioritised((1, 0), (3, 5)), "Order: Cog (3), Bolt (5)."),
        (Played(0, Card.MOVE2, Card.MOVE2, Card.MOVE2), "Bolt plays Move 2."),
        (Played(0, Card.AGAIN, Card.AGAIN, Card.MOVE1), "Bolt plays Again: Move 1."),
        (Played(0, Card.AGAIN, Card.AGAIN, None), "Bolt plays Again: nothing to repeat."),
        (Played(0, Card.DAMAGE, Card.BACK, Card.BACK), "Bolt plays Damage and draws Move back."),
        (Played(0, Card.DAMAGE, Card.AGAIN, Card.UTURN), "Bolt plays Damage and draws Again: U-turn."),
        (Played(0, Card.DAMAGE, None, None), "Bolt plays Damage and has nothing left to draw."),
        (Moved(0, C4, C5, NORTH), "Bolt moves north to C5."),
        (Pushed(1, 0, C4, C5, NORTH), "Bolt pushes Cog north to C5."),
        (Blocked(0, EAST, C4), "Bolt cannot move east: a wall at C4."),
        (Turned(0, NORTH, WEST, TurnCause.CARD), "Bolt turns a quarter left and faces west."),
        (Turned(0, NORTH, EAST, TurnCause.BELT), "Bolt is turned a quarter right by the belt and faces east."),
        (Turned(0, NORTH, SOUTH, TurnCause.GEAR), "Bolt is turned around by the gear and faces south."),
        (Carried(0, C4, C5, NORTH), "The belt carries Bolt north to C5."),
        (Held(0, C4, NORTH, HeldCause.WALL), "The belt leaves Bolt at C4: a wall is in the way."),
        (
            Held(0, C4, NORTH, HeldCause.RIVAL),
            "The belt leaves Bolt at C4: another robot is carried to the same square.",
        ),
        (Held(0, C4, NORTH, HeldCause.SWAP), "The belt leaves Bolt at C4: it would change places with another robot."),
        (Held(0, C4, NORTH, HeldCause.ROBOT), "The belt leaves Bolt at C4: a robot is in the way."),
        (Finished(0, C5, 1), "Bolt is over the pink line and finishes 1st."),
        (Fell(0, C5, over_edge=False, ends_program=False), "Bolt falls into the pit at C5."),
        (Fell(0, Position(0, 3), over_edge=True, ends_program=False), "Bolt falls off the board."),
        (
            Fell(0, C5, over_edge=False, ends_program=True),
            "Bolt falls into the pit at C5 and plays nothing more this round.",
        ),
        (Damaged(0, 1, DamageCause.FALL), "Bolt takes a damage card for the fall."),
        (Damaged(0, 3, DamageCause.LASER), "Bolt takes 3 damage cards from the lasers."),
        (Rebooted(0, C4, beside=False), "Bolt reboots at C4."),
        (Rebooted(0, C4, beside=True), "Bolt reboots at C4, the free square nearest to the reboot square."),
        (Placed(0, C5, C4, EAST, NORTH), "The host puts Bolt on C4, facing north."),
        (Placed(0, C5, C4, EAST, EAST), "The host puts Bolt on C4, facing east."),
        (Placed(0, C4, C4, EAST, NORTH), "The host turns Bolt to face north."),
        (Damaged(0, 2, DamageCause.HOST), "The host gives Bolt 2 damage cards."),
        (Repaired(0, 1), "The host takes a damage card off Bolt."),
        (Repaired(0, 2), "The host takes 2 damage cards off Bolt."),
        (Retired(1), "The host takes Cog off the board for good."),
    ],
)
def test_each_event_has_its_sentence(event: PublicEvent, sentence: str) -> None:
    """R2 to R6: who, what, where, and why."""
    assert tell_beat(PublicBeat(1, Phase.CARD, (event,)), NAMES) == sentence


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Moved(0, Position(1, 3), Position(0, 3), WEST), "Bolt moves west over the edge"),
        (Pushed(0, 1, Position(1, 3), Position(0, 3), WEST), "Cog pushes Bolt west over the edge"),
        (Carried(0, Position(1, 3), Position(0, 3), WEST), "The belt carries Bolt west over the edge"),
    ],
)
def test_a_place_outside_the_board_has_no_name(event: PublicEvent, told: str) -> None:
    """R4.4: whoever goes over an open edge is told to do so, by its own move, a push or a belt."""
    fell = Fell(0, Position(0, 3), over_edge=True, ends_program=False)
    assert tell_beat(PublicBeat(1, Phase.CARD, (event, fell)), NAMES) == f"{told}; Bolt falls off the board."


def test_a_beat_is_one_line_and_a_register_has_a_heading() -> None:
    """R3.1: the events of one moment stand together."""
    beats = [
        PublicBeat(1, Phase.CARD, (Played(0, Card.MOVE1, Card.MOVE1, Card.MOVE1), Moved(0, C4, C5, NORTH))),
        PublicBeat(2, Phase.LASERS, (Damaged(1, 1, DamageCause.LASER),)),
    ]
    assert list(tell_beats(beats, NAMES)) == [
        "Register 1",
        "  Bolt plays Move 1; Bolt moves north to C5.",
        "Register 2",
        "  Cog takes a damage card from the lasers.",
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st")],
)
def test_ranks_are_ordinals(number: int, text: str) -> None:
    """R1.3: first, second, third …."""
    assert ordinal(number) == text


def test_a_round_is_told_with_those_who_were_late_and_the_standings() -> None:
    """R2.5, R1.4: and the points at the end of the race."""
    ground = board("+-+-+\n|= =|\n+ + +\n|. .|\n+ + +\n|1 2|\n+-+-+")
    played = next(race(new_race(ground, "seed 6", 2, 1), mixed_strengths(2)))
    told = "\n".join(tell_round(ground, played))
    late = [name for name, reason in zip(NAMES, played.late, strict=True) if reason is not None]
    assert ("Given five random cards" in told) == bool(late)
    assert told.startswith("\nRound 1\n")
    assert "Standings after round 1" in told
    assert [robot.name for robot in standings(ground, played.state.robots)] == [
        line.strip().split(":")[0] for line in told.split("Standings after round 1\n")[1].split("\n")
    ]
    assert len(list(tell_points(ground, played.state))) == 3


def test_standings_put_finished_robots_first_then_the_nearest_to_the_line_then_the_retired() -> None:
    """R1.3, R1.4: by rank, then by single steps around walls and pits; and the points in that order."""
    ground = board(
        """
        +-+-+-+-+
        |= = = =|
        +-+-+-+ +
        |. . . .|
        + + + + +
        |. . . .|
        +-+-+ + +
        |. . . 1|
        + +-+-+-+
        |. .|. .|
        +-+-+-+-+
        """
    )
    robots = (
        Robot("Jolt", None, NORTH, retired=True),
        Robot("Bolt", parse_square("A4"), NORTH),
        Robot("Cog", parse_square("D2"), WEST),
        Robot("Echo", parse_square("C1"), WEST),
        Robot("Hex", None, NORTH, 2),
        Robot("Ion", None, NORTH, 1),
    )
    assert [tell_standing(ground, robot) for robot in standings(ground, robots)] == [
        "Ion: finished 1st",
        "Hex: finished 2nd",
        "Cog: at D2, facing west, 3 squares to the line",
        "Bolt: at A4, facing north, 4 squares to the line",
        "Echo: at C1, facing west, 16 squares to the line",
        "Jolt: left the race",
    ]
    points = list(tell_points(ground, State(robots, tuple(Piles() for _ in robots))))
    assert points == ["\nPoints", "  Ion: 5", "  Hex: 4", "  Cog: 0", "  Bolt: 0", "  Echo: 0", "  Jolt: 0"]


def test_late_players_are_named_with_the_reason() -> None:
    """R2.5: whoever was late got five random cards."""
    ground = board("+-+-+\n|= =|\n+ + +\n|. .|\n+ + +\n|. .|\n+ + +\n|. .|\n+ + +\n|1 2|\n+-+-+")
    seeds = (f"seed {number}" for number in range(100))
    first = (next(race(new_race(ground, seed, 2, 1), mixed_strengths(2))) for seed in seeds)
    played = next(played for played in first if played.late == (None, Lateness.ABSENT))
    assert "Given five random cards: Cog (absent)" in list(tell_round(ground, played))


def test_what_hosts_did_is_told_before_the_registers() -> None:
    """R4.2: a robot that stands elsewhere all of a sudden was put there."""
    ground = board("+-+-+\n|= =|\n+ + +\n|. .|\n+ + +\n|1 2|\n+-+-+")
    setup = new_race(ground, "seed", 2, 1)
    wanted = (Damage(0, 1), Place(0, parse_square("A2"), EAST))
    late = (Lateness.EXCUSED, Lateness.TOO_LATE)
    played = play_round(setup, setup.start(), 1, lambda _: late, rules=setup.rules, adjustments=wanted)
    assert list(tell_round(ground, played))[1:5] == [
        "  The host gives Bolt a damage card.",
        "  The host puts Bolt on A2, facing east.",
        "Given five random cards: Bolt (excused), Cog (too late)",
        "Register 1",
    ]


def test_a_robot_over_the_line_has_no_square_left_to_go() -> None:
    """R1.3: one without any way there counts as further away than all others."""
    ground = board("+-+-+-+\n|= .|.|\n+ + + +\n|1 .|.|\n+-+-+-+")
    squares = (None, parse_square("A1"), parse_square("B1"), parse_square("C1"))
    assert [ground.squares_left(square) for square in squares] == [0, 1, 2, 5]
