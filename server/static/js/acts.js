// What the host's device does: entries, answers, corrections. Errors are shown, never swallowed.

import { get, post } from "./api.js";
import { openCorrection } from "./correction.js";
import { toast } from "./dom.js";
import { latest, show } from "./live.js";
import { openPicker } from "./picker.js";
import { t } from "./texts.js";

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
