// The alert rules of the pager lab as fields: a slider for each threshold, a
// select for each window.

import type { Rule } from "./engine";
import { make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";

/** Steps of about a tenth each, so that a slider over them is on a log scale (the E24 series of preferred numbers). */
const decade = [1, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2, 2.2, 2.4, 2.7, 3, 3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1];
const longMinutes = [5, 15, 30, 60, 120, 180, 360, 720, 1440, 4320];
const shortMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 360];

/** The place of a threshold among others, by ratio. */
function nearest(stops: number[], burn: number): number {
  const off = (stop: number) => Math.abs(Math.log(stop / burn));
  return stops.reduce((best, stop, i) => (off(stop) < off(stops[best] ?? 1) ? i : best), 0);
}

/** Thresholds from 1× to 100×, the known ones in the place of their neighbours. */
function stopsWith(known: number[]): number[] {
  const stops = [...decade, ...decade.map((burn) => Math.round(burn * 10)), 100];
  for (const burn of known) stops[nearest(stops, burn)] = burn;
  return stops;
}

/** The fields of a rule, and a text under them that says what it would have done. */
export interface RuleFields { element: HTMLElement; outcome: (text: string) => void }

/** Makes the fields of a rule, which change it and then call back. The thresholds that are known can be set exactly. */
export function ruleFields(rule: Rule, place: number, known: number[], changed: () => void): RuleFields {
  const id = `pager-rule-${place}`;
  const outcome = make("p", { class: "outcome", id: `${id}-outcome` });
  const slider = thresholdSlider(rule, id, stopsWith([...known, rule.burn]), changed);
  const element = make("fieldset", { class: "rule", "data-rule": place },
    make("legend", {}, t("pager.rule", { n: format.number(place + 1), severity: t(`alert.${rule.severity}`) })),
    slider.element, windowSelects(rule, id, changed), outcome);
  return {
    element,
    outcome: (text) => {
      setText(outcome, text);
      slider.outcome(text);
    },
  };
}

function thresholdSlider(rule: Rule, id: string, stops: number[], changed: () => void): RuleFields {
  const value = make("output", { class: "value", for: id });
  const input = make("input", { type: "range", id, min: 0, max: stops.length - 1, step: 1, "data-pager": "burn" });
  input.value = String(nearest(stops, rule.burn));
  let said = "";
  const show = () => {
    const text = format.threshold(rule.burn);
    setText(value, text);
    input.style.setProperty("--share", String(Number(input.value) / (stops.length - 1)));
    setAttributes(input, { "aria-valuetext": t("pager.threshold.value", { burn: text, outcome: said }), "data-value": rule.burn });
  };
  const set = () => {
    rule.burn = stops[Number(input.value)] ?? rule.burn;
    changed();
  };
  let before = input.value;
  input.addEventListener("pointerdown", () => {
    before = input.value;
  });
  // The finger turned out to scroll the debrief: nothing was meant.
  input.addEventListener("pointercancel", () => {
    if (input.value === before) return;
    input.value = before;
    set();
  });
  input.addEventListener("input", set);
  return {
    element: make("div", { class: "slider" }, make("div", { class: "line" }, make("label", { for: id }, t("pager.threshold")), value), input),
    outcome: (text) => {
      said = text;
      show();
    },
  };
}

/** The two windows; the short one is never the longer. */
function windowSelects(rule: Rule, id: string, changed: () => void): HTMLElement {
  const long = select(`${id}-long`, "long", longMinutes, rule.longMinutes);
  const short = select(`${id}-short`, "short", shortMinutes, rule.shortMinutes);
  const bound = () => {
    for (const option of short.options) option.disabled = Number(option.value) > rule.longMinutes;
  };
  long.addEventListener("change", () => {
    rule.longMinutes = Number(long.value);
    if (rule.shortMinutes > rule.longMinutes) {
      rule.shortMinutes = Math.max(...[...short.options].map((option) => Number(option.value)).filter((minutes) => minutes <= rule.longMinutes));
      short.value = String(rule.shortMinutes);
    }
    bound();
    changed();
  });
  short.addEventListener("change", () => {
    rule.shortMinutes = Number(short.value);
    changed();
  });
  bound();
  return make("div", { class: "selects" },
    make("label", {}, make("span", {}, t("pager.long")), long), make("label", {}, make("span", {}, t("pager.short")), short));
}

function select(id: string, name: string, lengths: number[], chosen: number): HTMLSelectElement {
  const sorted = [...new Set([...lengths, chosen])].sort((a, b) => a - b);
  return make("select", { id, "data-pager": name }, ...sorted.map((minutes) =>
    make("option", { value: minutes, selected: minutes === chosen }, format.span(minutes))));
}
