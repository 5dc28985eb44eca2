// Where one writes: messages with files, and after "/" the commands that one is offered.

import { ask, post } from "./api.js";
import { commandForm } from "./command.js";
import { el } from "./dom.js";
import { complaint, me } from "./stage.js";
import { t } from "./words.js";

let count = 0;

/** Return where one writes in a channel; `label` says which, to those who do not see where it stands. */
export function composer(channel, label) {
  const id = `composer-${(count += 1)}`;
  const above = el("div", { class: "above-composer" });
  const error = el("p", { class: "failure", role: "alert" });
  const text = el("textarea", { rows: 1, maxlength: 2000, placeholder: t("write"), "aria-label": label, "aria-controls": `${id}-list`, autocomplete: "off" });
  const files = el("input", { type: "file", multiple: true, id: `${id}-files`, class: "unseen" });
  const clip = el("label", { for: files.id, class: "button", title: t("files") }, el("span", { class: "unseen" }, t("files")), el("span", { "aria-hidden": "true" }, "+"));
  const form = el("form", { class: "row", onsubmit: send }, files, clip, text, el("button", { class: "primary" }, t("send")));
  let offered = null;

  text.addEventListener("input", update);
  text.addEventListener("keydown", onKey);
  files.addEventListener("change", () => clip.classList.toggle("filled", files.files.length > 0));
  return el("div", { class: "composer" }, above, error, form);

  async function update() {
    const typed = text.value;
    if (!typed.startsWith("/")) {
      offered = null;
      above.replaceChildren();
      return;
    }
    offered ??= await ask("commands", { person: me().id, channel });
    if (text.value.startsWith("/")) above.replaceChildren(picker());
  }

  function matching() {
    const typed = text.value.slice(1).trim().toLowerCase();
    return offered.filter(({ label, name }) => label.startsWith(typed) || name.startsWith(typed));
  }

  function picker() {
    const found = matching();
    const nothing = el("p", { class: "quiet" }, t(offered.length ? "no_commands" : "no_commands_at_all"));
    return el("div", { class: "picker", id: `${id}-list`, role: "group", "aria-label": t("commands") },
      found.map((command) => el("button", { type: "button", class: "option", onclick: () => open(command) },
        `/${command.label}`, el("small", {}, command.description))),
      found.length ? null : nothing);
  }

  function open(command) {
    text.value = "";
    offered = null;
    error.textContent = "";
    const close = () => {
      above.replaceChildren();
      text.focus();
    };
    above.replaceChildren(commandForm(command, channel, close, (told) => {
      error.textContent = told;
    }));
    above.querySelector("input, select, button.primary")?.focus();
  }

  function onKey(event) {
    if (event.key === "Escape") above.replaceChildren();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const options = [...above.querySelectorAll(".option")];
      if (options.length) {
        event.preventDefault();
        options.at(event.key === "ArrowDown" ? 0 : -1).focus();
      }
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  }

  async function send(event) {
    event.preventDefault();
    if (text.value.startsWith("/")) {
      offered ??= await ask("commands", { person: me().id, channel });
      const [first] = matching();
      if (first) open(first);
      return;
    }
    if (!text.value.trim() && !files.files.length) return;
    const answer = await post("act/say", { person: me().id, channel, text: text.value }, [...files.files]);
    error.textContent = complaint(answer, "");
    if (error.textContent) return;
    form.reset();
    clip.classList.remove("filled");
  }
}

// Arrows walk through a list of commands.
document.addEventListener("keydown", (event) => {
  const option = event.target.closest?.(".picker .option");
  if (!option || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  (event.key === "ArrowDown" ? option.nextElementSibling : option.previousElementSibling)?.focus();
});
