// Two policies side by side: the seed and the player's other actions again, once with
// each, their loads above each other and what they came to.

import * as engine from "./engine";
import type { Choice, PolicyFigures, Shift } from "./engine";
import { make, watchSize } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { lanesOf } from "./lanes";
import { settingText } from "./setting";
import { controlById, readAt, state } from "./state";
import { roomOf, timelineOptions } from "./timeline";

const sides = ["a", "b"] as const;
type Side = (typeof sides)[number];

/** The part of the debrief that compares. It computes when it comes into sight. */
export function makePolicies(shift: Shift): HTMLElement {
  const place = (id: string, name: string) => Math.max(0, controlById(id)?.choices?.indexOf(name) ?? 0);
  // What the shift opened with, beside the one that holds a target with the best figures.
  const pair: Record<Side, Choice> = {
    a: { policy: readAt(0, "set:policy"), metric: readAt(0, "set:metric") },
    b: { policy: place("policy", "pid"), metric: place("metric", "fused") },
  };
  const host = make("div", { class: "picture" });
  const figures = make("div");
  const show = () => {
    if (size.width === 0) return;
    figures.replaceChildren(table(engine.policies(pair), pair));
    host.replaceChildren(draw(shift, pair, host, size.width));
  };
  let seen = false;
  const size = watchSize(host, () => {
    if (seen) show();
  });
  const section = make("section", { class: "budgets", id: "policies" },
    make("h3", {}, t("policies.title")), make("p", { class: "help" }, t("policies.help")),
    make("div", { class: "pair" }, ...sides.map((side) => chooser(side, pair, show))), host, figures);
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    seen = true;
    show();
  });
  watch.observe(section);
  return section;
}

function chooser(side: Side, pair: Record<Side, Choice>, changed: () => void): HTMLElement {
  const field = (id: "policy" | "metric") => {
    const control = controlById(id);
    const select = make("select", { "data-side": side, "data-choice": id, "aria-label": t("policies.choose", { side: t(`policies.${side}`), label: t(`control.${id}.label`) }) },
      ...(control?.choices ?? []).map((_, i) => make("option", { value: i, selected: pair[side][id] === i }, control ? settingText(control, i) : "")));
    select.addEventListener("change", () => {
      pair[side][id] = Number(select.value);
      changed();
    });
    return select;
  };
  return make("div", { class: "side" }, make("strong", {}, t(`policies.${side}`)), field("policy"), field("metric"));
}

/** A policy and a metric in words. */
function nameOf(side: Side, choice: Choice): string {
  const word = (id: "policy" | "metric") => {
    const control = controlById(id);
    return control ? settingText(control, choice[id]) : "";
  };
  return t("policies.name", { side: t(`policies.${side}`), policy: word("policy"), metric: word("metric") });
}

function table(of: Record<Side, PolicyFigures>, pair: Record<Side, Choice>): HTMLElement {
  const points = (value: number | null) => (value === null ? t("policies.none") : format.points(value / 100));
  const rows: [string, (f: PolicyFigures) => string][] = [
    [t("policies.overshoot"), (f) => points(f.overshoot_points)],
    [t("policies.settling"), (f) => (f.settling_seconds === null ? t("debrief.never") : t("unit.minutes", { n: format.number(f.settling_seconds / 60, 1) }))],
    [t("debrief.swing"), (f) => points(f.amplitude_points)],
    [t("reading.cdn.moves_by_arrival.label"), (f) => format.number(f.moves_by_arrival, 2)],
    [t("reading.cdn.rebuffering.label"), (f) => format.percent(f.rebuffering, 2)],
    [t("debrief.gave_up"), (f) => format.percent(f.given_up_share, 2)],
    [t("reading.cdn.over_minutes.label"), (f) => format.number(f.over_minutes, 1)],
    [t("debrief.score"), (f) => format.number(f.score.total ?? 0)],
  ];
  return make("table", {},
    make("caption", { class: "unseen" }, t("policies.title")),
    make("thead", {}, make("tr", {}, make("td"), ...sides.map((side) => make("th", { scope: "col" }, nameOf(side, pair[side]))))),
    make("tbody", {}, ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), ...sides.map((side) => make("td", {}, value(of[side])))))));
}

/** The loads of every site, the first policy's above the second's. */
function draw(shift: Shift, pair: Record<Side, Choice>, host: HTMLElement, width: number): SVGElement {
  const { groups, thresholds } = lanesOf(shift);
  const options = timelineOptions(shift, { ...roomOf(host, { width, height: 0 }), height: 0 });
  const lanes = Object.keys(groups).flatMap((site) => [`loads:${site}#0`, `loads:${site}#1`]);
  const labels = Object.fromEntries(lanes.map((id) => {
    const [lane = "", run] = id.split("#");
    return [id, t("policies.lane", { side: t(run === "0" ? "policies.a" : "policies.b"), site: lane.slice("loads:".length) })];
  }));
  const lines = Object.fromEntries(lanes.map((id) => [id, thresholds[id.split("#")[0] ?? ""] ?? []]));
  // The few lanes of a bench may be as high as what they are for.
  const height = lanes.length <= 4 ? lanes.length * 130 : 0;
  return engine.policyChart(pair, { ...options, height, truth: true, lanes, labels, values: {}, thresholds: lines, position: state.last, label: t("policies.title") });
}
