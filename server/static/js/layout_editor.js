// Table corners and seat zones, dragged over the camera's picture. Points are ratios of width and height.

import { $$, h, svg } from "./dom.js";
import { place } from "./seats.js";
import { t } from "./texts.js";

const within = (value) => Math.min(1, Math.max(0, value));
const tidy = (value) => Math.round(within(value) * 10000) / 10000;

// a point of the unit square (0…1, y down) inside the four table corners
function onTable([a, b, c, d], u, v) {
  const mix = (p, q, share) => [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
  const [x, y] = mix(mix(a, b, u), mix(d, c, u), v);
  return [tidy(x), tidy(y)];
}

const rectangle = (corners, left, top, right, bottom) =>
  [[left, top], [right, top], [right, bottom], [left, bottom]].map(([u, v]) => onTable(corners, within(u), within(v)));

// arrange(corners, count, turn): a play area in the middle and a zone before each seat
export function arrange(corners, count, turn) {
  const half = { wide: count > 6 ? 0.1 : 0.16, deep: 0.1 };
  const zones = Array.from({ length: count }, (_one, seat) => {
    const { x, y } = place(seat, count, turn);
    const [u, v] = [0.5 + x * 0.4, 0.5 + y * 0.4];
    const upright = Math.abs(x) > Math.abs(y);
    const [du, dv] = upright ? [half.deep, half.wide] : [half.wide, half.deep];
    return { seat, hand: rectangle(corners, u - du, v - dv, u + du, v + dv) };
  });
  return { table: corners, play_area: rectangle(corners, 0.24, 0.24, 0.76, 0.76), zones };
}

export const wholeTable = () => [[0.08, 0.08], [0.92, 0.08], [0.96, 0.94], [0.04, 0.94]];

// layoutEditor(frame, {names, turn, layout, change}) puts the outlines over `frame`; change(layout) after each move
export function layoutEditor(frame, { names, turn, layout, change }) {
  let now = layout?.zones.length === names.length && layout.table.length === 4 ? structuredClone(layout) : arrange(layout?.table.length === 4 ? layout.table : wholeTable(), names.length, turn);
  let chosen = "table";
  const overlay = svg("svg", { class: "layout-overlay", viewBox: "0 0 1600 900", preserveAspectRatio: "none" });
  const tabs = h("div.segments", { role: "radiogroup", "aria-label": t("layout.which") });
  const again = h("button.button.quiet", { type: "button", onclick: () => { now = arrange(now.table, names.length, turn); draw(); change(now); } }, t("layout.again"));

  const shapes = () => [
    { key: "table", label: t("layout.table"), kind: "corners", points: now.table },
    { key: "play", label: t("layout.play"), kind: "play", points: now.play_area },
    ...now.zones.map((zone) => ({ key: `seat-${zone.seat}`, label: names[zone.seat], kind: "zone", seat: zone.seat, points: zone.hand })),
  ].filter((shape) => shape.points.length);

  function at(event) {
    const box = overlay.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  // drag(event, move): move(dx, dy) from the last place until the pointer is let go
  function drag(event, move) {
    event.preventDefault();
    let last = at(event);
    const go = (next) => {
      const [x, y] = at(next);
      move(x - last[0], y - last[1]);
      last = [x, y];
      redraw();
    };
    const stop = () => {
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", stop);
      change(now);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", stop);
  }

  // at least so many px of the screen, for fingers on a phone
  const large = (px, usual) => Math.max(usual, (px * 1600) / (overlay.clientWidth || 1600));
  const shift = (point, dx, dy) => { point[0] = tidy(point[0] + dx); point[1] = tidy(point[1] + dy); };

  function handle(shape, i) {
    const [x, y] = shape.points[i];
    const nudge = (event) => {
      const step = event.shiftKey ? 0.02 : 0.004;
      const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
      if (!move) return;
      event.preventDefault();
      shift(shape.points[i], ...move);
      redraw();
      change(now);
      $$(".handle", overlay)[i]?.focus();
    };
    return svg("ellipse", {
      class: "handle", cx: x * 1600, cy: y * 900, rx: large(13, 17), ry: large(13, 17), "stroke-width": 4, tabindex: 0, role: "button",
      "aria-label": t("layout.corner", { number: i + 1, name: shape.label }),
      onpointerdown: (event) => drag(event, (dx, dy) => shift(shape.points[i], dx, dy)), onkeydown: nudge,
    });
  }

  function outline(shape) {
    const active = shape.key === chosen;
    const points = shape.points.map(([x, y]) => `${x * 1600},${y * 900}`).join(" ");
    const centre = [0, 1].map((axis) => shape.points.reduce((sum, point) => sum + point[axis], 0) / shape.points.length);
    const style = shape.kind === "zone" ? { "--player": `var(--p${shape.seat % 10})` } : {};
    return svg(
      "g",
      { class: active ? `${shape.kind} chosen` : shape.kind, style },
      svg("polygon", { points, onpointerdown: (event) => active && drag(event, (dx, dy) => shape.points.forEach((point) => shift(point, dx, dy))), onclick: () => choose(shape.key) }),
      shape.kind === "zone" ? svg("text", { x: centre[0] * 1600, y: centre[1] * 900 + 14, "font-size": large(12, 40) }, shape.label) : null,
    );
  }

  function redraw() {
    const all = shapes().sort((a, b) => (a.key === chosen) - (b.key === chosen));
    const active = all.at(-1);
    overlay.replaceChildren(...all.map(outline), ...(active.key === chosen ? active.points.map((_point, i) => handle(active, i)) : []));
  }

  function choose(key) {
    if (key !== chosen) { chosen = key; draw(); }
  }

  function draw() {
    tabs.replaceChildren(...shapes().map((shape) => h("button.button", { type: "button", role: "radio", "aria-checked": String(shape.key === chosen), onclick: () => choose(shape.key) }, shape.label)));
    redraw();
  }

  frame.append(overlay);
  draw();
  return { tools: h("div.row", {}, tabs, again), layout: () => now, remove: () => overlay.remove() };
}
