// Every reading of the world with its name, its value and what it means.

import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { explainButton } from "./openers";
import { constant, on, read, state, targets, world } from "./state";

/** The order for reading: what hurts, then the way of a request, then what it costs. */
const orders: Record<string, string[]> = {
  service: [
    "burn_1h", "burn_5m", "burn", "error", "budget", "p99",
    "requests", "admitted", "shed", "heavy", "bad",
    "serving", "booting", "utilization", "wait_probability", "fail", "service_time",
    "hit", "warm", "age", "db", "query_time",
    "cost_per_hour", "cost",
  ],
  cdn: ["rebuffering", "refused", "given_up", "amplitude", "over_minutes", "carried", "utilization", "sessions", "arrivals", "moves", "moves_by_arrival"],
};

/** What of each target the table shows. The true load is not for the player: the gap to the measured one is the lesson. */
const columns: Record<string, string[]> = {
  cdn: ["measured", "age", "slowdown", "drop", "oscillation", "sessions", "state"],
};

let values = new Map<string, HTMLElement>();

export function initReadings(): void {
  on(["shift", "language"], build);
  on("frame", update);
}

function build(): void {
  const shift = state.shift;
  values = new Map();
  const order = orders[world()] ?? [];
  const codes = shift?.readings.map((r) => r.code).filter((code) => code !== "minute" && targetOf(code) === "" && !order.includes(code)) ?? [];
  const items = [...order, ...codes].map((code) => {
    const value = make("dd", { "data-reading": code });
    values.set(code, value);
    return make("div", { class: "reading", title: t(`${readingKey(code)}.help`) },
      make("dt", {}, explainButton(code, make("span", { class: "name" }, t(`${readingKey(code)}.label`))), make("span", { class: "help" }, t(`${readingKey(code)}.help`))),
      value);
  });
  byId("readings-list").replaceChildren(...items);
  byId("readings-table").replaceChildren(...makeTable(columns[world()] ?? []));
}

/** A row for each target, a column for each of its readings. */
function makeTable(codes: string[]): HTMLElement[] {
  if (codes.length === 0) return [];
  const head = codes.map((code) => make("th", { scope: "col", "data-column": code, title: t(`${readingKey(code)}.help`) }, explainButton(`${code}_${targets()[0]}`, t(`${readingKey(code)}.label`))));
  const body = targets().map((target) => make("tr", {}, make("th", { scope: "row" }, target), ...codes.map((code) => {
    const value = make("td", { "data-reading": `${code}_${target}`, "data-column": code });
    values.set(`${code}_${target}`, value);
    return value;
  })));
  return [make("table", {}, make("caption", { class: "unseen" }, t("reading.table")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("reading.target")), ...head)), make("tbody", {}, ...body))];
}

/** The target that a reading's code ends with, or "". */
export function targetOf(code: string): string {
  return targets().find((target) => code.endsWith(`_${target}`)) ?? "";
}

/** What the keys of a reading's name and help begin with. */
export function readingKey(code: string): string {
  if (world() === "service") return `reading.${code}`;
  const target = targetOf(code);
  return `reading.${world()}.${target ? code.slice(0, -target.length - 1) : code}`;
}

/** The states of a link, by their numbers in a frame. */
export const states = ["up", "down", "draining"] as const;

/** What a link is. */
export function stateOf(link: string): (typeof states)[number] {
  return states[read(`state_${link}`)] ?? "up";
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
  const target = targetOf(code);
  switch (target ? code.slice(0, -target.length - 1) : code) {
    case "state":
      return t(`link.state.${states[value] ?? "up"}`);
    case "proportional": case "integral": case "derivative":
      return format.number(value, 2);
    case "amplitude": case "oscillation":
      return format.points(value);
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
      return format.inUnit(unitOf(code), value);
  }
}

function unitOf(code: string): string {
  const { readings = [], extras = [] } = state.shift ?? {};
  return [...readings, ...extras].find((r) => r.code === code)?.unit ?? "number";
}

/** The budget in minutes of full outage: the whole of it, and what is left. */
export function outageMinutes(): { whole: number; left: number } {
  const whole = constant("budget_days") * 1440 * (1 - constant("objective"));
  return { whole, left: whole * read("budget") };
}

/** What is left of the budget in words: in minutes of full outage and in failed requests. */
export function budgetText(): string {
  const left = Math.abs(read("budget"));
  const args = { outage: t("unit.minutes", { n: format.number(Math.abs(outageMinutes().left), 1) }), requests: format.about(failedRequests(left)) };
  return t(read("budget") < 0 ? "node.budget.overspent" : "node.budget.left", args);
}

/** A share of the budget in failed requests, of traffic at the scenario's base rate over the whole window: about, since real traffic comes and goes. */
export function failedRequests(share: number): number {
  return share * outageMinutes().whole * 60 * constant("base_per_second");
}
