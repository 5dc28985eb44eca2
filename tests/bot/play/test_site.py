"""The page's server: for browsers on this machine alone, and for what its own page asks."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from aiohttp import ClientResponse
from PIL.ImageFont import truetype

from bot.play.site import STATIC, PortTakenError, Site
from bot.play.stage import Refused, Stage
from bot.text.languages import words_in
from bot.text.playpage import Page, page_words
from tests.bot.play.house import House, in_house

OUTSIDE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[\w.-]+\.\w+")
BOT = STATIC.parents[1]
OWN_FILES = sorted(path for path in STATIC.iterdir() if path.is_file())
TEXTS = [path for path in OWN_FILES if path.suffix != ".woff"]
EMOJI = re.compile("[\u23e9-\u23fa\u2700-\u27bf\U0001f000-\U0001faff]|.(?=\ufe0f)")


@in_house(has_bot=False)
async def test_the_page_and_its_files_are_served_with_a_strict_policy(house: House) -> None:
    """No script but its own files, no address but its own; nothing else of this machine's disk."""
    for path in ("", *(f"static/{file.name}" for file in OWN_FILES)):
        async with house.http.get(house.site.url + path) as answer:
            assert answer.status == 200, path
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for path in (
        "static/none.js",
        "static/..%2Fsite.py",
        "static/%2Fetc%2Fpasswd",
        "files/1/a.png",
        "files/x/y",
        f"files/{'9' * 5_000}/y",
        "none",
    ):
        assert await house.status("GET", path) == 404, path


@in_house(has_bot=False)
async def test_other_sites_and_other_names_for_this_machine_are_refused(house: House) -> None:
    """A name that was rebound to 127.0.0.1, a form that another site posts, one that hides where it comes from."""
    port = house.site.url.split(":")[-1].strip("/")
    assert await house.status("GET", "api/state", Host=f"evil.example:{port}") == 403
    assert await house.status("GET", "api/state", Origin="http://evil.example") == 403
    assert await house.status("GET", "api/state", Host=f"localhost:{port}") == 200
    for origin in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
        assert await house.status("POST", "api/control/bot", {"on": False}, **origin) == 403
    assert await house.status("POST", "api/control/bot", {"on": False}, Origin=house.origin) == 200


WRONG_ACTS = {
    "no JSON": "{",
    "no object": [],
    "nothing": {},
    "a stranger": {"person": "1"},
    "no number": {"person": "Bolt"},
    "superscript": {"person": "²"},
    "a long number": {"person": "9" * 5_000},
    "true": {"person": True},
    "no channel": {"channel": "1"},
    "no message": {"message": "1"},
    "no id of a button": {"custom_id": 5},
    "no values": {"values": "a"},
    "no text": {"text": None},
    "no options": {"options": []},
    "an option of no kind": {"options": {"name": {"value": 1}}},
    "a number that is none": {"options": {"rounds": {"type": 4, "value": "many"}}},
    "a file that is not there": {"options": {"file": {"type": 11, "value": 0}}},
    "nobody": {"options": {"person": {"type": 6, "value": "5"}}},
    "a form that was not opened": {"interaction": "5"},
}


@in_house(has_bot=False)
async def test_what_the_page_never_asks_is_misunderstood(house: House) -> None:
    """Whatever is wrong, there is an answer, and nothing happens."""
    bolt = house.stage.players[0]
    message = house.stage.people.say(bolt, house.stage.channels[0], "hello")
    right = {
        **house.who(bolt),
        "message": str(message.id),
        "name": "game",
        "options": {},
        "entries": {},
        "focused": "name",
    }
    for name in ("press", "choose", "submit", "command", "complete", "say", "edit", "delete"):
        for wrong, change in WRONG_ACTS.items():
            payload = {**right, **change} if isinstance(change, dict) and change else change
            told = await house.post(f"act/{name}", payload)
            assert told["kind"] in {"misunderstood", "refused", "done"}, (name, wrong)
            if told["kind"] == "done":
                assert name in {"say", "edit", "delete"}, (name, wrong)
    for name, control in (("skip", "far"), ("bot", "on"), ("dms", "closed"), ("fill", "n"), ("language", "language")):
        values: tuple[object, ...] = ("sideways", 0, 13, None, [], 1.5)
        for value in values:
            told = await house.post(f"control/{name}", {control: value})
            assert told["kind"] == "misunderstood", (name, value)
    assert await house.status("POST", "api/act/hack", {}, Origin=house.origin) == 404
    assert await house.status("POST", "api/control/hack", {}, Origin=house.origin) == 404


PART = b"--a\r\nContent-Disposition: form-data; name=payload"
WRONG_FORMS = {
    "no form": ("text/plain", b"hello"),
    "no boundary": ("multipart/form-data", b"x"),
    "a part without a name": ("multipart/form-data; boundary=a", b"--a\r\n"),
    "a form that breaks off": ("multipart/form-data; boundary=a", PART + b"\r\n\r\n{}"),
    "no text": ("multipart/form-data; boundary=a", PART + b"\r\n\r\n\xff\r\n--a--\r\n"),
    "an unknown charset": ("application/x-www-form-urlencoded; charset=none", b"payload=%ff"),
    "JSON without end": ("application/x-www-form-urlencoded", b"payload=" + b"[" * 50_000),
}


@in_house(has_bot=False)
async def test_forms_that_no_page_sends_are_misunderstood(house: House) -> None:
    for wrong, (kind, body) in WRONG_FORMS.items():
        headers = {"Origin": house.origin, "Content-Type": kind}
        async with house.http.post(f"{house.site.url}api/act/say", data=body, headers=headers) as answer:
            assert answer.status == 400, wrong
            assert (await answer.json())["kind"] == "misunderstood", wrong


@in_house(has_bot=False)
async def test_a_file_that_is_too_large_is_refused_as_discord_does(house: House) -> None:
    """Its own limit is 10 MiB."""
    bolt = house.stage.players[0]
    told = await house.post("act/say", {**house.who(bolt), "text": "big"}, ("big.bin", b"0" * (10 * 1024 * 1024 + 1)))
    assert told["kind"] == "refused"
    assert "too large" in told["text"]
    assert await house.seen(house.who(bolt)) == []


@in_house(has_bot=False)
async def test_a_picture_that_says_to_be_one_runs_no_script(house: House) -> None:
    """HTML and SVG from strangers are downloaded, under a policy that lets nothing run."""
    bolt = house.stage.players[0]
    await house.post(
        "act/say", {**house.who(bolt), "text": ""}, ("a.svg", b"<svg onload='alert(1)'/>"), ("a.html", b"<b>")
    )
    [message] = await house.seen(house.who(bolt))
    for file in message["files"]:
        assert file["picture"] is False
        async with house.http.get(house.origin + file["url"]) as answer:
            assert answer.headers["Content-Disposition"] == "attachment"
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


async def events(answer: ClientResponse) -> AsyncIterator[tuple[str, dict[str, object]]]:
    """Yield the events of a stream."""
    name = ""
    async for line in answer.content:
        kind, _, value = line.decode().rstrip("\n").partition(": ")
        if kind == "event":
            name = value
        elif kind == "data":
            yield name, json.loads(value)


@in_house(has_bot=False)
async def test_pages_are_told_what_happens_one_change_at_a_time(house: House) -> None:
    """The state first; then messages as they come, change and go, each alone; the end when the site closes."""
    bolt, channel = house.stage.players[0], house.stage.channels[0]
    async with house.http.get(house.site.url + "api/events") as answer:
        told = events(answer)
        name, state = await anext(told)
        assert (name, state["language"], state["on"]) == ("state", "en", False)
        message = house.stage.people.say(bolt, channel, "hello")
        assert await anext(told) == ("message", (await house.seen(house.who(bolt)))[0])
        house.stage.people.edit(bolt, message, "goodbye")
        name, changed = await anext(told)
        assert (name, changed["text"], changed["edited"]) == ("message", "goodbye", True)
        house.stage.people.delete(bolt, message)
        gone = {"id": str(message.id), "channel": str(channel.id), "gone": True}
        assert await anext(told) == ("message", gone)
        house.stage.speak("nl")
        name, state = await anext(told)
        assert (name, state["language"]) == ("state", "nl")
        await house.site.close()
        assert [event async for event in told] == []


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    """It names the port, and what to do."""

    async def take_twice() -> None:
        with TemporaryDirectory() as folder:
            first = Site(Stage(Path(folder)))
            await first.open(0)
            port = int(first.url.split(":")[-1].strip("/"))
            try:
                with pytest.raises(PortTakenError, match=rf"^port {port} is taken.*--port"):
                    await Site(Stage(Path(folder))).open(port)
            finally:
                await first.close()

    asyncio.run(take_twice())


# The page's own files


class Attributes(HTMLParser):
    """Collects what a page's tags say."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note words."""
        self.words += data.strip()


def test_the_page_has_no_script_or_style_within_and_no_words() -> None:
    """Its policy would stop the first, and Dutch readers the second; its name is the product's."""
    page = Attributes((STATIC / "index.html").read_text(encoding="utf-8"))
    assert all(not name.startswith("on") and name != "style" for _, attributes in page.tags for name in attributes)
    assert [attributes["src"] for tag, attributes in page.tags if tag == "script"] == ["/static/main.js"]
    assert not [tag for tag, _ in page.tags if tag == "style"]
    assert page.words == "Green Light Rally"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_pages_files_name_no_outside_address(path: Path) -> None:
    """All that a browser loads comes from the playground itself."""
    assert OUTSIDE.findall(path.read_text(encoding="utf-8")) == []


def test_every_emoji_of_the_bot_can_be_shown_without_a_font_of_the_machine() -> None:
    """Where there is none, each would be an empty box; `assets/CREDITS.md` says how the file is made anew."""
    sources = [path for ending in ("py", "js") for path in BOT.rglob(f"*.{ending}")]
    used = {sign for path in sources for sign in EMOJI.findall(path.read_text(encoding="utf-8"))}
    font = truetype(STATIC / "emoji.woff", 32)
    no_glyph = bytes(font.getmask("\U0010ffff"))
    assert "🔁" in used
    assert [sign for sign in sorted(used) if bytes(font.getmask(sign)) == no_glyph] == []


def test_html_is_taken_as_such_in_one_place() -> None:
    """The server's own Markdown; all else is text."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in OWN_FILES if path.suffix == ".js"}
    assert [
        name
        for name, source in scripts.items()
        if re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write", source)
    ] == ["dom.js"]
    assert scripts["dom.js"].count("innerHTML") == 1


def test_the_scripts_say_exactly_the_pages_sentences() -> None:
    """None is missing, none is left over, and none stands in the scripts themselves."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in OWN_FILES if path.suffix == ".js")
    known = {page.name.lower() for page in Page}
    said = set(re.findall(r"\bt\(\s*\"(\w+)\"", source))
    assert said <= known
    told = {str(refused).replace(" ", "_") for refused in Refused}
    assert told <= known
    mentioned = set(re.findall(r"\"(\w+)\"", source)) | told
    assert known - mentioned == set()
    sentences = [text for text in re.findall(r"\"([^\"\n]*)\"", source) if re.match(r"[A-Z][a-z]+ [a-z]", text)]
    assert sentences == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_facts_keep_their_places_for_the_page(language: str) -> None:
    """The page fills them in, with text."""
    words = page_words(words_in(language).unformatted())
    assert "{name}" in words["thinks"]
    assert "{n}" in words["joined"]
    assert "{user}" in words["used"]
