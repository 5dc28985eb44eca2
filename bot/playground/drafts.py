"""What a request says a message shall be: read, checked against Discord's limits, and turned into a `Draft`."""

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.playground.components import Check, numbered, walk
from bot.playground.model import Attachment, Draft, Json, MessageFlag
from bot.playground.refusals import ApiError, FormErrors, invalid_form
from bot.playground.world import World

FILE_LIMIT = 10 * 1024 * 1024
REQUEST_LIMIT = 25 * 1024 * 1024
_PNG, _GIFS = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
_USER_MENTION, _ROLE_MENTION, _EVERYONE = (
    re.compile(r"<@!?(\d+)>"),
    re.compile(r"<@&(\d+)>"),
    re.compile(r"@(everyone|here)"),
)
_OWN_LINK = re.compile(r"http://127\.0\.0\.1:\d+/attachments/\d+/(\d+)/")
_SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.EPHEMERAL | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that is sent."""

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """A request's body: its JSON, and the files beside it by their number."""

    payload: Json
    files: Mapping[int, Upload] = field(default_factory=dict)


def too_large() -> ApiError:
    """Return the refusal of a file or request that is too large."""
    return ApiError(413, 40005, "Request entity too large")


def size_in_pixels(content: bytes) -> tuple[int, int] | None:
    """Return a PNG's or GIF's width and height, as their headers say; None for anything else."""
    if content.startswith(_PNG):
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content.startswith(_GIFS):
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    return None


def made_attachment(world: World, upload: Upload, description: str | None = None) -> Attachment:
    """Return an attachment of an uploaded file."""
    if len(upload.content) > FILE_LIMIT:
        raise too_large()
    content_type = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
    name = re.sub(r"[^\w.-]+", "_", upload.filename)
    attachment = Attachment(
        world.new_id(),
        name,
        content_type,
        upload.content,
        description,
        size_in_pixels(upload.content),
    )
    world.files[attachment.id] = attachment
    return attachment


def read_draft(world: World, form: Form, before: Draft | None = None) -> Draft:
    """Return what a message shall say, or refuse with 50035, 50006 or 40005.

    `before` is what it said, when it is edited: what the payload does not name stays as it was.
    """
    payload, old, errors = form.payload, before or Draft(), FormErrors()
    attachments = _attachments(world, form, old, errors)
    flags = _flags(payload, old)
    is_v2 = bool(flags & MessageFlag.COMPONENTS_V2)
    content = str(payload["content"] or "") if "content" in payload else old.content
    embeds = tuple(payload["embeds"] or ()) if "embeds" in payload else old.embeds
    components = tuple(payload["components"] or ()) if "components" in payload else old.components
    errors.require_length(("content",), content, 0, 2000)
    if is_v2:
        _refuse_legacy(content, embeds, errors)
    _check_embeds(embeds, errors)
    names = _names(world, form, attachments)
    Check(errors, world.policy.alt_text_limit, names).message(components, is_v2=is_v2)
    components = tuple(_with_references(each, attachments) for each in components)
    errors.refuse()
    if not (content.strip() or embeds or components or attachments):
        raise ApiError(400, 50006, "Cannot send an empty message")
    draft = Draft(content, embeds, numbered(components), attachments, flags)
    return _mentioning(world, draft, payload.get("allowed_mentions"))


def _names(world: World, form: Form, attachments: tuple[Attachment, ...]) -> frozenset[str]:
    """Return the names of the files that components may refer to."""
    is_strict = world.policy.edits_list_files and "components" in form.payload and "attachments" not in form.payload
    return frozenset(each.filename for each in attachments) if not is_strict else frozenset()


def _with_references(node: Json, attachments: tuple[Attachment, ...]) -> Json:
    """Return a component in which links to the message's own files are references again, as an edit sends them back."""

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {key: changed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [changed(each) for each in value]
        found = _OWN_LINK.match(value) if isinstance(value, str) else None
        names = {each.id: each.filename for each in attachments}
        return f"attachment://{names[int(found[1])]}" if found and int(found[1]) in names else value

    return {key: changed(value) for key, value in node.items()}


def _flags(payload: Json, old: Draft) -> MessageFlag:
    """Return the flags: of a new message those asked for; an edit can only add IS_COMPONENTS_V2, or hide embeds."""
    kept = old.flags & ~MessageFlag.LOADING
    if payload.get("flags") is None:
        return kept
    asked = MessageFlag(int(payload["flags"])) & _SETTABLE
    if old == Draft():
        return asked
    lasting = MessageFlag.EPHEMERAL | MessageFlag.HAS_THREAD | MessageFlag.COMPONENTS_V2
    return kept & lasting | asked & ~MessageFlag.EPHEMERAL


def _refuse_legacy(content: str, embeds: tuple[Json, ...], errors: FormErrors) -> None:
    for name, value in (("content", content), ("embeds", embeds)):
        if value:
            message = f'The "{name}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
            errors.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_embeds(embeds: tuple[Json, ...], errors: FormErrors) -> None:
    errors.require_length(("embeds",), embeds, 0, 10)
    total = 0
    for index, embed in enumerate(embeds):
        texts: list[tuple[tuple[str | int, ...], str, int]] = []
        texts.append((("embeds", index, "title"), embed.get("title") or "", 256))
        texts.append((("embeds", index, "description"), embed.get("description") or "", 4096))
        texts.append((("embeds", index, "footer", "text"), (embed.get("footer") or {}).get("text") or "", 2048))
        texts.append((("embeds", index, "author", "name"), (embed.get("author") or {}).get("name") or "", 256))
        fields = embed.get("fields") or []
        errors.require_length(("embeds", index, "fields"), fields, 0, 25)
        for number, each in enumerate(fields):
            texts.append((("embeds", index, "fields", number, "name"), each.get("name") or "", 256))
            texts.append((("embeds", index, "fields", number, "value"), each.get("value") or "", 1024))
        for path, text, most in texts:
            errors.require_length(path, text, 0, most)
            total += len(text)
    if total > 6000:  # noqa: PLR2004 - Discord's number
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _attachments(world: World, form: Form, old: Draft, errors: FormErrors) -> tuple[Attachment, ...]:
    if sum(len(upload.content) for upload in form.files.values()) > REQUEST_LIMIT:
        raise too_large()
    listed = form.payload.get("attachments")
    entries: list[Json] = [{"id": number} for number in form.files] if listed is None else list(listed)
    kept = {attachment.id: attachment for attachment in old.attachments}
    found = list(old.attachments) if listed is None else []
    errors.require_length(("attachments",), entries, 0, 10)
    for index, entry in enumerate(entries):
        number = int(entry["id"])
        description = entry.get("description")
        path = ("attachments", index)
        errors.require_length((*path, "description"), description or "", 0, world.policy.alt_text_limit)
        if number in kept:
            found.append(kept[number])
        elif number in form.files:
            found.append(made_attachment(world, form.files[number], description))
        else:
            errors.add((*path, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")
    return tuple(found)


def _mentioning(world: World, draft: Draft, allowed: Json | None) -> Draft:
    """Note whom a message notifies: who is mentioned in its text, and allowed to be."""
    texts = [draft.content, *(str(each.get("content", "")) for each in walk(draft.components))]
    text = "\n".join(texts)
    users = [user_id for user_id in map(int, _USER_MENTION.findall(text)) if user_id in world.users]
    roles = list(map(int, _ROLE_MENTION.findall(text)))
    everyone = _EVERYONE.search(text) is not None
    if allowed is not None:
        parse = allowed.get("parse") or []
        both = [key for key in ("users", "roles") if key in parse and allowed.get(key)]
        if both:
            raise invalid_form(
                ("allowed_mentions", "parse"), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse:{both[0]}"
            )
        users = [each for each in users if "users" in parse or str(each) in map(str, allowed.get("users") or [])]
        roles = [each for each in roles if "roles" in parse or str(each) in map(str, allowed.get("roles") or [])]
        everyone = everyone and "everyone" in parse
    return Draft(
        draft.content,
        draft.embeds,
        draft.components,
        draft.attachments,
        draft.flags,
        tuple(dict.fromkeys(users)),
        everyone,
        tuple(dict.fromkeys(roles)),
    )
