"""The scenario contract: one round as JSON in, what happens in it as JSON out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from simulation.board import Board
from simulation.boardfile import BoardError, parse_board
from simulation.cards import HAND_SIZE, REGISTERS, Card
from simulation.geometry import Facing, Position, format_square, parse_square
from simulation.jsonfields import (
    FieldError,
    cut,
    refuse,
    shown,
    take_flag,
    take_list,
    take_member,
    take_object,
    take_seed,
    take_text,
    take_whole_number,
)
from simulation.round import Outcome, simulate
from simulation.rules import MOST_REBOOT_DAMAGE, MOST_ROBOTS, HouseRules
from simulation.shuffling import Shuffle, refuse_to_shuffle, seeded_shuffle
from simulation.state import Piles, Robot, State

CARDS: Mapping[str, Card] = {card.value: card for card in Card}
FACINGS: Mapping[str, Facing] = {facing.value: facing for facing in Facing}

MOST_CARDS = 1000
"""Cards in a pile at most."""

_REQUIRED = frozenset(("board", "robots", "programs"))
_OPTIONAL = frozenset(("id", "seed", "rules", "hands"))
_ROBOT_REQUIRED = frozenset(("name", "at", "facing"))
_ROBOT_OPTIONAL = frozenset(("draw", "discard", "finished"))
_RULES = frozenset(("reboot_damage", "reboot_ends_program", "lasers_blocked_by_robots"))

ScenarioId = str | int | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A round that can be simulated: the programs lie in the registers, `hands[i]` is seat i's, if given."""

    scenario_id: ScenarioId
    board: Board
    rules: HouseRules
    state: State
    shuffle: Shuffle
    hands: tuple[tuple[Card, ...] | None, ...]

    def simulate(self) -> Outcome:
        """Play the round; raises SeedNeededError for a draw that needs a seed where none was given."""
        return simulate(self.board, self.state, self.rules, self.shuffle)


def parse_scenario(found: object) -> Scenario:
    """Read a scenario from parsed JSON; raises FieldError."""
    scenario = take_object(found, "scenario", _REQUIRED, _OPTIONAL)
    board = parse_board_text(take_text(scenario["board"], "board"))
    robots = _robots(scenario["robots"], board)
    names = {robot.name: seat for seat, robot in enumerate(robots)}
    programs = _programs(scenario["programs"], robots)
    piles = tuple(
        _piles(fields, f"robots[{seat}]", programs.get(robots[seat].name, ()))
        for seat, fields in enumerate(scenario["robots"])
    )
    return Scenario(
        scenario_id=parse_id(scenario.get("id")),
        board=board,
        rules=parse_rules(scenario.get("rules", {}), "rules"),
        state=State(robots, piles),
        shuffle=_shuffle(scenario),
        hands=_hands(scenario.get("hands", {}), names),
    )


def parse_rules(found: object, where: str) -> HouseRules:
    """Read house rules, each with its default where it is missing (H)."""
    rules = take_object(found, where, frozenset(), _RULES)
    default = HouseRules()
    return HouseRules(
        reboot_damage=take_whole_number(
            rules.get("reboot_damage", default.reboot_damage), f"{where}.reboot_damage", 0, MOST_REBOOT_DAMAGE
        ),
        reboot_ends_program=take_flag(
            rules.get("reboot_ends_program", default.reboot_ends_program), f"{where}.reboot_ends_program"
        ),
        lasers_blocked_by_robots=take_flag(
            rules.get("lasers_blocked_by_robots", default.lasers_blocked_by_robots),
            f"{where}.lasers_blocked_by_robots",
        ),
    )


def parse_cards(found: object, where: str) -> tuple[Card, ...]:
    """Read a list of cards."""
    cards = take_list(found, where)
    try:
        return tuple(map(CARDS.__getitem__, cards))
    except (KeyError, TypeError):
        return tuple(take_member(card, f"{where}[{place}]", CARDS) for place, card in enumerate(cards))


def parse_place(found: object, where: str) -> Position:
    """Read a square's name."""
    try:
        return parse_square(take_text(found, where))
    except FieldError:
        raise
    except ValueError as error:
        msg = f"{where}: {error}"
        raise FieldError(msg) from None


@lru_cache(maxsize=64)
def parse_board_text(text: str) -> Board:
    """Read a board file in a field `board`; raises FieldError. Boards that were just read are remembered."""
    try:
        return parse_board(text)
    except BoardError as error:
        msg = f"board: {error}"
        raise FieldError(msg) from None


def parse_id(found: object) -> ScenarioId:
    """Read an id, None where there is none."""
    if found is not None and type(found) not in (str, int):
        refuse("id", found, "text or a whole number")
    return found  # type: ignore[return-value]  # narrowed by type() so that a boolean is refused


def _shuffle(scenario: Mapping[str, Any]) -> Shuffle:
    if "seed" not in scenario:
        return refuse_to_shuffle
    return seeded_shuffle(take_seed(scenario["seed"], "seed"), round_number=1)


def _robots(found: object, board: Board) -> tuple[Robot, ...]:
    fields = take_list(found, "robots")
    if not 1 <= len(fields) <= MOST_ROBOTS:
        msg = f"robots: found {len(fields)} robots, expected 1 to {MOST_ROBOTS}"
        raise FieldError(msg)
    robots = tuple(_robot(robot, f"robots[{seat}]", board) for seat, robot in enumerate(fields))
    names: set[str] = set()
    squares: set[Position] = set()
    for seat, robot in enumerate(robots):
        if robot.name in names:
            refuse(f"robots[{seat}].name", robot.name, "a name that no other robot has")
        names.add(robot.name)
        if robot.position is not None:
            if robot.position in squares:
                refuse(f"robots[{seat}].at", format_square(robot.position), "a square without another robot")
            squares.add(robot.position)
    return robots


def _robot(found: object, where: str, board: Board) -> Robot:
    robot = take_object(found, where, _ROBOT_REQUIRED, _ROBOT_OPTIONAL)
    name = take_text(robot["name"], f"{where}.name")
    facing = take_member(robot["facing"], f"{where}.facing", FACINGS)
    finished, at = robot.get("finished"), robot["at"]
    if finished is None:
        if at is None:
            refuse(f"{where}.at", at, "a square, since the robot has not finished")
        return Robot(name, _standing_square(at, f"{where}.at", board), facing)
    rank = take_whole_number(finished, f"{where}.finished", 1, MOST_ROBOTS)
    if at is not None:
        refuse(f"{where}.at", at, "null, since the robot has finished")
    return Robot(name, None, facing, rank)


def _standing_square(found: object, where: str, board: Board) -> Position:
    square = parse_place(found, where)
    if not board.holds(square):
        refuse(where, found, f"a square of the board, at most {format_square(Position(board.columns, board.rows))}")
    if square in board.pits:
        refuse(where, found, "a square to stand on, not a pit")
    if square in board.finish:
        refuse(where, found, "a square on this side of the line")
    return square


def _programs(found: object, robots: tuple[Robot, ...]) -> dict[str, tuple[Card, ...]]:
    fields = take_object(found, "programs")
    on_board = {robot.name for robot in robots if robot.finished is None}
    for name in fields:
        if name not in on_board:
            is_known = any(robot.name == name for robot in robots)
            refuse("programs", name, "none for a robot that has finished" if is_known else "names of robots only")
    programs: dict[str, tuple[Card, ...]] = {}
    for robot in robots:
        if robot.finished is None:
            if robot.name not in fields:
                msg = f"programs: found no program for {shown(robot.name)}, expected one for each robot on the board"
                raise FieldError(msg)
            programs[robot.name] = _sized_cards(fields[robot.name], f"programs.{cut(robot.name)}", REGISTERS)
    return programs


def _sized_cards(found: object, where: str, size: int) -> tuple[Card, ...]:
    cards = parse_cards(found, where)
    if len(cards) != size:
        msg = f"{where}: found {len(cards)} cards, expected {size}"
        raise FieldError(msg)
    return cards


def _pile(found: object, where: str) -> tuple[Card, ...]:
    cards = parse_cards(found, where)
    if len(cards) > MOST_CARDS:
        msg = f"{where}: found {len(cards)} cards, expected at most {MOST_CARDS}"
        raise FieldError(msg)
    return cards


def _piles(robot: Mapping[str, Any], where: str, program: tuple[Card, ...]) -> Piles:
    return Piles(
        draw_pile=_pile(robot.get("draw", []), f"{where}.draw"),
        discard_pile=_pile(robot.get("discard", []), f"{where}.discard"),
        registers=program,
    )


def _hands(found: object, seats: Mapping[str, int]) -> tuple[tuple[Card, ...] | None, ...]:
    hands: list[tuple[Card, ...] | None] = [None] * len(seats)
    for name, cards in take_object(found, "hands").items():
        if name not in seats:
            refuse("hands", name, "robots of the scenario only")
        hands[seats[name]] = _sized_cards(cards, f"hands.{cut(name)}", HAND_SIZE)
    return tuple(hands)
