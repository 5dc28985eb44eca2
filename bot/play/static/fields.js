// Fields of forms and of commands: each is an element, and a question what was entered.

import { el } from "./dom.js";
import { things } from "./stage.js";
import { t } from "./words.js";

export const KINDS = { 5: "user", 6: "role", 7: "mentionable", 8: "channel" }; // of selects, by their number

/** Return what a select offers. */
export function offers(select) {
  const marked = new Set((select.default_values ?? []).map((each) => String(each.id)));
  const offered = select.type in KINDS ? things(KINDS[select.type]) : (select.options ?? []);
  return offered.map((each) => ({ ...each, default: each.default || marked.has(each.value) }));
}

/** Return a drop-down list, in which nothing may be chosen unless it is required. */
export function dropdown(choices, { id, required, placeholder }) {
  const chosen = choices.some((choice) => choice.default);
  const nothing = el("option", { value: "", disabled: required, selected: !chosen }, placeholder || t("not_chosen"));
  const options = choices.map((choice) =>
    el("option", { value: String(choice.value), selected: Boolean(choice.default) }, optionText(choice)));
  return el("select", { id, required }, nothing, options);
}

export function optionText({ label, emoji, description }) {
  return `${emoji?.name ? `${emoji.name} ` : ""}${label}${description ? ` — ${description}` : ""}`;
}

/** Return boxes of which some can be ticked, or one if they are `radio`; `read` gives the values in order. */
export function boxes(choices, { id, type = "checkbox", required = false }) {
  const inputs = choices.map((choice, index) =>
    el("input", { type, name: id, id: index ? `${id}-${index}` : id, value: String(choice.value), checked: Boolean(choice.default),
      required: required && type === "radio" }));
  const rows = choices.map((choice, index) => el("label", { class: "box" }, inputs[index], el("span", {}, optionText(choice))));
  const read = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { node: el("div", { class: "boxes" }, rows), read, inputs };
}
