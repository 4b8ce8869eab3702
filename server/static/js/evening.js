// The evening: standings, the chart, every deal with its pictures, people over many evenings, exports.

import { get, post, remove } from "./api.js";
import { attempt } from "./acts.js";
import { chart } from "./chart.js";
import { $, h, openDialog, region, toast } from "./dom.js";
import { latest, watch } from "./live.js";
import { historyLine } from "./rail.js";
import { replay } from "./replay.js";
import { sharePicture } from "./share.js";
import { startShell } from "./shell.js";
import { me, number, signed, t } from "./texts.js";

const tone = (value) => (value > 0 ? ".plus" : value < 0 ? ".minus" : "");

const drawStandings = region($("#standings"), (players, deals) =>
  players.map((player) => {
    const wins = deals.filter((row) => row.winner === player.seat).length;
    return h(
      "article.standing",
      { style: { "--player": `var(--p${player.seat % 10})` } },
      h("span.name", {}, player.name),
      h(`span.value${tone(player.total)}`, {}, signed(player.total)),
      h("span.hint", {}, t("evening.wins", { count: wins })),
    );
  }));

const drawChart = region($("#chart"), (players, deals) => (deals.length ? chart(players, deals, { width: Math.min(900, Math.max(460, innerWidth)) }) : h("p.empty", {}, t("evening.empty"))));

function dealRow(row, players) {
  const open = h("button.button.quiet", { type: "button", "data-key": `deal-${row.deal}`, onclick: () => openDeal(row) }, t("facts.deal", { deal: row.number || row.deal }));
  return h(
    "tr",
    {},
    h("td", {}, open, row.corrected ? h("span.hint", {}, ` ${t("evening.corrected")}`) : null),
    players.map((player) => h(`td${row.winner === player.seat ? ".win" : ""}${tone(row.amounts[player.seat])}`, {}, signed(row.amounts[player.seat] ?? 0))),
    h("td", {}, `×${row.multiplier}`),
  );
}

const drawDeals = region($("#deals"), (players, totals) =>
  totals.deals.length
    ? h(
        "table.sheet-table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("evening.deal")), players.map((player) => h("th", { scope: "col" }, player.name)), h("th", { scope: "col" }, t("multiplier.title")))),
        h("tbody", {}, [...totals.deals].reverse().map((row) => dealRow(row, players))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("totals.title")), players.map((player) => h(`td${tone(player.total)}`, {}, signed(player.total))), h("td"))),
      )
    : h("p.empty", {}, t("evening.empty")));

async function openDeal({ deal, number: count }) {
  await attempt(async () => {
    const events = (await get(`/api/events?deal=${deal}&limit=500`)).filter((event) => event.deal === deal);
    openDialog(t("facts.deal", { deal: count || deal }), [replay(events), h("ol.history", {}, events.map(historyLine))], null, { closeLabel: t("close"), wide: true });
  });
}

function table(heads, rows) {
  return h("table.sheet-table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows));
}

async function drawPeople() {
  const people = await get("/api/statistics");
  if (!people.length) return;
  $("#people-section").hidden = false;
  const heads = ["name", "evenings", "deals", "wins", "best", "bombs", "refused", "total"].map((name) => t(`people.${name}`));
  const rows = people.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, one.name),
      [one.evenings, one.deals, one.wins, signed(one.best), one.bombs, one.refused].map((value) => h("td", {}, typeof value === "number" ? number(value) : value)),
      h(`td${tone(one.total)}`, {}, signed(one.total)),
      me.host ? h("td", {}, h("button.button.quiet.danger", { type: "button", onclick: () => forget(one.name) }, t("people.forget"))) : null,
    ));
  $("#people").replaceChildren(table(me.host ? [...heads, ""] : heads, rows));
}

function forget(name) {
  const sure = () => attempt(async () => {
    await remove(`/api/people/${encodeURIComponent(name)}`);
    dialog.close();
    toast(t("people.forgotten", { name }));
    await drawPeople();
  });
  const dialog = openDialog(t("people.forget"), h("p", {}, t("people.sure", { name })), [
    h("button.button.quiet", { type: "button", onclick: () => dialog.close() }, t("cancel")),
    h("button.button.danger", { type: "button", onclick: sure }, t("people.forget")),
  ], { closeLabel: t("close") });
}

async function drawEvenings() {
  const evenings = await get("/api/evenings");
  if (evenings.length < 2) return;
  $("#evenings-section").hidden = false;
  const rows = evenings.map((one) => {
    const totals = Object.entries(one.totals).map(([name, total]) => `${name} ${signed(total)}`).join(" · ");
    return h("tr", {}, h("td", {}, new Date(one.started_at * 1000).toLocaleDateString(document.documentElement.lang)), h("td", {}, one.name), h("td", {}, number(one.deals)), h("td", {}, totals));
  });
  $("#evenings").replaceChildren(table([t("evenings.date"), t("evenings.name"), t("people.deals"), t("totals.title")], rows));
}

// another evening: its name, then the set-up
function newEvening() {
  const name = h("input", { type: "text", maxlength: 80, placeholder: t("setup.session-hint"), "data-first": true });
  const begin = () => attempt(async () => {
    await post("/api/settings", { new_evening: true, session: name.value.trim() });
    location.assign("/setup");
  });
  const dialog = openDialog(t("evening.new"), [h("p.hint", {}, t("evening.new-hint")), h("label.field", {}, t("setup.session"), name)], [
    h("button.button.quiet", { type: "button", onclick: () => dialog.close() }, t("cancel")),
    h("button.button.primary", { type: "button", "data-key": "begin-evening", onclick: begin }, t("evening.begin")),
  ], { closeLabel: t("close") });
}

$("#new-evening")?.addEventListener("click", newEvening);
startShell();
watch((board) => {
  $("#evening-name").textContent = board.session.name || t("page.evening");
  const players = board.players.map(({ seat, name, total }) => ({ seat, name, total }));
  drawStandings(players, board.totals.deals);
  drawChart(players, board.totals.deals);
  drawDeals(players, board.totals);
});
$("#share").addEventListener("click", () => attempt(() => sharePicture(latest())));
drawPeople().catch(() => {});
drawEvenings().catch(() => {});
