// Times in the browser's zone, and how far away they are by the playground's clock.

import { currentLanguage, t } from "./words.js";

const STYLES = {
  t: { hour: "2-digit", minute: "2-digit" },
  T: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  clock: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

let ahead = 0; // of the machine's clock, in seconds

/** Return the browser's own way of writing times in the page's language ("en-GB" rather than "en"). */
const locale = () => navigator.languages.find((each) => each.startsWith(currentLanguage())) ?? currentLanguage();

export function setNow(seconds) {
  ahead = seconds - Date.now() / 1000;
}

export const now = () => Date.now() / 1000 + ahead;

export function formatTime(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return t("invalid_date");
  return style === "R" ? formatDistance(seconds - now()) : date.toLocaleString(locale(), STYLES[style]);
}

function formatDistance(seconds) {
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

/** Return when a message was written: the time alone if that is today. */
export function formatStamp(seconds) {
  const isToday = new Date(seconds * 1000).toDateString() === new Date(now() * 1000).toDateString();
  return formatTime(seconds, isToday ? "t" : "f");
}

/** Show the times within a node, as they are now. */
export function showTimes(node, selector = "time[data-style]") {
  for (const time of node.querySelectorAll(selector)) {
    const seconds = Number(time.dataset.seconds);
    time.textContent = formatTime(seconds, time.dataset.style);
    time.title = formatTime(seconds, "F");
  }
}
