"""Boards and rounds from hypothesis: board files as text, so that every one goes through the board parser."""

from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from simulation.adjustments import MOST_DAMAGE, Adjustment, Damage, Place, Repair, Retire
from simulation.board import Board
from simulation.boardfile import BoardError, parse_board
from simulation.cards import DECK, REGISTERS, Card
from simulation.geometry import Facing, Position
from simulation.rules import HouseRules
from simulation.shuffling import Shuffle, seeded_shuffle
from simulation.state import Piles, Robot, State
from tests.pictures import laser

NAMES = ("Bolt", "Cog", "Dynamo", "Echo", "Fuse", "Gizmo", "Hex", "Ion", "Jolt", "Klaxon", "Lumen", "Magnet")

OPEN_SIGNS = ".......^>v<^>v<NESWRL"
"""What squares of a usual board are drawn from: a third of them floor."""

PITTED_SIGNS = "...^>v<NESWOOOO"
"""What squares of a dangerous board are drawn from."""


@dataclass(frozen=True)
class BoardText:
    """The parts of a board file: the picture's lines, and lasers as (square, facing, beams)."""

    lines: tuple[str, ...]
    lasers: tuple[tuple[str, Facing, int], ...]
    edge: str
    guard: str = "A0"

    def text(self) -> str:
        """Return the board file."""
        picture = "\n".join(self.lines)
        lasers = "".join(laser(*parts) for parts in self.lasers)
        keys = f'name = "Made"\nguard = "{self.guard}"\nedge = "{self.edge}"\n'
        return f"{keys}picture = '''\n{picture}\n'''\n{lasers}"


@st.composite
def board_texts(draw: st.DrawFn, signs: str = OPEN_SIGNS + "O", most: int = 6) -> BoardText:
    """Draw a board of 2 to `most` columns and 3 to `most` rows with a line at the top and a reboot square."""
    columns, rows = draw(st.integers(2, most)), draw(st.integers(3, most))
    squares = [list(draw(st.text(signs, min_size=columns, max_size=columns))) for _ in range(rows)]
    squares[0] = ["="] * columns
    places = draw(st.permutations([(row, column) for row in range(1, rows) for column in range(columns)]))
    for sign, (row, column) in zip("@1", places, strict=False):
        squares[row][column] = sign
    edge = draw(st.sampled_from(("wall", "pit")))
    walls = st.sampled_from("    |")
    lines: list[str] = []
    for signs_of_row in squares:
        lines.append("+" + "".join(draw(walls).replace("|", "-") + "+" for _ in signs_of_row))
        lines.append(draw(walls) + "".join(sign + draw(walls) for sign in signs_of_row))
    lines.append("+" + "".join(draw(walls).replace("|", "-") + "+" for _ in range(columns)))
    lasers = tuple(
        (f"A{row}", Facing.EAST, draw(st.integers(1, 3)))
        for row in draw(st.lists(st.integers(1, rows), max_size=2, unique=True))
    )
    guard = draw(st.sampled_from(("A0", "B0", f"B{rows - 1}", "A1")))
    return BoardText(tuple(lines), lasers, edge, guard)


@st.composite
def boards(draw: st.DrawFn, signs: str = OPEN_SIGNS + "O", most: int = 6) -> Board:
    """Draw a board that can be played on."""
    try:
        return parse_board(draw(board_texts(signs, most)).text())
    except BoardError as error:
        assume("no way from start square" not in str(error))
        raise


@dataclass(frozen=True)
class Round:
    """A round that can be simulated."""

    board: Board
    state: State
    rules: HouseRules
    shuffle: Shuffle


@st.composite
def rounds(draw: st.DrawFn, board: st.SearchStrategy[Board] | None = None, least: int = 1) -> Round:
    """Draw a round: robots anywhere on a board, with any cards."""
    ground = draw(board if board is not None else boards())
    squares: list[Position] = draw(st.permutations(sorted(ground.standing)))
    count = draw(st.integers(min(least, len(squares)), min(len(squares), len(NAMES))))
    facings = draw(st.lists(st.sampled_from(Facing), min_size=count, max_size=count))
    robots = tuple(Robot(*fields) for fields in zip(NAMES, squares, facings, strict=False))
    return Round(ground, State(robots, tuple(draw(piles()) for _ in robots)), draw(house_rules()), draw(shuffles()))


def adjustments(board: Board, seats: int) -> st.SearchStrategy[Adjustment]:
    """Draw what a host wants for one of the first seats, possible or not."""
    seat, cards = st.integers(0, seats - 1), st.integers(1, 3) | st.just(MOST_DAMAGE)
    square = st.sampled_from(sorted(board.squares()))
    placing = st.builds(Place, seat, square, st.sampled_from(Facing))
    return placing | st.builds(Damage, seat, cards) | st.builds(Repair, seat, cards) | st.builds(Retire, seat)


def programs() -> st.SearchStrategy[tuple[Card, ...]]:
    """Draw five cards; moves are twice as likely as in the list of cards."""
    card = st.sampled_from((*Card, Card.MOVE1, Card.MOVE2, Card.MOVE3))
    return st.tuples(*(card for _ in range(REGISTERS)))


def piles() -> st.SearchStrategy[Piles]:
    """Draw a player's cards with a program laid down."""
    few = st.lists(st.sampled_from((*DECK, Card.DAMAGE)), max_size=4).map(tuple)
    return st.builds(Piles, st.just(()), few, few, programs(), st.just(0))


def all_cards(piles: Piles) -> tuple[Card, ...]:
    """Return all cards of a player, wherever they are."""
    laid = tuple(card for card in piles.registers if card is not None)
    return piles.hand + piles.draw_pile + piles.discard_pile + laid


def house_rules() -> st.SearchStrategy[HouseRules]:
    """Draw house rules."""
    return st.builds(HouseRules, st.integers(0, 2), st.booleans(), st.booleans())


def shuffles() -> st.SearchStrategy[Shuffle]:
    """Draw the shuffles of a round."""
    return st.builds(seeded_shuffle, st.text("abc", max_size=3), st.integers(1, 10))
