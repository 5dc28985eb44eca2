"""The one thread that talks to the database: Discord's side is asynchronous, sessions are not."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlmodel import Session

from bot.db.engine import Database

T = TypeVar("T")


class Worker:
    """Does work on the database in the order in which it is asked for, one transaction each."""

    def __init__(self, database: Database) -> None:
        """Take the open database, which stays its owner's to close."""
        self.database = database
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")

    async def do(self, work: Callable[[Session], T]) -> T:
        """Do something in a transaction, and return what it returns once that is committed."""
        return await self.call(lambda: self._transact(work))

    async def call(self, work: Callable[[], T]) -> T:
        """Do something on the thread that makes its own transactions."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _transact(self, work: Callable[[Session], T]) -> T:
        with self.database.transaction() as session:
            return work(session)

    def close(self) -> None:
        """Wait for the work in hand, and end the thread."""
        self._thread.shutdown(wait=True)
