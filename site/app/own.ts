// The form of a service of one's own: every constant of the service world, its
// traffic, its events and its rules. It is a dialog that is made when it is opened.

import * as engine from "./engine";
import type { Own, OwnField } from "./engine";
import { byId, make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { has, loadLate, plural, t } from "./i18n";
import { asset } from "./load";
import { titleOf } from "./lobby";
import { curvePart } from "./owncurve";
import { clockOf, draft, kept, loadDraft, moveStart, saveDraft, startFrom, startFromShift, takeBefore } from "./owndraft";
import { boundsArgs, boundsOf, constantRow, numberRow, switchRow, textRow, valueText, type Row, type Spec } from "./ownfields";
import { deploysPart, flushesPart, rulesPart, type Part } from "./ownlists";
import { takeYAML, yamlButtons } from "./ownyaml";
import { openOwn, randomSeed } from "./session";
import { state, world } from "./state";

/** What a service is known by. These come first, the others are behind their groups. */
const main = ["base_per_second", "daily_swing", "hot_objects", "database_per_second", "service_seconds", "fleet_serving", "boot_minutes", "objective"];
/** What a traffic curve takes the place of. */
const ofTheWave = ["daily_swing", "daily_peak_minutes"];
const scenarioFirst = "bad-deploy";

let parts: Part[] = [];
const rows = () => parts.flatMap((part) => part.rows());

/** Opens the form with what the browser keeps, or with the open shift where that is to be edited. */
export async function openForm(edit: boolean): Promise<void> {
  await Promise.all([loadLate(), loadStyle()]);
  const known = loadDraft();
  if (edit && state.shift && world() === "service") startFromShift();
  else if (!known) startFrom(services().some((s) => s.id === state.shift?.scenario.id) ? state.shift?.scenario.id ?? scenarioFirst : scenarioFirst);
  const dialog = build();
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

const services = () => state.scenarios.filter((scenario) => scenario.world === "service");

/** Adds the form's style sheet, once, and waits for it. */
function loadStyle(): Promise<void> | undefined {
  if (document.getElementById("own-style")) return undefined;
  const link = make("link", { id: "own-style", rel: "stylesheet", href: asset("own.css") });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error("own.css did not load"));
    });
  });
}

function build(): HTMLDialogElement {
  const { fields, limits } = engine.ownFields();
  const lead = make("p", { class: "lead" }, t("own.lead"));
  const top = make("div", { class: "own-top" });
  const status = make("p", { class: "small", id: "own-status", role: "status" });
  const errors = make("div", { id: "own-errors", role: "alert" });
  const groups: (() => void)[] = [];
  const changed = () => {
    saveDraft();
    setText(status, t(kept ? "own.kept" : "own.unkept"));
    status.classList.toggle("wrong", !kept);
    if (errors.childElementCount > 0) sayErrors(errors);
    for (const show of groups) show();
  };
  const showAll = () => {
    for (const part of parts) part.show();
    changed();
    top.replaceChildren(startField(showAll), title.element, yaml, ...beforeStrip(showAll));
  };
  const yaml = make("div", { class: "buttons" }, ...yamlButtons(showAll, status));
  const curve = curvePart(showAll);
  const made = makeParts(fields, limits, curve, changed, showAll);
  const title = fieldsPart([textField("title", limits, changed)]);
  parts = [title, ...made.map(({ part }) => part)];
  const body = made.map(({ id, open, part }) => {
    if (open === undefined) return part.element;
    const group = details(id, part, open);
    groups.push(group.show);
    return group.element;
  });
  const play = make("button", { type: "button", class: "primary", id: "own-play" }, t("own.play"));
  const close = make("button", { type: "button", class: "quiet", "data-close": true, "aria-label": t("command.close"), title: t("command.close") }, "×");
  const dialog = make("dialog", { id: "own", class: "own", "aria-labelledby": "own-heading" },
    make("div", { class: "own-sheet" },
      make("header", {}, make("h2", { id: "own-heading" }, t("lobby.own")), close),
      make("div", { class: "own-body" }, lead, top, ...body),
      make("footer", {}, errors, make("div", { class: "buttons" }, play, status))));
  play.addEventListener("click", () => playDraft(dialog, errors));
  dialog.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // Beside the form, what is dropped is a record.
    event.preventDefault();
    event.stopPropagation();
    if (/\.ya?ml$/i.test(file.name)) void takeYAML(file, showAll, status);
    else void curve.take(file);
  });
  showAll();
  return dialog;
}

interface Group { id: string; open?: boolean; part: Part }

/** The parts of the form in order; those with a state are behind a summary. */
function makeParts(fields: OwnField[], limits: Record<string, number>, curve: Part, changed: () => void, showAll: () => void): Group[] {
  const of = (group: string) => fields.filter((field) => field.group === group && !main.includes(field.id)).map((field) => fieldRow(field, changed, showAll));
  const first = main.flatMap((id) => fields.filter((field) => field.id === id)).map((field) => fieldRow(field, changed, showAll));
  const events = [deploysPart(limits, changed), flushesPart(limits, changed)];
  const { own } = draft;
  return [
    { id: "main", part: fieldset("main", fieldsPart(first)) },
    { id: "curve", open: own.curve.length > 0, part: curve },
    { id: "events", open: own.deploys.length + own.flushes.length > 0, part: joined(events) },
    { id: "shift", open: false, part: fieldsPart([...of("shift"), textField("briefing", limits, changed)]) },
    ...["traffic", "cache", "requests", "fleet", "objective", "opening"].map((group) => ({ id: group, open: false, part: fieldsPart(of(group)) })),
    { id: "surge", open: false, part: surgePart(of("surge"), changed) },
    { id: "rules", open: false, part: rulesPart(limits, changed) },
    { id: "score", open: false, part: fieldsPart(scoreRows(limits, changed)) },
  ];
}

function fieldRow(field: OwnField, changed: () => void, showAll: () => void): Row {
  if (field.id === "clock_minutes") return constantRow(field, showAll, moveStart);
  const row = constantRow(field, changed);
  if (!ofTheWave.includes(field.id)) return row;
  const unused = make("p", { class: "small" });
  row.element.append(unused);
  return { ...row, show: () => {
    row.show();
    const curve = draft.own.curve.length > 0;
    setAttributes(row.input, { disabled: curve });
    setText(unused, curve ? t("own.curve.unused") : "");
  } };
}

function fieldsPart(list: Row[]): Part {
  return {
    element: make("div", { class: "own-fields" }, ...list.map((row) => row.element)), rows: () => list,
    show: () => {
      for (const row of list) row.show();
    },
  };
}

function joined(list: Part[]): Part {
  return {
    element: make("div", { class: "own-pair" }, ...list.map((part) => part.element)), rows: () => list.flatMap((part) => part.rows()),
    show: () => {
      for (const part of list) part.show();
    },
  };
}

function fieldset(id: string, part: Part): Part {
  return { ...part, element: make("fieldset", {}, make("legend", {}, t(`own.group.${id}`)), part.element) };
}

/** A part behind its name, which says how much of it differs from where the form started. */
function details(id: string, part: Part, open: boolean): { element: HTMLElement; show: () => void } {
  const count = make("span", { class: "count" });
  const element = make("details", { class: "own-group", "data-group": id, open },
    make("summary", {}, make("span", {}, t(`own.group.${id}`)), count), make("fieldset", {}, make("legend", { class: "unseen" }, t(`own.group.${id}`)), part.element));
  const show = () => {
    const n = differences(id, part);
    setText(count, n > 0 ? plural("own.changed", n, { n: format.number(n) }) : "");
  };
  return { element, show };
}

function differences(id: string, part: Part): number {
  const { own, base } = draft;
  const lists: Record<string, (o: Own) => unknown[]> = {
    curve: (o) => [o.curve], events: (o) => [o.deploys, o.flushes], rules: (o) => [o.rules], surge: (o) => [o.surge],
  };
  const [mine, theirs] = [lists[id]?.(own) ?? [], lists[id]?.(base) ?? []];
  return part.rows().filter((row) => row.element.classList.contains("changed")).length
    + (id === "surge" ? 0 : mine.filter((value, i) => JSON.stringify(value) !== JSON.stringify(theirs[i])).length);
}

function textField(id: "title" | "briefing", limits: Record<string, number>, changed: () => void): Row {
  const [label, help] = id === "title" ? [t("own.name"), t("own.name.help")] : [t("own.about"), t("own.about.help")];
  return textRow({
    id, label, help, changed, get: (own) => own[id],
    set: (own, text) => {
      own[id] = text;
    },
  }, limits[id] ?? 0, id === "title" ? 1 : 3);
}

/** The constants of the surge, which count only where there is one. */
function surgePart(list: Row[], changed: () => void): Part {
  const enable = () => {
    for (const row of list) setAttributes(row.input, { disabled: !draft.own.surge });
  };
  const onOff = switchRow({
    id: "surge", label: t("own.surge"), help: t("own.surge.help"), get: (own) => own.surge,
    set: (own, on) => {
      own.surge = on;
    },
    changed: () => {
      enable();
      changed();
    },
  });
  const part = fieldsPart([onOff, ...list]);
  return { ...part, rows: () => (draft.own.surge ? [onOff, ...list] : [onOff]), show: () => {
    part.show();
    enable();
  } };
}

function scoreRows(limits: Record<string, number>, changed: () => void): Row[] {
  const figures = { allowance: "share", parDollars: "dollars", p99TargetSeconds: "seconds" } as const;
  const ids = { allowance: "allowance", parDollars: "par_dollars", p99TargetSeconds: "p99_target_seconds" } as const;
  return (Object.keys(figures) as (keyof typeof figures)[]).map((key) => {
    const spec: Spec<number> = {
      id: ids[key], label: t(`own.field.${key}`), help: t(`own.field.${key}.help`), changed, get: (own) => own.score[key],
      set: (own, value) => {
        own.score[key] = value;
      },
    };
    return numberRow(spec, { unit: figures[key], min: 0, max: limits[key] ?? 0, positive: true, small: true });
  });
}

/** Where the form starts from. */
function startField(showAll: () => void): HTMLElement {
  const options = services().map((scenario) => make("option", { value: scenario.id }, titleOf(scenario)));
  if (draft.start === "") options.unshift(make("option", { value: "" }, t("own.start.open")));
  const select = make("select", { id: "own-start" }, ...options);
  select.value = draft.start;
  select.addEventListener("change", () => {
    startFrom(select.value);
    showAll();
    byId("own-start").focus();
  });
  return make("div", { class: "field-row" }, make("label", { for: "own-start" }, t("own.start")), make("div", { class: "entry" }, select));
}

/** The way back to what was in the form before something else took its place. */
function beforeStrip(showAll: () => void): HTMLElement[] {
  if (!draft.before) return [];
  const back = make("button", { type: "button", id: "own-before" }, t("own.before.back"));
  back.addEventListener("click", () => {
    takeBefore();
    showAll();
    byId("own-start").focus();
  });
  return [make("p", { class: "strip", role: "status" }, make("span", {}, t("own.before")), " ", back)];
}

/** Goes to a field, and opens the group that it is in. */
function goTo(row: Row): void {
  for (let group = row.input.closest("details"); group; group = group.parentElement?.closest("details") ?? null) group.open = true;
  row.input.focus();
  row.input.scrollIntoView({ block: "center" });
}

/** Shows what is wrong at each field, and lists the fields where they are asked for; returns the first. */
function sayErrors(errors: HTMLElement): Row | undefined {
  const wrong = rows().map((row) => ({ row, problem: row.check() })).filter(({ problem }) => problem !== "");
  for (const { row, problem } of wrong) row.say(problem);
  list(errors, wrong.map(({ row }) => row));
  return wrong[0]?.row;
}

function list(errors: HTMLElement, wrong: Row[]): void {
  const links = wrong.map((row) => {
    const button = make("button", { type: "button", class: "link" }, row.label);
    button.addEventListener("click", () => goTo(row));
    return make("li", {}, button);
  });
  errors.replaceChildren(...(wrong.length === 0 ? [] : [make("p", {}, plural("own.errors", wrong.length, { n: format.number(wrong.length) })), make("ul", {}, ...links)]));
}

/** Plays what is in the form, or goes to the first field that stands in the way. */
function playDraft(dialog: HTMLDialogElement, errors: HTMLElement): void {
  const first = sayErrors(errors);
  if (first) return goTo(first);
  try {
    openOwn(structuredClone(draft.own), state.shift?.seed ?? randomSeed());
  } catch (error) {
    if (!(error instanceof engine.Refused) || error.reason !== "own") throw error;
    return refuse(error, errors);
  }
  dialog.close();
  byId("start").focus();
}

/** Shows the engine's refusal at the field that it is about. */
function refuse({ args, message }: engine.Refused, errors: HTMLElement): void {
  const row = rows().find((r) => r.id === args.field);
  const text = refusalText(args, message);
  if (!row) return errors.replaceChildren(make("p", {}, text));
  row.say(text);
  list(errors, [row]);
  goTo(row);
}

function refusalText(args: Record<string, string>, message: string): string {
  const key = `own.error.${args.reason}`;
  const [value, max] = [Number(args.value), Number(args.max)];
  const { fields } = engine.ownFields();
  if (args.reason === "twice") return t(key, { time: format.clock(clockOf(value)) });
  if (args.reason === "range" && (args.field === "deploys" || args.field === "flushes")) {
    return t("own.error.outside", { from: format.clock(clockOf(0)), to: format.clock(clockOf(max)) });
  }
  const other = fields.find((field) => field.id === args.detail);
  if (args.reason === "above" && other) return t(key, { other: t(`own.field.${other.id}`), max: valueText(boundsOf(other), max) });
  const field = fields.find((f) => f.id === args.field);
  const bounds = field ? boundsArgs(boundsOf(field)) : { min: format.upTo(Number(args.min), 6), max: format.upTo(max, 6), step: format.upTo(Number(args.step), 6) };
  return has(key) ? t(key, { ...bounds, value: format.upTo(value, 6) }) : message;
}
