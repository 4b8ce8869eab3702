// Seats round the table, as people sit: seat 0 nearest the viewer, the others in turn direction; the viewer may turn it.

import { h } from "./dom.js";
import { t } from "./texts.js";

// Where seat `seat` of `count` sits: x, y in −1…1 on a rounded rectangle (y down), seat 0 bottom centre.
export function place(seat, count, turn, rotation = 0) {
  const angle = (2 * Math.PI * (((seat + rotation) % count) + count)) / count;
  const round = (value) => Math.sign(value) * Math.abs(value) ** (count > 4 ? 0.72 : 1);
  const direction = turn === "cw" ? -1 : 1;
  const tidy = (value) => Math.round(round(value) * 1000) / 1000 || 0;
  return { x: tidy(direction * Math.sin(angle)), y: tidy(Math.cos(angle)) };
}

// middle(count, turn, rotation): the y (−1…1) down to which seats stand above the middle, and from which below it; null
// on a side without seats
export function middle(count, turn, rotation = 0) {
  const spots = Array.from({ length: count }, (_one, seat) => place(seat, count, turn, rotation)).filter(({ x }) => Math.abs(x) < 0.8);
  const above = spots.filter(({ y }) => y < 0).map(({ y }) => y);
  const below = spots.filter(({ y }) => y > 0).map(({ y }) => y);
  return { above: above.length ? Math.max(...above) : null, below: below.length ? Math.min(...below) : null };
}

// On a narrow screen the seats stand in rows: those on the far side above the middle, those on the near side below.
function rowPlace({ x, y }) {
  const side = x > 0.05 ? 1 : 0;
  const order = 2 * (y <= 0.05 ? Math.round((y - 1.2) * 100) : Math.round(y * 100)) + side;
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
