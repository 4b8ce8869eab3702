// Card faces drawn here: rank glyphs are strokes, suits are four paths. No font decides how a card looks.

import { h, svg } from "./dom.js";
import { t } from "./texts.js";

// strokes in a box of 20 × 30
const GLYPHS = {
  A: "M2.5 28 L10 2 L17.5 28 M5.2 19.5 H14.8",
  2: "M3 9 C3 -0.5 17 -0.5 17 8.5 C17 14.5 4 21 3 28 H17.5",
  3: "M3 2.5 H16.5 L9 12 C20.5 12 19.5 28 9.5 28 C6 28 3.7 26.5 2.5 23.5",
  4: "M13.5 28 V2 L2.5 20.5 H18",
  5: "M16 2.5 H5 L4 13.5 C8.5 10.5 17.5 11.5 17.5 19.5 C17.5 29.5 5.5 30.5 2.5 24",
  6: "M15 3 C8 4.5 3 12 3 20 A7.2 8 0 1 0 17.4 20 A7.2 7.4 0 0 0 3.4 18",
  7: "M2.5 2.5 H17.5 C12 10 9 18 8.5 28",
  8: "M10 2 A6 5.9 0 1 0 10 13.8 A6 5.9 0 1 0 10 2 M10 13.8 A7.3 7.1 0 1 0 10 28 A7.3 7.1 0 1 0 10 13.8",
  9: "M5 27 C12 25.5 17 18 17 10 A7.2 8 0 1 0 2.6 10 A7.2 7.4 0 0 0 16.6 12",
  T: "M1.5 5.5 L5 2.5 V28 M14.5 2 C9.8 2 9.8 28 14.5 28 C19.2 28 19.2 2 14.5 2",
  J: "M7 2.5 H14.5 V20.5 C14.5 30 4 30 2.8 23",
  Q: "M10 2 C0.5 2 0.5 28 10 28 C19.5 28 19.5 2 10 2 M11.5 20.5 L18 29",
  K: "M4 2 V28 M17 2 L4.5 17.5 M9 12.5 L17.5 28",
  "?": "M4 9 C4 0 16.5 0 16.5 8.5 C16.5 14 10.2 14 10.2 20 M10.2 27 V27.4",
};
// filled paths in a box of 100 × 100
const SUITS = {
  h: "M50 90 C20 63 8 49 8 32 C8 18 19 8 31 8 C40 8 47 13 50 22 C53 13 60 8 69 8 C81 8 92 18 92 32 C92 49 80 63 50 90Z",
  d: "M50 4 Q66 30 87 50 Q66 70 50 96 Q34 70 13 50 Q34 30 50 4Z",
  s: "M50 5 C57 24 91 42 91 64 C91 77 81 85 71 85 C63 85 57 81 53.5 75 C54.5 85 58 91 66 95 H34 C42 91 45.5 85 46.5 75 C43 81 37 85 29 85 C19 85 9 77 9 64 C9 42 43 24 50 5Z",
  c: "M50 6 A20.5 20.5 0 0 1 66 39 A20.5 20.5 0 1 1 54 68 C55 82 58 90 66 95 H34 C42 90 45 82 46 68 A20.5 20.5 0 1 1 34 39 A20.5 20.5 0 0 1 50 6Z",
  star: "M50 4 L61.8 37.8 L97.5 38.6 L69 60.2 L79.4 94.4 L50 74 L20.6 94.4 L31 60.2 L2.5 38.6 L38.2 37.8Z",
};
// a jester's cap, for the middle of a joker
const CAP =
  "M14 74 C10 50 16 34 30 26 C32 40 37 48 43 54 C42 36 44 22 50 10 C56 22 58 36 57 54 C63 48 68 40 70 26 C84 34 90 50 86 74 Z M14 80 H86 V92 H14 Z";
const BELLS = [[30, 20], [50, 6], [70, 20]];

export const SUIT_ORDER = ["s", "h", "c", "d"];
export const RANK_ORDER = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"];

export const isJoker = (code) => code === "BJ" || code === "RJ";
export const rankOf = (code) => (isJoker(code) ? code : code[0]);

// sorted(codes) from low to high, as people hold them; jokers last
export function sorted(codes) {
  const order = [...RANK_ORDER, "BJ", "RJ", "?"];
  const height = (code) => order.indexOf(rankOf(code)) * 4 + SUIT_ORDER.indexOf(code[1]);
  return [...codes].sort((a, b) => height(a) - height(b));
}

function suitOf(code) {
  if (code === "BJ") return "small";
  if (code === "RJ") return "big";
  return code === "?" ? "unknown" : code[1];
}

const glyph = (rank, place) => svg("path", { class: "glyph", d: GLYPHS[rank], transform: place });
const pip = (suit, place) => svg("path", { d: SUITS[suit], fill: "currentColor", transform: place });

// cardName("Ts") → "10 of spades" / "黑桃10"
export function cardName(code) {
  if (isJoker(code)) return t(`card.${code}`);
  if (code === "?") return t("card.unknown");
  return t("card.name", { rank: code[0] === "T" ? "10" : code[0], suit: t(`suit.${code[1]}`) });
}

function jokerFace(code) {
  const label = t(code === "RJ" ? "card.big" : "card.small");
  return [
    pip("star", "translate(8 9) scale(.27)"),
    svg("text", { x: 21.5, y: 60, "text-anchor": "middle", "font-size": label.length > 1 ? 13 : 22, "font-weight": 800, fill: "currentColor" }, label),
    svg("path", { d: CAP, fill: "currentColor", transform: "translate(36 66) scale(.58)" }),
    BELLS.map(([x, y]) => svg("circle", { cx: 36 + x * 0.58, cy: 66 + y * 0.58, r: 4.2, fill: "currentColor" })),
  ];
}

function plainFace(code) {
  const suit = code[1];
  return [glyph(code[0], "translate(9 10) scale(1.38)"), pip(suit, "translate(9.5 59) scale(.27)"), pip(suit, "translate(43 76) scale(.5)")];
}

function standsFor(rank) {
  const wide = rank === "T";
  return svg(
    "g",
    { class: "stands" },
    svg("rect", { x: 0, y: 103, width: wide ? 54 : 50, height: 37, rx: 8 }),
    svg("path", { class: "glyph", d: "M9 117 H18 M9 124 H18" }),
    glyph(rank, "translate(26 109) scale(.86)"),
  );
}

// card("9h", {standsFor}) → the face as an SVG element
export function card(code, { stands = null } = {}) {
  const suit = suitOf(code);
  const face = suit === "unknown" ? [glyph("?", "translate(26 40) scale(2.4)")] : isJoker(code) ? jokerFace(code) : plainFace(code);
  const differs = stands && stands !== rankOf(code);
  const name = differs ? t("card.stands", { card: cardName(code), rank: stands === "T" ? "10" : stands }) : cardName(code);
  return svg(
    "svg",
    { class: "card", viewBox: "0 0 100 140", "data-suit": suit, "data-card": code, role: "img", "aria-label": name, stroke: "none" },
    svg("g", { stroke: "currentColor" }, face.flat(9).filter((part) => part.classList.contains("glyph"))),
    face.flat(9).filter((part) => !part.classList.contains("glyph")),
    differs ? standsFor(stands) : null,
  );
}

// fan(codes, {stands, status}) → overlapping cards; the room is taken from the style --w and --step
export function fan(codes, { stands = [], status = "", loose = false } = {}) {
  const classes = ["fan", status, loose ? "loose" : ""].filter(Boolean).join(".");
  return h(`div.${classes}`, { style: { "--n": codes.length } }, codes.map((code, i) => card(code, { stands: stands[i] })));
}

// chip("9h") → a small card for a line of text
export function chip(code) {
  const suit = suitOf(code);
  const mark = suit === "unknown" ? null : isJoker(code) ? "star" : suit;
  return h(
    "span.chip",
    { "data-suit": suit, role: "img", "aria-label": cardName(code) },
    isJoker(code) || suit === "unknown" ? null : svg("svg", { viewBox: "-2 -2 24 34", "aria-hidden": "true" }, glyph(code[0])),
    suit === "unknown" ? "?" : null,
    mark ? svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pip(mark)) : null,
    isJoker(code) ? t(code === "RJ" ? "card.big" : "card.small") : null,
  );
}

export const chips = (codes) => h("span.chips", {}, codes.map(chip));

const SIGNS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const SPOKEN = /(10|[2-9TJQKA])([♠♥♦♣])|(little joker|small joker|小王)|(big joker|大王)/g;

// rich("Ben plays 10♠") → text and chips, for sentences that name cards
export function rich(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(SPOKEN)) {
    const [whole, rank, sign, little] = found;
    parts.push(text.slice(end, found.index), chip(rank ? (rank === "10" ? "T" : rank) + SIGNS[sign] : little ? "BJ" : "RJ"));
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

export const namesCards = (text) => text.search(SPOKEN) >= 0;

// suitMark("h") → the suit alone, for the picker
export const suitMark = (suit) => svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pip(suit));
