"""Discord's limits on components of messages and modals: which stand where, how many, how long.

Sources: Discord's component reference and its error trees. A classic message has up to five action rows; one with the
flag IS_COMPONENTS_V2 has up to 40 components of all kinds, with at most 4,000 characters of text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from bot.playground.model import Json
from bot.playground.refusals import FormErrors

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION = 1, 2, 3, 4, 9
TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 10, 11, 12, 13, 14, 17, 18
FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23
SELECTS = frozenset({3, 5, 6, 7, 8})
_LINK_STYLE, _PREMIUM_STYLE = 5, 6

_TOP_V2 = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER = _TOP_V2 - {CONTAINER}
_IN_ROW = SELECTS | {BUTTON}
_IN_LABEL = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
_IN_MODAL = frozenset({ACTION_ROW, TEXT_DISPLAY, LABEL})

_CUSTOM = frozenset({*SELECTS, TEXT_INPUT, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})

Path = tuple[str | int, ...]


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield all components, depth first, a parent before its children."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def size_of(component: Json, key: str, default: int) -> int:
    """Return a number of a component, as "max_values"; discord.py sends null for some that are not set."""
    value = component.get(key)
    return default if value is None else int(value)


@dataclass
class Check:
    """Checks a tree of components; errors are noted in `errors`."""

    errors: FormErrors
    alt_text_limit: int
    files: frozenset[str]
    """The names of the message's attachments, for `attachment://` references."""
    is_modal: bool = False
    custom_ids: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)

    def message(self, components: Sequence[Json], *, is_v2: bool) -> None:
        """Check a message's components."""
        path: Path = ("components",)
        if not is_v2:
            self.errors.require_length(path, components, 0, 5)
        self._each(path, components, _TOP_V2 if is_v2 else frozenset({ACTION_ROW}))
        everything = list(walk(components))
        if is_v2 and len(everything) > 40:  # noqa: PLR2004 - Discord's number
            message = "The maximum number of components allowed in a message is 40"
            self.errors.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        text = sum(len(str(each.get("content", ""))) for each in everything if each.get("type") == TEXT_DISPLAY)
        if text > 4000:  # noqa: PLR2004 - Discord's number
            message = "Components displayable text size exceeds maximum size of 4000"
            self.errors.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def modal(self, payload: Json) -> None:
        """Check a modal."""
        self.is_modal = True
        self.errors.require_length(("title",), payload.get("title"), 1, 45)
        self.errors.require_length(("custom_id",), payload.get("custom_id"), 1, 100)
        self.errors.require_length(("components",), payload.get("components"), 1, 5)
        self._each(("components",), payload.get("components") or [], _IN_MODAL)

    def _each(self, path: Path, components: Sequence[Json], allowed: frozenset[int]) -> None:
        for index, component in enumerate(components):
            here = (*path, index)
            kind = component.get("type")
            if kind not in allowed:
                choices = ", ".join(map(str, sorted(allowed)))
                self.errors.add(
                    (*here, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}).'
                )
                continue
            self._one(here, component)

    def _one(self, path: Path, component: Json) -> None:
        self._number(path, component)
        if component["type"] in _CUSTOM:
            self._custom_id(path, component)
        check = self._checks.get(component["type"])
        if check is not None:
            check(self, path, component)

    def _number(self, path: Path, component: Json) -> None:
        number = component.get("id")
        if number is None or number == 0:
            return
        if number in self.numbers:
            self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.numbers.add(number)

    def _custom_id(self, path: Path, component: Json) -> None:
        here = (*path, "custom_id")
        custom_id = component.get("custom_id")
        if custom_id is None:
            self.errors.add(here, "BASE_TYPE_REQUIRED", "This field is required")
            return
        self.errors.require_length(here, custom_id, 1, 100)
        if custom_id in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            self.errors.add(here, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.custom_ids.add(custom_id)

    def _row(self, path: Path, row: Json) -> None:
        children = row.get("components") or []
        allowed = frozenset({TEXT_INPUT, *SELECTS}) if self.is_modal else _IN_ROW
        width = sum(1 if child.get("type") == BUTTON else 5 for child in children)
        if not children or width > 5:  # noqa: PLR2004 - Discord's number
            self.errors.add(
                (*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "Rows hold 1 to 5 buttons, or 1 select"
            )
        self._each((*path, "components"), children, allowed)

    def _button(self, path: Path, button: Json) -> None:
        if "label" in button:
            self.errors.require_length((*path, "label"), button["label"] or "", 0, 80)
        if not button.get("label") and not button.get("emoji") and button.get("style") != _PREMIUM_STYLE:
            self.errors.add((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji")
        if button.get("style") == _LINK_STYLE:
            self.errors.require_length((*path, "url"), button.get("url"), 1, 512)
        else:
            self._custom_id(path, button)

    def _select(self, path: Path, select: Json) -> None:
        self.errors.require_length((*path, "placeholder"), select.get("placeholder") or "", 0, 150)
        if select["type"] == STRING_SELECT:
            self._options((*path, "options"), select)
        least, most = size_of(select, "min_values", 1), size_of(select, "max_values", 1)
        if not 0 <= least <= most <= 25 or most < 1:  # noqa: PLR2004 - Discord's number
            self.errors.add(
                (*path, "max_values"), "NUMBER_TYPE_MAX", "min_values and max_values must be 0 to 25, in order"
            )

    def _options(self, path: Path, select: Json) -> None:
        options = select.get("options") or []
        self.errors.require_length(path, options, 1, 25)
        seen: set[str] = set()
        for index, option in enumerate(options):
            for key, least in (("label", 1), ("value", 1), ("description", 0)):
                if key in option or least:
                    self.errors.require_length((*path, index, key), option.get(key) or "", least, 100)
            if option.get("value") in seen:
                message = "The specified option value is already used"
                self.errors.add((*path, index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(option.get("value", ""))
        if size_of(select, "max_values", 1) > len(options):
            self.errors.add((*path[:-1], "max_values"), "SELECT_MAX_VALUES", "More than there are options")

    def _text_input(self, path: Path, text: Json) -> None:
        if path[-1] != "component":
            self.errors.require_length((*path, "label"), text.get("label"), 1, 45)
        self.errors.require_length((*path, "placeholder"), text.get("placeholder") or "", 0, 100)
        self.errors.require_length((*path, "value"), text.get("value") or "", 0, 4000)
        if not 0 <= size_of(text, "min_length", 0) <= size_of(text, "max_length", 4000) <= 4000:  # noqa: PLR2004 - Discord's number
            self.errors.add(
                (*path, "max_length"), "NUMBER_TYPE_MAX", "min_length and max_length must be 0 to 4000, in order"
            )

    def _label(self, path: Path, label: Json) -> None:
        self.errors.require_length((*path, "label"), label.get("label"), 1, 45)
        self.errors.require_length((*path, "description"), label.get("description") or "", 0, 100)
        child = label.get("component") or {}
        if child.get("type") not in _IN_LABEL:
            self.errors.add((*path, "component", "type"), "UNION_TYPE_CHOICES", "A label cannot hold this")
            return
        self._one((*path, "component"), child)

    def _section(self, path: Path, section: Json) -> None:
        self.errors.require_length((*path, "components"), section.get("components"), 1, 3)
        self._each((*path, "components"), section.get("components") or [], frozenset({TEXT_DISPLAY}))
        accessory = section.get("accessory") or {}
        if accessory.get("type") not in {BUTTON, THUMBNAIL}:
            self.errors.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        self._one((*path, "accessory"), accessory)

    def _text_display(self, path: Path, text: Json) -> None:
        self.errors.require_length((*path, "content"), text.get("content"), 1, 4000)

    def _container(self, path: Path, container: Json) -> None:
        if not container.get("components"):
            self.errors.add((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be 1 or more in length.")
        self._each((*path, "components"), container.get("components") or [], _IN_CONTAINER)

    def _gallery(self, path: Path, gallery: Json) -> None:
        items = gallery.get("items") or []
        self.errors.require_length((*path, "items"), items, 1, 10)
        for index, item in enumerate(items):
            self._media((*path, "items", index), item, "media")

    def _media(self, path: Path, holder: Json, key: str = "media") -> None:
        self.errors.require_length((*path, "description"), holder.get("description") or "", 0, self.alt_text_limit)
        url = str((holder.get(key) or {}).get("url", ""))
        here = (*path, key, "url")
        name = url.removeprefix("attachment://")
        if name == url and (key == "file" or not url.startswith(("http://", "https://"))):
            message = "Scheme must be one of ('attachment',)." if key == "file" else "Not a well formed URL."
            self.errors.add(here, "URL_TYPE_INVALID_URL", message)
        elif name != url and name not in self.files:
            message = f"The referenced attachment ({name}) was not found"
            self.errors.add(here, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)

    def _file(self, path: Path, holder: Json) -> None:
        self._media(path, holder, "file")

    _checks: ClassVar[dict[int, Callable[["Check", Path, Json], None]]] = {
        ACTION_ROW: _row,
        BUTTON: _button,
        **dict.fromkeys(SELECTS, _select),
        TEXT_INPUT: _text_input,
        SECTION: _section,
        TEXT_DISPLAY: _text_display,
        THUMBNAIL: _media,
        MEDIA_GALLERY: _gallery,
        FILE: _file,
        CONTAINER: _container,
        LABEL: _label,
    }


def numbered(components: Sequence[Json]) -> tuple[Json, ...]:
    """Return a copy in which each component has a numeric id, the given ones kept."""
    taken = {each["id"] for each in walk(components) if each.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)

    def number(component: Json) -> Json:
        copy = dict(component)
        if not copy.get("id"):
            copy["id"] = next(free)
        if "components" in copy:
            copy["components"] = [number(child) for child in copy["components"]]
        for key in ("accessory", "component"):
            if isinstance(copy.get(key), dict):
                copy[key] = number(copy[key])
        return copy

    return tuple(number(component) for component in components)
