// Every reading of the world with its name, its value and what it means.

import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { constant, on, read, state } from "./state";

/** The order for reading: what hurts, then the way of a request, then what it costs. */
const order = [
  "burn_1h", "burn_5m", "burn", "error", "budget", "p99",
  "requests", "admitted", "shed", "heavy", "bad",
  "serving", "booting", "utilization", "wait_probability", "fail", "service_time",
  "hit", "warm", "age", "db", "query_time",
  "cost_per_hour", "cost",
];

let values = new Map<string, HTMLElement>();

export function initReadings(): void {
  on(["shift", "language"], build);
  on("frame", update);
}

function build(): void {
  const shift = state.shift;
  values = new Map();
  const codes = shift?.readings.map((r) => r.code).filter((code) => code !== "minute") ?? [];
  const rank = (code: string) => (order.indexOf(code) + order.length + 1) % (order.length + 1);
  const items = codes.sort((a, b) => rank(a) - rank(b)).map((code) => {
    const value = make("dd", { "data-reading": code });
    values.set(code, value);
    return make("div", { class: "reading", title: t(`reading.${code}.help`) },
      make("dt", {}, make("span", { class: "name" }, t(`reading.${code}.label`)), make("span", { class: "help" }, t(`reading.${code}.help`))),
      value);
  });
  byId("readings-list").replaceChildren(...items);
}

function update(): void {
  for (const [code, element] of values) showReading(element, code);
}

/** Writes a reading's value, and its full precision beside it. */
export function showReading(element: HTMLElement, code: string): void {
  const value = read(code);
  setAttributes(element, { "data-value": String(value) });
  setText(element, readingText(code, value));
}

/** A reading as it is shown; the utilization of its minute tells whether the queue has a steady state. */
export function readingText(code: string, value: number, utilization = read("utilization")): string {
  switch (code) {
    case "p99": {
      // On a saturated fleet the formula only knows a lower bound.
      const text = format.latency(value);
      return utilization >= 1 ? t("unit.at_least", { n: text }) : text;
    }
    case "error": case "fail":
      return format.percent(value, 2);
    case "budget":
      return format.percent(value, 1);
    case "query_time": case "service_time":
      return format.latency(value);
    case "heavy":
      return format.percent(value);
    default:
      return format.inUnit(state.shift?.readings.find((r) => r.code === code)?.unit ?? "number", value);
  }
}

/** The budget in minutes of full outage: the whole of it, and what is left. */
export function outageMinutes(): { whole: number; left: number } {
  const whole = constant("budget_days") * 1440 * (1 - constant("objective"));
  return { whole, left: whole * read("budget") };
}
