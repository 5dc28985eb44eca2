// Forms that the bot opens: a dialog with texts, selects, files and boxes; what was typed stays until it has arrived.

import { post } from "./api.js";
import { el, rendered } from "./dom.js";
import { boxes, dropdown, offers } from "./fields.js";
import { complaint, me } from "./stage.js";
import { t } from "./words.js";

const ROW = 1, TEXT_INPUT = 4, TEXT = 10, LABEL = 18, UPLOAD = 19, RADIO = 21, CHECKBOXES = 22, CHECKBOX = 23;
const LONG = 2;

/** Open a form, and send it when it is submitted. */
export function openModal({ modal, interaction }) {
  const dialog = document.getElementById("form");
  const fields = [];
  const error = el("p", { class: "failure", role: "alert" });
  const submit = el("button", { class: "primary" }, t("submit"));
  const form = el("form", { onsubmit: (event) => send(event) },
    el("h2", { id: "form-title" }, modal.title),
    modal.components.map((component, index) => block(component, `field-${index}`, fields)),
    error,
    el("div", { class: "row end" },
      el("button", { type: "button", onclick: () => dialog.close() }, t("cancel")), submit));
  dialog.setAttribute("aria-labelledby", "form-title");
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  form.querySelector("input, select, textarea")?.focus();
  const person = me().id;

  async function send(event) {
    event.preventDefault();
    const files = [];
    const entries = {};
    for (const field of fields) entries[field.id] = field.read(files);
    submit.setAttribute("aria-busy", "true");
    const answer = await post("act/submit", { person, interaction, entries }, files);
    submit.removeAttribute("aria-busy");
    error.textContent = complaint(answer, t("form_failed"));
    if (!error.textContent) dialog.close();
  }
}

/** Return one component of a form; its fields are added to the list. */
function block(component, id, fields) {
  if (component.type === TEXT) return rendered(component.html);
  if (component.type === ROW) return component.components.map((each, index) => block(each, `${id}-${index}`, fields));
  const inner = component.type === LABEL ? component.component : component;
  const [node, read] = field(inner, id);
  fields.push({ id: inner.custom_id, read });
  const mark = isRequired(inner) ? el("span", { "aria-hidden": "true", class: "required" }, " *") : null;
  return el("div", { class: "field" },
    el("label", { for: id }, component.label, mark),
    component.description ? el("p", { class: "hint", id: `${id}-hint` }, component.description) : null,
    node);
}

const isRequired = (component) => component.type !== CHECKBOX && component.required !== false;

/** Return a field's element, and what reads it. */
function field(component, id) {
  const required = isRequired(component);
  if (component.type === TEXT_INPUT) {
    const input = textInput(component, { id, required });
    return [input, () => input.value];
  }
  if (component.type === UPLOAD) {
    const input = el("input", { type: "file", id, required, multiple: (component.max_values ?? 1) > 1 });
    return [input, (files) => ({ files: [...input.files].map((file) => files.push(file) - 1) })];
  }
  if (component.type === CHECKBOX) {
    const input = el("input", { type: "checkbox", id, checked: Boolean(component.default) });
    return [input, () => input.checked];
  }
  return choiceField(component, id, required);
}

function textInput(component, { id, required }) {
  const limits = { id, required, minlength: component.min_length, maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder, value: component.value ?? "" };
  return component.style === LONG ? el("textarea", { rows: 4, ...limits }) : el("input", { type: "text", ...limits });
}

function choiceField(component, id, required) {
  const choices = offers(component);
  if (component.type === RADIO) {
    const { node, read } = boxes(choices, { id, type: "radio", required });
    return [node, () => read()[0] ?? null];
  }
  if (component.type === CHECKBOXES || (component.max_values ?? 1) > 1) {
    const { node, read } = boxes(choices, { id });
    return [node, read];
  }
  const select = dropdown(choices, { id, required, placeholder: component.placeholder });
  return [select, () => (select.value === "" ? [] : [select.value])];
}
