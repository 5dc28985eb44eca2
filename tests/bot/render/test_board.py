from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.render import theme
from bot.render.board import render_board
from bot.render.layout import Layout
from bot.render.tiles import start
from bot.text.alt import Seen, tell_detail
from bot.text.languages import words_in
from simulation.board import Board
from simulation.geometry import Facing, Position, neighbour, parse_square
from simulation.race import ROBOT_NAMES
from simulation.state import Robot
from tests.bot.boards import board_of, laser

CELL = theme.LARGEST_CELL
MIDDLE = Position(2, 2)
EXACTLY = (0.0, 0.0, 1.0, 1.0)
INSIDE = (0.15, 0.15, 0.85, 0.85)
"""Parts of a square, in cells: all of it, and what no wall, line or number of a neighbour reaches."""


def drawn(board: Board, *robots: Robot) -> Image.Image:
    seen = [Seen(robot.name, robot.position, robot.facing, robot.finished) for robot in robots]
    return render_board(board, robots, "Test", [tell_detail(words_in("en"), each) for each in seen])


def part(
    board: Board,
    square: Position = MIDDLE,
    area: tuple[float, float, float, float] = INSIDE,
    robots: tuple[Robot, ...] = (),
) -> Image.Image:
    """Return a part of one square of a board's picture."""
    layout = Layout(board, len(robots) + 1)
    (x, y), cell = layout.corner(square), layout.cell
    left, top, right, bottom = (round(share * cell) for share in area)
    return drawn(board, *robots).crop((x + left, y + top, x + right, y + bottom))


def pixel(board: Board, square: Position, across: float, down: float, *robots: Robot) -> tuple[int, ...]:
    """Return the colour at a place in a square, in cells from its top left corner, which may be beyond it."""
    layout = Layout(board, len(robots) + 1)
    x, y = layout.corner(square)
    found = drawn(board, *robots).getpixel((x + layout.px(across), y + layout.px(down)))
    assert isinstance(found, tuple)
    return found


def rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def mask(image: Image.Image, colour: str) -> list[bool]:
    return [found == rgb(colour) for found in image.get_flattened_data()]


def runs(image: Image.Image, colour: str) -> int:
    """Return how often a colour begins along a picture of one row or column."""
    found = [False, *mask(image, colour)]
    return sum(after and not before for before, after in pairwise(found))


def changed(one: Board, other: Board) -> set[Position]:
    """Return the squares whose inside looks different on two boards of one size."""
    pictures = drawn(one), drawn(other)
    layout = Layout(one, 1)
    assert pictures[0].size == pictures[1].size
    found = set()
    for square in one.squares():
        x, y = layout.corner(square)
        box = x + CELL // 7, y + CELL // 7, x + 6 * CELL // 7, y + 6 * CELL // 7
        if ImageChops.difference(*(picture.crop(box) for picture in pictures)).getbbox():
            found.add(square)
    return found


def with_middle(sign: str) -> Board:
    return board_of("===", f".{sign}.", "1.@" if sign != "@" else "1..")


def at(square: str, facing: Facing = Facing.NORTH, name: str = "Bolt") -> Robot:
    return Robot(name, parse_square(square), facing)


SIGNS = "^>v<NESWRLO@2="


@pytest.mark.parametrize("sign", SIGNS)
def test_each_kind_of_square_differs_from_floor(sign: str) -> None:
    assert part(with_middle(sign)) != part(with_middle("."))


def test_all_kinds_of_square_differ_from_each_other() -> None:
    pictures = {sign: part(with_middle(sign)) for sign in SIGNS}
    assert [pair for pair in combinations(SIGNS, 2) if pictures[pair[0]] == pictures[pair[1]]] == []


@pytest.mark.parametrize("sign", SIGNS.replace("@", "").replace("=", ""))
def test_a_square_changes_nothing_but_itself(sign: str) -> None:
    assert changed(with_middle("."), with_middle(sign)) == {MIDDLE}


def test_floor_is_one_of_two_shades_in_turn() -> None:
    board = board_of("==", "..", "1.")
    found = [pixel(board, Position(column, 2), 0.5, 0.5) for column in (1, 2)]
    assert found == [rgb(theme.FLOORS[1]), rgb(theme.FLOORS[0])]


def test_start_squares_bear_their_own_number() -> None:
    board = board_of("======", "......", "123456", "789abc")
    for number, square in enumerate(board.starts, start=1):
        expected = part(board, Position(1, 3) if sum(square) % 2 == 0 else Position(2, 3), (0.2, 0.2, 0.8, 0.8))
        tile = start(CELL, number)
        expected.paste(tile, (-13, -13), tile)
        assert part(board, square, (0.2, 0.2, 0.8, 0.8)) == expected


def test_a_pit_is_black_with_a_hazard_edge() -> None:
    inner, outer = (part(with_middle("O"), area=area) for area in ((0.2, 0.2, 0.8, 0.8), EXACTLY))
    assert inner.getcolors() == [(inner.width * inner.height, rgb(theme.PIT))]
    assert any(mask(outer, theme.HAZARD))


@pytest.mark.parametrize(("sign", "colour", "is_right"), [("R", theme.GEAR_RIGHT, True), ("L", theme.GEAR_LEFT, False)])
def test_gears_are_green_to_the_right_and_red_to_the_left(sign: str, colour: str, *, is_right: bool) -> None:
    """R5.2: the head of the arrow lies on the side that it turns to."""
    board = with_middle(sign)
    assert pixel(board, MIDDLE, 0.5, 0.5) == rgb(colour)
    heads = [sum(mask(part(board, area=area), theme.TEXT)) for area in ((0.5, 0, 1, 1), (0, 0, 0.5, 1))]
    assert (heads[0] > heads[1]) is is_right


@pytest.mark.parametrize("signs", ["^>v<", "NESW"])
def test_a_belt_is_that_to_the_north_turned_in_its_direction(signs: str) -> None:
    north, *others = (part(with_middle(sign), area=EXACTLY).crop((8, 8, 56, 56)) for sign in signs)
    turns = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    assert [north.transpose(turn) for turn in turns] == others


@pytest.mark.parametrize(("sign", "chevron", "tips"), [("^", theme.BELT_CHEVRON, 1), ("N", theme.EXPRESS_CHEVRON, 2)])
def test_chevrons_point_along_the_belt_and_express_belts_have_two(sign: str, chevron: str, tips: int) -> None:
    """R5.1c: the middle column meets each tip once, and above where a column at the side meets its arm."""
    middle = part(with_middle(sign), area=(0.5, 0, 0.52, 1)).crop((0, 0, 1, CELL))
    side = part(with_middle(sign), area=(0.34, 0, 0.36, 1)).crop((0, 0, 1, CELL))
    assert (runs(middle, chevron), runs(side, chevron)) == (tips, tips)
    assert mask(middle, chevron).index(True) < mask(side, chevron).index(True)


@pytest.mark.parametrize(("row", "open_side"), [(">^.", (0.02, 0.5)), (".^<", (0.97, 0.5))])
def test_a_belt_is_bent_where_a_neighbour_carries_onto_it_from_the_side(
    row: str, open_side: tuple[float, float]
) -> None:
    """R5.1a: it is open to where robots come from, and no longer to the south."""
    straight, bent = (board_of("===", "...", row, "1..") for row in (".^.", row))
    square, ground = MIDDLE, rgb(theme.BELT)
    assert pixel(straight, square, 0.5, 0.95) == ground
    assert pixel(straight, square, *open_side) != ground
    assert pixel(bent, square, 0.5, 0.95) != ground
    assert pixel(bent, square, *open_side) == ground
    assert pixel(bent, square, 0.5, 0.03) == ground
    halves = [sum(mask(part(bent, square, area), theme.BELT_CHEVRON)) for area in ((0, 0, 0.5, 1), (0.5, 0, 1, 1))]
    assert (halves[0] > halves[1]) is (open_side[0] < 0.5)


@pytest.mark.parametrize("row", [".^.", "<^.", ".^>", "v^v"])
def test_a_belt_stays_straight_beside_belts_that_carry_elsewhere(row: str) -> None:
    """R5.1a."""
    assert part(board_of("===", row, "1..")) == part(board_of("===", ".^.", "1.."))


@pytest.mark.parametrize(("above", "below"), [(".", "^"), ("v", ".")])
def test_a_belt_stays_straight_where_it_is_met_in_line(above: str, below: str) -> None:
    """R5.1a: a belt that runs straight on, or against it, turns nobody."""
    met, alone = (board_of("==", *(f".{sign}" for sign in signs), "1.") for signs in ((above, "^", below), ".^."))
    assert part(met, Position(2, 3)) == part(alone, Position(2, 3))


def test_no_belt_is_bent_by_a_neighbour_behind_a_wall() -> None:
    """R5.1a, R4.3."""
    walled = board_of("===", ">^.", "1..", walls=[(MIDDLE, Facing.WEST)])
    assert part(walled) == part(board_of("===", ".^.", "1.."))


def test_a_belt_fed_from_behind_and_from_a_side_is_open_to_both() -> None:
    """R5.1a."""
    board = board_of("===", ">^.", ".^.", "1..")
    square = Position(2, 3)
    assert pixel(board, square, 0.02, 0.5) == pixel(board, square, 0.5, 0.97) == rgb(theme.BELT)


def test_an_express_belt_bends_with_two_chevrons() -> None:
    """R5.1a, R5.1c."""
    straight, bent = board_of("===", ".N.", "1.."), board_of("===", "EN.", "1..")
    assert part(bent) != part(straight)
    assert pixel(bent, MIDDLE, 0.5, 0.95) != rgb(theme.EXPRESS)


@pytest.mark.parametrize("side", Facing)
def test_a_wall_is_a_pale_bar_on_its_side_and_nowhere_else(side: Facing) -> None:
    """R4.3."""
    rows = ("=====", ".....", ".....", ".....", "1....")
    square = Position(3, 3)
    plain, walled = board_of(*rows), board_of(*rows, walls=[(square, side)])
    x, y = Layout(plain, 1).corner(square)
    box = ImageChops.difference(drawn(plain), drawn(walled)).getbbox()
    ends = {
        Facing.NORTH: (x, y, x + CELL, y),
        Facing.EAST: (x + CELL, y, x + CELL, y + CELL),
        Facing.SOUTH: (x, y + CELL, x + CELL, y + CELL),
        Facing.WEST: (x, y, x, y + CELL),
    }[side]
    assert box == (ends[0] - 4, ends[1] - 4, ends[2] + 4, ends[3] + 4)
    assert drawn(walled).getpixel(((ends[0] + ends[2]) // 2, (ends[1] + ends[3]) // 2)) == rgb(theme.WALL)


FRAME = {
    Facing.NORTH: (0.5, 0.0),
    Facing.EAST: (1.0, 0.5),
    Facing.SOUTH: (0.5, 1.0),
    Facing.WEST: (0.0, 0.5),
}


@pytest.mark.parametrize(
    ("square", "side"),
    [("B3", Facing.NORTH), ("C2", Facing.EAST), ("B1", Facing.SOUTH), ("A2", Facing.WEST)],
)
def test_an_open_edge_is_a_drop_and_a_walled_one_a_wall(square: str, side: Facing) -> None:
    """R4.4."""
    rows, place = ("===", "...", "1.@"), parse_square(square)
    walled, opened = board_of(*rows), board_of(*rows, edge="pit")
    assert pixel(walled, place, *FRAME[side]) == rgb(theme.WALL)
    beyond, (across, down) = neighbour(place, side), FRAME[side]
    at_border, behind = (
        ((0.7, 0.7, 1, 1), (0, 0, 0.7, 0.7)) if across + down < 1 else ((0, 0, 0.3, 0.3), (0.3, 0.3, 1, 1))
    )
    assert any(mask(part(opened, beyond, at_border), theme.HAZARD))
    assert not any(mask(part(opened, beyond, behind), theme.HAZARD))
    assert not any(mask(part(walled, beyond, EXACTLY), theme.HAZARD))
    assert pixel(opened, place, *FRAME[side]) != rgb(theme.WALL)


def test_a_wall_on_an_open_edge_is_a_wall() -> None:
    """R4.4."""
    board = board_of("===", "...", "1.@", edge="pit", walls=[(Position(1, 2), Facing.WEST)])
    assert pixel(board, Position(1, 2), 0, 0.5) == rgb(theme.WALL)
    assert not any(mask(part(board, Position(0, 2), (0, 0.2, 1, 0.8)), theme.HAZARD))


def test_the_pink_line_runs_between_the_finish_and_all_other_squares() -> None:
    """R1.1."""
    board = board_of("===", "=..", "1..")
    assert pixel(board, Position(2, 3), 0.5, 1) == rgb(theme.LINE)
    assert pixel(board, Position(1, 2), 0.5, 1) == rgb(theme.LINE)
    assert pixel(board, Position(1, 2), 1, 0.5) == rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 0.5, 1) != rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 1, 0.5) != rgb(theme.LINE)
    assert pixel(board, Position(1, 3), 0.5, 0) == rgb(theme.WALL)
    assert pixel(board, Position(1, 3), 0.5, -0.08) == rgb(theme.BACKGROUND)


def test_a_wall_on_the_pink_line_leaves_both_to_be_seen() -> None:
    board = board_of("==", "..", "1.", walls=[(Position(2, 2), Facing.NORTH)])
    assert pixel(board, Position(2, 2), 0.5, 0) == rgb(theme.WALL)
    assert pixel(board, Position(2, 2), 0.5, 0.08) == rgb(theme.LINE)


@pytest.mark.parametrize(
    ("square", "facing", "covered"),
    [
        ("A3", "east", "A3 B3 C3 D3"),
        ("E2", "west", "A2 B2 C2 D2 E2"),
        ("B1", "north", "B1 B2 B3 B4 B5"),
        ("C5", "south", "C1 C2 C3 C4 C5"),
        ("E3", "east", "E3"),
    ],
)
def test_beams_cover_exactly_the_squares_up_to_the_next_wall(square: str, facing: str, covered: str) -> None:
    """R5.3."""
    rows, walls = ("=====", "..O..", ".....", "..@..", "1...."), [(Position(4, 3), Facing.EAST)]
    dark, lit = (board_of(*rows, walls=walls, lasers=lasers) for lasers in ("", laser(square, facing)))
    assert changed(dark, lit) == set(map(parse_square, covered.split()))
    assert set(lit.beam_paths[0]) == changed(dark, lit)


@pytest.mark.parametrize("beams", [1, 2, 3])
@pytest.mark.parametrize(
    ("square", "facing", "across"),
    [
        ("A2", "east", (0.5, 0, 0.52, 1)),
        ("D2", "west", (0.5, 0, 0.52, 1)),
        ("B1", "north", (0, 0.5, 1, 0.52)),
        ("B3", "south", (0, 0.5, 1, 0.52)),
    ],
)
def test_there_are_as_many_lines_as_beams(
    beams: int, square: str, facing: str, across: tuple[float, float, float, float]
) -> None:
    """R5.3."""
    board = board_of("====", "....", "1...", lasers=laser(square, facing, beams))
    assert runs(part(board, area=across), theme.LASER) == beams


def test_lasers_that_shoot_along_the_same_squares_show_all_their_beams() -> None:
    """R5.3: a robot there takes damage from each of them."""
    board = board_of("====", "....", "1...", lasers=laser("A2", "east", 2) + laser("D2", "west", 2))
    assert runs(part(board, area=(0.5, 0, 0.52, 1)), theme.LASER) == board.beams[MIDDLE] == 4


@pytest.mark.parametrize(
    ("square", "facing", "other_end"),
    [("A3", "east", "E3"), ("E3", "west", "A3"), ("C1", "north", "C5"), ("C5", "south", "C1")],
)
def test_the_emitter_is_seen_on_the_wall_behind_its_square(square: str, facing: str, other_end: str) -> None:
    """R5.3."""
    rows = ("=====", ".....", ".....", ".....", "1....")
    dark, lit = board_of(*rows), board_of(*rows, lasers=laser(square, facing))
    ahead = Facing(facing)
    mounted, beyond = ((parse_square(square), ahead.opposite), (parse_square(other_end), ahead))
    boxes = [Layout(lit, 1).side(*where, 0.1) for where in (mounted, beyond)]
    at_walls = [ImageChops.difference(drawn(dark).crop(box), drawn(lit).crop(box)).getbbox() for box in boxes]
    assert at_walls[0] is not None
    assert at_walls[1] is None


@pytest.mark.parametrize(("guard", "square"), [("B0", Position(2, 0)), ("C0", Position(3, 0)), ("C2", Position(3, 2))])
def test_the_guard_stands_on_its_square(guard: str, square: Position) -> None:
    """R3.2."""
    rows = ("===", "...", "1..")
    found = part(board_of(*rows, guard=guard), square, (0, 0, 0.65, 0.65))
    assert any(mask(found, theme.GUARD))
    elsewhere = part(board_of(*rows, guard="A1" if square.row else "A0"), square, (0, 0, 0.65, 0.65))
    assert not any(mask(elsewhere, theme.GUARD))


def test_a_guard_on_the_board_leaves_its_square_to_be_seen() -> None:
    """R3.2: it is no obstacle."""
    inside, below = (board_of("===", ".R.", "1..", guard=guard) for guard in ("B2", "B0"))
    area = (0.66, 0.2, 0.9, 0.9)
    assert part(inside, MIDDLE, area) == part(below, MIDDLE, area)
    assert part(inside) != part(below)


def test_a_guard_beside_the_columns_is_on_the_picture_with_its_letter() -> None:
    board = board_of("=", ".", "1", guard="F0")
    assert any(mask(part(board, Position(6, 0)), theme.GUARD))
    assert drawn(board).width == drawn(board_of("======", "......", "1.....")).width
    assert any(mask(part(board, Position(6, -1), (0, 0, 1, 0.5)), theme.FAINT))
    assert not any(mask(part(board, Position(5, -1), (0, 0, 1, 0.5)), theme.FAINT))


def test_coordinates_stand_on_all_four_sides() -> None:
    board = board_of("===", "...", "1..", guard="B2")
    columns = [
        [part(board, Position(column, row), area) for row, area in ((4, (0.2, 0.4, 0.8, 0.9)), (0, (0.2, 0, 0.8, 0.6)))]
        for column in (1, 2, 3)
    ]
    rows = [
        [
            part(board, Position(column, row), area)
            for column, area in ((0, (0.4, 0.2, 0.9, 0.8)), (4, (0.1, 0.2, 0.6, 0.8)))
        ]
        for row in (1, 2, 3)
    ]
    written = [[mask(image, theme.FAINT) for image in sides] for sides in columns + rows]
    assert all(any(side) for sides in written for side in sides)
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in combinations(written[:3], 2))
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in combinations(written[3:], 2))


def test_coordinates_count_from_the_south_west() -> None:
    one, other = board_of("===", "...", "1.."), board_of("====", "....", "....", "1...")
    for place, area in ((Position(0, 1), (0.4, 0.2, 0.9, 0.8)), (Position(1, -1), (0.2, 0, 0.8, 0.6))):
        assert part(one, place, area) == part(other, place, area)


@pytest.mark.parametrize("facing", Facing)
def test_the_nose_sticks_out_where_the_robot_faces(facing: Facing) -> None:
    board, robot = board_of("===", "...", "1.."), at("B2", facing)
    columns, rows = neighbour(Position(0, 0), facing)
    reach = {
        side: pixel(board, MIDDLE, 0.5 + 0.42 * across, 0.5 - 0.42 * up, robot)
        for side in Facing
        for across, up in [neighbour(Position(0, 0), side)]
    }
    assert [side for side, colour in reach.items() if colour == rgb(theme.TEXT)] == [facing]
    assert pixel(board, MIDDLE, 0.5 + 0.48 * columns, 0.5 - 0.48 * rows, robot) != rgb(theme.TEXT)


def test_each_robot_has_its_colour_and_its_number() -> None:
    """The number is what is not the robot's colour in the middle of its disc."""
    board = board_of("===", "...", "1..")
    robots = tuple(Robot(name, None, Facing.NORTH) for name in ROBOT_NAMES)
    numbers = []
    for seat, colour in enumerate(theme.ROBOTS):
        crowd = (*robots[:seat], at("B2"), *robots[seat + 1 :])
        assert pixel(board, MIDDLE, 0.5, 0.25, *crowd) == rgb(colour)
        numbers.append(mask(part(board, MIDDLE, (0.35, 0.3, 0.65, 0.7), crowd), colour))
    assert all(one != other for one, other in combinations(numbers, 2))
    assert not any(all(number) for number in numbers)


def test_a_robot_is_drawn_on_its_square_alone() -> None:
    board = board_of("===", "...", "1..")
    waiting, standing = drawn(board, Robot("Bolt", None, Facing.NORTH)), drawn(board, at("C2"))
    x, y = Layout(board, 2).corner(Position(3, 2))
    legend = Layout(board, 2).px(2 * 0.6 + 3)
    box = ImageChops.difference(waiting, standing).crop((0, 0, legend, waiting.height)).getbbox()
    assert box is not None
    assert x <= box[0] <= box[2] <= x + CELL
    assert y <= box[1] <= box[3] <= y + CELL


def test_the_legend_tells_robots_apart_by_name_square_facing_and_rank() -> None:
    board = board_of("===", "...", "1..")
    robots = [
        Robot("Bolt", None, Facing.NORTH),
        Robot("Bolt", None, Facing.NORTH, finished=1),
        Robot("Bolt", None, Facing.NORTH, finished=2),
        Robot("Cog", None, Facing.NORTH),
        at("A1"),
        at("B2"),
        at("B2", Facing.EAST),
    ]
    left = Layout(board, 2).px(2 * 0.6 + 3 + 1.1)
    legends = [(image := drawn(board, robot)).crop((left, 0, *image.size)) for robot in robots]
    assert all(one != other for one, other in combinations(legends, 2))


def test_a_long_name_is_cut_within_the_picture() -> None:
    board = board_of("===", "...", "1..")
    image = drawn(board, at("A1", name="Klaxon " * 1000))
    edge = image.crop((image.width - 8, 0, *image.size))
    assert edge.getcolors() == [(edge.width * edge.height, rgb(theme.BACKGROUND))]
    assert image == drawn(board, at("A1", name="Klaxon " * 10))
    assert image != drawn(board, at("A1", name="Klaxon"))


@pytest.mark.parametrize("name", ["", "  ", "机器人", "Zoë 🤖", "a\nb", "\0", "\ud800", "\u202eBolt", "\U0010ffff"])
def test_a_robot_whose_name_the_letters_lack_goes_by_its_number(name: str) -> None:
    board = board_of("===", "...", "1..")
    assert drawn(board, at("A1", name=name)) == drawn(board, at("A1", name="Robot 1"))


@pytest.mark.parametrize("caption", ["", "机器人: round 1", "a\nb\0\ud800", "round " * 500])
def test_any_caption_can_be_drawn(caption: str) -> None:
    board = board_of("===", "...", "1..")
    image = render_board(board, [], caption, [])
    below = (0, CELL, *image.size)
    assert image.size == drawn(board).size
    assert image.crop(below) == drawn(board).crop(below)


def test_the_caption_is_at_the_top() -> None:
    board = board_of("===", "...", "1..")
    box = ImageChops.difference(
        render_board(board, [], "Round 1", []), render_board(board, [], "Round 2", [])
    ).getbbox()
    assert box is not None
    assert box[3] <= CELL


def test_the_largest_board_with_twelve_robots_is_no_higher_than_allowed() -> None:
    board = board_of("=" * 26, *["." * 26] * 38, "123456789abc" + "." * 14, guard="M0")
    robots = tuple(Robot(name, square, Facing.NORTH) for name, square in zip(ROBOT_NAMES, board.starts, strict=True))
    image = drawn(board, *robots)
    assert image.height <= theme.TALLEST
    assert Layout(board, 13).cell >= 32
    x, y = Layout(board, 13).corner(Position(26, 40))
    assert image.getpixel((x + Layout(board, 13).cell, y + 8)) == rgb(theme.WALL)
    for seat, square in enumerate(board.starts):
        left, top = Layout(board, 13).corner(square)
        assert any(mask(image.crop((left, top, left + 32, top + 32)), theme.ROBOTS[seat]))


def test_the_smallest_board_has_room_for_a_legend_of_twelve() -> None:
    board = board_of("=", "1")
    robots = [at("A1"), *(Robot(name, None, Facing.SOUTH, rank) for rank, name in enumerate(ROBOT_NAMES[1:], start=1))]
    image = drawn(board, *robots)
    assert (image.mode, image.height) == ("RGB", Layout(board, 13).size[1])
    last = image.crop((Layout(board, 13).px(2.2), CELL * 12, *image.size))
    assert any(mask(last, theme.ROBOTS[11])) or any(mask(last, theme.TEXT))
    assert any(mask(image, theme.ROBOTS[11]))


def test_the_same_board_is_drawn_the_same_again() -> None:
    board, robots = board_of("===", "EN.", "1RO", "..@", lasers=laser("A2", "east")), (at("B2"), at("C1", name="Cog"))
    assert drawn(board, *robots) == drawn(board, *robots)
