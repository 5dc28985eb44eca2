"""README's pages for players, hosts and viewers: each fits one screen, pictures included."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import sync_playwright

from tests.bot.play.browser import CHROMIUM, needs_chromium

ROOT = Path(__file__).parents[2]
PAGES = ("For players", "For hosts", "For viewers")
SCREEN = {"width": 1280, "height": 800}
STYLE = "main { font: 16px/1.5 sans-serif; width: 830px; display: flow-root } li { margin-top: .25em }"
"""As wide and as large as code hosts show a README."""


@needs_chromium
@pytest.mark.parametrize("title", PAGES)
def test_a_page_fits_one_screen_with_a_picture_that_is_there(title: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {title}\n.*?(?=^## )", readme, re.DOTALL | re.MULTILINE)
    assert found is not None
    told = MarkdownIt("commonmark", {"html": True}).render(found[0])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=SCREEN)  # type: ignore[arg-type]  # a size
        page.goto((ROOT / "README.md").as_uri())
        page.set_content(f'<base href="{ROOT.as_uri()}/"><style>{STYLE}</style><main>{told}</main>')
        page.wait_for_function("[...document.images].every(image => image.complete)")
        height = page.evaluate("document.querySelector('main').getBoundingClientRect().height")
        widths = page.evaluate("[...document.images].map(image => image.naturalWidth)")
        browser.close()
    assert height <= SCREEN["height"]
    assert widths
    assert all(widths)
