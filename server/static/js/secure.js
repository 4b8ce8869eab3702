// The way to the secure address: browsers give a phone's camera to secure addresses only, and ours has a certificate
// made by the host's own computer, so a browser warns once.

import { h } from "./dom.js";
import { me, t } from "./texts.js";

const secure = () => me.secure_addresses[0] ?? null;

// live pictures are possible on this very page
export const cameraAllowed = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

export const cameraAddress = () => `${secure() ?? me.addresses[0] ?? location.origin}/phone`;

// what the browser's warning looks like, and what to tap
export function warningHelp() {
  if (!secure()) return h("p.hint", {}, t("phone.insecure"));
  return h(
    "div.stack.warning-help",
    {},
    h("p.hint", {}, t("phone.warning")),
    h("ul.hint", {}, ["android", "ios", "after"].map((one) => h("li", {}, t(`phone.warning-${one}`)))),
    h("details", {}, h("summary", {}, t("phone.fingerprint")), h("code.fingerprint", {}, me.fingerprint)),
  );
}

// the code to scan with the phone that is to be the camera
export const cameraCode = () =>
  h(
    "div.camera-code",
    {},
    h("div.qr-small", {}, h("img", { src: "/api/qr.svg?page=phone", alt: t("phone.qr") })),
    h("div.stack", {}, h("p", {}, t("phone.scan")), h("a", { href: cameraAddress() }, cameraAddress().replace(/^https?:\/\//, "")), warningHelp()),
  );
