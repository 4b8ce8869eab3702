// What can be heard: short tones made with WebAudio, and sentences spoken by the browser.

import { language, say, t } from "./texts.js";
import { read } from "./prefs.js";

let audio = null;

export const soundOn = () => read("sound", "on") === "on";
export const speechMode = () => read("speech", "alerts");

// browsers allow sound only after a touch or a key; the first one wakes it
export function wake() {
  if (!audio && "AudioContext" in window) audio = new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

const TONES = {
  alert: [[740, 0, 0.16], [554, 0.18, 0.3]],
  question: [[523, 0, 0.14], [659, 0.16, 0.24]],
  end: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.36]],
  play: [[392, 0, 0.05]],
};

export function chime(kind) {
  if (!soundOn() || audio?.state !== "running") return;
  for (const [pitch, start, length] of TONES[kind]) tone(pitch, audio.currentTime + start, length, kind === "play" ? 0.05 : 0.22);
}

function tone(pitch, start, length, volume) {
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

export function speak(sentence, { urgent = false } = {}) {
  if (!soundOn() || speechMode() === "off" || !("speechSynthesis" in window)) return;
  if (urgent) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = language === "zh" ? "zh-CN" : "en-GB";
  speechSynthesis.speak(utterance);
}

// caller(): a function to call with each new scoreboard; it sounds and speaks what is new
export function caller(first, announce) {
  let seq = first.seq;
  const heard = new Set([...first.alerts, ...first.questions].map((one) => one.id));

  function fresh(items) {
    const news = items.filter((one) => one.open !== false && !heard.has(one.id));
    news.forEach((one) => heard.add(one.id));
    return news;
  }

  return (board) => {
    const [alerts, questions] = [fresh(board.alerts), fresh(board.questions)];
    const events = board.history.filter((event) => event.seq > seq);
    seq = Math.max(seq, board.seq);
    const urgent = [...alerts, ...questions].map((one) => say(one.sentence));
    if (urgent.length) announce(urgent.join(" "));
    if (alerts.length) chime("alert");
    else if (questions.length) chime("question");
    else if (events.some((event) => event.kind === "deal-ended")) chime("end");
    else if (events.some((event) => event.kind === "played")) chime("play");
    for (const sentence of urgent) speak(sentence, { urgent: true });
    if (!urgent.length && speechMode() === "all") {
      for (const event of events) if (["played", "deal-ended", "settled"].includes(event.kind)) speak(say(event.text));
    }
  };
}

export const sample = () => speak(t("prefs.sample"), { urgent: true });
