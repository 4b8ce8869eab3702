// The set-up wizard: game, players, camera, table, start. Each step is kept when it is left.

import { get, post, put } from "./api.js";
import { attempt } from "./acts.js";
import { cameraView, checkView, noCamera } from "./camera_view.js";
import { $, h, icon } from "./dom.js";
import { layoutEditor } from "./layout_editor.js";
import { parameterGroups } from "./parameters.js";
import { latest, show, watch } from "./live.js";
import { place } from "./seats.js";
import { cameraCode } from "./secure.js";
import { pinForm, startShell } from "./shell.js";
import { firstBoard, language, me, say, t } from "./texts.js";

const STEPS = ["game", "players", "camera", "table", "start"];
const draft = {
  profile: firstBoard.profile.name,
  parameters: Object.fromEntries(firstBoard.profile.parameters.map((one) => [one.name, one.value])),
  players: firstBoard.players.map((player) => player.name),
  stake: firstBoard.session.stake,
  first_dealer: firstBoard.session.dealer,
  session: firstBoard.session.name,
  };
let profiles = [firstBoard.profile];
const ownRules = new Map(); // by profile: its rules before anything was changed
let known = [];
let step = 0;
let layout = null;
let editor = null;
let phoneChosen = false; // and its first picture has not come yet

const profile = () => profiles.find((one) => one.name === draft.profile) ?? firstBoard.profile;

// ---- the game
function profileCard(one) {
  const number_of = one.players_min === one.players_max ? one.players_min : `${one.players_min}–${one.players_max}`;
  return h(
    "button.profile-card",
    { type: "button", role: "radio", "aria-checked": String(one.name === draft.profile), "data-profile": one.name, onclick: () => { draft.profile = one.name; draft.parameters = {}; fitPlayers(); draw(); $(`[data-profile="${one.name}"]`)?.focus(); } },
    h("strong", {}, say(one.title)),
    h("span", {}, t("setup.players-range", { range: number_of })),
  );
}

// the rules in words, in both languages; sentences that differ from the profile's own are marked
function rulesBlock(rules, own) {
  const both = language === "zh" ? ["zh", "en"] : ["en", "zh"];
  const item = (rule, one) => h(own.some((other) => other[one] === rule[one]) ? "li" : "li.changed", {}, rule[one]);
  return both.map((one) => h("ul", { lang: one }, rules.map((rule) => item(rule, one))));
}

function game() {
  const chosen = profile();
  const words = h("div.rules", {});
  const problem = h("p.problem", { role: "alert" });
  const own = ownRules.get(chosen.name) ?? chosen.rules;
  const show = (rules) => words.replaceChildren(...rulesBlock(rules, own));
  let trial = 0;
  const retry = async () => {
    const mine = ++trial;
    try {
      const { rules } = await post("/api/profiles/try", { profile: draft.profile, parameters: draft.parameters });
      if (mine !== trial) return;
      show(rules);
      problem.textContent = "";
    } catch (error) {
      if (mine === trial) problem.textContent = error.message;
    }
  };
  show(own);
  if (Object.keys(draft.parameters).length) retry();
  return [
    h("h2", {}, t("setup.game")),
    h("div.profiles", { role: "radiogroup", "aria-label": t("setup.game") }, profiles.map(profileCard)),
    own.length ? h("section.stack", {}, h("h3", {}, t("setup.rules")), words, chosen.source ? h("p.hint.source", {}, t("setup.source", { source: chosen.source })) : null) : null,
    chosen.parameters.length ? h("section.stack", {}, h("h3", {}, t("setup.parameters")), h("p.hint", {}, t("setup.parameters-hint")), problem, parameterGroups(chosen.parameters, draft.parameters, retry)) : null,
  ];
}

// ---- the players
function fitPlayers() {
  const { players_min: least, players_max: most } = profile();
  while (draft.players.length < least) draft.players.push(t("setup.player", { number: draft.players.length + 1 }));
  draft.players = draft.players.slice(0, most);
  if (draft.first_dealer >= draft.players.length) draft.first_dealer = null;
}

function swap(i, j) {
  [draft.players[i], draft.players[j]] = [draft.players[j], draft.players[i]];
  draw();
}

function person(name, i) {
  const { players_min: least } = profile();
  const tool = (mark, label, onclick, disabled) => h("button.tool", { type: "button", "aria-label": `${label} ${name}`, disabled, onclick }, icon(mark));
  return h(
    "li",
    { style: { "--player": `var(--p${i % 10})` } },
    h("span.num", {}, String(i + 1)),
    h("input", { type: "text", value: name, maxlength: 40, list: "known", "aria-label": t("setup.name-of", { number: i + 1 }), oninput: (event) => { draft.players[i] = event.target.value; $("#plan").replaceWith(plan()); } }),
    tool("up", t("setup.up"), () => swap(i, i - 1), i === 0),
    tool("down", t("setup.down"), () => swap(i, i + 1), i === draft.players.length - 1),
    tool("x", t("setup.remove"), () => { draft.players.splice(i, 1); draw(); }, draft.players.length <= least),
  );
}

function plan() {
  const seats = draft.players.map((name, i) => {
    const { x, y } = place(i, draft.players.length, profile().turn);
    return h("span", { style: { "--x": x, "--y": y, "--player": `var(--p${i % 10})` } }, name || "…");
  });
  return h("div.plan", { id: "plan", "aria-hidden": "true" }, seats);
}

function players() {
  const full = draft.players.length >= profile().players_max;
  return [
    h("h2", {}, t("setup.players")),
    h("p.hint", {}, t("setup.order")),
    h(
      "div.with-plan",
      {},
      h("div.stack", {},
        h("ol.people", {}, draft.players.map(person)),
        h("button.button", { type: "button", disabled: full, onclick: () => { draft.players.push(t("setup.player", { number: draft.players.length + 1 })); draw(); } }, icon("plus"), t("setup.add"))),
      plan(),
    ),
    h("datalist", { id: "known" }, known.map((name) => h("option", { value: name }))),
  ];
}

// ---- the camera
function source(value, title, hint, more) {
  return h(
    "label.option",
    {},
    h("input", { type: "radio", name: "source", checked: draft.kind === value, onchange: () => { draft.kind = value; draw(); } }),
    h("span", {}, h("b", {}, title), h("br"), h("span.hint", {}, hint)),
    draft.kind === value && more ? h("span.more-input", {}, more) : null,
  );
}

const sourceOf = () => ({ none: "manual", phone: "phone", device: draft.device || "0", address: draft.address || null, keep: null })[draft.kind];

function camera() {
  draft.kind ??= firstBoard.camera.state === "manual" ? "none" : "keep";
  const text = (name, label, placeholder) => h("input", { type: "text", "aria-label": label, placeholder, value: draft[name] ?? "", oninput: (event) => { draft[name] = event.target.value.trim(); } });
  const use = h("button.button", { type: "button", onclick: () => saveSource() }, t("setup.try"));
  const awaited = draft.kind === "phone" && phoneChosen;
  const watching = latest().camera.state !== "manual" || awaited;
  const view = watching ? cameraView().frame : noCamera(false);
  return [
    h("h2", {}, t("setup.camera")),
    h("div.with-plan.camera-step", {},
      h("div.choice-list", {},
        watching && !awaited ? source("keep", t("setup.keep"), t("setup.keep-hint")) : null,
        source("none", t("setup.none"), t("setup.none-hint")),
        source("device", t("setup.device"), t("setup.device-hint"), text("device", t("setup.device"), "0")),
        source("phone", t("setup.phone"), t("setup.phone-hint"), phoneHelp()),
        source("address", t("setup.address"), t("setup.address-hint"), text("address", t("setup.address"), "rtsp://…")),
        use),
      h("div.stack", {}, view, watching ? checkView() : null)),
  ];
}

const phoneHelp = () => [cameraCode(), h("a.button", { href: "/phone" }, t("phone.this"))];

const saveSource = () => attempt(async () => {
  const value = sourceOf();
  if (value !== null) show(await post("/api/settings", { source: value }));
  phoneChosen = value === "phone";
  draft.kind = phoneChosen ? "phone" : latest().camera.state === "manual" ? "none" : "keep";
  return draw();
});

// ---- the table
function table() {
  if (latest().camera.state === "manual") return [h("h2", {}, t("setup.table")), noCamera(false), h("p.hint", {}, t("setup.table-none"))];
  const note = h("p.hint", { role: "status" }, t("setup.table-hint"));
  const tools = h("div.stack");
  const view = cameraView({ withBoxes: false, report: (found) => { if (!editor && found.layout) outline(found); } });
  editor = null;

  function edit(layout) {
    editor?.remove();
    editor = layoutEditor(view.frame, { names: draft.players, turn: profile().turn, layout, change: () => {} });
    const find = h("button.button", { type: "button", "data-key": "find", onclick: propose }, icon("camera"), t("layout.find"));
    editor.tools.prepend(find);
    tools.replaceChildren(editor.tools);
  }

  // what nobody has placed yet is proposed from the picture
  function outline(found) {
    edit(found.layout);
    if (!found.placed) propose();
  }

  const propose = () => attempt(async () => {
    const proposal = await get("/api/layout/proposal");
    if (!view.frame.isConnected) return;
    edit(proposal.layout);
    note.textContent = t(proposal.found ? "layout.found" : "layout.not-found");
  });
  return [h("h2", {}, t("setup.table")), note, tools, view.frame, ...checkView()];
}

// ---- the start
function start() {
  const money = profile().game === "gandengyan";
  const dealer = h(
    "select",
    { id: "dealer", onchange: (event) => { draft.first_dealer = event.target.value === "" ? null : Number(event.target.value); } },
    h("option", { value: "" }, t("setup.by-profile")),
    draft.players.map((name, i) => h("option", { value: i, selected: draft.first_dealer === i }, name)),
  );
  const lot = () => { dealer.value = String(Math.floor(Math.random() * draft.players.length)); draft.first_dealer = Number(dealer.value); };
  return [
    h("h2", {}, t("setup.start")),
    h("dl.summary", {}, [
      [t("setup.game"), say(profile().title)],
      [t("setup.players"), draft.players.join(", ")],
      [t("setup.camera"), t(`camera.${latest().camera.state}`)],
    ].map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    h("div.parameters", {},
      h("label.field", {}, t("setup.session"), h("input", { type: "text", maxlength: 80, value: draft.session, placeholder: t("setup.session-hint"), oninput: (event) => { draft.session = event.target.value; } })),
      money ? h("label.field", {}, t("facts.stake"), h("input", { type: "number", min: 0.001, step: "any", inputmode: "decimal", value: draft.stake, oninput: (event) => { draft.stake = Number(event.target.value); } })) : null,
      h("label.field", {}, t("setup.dealer"), dealer)),
    h("div.row", {}, h("button.button", { type: "button", onclick: lot }, t("setup.lot"))),
  ];
}

// ---- moving along
async function keep() {
  if (STEPS[step] === "game" || STEPS[step] === "players") {
    const names = draft.players.map((name) => name.trim());
    if (names.some((name) => !name)) throw new Error(t("setup.name-missing"));
    if (new Set(names).size < names.length) throw new Error(t("setup.name-twice"));
    show(await post("/api/settings", { profile: draft.profile, parameters: draft.parameters, players: names }));
  }
  if (STEPS[step] === "table" && editor) {
    await put("/api/layout", editor.layout());
    editor = null;
  }
  if (STEPS[step] === "start") {
    show(await post("/api/settings", { stake: draft.stake > 0 ? draft.stake : null, first_dealer: draft.first_dealer, session: draft.session || null }));
  }
}

async function go(target) {
  if (!(await attempt(keep))) return;
  step = target;
  draw();
  $("#step h2")?.focus();
}

async function finish() {
  const ready = await attempt(async () => {
    await keep();
    show(await post("/api/entries", { action: "start-deal" }));
  });
  if (ready) location.assign(latest().camera.state === "manual" ? "/entry" : "/");
}

function draw() {
  const builders = { game, players, camera, table, start };
  $("#steps").replaceChildren(...STEPS.map((name, i) =>
    h("li", {}, h(i < step ? "button.done" : "button", { type: "button", "aria-current": i === step ? "step" : null, "data-step": name, onclick: () => go(i) }, h("span.num", {}, `${i + 1} / ${STEPS.length}`), t(`setup.${name}`)))));
  $("#step").replaceChildren(...builders[STEPS[step]]().filter(Boolean));
  $("#step h2")?.setAttribute("tabindex", "-1");
  const last = step === STEPS.length - 1;
  $("#step-foot").replaceChildren(
    h("button.button.quiet", { type: "button", disabled: step === 0, onclick: () => go(step - 1) }, t("back")),
    last ? h("button.button.primary", { type: "button", "data-key": "finish", onclick: finish }, t("board.start")) : h("button.button.primary", { type: "button", "data-key": "next", onclick: () => go(step + 1) }, t("next")),
  );
}

async function begin() {
  await attempt(async () => {
    profiles = await get("/api/profiles");
    const played = profiles.find((one) => one.name === firstBoard.profile.name);
    if (played && firstBoard.profile.parameters.length) ownRules.set(played.name, (await post("/api/profiles/try", { profile: played.name, parameters: {} })).rules);
  });
  try {
    known = await get("/api/people");
  } catch {
    // nobody is remembered yet
  }
  fitPlayers();
  draw();
  watch(followCamera);
}

// a camera that was just chosen shows its picture as soon as it is there
let blind = firstBoard.camera.state === "manual";
function followCamera(board) {
  const manual = board.camera.state === "manual";
  if (manual === blind) return;
  blind = manual;
  phoneChosen = false;
  if (!["camera", "table"].includes(STEPS[step])) return;
  draft.kind = manual ? "none" : "keep";
  draw();
}

startShell();
if (me.host) begin();
else $("#pin").append(pinForm());
