"""What is seen of each kind of event, before it is drawn."""

from collections.abc import Sequence

import pytest

from bot.render.scenes import LONGEST, MOST_SCENES, Mark, Pose, Scene, Sign, scenes
from simulation.beats import Phase, PublicBeat
from simulation.board import Board
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
    Retired,
    TurnCause,
    Turned,
)
from simulation.geometry import Facing, Position, neighbour, parse_square
from simulation.state import Robot
from tests.bot.boards import board_of, laser
from tests.bot.render.looking import at

NORTH, EAST, SOUTH, WEST = Facing
BOARD = board_of("====", "....", ".O..", "@...", "12..")
TWO = (at("A1"), at("A2"))


def moved(seat: int, origin: str, direction: Facing = NORTH) -> Moved:
    square = parse_square(origin)
    return Moved(seat, square, neighbour(square, direction), direction)


def pushed(seat: int, by: int, origin: str, direction: Facing = NORTH) -> Pushed:
    square = parse_square(origin)
    return Pushed(seat, by, square, neighbour(square, direction), direction)


def seen(
    *events: PublicEvent, robots: Sequence[Robot] = TWO, board: Board = BOARD, phase: Phase = Phase.CARD
) -> list[Scene]:
    """Return the scenes of one beat, its last one the settled one."""
    start, *shown, end = scenes(board, robots, [PublicBeat(1, phase, tuple(events))])
    assert start.is_settled
    assert end.poses == shown[-1].poses
    assert shown[-1].is_settled
    return [scene for scene in shown if phase is Phase.CARD or not scene.is_settled or scene is shown[-1]]


def places(scene: Scene) -> dict[int, tuple[float, float]]:
    return {pose.seat: (pose.column, pose.row) for pose in scene.poses}


def test_a_push_shows_both_robots_half_way_together() -> None:
    half, settled = seen(pushed(1, 0, "A2"), moved(0, "A1"))
    assert places(half) == {0: (1, 1.5), 1: (1, 2.5)}
    assert places(settled) == {0: (1, 2), 1: (1, 3)}


def test_a_card_of_two_squares_stops_on_the_first() -> None:
    on_the_way = [places(scene)[0] for scene in seen(moved(0, "A1"), moved(0, "A2"), robots=[at("A1")])]
    assert on_the_way == [(1, 1.5), (1, 2), (1, 2.5), (1, 3)]


def test_a_turn_shows_the_robot_half_turned_the_shorter_way() -> None:
    half, settled = seen(Turned(0, NORTH, WEST, TurnCause.CARD))
    assert [scene.poses[0].angle for scene in (half, settled)] == [315, 270]


def test_a_failed_move_shows_a_nudge_and_sparks_where_the_wall_is() -> None:
    bump, settled = seen(Blocked(0, NORTH, Position(1, 2)))
    assert bump.marks == (Mark(Sign.BUMP, 1, 2, 0),)
    assert 1 < places(bump)[0][1] < 1.5
    assert places(settled)[0] == (1, 1)


def test_a_fall_shows_the_robot_smaller_and_the_reboot_its_damage() -> None:
    pit = Position(2, 3)
    events = (
        moved(0, "B2"),
        Fell(0, pit, over_edge=False, ends_program=False),
        Damaged(0, 2, DamageCause.FALL),
        Rebooted(0, Position(1, 2), beside=False),
    )
    *_, small, smaller, reboot, settled = seen(*events, robots=[at("B2")])
    assert [scene.poses[0].scale for scene in (small, smaller)] == [0.7, 0.4]
    assert reboot.marks == (Mark(Sign.HALO, 1, 2), Mark(Sign.DAMAGE, 1, 2, 2))
    assert places(settled) == {0: (1, 2)}


def test_a_reboot_pushes_who_is_in_its_way_first() -> None:
    events = (
        Fell(0, Position(2, 3), over_edge=False, ends_program=False),
        pushed(1, 0, "A2"),
        Rebooted(0, Position(1, 2), beside=False),
    )
    shown = seen(*events, robots=[Robot("Bolt", Position(2, 3), NORTH), at("A2")])
    half, there, reboot, settled = shown[-4:]
    assert [places(scene).get(1) for scene in (half, there, reboot, settled)] == [(1, 2.5), (1, 3), (1, 3), (1, 3)]
    assert [0 in places(scene) for scene in (half, there, reboot, settled)] == [False, False, True, True]


def test_a_finish_shows_a_star_and_then_nobody() -> None:
    *_, star, settled = seen(moved(0, "A4"), Finished(0, Position(1, 5), 1), robots=[at("A4")])
    assert star.marks == (Mark(Sign.STAR, 1, 5),)
    assert settled.poses == ()


def test_a_card_that_does_nothing_shows_a_robot_that_waits() -> None:
    idle, settled = seen(Played(0, Card.AGAIN, Card.AGAIN, None))
    assert idle.marks == (Mark(Sign.IDLE, 1, 1),)
    assert settled.marks == ()


def test_all_robots_on_belts_move_at_once_and_those_held_bump() -> None:
    events = (
        Held(1, Position(1, 2), NORTH, HeldCause.WALL),
        Carried(0, Position(1, 1), Position(2, 1), EAST),
        Turned(0, NORTH, EAST, TurnCause.BELT),
    )
    half, settled = seen(*events, phase=Phase.BELTS)
    assert (half.poses[0].column, half.poses[0].angle) == (1.5, 45)
    assert half.marks == (Mark(Sign.BUMP, 1, 2, 0),)
    assert settled.poses == (Pose(0, 2, 1, 90), Pose(1, 1, 2, 0))


def test_lasers_are_lit_that_hit_somebody() -> None:
    board = board_of("===", "...", "...", "1..", lasers=laser("A1", "east") + laser("A3", "east", 2))
    shot, settled = seen(Damaged(0, 1, DamageCause.LASER), board=board, robots=[at("A1")], phase=Phase.LASERS)
    assert shot.lit == (0,)
    assert shot.marks == (Mark(Sign.BURST, 1, 1), Mark(Sign.DAMAGE, 1, 1, 1))
    assert settled.lit == ()


def test_the_doll_turns_once_before_the_board_acts_and_back_with_the_next_register() -> None:
    beats = [
        PublicBeat(1, Phase.PRIORITY, (Prioritised((0,), (1,)),)),
        PublicBeat(1, Phase.CARD, (Turned(0, NORTH, EAST, TurnCause.CARD),)),
        PublicBeat(1, Phase.GEARS, (Turned(0, EAST, SOUTH, TurnCause.GEAR),)),
        PublicBeat(1, Phase.LASERS, (Damaged(0, 1, DamageCause.LASER),)),
        PublicBeat(2, Phase.PRIORITY, (Prioritised((0,), (1,)),)),
    ]
    shown = scenes(BOARD, [at("A1")], beats)
    lights = [(scene.register, scene.is_red) for scene in shown if scene.is_settled]
    assert lights == [(0, False), (1, False), (1, False), (1, True), (1, True), (1, True), (2, False), (0, False)]


def test_what_hosts_did_before_the_round_is_seen() -> None:
    events = (Placed(0, Position(1, 1), Position(3, 3), NORTH, WEST), Retired(1))
    *_, settled = seen(*events, phase=Phase.HOST)
    assert settled.poses == (Pose(0, 3, 3, 270),)


def long_round(robots: int, squares: int) -> list[PublicBeat]:
    """Return five registers in which every robot goes to and fro, so many squares."""
    beats = []
    for register in range(1, 6):
        beats.append(PublicBeat(register, Phase.PRIORITY, (Prioritised(tuple(range(robots)), (1,) * robots),)))
        for seat in range(robots):
            row = 1 if register % 2 else 4
            way = [(row + step if register % 2 else row - step) for step in range(squares)]
            direction = NORTH if register % 2 else SOUTH
            moves = tuple(moved(seat, f"{chr(ord('A') + seat)}{each}", direction) for each in way)
            beats.append(PublicBeat(register, Phase.CARD, moves))
    return beats


@pytest.mark.parametrize("robots", [1, 4, 8, 12])
def test_long_rounds_are_shown_less_finely_and_faster_but_each_card_is_seen(robots: int) -> None:
    board = board_of("=" * 12, *("." * 12,) * 4, "123456789abc")
    standing = [at(f"{chr(ord('A') + seat)}1", name=f"Robot {seat}") for seat in range(robots)]
    beats = long_round(robots, 3)
    shown = scenes(board, standing, beats)
    assert len(shown) <= MOST_SCENES
    assert sum(scene.milliseconds for scene in shown) <= LONGEST
    assert sum(scene.is_settled for scene in shown) == len(beats) + 2


def bumping_round(robots: int) -> list[PublicBeat]:
    """Return five registers in which every robot bumps against one wall, and then every robot is turned by its gear."""
    bumps = [PublicBeat(1, Phase.CARD, (Blocked(seat, NORTH, Position(1, 1)),)) for seat in range(robots)]
    turns = [PublicBeat(1, Phase.GEARS, (Turned(seat, NORTH, EAST, TurnCause.GEAR),)) for seat in range(robots)]
    return [*bumps, *turns] * 5


@pytest.mark.parametrize("robots", [1, 12])
def test_a_mark_is_never_seen_more_than_three_times_a_second(robots: int) -> None:
    """Nobody is to be hurt by flashes, neither at one square nor where a long round is shown faster."""
    board = board_of("=" * 12, "." * 12, "123456789abc")
    standing = [at(f"{chr(ord('A') + seat)}1", name=f"Robot {seat}") for seat in range(robots)]
    begins: dict[tuple[float, float], list[int]] = {}
    now = 0
    for scene in scenes(board, standing, bumping_round(robots)):
        for mark in scene.marks:
            begins.setdefault((mark.column, mark.row), []).append(now)
        now += scene.milliseconds
    within = [sum(one <= other < one + 1000 for other in found) for found in begins.values() for one in found]
    assert max(within) <= 3
