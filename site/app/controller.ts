// One link's controller: how the decision that is in force came about. A
// controller decides when a measurement arrives, and what it decides holds until
// the next one; so everything here is of the step in which it decided.

import { asides } from "./asides";
import { make, makeSvg, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { explainButton } from "./openers";
import { readingKey, readingText, stateOf } from "./readings";
import { clockAt, constant, controlById, readAt, state } from "./state";

interface View { link: string; element: HTMLElement; when: HTMLElement; curve: HTMLElement; numbers: HTMLElement }

let view: View | null = null;

/** Makes the controller of a link; there is one at a time. */
export function makeController(link: string): HTMLElement {
  const [when, curve] = [make("p", { class: "help" }), make("div", { class: "curve" })];
  const numbers = make("dl");
  const element = make("section", { class: "controller", "aria-label": t("link.controller.of", { link }) },
    make("h4", {}, t("link.controller")), when, curve, numbers, ...asides("controller"));
  view = { link, element, when, curve, numbers };
  updateController();
  return element;
}

/** How a load becomes a slowdown, with what the controller knew when it decided. */
interface Decision { step: number; policy: string; measured: number; base: (load: number) => number; shift: number; slowdown: number }

/** The last step up to the shown one in which the link's controller decided. */
function decidedAt(): number {
  const seconds = state.shift?.scenario.stepSeconds ?? 1;
  const period = constant("router_seconds") / seconds;
  const delay = Math.ceil(constant("router_delay_seconds") / seconds);
  for (let step = state.step; step > 0; step--) {
    const router = controlById("metric")?.choices?.[readAt(step, "set:metric")] === "router";
    if (!router || (step > delay && (step - delay) % period === 0)) return step;
  }
  return 0;
}

/** 0 up to from, 1 from full on, and linear between. */
const ramp = (x: number, from: number, full: number) => Math.max(0, Math.min(1, (x - from) / (full - from)));

function decision(link: string): Decision {
  const step = decidedAt();
  const at = (code: string) => readAt(step, code);
  const policy = controlById("policy")?.choices?.[at("set:policy")] ?? "static";
  const measured = at(`measured_${link}`);
  const linear = (load: number) => ramp(load, constant("slowdown_from"), constant("slowdown_full"));
  const decided: Decision = { step, policy, measured, base: () => 0, shift: 0, slowdown: at(`slowdown_${link}`) };
  switch (policy) {
    case "linear":
      decided.base = linear;
      break;
    case "damped":
      decided.base = linear;
      decided.shift = damping(at(`oscillation_${link}`)).extra - damping(at(`oscillation_${link}`)).reduction;
      break;
    case "pid":
      decided.base = (load) => (at("set:kp") / 10) * (load - at("set:target_utilization") / 100);
      decided.shift = at(`integral_${link}`) + at(`derivative_${link}`);
      break;
  }
  return decided;
}

/** What the damped policy adds while the load swings, and takes off while it rests. */
function damping(oscillation: number): { extra: number; reduction: number } {
  return {
    extra: constant("extra_most") * ramp(oscillation, constant("extra_from"), constant("extra_full")),
    reduction: constant("reduction_most") * (1 - ramp(oscillation, 0, constant("reduction_until"))),
  };
}

/** Shows the decision in force at the shown step. */
export function updateController(): void {
  if (!view) return;
  const { link } = view;
  const decided = decision(link);
  const draining = stateOf(link) === "draining";
  const policy = t(`control.policy.choice.${decided.policy}`);
  setText(view.when, t(draining ? "link.controller.draining" : "link.controller.when", { policy, time: format.clock(clockAt(decided.step)) }));
  const rows = numbersOf(link, decided);
  const key = `${link} ${decided.policy}`;
  if (key !== view.numbers.dataset.key) {
    view.numbers.dataset.key = key;
    view.numbers.replaceChildren(...rows.map(({ code, name }) => make("div", { class: "reading" },
      make("dt", {}, code ? opener(code, name, link) : name), make("dd", code ? { "data-reading": `${code}_${link}` } : {}))));
  }
  for (const [i, dd] of [...view.numbers.querySelectorAll("dd")].entries()) {
    const row = rows[i];
    if (!row) continue;
    setText(dd, row.text);
    if (row.code) setAttributes(dd, { "data-value": String(row.value) });
  }
  const drawn = JSON.stringify([key, decided.measured, decided.shift, decided.slowdown, readAt(decided.step, "set:target_utilization")]);
  if (drawn === view.curve.dataset.drawn) return;
  view.curve.dataset.drawn = drawn;
  view.curve.replaceChildren(draw(link, decided));
}

function opener(code: string, name: string, link: string): HTMLElement {
  const button = explainButton(code, name);
  setAttributes(button, { "data-target": link });
  return button;
}

interface Entry { name: string; code?: string; value: number; text: string }

/** The numbers of a decision, in the order in which it is made. */
function numbersOf(link: string, { step, policy, measured, base }: Decision): Entry[] {
  const entry = (code: string): Entry => {
    const value = readAt(step, `${code}_${link}`);
    return { name: t(`${readingKey(code)}.label`), code, value, text: readingText(`${code}_${link}`, value) };
  };
  const between = (id: string, value: number, text = format.percent(value, 1)): Entry => ({ name: t(`link.part.${id}`), value, text });
  const parts: Entry[] = [];
  if (policy === "damped") {
    const swing = entry("oscillation");
    const { extra, reduction } = damping(swing.value);
    parts.push(between("linear", base(measured)), swing, between("extra", extra), between("reduction", -reduction));
  } else if (policy === "pid") {
    const error = measured - readAt(step, "set:target_utilization") / 100;
    parts.push(between("error", error, t("unit.points", { n: format.number(error * 100, 1) })), entry("proportional"), entry("integral"), entry("derivative"));
  }
  return [entry("measured"), ...parts, entry("slowdown"), entry("drop")];
}

// The curve is drawn in its own units: load to the right, slowdown up.
const [width, height] = [264, 132];
const [left, right, top, bottom] = [34, 8, 8, 20];
const [loadMin, loadMax] = [0.5, 1.05];
const xOf = (load: number) => left + ((Math.max(loadMin, Math.min(loadMax, load)) - loadMin) / (loadMax - loadMin)) * (width - left - right);
const yOf = (share: number) => height - bottom - Math.max(0, Math.min(1, share)) * (height - top - bottom);

/** The slowdown over the load, and where the link stands on it. */
function draw(link: string, { step, policy, measured, base, shift, slowdown }: Decision): SVGElement {
  const line = (x1: number, y1: number, x2: number, y2: number, name: string) => makeSvg("line", { class: name, x1, y1, x2, y2 });
  const word = (x: number, y: number, anchor: string, text: string) =>
    makeSvg("text", { x, y, "text-anchor": anchor }, document.createTextNode(text));
  const path = (of: (load: number) => number, name: string) => {
    const points: string[] = [];
    for (let i = 0; i <= 110; i++) {
      const load = loadMin + ((loadMax - loadMin) * i) / 110;
      points.push(`${xOf(load).toFixed(1)},${yOf(of(load)).toFixed(1)}`);
    }
    return makeSvg("polyline", { class: name, points: points.join(" ") });
  };
  const drawing: Node[] = [];
  for (const share of [0, 0.5, 1]) {
    drawing.push(line(left, yOf(share), width - right, yOf(share), "grid"), word(left - 5, yOf(share) + 4, "end", format.percent(share)));
  }
  for (const load of [0.6, 0.7, 0.8, 0.9, 1]) drawing.push(word(xOf(load), height - 5, "middle", format.percent(load)));
  if (policy === "pid") {
    const target = readAt(step, "set:target_utilization") / 100;
    drawing.push(line(xOf(target), top, xOf(target), height - bottom, "target"));
  }
  if (policy === "damped") drawing.push(path(base, "base"));
  drawing.push(path((load) => base(load) + shift, "policy"));
  drawing.push(
    line(xOf(measured), yOf(slowdown), xOf(measured), height - bottom, "lead"),
    line(left, yOf(slowdown), xOf(measured), yOf(slowdown), "lead"),
    makeSvg("circle", { class: "point", cx: xOf(measured), cy: yOf(slowdown), r: 5 }),
  );
  return makeSvg("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": t("link.curve", { link, load: format.percent(measured, 1), slowdown: format.percent(slowdown, 1) }),
  }, ...drawing);
}
