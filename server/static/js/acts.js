// What the host's device does: entries, answers, corrections. Errors are shown, never swallowed.

import { get, post } from "./api.js";
import { openCorrection } from "./correction.js";
import { h, icon, openDialog, toast } from "./dom.js";
import { latest, show } from "./live.js";
import { openPicker } from "./picker.js";
import { say, t } from "./texts.js";

// attempt(async () => …) runs it and shows why it was refused; true when it went well
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    toast(error.message, true);
    return false;
  }
}

const post_and_show = (path, body) => attempt(async () => show(await post(path, body)));

export const enter = (entry) => post_and_show("/api/entries", entry);

export const confirmResult = () => enter({ action: "confirm" });

export const answerQuestion = (question, answer) => post_and_show(`/api/questions/${encodeURIComponent(question.id)}`, answer);

// nextDeal(): at once when the rules name the dealer; else it is asked who deals, or which card was cut
export function nextDeal() {
  const board = latest();
  const tribute = board.guandan?.owed.length; // then the tribute tells who leads
  if (!board.result || tribute || board.result.next_dealer !== null) return enter({ action: "next-deal" });
  const start = (more) => { dialog.close(); return enter({ action: "next-deal", ...more }); };
  const cut = () => {
    dialog.close();
    openPicker({ title: t("deal.cut"), board: { ...board, players: [] }, done: ({ cards }) => enter({ action: "next-deal", cards: cards.slice(0, 1) }) });
  };
  const dialog = openDialog(
    t("deal.who"),
    [
      h("p.hint", {}, say(board.result.next_dealer_reason)),
      h("div.segments", {}, board.players.map((player) => h("button.button", { type: "button", "data-dealer": player.seat, onclick: () => start({ seat: player.seat }) }, player.name))),
      h("div.segments", {}, h("button.button.quiet", { type: "button", onclick: cut }, icon("cards"), t("deal.cut")), h("button.button.quiet", { type: "button", "data-dealer": "first", onclick: () => start({}) }, t("deal.first-lead"))),
    ],
    null,
    { closeLabel: t("close") },
  );
  return dialog;
}

export function otherCards(question) {
  openPicker({
    title: t("question.other"),
    board: latest(),
    seat: question.seat,
    done: ({ cards, seat }) => answerQuestion(question, { cards, seat, action: "play" }),
  });
}

export function enterHand(seat) {
  const board = latest();
  openPicker({
    title: t("entry.hand-of", { name: board.players[seat].name }),
    board,
    allowEmpty: true,
    done: ({ cards }) => enter({ action: "hand", seat, cards }),
  });
}

export async function openCorrectionOf(seq) {
  const known = latest().history.find((event) => event.seq === seq);
  await attempt(async () => {
    const event = known ?? (await get(`/api/events?before=${seq + 1}&limit=1`)).at(-1);
    if (event) openCorrection(event, latest());
  });
}
