// "Why?": pictures before and after, the boxes on them, the votes, and the rule.

import { get } from "./api.js";
import { cardName, chip, chips, namesCards, rich } from "./cards.js";
import { h, icon, openDialog, svg, toast } from "./dom.js";
import { latest } from "./live.js";
import { openCorrectionOf } from "./acts.js";
import { me, say, t } from "./texts.js";

const percent = (share) => `${Math.round(share * 100)} %`;

// boxesOver(image, boxes): an SVG as large as the picture, with a labelled outline for each card
export function boxesOver(image, boxes) {
  const overlay = svg("svg", { class: "boxes", "aria-hidden": "true" });
  const draw = () => {
    const width = image.naturalWidth;
    if (!width) return;
    overlay.setAttribute("viewBox", `0 0 ${width} ${image.naturalHeight}`);
    const unit = Math.max(width / 100, (7 * width) / (image.clientWidth || 700)); // labels of at least 13 px on the screen
    const room = labelRoom(width, image.naturalHeight);
    const shown = [...boxes].sort((a, b) => Number(Boolean(b.unsure)) - Number(Boolean(a.unsure)));
    overlay.replaceChildren(...shown.map((box) => outline(box, unit, room)));
  };
  image.addEventListener("load", draw);
  draw();
  return overlay;
}

// labelRoom(width, height): place(polygon, wide, high) → a free corner for a label above, below or on a card, or null
function labelRoom(width, height) {
  const taken = [];
  const free = (x, y, wide, high) => x >= 0 && y >= 0 && x + wide <= width && y + high <= height && !taken.some((one) => x < one.x + one.wide && one.x < x + wide && y < one.y + one.high && one.y < y + high);
  return (polygon, wide, high) => {
    const xs = polygon.map(([x]) => x);
    const ys = polygon.map(([, y]) => y);
    const x = Math.max(0, Math.min(Math.min(...xs), width - wide));
    for (const y of [Math.min(...ys) - high, Math.max(...ys), Math.min(...ys)]) {
      if (!free(x, y, wide, high)) continue;
      taken.push({ x, y, wide, high });
      return [x, y];
    }
    return null;
  };
}

function outline(box, unit, place) {
  const name = box.code === "?" ? "?" : box.code.replace("T", "10");
  const label = box.unsure || box.score < 0.95 ? `${name} ${Math.round(box.score * 100)}` : name;
  const [wide, high] = [unit * (label.length * 1.15 + 0.8), unit * 2.5];
  const corner = place(box.polygon, wide, high);
  return svg(
    "g",
    { class: box.unsure ? "unsure" : "sure" },
    svg("polygon", { points: box.polygon.map((p) => p.join(",")).join(" "), "stroke-width": Math.min(unit * 0.3, 4) }),
    corner && svg("rect", { x: corner[0], y: corner[1], width: wide, height: high, rx: unit * 0.4 }),
    corner && svg("text", { x: corner[0] + unit * 0.5, y: corner[1] + unit * 1.85, "font-size": unit * 1.9 }, label),
  );
}

function shot(id, label, boxes) {
  if (!id) return null;
  const image = h("img", { src: `/api/evidence/${encodeURIComponent(id)}`, alt: label });
  return h("figure.shot", {}, h("div.frame", {}, image, boxes.length ? boxesOver(image, boxes) : null), h("figcaption", {}, label));
}

function vote(box) {
  const others = box.alternatives.filter(([code]) => code !== box.code).map(([code, share]) => h("span", {}, chip(code), ` ${percent(share)}`));
  return h("li", {}, chip(box.code), h("meter", { value: box.score, max: 1, "aria-label": cardName(box.code) }), h("b", {}, percent(box.score)), others);
}

function seatVotes(why, board) {
  const seats = Object.entries(why.seat_votes);
  if (!seats.length) return null;
  return h("p", {}, h("b", {}, t("why.seat")), " ", seats.map(([seat, share]) => `${board.players[seat]?.name ?? seat} ${percent(share)}`).join(" · "));
}

function body(why, board, event) {
  return [
    h("p.why-text", {}, rich(say(why.text)), " ", event?.cards.length && !namesCards(say(why.text)) ? chips(event.cards) : null),
    h("div.shots", {}, shot(why.before, t("why.before"), []), shot(why.after, t("why.after"), why.boxes)),
    why.votes.length ? h("section", {}, h("h3", {}, t("why.votes")), h("ul.votes", {}, why.votes.map(vote))) : null,
    seatVotes(why, board),
    why.inferred_from === null ? null : h("p.hint", {}, t("why.inferred")),
    why.rule ? h("section.rule", {}, h("h3", {}, t("why.rule")), h("p", {}, say(why.rule)), why.source ? h("p.hint", {}, t("why.source", { source: why.source })) : null) : null,
  ];
}

export async function openWhy(seq) {
  let why;
  try {
    why = await get(`/api/events/${seq}/why`);
  } catch (error) {
    toast(error.message, true);
    return;
  }
  const board = latest();
  const event = board.history.find((one) => one.seq === seq);
  const correct = me.host && event?.correctable;
  const dialog = openDialog(
    t("why.title"),
    body(why, board, event),
    correct ? h("button.button", { type: "button", onclick: () => { dialog.close(); openCorrectionOf(seq); } }, icon("pencil"), t("correct.title")) : null,
    { wide: true, closeLabel: t("close") },
  );
}
