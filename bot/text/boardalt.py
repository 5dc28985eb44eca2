"""The words beside the picture of a board on which nobody stands: where what is."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.text.escaping import Text, fit, join
from bot.text.languages import Words
from bot.text.limits import LONGEST_ALT
from bot.text.places import letter
from simulation.board import Board, Edge, Laser
from simulation.geometry import Facing, Position, Turn, format_square, neighbour


def tell_empty_board(words: Words, board: Board) -> Text:
    """Return the alternative text of an empty board's picture: size, starts, Guard and line first."""
    unformatted = words.unformatted()
    told = [*_tell_race(unformatted, board), *_tell_squares(unformatted, board), *_tell_between(unformatted, board)]
    return fit(join(" ", told), LONGEST_ALT)


def _tell_race(words: Words, board: Board) -> Iterator[Text]:
    yield words.say("The board {board}, {size}, without robots.", board=board.name, size=size_of(board))
    starts = ", ".join(map(format_square, board.starts))
    yield words.count("Start: {squares}.", "Starts 1 to {n}: {squares}.", len(board.starts), squares=starts)
    yield words.say("The Guard: {square}.", square=format_square(board.guard))
    yield words.say("Beyond the pink line: {squares}.", squares=_runs(board.finish))


def _tell_squares(words: Words, board: Board) -> Iterator[Text]:
    if board.reboot is not None:
        yield words.say("Reboot square: {square}.", square=format_square(board.reboot))
    if board.pits:
        yield words.say("Pits: {squares}.", squares=_runs(board.pits))
    belts = {square: belt for square, belt in board.belts.items() if not belt.is_express}
    for sentence, found in ((words.say("Belts"), belts), (words.say("Express belts"), board.express_belts)):
        directions = [(facing, [at for at, belt in found.items() if belt.direction is facing]) for facing in Facing]
        told = [Text(f"{letter(words, facing)} {_runs(squares)}") for facing, squares in directions if squares]
        if told:
            yield Text(f"{sentence}: {join('; ', told)}.")
    for turn, sentence in ((Turn.LEFT, words.say("Gears to the left")), (Turn.RIGHT, words.say("Gears to the right"))):
        squares = [square for square, found in board.gears.items() if found is turn]
        if squares:
            yield Text(f"{sentence}: {_runs(squares)}.")


def _tell_between(words: Words, board: Board) -> Iterator[Text]:
    if board.lasers:
        yield words.say("Lasers: {lasers}.", lasers=join(", ", [_laser(words, laser) for laser in board.lasers]))
    inside = sum(board.holds(neighbour(square, side)) for square, side in board.walls) // 2
    if inside:
        yield words.count("1 piece of wall between squares.", "{n} pieces of wall between squares.", inside)
    if board.edge is Edge.PIT:
        yield words.say("Over the open edge robots fall.")


def size_of(board: Board) -> Text:
    """Return how many columns and rows a board has."""
    return Text(f"{board.columns} × {board.rows}")


def _laser(words: Words, laser: Laser) -> Text:
    beams = "" if laser.beams == 1 else f" ×{laser.beams}"
    return Text(f"{format_square(laser.square)} {letter(words, laser.facing)}{beams}")


def _runs(squares: Iterable[Position]) -> Text:
    """Return squares from the top, those in a row from the first to the last."""
    ordered = sorted(squares, key=lambda square: (-square.row, square.column))
    told: list[str] = []
    for _, group in groupby(enumerate(ordered), key=lambda each: (each[1].row, each[1].column - each[0])):
        run = [square for _, square in group]
        first, last = format_square(run[0]), format_square(run[-1])
        told.append(first if len(run) == 1 else f"{first}-{last}")
    return Text(", ".join(told))
