// The pager in the debrief: when each alert rule fired, what the budget was by then,
// and what other rules would have made of the same shift.

import * as engine from "./engine";
import type { ChartMarker, ChartOptions, Paging, Rule, Shift } from "./engine";
import { make, setAttributes, setText, watchSize } from "./dom";
import { ruleArgs } from "./feed";
import * as format from "./format";
import { rich } from "./glossary";
import { t } from "./i18n";
import { ruleFields, type RuleFields } from "./pagerrules";
import { failedRequests, outageMinutes } from "./readings";
import { clockAt, state } from "./state";
import { alertWindow, marker, roomOf, timelineOptions } from "./timeline";

/** The rules of the lab, kept while the same shift is open. */
let lab: { shift: Shift | null; rules: Rule[] } = { shift: null, rules: [] };

const chartHeight = 190;

/** What the pager did in the shift, and the lab to try other rules in. */
export function pagerSection(shift: Shift): HTMLElement {
  const own = engine.pager();
  const parts = own.damage === null && own.pages === 0
    ? [make("p", {}, t("pager.calm"))]
    : [make("p", { class: "lead" }, ...rich("pager.lead")), firedList(own), ...laboratory(shift, own)];
  return make("section", { class: "budgets pager", id: "pager", "aria-labelledby": "pager-title" },
    make("h3", { id: "pager-title" }, t("pager.title")), ...parts);
}

const copy = (rules: Rule[]): Rule[] => rules.map(({ severity, burn, longMinutes, shortMinutes }) => ({ severity, burn, longMinutes, shortMinutes }));

/** A share of the budget in its three measures. */
function spentArgs(share: number): Record<string, string> {
  return {
    spent: format.percent(share, 1),
    outage: t("unit.minutes", { n: format.number(share * outageMinutes().whole, 1) }),
    requests: format.about(failedRequests(share)),
  };
}

/** When each rule fired, and what was gone by then. */
function firedList(paging: Paging): HTMLElement {
  const items = paging.rules.map((rule) => {
    const fired = rule.fired.map((alert) => {
      const cleared = alert.cleared === null ? t("pager.uncleared") : t("pager.cleared", { time: format.clock(clockAt(alert.cleared)) });
      return make("li", { "data-fired": alert.step, "data-spent": alert.spent },
        make("strong", { class: "time" }, format.clock(clockAt(alert.step))), " ",
        t("pager.fired", spentArgs(alert.spent)), " ", cleared, alert.false ? make("em", {}, ` ${t("pager.false")}`) : undefined);
    });
    return make("li", { class: fired.length > 0 ? `fired ${rule.severity}` : "silent" },
      make("span", { class: "name" }, t(`event.alert_fired.${rule.severity}`, ruleArgs(rule))),
      fired.length > 0 ? make("ol", {}, ...fired) : make("span", { class: "help" }, t("pager.silent")));
  });
  return make("ol", { class: "fired-rules" }, ...items);
}

/** What is compared: the figure and its text. */
const figures: { id: string; of: (paging: Paging) => number | null; text: (value: number) => string }[] = [
  { id: "time_to_page", of: (p) => p.timeToPage, text: (v) => format.minutes(v) },
  { id: "spent", of: (p) => p.spentAtPage, text: (v) => format.percent(v, 1) },
  { id: "outage", of: (p) => p.spentAtPage, text: (v) => spentArgs(v).outage ?? "" },
  { id: "requests", of: (p) => p.spentAtPage, text: (v) => spentArgs(v).requests ?? "" },
  { id: "pages", of: (p) => p.pages, text: (v) => format.number(v) },
  { id: "false_pages", of: (p) => p.falsePages, text: (v) => format.number(v) },
  { id: "missed", of: (p) => p.missed, text: (v) => format.number(v) },
  { id: "reset", of: (p) => (p.stuck > 0 ? Infinity : p.resetMinutes), text: (v) => (v === Infinity ? t("pager.stuck") : format.minutes(v)) },
];

/** The figures of several lists of rules side by side, and what shows those of one of them. */
function compareTable(columns: string[]): { element: HTMLElement; show: (column: string, paging: Paging) => void } {
  const cells = new Map<string, HTMLElement>();
  const head = make("tr", {}, make("td"), ...columns.map((column) => make("th", { scope: "col", class: column }, t(`pager.column.${column}`))));
  const body = figures.map(({ id }) => make("tr", { "data-figure": id }, make("th", { scope: "row" }, t(`pager.row.${id}`)),
    ...columns.map((column) => {
      const cell = make("td", { class: column, "data-rules": column });
      cells.set(`${column} ${id}`, cell);
      return cell;
    })));
  return {
    element: make("table", {}, make("caption", {}, t("pager.table")), make("thead", {}, head), make("tbody", {}, ...body)),
    show: (column, paging) => {
      for (const { id, of, text } of figures) {
        const cell = cells.get(`${column} ${id}`);
        const value = of(paging);
        if (!cell) continue;
        setAttributes(cell, { "data-value": value ?? "" });
        setText(cell, value === null ? "–" : text(value));
        if (column === "yours") cell.classList.toggle("changed", cell.textContent !== cells.get(`own ${id}`)?.textContent);
      }
    },
  };
}

/** The table, the rules' fields and their chart; what is set is judged at once. */
function laboratory(shift: Shift, own: Paging): HTMLElement[] {
  if (lab.shift !== shift) lab = { shift, rules: copy(own.rules) };
  const table = compareTable(["own", "workbook", "yours"]);
  table.show("own", own);
  table.show("workbook", engine.pager(own.workbook));
  const chart = labChart(shift);
  const known = [...own.workbook, ...own.rules].map(({ burn }) => burn);
  const list = make("div", { class: "rules" });
  let fields: RuleFields[] = [];
  const judge = () => {
    const paging = engine.pager(lab.rules);
    table.show("yours", paging);
    paging.rules.forEach((rule, i) => fields[i]?.outcome(outcomeOf(rule.fired)));
    chart.show(paging);
  };
  const build = () => {
    fields = lab.rules.map((rule, i) => ruleFields(rule, i, known, judge));
    list.replaceChildren(...fields.map(({ element }) => element));
    judge();
  };
  const take = (command: string, rules: Rule[]) => {
    const button = make("button", { type: "button", "data-pager": command }, t(`pager.${command}`));
    button.addEventListener("click", () => {
      lab.rules = copy(rules);
      build();
    });
    return button;
  };
  build();
  return [
    make("h4", { id: "pager-try" }, t("pager.try")), make("p", { class: "help" }, t("pager.try.what")), chart.element,
    make("div", { class: "lab" },
      make("div", { role: "group", "aria-labelledby": "pager-try" }, list,
        make("div", { class: "buttons" }, take("reset", own.rules), take("defaults", own.workbook))),
      make("div", {}, table.element, make("p", { class: "help" }, t("pager.false.what", { worth: format.percent(0.02), calm: format.minutes(10) })))),
  ];
}

function outcomeOf(fired: Paging["rules"][number]["fired"]): string {
  const first = fired[0];
  if (!first) return t("pager.silent");
  return t("pager.outcome", { time: format.clock(clockAt(first.step)), spent: format.percent(first.spent, 1) });
}

/** The burn rate with the lab's rules: their windows stand where they fire first. */
function labChart(shift: Shift): { element: HTMLElement; show: (paging: Paging) => void } {
  const host = make("div", { class: "picture" });
  let shown: Paging | null = null;
  let due = false;
  const draw = () => {
    due = false;
    if (shown && size.width > 0) host.replaceChildren(engine.chart(labOptions(shift, shown, { ...roomOf(host, size), height: 0 })));
  };
  const size = watchSize(host, draw);
  return {
    element: host,
    show: (paging) => {
      shown = paging;
      // A slider may move more than once a frame.
      if (!due) requestAnimationFrame(draw);
      due = true;
    },
  };
}

function labOptions(shift: Shift, paging: Paging, room: Parameters<typeof timelineOptions>[1]): ChartOptions {
  const alerts = paging.rules.flatMap((rule) => rule.fired.map(({ step }): ChartMarker =>
    ({ step, kind: rule.severity, text: t("alert.title", ruleArgs(rule)) })));
  return {
    ...timelineOptions(shift, room),
    height: chartHeight, label: t("pager.chart"), lanes: ["burn"], values: {}, last: state.last, position: state.last,
    thresholds: { burn: paging.rules.map(({ burn }) => ({ value: burn, label: format.threshold(burn) })) },
    windows: paging.rules.map((rule) => alertWindow(rule, rule.fired[0]?.step ?? state.last, rule.fired.length > 0)),
    markers: [...state.feed.filter(({ kind }) => !kind.startsWith("alert_")).map(marker), ...alerts],
  };
}
