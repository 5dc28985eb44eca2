from datetime import timedelta

from bot.db.tables import Program, Round, RoundResult, Source
from bot.playground.faults import Fault
from bot.playground.model import BLOCKED
from bot.playground.people import text_of
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage

HISTORY = "GET /channels/{channel_id}/messages"


async def sleep_through(stage: RallyStage, *said: tuple[int, timedelta, str]) -> None:
    """Let the bot be away over a deadline, while players write so long before it (or after: negative)."""
    await stage.at(DEADLINE - timedelta(minutes=5))
    await stage.stop()
    for player, before, text in said:
        stage.clock.at = DEADLINE - before
        user = stage.players[player - 1]
        stage.server.people.say(user, stage.server.people.dm(user), text)
    stage.clock.at = DEADLINE + timedelta(seconds=30)
    await stage.start()
    await stage.until(lambda rows: len(rows) == 2, Round)
    await stage.settled()


def test_programs_typed_while_the_bot_was_away_count_by_their_own_time(on: On) -> None:
    """In time, too late, and chat; who wrote in time gets a receipt."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(3, moves_for_silence=False)
        minute = timedelta(minutes=1)
        await sleep_through(stage, (1, minute, "5 4 3 2 1"), (2, -timedelta(seconds=2), "1 2 3 4 5"), (3, minute, "hi"))
        [program] = await stage.rows(Program)
        assert (program.places, program.source, program.at) == ([5, 4, 3, 2, 1], Source.SALVAGED, program.at)
        [result] = await stage.rows(RoundResult)
        late = [None if each is None else each["late"] for each in result.programs]
        assert late == [None, "too late", "absent"]
        assert any("found in your messages" in text_of(post) for post in stage.dms(stage.players[0]))

    on(story)


def test_an_edited_message_counts_from_its_edit(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2, moves_for_silence=False)
        await stage.at(DEADLINE - timedelta(minutes=5))
        await stage.stop()
        user = stage.players[0]
        said = stage.server.people.say(user, stage.server.people.dm(user), "1 2 3 4 5")
        stage.clock.at = DEADLINE + timedelta(seconds=3)
        stage.server.people.edit(user, said, "5 4 3 2 1")
        stage.clock.at = DEADLINE + timedelta(seconds=30)
        await stage.start()
        await stage.until(lambda rows: len(rows) == 2, Round)
        assert await stage.rows(Program) == []
        [result] = await stage.rows(RoundResult)
        assert result.programs[0] == {"places": None, "late": "too late"}

    on(story)


def test_a_closed_dm_counts_as_read_and_a_failing_one_is_read_again(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        stage.players[0].dm_refusal = BLOCKED
        await stage.new_game(2)
        body = {"message": "Missing Access", "code": 50001}
        dm = str(stage.server.people.dm(stage.players[0]).id)
        stage.server.faults.add(
            Fault(
                route=HISTORY,
                times=99,
                status=403,
                body=body,
                where=lambda request: request.match_info["channel_id"] == dm,
            )
        )
        failing = stage.server.faults.drop(HISTORY, times=2)
        await stage.night()
        assert failing.hits == 2
        assert len(await stage.rows(RoundResult)) == 1

    on(story)
