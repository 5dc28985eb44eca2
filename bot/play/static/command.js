// A slash command with its options, as a small form; completions come from the bot while one types.

import { post } from "./api.js";
import { el } from "./dom.js";
import { dropdown } from "./fields.js";
import { openModal } from "./modal.js";
import { complaint, me, things } from "./stage.js";
import { t } from "./words.js";

const INTEGER = 4, BOOLEAN = 5, NUMBER = 10, ATTACHMENT = 11;
const THINGS = { 6: "user", 7: "channel", 8: "role", 9: "mentionable" };
const PATIENCE = 150; // milliseconds without a key, before completions are asked for
let count = 0;

/** Return the form; `tell` gets the sentence about what went wrong, "" for nothing. */
export function commandForm(command, channel, close, tell) {
  const fields = command.options.map((option) => new Field(option, `option-${(count += 1)}`));
  for (const field of fields) field.completeFrom(() => ask(field));
  const submit = el("button", { type: "submit", class: "primary" }, t("call"));
  const form = el("form", { class: "command", "aria-label": `/${command.label}`, onsubmit: send, onkeydown: ({ key }) => key === "Escape" && close() },
    el("p", {}, el("b", {}, `/${command.label}`), " ", el("small", {}, command.description)),
    fields.map((field) => field.node),
    el("div", { class: "row end" }, el("button", { type: "button", onclick: close }, t("cancel")), submit));
  return form;

  function options(files) {
    return Object.fromEntries(fields.map((field) => [field.option.name, field.read(files)]).filter(([, value]) => value));
  }

  async function ask(field) {
    const others = Object.entries(options([])).filter(([, { type }]) => type !== ATTACHMENT); // files are sent at the end
    const all = { ...Object.fromEntries(others), [field.option.name]: { type: field.option.type, value: field.input.value } };
    const answer = await post("act/complete", { person: me().id, channel, name: command.name, options: all, focused: field.option.name });
    return answer.choices ?? [];
  }

  async function send(event) {
    event.preventDefault();
    const files = [];
    submit.setAttribute("aria-busy", "true");
    const answer = await post("act/command", { person: me().id, channel, name: command.name, options: options(files) }, files);
    submit.removeAttribute("aria-busy");
    const told = complaint(answer, t("no_answer"));
    tell(told);
    if (!told) close();
    if (answer.kind === "modal") openModal(answer);
  }
}


class Field {
  constructor(option, id) {
    this.option = option;
    this.known = new Map(); // completions: values by what is shown
    this.list = el("datalist", { id: `${id}-list` });
    this.input = this.makeInput(id);
    const mark = option.required ? el("span", { class: "required", "aria-hidden": "true" }, " *") : el("small", {}, ` (${t("optional")})`);
    this.node = el("div", { class: "field" },
      el("label", { for: id }, option.label, mark),
      this.input, this.list,
      el("p", { class: "hint" }, option.description));
  }

  makeInput(id) {
    const { type, choices, required, autocomplete } = this.option;
    if (choices.length) return dropdown(choices, { id, required });
    if (type in THINGS) return dropdown(things(THINGS[type]), { id, required });
    if (type === BOOLEAN) return dropdown([{ value: "true", label: t("yes") }, { value: "false", label: t("no") }], { id, required });
    if (type === ATTACHMENT) return el("input", { type: "file", id, required });
    const isNumber = type === INTEGER || type === NUMBER;
    return el("input", {
      id, required, type: isNumber ? "number" : "text", step: type === NUMBER ? "any" : null, autocomplete: "off",
      min: this.option.min_value, max: this.option.max_value,
      minlength: this.option.min_length, maxlength: this.option.max_length,
      list: autocomplete ? `${id}-list` : null,
    });
  }

  /** Ask for completions while one types, if the option has any. */
  completeFrom(ask) {
    if (!this.option.autocomplete) return;
    let waiting = 0;
    const refresh = () => {
      clearTimeout(waiting);
      waiting = setTimeout(async () => this.offer(await ask()), PATIENCE);
    };
    this.input.addEventListener("input", refresh);
    this.input.addEventListener("focus", refresh, { once: true });
  }

  offer(choices) {
    for (const { label, value } of choices) this.known.set(label, value);
    this.list.replaceChildren(...choices.map(({ label }) => el("option", { value: label })));
  }

  /** Return what was entered, undefined for nothing; a file is added to the files. */
  read(files) {
    const { type } = this.option;
    if (type === ATTACHMENT) {
      const [file] = this.input.files;
      return file && { type, value: files.push(file) - 1 };
    }
    const entered = this.known.get(this.input.value) ?? this.input.value;
    if (entered === "") return undefined;
    return { type, value: type === BOOLEAN ? entered === "true" : entered };
  }
}
