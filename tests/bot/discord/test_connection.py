"""What a lost connection, a lost session and a wrong clock do to a round that is being programmed."""

import asyncio
from datetime import timedelta

import pytest

from bot.db.tables import Hand, Hearing, Message, Program, Round, RoundResult, Source
from bot.discord.ids import pick_id
from bot.moderator.outbox import Kind, Notice, Report
from bot.playground.people import text_of
from bot.playground.world import Happening
from tests.bot.discord.conftest import On
from tests.bot.discord.rallystage import DEADLINE, RallyStage

MINUTE = timedelta(minutes=1)


def happening(stage: RallyStage, name: str) -> asyncio.Event:
    """Return what is set as soon as something happens at the server."""
    found = asyncio.Event()

    def listen(each: Happening) -> None:
        if each.name == name:
            found.set()

    stage.server.world.listeners.append(listen)
    return found


async def lose(stage: RallyStage, *, resumable: bool = True) -> None:
    """Let the gateway be gone, until `find`; the bot has noted it."""
    stage.server.gateway.refuses = True
    stage.server.gateway.cut(resumable=resumable)
    await stage.until(lambda rows: rows[-1].ended, Hearing)


async def find(stage: RallyStage, name: str) -> None:
    """Let the gateway be there again, and wait until the bot can hear."""
    found = happening(stage, name)
    stage.server.gateway.refuses = False
    await found.wait()
    await stage.until(lambda rows: not rows[-1].ended, Hearing)


async def pick(stage: RallyStage, *places: int) -> None:
    """Let the first player tap cards."""
    [hand, *_] = await stage.rows(Hand)
    post = stage.dms(stage.players[0])[-1]
    for place in places:
        await stage.server.people.press(stage.players[0], post, pick_id(hand.round_id, place)).final()


def test_what_people_did_while_the_connection_was_lost_counts_after_resume(on: On) -> None:
    """A tap and a typed program come with RESUME; the hand's buttons work on."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        await pick(stage, 9, 8)
        await lose(stage)
        tap = asyncio.create_task(pick(stage, 7))
        stage.server.people.say(stage.players[1], stage.server.people.dm(stage.players[1]), "1 2 3 4 5")
        await find(stage, "SESSION_RESUMED")
        await stage.until(lambda hands: len(hands[0].picks) == 3, Hand)
        await tap
        await pick(stage, 6, 5)
        programs = await stage.until(lambda programs: len(programs) == 2, Program)
        assert sorted(program.places or [] for program in programs) == [[1, 2, 3, 4, 5], [9, 8, 7, 6, 5]]
        await stage.settled()

    on(story)


@pytest.mark.parametrize("in_a_living_connection", [False, True])
def test_what_was_typed_while_the_session_was_lost_is_read_before_the_lock(
    on: On, *, in_a_living_connection: bool
) -> None:
    """A new session hears nothing of it; the buttons of the old one's messages work in the new one."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        await pick(stage, 9, 8, 7)
        ready = asyncio.create_task(stage.bot.wait_for("ready"))
        await asyncio.sleep(0)  # it waits now
        if in_a_living_connection:
            stage.server.gateway.invalidate()
        else:
            stage.server.gateway.cut(resumable=False)
        stage.server.people.say(stage.players[1], stage.server.people.dm(stage.players[1]), "1 2 3 4 5")
        await ready
        await stage.bot.rally.do_later(lambda *_: None)  # behind whatever the bot noted before
        await pick(stage, 6, 5)
        await stage.night()
        typed = [program for program in await stage.rows(Program) if program.source is Source.SALVAGED]
        assert [program.places for program in typed] == [[1, 2, 3, 4, 5]]
        [result] = await stage.rows(RoundResult)
        assert [None if each is None else each["late"] for each in result.programs] == [None, None]

    on(story)


def test_silence_before_a_deadline_moves_it_and_the_channel_is_told(on: On) -> None:
    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        await stage.at(DEADLINE - 50 * MINUTE)
        await stage.settled()
        await lose(stage)
        await stage.at(DEADLINE - 20 * MINUTE)
        await find(stage, "SESSION_RESUMED")
        [found] = await stage.until(lambda rounds: rounds[0].deadline != DEADLINE, Round)
        assert timedelta(0) <= found.deadline - DEADLINE - 30 * MINUTE < MINUTE
        await stage.settled()
        [notice] = [row for row in await stage.rows(Message) if row.kind == Kind.NOTICE]
        assert (notice.facts["notice"], notice.facts["minutes"]) == (Notice.SILENCE, 30)
        assert "could not hear" in stage.texts()[-1]

    on(story)


@pytest.mark.parametrize("seconds", [5, -5])
def test_a_clock_that_is_off_is_told_to_the_hosts_of_each_game_once(on: On, seconds: int) -> None:
    """Also to those of a game that starts later; and the panel shows it as long as it is so."""

    async def story(stage: RallyStage) -> None:
        await stage.new_game(2)
        await stage.stop()
        stage.clock.ahead = timedelta(seconds=seconds)
        await stage.start()
        people, owner = stage.server.people, stage.server.owner
        await people.command(owner, stage.channel, "standings", {}).final()
        await stage.until(lambda rows: any(row.facts.get("report") == Report.CLOCK for row in rows), Message)
        await stage.new_game(2, stage.server.world.add_channel(stage.guild, "elsewhere"))
        await stage.until(lambda rows: sum(row.facts.get("report") == Report.CLOCK for row in rows) == 2, Message)
        await stage.settled()
        told = [text_of(post) for post in stage.dms(stage.host) if "clock" in text_of(post)]
        assert len(told) == 2
        assert "5 s" in told[0]
        panel = await people.command(stage.host, stage.channel, "game panel", {}).final()
        assert panel.message is not None
        assert "This machine's clock is 5 s off Discord's." in text_of(panel.message)

    on(story)
