// The vital signs: budget, burn rate, p99 and cost, each with its last hour.

import * as engine from "./engine";
import { byId, setAttributes, setText, watchSize, type Size } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { outageMinutes, showReading } from "./readings";
import { clockAt, firing, on, read, readAt, state } from "./state";

const windowSteps = 60;
const trendSteps = 5;
/** The readings that are drawn, and the lane of the timeline whose scale and colour they have. */
const lanes = { burn_1h: "burn", p99: "p99", cost_per_hour: "cost_per_hour" } as const;
type Traced = keyof typeof lanes;

const sizes = new Map<Traced, Size>();

export function initVitals(): void {
  for (const code of Object.keys(lanes) as Traced[]) sizes.set(code, watchSize(byId(`trace-${code}`), update));
  on(["frame", "mode"], update);
}

function update(): void {
  const shift = state.shift;
  if (!shift || !state.frame) return;
  for (const element of document.querySelectorAll<HTMLElement>("#vitals [data-reading]")) {
    showReading(element, element.dataset.reading ?? "");
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
  const distance = (minutes: number) => Math.abs(Math.log(minutes / windowSteps));
  pages.sort((a, b) => distance(a.longMinutes) - distance(b.longMinutes));
  return pages[0]?.burn ?? null;
}

/** Draws the last hour of a reading with a threshold, and which way it goes. */
function trace(code: Traced, threshold: number | null): void {
  const { width, height } = sizes.get(code) ?? { width: 0, height: 0 };
  if (width > 0) {
    const first = Math.max(0, state.step - windowSteps);
    byId(`trace-${code}`).replaceChildren(engine.sparkline({
      reading: code, lane: lanes[code], width, height,
      first, final: first + windowSteps, last: state.step, thresholds: threshold === null ? [] : [{ value: threshold }],
    }));
  }
  const now = read(code);
  const before = readAt(Math.max(0, state.step - trendSteps), code);
  const change = Math.abs(now - before) < 0.02 * Math.max(Math.abs(before), threshold ?? 1) ? "flat" : now > before ? "up" : "down";
  const arrow = byId(`trend-${code}`);
  if (arrow.dataset.trend !== change) {
    arrow.dataset.trend = change;
    setAttributes(arrow, { "aria-label": t(`trend.${change}`) });
  }
}
