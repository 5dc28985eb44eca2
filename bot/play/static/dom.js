// Elements, made in one line; the only place where HTML is taken as such, and that is the server's own.

import { showTimes } from "./times.js";

/** Return an element; `on…` are listeners, true is an attribute without a value, false and undefined are left out. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Return an element with Markdown that the server has rendered: it lets no tag of anybody through. */
export function rendered(html) {
  const node = el("div", { class: "text" });
  node.innerHTML = html;
  for (const link of node.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noreferrer";
  }
  showTimes(node);
  return node;
}

/** Tell a screen reader. */
export function announce(text) {
  document.getElementById("news").textContent = text;
}
