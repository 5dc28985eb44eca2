"""The answer to a scenario: where every robot stands after each register, and what is left in the piles."""

from collections.abc import Sequence
from typing import Any

from simulation.beats import Phase
from simulation.events import Prioritised
from simulation.geometry import Position, format_square
from simulation.jsonfields import FieldError, get_unrepeated, load_json
from simulation.round import Outcome
from simulation.scenario import Scenario, ScenarioId, parse_id, parse_scenario
from simulation.shuffling import SeedNeededError
from simulation.state import State


def format_answer(scenario: Scenario, outcome: Outcome) -> dict[str, Any]:
    """Return the answer to a scenario, ready for JSON."""
    return {
        "id": scenario.scenario_id,
        "registers": format_registers([robot.name for robot in scenario.state.robots], outcome),
        "robots": format_robots(outcome.state),
    }


def format_registers(names: Sequence[str], outcome: Outcome) -> list[dict[str, Any]]:
    """Return for each of the five registers its order, and where each robot stands after the board has acted."""
    orders = {
        beat.register: [names[seat] for seat in event.order]
        for beat in outcome.beats
        if beat.phase is Phase.PRIORITY
        for event in beat.events
        if isinstance(event, Prioritised)
    }
    return [
        {
            "order": orders.get(register, []),
            "robots": {
                name: {"at": format_at(square), "facing": facing}
                for name, (square, facing) in zip(names, stands, strict=True)
            },
        }
        for register, stands in enumerate(outcome.stands, start=1)
    ]


def format_robots(state: State) -> list[dict[str, Any]]:
    """Return the robots with their piles, as they stand between two rounds."""
    return [
        {
            "name": robot.name,
            "at": format_at(robot.position),
            "facing": robot.facing,
            "draw": piles.draw_pile,
            "discard": piles.discard_pile,
            "finished": robot.finished,
        }
        for robot, piles in zip(state.robots, state.piles, strict=True)
    ]


def format_at(square: Position | None) -> str | None:
    """Return a square's name, or None for a robot that is not on the board."""
    return None if square is None else format_square(square)


def resolve_line(line: str | bytes) -> tuple[dict[str, Any], bool]:
    """Resolve one line of input; return the answer, or the error in its place, and whether it was resolved."""
    scenario_id: ScenarioId = None
    try:
        found = load_json(line)
        scenario_id = _readable_id(found)
        scenario = parse_scenario(found)
        return format_answer(scenario, scenario.simulate()), True
    except (FieldError, SeedNeededError) as error:
        return {"id": scenario_id, "error": str(error)}, False


def _readable_id(found: object) -> ScenarioId:
    """Return the id of what may be no scenario at all, None where there is none to be read."""
    try:
        return parse_id(get_unrepeated(found, "id"))
    except FieldError:
        return None
