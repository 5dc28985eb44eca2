// Pressing and choosing: what is sent, and what is shown until and when the bot answers.

import { post } from "./api.js";
import { el } from "./dom.js";
import { openModal } from "./modal.js";
import { complaint, me } from "./stage.js";
import { t } from "./words.js";

/** Do something with a control of a message; `values` if it is a select. */
export async function use(control, message, customId, values) {
  control.setAttribute("aria-busy", "true");
  const payload = { person: me().id, channel: message.channel, message: message.id, custom_id: customId };
  const answer = await (values === undefined
    ? post("act/press", payload)
    : post("act/choose", { ...payload, values }));
  control.removeAttribute("aria-busy");
  if (answer.kind === "modal") openModal(answer);
  else showFailure(message.id, complaint(answer, t("failed")));
}

/** Show below a message why what was done with it failed; "" takes it away. */
export function showFailure(messageId, text) {
  const article = document.getElementById(`m-${messageId}`);
  article?.querySelector(":scope > .failure")?.remove();
  if (text) article?.append(el("p", { class: "failure", role: "alert" }, text));
}
