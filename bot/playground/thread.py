"""The server in a thread of its own, for those who have no event loop: tests that kill bots in other processes."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Thread
from types import TracebackType
from typing import Self, TypeVar

from bot.playground.server import Playground

_Result = TypeVar("_Result")


class ThreadedPlayground:
    """Runs a server in a thread; `call` and `wait` reach into it."""

    def __init__(self, make: Callable[[], Playground] = Playground) -> None:
        """Prepare a server, which `make` makes within its thread's event loop."""
        self._make = make
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="playground", daemon=True)
        self._playground: Playground | None = None

    def __enter__(self) -> Self:
        """Start the thread and listen."""
        self._thread.start()
        self._playground = self._run(self._start())
        return self

    async def _start(self) -> Playground:
        playground = self._make()
        await playground.start()
        return playground

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening, and end the thread."""
        self.wait(lambda playground: playground.close())
        self._run(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Awaitable[_Result], seconds: float = 30.0) -> _Result:
        async def bounded() -> _Result:
            async with asyncio.timeout(seconds):
                return await work

        return asyncio.run_coroutine_threadsafe(bounded(), self._loop).result()

    @property
    def playground(self) -> Playground:
        """The server; its constants (url, token) may be read from any thread, the rest within `call` and `wait`."""
        assert self._playground is not None
        return self._playground

    def call(self, function: Callable[[Playground], _Result]) -> _Result:
        """Call a function with the server, within its thread, and return what it returns."""

        async def called() -> _Result:
            return function(self.playground)

        return self._run(called())

    def wait(self, function: Callable[[Playground], Awaitable[_Result]], seconds: float = 30.0) -> _Result:
        """Wait for what a function of the server waits for: `wait(lambda server: answer.final())`."""

        async def waited() -> _Result:
            return await function(self.playground)

        return self._run(waited(), seconds)
