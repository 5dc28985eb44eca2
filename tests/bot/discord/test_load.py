"""People are answered in time while many games resolve at the same second (figures: `make bench`)."""

import asyncio
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.clock import SystemClock
from bot.discord import ids
from bot.moderator.schedule import LOCK_DELAY
from bot.playground.answers import Answer, AnswerKind
from bot.playground.model import Channel, User
from bot.playground.model import Message as Post
from bot.playground.people import controls_of
from bot.playground.server import Playground
from tests.bot.discord.rush import PLAYERS, Race, Rush

pytestmark = pytest.mark.long

GAMES_OF_BENCH, USUAL_GAMES = 100, 4
EARLIER = 1.0
"""People come from so many seconds before the lock on, until all is sent."""
SECONDS_BETWEEN = 0.1
"""Between two people, each of whom presses three or four buttons, each as soon as the last one was answered: half of
700 players come in 35 s."""
NIGHT_SECONDS = 200.0
FIRST_SECONDS, FINAL_SECONDS, IN_TIME = 1.0, 3.0, 0.99
FIELDS = ("first_after", "final_after")


@dataclass
class Crowd:
    """People who press buttons of races that are being resolved, and how they were answered."""

    rush: Rush
    answers: list[tuple[str, Answer]] = field(default_factory=list)
    visits: list[asyncio.Task[None]] = field(default_factory=list)

    async def come(self) -> None:
        """Come one after the other, race by race and seat by seat, and go on until the night is over."""
        races = self.rush.races
        for visit in range(len(races) * PLAYERS // 2):
            race, seat = races[visit % len(races)], visit // len(races)
            self.visits.append(asyncio.create_task(self._visit(race, race.players[-1 - seat])))
            await asyncio.sleep(SECONDS_BETWEEN)
        await asyncio.gather(*self.visits)
        await self.rush.be_over()

    async def _visit(self, race: Race, user: User) -> None:
        """Let a player open a hand, pick a card and take it back, and now and then the host look how things stand."""
        opened = await self._press("my cards", user, race.post, ids.my_cards_id(race.id))
        hand = opened.message
        if hand is not None and controls_of(hand):
            pick = str(controls_of(hand)[0]["custom_id"])
            await self._press("pick", user, hand, pick)
            await self._press("undo", user, hand, f"undo:{pick.split(':')[1]}")
        if len(self.visits) % PLAYERS == 0:
            await self._status(race.channel)

    async def _press(self, what: str, user: User, post: Post, custom_id: str) -> Answer:
        return await self._wait(what, self.rush.server.people.forge(user, post.channel, custom_id, post))

    async def _status(self, channel: Channel) -> None:
        await self._wait("status", self.rush.server.people.command(self.rush.host, channel, "game panel"))

    async def _wait(self, what: str, answer: Answer) -> Answer:
        self.answers.append((what, answer))
        return await answer.final()

    def figures(self) -> dict[str, float]:
        """Return how long people waited, in seconds."""
        figures: dict[str, float] = {"answers": len(self.answers)}
        for name in FIELDS:
            waits = sorted(getattr(answer, name) for _, answer in self.answers)
            title = name.partition("_")[0]
            figures[f"{title}, half"] = waits[len(waits) // 2]
            figures[f"{title}, 99 of 100"] = waits[int(IN_TIME * (len(waits) - 1))]
            figures[f"{title}, last"] = waits[-1]
        return figures


async def spend_night(path: Path, races: int) -> dict[str, float]:
    """Let a night pass: races are due at the same second, and people come until all is sent; return the figures."""
    async with asyncio.timeout(NIGHT_SECONDS), Playground() as server:
        world = server.world
        rush = Rush(server, path, world.add_guild("Robot club", server.owner), world.add_person("Host"))
        rush.furnish(races)
        crowd = Crowd(rush)
        async with rush.bot():
            await rush.become_due()
            assert rush.deadline is not None
            await asyncio.sleep((rush.deadline + LOCK_DELAY - SystemClock().now()).total_seconds() - EARLIER)
            await crowd.come()
        assert server.traffic.failures == []
        assert server.traffic.most_refused() == 0, "the bot asks for more than Discord takes"
        assert rush.statuses() <= {"sent", "withdrawn"}
        assert [answer.kind for _, answer in crowd.answers if answer.kind in {None, AnswerKind.FAILED}] == []
        return crowd.figures() | rush.seconds() | {"requests in a second": server.traffic.most_in_a_second()}


@pytest.mark.benchmark(group="people's answers while games of seven resolve at the same second")
def test_people_are_answered_while_games_resolve(
    benchmark: BenchmarkFixture, migrated_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is answered or deferred within 1 s; 99 of 100 have their answer within 3 s."""
    path = Path(shutil.copyfile(migrated_file, tmp_path / "rally.db"))
    races = GAMES_OF_BENCH if benchmark.enabled else USUAL_GAMES

    def night() -> dict[str, float]:
        return asyncio.run(spend_night(path, races))

    figures: dict[str, float] = benchmark.pedantic(night, rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info.update({name: round(value, 3) for name, value in figures.items()})
    if benchmark.enabled:
        with capsys.disabled():
            sys.stdout.write("\n" + "".join(f"{name:>24}: {value:8.3f}\n" for name, value in figures.items()))
        assert figures["first, last"] <= FIRST_SECONDS
        assert figures["final, 99 of 100"] <= FINAL_SECONDS
