// The adjustable rules of a profile: one field for each, in groups, what differs from the profile itself is marked.

import { $$, h, icon } from "./dom.js";
import { say, t } from "./texts.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// each kind of value: (parameter, present value, set) → the inputs
const INPUTS = {
  boolean: (one, present, set) => h("input", { type: "checkbox", role: "switch", checked: present, "aria-label": say(one.label), onchange: (event) => set(event.target.checked) }),
  choice: (one, present, set) => h("select", { "aria-label": say(one.label), onchange: (event) => set(event.target.value) }, one.choices.map((choice) => h("option", { value: choice.value, selected: choice.value === present }, say(choice.label)))),
  integer: (one, present, set) => whole(one, present, set, say(one.label)),
  text: (one, present, set) => h("input", { type: "text", value: present, "aria-label": say(one.label), onchange: (event) => set(event.target.value) }),
  choices: (one, present, set) => (one.name.endsWith("order") ? ordered : ticked)(one, present, set),
  span,
  "optional-span": optionalSpan,
};

const whole = (one, present, set, label) =>
  h("input", { type: "number", inputmode: "numeric", min: one.low, max: one.high, step: 1, value: present, "aria-label": label, onchange: (event) => event.target.value !== "" && set(Number(event.target.value)) });

function span(one, present, set) {
  const now = [...present];
  const end = (i, word) => whole(one, now[i], (value) => { now[i] = value; set([...now]); }, `${say(one.label)}: ${t(word)}`);
  return h("span.span-input", {}, end(0, "setup.from"), h("span", { "aria-hidden": "true" }, "–"), end(1, "setup.to"));
}

function optionalSpan(one, present, set) {
  let kept = present || one.standard || [one.low, one.high];
  const ends = span(one, kept, (value) => { kept = value; set(value); });
  ends.hidden = !present;
  const on = h("input", { type: "checkbox", role: "switch", checked: Boolean(present), "aria-label": say(one.label), onchange: (event) => { ends.hidden = !event.target.checked; set(event.target.checked ? kept : false); } });
  return h("span.span-input", {}, ends, on);
}

function ticked(one, present, set) {
  const boxes = one.choices.map((choice) => h("input", { type: "checkbox", value: choice.value, checked: present.includes(choice.value), onchange: () => set(boxes.filter((box) => box.checked).map((box) => box.value)) }));
  return h("span.ticks", { role: "group", "aria-label": say(one.label) }, boxes.map((box, i) => h("label", {}, box, say(one.choices[i].label))));
}

// first, second, third thing that decides; "—" leaves a place out
function ordered(one, present, set) {
  const places = one.choices.map((_choice, i) =>
    h("select", { "aria-label": `${say(one.label)} ${i + 1}`, onchange: () => set([...new Set(places.map((place) => place.value).filter(Boolean))]) },
      h("option", { value: "" }, "—"), one.choices.map((choice) => h("option", { value: choice.value, selected: present[i] === choice.value }, say(choice.label)))));
  return h("span.ticks", {}, places);
}

function field(one, values, changed) {
  const mark = h("button.reset", { type: "button", title: t("setup.reset"), "aria-label": `${t("setup.reset")}: ${say(one.label)}`, onclick: () => { delete values[one.name]; rebuild(); changed(); } }, icon("undo"));
  const row = h("div.parameter", { "data-parameter": one.name });
  const set = (value) => {
    if (same(value, one.standard)) delete values[one.name];
    else values[one.name] = value;
    show();
    changed();
  };
  const show = () => row.classList.toggle("changed", one.name in values);
  function rebuild() {
    row.replaceChildren(h("span.name", {}, say(one.label)), INPUTS[one.kind](one, values[one.name] ?? one.standard, set), mark);
    show();
  }
  rebuild();
  return row;
}

// parameterGroups(parameters, values, changed): `values` holds what differs from the standard, and is kept up to date
export function parameterGroups(parameters, values, changed) {
  const groups = new Map();
  for (const one of parameters) groups.set(one.group_key, [...(groups.get(one.group_key) ?? []), one]);
  const blocks = [...groups.values()].map((members) => {
    const count = h("span.count");
    const body = h("div.parameter-list");
    const tell = () => {
      const number = $$(".changed", body).length;
      count.textContent = number ? t("setup.changed", { count: number }) : "";
    };
    body.append(...members.map((one) => field(one, values, () => { tell(); changed(); })));
    tell();
    const touched = members.some((one) => one.name in values);
    return h("details.parameter-group", { open: touched, "data-group": members[0].group_key }, h("summary", {}, say(members[0].group), " ", count), body);
  });
  return h("div.parameter-groups", {}, blocks);
}
