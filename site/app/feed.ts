// The feed, and the alerts as pages over the stage: what happened, what was done,
// what it means.

import { Kind, type FeedEntry, type Rule } from "./engine";
import { byId, icon, make, setText } from "./dom";
import * as format from "./format";
import { currentLanguage, has, t } from "./i18n";
import { seek } from "./play";
import { stateOf } from "./readings";
import { settingLabel, settingText } from "./setting";
import { clockAt, controlById, firing, on, read, readAt, shownFeed, state, targets, type Firing } from "./state";

let shown: FeedEntry[] = [];
const acknowledged = new Set<string>();

/** Makes the feed follow the shown step. Alerts are told to the first callback, for those who listen; pages also call the second. */
export function initFeed(announce: (text: string) => void, paged: () => void): void {
  on("shift", () => acknowledged.clear());
  on(["shift", "language"], () => {
    shown = [];
    byId("feed-list").replaceChildren();
    delete byId("pages").dataset.alerts;
  });
  on(["frame", "mode", "notes"], () => {
    const entries = shownFeed();
    // A step that passed, not one that was gone to.
    if (state.stepSeconds > 0 && entries.length > shown.length) {
      for (const entry of entries.slice(shown.length)) {
        if (/^(alert|link)_/.test(entry.kind)) announce(`${timeOf(entry)} ${describe(entry)}`);
        if (entry.kind === "alert_fired" && state.shift?.scenario.rules[entry.rule]?.severity === "page") paged();
      }
    }
    showFeed(entries);
    showPages();
  });
}

function showFeed(entries: FeedEntry[]): void {
  const list = byId("feed-list");
  const kept = shown.every((entry, i) => entries[i] === entry) ? shown.length : 0;
  if (kept === 0) list.replaceChildren();
  // Newest first.
  for (const entry of entries.slice(kept)) list.prepend(line(entry));
  shown = entries;
  byId("feed-empty").hidden = entries.length > 0;
}

function timeOf(entry: FeedEntry): string {
  return format.clock(Math.floor(clockAt(entry.step)));
}

function line(entry: FeedEntry): HTMLElement {
  const rule = state.shift?.scenario.rules[entry.rule];
  const kind = entry.kind === "alert_fired" ? `alert_fired ${rule?.severity ?? ""}` : entry.kind;
  const time = make("button", { type: "button", class: "time", "aria-label": t("feed.goto", { time: timeOf(entry) }) }, timeOf(entry));
  time.addEventListener("click", () => seek(entry.step));
  const text = make("span", { class: "text" }, describe(entry));
  if (entry.hindsight) text.append(" ", make("em", {}, t("event.hindsight")));
  return make("li", { class: kind }, time, text);
}

/** An entry in words. */
export function describe(entry: FeedEntry): string {
  if (entry.kind === "note") return t("event.note", { text: entry.text ?? "" });
  if (entry.kind === "action") {
    const who = state.shift?.mode === "replay" ? "replay" : "player";
    return t(`event.action.${who}`, { what: describeAction(entry) });
  }
  const rule = state.shift?.scenario.rules[entry.rule];
  if (rule && entry.kind === "alert_fired") return t(`event.alert_fired.${rule.severity}`, ruleArgs(rule));
  if (rule && entry.kind === "alert_cleared") return t("event.alert_cleared", ruleArgs(rule));
  const key = `event.${entry.kind}`;
  return has(key) ? t(key, { serving: format.number(readAt(entry.step, "serving")), target: entry.target ?? "" }) : entry.kind;
}

function describeAction(entry: FeedEntry): string {
  const control = controlById(entry.control ?? "");
  if (!control) return entry.control ?? "";
  const label = lowerFirst(settingLabel(control.id, entry.target ?? ""));
  if (control.kind === Kind.button) return t("event.action.button", { label });
  const value = control.kind === Kind.choice ? lowerFirst(settingText(control, entry.value)) : settingText(control, entry.value);
  return t(control.kind === Kind.switch ? "event.action.switch" : "event.action.slider", { label, value });
}

/** A label inside a sentence; an abbreviation such as TTL keeps its capitals. */
function lowerFirst(text: string): string {
  const second = text.charAt(1);
  if (second !== second.toLowerCase()) return text;
  return text.charAt(0).toLocaleLowerCase(currentLanguage()) + text.slice(1);
}

export function ruleArgs(rule: Rule): Record<string, string> {
  return { burn: format.threshold(rule.burn), long: format.span(rule.longMinutes), short: format.span(rule.shortMinutes) };
}

/**
 * The alerts that fire at the shown step, over the stage. The gravest page
 * that nobody has acknowledged is a card that says what it means; the others are
 * short.
 */
function showPages(): void {
  const panel = byId("pages");
  const playable = state.mode === "running" || state.mode === "paused" || state.mode === "replay";
  const alerts = playable ? firing() : [];
  const open = alerts.filter((alert) => alert.rule.severity === "page" && !acknowledged.has(keyOf(alert)))
    .sort((a, b) => a.rule.burn - b.rule.burn).at(-1);
  const down = playable ? targets().filter((link) => stateOf(link) === "down") : [];
  const wanted = [...alerts.map((alert) => keyOf(alert) + (alert === open ? "*" : "")), ...down].join();
  if (panel.dataset.alerts !== wanted) {
    panel.dataset.alerts = wanted;
    const pills = alerts.filter((alert) => alert !== open).map(pill);
    pills.push(...down.map((link) => make("span", { class: "pill page" }, icon("alert"), t("event.link_down", { target: link }))));
    panel.replaceChildren(...(open ? [card(open)] : []), make("div", { class: "pills" }, ...pills));
  }
  const meaning = panel.querySelector(".meaning");
  if (open && meaning) setText(meaning, meaningOf(open));
}

const keyOf = (alert: Firing) => `${alert.index}@${alert.since}`;

function card(alert: Firing): HTMLElement {
  const close = make("button", { type: "button" }, t("command.dismiss"));
  close.addEventListener("click", () => {
    for (const other of firing()) acknowledged.add(keyOf(other));
    showPages();
  });
  return make("article", {},
    icon("alert"),
    make("p", { class: "when" }, t("alert.since", { severity: t(`alert.${alert.rule.severity}`), time: format.clock(clockAt(alert.since)) })),
    make("p", { class: "title" }, t("alert.title", ruleArgs(alert.rule))),
    make("p", { class: "meaning" }),
    close);
}

function pill(alert: Firing): HTMLElement {
  const text = t("alert.short", {
    severity: t(`alert.${alert.rule.severity}`), burn: format.threshold(alert.rule.burn), time: format.clock(clockAt(alert.since)),
  });
  return make("span", { class: `pill ${alert.rule.severity}` }, icon("alert"), text);
}

function meaningOf(alert: Firing): string {
  const now = format.times(read("burn_1h"));
  const budget = read("budget");
  if (budget <= 0) return t("alert.meaning.overspent", { now });
  // At a burn rate of b a whole budget lasts 1/b of its window.
  const window = (state.shift?.scenario.constants.budget_days ?? 30) * 1440;
  const burn = read("burn_1h");
  if (!(burn >= 1)) return t("alert.meaning.waning", { now, burn: format.threshold(alert.rule.burn) });
  return t("alert.meaning", { now, left: format.percent(budget, 1), time: format.span((window * budget) / burn) });
}
