// The operator's desk: the camera with its boxes and zones, every event with its two-tap correction, keys for all of it.

import { get, put } from "./api.js";
import { answerQuestion, attempt, enter, openCorrectionOf } from "./acts.js";
import { cameraView, noCamera, verdictItems } from "./camera_view.js";
import { centre, openAlert, openQuestions } from "./centre.js";
import { $, $$, h, icon, openDialog, region, toast } from "./dom.js";
import { layoutEditor } from "./layout_editor.js";
import { latest, watch } from "./live.js";
import { nowStrip } from "./now.js";
import { historyLine } from "./rail.js";
import { pinForm, startShell } from "./shell.js";
import { firstBoard, me, t } from "./texts.js";
import { caller } from "./voice.js";
import { openWhy } from "./why.js";

let older = [];
let chosen = null;
let editor = null;
let layout = null;

const drawVerdicts = region($("#verdicts"), verdictItems);
const drawHistory = region($("#history"), (events) => [...events].reverse().map(historyLine));
const drawNow = region($("#now"), nowStrip);
const drawNotice = region($("#notice"), (board) => (board.phase && (openAlert(board) || openQuestions(board).length) ? centre(board) : []));
const call = caller(firstBoard, (sentence) => { $("#announce").textContent = sentence; });

function startCamera() {
  if (latest().camera.state === "manual") return $("#camera").replaceChildren(noCamera());
  const view = cameraView({
    report: (found) => {
      layout = found.layout;
      drawVerdicts(found.verdicts);
    },
  });
  $("#camera").replaceChildren(view.frame);
  drawCameraTools(view);
}

function drawCameraTools(view) {
  const edit = h("button.button.quiet", { type: "button", onclick: () => editLayout(view) }, icon("pencil"), t("layout.edit"));
  $("#camera-tools").replaceChildren(edit);
}

function editLayout(view) {
  const board = latest();
  editor = layoutEditor(view.frame, { names: board.players.map((player) => player.name), turn: board.profile.turn, layout, change: () => {} });
  view.frame.after(editor.tools);
  const finish = () => {
    editor.remove();
    editor.tools.remove();
    editor = null;
    drawCameraTools(view);
  };
  const save = () => attempt(async () => {
    layout = await put("/api/layout", editor.layout());
    toast(t("layout.saved"));
    finish();
  });
  $("#camera-tools").replaceChildren(
    h("button.button.quiet", { type: "button", onclick: finish }, t("cancel")),
    h("button.button.primary", { type: "button", onclick: save }, t("save")),
  );
}

function events() {
  const recent = latest().history;
  const first = recent[0]?.seq ?? Infinity;
  return [...older.filter((event) => event.seq < first), ...recent];
}

function choose(seq) {
  chosen = seq;
  for (const item of $$("#history li")) {
    const same = Number(item.dataset.seq) === seq;
    item.classList.toggle("chosen", same);
    if (same) item.scrollIntoView({ block: "nearest" });
  }
}

function step(by) {
  const list = events();
  const at = list.findIndex((event) => event.seq === chosen);
  const next = list[at < 0 ? list.length - 1 : Math.min(list.length - 1, Math.max(0, at + by))];
  if (next) choose(next.seq);
}

function draw(board) {
  drawHistory(events());
  drawNow({ current: board.current, players: board.players.map(({ name }) => ({ name })), phase: board.phase, turn: board.turn, profile: { game: board.profile.game }, multiplier: board.multiplier });
  drawNotice({ phase: board.phase, alerts: board.alerts, questions: board.questions, result: board.result, current: board.current, players: board.players, table: [] });
  if (chosen !== null) choose(chosen);
  call(board);
}

async function loadOlder() {
  const first = events()[0]?.seq;
  await attempt(async () => {
    const found = await get(`/api/events?limit=60${first ? `&before=${first}` : ""}`);
    older = [...found, ...older];
    if (!found.length) $("#older").disabled = true;
    draw(latest());
  });
}

const last = () => events().filter((event) => event.correctable).at(-1);

const KEYS = [
  ["↑ ↓", "keys.choose"],
  ["c", "keys.correct"],
  ["w", "keys.why"],
  ["z", "keys.undo"],
  ["r", "keys.retract"],
  ["l", "keys.stand"],
  ["1 … 9", "keys.answer"],
  ["p", "keys.pass"],
  ["?", "keys.help"],
];

const help = () =>
  openDialog(t("operator.keys"), h("dl.shortcut-list", {}, KEYS.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))])), null, { closeLabel: t("close") });

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  const board = latest();
  const alert = openAlert(board);
  const seq = chosen ?? last()?.seq;
  const acts = {
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    c: () => seq && openCorrectionOf(seq),
    w: () => seq && openWhy(seq),
    z: () => last() && openCorrectionOf(last().seq),
    r: () => alert && enter({ action: "retract", seat: alert.seat }),
    l: () => alert && enter({ action: "let-stand", seat: alert.seat }),
    p: () => board.turn !== null && enter({ action: "pass", seat: board.turn }),
    "?": help,
  };
  const choice = Number(event.key) - 1;
  const [question] = openQuestions(board);
  if (question?.alternatives[choice]) answerQuestion(question, { choice });
  else if (acts[event.key] && !event.target.classList?.contains("handle")) acts[event.key]();
  else return;
  event.preventDefault();
}

startShell();
if (me.host) {
  startCamera();
  watch(draw);
  $("#older").addEventListener("click", loadOlder);
  $("#keys").addEventListener("click", help);
  addEventListener("keydown", press);
} else $("#pin").append(pinForm());
