// The playground's own controls, apart from all that is Discord's.

import { post } from "./api.js";
import { announce, el } from "./dom.js";
import { becomePerson, complaint, me, personLabel, stage } from "./stage.js";
import { formatTime, now } from "./times.js";
import { t } from "./words.js";

const LANGUAGES = { en: "English", nl: "Nederlands" };
const USUAL_NUMBER = 4;
const MOST = 12;

/** Draw the controls anew; `changedPerson` is called when somebody else is chosen. */
export function drawControls(changedPerson) {
  const told = el("p", { class: "told", role: "status" });
  const control = async (name, payload, success = () => "") => {
    const answer = await post(`control/${name}`, payload);
    told.textContent = complaint(answer, "") || success(answer);
    announce(told.textContent);
  };
  const action = (label, name, payload, extra = {}) =>
    el("button", { type: "button", onclick: () => control(name, payload()), ...extra }, t(label));
  document.getElementById("playground").replaceChildren(
    el("h1", {}, t("title")),
    whoField(changedPerson),
    el("div", { class: "controls" },
      el("span", { class: "clock", title: t("clock") }, "🕘 ", el("time", { id: "clock", "aria-label": t("clock") }, formatTime(now(), "clock"))),
      action("skip_deadline", "skip", () => ({ far: "deadline" })),
      action("skip_hour", "skip", () => ({ far: "hour" })),
      action("skip_minute", "skip", () => ({ far: "minute" })),
      fillForm(control),
      action(stage.on ? "stop_bot" : "start_bot", "bot", () => ({ on: !stage.on })),
      action(me().closed ? "open_dms" : "close_dms", "dms", () => ({ person: me().id, closed: !me().closed })),
      languageField(control)),
    told,
    el("p", { class: "warning", hidden: stage.on }, t("bot_is_off")));
}

function whoField(changedPerson) {
  const option = (person) => el("option", { value: person.id, selected: person.id === me().id }, personLabel(person));
  const automatic = stage.people.filter((person) => person.automatic);
  const select = el("select", { id: "who" },
    el("optgroup", { label: t("yours") }, stage.people.filter((person) => !person.automatic).map(option)),
    automatic.length ? el("optgroup", { label: t("by_themselves") }, automatic.map(option)) : null);
  select.addEventListener("change", () => {
    becomePerson(select.value);
    changedPerson();
  });
  return el("span", { class: "pair" }, el("label", { for: "who" }, t("you_are")), select);
}

function fillForm(control) {
  const number = el("input", { id: "fill", type: "number", min: 1, max: MOST, value: USUAL_NUMBER, "aria-label": t("how_many") });
  const fill = (event) => {
    event.preventDefault();
    control("fill", { n: number.valueAsNumber }, ({ n }) => t("joined", { n }));
  };
  return el("form", { class: "pair", onsubmit: fill }, el("label", { for: "fill" }, t("by_themselves")), number, el("button", {}, t("fill")));
}

function languageField(control) {
  const options = Object.entries(LANGUAGES).map(([language, name]) =>
    el("option", { value: language, selected: language === stage.language, lang: language }, name));
  const select = el("select", { id: "language" }, options);
  select.addEventListener("change", () => control("language", { language: select.value }));
  return el("span", { class: "pair" }, el("label", { for: "language" }, t("language")), select);
}

setInterval(() => {
  const clock = document.getElementById("clock");
  if (clock) clock.textContent = formatTime(now(), "clock");
}, 1000);
