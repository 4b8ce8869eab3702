// The rail beside the table: multiplier or levels, totals of the evening, history.

import { sparkline } from "./chart.js";
import { h, icon } from "./dom.js";
import { chips, namesCards, rich } from "./cards.js";
import { LEVELS, matchClock, spoken, timeUpNotice } from "./guandan.js";
import { me, say, signed, t } from "./texts.js";
import { openWhy } from "./why.js";
import { openCorrectionOf } from "./acts.js";

export function multiplierBlock(board) {
  if (board.guandan) return levels(board.guandan);
  const { value, factors } = board.multiplier;
  return [
    h("h2", {}, t("multiplier.title")),
    h("p.times", {}, h("span.value", {}, `×${value}`), factors.length > 1 ? h("span.product", {}, `= ${factors.map((one) => one.factor).join(" × ")}`) : null),
    factors.length
      ? h("ul.factors", {}, factors.map((one) => h("li", {}, h("span", {}, say(one.reason), one.seat === null ? "" : ` · ${board.players[one.seat]?.name ?? ""}`), h("b", {}, `×${one.factor}`))))
      : h("p.hint", {}, t("multiplier.none")),
  ];
}

function rungs(level) {
  const reached = LEVELS.indexOf(level.level);
  return h("span.rungs", { "aria-hidden": "true" }, LEVELS.map((_rung, i) => h(i <= reached ? "i.done" : "i")));
}

function levels(game) {
  return [
    h("h2", {}, t("guandan.levels")),
    h(
      "ul.ladder",
      {},
      game.levels.map((level) => h("li", {}, h(`span.side-tag.side-${level.side}`, {}, t(`side.${level.side}`)), h(`span.side-${level.side}`, {}, rungs(level)), h("span.level", {}, spoken(level.level)))),
    ),
    h(
      "p.level-facts",
      {},
      h("span", {}, t("guandan.played-at"), " ", h("b", {}, spoken(game.level))),
      h("span", {}, t("guandan.wild"), " ", chips([game.wild])),
      game.levels.filter((level) => level.failed_tries).map((level) => h("span", {}, t("guandan.tries", { side: t(`side.${level.side}`), count: level.failed_tries }))),
      matchClock(game),
    ),
    timeUpNotice(game),
  ];
}

export function totalsBlock(board) {
  const many = board.players.length > 5;
  const running = board.players.map((player) => board.totals.deals.map((row) => row.amounts[player.seat] ?? 0));
  return [
    h("h2", {}, t("totals.title")),
    h(
      many ? "ol.tight" : "ol",
      {},
      board.players.map((player) =>
        h(
          "li",
          { style: { "--player": `var(--p${player.seat % 10})` } },
          h("span.dot"),
          h("span.name", {}, player.name),
          many ? null : sparkline(running[player.seat]),
          h(`span.value${player.total > 0 ? ".plus" : player.total < 0 ? ".minus" : ""}`, {}, signed(player.total)),
        ),
      ),
    ),
  ];
}

function line(event) {
  const inside = [
    h("span.dot"),
    h("span", {}, rich(say(event.text))),
    event.cards.length && !namesCards(say(event.text)) ? chips(event.cards) : null,
    event.corrected_by ? h("span.mended", {}, t("history.corrected-by", { name: event.corrected_by })) : null,
  ];
  if (!event.has_why) return h("div.line", {}, inside);
  return h("button.line", { type: "button", "data-key": `why-${event.seq}`, title: t("history.why"), onclick: () => openWhy(event.seq) }, inside);
}

export function historyLine(event) {
  const classes = ["li", event.kind, event.inferred ? "inferred" : ""].filter(Boolean).join(".");
  const player = event.seat === null ? "transparent" : `var(--p${event.seat % 10})`;
  const pencil = me.host && event.correctable;
  return h(
    classes,
    { "data-seq": event.seq, style: { "--player": player } },
    line(event),
    pencil
      ? h("button.tool", { type: "button", "data-key": `fix-${event.seq}`, "aria-label": t("history.correct", { text: say(event.text) }), title: t("correct.title"), onclick: () => openCorrectionOf(event.seq) }, icon("pencil"))
      : null,
  );
}

export const historyBlock = (events) => [...events].reverse().map(historyLine);
