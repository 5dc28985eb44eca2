"""Ending the bot's process at every send, and what comes of that against a run that nobody disturbs."""

from collections import Counter
from dataclasses import dataclass

from tests.bot.discord.processes import Eve, Gate


@dataclass(frozen=True)
class Undisturbed:
    """What a run comes to in which no process ends."""

    sends: Counter[str]
    seen: dict[str, list[tuple[object, ...]]]
    rows: list[tuple[str, str, bool]]


def undisturbed(stage: Eve) -> Undisturbed:
    """Let all be sent by one process."""
    gate = Gate(is_open=True)
    stage.server.call(gate.set)
    process = stage.run()
    assert not stage.wait_for(process)
    stage.stop(process)
    assert stage.failures() == []
    return Undisturbed(Counter(gate.sends), stage.seen(), stage.rows())


def end_at_each_send(
    stage: Eve, peaceful: Undisturbed, *, most: int, is_stored: bool = False, forgets: bool = False
) -> None:
    """End a process at each send, at most so many, and compare what is there in the end with the undisturbed run."""
    gate = Gate(is_stored=is_stored)
    for _ in range(most):
        fault = stage.server.call(gate.set)
        process = stage.run()
        if not stage.wait_for(process, fault):
            break
        stage.kill(process, forgets=forgets)
    stage.stop(process)
    assert stage.seen() == peaceful.seen
    assert stage.rows() == peaceful.rows
    assert peaceful.sends - Counter(gate.sends) == Counter(), "each send has ended a process"
    assert stage.failures() == []
