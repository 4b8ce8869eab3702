// The camera's picture, asked for again as soon as the last one has come, with the boxes of the eye over it.

import { get } from "./api.js";
import { h, icon, region } from "./dom.js";
import { language, say, t } from "./texts.js";
import { boxesOver } from "./why.js";

const PAUSE = 350;
const CHECK_EVERY = 2500;
const colon = language === "zh" ? "：" : ": ";

// cameraView({report}): an element that keeps itself fresh while it is on the page; report(CameraReport) after each look
export function cameraView({ report = () => {}, withBoxes = true } = {}) {
  const image = h("img", { alt: t("operator.camera"), hidden: true });
  const blind = h("p.blind", {}, t("operator.waiting"));
  const over = h("div.over");
  const frame = h("div.frame", {}, image, over, blind);
  const drawBoxes = region(over, (boxes) => boxesOver(image, boxes));
  image.addEventListener("load", () => { image.hidden = false; blind.hidden = true; });
  image.addEventListener("error", () => { image.hidden = true; blind.hidden = false; });

  async function look() {
    if (!frame.isConnected) return;
    if (document.visibilityState === "visible") {
      try {
        const found = await get("/api/camera");
        report(found);
        if (withBoxes) drawBoxes(found.boxes);
        if (found.state.state === "manual") return setTimeout(look, PAUSE * 8);
        await fresh(image);
      } catch (error) {
        blind.textContent = error.message || t("operator.waiting");
      }
    }
    setTimeout(look, PAUSE);
  }
  setTimeout(look);
  return { frame, image };
}

function fresh(image) {
  return new Promise((resolve) => {
    for (const kind of ["load", "error"]) image.addEventListener(kind, resolve, { once: true });
    image.src = `/api/camera.jpg?at=${Date.now()}`;
  });
}

function verdictItem(verdict) {
  const name = t(`verdict.${verdict.name}`);
  if (verdict.known === false) return h("li.unknown", { title: say(verdict.message) }, icon("question"), h("span", {}, name));
  return h(verdict.ok ? "li.good" : "li.bad", { title: say(verdict.message) }, icon(verdict.ok ? "check" : "alert"), h("span", {}, name, verdict.ok ? null : `${colon}${say(verdict.message)}`));
}

export const verdictItems = (verdicts) => verdicts.map(verdictItem);

// checkView(): the verdicts on the newest picture, measured anew every few seconds while it is on the page
export function checkView() {
  const list = h("ul.verdicts", { role: "status" });
  const hint = h("p.hint", { hidden: true });
  const draw = region(list, verdictItems);

  async function look() {
    if (!list.isConnected) return;
    if (document.visibilityState === "visible") {
      try {
        const { verdicts } = await get("/api/camera/check");
        draw(verdicts);
        const unknown = verdicts.find((one) => one.known === false);
        hint.hidden = !unknown;
        hint.textContent = unknown ? say(unknown.message) : "";
      } catch {
        // no picture yet: the view itself says so
      }
    }
    setTimeout(look, CHECK_EVERY);
  }
  setTimeout(look);
  return [list, hint];
}

export const noCamera = (link = true) =>
  h("div.no-camera", {}, icon("camera"), h("p", {}, t("operator.no-camera")), link ? h("a.button", { href: "/setup" }, t("nav.setup")) : null);
