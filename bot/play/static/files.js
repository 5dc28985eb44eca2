// Pictures with the words beside them, and files to download.

import { el } from "./dom.js";
import { t } from "./words.js";

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Return a picture; an animation waits until it is asked for, if motion is not wanted. */
export function picture(file, alt) {
  const image = el("img", { src: file.url, alt, width: file.width, height: file.height, loading: "lazy", decoding: "async" });
  const link = el("a", { href: file.url, target: "_blank" }, image);
  const isMoving = file.name.toLowerCase().endsWith(".gif") && isCalm.matches;
  const shown = isMoving ? el("details", {}, el("summary", {}, t("animation")), link) : link;
  const words = alt ? el("details", { class: "alt" }, el("summary", { title: t("alt"), "aria-label": t("alt") }, "ALT"), el("p", {}, alt)) : null;
  return el("figure", { "data-source": file.url }, shown, words);
}

export function download(file) {
  return el("p", { class: "file" },
    el("a", { href: file.url, download: file.name, "aria-label": t("download", { name: file.name }) }, `📄 ${file.name}`),
    el("span", {}, t("bytes", { n: file.size.toLocaleString() })));
}

export const fileNode = (file) => (file.picture ? picture(file, file.alt) : download(file));
