// What this device likes: theme, suits, sound, speech, how the table is turned. Kept in cookies, so that the server
// can deliver the page in the right look at once.

const YEAR = 31_536_000;

export function read(name, otherwise) {
  const match = document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`));
  return match ? decodeURIComponent(match[1]) : otherwise;
}

export function write(name, value) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR}; samesite=lax`;
}

export function applyTheme(theme) {
  write("theme", theme);
  document.documentElement.dataset.theme = theme;
  const media = { light: "all", dark: "not all", auto: "(prefers-color-scheme: light)" };
  document.getElementById("light").media = media[theme];
}

export function applySuits(suits) {
  write("suits", suits);
  document.documentElement.dataset.suits = suits;
}

export function applyLanguage(language) {
  write("lang", language);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
}
