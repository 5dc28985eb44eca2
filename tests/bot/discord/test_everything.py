"""Every command, button, select and form, in every state of a game, by the right people and the wrong ones.

Whatever somebody does is answered in time and in their language, without a ping, a trick of somebody's name, or a word
of what is secret.
"""

import logging
import re
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum, auto

import pytest
from sqlmodel import Session

from bot.db.engine import Database
from bot.db.tables import Game, PublishMode, Round, RoundStatus
from bot.discord.buttons import BUTTONS, FORMS
from bot.moderator import games
from bot.moderator.desk import Desk
from bot.moderator.orders import Answer, Done, Order
from bot.moderator.rounds import lock, publish, resolve, state_after
from bot.playground.model import Channel
from bot.text.answers import Reply
from bot.text.languages import words_in
from tests.bot.discord.hall import Hall, in_hall
from tests.bot.discord.rallystage import nothing_to_see
from tests.bot.discord.test_dutch import patterns
from tests.bot.discord.walker import BIDI, Walker, read

pytestmark = pytest.mark.long

LANGUAGES = ("en", "nl")
FINAL = ("yes:", "why:")
"""What changes a game for good is left alone, but in the last walk."""


class State(StrEnum):
    """Where a game is."""

    LOBBY = auto()
    FIRST = auto()
    """The first round is being programmed."""
    SECOND = auto()
    REVIEW = auto()
    PAUSED = auto()
    OVER = auto()
    LAST = auto()
    """The second round again, with everything that changes a game for good."""


THOROUGHLY = {"en": State.REVIEW, "nl": State.FIRST}
"""In which state everything is also tried with the fewest entries, with the worst, in direct messages, and forged."""


async def advance(hall: Hall, game: int, *, publishes: bool) -> None:
    """Let the open round be played, and published if that is wanted."""

    def work(session: Session, now: datetime) -> None:
        desk = Desk(session, now, session.get_one(Game, game))
        found = desk.open_round()
        assert found is not None
        if found.status is RoundStatus.DEALT:
            lock(desk, found)
        if found.status is RoundStatus.LOCKED:
            resolve(desk, found)
        if publishes:
            publish(desk, found, state_after(desk, found))

    await hall.rally.do(work)


async def everybody(hall: Hall, walker: Walker, channel: Channel, *, thoroughly: bool) -> None:
    """Let the host, a player and a stranger try everything; thoroughly also in direct messages, and forged."""
    for user in (hall.spark, hall.bolt, hall.host):
        await walker.call_everything(user, channel, thoroughly=thoroughly)
    if thoroughly:
        for user in (hall.spark, hall.bolt):
            await walker.call_everything(user, hall.people.dm(user), thoroughly=False)
            await walker.forge_everything(user)


async def walk_through(hall: Hall, language: str) -> Walker:
    """Try everything where there is no game, in a lobby, in rounds, in a review, in a pause, and afterwards."""
    hall.guild.locale = locale = "nl" if language == "nl" else "en-US"
    for user in (hall.host, hall.bolt, hall.cog, hall.spark):
        user.locale = locale
    walker = Walker(hall, language=language, spared=FINAL)
    await everybody(hall, walker, hall.channel, thoroughly=False)
    for state in State:
        channel = hall.server.world.add_channel(hall.guild, f"race-{state}")
        game = await hall.new_game(
            hall.bolt,
            hall.cog,
            starts=state is not State.LOBBY,
            channel=channel,
            publish_mode=PublishMode.REVIEW,
            language=language,
            rounds=2,
        )
        await reach(hall, game, state)
        walker.forget(spared=() if state is State.LAST else FINAL)
        if state in {State.FIRST, State.SECOND, State.LAST}:
            await walker.press_everything(hall.bolt, await hall.deal(game, hall.bolt))
        for user in (hall.spark, hall.bolt):
            await walker.press_everything(user, await hall.post_lobby(game))
        walker.pressed |= {f"cards:{game}", f"typed:{game}:{hall.people.dm(hall.bolt).id}"}
        rounds = [found for found in await hall.rows(Round) if found.game_id == game]
        walker.pressed |= {f"protest:{found.id}" for found in rounds if found.status is RoundStatus.PUBLISHED}
        await everybody(hall, walker, channel, thoroughly=state is THOROUGHLY[language])
    return walker


async def reach(hall: Hall, game: int, state: State) -> None:
    """Bring a game that has started to a state."""
    if state in {State.SECOND, State.REVIEW, State.LAST, State.PAUSED, State.OVER}:
        await advance(hall, game, publishes=state is not State.REVIEW)
    if state is State.PAUSED:
        await order(hall, games.pause, game)
    if state is State.OVER:
        await advance(hall, game, publishes=True)


async def order(hall: Hall, power: Callable[[Session, datetime, Order], Answer], game: int) -> None:
    """Give a host's order that needs no confirmation."""
    done = await hall.rally.do(lambda session, now: power(session, now, Order(game, hall.host.id, "go")))
    assert isinstance(done, Done), done


def faults(walker: Walker, language: str) -> list[str]:
    """Return what is wrong with what was answered."""
    failed = words_in(language).say(Reply.FAILED)
    english = list(patterns()) if language == "nl" else []
    found = [f"no answer: {each}" for each in walker.silent]
    words: dict[str, str] = {}
    for user, what, message in walker.seen:
        told = read(message)
        said = "\n".join(told)
        where = f"{user.name}, {what}: {said[:300]!r}"
        if not said.strip() and not message.is_deleted:
            found.append(f"empty: {where}")
        if message.draft.mentions or message.draft.mentions_everyone:
            found.append(f"pings: {where}")
        if any(trick in said for trick in (BIDI, "@everyone", "**B**", "http://e")):
            found.append(f"tricked: {where}")
        if failed in said:
            found.append(f"failed: {where}")
        words |= dict.fromkeys(told, where)
    found += [
        f"English ({sentence}): {where}"
        for told, where in words.items()
        for sentence, each in english
        if each.search(told)
    ]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_answered(language: str, database: Database, caplog: pytest.LogCaptureFixture) -> None:
    walkers: list[Walker] = []

    async def play(hall: Hall) -> None:
        walkers.append(await walk_through(hall, language))

    with caplog.at_level(logging.ERROR):
        in_hall(seconds=300, draw=nothing_to_see)(play)(database)
    [walker] = walkers
    assert faults(walker, language) == []
    assert [record.getMessage() for record in caplog.records] == []
    patterns_used = {
        pattern
        for pattern in (*BUTTONS, *FORMS)
        if any(re.fullmatch(pattern, each, re.ASCII) for each in walker.pressed)
    }
    assert patterns_used == {*BUTTONS, *FORMS}
