"""What people ask for while the bot is being stopped."""

import asyncio
import logging

import pytest

from bot.db.engine import Database
from bot.discord.ids import my_cards_id
from tests.bot.discord.hall import Hall, in_hall


async def press_and_stop(hall: Hall) -> None:
    """Stop the bot while a press waits for the database, and let the press go on then."""
    game = await hall.new_game(hall.bolt)
    asked, going = asyncio.Event(), asyncio.Event()
    do = hall.rally.worker.do

    async def wait(work: object) -> object:
        asked.set()
        await going.wait()
        return await do(work)  # type: ignore[arg-type] # as it came

    hall.rally.worker.do = wait  # type: ignore[assignment,method-assign] # busy for long
    pressed = asyncio.create_task(hall.forge(hall.bolt, my_cards_id(game)))
    await asked.wait()
    answering = [task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_interaction"]
    await hall.end()
    going.set()
    assert answering
    await asyncio.gather(*answering)
    pressed.cancel()


def test_who_waits_for_an_answer_when_the_bot_is_stopped_leaves_a_line_in_the_log(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback: whoever stops the bot has done nothing wrong."""
    with caplog.at_level(logging.WARNING):
        in_hall()(press_and_stop)(database)
    [record] = [each for each in caplog.records if each.name.startswith("bot.") or each.exc_info]
    assert "got lost: RuntimeError('Session is closed')" in record.getMessage()
    assert not record.exc_info
