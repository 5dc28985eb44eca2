"""Delivery keeps its distance: Discord takes 50 requests a second of the whole bot."""

from dataclasses import replace

import pytest

from tests.bot.discord import rallystage
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import PACE, RallyStage

APART = 0.2


def test_messages_go_out_some_time_apart(on: On, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to different people, to whom they could go at the same moment; how slow the machine is makes it no less."""
    monkeypatch.setattr(rallystage, "PACE", replace(PACE, send=APART))

    async def story(stage: RallyStage) -> None:
        await stage.new_game(7)
        theirs = {f"/{stage.server.people.dm(user).id}/messages" for user in stage.players}
        log = stage.server.traffic.log
        times = [each.at for each in log if any(each.path.endswith(path) for path in theirs)]
        assert len(times) == len(theirs)
        assert max(times) - min(times) > (len(times) - 1) * APART - APART / 2

    on(story)
