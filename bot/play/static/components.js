// The components of messages, as the server knows them: rows, buttons, selects, texts, galleries, containers.

import { use } from "./acting.js";
import { choice } from "./choice.js";
import { el, rendered } from "./dom.js";
import { download, picture } from "./files.js";

const ROW = 1, BUTTON = 2, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13, SEPARATOR = 14, CONTAINER = 17;
const SELECTS = [3, 5, 6, 7, 8];
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** Return a component's element; the names of the files that it shows are added to `used`. */
export function componentNode(component, message, used) {
  const all = (inner) => (inner ?? []).map((each) => componentNode(each, message, used));
  switch (component.type) {
    case ROW:
      return el("div", { class: "row" }, all(component.components));
    case BUTTON:
      return button(component, message);
    case TEXT:
      return rendered(component.html);
    case SECTION:
      return el("div", { class: "section" }, el("div", {}, all(component.components)), all([component.accessory]));
    case THUMBNAIL:
      return media(component, component.media, used);
    case GALLERY:
      return el("div", { class: "gallery" }, component.items.map((item) => media(item, item.media, used)));
    case FILE:
      used.add(component.file.name);
      return download(component.file);
    case SEPARATOR:
      return component.divider === false ? el("div", { class: "gap" }) : el("hr");
    case CONTAINER:
      return container(component, all(component.components));
    default:
      return SELECTS.includes(component.type) ? choice(component, message) : null;
  }
}

function button(component, message) {
  const text = `${component.emoji?.name ? `${component.emoji.name} ` : ""}${component.label ?? ""}`;
  const looks = BUTTON_STYLES[component.style] ?? "secondary";
  if (looks === "link") return el("a", { class: "button", href: component.url, target: "_blank", rel: "noreferrer" }, text);
  const node = el("button", { type: "button", class: looks, disabled: component.disabled, "data-key": component.custom_id }, text);
  node.addEventListener("click", () => use(node, message, component.custom_id));
  return node;
}

function media(holder, file, used) {
  used.add(file.name);
  const alt = holder.description || file.alt || "";
  return file.picture ? picture(file, alt) : el("p", {}, el("a", { href: file.url, target: "_blank", rel: "noreferrer" }, alt || file.url));
}

function container(component, children) {
  const node = el("div", { class: "container" }, children);
  if (component.accent_color !== undefined) {
    node.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  }
  return node;
}
