// Selects of messages: a list that opens; one choice is sent at once, several when they are confirmed.

import { el } from "./dom.js";
import { boxes, offers, optionText } from "./fields.js";
import { use } from "./acting.js";
import { t } from "./words.js";

export function choice(select, message) {
  const offered = offers(select);
  const most = select.max_values ?? 1;
  const shown = offered.filter((each) => each.default).map(optionText).join(", ");
  const summary = el("summary", { "data-key": select.custom_id }, shown || select.placeholder || t("choose"));
  const list = el("details", { class: "choice" }, summary);
  const send = (values) => {
    list.open = false;
    summary.focus();
    use(summary, message, select.custom_id, values);
  };
  list.append(most > 1 ? several(offered, select, send) : one(offered, send));
  if (select.disabled) {
    summary.setAttribute("aria-disabled", "true");
    summary.addEventListener("click", (event) => event.preventDefault());
  }
  list.addEventListener("keydown", (event) => {
    if (event.key === "Escape") list.open = false;
  });
  return list;
}

const one = (offered, send) =>
  el("div", { class: "options" }, offered.map((each) =>
    el("button", { type: "button", class: "option", onclick: () => send([each.value]) },
      `${each.emoji?.name ? `${each.emoji.name} ` : ""}${each.label}`,
      each.description ? el("small", {}, each.description) : null)));

/** Return boxes to tick; the bot gets the values in the order of ticking. */
function several(offered, select, send) {
  const id = `${select.custom_id}-boxes`;
  const { node } = boxes(offered, { id });
  const ticked = offered.filter((each) => each.default).map((each) => each.value);
  const confirm = el("button", { type: "button", class: "primary", onclick: () => send(ticked) }, t("choose"));
  const check = () => {
    const least = select.min_values ?? 1;
    confirm.disabled = ticked.length < least || ticked.length > select.max_values;
  };
  node.addEventListener("change", ({ target }) => {
    if (target.checked) ticked.push(target.value);
    else ticked.splice(ticked.indexOf(target.value), 1);
    check();
  });
  check();
  return el("div", { class: "options" }, node, confirm);
}
