// The lists of the form: deploys, flushes and alert rules. Rows are added and
// removed; times are typed as the clock of the shift shows them.

import type { Own, Rule } from "./engine";
import { make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { clockOf, draft } from "./owndraft";
import { numberRow, timeRow, type Row } from "./ownfields";

/** A part of the form: what it shows, and its fields as they are now. */
export interface Part { element: HTMLElement; rows: () => Row[]; show: () => void }

interface ListSpec {
  id: "deploys" | "flushes" | "rules";
  title: string; help: string; max: number;
  fields: (place: number, changed: () => void) => Row[];
  add: (own: Own) => void;
}

function list(spec: ListSpec, changed: () => void): Part {
  const items = make("ol", { class: "own-list" });
  const error = make("p", { class: "wrong", id: `own-${spec.id}-error` });
  const add = make("button", { type: "button", "data-own-add": spec.id, "aria-describedby": error.id }, t(`own.${spec.id}.add`));
  const say = (problem: string) => setText(error, problem);
  // What is wrong with the list as a whole, and with no single field.
  const whole: Row = { id: spec.id, label: spec.title, element: items, input: add, show: () => undefined, check: () => "", say };
  let fields: Row[] = [];
  const show = () => {
    fields = [];
    items.replaceChildren(...draft.own[spec.id].map((_, place) => {
      const own = spec.fields(place, () => {
        say("");
        changed();
      });
      fields.push(...own);
      for (const field of own) field.show();
      const remove = make("button", { type: "button", class: "quiet", "data-own-remove": spec.id, "aria-label": t(`own.${spec.id}.remove`, { n: format.number(place + 1) }) }, t("own.remove"));
      remove.addEventListener("click", () => {
        draft.own[spec.id].splice(place, 1);
        refresh();
        add.focus();
      });
      return make("li", { role: "group", "aria-label": t("own.number", { list: spec.title, n: format.number(place + 1) }) }, ...own.map((field) => field.element), remove);
    }));
    setAttributes(add, { disabled: draft.own[spec.id].length >= spec.max });
  };
  const refresh = () => {
    say("");
    show();
    changed();
  };
  add.addEventListener("click", () => {
    spec.add(draft.own);
    refresh();
    fields.at(-rowsEach(fields.length))?.input.focus();
  });
  const rowsEach = (count: number) => count / Math.max(1, draft.own[spec.id].length);
  const element = make("section", { class: "own-part" }, make("h3", {}, spec.title), make("p", { class: "help" }, spec.help), items, error, add);
  return { element, rows: () => [whole, ...fields], show };
}

/** A minute of the shift as a time of day. */
function minuteRow(id: "deploys" | "flushes", place: number, get: (own: Own) => number, set: (own: Own, minute: number) => void, changed: () => void): Row {
  const length = () => draft.own.constants.minutes ?? 0;
  // The shift's start and end have one time of day where it lasts a whole one: the end is meant.
  const fromClock = (clock: number) => (clock - clockOf(0) + 1440) % 1440 || (length() === 1440 ? 1440 : 0);
  const outside = (minute: number) => (minute >= 1 && minute <= length() ? ""
    : t("own.error.outside", { from: format.clock(clockOf(0)), to: format.clock(clockOf(length())) }));
  return timeRow({ id, name: `${id}-${place}-at`, label: t("own.at"), get, set, changed, listed: true }, clockOf, fromClock, outside);
}

/** A time for another event: after the last one, inside of the shift. */
function nextMinute(last: number | undefined): number {
  return Math.min(draft.own.constants.minutes ?? 1, (last ?? 0) + 10);
}

/** Bad builds that go live. */
export function deploysPart(limits: Record<string, number>, changed: () => void): Part {
  return list({
    id: "deploys", title: t("own.deploys"), help: t("own.deploys.help"), max: limits.events ?? 0,
    fields: (place, done) => [
      minuteRow("deploys", place, (own) => own.deploys[place]?.minute ?? 0, (own, minute) => {
        const deploy = own.deploys[place];
        if (deploy) deploy.minute = minute;
      }, done),
      numberRow({
        id: "deploys", name: `deploys-${place}-rollout`, label: t("own.rollout"), listed: true, changed: done,
        get: (own) => own.deploys[place]?.rolloutMinutes ?? 0,
        set: (own, value) => {
          const deploy = own.deploys[place];
          if (deploy) deploy.rolloutMinutes = value;
        },
      }, { unit: "minutes", min: 1, max: limits.minutes ?? 0, whole: true }),
    ],
    add: (own) => own.deploys.push({ minute: nextMinute(own.deploys.at(-1)?.minute), rolloutMinutes: 3 }),
  }, changed);
}

/** Times at which the cache is cleared. */
export function flushesPart(limits: Record<string, number>, changed: () => void): Part {
  return list({
    id: "flushes", title: t("own.flushes"), help: t("own.flushes.help"), max: limits.events ?? 0,
    fields: (place, done) => [minuteRow("flushes", place, (own) => own.flushes[place] ?? 0, (own, minute) => {
      own.flushes[place] = minute;
    }, done)],
    add: (own) => own.flushes.push(nextMinute(own.flushes.at(-1))),
  }, changed);
}

/** Alert rules. */
export function rulesPart(limits: Record<string, number>, changed: () => void): Part {
  const window = { unit: "minutes", min: 1, max: limits.windowMinutes ?? 0, whole: true };
  return list({
    id: "rules", title: t("own.group.rules"), help: t("own.rules.help"), max: limits.rules ?? 0,
    fields: (place, done) => {
      const figure = (key: "burn" | "longMinutes" | "shortMinutes", label: string) => ({
        id: "rules", name: `rules-${place}-${key}`, label, listed: true, changed: done,
        get: (own: Own) => own.rules[place]?.[key] ?? 0,
        set: (own: Own, value: number) => {
          const rule = own.rules[place];
          if (rule) rule[key] = value;
        },
      });
      return [
        severityRow(place, done),
        numberRow(figure("burn", t("pager.threshold")), { unit: "times", min: 0, max: limits.burn ?? 0, positive: true }),
        numberRow(figure("longMinutes", t("pager.long")), window),
        shortRow(numberRow(figure("shortMinutes", t("pager.short")), window), place),
      ];
    },
    add: (own) => own.rules.push({ severity: "page", burn: 14.4, longMinutes: 60, shortMinutes: 5 }),
  }, changed);
}

/** The short window, which must not be the longer one. */
function shortRow(row: Row, place: number): Row {
  const check = () => {
    const rule = draft.own.rules[place];
    return row.check() || (rule && rule.shortMinutes > rule.longMinutes ? t("own.error.windows") : "");
  };
  return { ...row, check };
}

function severityRow(place: number, changed: () => void): Row {
  const id = `own-rules-${place}-severity`;
  const severities: Rule["severity"][] = ["page", "ticket"];
  const input = make("select", { id, "data-own": `rules-${place}-severity` }, ...severities.map((severity) => make("option", { value: severity }, t(`alert.${severity}`))));
  input.addEventListener("change", () => {
    const rule = draft.own.rules[place];
    if (rule) rule.severity = input.value === "page" ? "page" : "ticket";
    changed();
  });
  const element = make("div", { class: "field-row" }, make("label", { for: id }, t("own.severity")), make("div", { class: "entry" }, input));
  const show = () => {
    input.value = draft.own.rules[place]?.severity ?? "page";
  };
  return { id: "rules", label: t("own.severity"), element, input, show, check: () => "", say: () => undefined };
}
