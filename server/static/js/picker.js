// The card picker: all cards of the pack, those already seen greyed; by suits, or by ranks alone when suits don't matter.

import { fan, isJoker, RANK_ORDER, rankOf, SUIT_ORDER, suitMark, cardName } from "./cards.js";
import { h, openDialog } from "./dom.js";
import { t } from "./texts.js";
import { read, write } from "./prefs.js";

const KEYS = { 0: "T", t: "T", j: "J", q: "Q", k: "K", a: "A" };
const spoken = (rank) => (rank === "T" ? "10" : rank);

export const packsOf = (board) => (board.profile.game === "guandan" ? 2 : 1);

// the cards that were shown in this deal and can't be played again
export function seenCards(board) {
  return board.players.flatMap((player) => player.shown);
}

const count = (codes, code) => codes.filter((one) => one === code).length;

// cardPicker({packs, gone, jokers, chosen, change}) → {element, cards(), set(codes), key(event)}
export function cardPicker({ packs = 1, gone = [], jokers = true, chosen = [], wild = null, change = () => {} }) {
  let cards = [...chosen];
  let stands = new Map();
  const tray = h("div.tray", { "aria-live": "polite" });
  const board = h("div.keys");
  const readings = h("div.readings");
  const free = (code) => packs - count(gone, code) - count(cards, code);

  function add(code) {
    if (count(cards, code) >= packs) cards = cards.filter((one) => one !== code);
    else cards = [...cards, code];
    draw();
  }

  function addRank(rank) {
    const codes = rank.length === 2 ? [rank] : SUIT_ORDER.map((suit) => rank + suit);
    const code = codes.find((one) => free(one) > 0) ?? codes.find((one) => count(cards, one) < packs);
    if (code) cards = [...cards, code];
    draw();
  }

  function key(code) {
    const used = count(cards, code);
    const worn = packs - count(gone, code) <= 0;
    const attributes = {
      type: "button",
      "data-suit": isJoker(code) ? (code === "RJ" ? "big" : "small") : code[1],
      "data-card": code,
      "aria-pressed": String(used > 0),
      "aria-label": worn ? t("picker.seen", { card: cardName(code) }) : cardName(code),
      onclick: () => add(code),
    };
    const face = isJoker(code) ? [h("b", {}, t(code === "RJ" ? "card.RJ" : "card.BJ"))] : [h("b", {}, spoken(code[0])), suitMark(code[1])];
    return h(["button", "key", worn ? "worn" : "", isJoker(code) ? "joker" : ""].filter(Boolean).join("."), attributes, face, used > 1 ? h("i.twice", {}, `×${used}`) : null);
  }

  function rankKey(rank) {
    const used = cards.filter((code) => rankOf(code) === rank).length;
    const label = rank.length === 2 ? t(`card.${rank}`) : spoken(rank);
    return h("button.key.rank", { type: "button", "data-rank": rank, "aria-label": label, onclick: () => addRank(rank) }, h("b", {}, label), used ? h("i.twice", {}, `×${used}`) : null);
  }

  function drawKeys() {
    const bySuits = read("picker", "suits") === "suits";
    const last = jokers ? ["BJ", "RJ"] : [];
    board.className = bySuits ? "keys suits" : "keys ranks";
    board.replaceChildren(
      ...(bySuits ? SUIT_ORDER.flatMap((suit, i) => [...RANK_ORDER.map((rank) => key(rank + suit)), last[i] ? key(last[i]) : h("span")]) : [...RANK_ORDER, ...last].map(rankKey)),
    );
  }

  // a wild card may be declared to stand for a rank
  function drawReadings() {
    const wilds = cards.map((code, i) => [code, i]).filter(([code]) => isJoker(code) || code === wild);
    const shown = wilds.length && cards.length > 1 && !cards.every(isJoker);
    readings.replaceChildren(
      ...(shown ? wilds : []).map(([code, i]) =>
        h(
          "label.reading-choice",
          {},
          t("picker.stands-for", { card: cardName(code) }),
          h(
            "select",
            { onchange: (event) => { stands.set(i, event.target.value); change(value()); } },
            h("option", { value: "" }, t("picker.automatic")),
            RANK_ORDER.map((rank) => h("option", { value: rank, selected: stands.get(i) === rank }, spoken(rank))),
          ),
        ),
      ),
    );
  }

  function drawTray() {
    const hand = fan(cards, { loose: cards.length < 7 });
    [...hand.children].forEach((face, i) => {
      face.addEventListener("click", () => {
        cards = cards.filter((_one, j) => j !== i);
        draw();
      });
    });
    tray.replaceChildren(cards.length ? hand : h("p.hint", {}, t("picker.empty")));
  }

  function draw() {
    stands = new Map([...stands].filter(([i]) => cards[i] && (isJoker(cards[i]) || cards[i] === wild)));
    const focused = board.contains(document.activeElement) ? document.activeElement.dataset : null;
    drawTray();
    drawKeys();
    drawReadings();
    if (focused) board.querySelector(focused.card ? `[data-card="${focused.card}"]` : `[data-rank="${focused.rank}"]`)?.focus();
    change(value());
  }

  // declared: what each card stands for, in its order; empty when nothing was declared
  function value() {
    const declared = [...stands.values()].some(Boolean) ? cards.map((code, i) => stands.get(i) || rankOf(code)) : [];
    return { cards, declared };
  }

  function typed(event) {
    const pressed = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return false;
    if (pressed === "backspace") cards = cards.slice(0, -1);
    else if (/^[2-9]$/.test(pressed) || KEYS[pressed]) return addRank(KEYS[pressed] ?? pressed), true;
    else if (pressed === "x" || pressed === "y") return addRank(pressed === "x" ? "BJ" : "RJ"), true;
    else return false;
    draw();
    return true;
  }

  const mode = h("div.segments.mode", {}, ["suits", "ranks"].map((one) =>
    h("button.button.quiet", { type: "button", "aria-pressed": String(read("picker", "suits") === one), onclick: (event) => {
      write("picker", one);
      for (const button of event.currentTarget.parentNode.children) button.setAttribute("aria-pressed", String(button === event.currentTarget));
      drawKeys();
    } }, t(`picker.${one}`))));
  const element = h("div.picker", {}, tray, readings, board, mode);
  draw();
  return { element, value, typed, set: (codes) => { cards = [...codes]; stands = new Map(); draw(); } };
}

// openPicker({title, board, seat, chosen, done}): a dialog round the picker; done({cards, declared, seat})
export function openPicker({ title, board, seat = null, chosen = [], allowEmpty = false, done }) {
  let target = seat;
  const ok = h("button.button.primary", { type: "button", disabled: true, onclick: () => { dialog.close(); done({ ...picker.value(), seat: target }); } }, t("picker.done"));
  const picker = cardPicker({
    packs: packsOf(board),
    gone: seenCards(board),
    jokers: board.profile.game !== "colour-match",
    wild: board.guandan?.wild ?? null,
    chosen,
    change: ({ cards }) => { ok.disabled = !cards.length && !allowEmpty; },
  });
  const seats = seat === null ? null : h("div.segments", { role: "radiogroup", "aria-label": t("correct.who") }, board.players.map((player) =>
    h("button.button", { type: "button", role: "radio", "aria-checked": String(player.seat === target), onclick: (event) => {
      target = player.seat;
      for (const button of event.currentTarget.parentNode.children) button.setAttribute("aria-checked", String(button === event.currentTarget));
    } }, player.name)));
  const dialog = openDialog(title, [seats, picker.element], [h("button.button.quiet", { type: "button", onclick: () => dialog.close() }, t("cancel")), ok], { closeLabel: t("close") });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.tagName !== "BUTTON" && !ok.disabled) ok.click();
    else if (picker.typed(event)) event.preventDefault();
  });
  return dialog;
}
