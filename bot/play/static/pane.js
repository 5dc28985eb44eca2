// A channel, a thread or a DM: its messages, kept up to date one by one, and where one writes.

import { ask } from "./api.js";
import { composer } from "./composer.js";
import { announce, el } from "./dom.js";
import { messageNode } from "./message.js";
import { me } from "./stage.js";
import { t } from "./words.js";

const panes = new Map(); // by channel
const NEAR = 120; // pixels from the end: who is there wants to see what is new

export const paneOf = (channel) => panes.get(channel);

export class Pane {
  /** Show a channel in an element; a thread has no scrolling of its own. */
  constructor(holder, channel, { label, writing, empty = t("nothing_yet"), scrolls = true }) {
    this.channel = channel;
    this.earlier = el("button", { type: "button", class: "plain", hidden: true, onclick: () => this.loadEarlier() }, t("earlier"));
    this.empty = el("p", { class: "quiet empty", hidden: true }, empty);
    this.list = el("div", { class: "list" });
    this.scroller = el("div", { class: scrolls ? "scroll" : "", role: "log", "aria-live": "off", "aria-label": label, tabindex: scrolls ? "0" : null },
      this.earlier, this.empty, this.list);
    this.meanwhile = null; // what happens while messages are fetched
    this.scrolls = scrolls;
    this.follows = scrolls; // the end, until somebody scrolls away from it
    if (scrolls) this.followEnd();
    holder.replaceChildren(this.scroller, composer(channel, writing));
    panes.set(channel, this);
  }

  async load() {
    this.meanwhile = [];
    this.scroller.setAttribute("aria-busy", "true");
    this.list.replaceChildren();
    const { messages, more } = await ask("messages", { person: me().id, channel: this.channel });
    for (const message of messages) this.put(message);
    this.earlier.hidden = !more;
    this.empty.hidden = messages.length > 0;
    this.scroller.removeAttribute("aria-busy");
    const meanwhile = this.meanwhile;
    this.meanwhile = null;
    for (const message of meanwhile) this.take(message);
  }

  async loadEarlier() {
    const first = this.list.firstElementChild;
    const before = first.id.slice(2);
    const { messages, more } = await ask("messages", { person: me().id, channel: this.channel, before });
    const height = this.scroller.scrollHeight;
    for (const message of messages) first.before(this.dressed(message));
    this.scroller.scrollTop += this.scroller.scrollHeight - height;
    this.earlier.hidden = !more;
    first.focus({ preventScroll: true });
  }

  /** Take a message that is new, changed or gone. */
  take(message) {
    if (this.meanwhile) {
      this.meanwhile.push(message); // those before it are being fetched
      return;
    }
    const isNew = !document.getElementById(`m-${message.id}`);
    if (message.gone) document.getElementById(`m-${message.id}`)?.remove();
    else if (!message.receiver || message.receiver === me().id) {
      if (isNew && (message.receiver || message.author.id === me().id)) this.follows = this.scrolls; // one waits for it
      this.put(message);
      if (isNew && message.author.id !== me().id) announce(t("new_message", { name: message.author.name }));
    }
    this.empty.hidden = this.list.childElementCount > 0;
  }

  put(message) {
    const old = document.getElementById(`m-${message.id}`);
    if (old) this.replace(old, message);
    else if (!this.list.lastElementChild || BigInt(message.id) > BigInt(this.list.lastElementChild.id.slice(2))) {
      this.list.append(this.dressed(message));
    } else if (BigInt(message.id) > BigInt(this.list.firstElementChild.id.slice(2))) {
      const next = [...this.list.children].find((each) => BigInt(each.id.slice(2)) > BigInt(message.id));
      next.before(this.dressed(message));
    } // else it is earlier than what is shown
  }

  dressed(message) {
    const node = messageNode(message);
    if (message.thread) node.append(thread(message.thread));
    return node;
  }

  /** Put a message in its old one's place; pictures, an open thread and the focus stay. */
  replace(old, message) {
    const key = old.contains(document.activeElement) ? (document.activeElement.dataset.key ?? "") : null;
    const node = messageNode(message);
    for (const figure of node.querySelectorAll("figure")) {
      const before = [...old.querySelectorAll("figure")].find((each) => each.dataset.source === figure.dataset.source);
      if (before) figure.replaceWith(before);
    }
    if (message.thread) node.append(old.querySelector(":scope > .thread") ?? thread(message.thread));
    old.replaceWith(node);
    if (key === null) return;
    const same = [...node.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key && !each.disabled);
    (same ?? node.querySelector("button:not(:disabled)") ?? node).focus({ preventScroll: true });
  }

  /** Stay at the end while messages come and pictures grow, as long as the end is what is looked at. */
  followEnd() {
    const { scroller } = this;
    let height = 0;
    scroller.addEventListener("scroll", () => {
      if (scroller.scrollHeight !== height) return; // nobody scrolled: something grew or shrank
      this.follows = height - scroller.scrollTop - scroller.clientHeight < NEAR;
    });
    const growth = new ResizeObserver(() => {
      height = scroller.scrollHeight;
      if (this.follows) scroller.scrollTop = height;
    });
    growth.observe(this.list);
    growth.observe(scroller);
  }

  close() {
    panes.delete(this.channel);
    for (const inner of this.list.querySelectorAll("[data-thread]")) panes.delete(inner.dataset.thread);
  }
}

/** Return a thread, closed; its messages are fetched when it is opened. */
function thread({ id, name }) {
  const holder = el("div", { "data-thread": id });
  const details = el("details", { class: "thread" }, el("summary", {}, t("thread", { name })), holder);
  details.addEventListener("toggle", () => {
    if (!details.open || holder.childElementCount) return;
    new Pane(holder, id, { label: name, writing: t("write_in", { name }), scrolls: false }).load();
  });
  return details;
}
