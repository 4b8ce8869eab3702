// The middle of the table: what has to be beaten, or what must be looked at first.

import { fan, chips, card } from "./cards.js";
import { aftermathNote } from "./aftermath.js";
import { h, icon } from "./dom.js";
import { me, say, t } from "./texts.js";
import { dealSheet } from "./sheet.js";
import { answerQuestion, enter, openCorrectionOf, otherCards } from "./acts.js";
import { openWhy } from "./why.js";

const nameOf = (board, seat) => board.players[seat]?.name ?? "";

export function picture(id, seq, label) {
  if (!id) return null;
  return h(
    "button.picture",
    { type: "button", "aria-label": label, "data-key": `picture-${seq}`, onclick: () => openWhy(seq) },
    h("img", { src: `/api/evidence/${encodeURIComponent(id)}`, alt: "", loading: "eager" }),
  );
}

function trick(board) {
  const plays = board.table.filter((play) => play.status !== "current");
  if (!plays.length) return null;
  return h(
    "ul.trick",
    { "aria-label": t("board.trick") },
    plays.map((play) => h("li", {}, nameOf(board, play.seat), fan(play.cards, { stands: play.stands_for, status: play.status }))),
  );
}

function combination(board) {
  const current = board.current;
  const hand = fan(current.cards, { stands: current.stands_for, status: current.cards.length > 5 ? "long" : "" });
  return h(
    "div.combination.arrive",
    {},
    h("p.headline", {}, nameOf(board, current.seat), h("span.kind", {}, say(current.kind_text))),
    hand,
    current.reading ? h("p.reading", {}, say(current.reading)) : null,
    h("p.beaten-by", {}, h("span", {}, t("board.beaten-by")), " ", say(current.beaten_by)),
    trick(board),
  );
}

function against(board) {
  if (!board.current) return null;
  return h("p.against", {}, t("alert.to-beat"), chips(board.current.cards));
}

function more(board) {
  const open = board.alerts.filter((alert) => alert.open).length + openQuestions(board).length - 1;
  return open > 0 ? h("span.more", {}, t("notice.more", { count: open })) : null;
}

// a wrong tribute comes to light with a later, legal play: nothing lies there to be taken back
export const isRefused = (alert) => !["tribute-not-highest", "resisted-without-jokers"].includes(alert.code);

function alertNotice(board, alert) {
  const refused = isRefused(alert);
  const acts = me.host && [
    refused ? h("button.button", { type: "button", "data-key": "retract", onclick: () => enter({ action: "retract", seat: alert.seat }) }, t("alert.retract")) : null,
    refused ? h("button.button", { type: "button", "data-key": "let-stand", onclick: () => enter({ action: "let-stand", seat: alert.seat }) }, t("alert.let-stand")) : null,
    h("button.button", { type: "button", "data-key": "misread", onclick: () => openCorrectionOf(alert.seq) }, icon("pencil"), t("alert.misread")),
  ];
  return h(
    "section.notice.arrive",
    { "data-alert": alert.id },
    h("h2", {}, icon("alert"), t("alert.title"), more(board)),
    h("p.sentence", {}, say(alert.sentence)),
    h(alert.evidence ? "div.proof" : "div.proof.bare", {}, picture(alert.evidence, alert.seq, t("alert.picture")), alert.cards.length ? fan(alert.cards, { status: "illegal" }) : null, alert.evidence ? null : against(board)),
    alert.evidence ? against(board) : null,
    acts ? h("div.row", {}, acts) : null,
  );
}

function alternative(question, choice, index) {
  const inside = [
    choice.cards.length ? fan(choice.cards, { stands: choice.stands_for }) : null,
    choice.label ? h("span", {}, say(choice.label)) : null,
    choice.score ? h("span.share", {}, `${Math.round(choice.score * 100)} %`) : null,
  ];
  if (!me.host) return h("div.alternative", {}, inside);
  return h("button.alternative", { type: "button", "data-key": `choice-${index}`, onclick: () => answerQuestion(question, { choice: index }) }, inside);
}

function questionNotice(board, question) {
  return h(
    "section.notice.ask.arrive",
    { "data-question": question.id },
    h("h2", {}, icon("question"), t("question.title"), more(board)),
    h("p.sentence", {}, say(question.sentence)),
    h(
      question.evidence ? "div.proof" : "div.proof.bare",
      {},
      picture(question.evidence, question.seq, t("question.picture")),
      h(
        "div.alternatives",
        {},
        question.alternatives.map((choice, index) => alternative(question, choice, index)),
        me.host ? h("button.button", { type: "button", "data-key": "other", onclick: () => otherCards(question) }, t("question.other")) : h("p.hint", {}, t("question.host-decides")),
      ),
    ),
  );
}

function tribute(board, one) {
  if (one.resisted) return h("li", {}, nameOf(board, one.payer), t("tribute.resists"));
  const given = one.card ? fan([one.card]) : h("span", {}, t("tribute.owes"));
  const back = one.given_back ? [t("tribute.back"), fan([one.given_back])] : null;
  return h("li", {}, h("b", {}, nameOf(board, one.payer)), given, h("span", {}, "→"), h("b", {}, one.receiver === null ? "?" : nameOf(board, one.receiver)), back);
}

function tributes(board) {
  return h(
    "div.quiet-centre",
    {},
    h("p.big", {}, t("tribute.title")),
    h("ul.tributes", {}, board.guandan.tributes.map((one) => tribute(board, one))),
  );
}

function matching(board) {
  const game = board.matching;
  return h(
    "div.combination",
    {},
    h("p.headline", {}, t("matching.title"), game.colour ? h("span.nowrap", {}, h(`span.colour.${game.colour}`), " ", t(`matching.${game.colour}`)) : null),
    game.top ? h("div.fan", { style: { "--n": 1 } }, card(game.top)) : null,
    h("p.beaten-by", {}, t(game.clockwise ? "matching.clockwise" : "matching.counter")),
    game.owed_draws ? h("p.reading", {}, t("matching.owed", { count: game.owed_draws })) : null,
  );
}

function waiting(board) {
  const starts = board.phase === "ready" || board.phase === "setup";
  const dealer = board.session.dealer;
  if (!starts) return h("div.quiet-centre", {}, h("p.big", {}, board.turn === null ? t("board.watching") : t("board.leads", { name: nameOf(board, board.turn) })), h("p.small", {}, t("board.any-lead")));
  const title = dealer === null ? t("board.welcome") : t("board.deal-starts", { deal: board.session.deal || 1, name: nameOf(board, dealer) });
  return h(
    "div.quiet-centre",
    {},
    h("p.big", {}, title),
    h("div.qr", {}, h("img", { src: "/api/qr.svg", alt: t("join.qr") })),
    h("p.small", {}, t("join.scan")),
    me.host ? h("button.button.primary", { type: "button", "data-key": "start", onclick: () => enter({ action: "start-deal" }) }, t("board.start")) : null,
  );
}

export const sheetMode = (board) =>
  Boolean(board.result) && ["counting", "deal-end", "match-end"].includes(board.phase) && !openAlert(board) && !openQuestions(board).length;

// a question how many cards lie open has answered itself once all of them are known
function answered(board, question) {
  const hand = board.result?.hands.find((one) => one.seat === question.seat);
  return question.code === "hand-count" && hand && hand.cards.length === hand.expected;
}

export const openQuestions = (board) => board.questions.filter((question) => !answered(board, question));

export const openAlert = (board) => board.alerts.find((alert) => alert.open) ?? null;

// centre(board, past): `past` is the alert whose note is still shown
export function centre(board, past = null) {
  const alert = openAlert(board);
  if (alert) return alertNotice(board, alert);
  const [question] = openQuestions(board);
  if (question) return questionNotice(board, question);
  return [past ? aftermathNote(past) : null, undisturbed(board)];
}

function undisturbed(board) {
  if (sheetMode(board)) return dealSheet(board);
  if (board.phase === "tribute" && board.guandan) return tributes(board);
  if (board.matching) return matching(board);
  if (board.current) return combination(board);
  return waiting(board);
}
