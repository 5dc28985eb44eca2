"""A newcomer's browser: Debian's Chromium on the playground's page, wide or as narrow as a phone."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, Request, async_playwright

from tests.bot.play.house import House, in_house

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: apt-get install chromium")
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PATIENCE = 15_000
"""Milliseconds in which all that is waited for must have come."""
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
"""Finds what is too faint to read, too small for a thumb, or without a name."""
HOST = "Host (makes and leads races)"


@dataclass
class Visit:
    """A page that is open, and what went wrong on it."""

    house: House
    page: Page
    is_narrow: bool
    faults: list[str] = field(default_factory=list)

    async def open(self) -> None:
        """Open the page, and note all that goes wrong from then on."""
        page = self.page
        page.set_default_timeout(PATIENCE)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("requestfailed", self._note_failure)
        page.on("response", lambda response: self.faults.append(response.url) if response.status >= 400 else None)
        await page.goto(self.house.site.url)
        await page.locator("#channel .composer").wait_for(state="attached")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(message.text)

    def _note_failure(self, request: Request) -> None:
        """Note a request that failed; the stream of events ends with its page."""
        if not (request.url.endswith("/api/events") and request.failure == "net::ERR_ABORTED"):
            self.faults.append(f"{request.url}: {request.failure}")

    async def tab(self, name: str) -> None:
        """Open a tab, where there are any."""
        if self.is_narrow:
            await self.page.locator(f"#tabs [data-tab={name}]").click()

    async def become(self, label: str) -> None:
        """Be somebody else."""
        await self.page.locator("#who").select_option(label=label)

    async def channel(self) -> Locator:
        """Return the channel's pane, in sight."""
        await self.tab("channel")
        return self.page.locator("#channel")

    async def direct(self) -> Locator:
        """Return the pane of direct messages, in sight."""
        await self.tab("direct")
        return self.page.locator("#direct")

    async def control(self, name: str) -> None:
        """Press one of the playground's own controls."""
        await self.tab("playground")
        await self.page.locator("#playground").get_by_role("button", name=name).click()

    async def command(self, pane: Locator, called: str, **options: str) -> None:
        """Call a command as people do: by its first letters, from the list, with options in its form."""
        await pane.get_by_role("textbox").last.fill(called)
        await pane.locator(".picker .option").filter(has_text=called).first.click()
        form = pane.get_by_role("form", name=called)
        for name, value in options.items():
            entry = form.get_by_label(name, exact=False).first
            await entry.fill(value)
        await form.get_by_role("button", name="Send the command").click()

    async def overflow(self) -> int:
        """Return by how many pixels the page is too wide."""
        return int(await self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    async def width_of(self, picture: Locator) -> int:
        """Return the pixels of a picture once it is loaded."""
        await picture.scroll_into_view_if_needed()
        await picture.evaluate("image => image.decode()")
        return int(await picture.evaluate("image => image.naturalWidth"))


Tour = Callable[[Visit], Awaitable[None]]


def in_browser(
    size: dict[str, int] = WIDE,
    *,
    has_bot: bool = True,
    prepare: Callable[[House], Awaitable[Any]] | None = None,
    **context: Any,  # noqa: ANN401 - Playwright's own
) -> Callable[[Tour], Callable[[], None]]:
    """Make a test of a coroutine function that gets a visit; nothing may go wrong on the page meanwhile."""

    async def tour_in(tour: Tour, browser: Browser, house: House) -> None:
        settings = {"viewport": size, "locale": "en-GB", "timezone_id": "Europe/Brussels", **context}
        page = await (await browser.new_context(**settings)).new_page()
        visit = Visit(house, page, size["width"] <= 800)
        await visit.open()
        await tour(visit)
        assert not visit.faults, visit.faults
        await page.close()

    def decorate(tour: Tour) -> Callable[[], None]:
        @in_house(has_bot=has_bot)
        async def test(house: House) -> None:
            if prepare is not None:
                await prepare(house)
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=CHROMIUM)
                try:
                    await tour_in(tour, browser, house)
                finally:
                    await browser.close()

        test.__doc__, test.__name__ = tour.__doc__, getattr(tour, "__name__", "test")
        return needs_chromium(test)

    return decorate


async def until(asked: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds on the page."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not await asked():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.02)
