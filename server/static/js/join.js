// How to join: the code, the addresses, the host's PIN, the overlay's address.

import { $, h } from "./dom.js";
import { cameraCode } from "./secure.js";
import { pinForm, startShell } from "./shell.js";
import { me, t } from "./texts.js";

const addresses = me.addresses.length ? me.addresses : [location.origin];
$("#addresses").append(...addresses.map((address) => h("li", {}, h("a", { href: address }, address.replace(/^https?:\/\//, "")))));
$("#overlay-address").textContent = `${addresses[0]}/overlay`;
$("#host").append(h("h2", {}, t("host.title")), h("p.hint", {}, me.host ? t("host.is", { name: me.name || t("host.title") }) : t("host.why")), ...(me.host ? [] : [pinForm()]));
$("#phone-camera").append(cameraCode());
startShell();
