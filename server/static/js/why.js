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
    overlay.replaceChildren(...boxes.map((box) => outline(box, width)));
  };
  image.addEventListener("load", draw);
  draw();
  return overlay;
}

function outline(box, width) {
  const unit = width / 100;
  const [left, top] = [Math.min(...box.polygon.map((p) => p[0])), Math.min(...box.polygon.map((p) => p[1]))];
  const label = `${box.code === "?" ? "?" : box.code.replace("T", "10")} ${Math.round(box.score * 100)}`;
  return svg(
    "g",
    { class: box.unsure ? "unsure" : "sure" },
    svg("polygon", { points: box.polygon.map((p) => p.join(",")).join(" "), "stroke-width": unit * 0.3 }),
    svg("rect", { x: left, y: top - unit * 2.7, width: unit * (label.length * 1.15 + 0.8), height: unit * 2.5, rx: unit * 0.4 }),
    svg("text", { x: left + unit * 0.5, y: top - unit * 0.85, "font-size": unit * 1.9 }, label),
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
