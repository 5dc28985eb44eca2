"""The picture of each robot's way up the board."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.render import theme
from bot.render.chart import HEIGHT, WIDTH, Chart, Way, draw_chart
from tests.bot.render.looking import count, rgb

HEADING = ("Friday race", "Steps to the pink line")


def chart(*ways: Way) -> Image.Image:
    return draw_chart(Chart(HEADING, "Round", ways)).convert("RGB")


def rows(picture: Image.Image, column: int, colour: str) -> list[int]:
    """Return the rows of a column in which a colour is."""
    return [row for row in range(picture.height) if picture.getpixel((column, row)) == rgb(colour)]


def test_fewer_steps_are_higher_and_the_label_is_at_the_lines_end() -> None:
    picture = chart(Way(0, "Bolt", (10, 2)), Way(1, "Cog", (10, 8)))
    bolt, cog = (rows(picture, 720, theme.ROBOTS[seat]) for seat in (0, 1))
    assert bolt
    assert cog
    assert max(bolt) < min(cog)
    for seat, heights in ((0, bolt), (1, cog)):
        label = picture.crop((776, heights[0] - 40, 830, heights[0] + 40))
        assert count(label, theme.ROBOTS[seat]) > 100


def test_whoever_is_over_the_line_is_above_it_by_rank() -> None:
    picture = chart(Way(0, "Bolt", (5, None, None), 1), Way(1, "Cog", (5, 3, None), 2), Way(2, "Dynamo", (5, 4, 3)))
    [first, *_], [second, *_], [third, *_] = (rows(picture, 700, theme.ROBOTS[seat]) for seat in range(3))
    line = rows(picture, 70, theme.LINE)[0]
    assert first < second < line < third


def test_the_line_of_who_left_the_race_ends_with_a_cross() -> None:
    """Only a thin line leads on to its name."""
    picture = chart(Way(0, "Bolt", (5, 4, None, None)), Way(1, "Cog", (9, 9, 9, 9)))
    assert 1 <= len(rows(picture, 600, theme.ROBOTS[0])) <= 2
    assert count(picture.crop((1000, 0, WIDTH, HEIGHT)), theme.ROBOTS[0]) > 50
    assert count(picture.crop((1000, 0, WIDTH, HEIGHT)), theme.ROBOTS[1]) == 0


def test_robots_that_go_together_are_seen_side_by_side() -> None:
    picture = chart(*(Way(seat, f"Robot {seat + 1}", (20, 10)) for seat in range(4)))
    assert all(rows(picture, 400, theme.ROBOTS[seat]) for seat in range(4))


def test_twelve_labels_stand_apart() -> None:
    """All at the bottom, all at the top: none covers another, and none is cut off."""
    for steps in (30, 1):
        picture = chart(*(Way(seat, "W" * 32, (30, steps)) for seat in range(12)))
        column = picture.crop((776, 0, 826, HEIGHT))
        middles = sorted(
            sum(found) / len(found)
            for seat in range(12)
            if (
                found := [
                    row for row in range(HEIGHT) if count(column.crop((0, row, 50, row + 1)), theme.ROBOTS[seat]) > 5
                ]
            )
        )
        assert len(middles) == 12
        assert all(below - above > 35 for above, below in pairwise(middles))


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 12), st.integers(1, 100), st.data())
def test_any_race_can_be_drawn(robots: int, rounds: int, data: st.DataObject) -> None:
    """1 to 12 robots, 1 to 100 rounds, up to a thousand steps, finished or gone at any time."""
    ways: list[Way] = []
    ranks = data.draw(st.permutations(range(1, robots + 1)))
    finished = data.draw(st.integers(0, robots))
    for seat in range(robots):
        there = data.draw(st.integers(0, rounds + 1))
        left = (data.draw(st.integers(1, 1000)),) * there + (None,) * (rounds + 1 - there)
        is_over = there <= rounds and ranks[seat] <= finished
        ways.append(Way(seat, "Bolt", left, ranks[seat] if is_over else None))
    assert chart(*ways).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("title", ["机器人", "\u202e", "x" * 200])
def test_a_title_that_the_letters_cannot_show_is_left_out_or_cut(title: str) -> None:
    assert draw_chart(Chart((title, "Steps"), "Round", (Way(0, "Bolt", (3, 2)),))).size == (WIDTH, HEIGHT)
