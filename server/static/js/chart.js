// Charts drawn as SVG: a spark beside each total, and the evening's chart with a line per player.

import { h, svg } from "./dom.js";
import { number, t } from "./texts.js";

const DASHES = ["", "9 4", "2 4", "10 4 2 4", "", "9 4", "2 4", "10 4 2 4", "", "9 4"];

export function running(amounts) {
  let sum = 0;
  return [0, ...amounts.map((amount) => (sum += amount))];
}

export function sparkline(amounts) {
  const values = running(amounts);
  if (values.length < 2) return h("span.spark");
  const low = Math.min(...values);
  const spread = Math.max(...values) - low || 1;
  const points = values.map((value, i) => `${(i / (values.length - 1)) * 100},${28 - ((value - low) / spread) * 26}`);
  return svg(
    "svg",
    { class: "spark", viewBox: "-3 -1 106 32", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("polyline", { points: points.join(" "), fill: "none", stroke: "var(--player)", "stroke-width": 2.5, "vector-effect": "non-scaling-stroke", "stroke-linejoin": "round" }),
  );
}

// round steps of 1, 2 or 5 × 10ⁿ so that about five lines cross the chart
export function ticks(low, high) {
  const rough = Math.max(high - low, 4) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step) + 1;
  return Array.from({ length: count }, (_one, i) => Math.round((first + i * step) * 1000) / 1000);
}

// labels pushed apart so that none covers another
function spread(items, gap) {
  const sorted = [...items].sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i += 1) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + gap);
  const over = sorted.length ? sorted.at(-1).y - sorted[0].limit : 0;
  if (over > 0) for (let i = sorted.length - 1; i >= 0; i -= 1) sorted[i].y = Math.min(sorted[i].y, sorted[0].limit - (sorted.length - 1 - i) * gap);
  return sorted;
}

// chart(players, deals) → an SVG of `width` × 380 with running totals
export function chart(players, deals, { width = 900 } = {}) {
  const lines = players.map((player) => running(deals.map((row) => row.amounts[player.seat] ?? 0)));
  const all = lines.flat();
  const marks = ticks(Math.min(0, ...all), Math.max(0, ...all));
  const [bottom, top] = [marks[0], marks.at(-1)];
  const box = { left: 58, right: width - 130, top: 18, bottom: 338 };
  const x = (i) => box.left + (i / Math.max(1, deals.length)) * (box.right - box.left);
  const y = (value) => box.bottom - ((value - bottom) / (top - bottom || 1)) * (box.bottom - box.top);
  const grid = marks.map((mark) => [
    svg("line", { x1: box.left, x2: box.right, y1: y(mark), y2: y(mark), class: mark === 0 ? "zero" : "grid" }),
    svg("text", { x: box.left - 10, y: y(mark) + 5, "text-anchor": "end" }, number(mark)),
  ]);
  const every = Math.max(1, Math.ceil(deals.length / (width / 75)));
  const feet = deals.map((row, i) => (i + 1) % every === 0 || i === deals.length - 1 ? svg("text", { x: x(i + 1), y: box.bottom + 26, "text-anchor": "middle" }, String(row.number || row.deal)) : null);
  const traces = lines.map((values, seat) => {
    const color = `var(--p${players[seat].seat % 10})`;
    const points = values.map((value, i) => `${x(i)},${y(value)}`).join(" ");
    return [
      svg("polyline", { points, class: "trace", stroke: color, "stroke-dasharray": DASHES[seat % 10] }),
      values.map((value, i) => (i ? svg("circle", { cx: x(i), cy: y(value), r: 4, fill: color }) : null)),
    ];
  });
  const ends = lines.map((values, seat) => ({ seat, y: y(values.at(-1)), limit: box.bottom }));
  const labels = spread(ends, 23).map(({ seat, y: at }) =>
    svg("text", { x: box.right + 14, y: at + 5, class: "who", style: `fill: var(--p${players[seat].seat % 10})` }, players[seat].name));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} 380`, role: "img", "aria-label": t("chart.label") },
    grid, feet.filter(Boolean), traces.flat(2).filter(Boolean), labels,
    svg("text", { x: (box.left + box.right) / 2, y: 378, "text-anchor": "middle", class: "axis" }, t("chart.deals")),
  );
}
