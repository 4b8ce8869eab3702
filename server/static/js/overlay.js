// The overlay for streaming software: combination, multiplier, players with counts and totals; background left clear.

import { aftermath } from "./aftermath.js";
import { fan } from "./cards.js";
import { openAlert, openQuestions } from "./centre.js";
import { $, h, region } from "./dom.js";
import { watch } from "./live.js";
import { say, signed, t } from "./texts.js";

const nameOf = (board, seat) => board.players[seat]?.name ?? "";

function lower(board, past) {
  const alert = openAlert(board);
  if (alert) return h("div.bad.arrive", {}, alert.cards.length ? fan(alert.cards) : null, h("p.say", {}, t("alert.title"), h("b", {}, say(alert.sentence))));
  const [question] = openQuestions(board);
  if (question) return h("div.unsure.arrive", {}, h("p.say", {}, h("b", {}, say(question.sentence))));
  if (board.result?.winner !== null && board.result && board.phase !== "deal") return h("div.arrive", {}, h("p.say", {}, h("b", {}, t("sheet.winner", { deal: board.result.number || board.result.deal, name: nameOf(board, board.result.winner) }))));
  if (past) return h("div.arrive", {}, past.cards.length ? fan(past.cards) : null, h("p.say", {}, h("b", {}, t(`aftermath.${past.outcome}`)), h("span", {}, say(past.sentence))));
  if (!board.current) return [];
  const current = board.current;
  return h(
    "div.arrive",
    {},
    fan(current.cards, { stands: current.stands_for }),
    h("p.say", {}, h("b", {}, `${nameOf(board, current.seat)} · ${say(current.kind_text)}`), h("span", {}, `${t("board.beaten-by")} ${say(current.beaten_by)}`)),
  );
}

function corner(board) {
  if (board.guandan) return h("div", {}, board.guandan.levels.map((level) => h("p.small", {}, `${t(`side.${level.side}`)} `, h("b", {}, level.level === "T" ? "10" : level.level))));
  if (board.profile.game !== "gandengyan") return [];
  return h("div", {}, h("p.small", {}, t("multiplier.title")), h("p.value", {}, `×${board.multiplier.value}`));
}

function tag(player, turn) {
  return h(
    player.seat === turn ? "div.tag.turn" : "div.tag",
    { style: { "--player": `var(--p${player.seat % 10})` } },
    h(player.last_card ? "span.back.alarm" : "span.back", {}, player.count ?? "?"),
    h("span.name", {}, player.name),
    h(`span.value${player.total > 0 ? ".plus" : player.total < 0 ? ".minus" : ""}`, {}, signed(player.total)),
  );
}

const drawLower = region($("#lower"), lower);
const drawCorner = region($("#corner"), corner);
const drawStrip = region($("#strip"), (players, turn) => players.map((player) => tag(player, turn)));

watch((board) => {
  const { current, alerts, questions, result, phase, guandan, multiplier, profile } = board;
  const players = board.players.map(({ name }) => ({ name }));
  drawLower({ current, alerts, questions, result, phase, players }, aftermath(board));
  drawCorner({ guandan, multiplier, profile: { game: profile.game } });
  drawStrip(board.players.map(({ seat, name, count, total, last_card }) => ({ seat, name, count, total, last_card })), board.turn);
});
