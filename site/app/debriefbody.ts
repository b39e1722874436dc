// What the debrief says: what the shift was worth and why, beside what nobody and
// the runbook would have made of it. It is loaded when a shift ends.

import * as engine from "./engine";
import type { Debrief, DebriefFigures, Shift } from "./engine";
import { close } from "./debrief";
import { make, watchSize } from "./dom";
import * as format from "./format";
import { cdnDebrief } from "./debriefcdn";
import { ruleArgs } from "./feed";
import { rich } from "./glossary";
import { rightToLeft, t, type Args } from "./i18n";
import { lab } from "./lab";
import { pagerSection } from "./pager";
import { seek } from "./play";
import type { Reference } from "./runbooks";
import { clockAt, readAt, world } from "./state";
import { roomOf, timelineOptions } from "./timeline";

/** What the debrief says of the open shift, beside what a runbook makes of its seed. */
export function debriefBody(shift: Shift, rules: Reference | null): HTMLElement[] {
  const figures = engine.debrief(rules?.rules ?? null);
  return [
    ...(world() === "cdn" ? cdnDebrief(shift, rules) : serviceDebrief(figures, shift)),
    lab(shift, figures.score.total ?? 0, rules),
    timeline(shift),
    make("p", { class: "fine" }, t("product.disclaimer"), " ", t("debrief.digest", { digest: figures.digest })),
  ];
}

function serviceDebrief(figures: Debrief, shift: Shift): HTMLElement[] {
  const rules = shift.scenario.score;
  return [
    score(figures.score, shift, {
      reliability: { spent: format.percent(figures.spent, 1), allowance: format.percent(rules.allowance, 1) },
      latency: { target: format.latency(rules.p99TargetSeconds) },
      cost: { cost: format.dollars(figures.cost), par: format.dollars(rules.parDollars) },
    }),
    compareChart(figures, shift, "budget", t("debrief.compare.chart"), (f) => format.percent(readAt(0, "budget") - f.spent, 1)),
    make("div", { class: "columns" }, timesOf(figures, shift), failures(figures), compareService(figures, shift)),
    make("div", { class: "columns" }, make("button", { type: "button", "data-command": "own-edit" }, t("lobby.own.edit"))),
    pagerSection(shift),
  ];
}

function bar(share: number): HTMLElement {
  const element = make("span", { class: "bar", "aria-hidden": "true" });
  element.style.setProperty("--share", String(Math.max(0, Math.min(1, share))));
  return element;
}

/** The points of a score and of its parts, each with what it came from. */
export function score(scored: Record<string, number>, shift: Shift, help: Record<string, Args>): HTMLElement {
  const parts = shift.scenario.score.parts.map(({ id, max }) => {
    const points = scored[id] ?? 0;
    return make("div", { class: "part", "data-part": id, "data-value": points },
      make("dt", {}, t(`debrief.${id}`)),
      make("dd", {}, bar(points / max), make("span", { class: "points" }, t("debrief.part", { points: format.number(points, 1), of: format.number(max) })),
        make("span", { class: "help" }, ...rich(`debrief.${id}.help`, help[id]))));
  });
  const total = scored.total ?? 0;
  return make("div", { class: "score" },
    make("p", { class: "total", "data-part": "total", "data-value": total },
      make("strong", {}, format.number(total)), make("span", {}, t("debrief.score.of"))),
    make("dl", {}, ...parts));
}

function timesOf(figures: Debrief, shift: Shift): HTMLElement {
  const never = t("debrief.never");
  const after = (steps: number | null) => (steps === null ? never : format.minutes((steps * shift.scenario.stepSeconds) / 60));
  const rows: [string, string][] = [
    [t("debrief.damage"), figures.damage_minute === null ? never : format.clock(clockAt(figures.damage_minute))],
    [t("debrief.to_page"), after(figures.minutes_to_page)],
    [t("debrief.to_action"), after(figures.minutes_to_action)],
    [t("debrief.to_recovery"), after(figures.minutes_to_recovery)],
  ];
  const alerts = figures.alerts.map(({ minute, rule, fires }) => {
    const time = make("button", { type: "button", class: "time" }, format.clock(clockAt(minute)));
    time.addEventListener("click", () => {
      close();
      seek(minute);
    });
    const found = shift.scenario.rules[rule];
    const name = found ? t("alert.title", ruleArgs(found)) : "";
    return make("li", { class: fires ? "fired" : "cleared" }, time, `${name} ${t(fires ? "debrief.alert.fired" : "debrief.alert.cleared")}`);
  });
  return make("section", {},
    make("h3", {}, t("debrief.times")), table(rows),
    make("h4", {}, t("debrief.alerts")),
    alerts.length > 0 ? make("ol", { class: "alerts" }, ...alerts) : make("p", { class: "help" }, t("debrief.alerts.none")));
}

/** Names with their values. */
export function table(rows: [string, string][]): HTMLElement {
  return make("dl", { class: "figures" }, ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function failedTotal(figures: DebriefFigures): number {
  return figures.failed.no_capacity + figures.failed.timeout + figures.failed.bad_build;
}

function failures(figures: Debrief): HTMLElement {
  const total = failedTotal(figures);
  const causes = (["bad_build", "timeout", "no_capacity"] as const).map((cause) => {
    const failed = figures.failed[cause];
    return make("div", { class: `cause ${cause}` },
      make("dt", {}, t(`debrief.${cause}`)), make("dd", {}, bar(total > 0 ? failed / total : 0), format.count(failed)));
  });
  return make("section", {},
    make("h3", {}, t("debrief.bill")),
    table([
      [t("debrief.requests"), format.count(figures.requests)],
      [t("debrief.shed"), format.count(figures.shed)],
      [t("debrief.failed"), format.count(total)],
    ]),
    make("h4", {}, t("debrief.failed")), make("dl", { class: "figures causes" }, ...causes));
}

function compareService(figures: Debrief, shift: Shift): HTMLElement {
  const after = (steps: number | null) => (steps === null ? t("debrief.never") : format.minutes((steps * shift.scenario.stepSeconds) / 60));
  return compare(figures, shift, [
    ["debrief.score", (f) => format.number(f.score.total ?? 0)],
    ["debrief.spent", (f) => format.percent(f.spent, 1)],
    ["debrief.spend", (f) => format.dollars(f.cost)],
    ["debrief.failed", (f) => format.count(failedTotal(f))],
    ["debrief.shed", (f) => format.count(f.shed)],
    ["debrief.to_recovery", (f) => after(f.minutes_to_recovery)],
  ]);
}

/** The player beside nobody, the runbook, and the one that was taken over from. */
export function compare<F>(figures: Debrief<F>, shift: Shift, rows: [string, (f: F) => string][]): HTMLElement {
  const columns: [string, F][] = [[shift.mode === "replay" ? "debrief.player" : "debrief.you", figures], ["debrief.nobody", figures.nobody]];
  if (figures.runbook) columns.push(["debrief.runbook", figures.runbook]);
  if (figures.ghost) columns.push(["debrief.ghost", figures.ghost]);
  const head = make("tr", {}, make("td"), ...columns.map(([name]) => make("th", { scope: "col" }, t(name))));
  const body = rows.map(([name, of]) => make("tr", {}, make("th", { scope: "row" }, t(name)),
    ...columns.map(([, shown]) => make("td", {}, of(shown)))));
  return make("section", {},
    make("h3", {}, t(figures.runbook ? "debrief.beside" : "debrief.compare")),
    make("table", {}, make("caption", {}, t(figures.runbook ? "debrief.beside.what" : "debrief.compare.what")), make("thead", {}, head), make("tbody", {}, ...body)));
}

/** A reading, a share, of both on one chart, with what it came to; drawn when its place has a width. */
export function compareChart<F>(figures: Debrief<F>, shift: Shift, reading: string, title: string, left: (f: F) => string): HTMLElement {
  const host = make("div", { class: "picture" });
  const size = watchSize(host, () => {
    if (size.width === 0) return;
    host.replaceChildren(engine.compare({
      reading, width: size.width, height: 180, rtl: rightToLeft(), label: title,
      steps: shift.steps, stepSeconds: shift.scenario.stepSeconds, clockMinutes: shift.scenario.clockMinutes, digits: format.digits(),
      number: { factor: 100, decimal: format.decimalSign(), prefix: "", suffix: "%" }, thresholds: [],
      lines: {
        you: { label: t(shift.mode === "replay" ? "debrief.player" : "debrief.you"), value: left(figures) },
        nobody: { label: t("debrief.nobody"), value: left(figures.nobody) },
        runbook: { label: t("debrief.runbook"), value: figures.runbook ? left(figures.runbook) : "" },
        ghost: { label: t("debrief.ghost"), value: figures.ghost ? left(figures.ghost) : "" },
      },
    }));
  });
  return make("section", { class: "budgets" }, make("h3", {}, title), host);
}

/** The whole shift's charts. */
function timeline(shift: Shift): HTMLElement {
  const host = make("div", { class: "picture" });
  const size = watchSize(host, () => {
    if (size.width > 0) host.replaceChildren(engine.chart(timelineOptions(shift, { ...roomOf(host, size), height: 0 })));
  });
  return make("section", { class: "budgets" }, make("h3", {}, t("debrief.timeline")), host);
}
