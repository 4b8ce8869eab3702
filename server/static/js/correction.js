// Two taps from any event: what should the log have said? The difference is shown before anything is kept.

import { post } from "./api.js";
import { chips, namesCards, rich } from "./cards.js";
import { h, icon, openDialog } from "./dom.js";
import { latest, show } from "./live.js";
import { openPicker } from "./picker.js";
import { attempt } from "./acts.js";
import { say, signed, t } from "./texts.js";

function seatButtons(board, event, choose) {
  return h(
    "div.segments",
    {},
    board.players
      .filter((player) => player.seat !== event.seat)
      .map((player) => h("button.button", { type: "button", onclick: () => choose(player.seat) }, h("kbd", {}, String(player.seat + 1)), player.name)),
  );
}

// openCorrection(event, board): the choices for one line of the history
export function openCorrection(event, board) {
  const seq = event.seq;
  const close = () => dialog.close();
  const propose = (correction) => { close(); preview({ seq, ...correction }); };
  const pick = (action, title, chosen) => {
    close();
    openPicker({ title, board, seat: event.seat ?? 0, chosen, done: ({ cards, declared, seat }) => preview({ seq, action, cards, declared, seat }) });
  };
  const choices = [
    ["cards", "c", "cards", () => pick("cards", t("correct.cards"), event.cards)],
    ["pass", "p", "x", () => propose({ action: "pass", seat: event.seat })],
    ["not-a-play", "n", "x", () => propose({ action: "not-a-play" })],
    ["insert", "i", "plus", () => pick("insert", t("correct.insert"), [])],
    ["undo", "u", "undo", () => propose({ action: "undo" })],
  ];
  if (event.kind === "refused") choices.splice(1, 0, ["let-stand", "l", "check", () => propose({ action: "let-stand" })]);
  const body = [
    h("p.why-text", {}, rich(say(event.text)), " ", event.cards.length && !namesCards(say(event.text)) ? chips(event.cards) : null),
    h("div.corrections", {}, choices.map(([name, letter, mark, act]) => h("button.button", { type: "button", "data-act": name, onclick: act }, icon(mark), t(`correct.${name}`), h("kbd", {}, letter)))),
    event.seat === null ? null : h("section.stack", {}, h("h3", {}, t("correct.seat")), seatButtons(board, event, (seat) => propose({ action: "seat", seat }))),
  ];
  const dialog = openDialog(t("correct.title"), body, null, { closeLabel: t("close") });
  dialog.addEventListener("keydown", (press) => {
    const choice = choices.find(([, letter]) => letter === press.key.toLowerCase());
    if (choice) choice[3]();
    const seat = Number(press.key) - 1;
    if (board.players[seat] && seat !== event.seat) propose({ action: "seat", seat });
  });
}

function difference(board, one) {
  const who = one.seat === null ? null : h("b", {}, board.players[one.seat]?.name ?? "");
  return h(
    "li",
    {},
    who,
    one.before ? h("del", {}, rich(say(one.before))) : h("span.hint", {}, t("correct.new")),
    h("span.arrow", { "aria-hidden": "true" }, "→"),
    one.after ? h("ins", {}, rich(say(one.after))) : h("span.hint", {}, t("correct.gone")),
  );
}

function totals(board, found) {
  if (!found.totals_after.length) return null;
  return h(
    "table.totals-change",
    {},
    h("caption", {}, t("correct.totals")),
    h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, t("correct.before")), h("th", { scope: "col" }, t("correct.after")))),
    h("tbody", {}, board.players.map((player, i) => {
      const [before, after] = [found.totals_before[i] ?? 0, found.totals_after[i] ?? 0];
      return h(before === after ? "tr" : "tr.changed", {}, h("th", { scope: "row" }, player.name), h("td", {}, signed(before)), h("td", {}, signed(after)));
    })),
  );
}

async function preview(correction) {
  let found;
  if (!(await attempt(async () => { found = await post("/api/corrections", correction); }))) return;
  const board = latest();
  const keep = async () => {
    const kept = await attempt(async () => show(await post("/api/corrections", { ...correction, token: found.token })));
    if (kept) dialog.close();
  };
  const rows = found.differences.length ? h("ul.differences", {}, found.differences.map((one) => difference(board, one))) : h("p", {}, t("correct.nothing"));
  const dialog = openDialog(
    t("correct.preview"),
    [h("p.hint", {}, t("correct.logged")), rows, totals(board, found)],
    [
      h("button.button.quiet", { type: "button", onclick: () => dialog.close() }, t("correct.discard")),
      h("button.button.primary", { type: "button", "data-first": true, onclick: keep }, icon("check"), t("correct.keep")),
    ],
    { closeLabel: t("close") },
  );
}
