// Building elements: h("button.primary", {onclick}, "text", child…), and regions that are rebuilt only when changed.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style" && typeof value === "object") {
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  return fill(element, attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// region(element, build)(data): calls build(data) and replaces the contents, but only if the data differ from last time
export function region(element, build) {
  let last;
  return (...data) => {
    const key = JSON.stringify(data);
    if (!element || key === last) return;
    last = key;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    element.replaceChildren(...[build(...data)].flat(9).filter(Boolean));
    if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };
}

let toastTimer;
export function toast(message, bad = false) {
  $(".toast")?.remove();
  document.body.append(h(bad ? "p.toast.bad" : "p.toast", { role: bad ? "alert" : "status" }, message));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => $(".toast")?.remove(), 6000);
}

// openDialog(title, body, foot, {wide}) → the <dialog>; it removes itself when closed
export function openDialog(title, body, foot, { wide = false, closeLabel = "×" } = {}) {
  const close = h("button.tool", { type: "button", "aria-label": closeLabel, onclick: () => dialog.close() }, icon("x"));
  const dialog = h(
    wide ? "dialog.wide" : "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
    h("header.dialog-head", {}, h("h2", { id: "dialog-title", tabindex: -1 }, title), close),
    h("div.dialog-body", {}, body),
    foot ? h("footer.dialog-foot", {}, foot) : null,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector("[data-first]") ?? dialog.querySelector("h2")).focus();
  return dialog;
}
