// What only a Guandan table has: the match clock, and a host's entries about the match and tribute.

import { enter } from "./acts.js";
import { h, openDialog } from "./dom.js";
import { latest } from "./live.js";
import { duration, me, say, t } from "./texts.js";

export const LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
export const spoken = (rank) => (rank === "T" ? "10" : rank);

const SIDES = ["NS", "EW"];
const OFFENCES = ["order", "count", "hidden-card", "signal"];
const FORFEITS = ["late", "left", "stalling", "talk"];

const act = (key, text, onclick, more = {}) => h(more.primary ? "button.button.primary" : "button.button", { type: "button", "data-key": key, disabled: more.disabled, onclick }, text);
const sideOf = (seat) => SIDES[seat % 2];
const namesOf = (board, side) => board.players.filter((player) => sideOf(player.seat) === side).map((player) => player.name).join(" · ");
const sideName = (board, side) => `${t(`side.${side}`)} (${namesOf(board, side)})`;

// ---- the clock: drawn once, then it counts by itself
export function matchClock(game) {
  if (game.time_left === null) return null;
  const face = h("b.clock", { role: "timer", "data-ends": game.ends_at, "data-left": game.time_left }, duration(game.time_left));
  return h("span", {}, t("guandan.time-left"), " ", face);
}

export function timeUpNotice(game) {
  if (game.time_left === null || game.match_ended) return null;
  return h("div.time-up", { hidden: game.time_left > 0 }, h("p", {}, t("guandan.time-up")), me.host ? act("time-up", t("guandan.decide"), () => confirmTimeUp()) : null);
}

setInterval(() => {
  for (const face of document.querySelectorAll(".clock[data-ends]")) {
    const left = Number(face.dataset.ends) - Date.now() / 1000;
    face.textContent = duration(left);
    face.classList.toggle("late", left <= 60);
    for (const notice of document.querySelectorAll(".time-up")) notice.hidden = left > 0;
  }
}, 500);

function confirmTimeUp() {
  const board = latest();
  const [ns, ew] = board.guandan.levels;
  const dialog = openDialog(
    t("guandan.time-up"),
    [
      h("p", {}, t("guandan.time-up-sure", { ns: spoken(ns.level), ew: spoken(ew.level) })),
      h("div.corrections", {}, act("time-up-sure", t("guandan.decide"), () => { dialog.close(); enter({ action: "time-up" }); }, { primary: true })),
    ],
    null,
    { closeLabel: t("close") },
  );
}

// ---- the finishing order: tap the players as they went out
function orderPicker(board, chosen, change) {
  const row = h("div.segments.order");
  const draw = () => row.replaceChildren(
    ...board.players.map(({ seat, name }) => {
      const place = chosen.indexOf(seat);
      const toggle = () => { if (place < 0) chosen.push(seat); else chosen.splice(place); draw(); change?.(); };
      return h("button.button", { type: "button", "aria-pressed": String(place >= 0), "data-order": seat, onclick: toggle }, place < 0 ? "" : h("b", {}, `${place + 1} `), name);
    }),
  );
  draw();
  return row;
}

function orderForm(board, done) {
  const chosen = [...board.players].filter((player) => player.place !== null).sort((a, b) => a.place - b.place).map((player) => player.seat);
  const save = act("enter-order", t("guandan.order-enter"), () => done({ action: "enter-order", seats: chosen }), { primary: true, disabled: !chosen.length });
  return h("section.stack", {}, h("h3", {}, t("guandan.order")), h("p.hint", {}, t("guandan.order-hint")), orderPicker(board, chosen, () => { save.disabled = !chosen.length; }), save);
}

// ---- where the match stands
const choice = (name, label, options, value) => h("label.field", {}, h("span", {}, label), h("select", { name }, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));

function levelsForm(board, done) {
  const game = board.guandan;
  const level = (side) => game?.levels.find((one) => one.side === side)?.level ?? "2";
  const failed = (side) => String(game?.levels.find((one) => one.side === side)?.failed_tries ?? 0);
  const stage = game?.levels.find((one) => one.on_stage)?.side ?? "";
  const ranks = LEVELS.map((rank) => [rank, spoken(rank)]);
  const tries = ["0", "1", "2"].map((count) => [count, count]);
  const owed = [...(game?.owed ?? [])];
  const form = h(
    "form.stack",
    { onsubmit: (event) => { event.preventDefault(); done(entered()); } },
    h("div.pairs", {}, SIDES.map((side) => choice(`level-${side}`, `${t("guandan.level-of")} ${sideName(board, side)}`, ranks, level(side)))),
    choice("stage", t("guandan.on-stage"), [["", t("guandan.nobody-yet")], ...SIDES.map((side) => [side, sideName(board, side)])], stage),
    h("div.pairs", {}, SIDES.map((side) => choice(`failed-${side}`, `${t("guandan.failed-of")} ${t(`side.${side}`)}`, tries, failed(side)))),
    choice("round", t("guandan.round"), ["1", "2", "3", "4", "5"].map((round) => [round, round]), String(game?.round ?? 1)),
    h("p.hint", {}, t("guandan.owed-hint")),
    orderPicker(board, owed),
    h("button.button.primary", { type: "submit", "data-key": "set-levels" }, t("guandan.levels-set")),
  );
  const field = (name) => form.elements.namedItem(name).value;
  const entered = () => ({
    action: "set-levels",
    levels: SIDES.map((side) => field(`level-${side}`)),
    side: field("stage") || null,
    failed: SIDES.map((side) => Number(field(`failed-${side}`))),
    number: Number(field("round")),
    seats: owed,
  });
  return h("section.stack", {}, h("h3", {}, t("guandan.levels")), h("p.hint", {}, t("guandan.levels-hint")), form);
}

// ---- the referee
function ledger(board, seat, done) {
  if (!board.guandan?.has_ledger) return null;
  const name = board.players[seat]?.name ?? "";
  const back = h("input", { type: "checkbox", name: "put-back" });
  const lines = board.guandan.ledger.map((line) => h("li", {}, `${say(line.text)}: ${SIDES.map((side, i) => `${t(`side.${side}`)} ${line.counts[i]}`).join(" · ")}`));
  return h(
    "section.stack",
    {},
    h("h3", {}, t("entry.offence")),
    h("p.hint", {}, t("entry.more-for", { name })),
    lines.length ? h("ul.ledger", {}, lines) : null,
    h("label.row", {}, back, t("guandan.put-back")),
    h("div.corrections", {}, OFFENCES.map((code) => act(`offence-${code}`, t(`offence.${code}`), () => done({ action: "offence", seat, code, put_back: back.checked })))),
  );
}

function forfeits(board, done) {
  const select = choice("reason", t("guandan.forfeit-why"), FORFEITS.map((code) => [code, t(`forfeit.${code}`)]), "left");
  const button = (side) => act(`forfeit-${side}`, t("guandan.forfeit-by", { side: sideName(board, side) }), () => done({ action: "forfeit", side, code: select.querySelector("select").value }));
  return h("section.stack", {}, h("h3", {}, t("guandan.forfeit")), select, h("div.corrections", {}, SIDES.map(button)));
}

// everything about the match behind one button; `seat` is the player chosen on the page
function openMatch(seat, send) {
  const board = latest();
  const done = (entry) => { dialog.close(); send(entry); };
  const playing = board.phase === "deal" || board.phase === "tribute";
  const timed = board.guandan?.time_limit && !board.guandan.match_ended;
  const dialog = openDialog(
    t("guandan.match"),
    [
      playing || board.phase === "ready" ? orderForm(board, done) : null,
      playing ? null : levelsForm(board, done),
      timed ? h("section.stack", {}, h("h3", {}, t("guandan.time-limit")), h("div.corrections", {}, act("time-up", t("guandan.decide"), () => { dialog.close(); confirmTimeUp(); }))) : null,
      ledger(board, seat, done),
      board.guandan?.match_ended ? null : forfeits(board, done),
    ],
    null,
    { wide: true, closeLabel: t("close") },
  );
}

// ---- tribute
export function tributeActs(send, withCards, none) {
  return [
    act("tribute", t("entry.tribute"), withCards("tribute"), { primary: true, disabled: none }),
    act("give-back", t("entry.give-back"), withCards("give-back"), { disabled: none }),
    act("resist", t("guandan.resist"), () => send({ action: "resist" })),
    act("skip-tribute", t("guandan.skip-tribute"), () => openSkip(send)),
  ];
}

function openSkip(send) {
  const board = latest();
  const lead = (more) => { dialog.close(); send({ action: "skip-tribute", ...more }); };
  const dialog = openDialog(
    t("guandan.skip-tribute"),
    [
      h("p.hint", {}, t("guandan.skip-who")),
      h("div.segments", {}, board.players.map((player) => h("button.button", { type: "button", "data-leader": player.seat, onclick: () => lead({ seat: player.seat }) }, player.name))),
      h("div.segments", {}, h("button.button.quiet", { type: "button", "data-leader": "first", onclick: () => lead({}) }, t("guandan.skip-unknown"))),
    ],
    null,
    { closeLabel: t("close") },
  );
}

// chosen: () => the seat chosen on the page now
export const matchButton = (chosen, send) => act("match", t("guandan.match"), () => openMatch(chosen(), send));

export function startNewMatch() {
  const dialog = openDialog(
    t("guandan.new-match"),
    [h("p", {}, t("guandan.new-match-sure")), h("div.corrections", {}, act("new-match-sure", t("guandan.new-match"), () => { dialog.close(); enter({ action: "new-match" }); }, { primary: true }))],
    null,
    { closeLabel: t("close") },
  );
}
