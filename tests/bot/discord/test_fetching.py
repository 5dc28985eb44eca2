"""Uploads are fetched within their limits, whatever the server behind the link does."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web

from bot.discord import uploads
from bot.discord.uploads import UploadError, UploadTooLargeError, fetch

MOST = 1000
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def fetched(handler: Handler, size: int = 10) -> bytes:
    """Fetch what a server answers."""

    async def run() -> bytes:
        app = web.Application()
        app.router.add_get("/file", handler)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            return await fetch(f"http://127.0.0.1:{runner.addresses[0][1]}/file", size, MOST)
        finally:
            await runner.cleanup()

    return asyncio.run(run())


async def endless(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    while True:
        await response.write(b"x" * 65_536)


async def cut_off(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "500"})
    await response.prepare(request)
    await response.write(b"x")
    assert request.transport is not None
    request.transport.abort()
    return response


async def bomb(request: web.Request) -> web.StreamResponse:
    assert request.headers["Accept-Encoding"] == "identity"
    return web.Response(body=gzip.compress(b"x" * 100_000), headers={"Content-Encoding": "gzip"})


async def just_fits(_: web.Request) -> web.StreamResponse:
    return web.Response(body=b"x" * MOST)


async def gone(_: web.Request) -> web.StreamResponse:
    return web.Response(status=404, text="This content is no longer available.")


async def elsewhere(_: web.Request) -> web.StreamResponse:
    return web.Response(status=302, headers={"Location": "http://127.0.0.1:1/"})


async def silent(_: web.Request) -> web.StreamResponse:
    await asyncio.sleep(60)
    return web.Response()


def test_a_file_that_just_fits_comes_whole() -> None:
    assert fetched(just_fits, MOST) == b"x" * MOST


def test_a_file_without_end_is_left_when_it_is_too_large() -> None:
    with pytest.raises(UploadTooLargeError) as caught:
        fetched(endless)
    assert MOST < caught.value.found <= MOST + 65_536


def test_a_file_that_is_said_to_be_too_large_is_not_asked_for() -> None:
    with pytest.raises(UploadTooLargeError) as caught:
        asyncio.run(fetch("http://127.0.0.1:1/never", MOST + 1, MOST))
    assert caught.value.found == MOST + 1


def test_what_is_packed_is_not_unpacked() -> None:
    assert gzip.decompress(fetched(bomb)) == b"x" * 100_000


@pytest.mark.parametrize("handler", [cut_off, gone, elsewhere])
def test_a_file_that_does_not_come_is_told(handler: Handler) -> None:
    with pytest.raises(UploadError):
        fetched(handler)


def test_a_file_that_takes_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "LONGEST_FETCH", 0.05)
    with pytest.raises(UploadError, match="TimeoutError"):
        fetched(silent)


@pytest.mark.parametrize("url", ["", "no address", "http://127.0.0.1:1/", "ftp://127.0.0.1/x", "http://[::1"])
def test_a_link_that_leads_nowhere_is_told(url: str) -> None:
    with pytest.raises(UploadError):
        asyncio.run(fetch(url, 10, MOST))
