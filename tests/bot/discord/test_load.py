"""People are answered in time while many games resolve at the same second (figures: `make bench`)."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlmodel import Session, col, func, select

from bot.clock import id_of_moment
from bot.db.tables import Game, Message, MessageStatus, Player, Round, RoundStatus, Seat
from bot.discord import ids
from bot.moderator import games, programs
from bot.moderator.orders import Done, Order
from bot.moderator.outbox import Kind
from bot.moderator.programs import Panel, Press
from bot.moderator.settings import Settings
from bot.playground.answers import Answer, AnswerKind
from bot.playground.model import Channel, User
from bot.playground.model import Message as Post
from bot.playground.people import controls_of
from bot.playground.world import Policy
from tests.bot.discord.rallystage import DEADLINE, ROBOTS, SEED, RallyStage, play

GAMES_OF_BENCH, USUAL_GAMES = 100, 15
PLAYERS = len(ROBOTS)
VISIT_SECONDS = 0.5
"""So often somebody comes, who presses four buttons: each as soon as the last one was answered."""
FIRST_SECONDS, FINAL_SECONDS, IN_TIME = 1.0, 3.0, 0.99
FIELDS = ("first_after", "final_after")


@dataclass
class Night:
    """Many games that are due at the same second, and what people pressed meanwhile."""

    stage: RallyStage
    count: int
    channels: list[Channel] = field(default_factory=list)
    answers: list[tuple[str, Answer]] = field(default_factory=list)

    def player(self, game: int, seat: int) -> User:
        """Return who plays a seat of a game, both counted from 1."""
        return self.stage.players[(game - 1) * PLAYERS + seat - 1]

    async def furnish(self) -> None:
        """Start the games; all but the last player of each has a program; everything so far was sent."""
        world = self.stage.server.world
        self.channels = [world.add_channel(self.stage.guild, f"race-{number + 1}") for number in range(self.count)]
        for user in self.stage.players:
            self.stage.server.people.dm(user)
        await self.stage.do(self._start_all)

    def _start_all(self, session: Session, now: datetime) -> None:
        rally, host = self.stage.bot.rally, self.stage.host.id
        pressed = id_of_moment(self.stage.clock.discord())
        for user in self.stage.players:
            session.add(Player(user_id=user.id, dm_channel_id=self.stage.server.people.dm(user).id))
        for number, channel in enumerate(self.channels, 1):
            place = games.Place(self.stage.guild.id, channel.id, host)
            settings = Settings(f"Race {number}", "green-light")
            game = games.create(session, now, place, settings, games.Supplies(rally.boards, SEED))
            assert isinstance(game, Game)
            assert game.id == number
            for seat, robot in enumerate(ROBOTS, 1):
                assert isinstance(games.join(session, now, number, self.player(number, seat).id, robot), Seat)
            assert isinstance(games.start(session, now, Order(number, host, "go")), Done)
            found = session.exec(select(Round).where(Round.open_game_id == number)).one()
            for seat in range(1, PLAYERS):
                press = Press(found.id, self.player(number, seat).id, pressed + seat)
                assert isinstance(programs.submit(session, now, press, (5, 3, 9, 1, 7)), Panel)
        for message in session.exec(select(Message)):
            message.status, message.sent_at, message.message_id = MessageStatus.SENT, now, pressed + message.id

    async def fall(self) -> None:
        """Let the deadline pass; people come one after the other, until all results have been sent."""
        await self.stage.at(DEADLINE + timedelta(seconds=10))
        self.stage.bot.rally.bell.set()
        visits: list[asyncio.Task[None]] = []
        for game, seat in zip(cycle(range(1, self.count + 1)), cycle(range(1, PLAYERS + 1)), strict=False):
            visits.append(asyncio.create_task(self._visit(game, seat)))
            await asyncio.sleep(VISIT_SECONDS)  # so often somebody comes
            if await self.stage.bot.rally.do_later(lambda session, _: self._are_out(session)):
                break
        await asyncio.gather(*visits)

    def _are_out(self, session: Session) -> bool:
        query = select(func.count(col(Message.id)))
        sent = query.where(Message.kind == Kind.RESULT, Message.status == MessageStatus.SENT)
        return session.exec(sent).one() == self.count

    async def _visit(self, game: int, seat: int) -> None:
        """Let a player open a hand, pick a card and take it back, and the host look how things stand."""
        channel, user = self.channels[game - 1], self.player(game, seat)
        opened = await self._press("my cards", user, channel, f"cards:{game}")
        if opened.message is not None and controls_of(opened.message):
            hand = opened.message
            await self._press("pick", user, channel, str(controls_of(hand)[0]["custom_id"]), hand)
            await self._press("undo", user, channel, ids.undo_id(round_of(hand)), hand)
        await self._press("status", self.stage.host, channel, f"host:{game}:status")

    async def _press(self, what: str, user: User, channel: Channel, custom_id: str, post: Post | None = None) -> Answer:
        answer = self.stage.server.people.forge(user, channel, custom_id, post)
        self.answers.append((what, answer))
        return await answer.final()

    def check(self) -> dict[str, float]:
        """Everybody was answered in time; return how long that took."""
        assert [each for each in self.answers if each[1].kind in {None, AnswerKind.FAILED}] == []
        firsts, finals = (sorted(getattr(each, name) for _, each in self.answers) for name in FIELDS)
        figures = {
            "answers": len(self.answers),
            "first, 99 of 100": firsts[int(IN_TIME * (len(firsts) - 1))],
            "first, last": firsts[-1],
            "final, 99 of 100": finals[int(IN_TIME * (len(finals) - 1))],
            "final, last": finals[-1],
        }
        assert figures["first, last"] <= FIRST_SECONDS, figures
        assert figures["final, 99 of 100"] <= FINAL_SECONDS, figures
        return figures


def round_of(hand: Post) -> int:
    """Return the round of which a message shows a hand."""
    return int(str(controls_of(hand)[0]["custom_id"]).split(":")[1])


@pytest.mark.benchmark(group="people's answers while games of seven resolve at the same second")
def test_people_are_answered_while_games_resolve(
    benchmark: BenchmarkFixture, migrated_file: Path, tmp_path: Path
) -> None:
    """Each is answered or deferred within 1 s; 99 of 100 have their answer within 3 s."""
    count = GAMES_OF_BENCH if benchmark.enabled else USUAL_GAMES
    figures: dict[str, float] = {}

    async def story(stage: RallyStage) -> None:
        night = Night(stage, count)
        await night.furnish()
        await night.fall()
        rounds = await stage.rows(Round)
        assert [each.status for each in rounds] == [RoundStatus.PUBLISHED] * count + [RoundStatus.DEALT] * count
        figures.update(night.check())

    def run() -> None:
        asyncio.run(play(migrated_file, tmp_path, story, Policy(), people=count * PLAYERS, seconds=240))

    benchmark.pedantic(run, rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info.update({name: round(value, 3) for name, value in figures.items()})
