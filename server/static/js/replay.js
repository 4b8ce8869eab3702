// A deal told again by its pictures: one after the other, by slider, by buttons, or by itself.

import { rich } from "./cards.js";
import { h, icon } from "./dom.js";
import { clock, say, t } from "./texts.js";

const STEP = 1600;

// replay(events) → an element with the pictures of those events that have one; null when none has
export function replay(events) {
  const shots = events.filter((event) => event.evidence);
  if (!shots.length) return null;
  let at = 0;
  let timer = null;
  const image = h("img", { alt: "" });
  const caption = h("figcaption", { "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: shots.length - 1, value: 0, "aria-label": t("replay.where"), oninput: () => show(Number(slider.value)) });
  const play = h("button.button", { type: "button", "data-key": "replay", onclick: () => (timer ? stop() : start()) });

  function show(next) {
    at = Math.min(shots.length - 1, Math.max(0, next));
    slider.value = at;
    image.src = `/api/evidence/${encodeURIComponent(shots[at].evidence)}`;
    caption.replaceChildren(`${at + 1} / ${shots.length} · ${clock(shots[at].at)} · `, ...rich(say(shots[at].text)));
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.replaceChildren(icon("play"), t("replay.play"));
  }

  function start() {
    if (at === shots.length - 1) show(0);
    timer = setInterval(() => {
      if (at === shots.length - 1 || !image.isConnected) stop();
      else show(at + 1);
    }, STEP);
    play.replaceChildren(icon("pause"), t("replay.pause"));
  }

  show(0);
  stop();
  const step = (by, name, label) => h("button.tool", { type: "button", "aria-label": label, onclick: () => { stop(); show(at + by); } }, icon(name));
  return h("figure.replay", {}, h("div.frame", {}, image), caption, h("div.row", {}, step(-1, "left", t("replay.back")), play, step(1, "right", t("replay.on")), slider));
}
