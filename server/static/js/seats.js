// Seats round the table, as people sit: seat 0 nearest the viewer, the others in turn direction; the viewer may turn it.

import { h } from "./dom.js";
import { t } from "./texts.js";

const tidy = (value) => Math.round(value * 1000) / 1000 || 0;

// Where seat `seat` of `count` sits: x, y in −1…1 on a rectangle (y down), seat 0 bottom centre; `depth` is how near the
// viewer, 1 nearest. Who sits far to the side sits on the side's edge, the others along the bottom or the top.
export function place(seat, count, turn, rotation = 0) {
  const angle = (2 * Math.PI * (((seat + rotation) % count) + count)) / count;
  const [x, depth] = [(turn === "cw" ? -1 : 1) * Math.sin(angle), Math.cos(angle)];
  const aside = Math.abs(x) >= 0.7;
  return { x: tidy(aside ? Math.sign(x) : x), y: tidy(aside ? depth : Math.sign(depth)), depth: tidy(depth) };
}

// edges(count, turn, rotation): whether somebody sits along the top, and along the bottom
export function edges(count, turn, rotation = 0) {
  const rows = Array.from({ length: count }, (_one, seat) => place(seat, count, turn, rotation)).filter(({ x }) => Math.abs(x) < 1);
  return { top: rows.some(({ y }) => y < 0), bottom: rows.some(({ y }) => y > 0) };
}

// On a narrow screen the seats stand in rows: those on the far side above the middle, those on the near side below.
function rowPlace({ x, depth }) {
  const side = x > 0.05 ? 1 : 0;
  const order = 2 * (depth <= 0.05 ? Math.round((depth - 1.2) * 100) : Math.round(depth * 100)) + side;
  const alone = Math.abs(x) < 0.05;
  return { order, column: alone ? "1 / -1" : x < 0 ? "1" : "2", alone };
}

function status(player, board) {
  if (player.place) return t("seat.place", { place: player.place });
  if (player.last_card) return t("seat.last-card", { number: player.last_card });
  if (board.turn === player.seat) return t(board.must_lead ? "seat.to-lead" : "seat.to-play");
  if (board.current?.seat === player.seat) return t("seat.to-beat");
  if (player.passed) return t("seat.passed");
  return "";
}

function count(player) {
  if (player.place) return h("span.medal", { "aria-hidden": "true" }, String(player.place));
  const known = player.count !== null && player.count !== undefined;
  const label = known ? t("seat.cards", { count: player.count }) : t("seat.cards-unknown");
  const classes = player.last_card ? "span.back.alarm" : "span.back";
  return h(classes, { role: "img", "aria-label": label }, known ? String(player.count) : "?");
}

export function seatPlate(player, board, rotation) {
  const spot = place(player.seat, board.players.length, board.profile.turn, rotation);
  const row = rowPlace(spot);
  const flags = {
    turn: board.turn === player.seat && !player.place,
    out: player.place,
    last: player.last_card,
    alone: row.alone,
  };
  const classes = ["article", "seat", ...Object.keys(flags).filter((name) => flags[name])].join(".");
  const side = player.side ? h(`span.side-tag.side-${player.side}`, {}, t(`side.${player.side}`)) : null;
  return h(
    classes,
    {
      "data-seat": player.seat,
      style: { "--x": spot.x, "--y": spot.y, "--order": row.order, "--column": row.column, "--player": `var(--p${player.seat % 10})` },
    },
    count(player),
    h("div.who", {}, h("p.title", {}, h("span.name", {}, player.name), side), h("span.status", {}, status(player, board))),
    board.session.dealer === player.seat ? h("span.seal", { title: t("seat.dealer") }, t("seat.dealer-short")) : null,
  );
}
