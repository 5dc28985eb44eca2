"""The database's thread: whose work comes first, and what becomes of work that fails or that nobody waits for."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest
from sqlmodel import Session, select

from bot.db.engine import Database
from bot.db.tables import Server
from bot.discord.worker import MOST_IN_A_ROW, Turn, Worker


class BusyWorker:
    """A worker whose thread is held until all that a test asks for is waiting; it writes down what is done."""

    def __init__(self, worker: Worker) -> None:
        """Hold the thread."""
        self.worker = worker
        self.done: list[str] = []
        self._go = Event()
        self._held = asyncio.ensure_future(worker.call(self._go.wait))

    async def ask(self, name: str, turn: Turn) -> "asyncio.Future[None]":
        """Ask for something, which waits for its turn."""
        asked = asyncio.ensure_future(self.worker.call(lambda: self.done.append(name), turn))
        await asyncio.sleep(0)
        return asked

    async def let_go(self, *asked: Awaitable[None]) -> list[str]:
        """Let the thread go on until what was asked for is done; return what was done, in order."""
        self._go.set()
        await asyncio.gather(self._held, *asked, return_exceptions=True)
        return self.done


def with_worker(database: Database, story: Callable[[Worker], Awaitable[None]]) -> None:
    """Let a story happen with a worker."""

    async def run() -> None:
        worker = Worker(database)
        try:
            async with asyncio.timeout(10):
                await story(worker)
        finally:
            worker.close()

    asyncio.run(run())


def test_people_come_first_then_games_then_the_rest_and_each_in_order(database: Database) -> None:
    async def story(worker: Worker) -> None:
        busy = BusyWorker(worker)
        asked = [await busy.ask(f"{turn.name} {number}", turn) for turn in reversed(Turn) for number in (1, 2)]
        assert await busy.let_go(*asked) == ["PEOPLE 1", "PEOPLE 2", "GAME 1", "GAME 2", "BOT 1", "BOT 2"]

    with_worker(database, story)


@pytest.mark.parametrize("turn", [Turn.GAME, Turn.BOT])
def test_after_some_of_peoples_turns_the_bot_has_one(database: Database, turn: Turn) -> None:
    """However many people press buttons, the bot does one piece after at most `MOST_IN_A_ROW` of theirs."""

    async def story(worker: Worker) -> None:
        busy = BusyWorker(worker)
        asked = [await busy.ask("person", Turn.PEOPLE) for _ in range(3 * MOST_IN_A_ROW)]
        asked += [await busy.ask("bot", turn) for _ in range(2)]
        done = await busy.let_go(*asked)
        first, second = (index for index, name in enumerate(done) if name == "bot")
        assert first <= MOST_IN_A_ROW
        assert second - first == MOST_IN_A_ROW + 1

    with_worker(database, story)


def test_what_nobody_waits_for_any_more_is_not_done(database: Database) -> None:
    """Whoever is cancelled before the turn came takes nothing with them: the next is done in its turn."""

    async def story(worker: Worker) -> None:
        busy = BusyWorker(worker)
        given_up = await busy.ask("given up", Turn.PEOPLE)
        asked = await busy.ask("asked", Turn.PEOPLE)
        given_up.cancel()
        await asyncio.sleep(0)
        assert await busy.let_go(given_up, asked) == ["asked"]
        assert given_up.cancelled()

    with_worker(database, story)


def test_what_is_being_done_is_done_though_nobody_waits_any_more(database: Database) -> None:
    async def story(worker: Worker) -> None:
        begun, go = Event(), Event()

        def work(session: Session) -> None:
            begun.set()
            go.wait()
            session.add(Server(guild_id=1))

        asked = asyncio.ensure_future(worker.do(work))
        await asyncio.to_thread(begun.wait)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        go.set()
        assert await worker.do(_servers) == [1]

    with_worker(database, story)


def test_whoever_asked_gets_the_error_and_nothing_is_kept(database: Database) -> None:
    async def story(worker: Worker) -> None:
        def work(session: Session) -> None:
            session.add(Server(guild_id=1))
            session.flush()
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await worker.do(work)
        assert await worker.do(_servers) == []

    with_worker(database, story)


def test_closing_waits_for_all_that_was_asked_for(database: Database) -> None:
    async def story(worker: Worker) -> None:
        busy = BusyWorker(worker)
        asked = [await busy.ask("person", Turn.PEOPLE), await busy.ask("bot", Turn.BOT)]
        closing = asyncio.create_task(asyncio.to_thread(worker.close))
        assert await busy.let_go(closing, *asked) == ["person", "bot"]
        with pytest.raises(RuntimeError):
            await worker.do(_servers)

    with_worker(database, story)


def _servers(session: Session) -> list[int]:
    return list(session.exec(select(Server.guild_id)).all())
