// The strings of the page's language, delivered inside the page; sentences of the server carry both languages.

const boot = JSON.parse(document.getElementById("boot").textContent);

export const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
export const firstBoard = boot.board;
export const me = boot.me;

// t(key, {name}) → the string with its {placeholders} filled; a missing key shows itself
export function t(key, values = {}) {
  const text = boot.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// say({zh, en}) → the sentence in the page's language
export const say = (text) => (text ? text[language] : "");

const locale = language === "zh" ? "zh-CN" : "en-GB";
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

export const number = (value) => decimals.format(value).replace("-", "−");
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));
export const clock = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hour12: false });

export function duration(seconds) {
  const rest = Math.max(0, Math.round(seconds));
  return `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}
