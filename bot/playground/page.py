"""A channel as viewers saw it, as one HTML page beside its pictures: no scripts, no addresses outside the folder."""

from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.playground.components import BUTTON, MEDIA_GALLERY, TEXT_DISPLAY
from bot.playground.markdown import Reader, render_markdown
from bot.playground.model import Attachment, Channel, Json, Message, MessageKind
from bot.playground.people import People

_FORMATS = {"t": "%H:%M", "T": "%H:%M:%S", "d": "%d/%m/%Y", "D": "%d %B %Y", "F": "%A %d %B %Y %H:%M"}
_USUAL_FORMAT = "%d %B %Y %H:%M"
_DISTANCE = "R"
_UNITS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
"""Their seconds."""
_HIDDEN = frozenset({MessageKind.PIN_ADDED, MessageKind.THREAD_STARTER})

_STYLE = """
:root { color-scheme: light dark; --back: #fff; --ink: #23262b; --quiet: #5d646e; --line: #d9dce1; --key: #e9ebef; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1f2125; --ink: #e6e8eb; --quiet: #a2a9b3; --line: #3a3e45; --key: #2d3036; }
}
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.45 system-ui, sans-serif;
  background: var(--back); color: var(--ink); overflow-wrap: anywhere; }
article { border-top: 1px solid var(--line); padding: .8rem 0; }
header { color: var(--quiet); font-size: .85rem; }
header b { color: var(--ink); font-size: 1rem; margin-right: .4rem; }
figure { margin: .5rem 0; }
img { max-width: 100%; height: auto; border-radius: 6px; display: block; }
figure details { font-size: .85rem; color: var(--quiet); margin-top: .2rem; }
pre { background: var(--key); padding: .6rem; border-radius: 6px; overflow-x: auto; white-space: pre-wrap; }
small { color: var(--quiet); }
[role="heading"] { font-weight: 700; font-size: 1.15rem; }
.button { display: inline-block; background: var(--key); border-radius: 6px; padding: .3rem .7rem;
  margin: .2rem .3rem 0 0; }
details { border-left: 3px solid var(--line); padding-left: .8rem; margin-top: .5rem; }
summary { cursor: pointer; }
"""


def write_page(folder: Path, people: People, channel: Channel, title: str, zone: ZoneInfo) -> Path:
    """Write `index.html` and the files of all messages of a channel and its threads; raises OSError.

    Times are shown in `zone`. Ephemeral messages are not the channel's, and left out.
    """
    page = _Page(folder, people, zone)
    articles = "\n".join(page.articles(channel))
    path = folder / "index.html"
    path.write_text(
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{articles}\n</body></html>\n",
        encoding="utf-8",
    )
    return path


class _Page:
    """Turns messages into HTML, and writes their files."""

    def __init__(self, folder: Path, people: People, zone: ZoneInfo) -> None:
        self._folder = folder
        self._people = people
        self._zone = zone

    def articles(self, channel: Channel) -> Iterator[str]:
        """Yield the messages of a channel or thread, oldest first."""
        for message in sorted(channel.messages.values(), key=lambda each: each.id):
            if not message.is_deleted and message.receiver is None and message.kind not in _HIDDEN:
                yield self._article(message)

    def _article(self, message: Message) -> str:
        when = message.created.astimezone(self._zone)
        marks = (" (edited)" if message.edited else "") + (" 📌" if message.is_pinned else "")
        parts = [f"<header><b>{escape(message.author.name)}</b>{when:%d %B %Y %H:%M}{marks}</header>"]
        if message.content:
            parts.append(self._text(message, message.content))
        shown: set[str] = set()
        for component in message.components:
            parts += self._component(message, component, shown)
        parts += [self._file(file) for file in message.attachments if file.filename not in shown]
        if message.thread is not None:
            answers = "\n".join(self.articles(message.thread))
            parts.append(f"<details><summary>{escape(message.thread.name)}</summary>{answers}</details>")
        return "<article>" + "\n".join(parts) + "</article>"

    def _component(self, message: Message, component: Json, shown: set[str]) -> Iterator[str]:
        kind = component["type"]
        if kind == TEXT_DISPLAY:
            yield self._text(message, str(component["content"]))
        elif kind == MEDIA_GALLERY:
            for item in component["items"]:
                name = str(item["media"]["url"]).removeprefix("attachment://")
                shown.add(name)
                files = (file for file in message.attachments if file.filename == name)
                yield from (self._file(file, str(item.get("description") or "")) for file in files)
        elif kind == BUTTON:
            yield f'<span class="button">{escape(str(component.get("label") or ""))}</span>'
        else:
            inner = component.get("components", ())
            yield "<div>" + "".join(part for each in inner for part in self._component(message, each, shown)) + "</div>"

    def _file(self, file: Attachment, alt: str = "") -> str:
        (self._folder / file.filename).write_bytes(file.content)
        name = escape(file.filename, quote=True)
        if file.content_type.startswith("image/"):
            return self._picture(file, name, escape(alt or file.description or "", quote=True))
        return f'<p><a href="{name}">{escape(file.filename)}</a> ({len(file.content):,} bytes)</p>'

    @staticmethod
    def _picture(file: Attachment, name: str, alt: str) -> str:
        """Return a picture, and the words beside it as Discord shows them when its badge is pressed."""
        width, height = file.size_in_pixels or (0, 0)
        size = f' width="{width}" height="{height}"' if width and height else ""
        shown = f'<img src="{name}" alt="{alt}"{size} loading="lazy">'
        told = f"<details><summary>ALT</summary>{alt}</details>" if alt else ""
        return f"<figure>{shown}{told}</figure>"

    def _text(self, message: Message, text: str) -> str:
        """Return a text; how far away times are is told as it was when the message came."""

        def moment(seconds: int, style: str) -> str:
            if style == _DISTANCE:
                return _distance(seconds - round(message.created.timestamp()))
            return self._moment(seconds, style)

        return render_markdown(text, Reader(self._people.name_of, moment))

    def _moment(self, seconds: int, style: str) -> str:
        try:
            when = datetime.fromtimestamp(seconds, UTC).astimezone(self._zone)
        except (OverflowError, OSError, ValueError):
            return f"&lt;t:{seconds}&gt;"  # of a year that no calendar has
        return when.strftime(_FORMATS.get(style or "f", _USUAL_FORMAT))


def _distance(seconds: int) -> str:
    """Return how far away a time is, in the largest unit that fits, as Discord tells it."""
    unit, size = next((each for each in _UNITS.items() if abs(seconds) >= each[1]), ("second", 1))
    number = abs(seconds) // size
    told = f"{number} {unit}" + ("" if number == 1 else "s")
    return f"in {told}" if seconds >= 0 else f"{told} ago"
