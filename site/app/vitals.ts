// The vital signs: the four numbers that tell what hurts, each with its last hour.
// Those of the service world stand in index.html; other worlds' are made from a list.

import * as engine from "./engine";
import { byId, make, setAttributes, setText, watchSize, type Size } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { explainButton } from "./openers";
import { outageMinutes, readingKey, showReading } from "./readings";
import { capacityOf, clockAt, constant, firing, on, pictureMs, read, readAt, state, stepsPerMinute, sumSoFar, targets, world } from "./state";

const windowMinutes = 60;
const trendMinutes = 5;
/** The lane of the timeline whose scale and colour a reading has that is drawn, where it is not called like the reading. */
const lanes: Record<string, string> = { burn_1h: "burn" };

/** A vital sign made from a list: what is said under it, and from which value on it is a warning and an alarm. */
interface Card { code: string; note: () => string; warn: number; alarm: number }

const cards: Record<string, Card[]> = {
  cdn: [
    { code: "rebuffering", note: () => t("vital.rebuffering.note", { sessions: format.count(read("sessions")) }), warn: 0.001, alarm: 0.01 },
    { code: "refused", note: () => t("vital.refused.note", { count: format.count(sumSoFar("given_up")) }), warn: 100, alarm: 2000 },
    { code: "amplitude", note: () => t("vital.amplitude.note", { minutes: format.number(read("over_minutes")), load: format.percent(constant("overload_load")) }), warn: 0.1, alarm: 0.3 },
    {
      code: "carried", warn: Infinity, alarm: Infinity,
      note: () => t("vital.carried.note", { share: format.percent(read("utilization")), capacity: format.bits(targets().reduce((sum, link) => sum + capacityOf(link), 0)) }),
    },
  ],
};

const sizes = new Map<string, Size>();

export function initVitals(): void {
  const panel = byId("vitals");
  const service = [...panel.children];
  for (const code of ["burn_1h", "p99", "cost_per_hour"]) sizes.set(code, watchSize(byId(`trace-${code}`), update));
  on(["shift", "language"], () => {
    const list = cards[world()];
    panel.replaceChildren(...(list ? list.map(makeCard) : service));
    if (list) for (const { code } of list) sizes.set(code, watchSize(byId(`trace-${code}`), update));
  });
  on(["frame", "mode"], update);
}

function makeCard({ code }: Card, i: number): HTMLElement {
  const trend = make("span", { class: "trend", id: `trend-${code}`, role: "img" });
  const button = explainButton(code,
    make("span", { class: "full" }, t(`${readingKey(code)}.label`)), make("span", { class: "short", "aria-hidden": "true" }, t(`vital.${code}.short`)));
  return make("div", { class: `vital ${i < 2 ? "major" : "minor"}`, id: `vital-${code}` },
    make("h2", {}, button, trend), make("p", { class: "big" }, make("span", { "data-reading": code })),
    make("div", { class: "trace", id: `trace-${code}` }), make("p", { class: "small", id: `${code}-note` }));
}

function updateCard({ code, note, warn, alarm }: Card): void {
  const value = read(code);
  const card = byId(`vital-${code}`);
  card.classList.toggle("alarm", value >= alarm);
  card.classList.toggle("warn", value >= warn && value < alarm);
  setText(byId(`${code}-note`), note());
  trace(code, null, Number.isFinite(warn) ? warn : 0);
}

let drawn = 0; // performance.now() of the last traces
let drawing = true; // whether traces are drawn in this update

function update(): void {
  const shift = state.shift;
  if (!shift || !state.frame) return;
  const now = performance.now();
  drawing = !state.playing || now >= drawn + pictureMs;
  if (drawing) drawn = now;
  for (const element of document.querySelectorAll<HTMLElement>("#vitals [data-reading]")) {
    showReading(element, element.dataset.reading ?? "");
  }
  const list = cards[world()];
  if (list) {
    list.forEach(updateCard);
    return;
  }
  updateBudget();
  updateBurn();
  const target = shift.scenario.score.p99TargetSeconds;
  setText(byId("p99-note"), t("vital.p99.target", { target: format.latency(target) }));
  byId("vital-p99").classList.toggle("warn", read("p99") > target);
  trace("p99", target);
  setText(byId("cost-note"), t("vital.cost.sofar", {
    cost: format.dollars(read("cost")), par: format.dollars(shift.scenario.score.parDollars, 0),
  }));
  trace("cost_per_hour", null);
}

function updateBudget(): void {
  const { whole, left } = outageMinutes();
  const share = read("budget");
  const opening = budgetAtOpening();
  setText(byId("budget-note"), left >= 0
    ? t("vital.budget.minutes", { left: format.number(left, 1), whole: format.number(whole, 1) })
    : t("vital.budget.overspent", { over: format.number(-left, 1) }));
  const bar = byId("budget-bar");
  bar.style.setProperty("--left", String(Math.max(0, Math.min(1, share))));
  bar.style.setProperty("--opening", String(Math.max(0, Math.min(1, opening))));
  // The flame grows with the order of magnitude of this minute's burn rate.
  const flame = Math.max(0, Math.min(1, Math.log10(1 + read("burn")) / 2.5));
  bar.style.setProperty("--flame", String(flame));
  bar.classList.toggle("burning", read("burn") >= 1 && share > 0);
  // The same bounds as the bar of the picture.
  bar.dataset.level = share < 0.1 ? "fail" : share < 0.3 ? "slow" : "ok";
  byId("vital-budget").classList.toggle("alarm", share <= 0);
}

let openingBudget = { shift: state.shift, share: 1 };

/** What the shift opened with, so that the bar can show what was burned in it. */
function budgetAtOpening(): number {
  if (openingBudget.shift !== state.shift) {
    openingBudget = { shift: state.shift, share: readAt(0, "budget") };
  }
  return openingBudget.share;
}

function updateBurn(): void {
  const threshold = pageThreshold();
  const fired = firing().filter((alert) => alert.rule.severity === "page");
  const card = byId("vital-burn");
  card.classList.toggle("alarm", fired.length > 0);
  card.classList.toggle("warn", fired.length === 0 && read("burn_1h") >= 1);
  const first = fired[0];
  setText(byId("burn-note"), first
    ? t("vital.burn.firing", { time: format.clock(clockAt(first.since)) })
    : threshold === null ? "" : t("vital.burn.page", { burn: format.threshold(threshold) }));
  trace("burn_1h", threshold);
}

/** The burn rate that pages, of the rule whose long window is nearest to the hour that the card shows. */
function pageThreshold(): number | null {
  const pages = state.shift?.scenario.rules.filter((rule) => rule.severity === "page") ?? [];
  const distance = (minutes: number) => Math.abs(Math.log(minutes / windowMinutes));
  pages.sort((a, b) => distance(a.longMinutes) - distance(b.longMinutes));
  return pages[0]?.burn ?? null;
}

/** Draws the last hour of a reading with a threshold, and which way it goes: what is small beside the least counts as steady. */
function trace(code: string, threshold: number | null, least = threshold ?? 1): void {
  const { width, height } = sizes.get(code) ?? { width: 0, height: 0 };
  const steps = windowMinutes * stepsPerMinute();
  if (drawing && width > 0) {
    const first = Math.max(0, state.step - steps);
    byId(`trace-${code}`).replaceChildren(engine.sparkline({
      reading: code, lane: lanes[code] ?? code, width, height,
      first, final: first + steps, last: state.step, thresholds: threshold === null ? [] : [{ value: threshold }],
    }));
  }
  const now = read(code);
  const before = readAt(Math.max(0, state.step - trendMinutes * stepsPerMinute()), code);
  const change = Math.abs(now - before) < 0.02 * Math.max(Math.abs(before), least) ? "flat" : now > before ? "up" : "down";
  const arrow = byId(`trend-${code}`);
  if (arrow.dataset.trend !== change) {
    arrow.dataset.trend = change;
    setAttributes(arrow, { "aria-label": t(`trend.${change}`) });
  }
}
