// The live scoreboard. One EventSource; the browser reconnects by itself and sends Last-Event-ID. When it gives up
// (the server was restarted behind a proxy, say) we open a new one.

import { firstBoard } from "./texts.js";

const watchers = new Set();
const linkWatchers = new Set();
let board = firstBoard;
let source = null;
let retry = 500;

export const latest = () => board;

// watch(draw): draw(board) now and after every change
export function watch(draw) {
  watchers.add(draw);
  draw(board);
}

// watchLink(tell): tell(true) while the stream is connected, tell(false) while it is not
export function watchLink(tell) {
  linkWatchers.add(tell);
}

export function show(next) {
  board = next;
  for (const draw of watchers) draw(board);
}

function connect() {
  source = new EventSource("/api/stream");
  source.onopen = () => {
    retry = 500;
    for (const tell of linkWatchers) tell(true);
  };
  source.addEventListener("scoreboard", (event) => show(JSON.parse(event.data)));
  source.onerror = () => {
    for (const tell of linkWatchers) tell(false);
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  };
}

connect();
addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => event.persisted && connect());
