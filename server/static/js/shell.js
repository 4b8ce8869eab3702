// What every page has: facts of the evening in the bar, the camera's state, sound, preferences, the host's PIN.

import { get, post, remove } from "./api.js";
import { $, h, icon, openDialog, region } from "./dom.js";
import { watch, watchLink } from "./live.js";
import { applyLanguage, applySuits, applyTheme, read, write } from "./prefs.js";
import { clock, language, me, number, say, t } from "./texts.js";
import { sample, soundOn, speechMode, wake } from "./voice.js";

let connected = true;
let camera = null;

function facts(board) {
  const { deal, stake, stock, viewers } = board.session;
  const fact = (label, value) => h("li", {}, label, " ", h("b", {}, value));
  return [
    deal ? h("li", {}, h("b", {}, t("facts.deal", { deal }))) : null,
    h("li", {}, say(board.profile.title)),
    board.profile.game === "gandengyan" ? fact(t("facts.stake"), number(stake)) : null,
    stock === null || board.profile.game === "guandan" ? null : fact(t("facts.stock"), number(stock)),
    viewers ? h("li.viewers", { title: t("facts.viewers"), "aria-label": `${t("facts.viewers")} ${viewers}` }, icon("person"), h("b", {}, number(viewers))) : null,
  ];
}

function cameraText() {
  if (!connected) return t("link.lost");
  const since = camera.since && ["stale", "lost", "dark", "moved"].includes(camera.state) ? ` ${t("camera.since", { time: clock(camera.since) })}` : "";
  return t(`camera.${camera.state}`) + since;
}

function drawState() {
  const state = $("#camera-state");
  if (!state || !camera) return;
  state.dataset.state = connected ? camera.state : "offline";
  state.title = camera.message ? say(camera.message) : "";
  if (state.textContent !== cameraText()) state.textContent = cameraText();
}

function drawSound() {
  const button = $("#sound");
  if (!button) return;
  button.setAttribute("aria-pressed", String(soundOn()));
  button.replaceChildren(icon(soundOn() ? "sound" : "mute"));
}

function group(title, choices, present, choose) {
  const buttons = choices.map(([value, label]) =>
    h("button.button", { type: "button", role: "radio", "aria-checked": String(value === present), onclick: (event) => {
      for (const button of event.currentTarget.parentNode.children) button.setAttribute("aria-checked", String(button === event.currentTarget));
      choose(value);
    } }, label));
  return h("section.stack", {}, h("h3", {}, title), h("div.segments", { role: "radiogroup", "aria-label": title }, buttons));
}

function hostSection() {
  if (me.host) {
    const leave = async () => { await remove("/api/host"); location.assign("/"); };
    return h("section.stack", {}, h("h3", {}, t("host.title")), h("p.hint", {}, t("host.is", { name: me.name || t("host.title") })), h("button.button", { type: "button", onclick: leave }, t("host.leave")));
  }
  return h("section.stack", {}, h("h3", {}, t("host.title")), h("p.hint", {}, t("host.why")), pinForm());
}

export function pinForm() {
  const problem = h("p.problem", { role: "alert" });
  const pin = h("input", { type: "password", inputmode: "numeric", autocomplete: "off", name: "pin", required: true, maxlength: 32 });
  const name = h("input", { type: "text", name: "name", autocomplete: "nickname", maxlength: 40 });
  const enter = async (event) => {
    event.preventDefault();
    try {
      await post("/api/host", { pin: pin.value.trim(), name: name.value.trim() });
      location.reload();
    } catch (error) {
      problem.textContent = error.message;
      pin.select();
    }
  };
  return h(
    "form.pin",
    { onsubmit: enter },
    h("label.field", {}, t("host.pin"), pin),
    h("label.field", {}, t("host.name"), name),
    h("button.button.primary", { type: "submit" }, t("host.enter")),
    problem,
  );
}

function openPrefs(extra) {
  openDialog(
    t("prefs.title"),
    [
      group(t("prefs.language"), [["zh", "中文"], ["en", "English"]], language, applyLanguage),
      group(t("prefs.theme"), ["dark", "light", "auto"].map((one) => [one, t(`prefs.${one}`)]), read("theme", "dark"), applyTheme),
      group(t("prefs.suits"), ["two", "four"].map((one) => [one, t(`prefs.${one}`)]), read("suits", "two"), applySuits),
      group(t("prefs.speech"), ["off", "alerts", "all"].map((one) => [one, t(`prefs.speech-${one}`)]), speechMode(), (mode) => { write("speech", mode); sample(); }),
      ...extra(),
      hostSection(),
    ],
    null,
    { closeLabel: t("close") },
  );
}

// startShell({extra}): wires the bar; `extra()` gives more sections for the preferences of this page
export function startShell({ extra = () => [] } = {}) {
  const drawFacts = region($("#facts"), facts);
  watch((board) => {
    camera = board.camera;
    drawFacts({ session: board.session, profile: board.profile });
    drawState();
  });
  watchLink((up) => { connected = up; drawState(); });
  drawSound();
  $("#sound")?.addEventListener("click", () => { write("sound", soundOn() ? "off" : "on"); drawSound(); wake(); });
  $("#prefs")?.addEventListener("click", () => openPrefs(extra));
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { passive: true });
}

export const refreshMe = () => get("/api/me");
