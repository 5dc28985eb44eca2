// The playground's own controls, apart from all that is Discord's.

import { post } from "./api.js";
import { announce, el } from "./dom.js";
import { becomePerson, complaint, me, personLabel, stage } from "./stage.js";
import { formatTime, now } from "./times.js";
import { t } from "./words.js";

const LANGUAGES = { en: "English", nl: "Nederlands" };
const USUAL_NUMBER = 4;
const MOST = 12;

const told = el("p", { class: "told", role: "status" });
const warning = el("p", { class: "warning", role: "status" });
const lost = el("p", { class: "warning", role: "alert" });
const who = el("select", { id: "who" });
const clock = el("time", { id: "clock" });
const bot = button(() => control("bot", { on: !stage.on }));
const dms = button(() => control("dms", { person: me().id, closed: !me().closed }));

function button(onclick, label = "") {
  return el("button", { type: "button", onclick }, label);
}

/** Let the playground do something, and tell what came of it. */
async function control(name, payload, success = () => "") {
  const answer = await post(`control/${name}`, payload);
  told.textContent = complaint(answer, "") || success(answer);
  announce(told.textContent);
}

/** Draw the controls in the language that is spoken now; `changedPerson` is called when somebody else is chosen. */
export function drawControls(changedPerson) {
  const skip = (far, label) => button(() => control("skip", { far }), t(label));
  who.onchange = () => {
    becomePerson(who.value);
    changedPerson();
  };
  clock.setAttribute("aria-label", t("clock"));
  document.getElementById("playground").replaceChildren(
    el("h1", {}, t("title")),
    el("span", { class: "pair" }, el("label", { for: "who" }, t("you_are")), who),
    el("div", { class: "controls" },
      el("span", { class: "clock", title: t("clock") }, "🕘 ", clock),
      skip("deadline", "skip_deadline"), skip("hour", "skip_hour"), skip("minute", "skip_minute"), fillForm(), bot, dms, languageField()),
    told, warning, lost);
  updateControls();
}

/** Show who there is and how things stand now. */
export function updateControls() {
  const option = (person) => el("option", { value: person.id, selected: person.id === me().id }, personLabel(person));
  const group = (label, people) => (people.length ? el("optgroup", { label }, people.map(option)) : "");
  who.replaceChildren(
    group(t("yours"), stage.people.filter((person) => !person.automatic)),
    group(t("by_themselves"), stage.people.filter((person) => person.automatic)));
  bot.textContent = t(stage.on ? "stop_bot" : "start_bot");
  dms.textContent = t(me().closed ? "open_dms" : "close_dms");
  warning.textContent = stage.on ? "" : t("bot_is_off");
  clock.textContent = formatTime(now(), "clock");
}

/** Say that the playground itself is gone, or that it is back. */
export function showConnection(isHeard) {
  lost.textContent = isHeard ? "" : t("unreachable");
}

function fillForm() {
  const number = el("input", { type: "number", min: 1, max: MOST, value: USUAL_NUMBER, required: true, "aria-label": t("how_many") });
  const fill = (event) => {
    event.preventDefault();
    control("fill", { n: number.valueAsNumber }, ({ n }) => t("joined", { n }));
  };
  return el("form", { class: "pair", onsubmit: fill }, el("span", { "aria-hidden": "true" }, t("by_themselves")), number, el("button", {}, t("fill")));
}

function languageField() {
  const options = Object.entries(LANGUAGES).map(([language, name]) =>
    el("option", { value: language, selected: language === stage.language, lang: language }, name));
  const select = el("select", { id: "language" }, options);
  select.addEventListener("change", () => control("language", { language: select.value }));
  return el("span", { class: "pair" }, el("label", { for: "language" }, t("language")), select);
}

setInterval(() => {
  if (stage.people.length) clock.textContent = formatTime(now(), "clock");
}, 1000);
