// Everything by hand: a card picker, whose turn it is chosen already, one tap to play.

import { post } from "./api.js";
import { attempt, nextDeal, openCorrectionOf } from "./acts.js";
import { centre, isRefused, openAlert, openQuestions, sheetMode } from "./centre.js";
import { $, h, icon, openDialog, region, toast } from "./dom.js";
import { matchButton, startNewMatch, tributeActs } from "./guandan.js";
import { latest, show, watch } from "./live.js";
import { nowStrip } from "./now.js";
import { cardPicker, packsOf, seenCards } from "./picker.js";
import { historyBlock } from "./rail.js";
import { pinForm, startShell } from "./shell.js";
import { me, t } from "./texts.js";

let seat = null;
let followed = null;
let picker = null;
let pickerKey = "";

const count = (player) => h("span.back", { "aria-hidden": "true" }, player.count ?? "?");

const drawWho = region($("#who"), (players, turn, target) =>
  players.map((player) =>
    h(
      player.seat === turn ? "button.button.turn" : "button.button",
      { type: "button", role: "radio", "aria-checked": String(player.seat === target), "data-key": `seat-${player.seat}`, "data-seat": player.seat, onclick: () => { seat = player.seat; draw(latest()); } },
      count(player),
      h("span.label", {}, player.name),
    )));
const drawHistory = region($("#history"), historyBlock);
const drawNow = region($("#now"), (board) => (openAlert(board) || openQuestions(board).length || sheetMode(board) ? centre(board) : nowStrip(board)));

async function send(entry) {
  $("#problem").textContent = "";
  try {
    show(await post("/api/entries", entry));
    picker.set([]);
  } catch (error) {
    $("#problem").textContent = error.message;
  }
}

const withCards = (action) => () => {
  const { cards, declared } = picker.value();
  return send({ action, seat, cards, declared });
};

const act = (key, text, onclick, more = {}) => h(more.primary ? "button.button.primary" : "button.button", { type: "button", "data-key": key, disabled: more.disabled, onclick }, text);

function acts(phase, game, cards, turn, alert) {
  const none = !cards;
  const match = game === "guandan" ? matchButton(() => seat, send) : null;
  if (phase === "setup" || phase === "ready") return [act("start", t("board.start"), () => send({ action: "start-deal" }), { primary: true }), match];
  if (phase === "tribute") return [...tributeActs(send, withCards, none), match];
  if (phase === "counting") return [act("hand", t("entry.hand"), withCards("hand"), { primary: true }), act("more", t("entry.more"), openMore)];
  if (phase === "deal-end" || phase === "match-end") return [
    act("hand", t("entry.hand"), withCards("hand"), { disabled: none }),
    phase === "match-end" && match ? act("new-match", t("guandan.new-match"), startNewMatch, { primary: true }) : act("next", t("sheet.next"), nextDeal, { primary: true }),
    match,
  ];
  return [
    act("play", t("entry.play"), withCards("play"), { primary: true, disabled: none }),
    act("pass", t("entry.pass"), () => send({ action: "pass", seat }), { disabled: turn === null }),
    alert ? act("retract", t("alert.retract"), () => send({ action: "retract", seat: alert.seat })) : null,
    alert ? act("let-stand", t("alert.let-stand"), () => send({ action: "let-stand", seat: alert.seat })) : null,
    game === "colour-match" ? act("draw", t("entry.draw"), () => send({ action: "draw", seat })) : null,
    act("call", t("entry.last-card"), () => send({ action: "last-card", seat, number: latest().players[seat]?.count ?? 1 })),
    act("more", t("entry.more"), openMore),
    match,
  ];
}

// what happens seldom: shown behind one button
function openMore() {
  const board = latest();
  const name = board.players[seat]?.name ?? "";
  const close = (entry) => () => { dialog.close(); send(entry); };
  const { cards, declared } = picker.value();
  const dialog = openDialog(
    t("entry.more"),
    [
      h("p.hint", {}, t("entry.more-for", { name })),
      h("div.corrections", {},
        board.profile.game === "guandan" ? null : act("lay-down", t("entry.lay-down"), close({ action: "lay-down", seat, cards, declared }), { disabled: !cards.length }),
        act("missed", t("entry.missed-call"), close({ action: "last-card", seat, code: "missed" })),
        board.phase === "counting" ? act("settle", t("entry.settle"), close({ action: "settle" })) : null,
        act("void", t("entry.void"), close({ action: "settle", code: "void" }))),
    ],
    null,
    { closeLabel: t("close") },
  );
}

const drawActs = region($("#acts"), (phase, game, cards, turn, alert) => acts(phase, game, cards, turn, alert));

function redrawActs() {
  const board = latest();
  const alert = openAlert(board);
  drawActs(board.phase, board.profile.game, picker?.value().cards.length ?? 0, board.turn, alert && isRefused(alert) && { seat: alert.seat });
}

function drawPicker(board) {
  const key = JSON.stringify([board.profile.name, board.session.deal, seenCards(board), board.guandan?.wild]);
  if (key === pickerKey) return;
  pickerKey = key;
  const chosen = picker?.value().cards ?? [];
  picker = cardPicker({
    packs: packsOf(board),
    gone: seenCards(board),
    jokers: board.profile.game !== "colour-match",
    wild: board.guandan?.wild ?? null,
    chosen: picker ? chosen : [],
    change: () => queueMicrotask(redrawActs),
  });
  $("#picker").replaceChildren(picker.element);
}

function draw(board) {
  if (board.turn !== followed) {
    followed = board.turn;
    seat = board.turn ?? seat;
  }
  const waits = board.result?.waiting_for ?? [];
  if (board.phase === "counting" && waits.length && !waits.includes(seat)) seat = waits[0];
  if (seat === null || !board.players[seat]) seat = 0;
  drawNow({ ...board, history: [], totals: null, camera: null, at: 0 });
  drawWho(board.players.map(({ seat: number, name, count: left }) => ({ seat: number, name, count: left })), board.turn, seat);
  drawPicker(board);
  redrawActs();
  drawHistory(board.history);
}

function undoLast() {
  const event = latest().history.filter((one) => one.correctable).at(-1);
  if (event) openCorrectionOf(event.seq);
  else toast(t("entry.nothing-to-undo"));
}

function press(event) {
  if ($("dialog[open]") || !picker) return;
  if (event.key === "Enter" && event.target.tagName !== "BUTTON" && event.target.tagName !== "A") $("#acts .primary:not(:disabled)")?.click();
  else if (event.key === "-" || event.key === "/") attempt(() => send({ action: "pass", seat }));
  else if (!picker.typed(event)) return;
  event.preventDefault();
}

startShell();
if (me.host) {
  watch(draw);
  $("#log-tools").append(h("button.button.quiet", { type: "button", onclick: undoLast }, icon("undo"), t("entry.undo")));
  addEventListener("keydown", press);
} else $("#pin").append(pinForm());

