// What became of an alert: it leaves the table the moment it is put right, so a quiet note tells for some seconds
// what happened.

import { chips } from "./cards.js";
import { h, icon } from "./dom.js";
import { latest, show } from "./live.js";
import { say, t } from "./texts.js";

export const LASTING = 12_000;
const ends = new Map(); // by alert: when its note goes

// aftermath(board) → the alert whose note is to be shown, or null; when the note is over the page is drawn again
export function aftermath(board) {
  const alert = board.alerts.findLast((one) => !one.open && one.outcome);
  if (!alert) return null;
  if (!ends.has(alert.id)) {
    const left = LASTING - 1000 * Math.max(0, board.at - alert.closed_at);
    ends.set(alert.id, performance.now() + left);
    if (left > 0) setTimeout(() => show(latest()), left + 20);
  }
  return ends.get(alert.id) > performance.now() ? alert : null;
}

export function aftermathNote(alert) {
  return h(
    `p.aftermath.${alert.outcome}`,
    { role: "status", "data-aftermath": alert.id },
    icon(alert.outcome === "taken-back" ? "undo" : "check"),
    h("b", {}, t(`aftermath.${alert.outcome}`)),
    alert.cards.length ? chips(alert.cards) : null,
    h("span", {}, say(alert.sentence)),
  );
}
