from bot.render.panel import Line, panel_lines, shown_name
from simulation.geometry import Facing
from simulation.state import Robot
from tests.bot.boards import board_of
from tests.bot.render.looking import at

BOARD = board_of("===", "...", "...", "1..")


def gone(name: str, rank: int | None = None) -> Robot:
    return Robot(name, None, Facing.NORTH, rank, retired=rank is None)


def test_robots_stand_in_the_order_of_the_next_register_with_their_distances() -> None:
    """R3."""
    lines = panel_lines(BOARD, [at("A3", name="Bolt"), at("A1", name="Cog"), at("C1", name="Dynamo")], (0, 3, 1))
    assert lines == (Line(1, "Cog", 3, 1, 1), Line(0, "Bolt", 0, 2, 3), Line(2, "Dynamo", 1, 3, 3))


def test_those_over_the_line_follow_by_rank_and_behind_them_who_left() -> None:
    robots = [gone("Bolt"), gone("Cog", 2), at("A1", name="Dynamo"), gone("Echo", 1)]
    lines = panel_lines(BOARD, robots, (0, 0, 0, 0))
    assert [(line.name, line.place, line.rank) for line in lines] == [
        ("Dynamo", 1, None),
        ("Echo", None, 1),
        ("Cog", None, 2),
        ("Bolt", None, None),
    ]


def test_a_name_that_cannot_be_shown_becomes_the_number() -> None:
    assert [shown_name(name, 2) for name in ("Bolt", "机器人", " ")] == ["Bolt", "Robot 3", "Robot 3"]
