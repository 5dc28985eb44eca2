"""Pictures from the command line: a scenario's round, or the sheet of everything that pictures show."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.render.animation import Film, draw_film
from bot.render.hand import draw_hand
from bot.render.png import to_png
from bot.render.registers import damage_cards, register_stills
from bot.render.sheet import draw_sheet
from bot.render.still import Still, draw_still
from bot.render.trails import trails
from bot.text.captions import card_names, film_caption, tell_register_heading, tell_result_heading
from bot.text.languages import SOURCE, words_in
from simulation.__main__ import LONGEST_LINE
from simulation.cards import HAND_SIZE, Card
from simulation.jsonfields import load_json
from simulation.round import Outcome
from simulation.scenario import Scenario, parse_scenario
from simulation.shuffling import SeedNeededError


class DrawingError(Exception):
    """A picture that cannot be drawn; the message is for the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which pictures to draw, each to a file of its own."""

    scenario: Path | None
    """The file whose first scenario is resolved and drawn."""
    board_png: Path | None
    round_gif: Path | None
    register_png: Path | None
    register: int | None
    """Which register `register_png` shows, 1 to 5."""
    hand_png: Path | None
    sheet: Path | None


def render(drawing: Drawing) -> Iterator[Path]:
    """Draw what is asked for, and yield each file that was written; raises DrawingError."""
    asked = (drawing.board_png, drawing.round_gif, drawing.register_png, drawing.hand_png)
    if not any((*asked, drawing.sheet)):
        msg = "nothing to draw: say --board-png, --round-gif, --register-png, --hand-png or --sheet, each with a file"
        raise DrawingError(msg)
    if any(asked) and drawing.scenario is None:
        msg = "no scenario to draw: say --scenario, with a file"
        raise DrawingError(msg)
    if (drawing.register_png is None) is not (drawing.register is None):
        msg = "--register-png and --register belong together: a file, and a register from 1 to 5"
        raise DrawingError(msg)
    if drawing.sheet is not None:
        yield _write(drawing.sheet, to_png(draw_sheet()))
    if drawing.scenario is not None:
        for path, content in _pictures(drawing, _read_scenario(drawing.scenario)):
            yield _write(path, content)


def _pictures(drawing: Drawing, scenario: Scenario) -> Iterator[tuple[Path, bytes]]:
    """Yield the pictures of a scenario's round."""
    words, board, before = words_in(SOURCE), scenario.board, scenario.state
    try:
        outcome = scenario.simulate()
    except SeedNeededError as error:
        msg = f"{drawing.scenario}: {error}"
        raise DrawingError(msg) from None
    if drawing.board_png is not None:
        yield drawing.board_png, to_png(draw_still(_result(scenario, outcome)))
    if drawing.round_gif is not None:
        yield (
            drawing.round_gif,
            draw_film(Film(board, before.robots, outcome.beats, film_caption(words, board.name, None))),
        )
    if drawing.register_png is not None and drawing.register is not None:
        stills = register_stills(
            board, before, outcome.beats, lambda register: tell_register_heading(words, board.name, None, register)
        )
        yield drawing.register_png, to_png(draw_still(stills[drawing.register - 1]))
    if drawing.hand_png is not None:
        yield drawing.hand_png, to_png(draw_hand(_hand(scenario), card_names(words)))


def _result(scenario: Scenario, outcome: Outcome) -> Still:
    heading = tell_result_heading(words_in(SOURCE), scenario.board.name)
    ways = trails(scenario.state.robots, outcome.beats)
    return Still(scenario.board, outcome.state.robots, heading, damage_cards(outcome.state), ways)


def _hand(scenario: Scenario) -> tuple[Card, ...]:
    """Return the first robot's hand where it is given, or its program and what comes next on its draw pile."""
    piles, given = scenario.state.piles[0], scenario.hands[0]
    program = [card for card in piles.registers if card is not None]
    hand = given or (*program, *piles.draw_pile)[:HAND_SIZE]
    if not hand:
        msg = "--hand-png: found no cards of the first robot, expected a hand, a program or a draw pile"
        raise DrawingError(msg)
    return hand


def _read_scenario(path: Path) -> Scenario:
    """Return the first scenario of a file, one JSON object a line."""
    try:
        with path.open("rb") as file:
            line = next((line for line in iter(lambda: file.readline(LONGEST_LINE + 1), b"") if line.strip()), b"")
        return parse_scenario(load_json(line))
    except (OSError, ValueError) as error:
        msg = f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
        raise DrawingError(msg) from None


def _write(path: Path, content: bytes) -> Path:
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        msg = f"cannot write {path}: {getattr(error, 'strerror', None) or error}"
        raise DrawingError(msg) from None
    return path
