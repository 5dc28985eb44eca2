// A message as people see it.

import { post } from "./api.js";
import { showFailure } from "./acting.js";
import { componentNode } from "./components.js";
import { el, rendered } from "./dom.js";
import { fileNode } from "./files.js";
import { complaint, me } from "./stage.js";
import { formatStamp, formatTime } from "./times.js";
import { t } from "./words.js";

const PIN_ADDED = 6;

/** Return a message's element. */
export function messageNode(message) {
  if (message.kind === PIN_ADDED) {
    return el("article", { id: `m-${message.id}`, class: "system" }, `📌 ${t("pinned_a_message", { name: message.author.name })}`);
  }
  const looks = ["message", message.receiver && "ephemeral", message.author.bot && "bot"].filter(Boolean).join(" ");
  const article = el("article", { id: `m-${message.id}`, class: looks, tabindex: "-1" },
    message.command ? el("p", { class: "above" }, t("used", message.command)) : null,
    message.reply ? el("p", { class: "above" }, `↳ ${message.reply.author}: ${message.reply.text}`) : null,
    head(message),
    body(message),
    foot(message));
  return article;
}

function head(message) {
  const stamp = el("time", { title: formatTime(message.at, "F") }, formatStamp(message.at));
  return el("header", {},
    el("span", { class: `avatar a${Number(message.author.id.slice(-3)) % 6}`, "aria-hidden": "true" }, [...message.author.name][0] ?? "?"),
    el("b", {}, message.author.name),
    message.author.bot ? el("span", { class: "badge" }, t("app")) : null,
    stamp,
    message.edited ? el("span", { class: "quiet" }, `(${t("edited")})`) : null,
    message.pinned ? el("span", { class: "quiet" }, `📌 ${t("pinned")}`) : null);
}

function body(message) {
  if (message.thinks) return el("p", { class: "thinking" }, t("thinks", { name: message.author.name }));
  const used = new Set();
  const parts = message.components.map((each) => componentNode(each, message, used));
  return el("div", { class: "body" },
    message.html ? rendered(message.html) : null,
    message.embeds.map(embed),
    message.files.length && !parts.length ? message.files.map(fileNode) : null,
    parts,
    parts.length ? message.files.filter((file) => !used.has(file.name)).map(fileNode) : null);
}

const embed = (each) =>
  el("div", { class: "container" },
    each.author ? el("small", {}, each.author) : null,
    each.title ? el("b", {}, each.title) : null,
    each.html ? rendered(each.html) : null,
    each.fields.map((field) => el("div", {}, el("b", {}, field.name), rendered(field.html))),
    each.footer ? el("small", {}, each.footer) : null);

function foot(message) {
  const own = { person: me().id, channel: message.channel, message: message.id };
  const remove = async () => showFailure(message.id, complaint(await post("act/delete", own), ""));
  if (message.receiver) {
    return el("p", { class: "foot" }, `👁 ${t("only_you")} · `,
      el("button", { type: "button", class: "plain", onclick: remove }, t("dismiss")));
  }
  if (message.author.id !== me().id) return null;
  return el("p", { class: "foot" },
    el("button", { type: "button", class: "plain", onclick: (event) => editInPlace(event, message, own) }, t("edit")),
    el("button", { type: "button", class: "plain", onclick: remove }, t("delete")));
}

/** Let one's own message be written anew in its place. */
function editInPlace(event, message, own) {
  const article = event.target.closest("article");
  const text = el("textarea", { rows: 2, maxlength: 2000, "aria-label": t("edit"), value: message.text });
  const save = async (submitted) => {
    submitted.preventDefault();
    showFailure(message.id, complaint(await post("act/edit", { ...own, text: text.value }), ""));
  };
  const back = () => article.replaceWith(messageNode(message));
  article.querySelector(".body").replaceChildren(
    el("form", { onsubmit: save }, text,
      el("div", { class: "row" }, el("button", { class: "primary" }, t("save")), el("button", { type: "button", onclick: back }, t("cancel")))));
  text.focus();
}
