// The evening as one picture to share: drawn as SVG with the present colours, turned into a PNG by the browser.

import { chart } from "./chart.js";
import { svg } from "./dom.js";
import { signed, t } from "./texts.js";

const WIDTH = 1200;

function colours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

// an SVG that is drawn apart from the page knows no variables: put their values in
const resolved = (markup, colour) => markup.replace(/var\((--[\w-]+)\)/g, (_whole, name) => colour(name));

function picture(board, colour) {
  const many = board.players.length;
  const column = (WIDTH - 120) / Math.min(many, 5);
  const rows = Math.ceil(many / 5);
  const top = 190 + rows * 120;
  const height = top + 480;
  const lines = chart(board.players, board.totals.deals);
  for (const [name, value] of Object.entries({ x: 40, y: top, width: WIDTH - 80, height: (WIDTH - 80) * (380 / 900) })) lines.setAttribute(name, value);
  const css = `text{font-family:sans-serif;fill:${colour("--ink-2")};font-size:15px} .grid{stroke:${colour("--line")}} .zero{stroke:${colour("--ink-3")}} .trace{fill:none;stroke-width:3}`;
  const people = board.players.map((player, i) => {
    const [x, y] = [60 + (i % 5) * column, 170 + Math.floor(i / 5) * 120];
    return [
      svg("rect", { x, y: y - 34, width: 6, height: 90, fill: `var(--p${player.seat % 10})` }),
      svg("text", { x: x + 22, y, style: `font-size:28px;font-weight:600;fill:${colour("--ink")}` }, player.name),
      svg("text", { x: x + 22, y: y + 48, style: `font-size:44px;font-weight:800;fill:${colour("--ink")}` }, signed(player.total)),
    ];
  });
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height },
    svg("style", {}, css),
    svg("rect", { width: WIDTH, height, fill: colour("--ground") }),
    svg("text", { x: 60, y: 80, style: `font-size:44px;font-weight:800;fill:${colour("--ink")}` }, `${t("brand")} · ${board.session.name || t("page.evening")}`),
    people.flat(),
    board.totals.deals.length ? lines : null,
  );
}

export async function sharePicture(board) {
  const colour = colours();
  const drawing = picture(board, colour);
  const markup = resolved(new XMLSerializer().serializeToString(drawing), colour);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const file = new File([blob], "paiyan.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "paiyan.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
