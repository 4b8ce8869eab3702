// The scoreboard page.

import { aftermath } from "./aftermath.js";
import { centre, sheetMode } from "./centre.js";
import { $, h, icon, region } from "./dom.js";
import { latest, watch } from "./live.js";
import { read, write } from "./prefs.js";
import { historyBlock, multiplierBlock, totalsBlock } from "./rail.js";
import { edges, seatPlate } from "./seats.js";
import { startShell } from "./shell.js";
import { firstBoard, t } from "./texts.js";
import { caller } from "./voice.js";

const felt = $("#felt");
const rotation = () => Number(read("rotation", 0)) || 0;

const drawSeats = region($("#seats"), (board, turned) => board.players.map((player) => seatPlate(player, board, turned)));
const drawCentre = region($("#centre"), centre);
const drawMultiplier = region($("#multiplier"), multiplierBlock);
const drawTotals = region($("#totals"), totalsBlock);
const drawHistory = region($("#history"), historyBlock);
const call = caller(firstBoard, (sentence) => { $("#announce").textContent = sentence; });

// only what a region shows, so that a new viewer or a camera tick redraws nothing
const pick = (board, ...names) => Object.fromEntries(names.map((name) => [name, board[name]]));

// the middle reaches from the seats along the top to those along the bottom
function fitMiddle(board) {
  const { top, bottom } = edges(board.players.length, board.profile.turn, rotation());
  felt.style.setProperty("--from", top ? "calc(var(--ph) + 2.2rem)" : "1.6rem");
  felt.style.setProperty("--to", bottom ? "calc(var(--ph) + 2.2rem)" : "1.6rem");
}

function draw(board) {
  felt.dataset.seq = board.seq;
  const count = board.players.length;
  felt.classList.toggle("crowded", count > 6);
  felt.classList.toggle("duel", count === 2);
  felt.classList.toggle("sheet-mode", sheetMode(board));
  $("#multiplier").hidden = board.profile.game === "colour-match";
  fitMiddle(board);
  const seats = { ...pick(board, "players", "turn", "must_lead"), current: board.current && { seat: board.current.seat } };
  drawSeats({ ...seats, profile: { turn: board.profile.turn }, session: { dealer: board.session.dealer } }, rotation());
  drawCentre({
    ...pick(board, "phase", "turn", "current", "table", "alerts", "questions", "result", "guandan", "matching"),
    players: board.players.map(({ seat, name, shown }) => ({ seat, name, shown })),
    session: pick(board.session, "dealer", "deal"),
    profile: { game: board.profile.game },
  }, aftermath(board));
  drawMultiplier({ ...pick(board, "multiplier", "guandan"), players: board.players.map(({ name }) => ({ name })) });
  drawTotals({ players: board.players.map(({ seat, name, total }) => ({ seat, name, total })), totals: board.totals });
  drawHistory(board.history);
  call(board);
}

function turnTable(step) {
  write("rotation", (rotation() + step + 20) % 20);
  draw(latest());
}

const tableSection = () => [
  h(
    "section.stack",
    {},
    h("h3", {}, t("prefs.table")),
    h(
      "div.segments",
      {},
      h("button.button", { type: "button", onclick: () => turnTable(1) }, icon("turn"), t("prefs.turn")),
      h("button.button", { type: "button", onclick: () => document.documentElement.requestFullscreen?.() }, icon("full"), t("prefs.full")),
    ),
  ),
];

startShell({ extra: tableSection });
watch(draw);
