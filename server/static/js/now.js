// One strip that says where the deal stands, for the pages one works at.

import { chips } from "./cards.js";
import { h } from "./dom.js";
import { say, t } from "./texts.js";

const nameOf = (board, seat) => board.players[seat]?.name ?? "";

function situation(board) {
  if (board.current) return [h("b", {}, nameOf(board, board.current.seat)), " ", chips(board.current.cards), " ", say(board.current.kind_text)];
  if (board.phase === "deal" && board.turn !== null) return h("b", {}, t("board.leads", { name: nameOf(board, board.turn) }));
  return h("b", {}, t(`phase.${board.phase}`));
}

export function nowStrip(board) {
  const turn = board.phase === "deal" && board.turn !== null ? t("now.turn", { name: nameOf(board, board.turn) }) : "";
  return h(
    "div.now",
    {},
    h("p.grow", {}, situation(board), board.current ? h("span.muted", {}, ` · ${t("board.beaten-by")} ${say(board.current.beaten_by)}`) : null),
    turn ? h("p", {}, turn) : null,
    board.profile.game === "gandengyan" ? h("p.times-small", {}, `×${board.multiplier.value}`) : null,
  );
}
