// Puts the page together, and keeps it up to date.

import { ask, listen, post } from "./api.js";
import { drawControls, showConnection, updateControls } from "./controls.js";
import { el } from "./dom.js";
import { Pane, paneOf } from "./pane.js";
import { becomePerson, me, stage } from "./stage.js";
import { setNow, showTimes } from "./times.js";
import { currentLanguage, setWords, t } from "./words.js";

const TABS = { channel: "channel", direct: "direct_messages", playground: "playground" };
const REFRESH = 10_000; // milliseconds between two looks at how far away times are
let channelId = null;
const shown = { channel: null, direct: null };
let isStale = false; // something may have happened that was not heard

function takeState(state) {
  const isNewLanguage = state.language !== currentLanguage();
  const hasNewChannels = JSON.stringify(stage.channels) !== JSON.stringify(state.channels);
  Object.assign(stage, state);
  setWords(state.language, state.words);
  setNow(state.now);
  if (isNewLanguage || isStale) drawAll();
  else if (hasNewChannels) drawChannel();
  isStale = false;
  updateControls();
  showTimes(document);
}

/** Say when nothing can be heard; once it can, the state comes first. */
function connected(isHeard) {
  isStale ||= !isHeard;
  showConnection(isHeard);
}

function drawAll() {
  drawControls(drawAll);
  drawTabs();
  drawChannel();
  drawDirect();
}

function drawTabs() {
  const tab = (name) =>
    el("button", { type: "button", "data-tab": name, "aria-current": document.body.dataset.tab === name ? "true" : null, onclick: () => openTab(name) }, t(TABS[name]));
  document.getElementById("tabs").setAttribute("aria-label", t("title"));
  document.getElementById("tabs").replaceChildren(...Object.keys(TABS).map(tab));
}

function openTab(name) {
  document.body.dataset.tab = name;
  drawTabs();
}

function drawChannel() {
  const channel = stage.channels.find(({ id }) => id === channelId) ?? stage.channels[0];
  channelId = channel?.id;
  if (!channel) return;
  const options = stage.channels.map(({ id, name }) => el("option", { value: id, selected: id === channelId }, `# ${name}`));
  const select = el("select", { "aria-label": t("channel") }, options);
  select.addEventListener("change", () => {
    channelId = select.value;
    drawChannel();
  });
  const { name } = channel;
  show("channel", channelId, el("h2", {}, select), { label: t("messages_of", { name }), writing: t("write_in", { name }), empty: t("introduction") });
}

function drawDirect() {
  const { dm, name } = me();
  show("direct", dm, el("h2", {}, t("dm_of", { name })), { label: t("dm_of", { name }), writing: t("write_to", { name: stage.bot }) });
}

function show(side, channel, title, texts) {
  shown[side]?.close();
  const holder = el("div", { class: "pane" });
  document.getElementById(side).replaceChildren(title, holder);
  shown[side] = new Pane(holder, channel, texts);
  return shown[side].load();
}

function takeMessage(message) {
  paneOf(message.channel)?.take(message);
  const [side] = Object.entries(shown).find(([, pane]) => pane?.channel === message.channel) ?? [];
  const isMine = !message.receiver || message.receiver === me().id;
  if (side && !message.gone && isMine && side !== document.body.dataset.tab) {
    document.querySelector(`#tabs [data-tab=${side}]`)?.classList.add("news");
  }
}

async function begin() {
  const state = await ask("state");
  const wanted = navigator.language.startsWith("nl") ? "nl" : "en";
  const isFirst = !sessionStorage.getItem("me");
  Object.assign(stage, state);
  becomePerson(me().id);
  setWords(state.language, state.words);
  setNow(state.now);
  drawAll();
  listen({ state: takeState, message: takeMessage }, connected);
  if (isFirst && wanted !== state.language) await post("control/language", { language: wanted });
  setInterval(() => showTimes(document, "time[data-style=R]"), REFRESH);
}

begin();
