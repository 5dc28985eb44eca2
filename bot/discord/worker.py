"""The one thread that talks to the database: Discord's side is asynchronous, sessions are not."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from typing import TypeVar

from sqlmodel import Session

from bot.db.engine import Database

T = TypeVar("T")
MOST_IN_A_ROW = 8
"""So many people's turns, then one of the bot's: nobody holds a night up by pressing buttons."""


class Turn(IntEnum):
    """Whose turn comes first."""

    PEOPLE = 0
    """Somebody waits for an answer."""
    GAME = 1
    """A step that is due in a game: all wait for its result."""
    BOT = 2
    """What else the bot does by itself; it is cut into short pieces, so that people wait for at most one."""


class Worker:
    """Does work on the database, one transaction each: by turns, within a turn in the order in which it is asked for.

    The bot has a turn after at most `MOST_IN_A_ROW` of people's. Its games go before the rest, which waits no longer
    than games are due: whoever takes them on asks for one step after the other.
    """

    def __init__(self, database: Database) -> None:
        """Take the open database, which stays its owner's to close."""
        self.database = database
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
        self._in_a_row = 0
        self._waiting: dict[Turn, deque[Callable[[], None]]] = {turn: deque() for turn in Turn}

    async def do(self, work: Callable[[Session], T], turn: Turn = Turn.PEOPLE) -> T:
        """Do something in a transaction, and return what it returns once that is committed."""
        return await self.call(lambda: self._transact(work), turn)

    async def call(self, work: Callable[[], T], turn: Turn = Turn.PEOPLE) -> T:
        """Do something on the thread that makes its own transactions."""
        done: Future[T] = Future()
        self._waiting[turn].append(lambda: fulfil(done, work))
        self._thread.submit(self._do_next)
        return await asyncio.wrap_future(done)

    def _do_next(self) -> None:
        """Do the most urgent work: it is called as often as something was asked for."""
        people, *others = (self._waiting[turn] for turn in Turn)
        own = next(filter(None, others), None)
        is_peoples = bool(people) and not (own and self._in_a_row >= MOST_IN_A_ROW)
        self._in_a_row = self._in_a_row + 1 if is_peoples else 0
        (people if is_peoples or own is None else own).popleft()()

    def _transact(self, work: Callable[[Session], T]) -> T:
        with self.database.transaction() as session:
            return work(session)

    def close(self) -> None:
        """Wait for the work in hand, and end the thread."""
        self._thread.shutdown(wait=True)


def fulfil(done: Future[T], work: Callable[[], T]) -> None:
    """Do what a future was promised for, unless nobody waits for it any more."""
    if not done.set_running_or_notify_cancel():
        return
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001 - whoever waits gets it
        done.set_exception(error)
    else:
        done.set_result(found)
