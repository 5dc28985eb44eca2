"""Messages, forms and commands as the page gets them: texts rendered, links its own, ids as text."""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from bot.playground.commandcheck import GROUP, SUBCOMMAND
from bot.playground.components import TEXT_DISPLAY
from bot.playground.markdown import Reader, render_markdown
from bot.playground.model import Attachment, Channel, Json, Message, MessageFlag, MessageKind, User
from bot.playground.people import People

PICTURES = frozenset({"image/png", "image/gif", "image/jpeg", "image/webp"})
"""What is shown; other files are offered for download."""
_MEDIA = ("media", "file")
_SHORT = 120
"""Characters of a message that is replied to."""


def file_url(file: Attachment) -> str:
    """Return where the page's server has a file, as long as the playground lasts."""
    return f"/files/{file.id}/{quote(file.filename)}"


def _moment(seconds: int, style: str) -> str:
    """Return a time that the page shows in the browser's zone."""
    return f'<time data-seconds="{seconds}" data-style="{style or "f"}">{seconds}</time>'


class Shown:
    """Turns what the server has into what the page shows."""

    def __init__(self, people: People) -> None:
        """Show a world."""
        self._people = people
        self._reader = Reader(people.name_of, _moment)

    def html(self, text: str) -> str:
        """Return a text rendered."""
        return render_markdown(text, self._reader)

    def message(self, message: Message) -> Json:
        """Return a message."""
        draft, thread = message.draft, message.thread
        return {
            "id": str(message.id),
            "channel": str(message.channel.id),
            "kind": int(message.kind),
            "author": {"id": str(message.author.id), "name": message.author.name, "bot": message.author.is_bot},
            "at": message.created.timestamp(),
            "edited": message.edited is not None and not message.receiver and self._has_changed(message),
            "pinned": message.is_pinned,
            "receiver": None if message.receiver is None else str(message.receiver.id),
            "thinks": bool(draft.flags & MessageFlag.LOADING),
            "text": draft.content,
            "html": self.html(draft.content) if draft.content else "",
            "embeds": [self._embed(each) for each in draft.embeds],
            "components": [self.component(each, message.attachments) for each in draft.components],
            "files": [self.file(each) for each in message.attachments],
            "thread": None if thread is None else {"id": str(thread.id), "name": thread.name},
            "reply": self._reply(message),
            "command": self._command(message),
        }

    @staticmethod
    def _has_changed(message: Message) -> bool:
        """Tell whether an edit replaced something: a promise that is kept is none."""
        return any(not before.flags & MessageFlag.LOADING for before in message.earlier)

    def _reply(self, message: Message) -> Json | None:
        said = None if message.reply_to is None else message.channel.messages.get(message.reply_to)
        if said is None or message.kind is MessageKind.THREAD_STARTER:
            return None
        return {"id": str(said.id), "author": said.author.name, "text": said.content[:_SHORT]}

    def _command(self, message: Message) -> Json | None:
        """Return who called the command that a message answers, and which, as it is called in their language."""
        told = message.interaction
        if told is None or "name" not in told:
            return None
        caller = self._people.world.users[int(told["user"]["id"])]
        return {"user": caller.name, "name": self._label(str(told["name"]), caller.locale)}

    def _label(self, name: str, locale: str) -> str:
        """Return a command's name in somebody's language; of one that is no more, the name itself."""
        known = [command.payload for command in self._people.interactions.application.commands.values()]
        labels = []
        for part in name.split():
            found = next((payload for payload in known if payload["name"] == part), {})
            labels.append(_told(found, "name", locale) or part)
            known = found.get("options") or []
        return " ".join(labels)

    def _embed(self, embed: Json) -> Json:
        fields = [{"name": each["name"], "html": self.html(str(each["value"]))} for each in embed.get("fields") or ()]
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        return {
            "title": embed.get("title") or "",
            "html": self.html(str(embed.get("description") or "")),
            "author": author.get("name") or "",
            "footer": footer.get("text") or "",
            "fields": fields,
        }

    def file(self, file: Attachment) -> Json:
        """Return a file."""
        width, height = file.size_in_pixels or (None, None)
        return {
            "name": file.filename,
            "url": file_url(file),
            "size": len(file.content),
            "picture": file.content_type in PICTURES,
            "alt": file.description or "",
            "width": width,
            "height": height,
        }

    def component(self, component: Json, files: tuple[Attachment, ...] = ()) -> Json:
        """Return a component of a message or form, with its text rendered and its files found."""
        shown = {key: value for key, value in component.items() if value is not None}
        if component["type"] == TEXT_DISPLAY:
            shown["html"] = self.html(str(component["content"]))
        if "components" in shown:
            shown["components"] = [self.component(each, files) for each in shown["components"]]
        for key in ("accessory", "component"):
            if isinstance(shown.get(key), dict):
                shown[key] = self.component(shown[key], files)
        if "items" in shown:
            shown["items"] = [self._media(each, files) for each in shown["items"]]
        return self._media(shown, files)

    def _media(self, holder: Json, files: tuple[Attachment, ...]) -> Json:
        for key in _MEDIA:
            name = str((holder.get(key) or {}).get("url", "")).removeprefix("attachment://")
            found = next((each for each in files if each.filename == name), None)
            if found is not None:
                return {**holder, key: self.file(found)}
        return holder

    def modal(self, modal: Json) -> Json:
        """Return a form."""
        return {**modal, "components": [self.component(each) for each in modal["components"]]}

    def commands(self, user: User, channel: Channel) -> list[Json]:
        """Return the slash commands that somebody is offered, subcommands as commands, in their language."""
        found: list[Json] = []
        for name, payload in self._people.commands(user, channel).items():
            if payload.get("type", 1) == 1:
                found += _leaves(payload, [name], [_told(payload, "name", user.locale)], user.locale)
        return sorted(found, key=lambda command: str(command["label"]))


def _told(payload: Json, key: str, locale: str) -> str:
    """Return a name or description in somebody's language."""
    translations: Mapping[str, str] = payload.get(f"{key}_localizations") or {}
    return str(translations.get(locale) or payload.get(key) or "")


def _leaves(payload: Json, path: list[str], labels: list[str], locale: str) -> Iterator[Json]:
    """Yield a command, or its subcommands."""
    options = payload.get("options") or []
    inner = [option for option in options if option["type"] in {SUBCOMMAND, GROUP}]
    for option in inner:
        yield from _leaves(option, [*path, option["name"]], [*labels, _told(option, "name", locale)], locale)
    if not inner:
        yield {
            "name": " ".join(path),
            "label": " ".join(labels),
            "description": _told(payload, "description", locale),
            "options": [_option(option, locale) for option in options],
        }


def _option(option: Json, locale: str) -> Json:
    """Return an option of a command."""
    kept = ("name", "type", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length")
    choices = [
        {"label": _told(choice, "name", locale), "value": choice["value"]} for choice in option.get("choices") or ()
    ]
    return {
        **{key: option[key] for key in kept if option.get(key) is not None},
        "label": _told(option, "name", locale),
        "description": _told(option, "description", locale),
        "choices": choices,
        "channel_types": option.get("channel_types") or [],
    }
