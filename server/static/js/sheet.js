// The sheet at the end of a deal: hands laid open, n × stake × doublings, who pays whom.

import { fan, sorted } from "./cards.js";
import { h } from "./dom.js";
import { startNewMatch } from "./guandan.js";
import { me, number, say, signed, t } from "./texts.js";
import { confirmResult, enterHand, nextDeal } from "./acts.js";

const nameOf = (board, seat) => board.players[seat]?.name ?? "";

function sum(payment) {
  if (payment.note) return h("p.sum", {}, say(payment.note));
  if (!payment.cards_left || payment.amount > 0) return h("p.sum");
  const terms = [payment.cards_left, payment.stake, ...payment.factors.map((one) => one.factor)];
  const product = terms.reduce((left, right) => left * right, 1);
  const reasons = payment.factors.map((one) => `${say(one.reason)} ×${one.factor}`);
  const counted = Math.abs(product - Math.abs(payment.amount)) < 0.005; // some profiles count pips, not cards
  return h("p.sum", {}, counted ? `${terms.map(number).join(" × ")} = ${number(product)}` : null, h("small", {}, reasons.join(" · ")));
}

const length = (cards) => (cards.length > 12 ? "endless" : cards.length > 6 ? "long" : "");

function hand(board, seat, result) {
  const open = result.hands.find((one) => one.seat === seat);
  if (seat === result.winner && !open) return h("p.hand.hint", {}, t("sheet.out"));
  if (!open) return h("p.hand.hint", {}, result.waiting_for.includes(seat) ? t("sheet.waiting") : "");
  const differs = open.expected !== null && open.expected !== open.cards.length;
  return h(
    "div.hand",
    {},
    open.cards.length ? fan(sorted(open.cards), { status: length(open.cards) }) : t("sheet.no-cards"),
    differs ? h("span.miscount", {}, t("sheet.miscount", { seen: open.cards.length, expected: open.expected })) : null,
  );
}

function row(board, player) {
  const result = board.result;
  const payment = result.payments.find((one) => one.seat === player.seat);
  const kind = result.winner === player.seat ? "li.sheet-row.winner" : "li.sheet-row";
  const amount = payment ? signed(payment.amount) : "…";
  const tone = !payment || payment.amount === 0 ? "" : payment.amount > 0 ? ".plus" : ".minus";
  const ask = me.host && !payment && result.waiting_for.includes(player.seat);
  return h(
    kind,
    { style: { "--player": `var(--p${player.seat % 10})` } },
    h("p.name", {}, h("span.dot"), h("span", {}, player.name)),
    hand(board, player.seat, result),
    payment ? sum(payment) : h("p.sum", {}, ask ? h("button.button", { type: "button", "data-key": `hand-${player.seat}`, onclick: () => enterHand(player.seat) }, t("sheet.enter-hand")) : null),
    h(`p.amount${tone}`, {}, amount),
  );
}

function head(board) {
  const result = board.result;
  const game = board.guandan;
  const title = game?.match_ended
    ? t(game.match_winner ? "guandan.match-won" : "guandan.match-drawn", { side: t(`side.${game.match_winner}`), why: say(game.match_ended) })
    : result.void
    ? t("sheet.void", { deal: result.number || result.deal })
    : result.winner === null
      ? t("sheet.title", { deal: result.number || result.deal })
      : t("sheet.winner", { deal: result.number || result.deal, name: nameOf(board, result.winner) });
  const factors = result.multiplier.factors.map((one) => one.factor).join(" × ");
  const product = factors ? `${t("multiplier.title")} ${factors} = ×${result.multiplier.value}` : `${t("multiplier.title")} ×1`;
  return h("header.sheet-head", {}, h("h2", {}, title), h("p", {}, result.climb ? say(result.climb) : product), board.guandan ? null : h("p.formula", {}, t("sheet.formula")));
}

function foot(board) {
  const result = board.result;
  const waiting = result.waiting_for.map((seat) => nameOf(board, seat)).join(", ");
  const reason = say(result.next_dealer_reason);
  const next = result.next_dealer === null ? reason : t("sheet.next-dealer", { name: nameOf(board, result.next_dealer), reason });
  const acts = me.host && [
    result.settled && !result.confirmed ? h("button.button", { type: "button", "data-key": "confirm", onclick: confirmResult }, t("sheet.confirm")) : null,
    board.guandan?.match_ended
      ? h("button.button.primary", { type: "button", "data-key": "new-match", onclick: startNewMatch }, t("guandan.new-match"))
      : result.settled || result.void ? h("button.button.primary", { type: "button", "data-key": "next", onclick: nextDeal }, t("sheet.next")) : null,
  ];
  return h("footer.sheet-foot", {}, h("p", {}, waiting ? t("sheet.waiting-for", { names: waiting }) : next), h("div.row", {}, acts || null));
}

export function dealSheet(board) {
  const first = board.result.winner;
  const rows = [...board.players].sort((a, b) => (b.seat === first) - (a.seat === first));
  const kind = rows.length > 5 ? "div.sheet.tight" : "div.sheet";
  return h(kind, {}, head(board), h("ul.sheet-rows", {}, rows.map((player) => row(board, player))), foot(board));
}
