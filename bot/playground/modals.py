"""Filling in a modal as a person does: what its fields take, and the data that the bot gets."""

from collections.abc import Mapping, Sequence

from bot.playground.commandcall import CannotDoError
from bot.playground.components import (
    ACTION_ROW,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    numbered,
    size_of,
)
from bot.playground.drafts import Upload
from bot.playground.model import Json
from bot.playground.resolving import Resolved

Entry = str | bool | Sequence[str | Upload] | None
"""What a person enters: a text, ticked or not, chosen values, files."""


def modal_data(resolved: Resolved, modal: Json, entries: Mapping[str, Entry]) -> Json:
    """Return the data of a submitted modal; fields without an entry keep what they show at first."""
    used: set[str] = set()

    def filled(component: Json) -> Json:
        base: Json = {"type": component["type"], "id": component["id"]}
        if component["type"] == ACTION_ROW:
            return {**base, "components": [filled(child) for child in component["components"]]}
        if component["type"] == LABEL:
            return {**base, "component": filled(component["component"])}
        custom_id = component.get("custom_id")
        if custom_id is None:
            return base
        used.add(custom_id)
        entry = entries[custom_id] if custom_id in entries else _shown(component)
        return {**base, "custom_id": custom_id, **_field(component, entry, resolved)}

    components = [filled(component) for component in numbered(modal["components"])]
    unknown = set(entries) - used
    if unknown:
        message = f"The modal has no field {', '.join(sorted(unknown))}"
        raise CannotDoError(message)
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    return {**data, "resolved": resolved.payload} if resolved.payload else data


def _shown(component: Json) -> Entry:
    """Return what a field shows before anybody touches it."""
    kind = component["type"]
    if kind == TEXT_INPUT:
        return str(component.get("value") or "")
    if kind == CHECKBOX:
        return bool(component.get("default"))
    chosen = [str(option["value"]) for option in component.get("options") or [] if option.get("default")]
    if kind == RADIO_GROUP:
        return chosen[0] if chosen else None
    return chosen


def _field(component: Json, entry: Entry, resolved: Resolved) -> Json:
    kind = component["type"]
    if kind == CHECKBOX:
        return {"value": bool(entry)}
    if kind == TEXT_INPUT:
        return {"value": _text(component, str(entry or ""))}
    if kind == RADIO_GROUP:
        return {"value": entry}
    assert not isinstance(entry, bool)
    values = [entry] if isinstance(entry, str) else list(entry or ())
    if kind == FILE_UPLOAD:
        return {"values": [resolved.add(value) for value in values if isinstance(value, Upload)]}
    assert kind in SELECTS | {CHECKBOX_GROUP}
    chosen = [str(value) for value in values]
    check_choice(component, chosen, is_modal=True)
    add_chosen(component, chosen, resolved)
    return {"values": chosen}


def _text(component: Json, text: str) -> str:
    is_missing = not text and component.get("required", True)
    least, most = size_of(component, "min_length", 0), size_of(component, "max_length", 4000)
    if is_missing or len(text) > most or (text and len(text) < least):
        message = f"The field {component['custom_id']} does not take this text of {len(text)} characters"
        raise CannotDoError(message)
    return text


def add_chosen(component: Json, values: Sequence[str], resolved: Resolved) -> None:
    """Add what was chosen in a select of users, roles or channels."""
    if component["type"] in SELECTS - {STRING_SELECT}:
        for value in values:
            thing = resolved.find(value)
            if thing is None:
                message = f"Nobody and nothing has the id {value}"
                raise CannotDoError(message)
            resolved.add(thing)


def check_choice(component: Json, values: Sequence[str], *, is_modal: bool = False) -> None:
    """Refuse values that a select does not offer, or too few or too many of them."""
    least, most = size_of(component, "min_values", 1), size_of(component, "max_values", 1)
    if is_modal and not component.get("required", True) and not values:
        return
    offered = [str(option["value"]) for option in component.get("options") or []]
    is_strange = component["type"] in {STRING_SELECT, CHECKBOX_GROUP} and not set(values) <= set(offered)
    if is_strange or not least <= len(values) <= most or len(set(values)) != len(values):
        message = f"{component['custom_id']} takes {least} to {most} of {offered}, not {list(values)}"
        raise CannotDoError(message)
