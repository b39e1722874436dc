// The fields of the form: a number, a time of day, a switch or a text each, with
// its unit, bounds, what it does, and what is wrong with it.

import type { Own, OwnField } from "./engine";
import { make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { has, t } from "./i18n";
import { draft } from "./owndraft";

/** One field. */
export interface Row {
  id: string; // what the engine's refusals call it
  label: string;
  element: HTMLElement;
  input: HTMLElement; // what takes the focus
  /** Shows the draft's value, and whether it differs from where the draft started. */
  show: () => void;
  /** What is wrong with what stands in the field; empty where nothing is. */
  check: () => string;
  /** Shows what is wrong. */
  say: (problem: string) => void;
}

/** What a field is about. */
export interface Spec<Value> {
  id: string;
  name?: string; // of the input, where several have one id
  label: string;
  get: (own: Own) => Value;
  set: (own: Own, value: Value) => void;
  changed: () => void;
  help?: string;
  listed?: boolean; // in a list: nothing to compare it with
}

/** What a number must be, in the engine's unit. */
export interface Bounds { unit: string; min: number; max: number; whole?: boolean; step?: number; positive?: boolean; small?: boolean }

/** How a unit is written in the form: shares in percent, short times in milliseconds. */
function writing({ unit, small }: Bounds): { unit: string; factor: number } {
  if (unit === "share") return { unit: "percent", factor: 100 };
  if (unit === "seconds" && small) return { unit: "milliseconds", factor: 1000 };
  return { unit, factor: 1 };
}

// 0.1 + 0.2 is not to stand in a field: twelve digits are what people type.
const rounded = (value: number) => Number(value.toPrecision(12));

/** A value of a field with its unit, as text. */
export function valueText(bounds: Bounds, value: number): string {
  if (bounds.unit === "clock") return format.clock(value);
  if (bounds.unit === "flag") return t(value >= 0.5 ? "unit.on" : "unit.off");
  const { unit, factor } = writing(bounds);
  return `${format.upTo(rounded(value * factor), 6)} ${unitText(unit)}`.trim();
}

function unitText(unit: string): string {
  const key = `own.unit.${unit}`;
  return has(key) ? t(key) : "";
}

/** The bounds of a number, as a text of the page has them. */
export function boundsArgs(bounds: Bounds): { min: string; max: string; step: string } {
  const { factor } = writing(bounds);
  const text = (value: number) => format.upTo(rounded(value * factor), 6);
  return { min: text(bounds.min), max: text(bounds.max), step: text(bounds.step ?? 0) };
}

/** What the engine's description of a constant makes of it. */
export function boundsOf(field: OwnField): Bounds {
  const clock = field.id === "clock_minutes" || field.id === "daily_peak_minutes";
  return { ...field, unit: clock ? "clock" : field.unit, small: field.default < 1 };
}

/** The field of a constant. */
export function constantRow(field: OwnField, changed: () => void, set?: (value: number) => void): Row {
  const bounds = boundsOf(field);
  const spec: Spec<number> = {
    id: field.id, label: t(`own.field.${field.id}`), help: t(`own.field.${field.id}.help`), changed,
    get: (own) => own.constants[field.id] ?? field.default,
    set: (own, value) => {
      if (set) set(value);
      else own.constants[field.id] = value;
    },
  };
  if (bounds.unit === "flag") return switchRow({ ...spec, get: (own) => spec.get(own) >= 0.5, set: (own, on) => spec.set(own, on ? 1 : 0) });
  return bounds.unit === "clock" ? timeRow(spec, (minutes) => minutes, (minutes) => minutes) : numberRow(spec, bounds);
}

/** A field for a number. */
export function numberRow(spec: Spec<number>, bounds: Bounds): Row {
  const { unit, factor } = writing(bounds);
  const { min, max, step } = boundsArgs(bounds);
  const input = make("input", {
    type: "number", inputmode: bounds.min < 0 ? "text" : bounds.whole && factor === 1 ? "numeric" : "decimal",
    min: rounded(bounds.min * factor), max: rounded(bounds.max * factor), step: bounds.step || (bounds.whole && factor === 1 ? 1 : "any"),
  });
  const check = () => {
    const value = input.valueAsNumber;
    if (Number.isNaN(value)) return t("own.error.number");
    const [low, high] = [rounded(bounds.min * factor), rounded(bounds.max * factor)];
    if (bounds.positive && !(value > 0 && value <= high)) return t("own.error.positive", { max });
    if (value < low || value > high) return t("own.error.range", { min, max });
    if (bounds.whole && !Number.isInteger(rounded(value / factor))) return t("own.error.whole");
    return bounds.step && (value - bounds.min) % bounds.step !== 0 ? t("own.error.grid", { min, step }) : "";
  };
  return row(spec, input, {
    check, text: (value) => String(rounded(value * factor)), value: () => rounded(input.valueAsNumber / factor), said: (value) => valueText(bounds, value),
  }, unitText(unit), bounds.positive ? t("own.bounds.above", { max }) : t("own.bounds", { min, max }));
}

/** The digits that people type in the languages of the page, as those of a program. */
function plainDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x0660) % 16));
}

/** A time of day that somebody typed, in minutes after midnight; NaN where it is none. */
function parseTime(text: string): number {
  const match = /^(\d{1,2})[:.h]?(\d{2})$/.exec(plainDigits(text.trim()));
  const [hours, minutes] = [Number(match?.[1]), Number(match?.[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : NaN;
}

const two = (value: number) => String(Math.floor(value)).padStart(2, "0");

/** A field for a time of day. toClock and fromClock say which one a value is; a problem of the value itself comes from wrong. */
export function timeRow(spec: Spec<number>, toClock: (value: number) => number, fromClock: (clock: number) => number, wrong: (value: number) => string = () => ""): Row {
  const input = make("input", { type: "text", inputmode: "text", size: 5, maxlength: 5, autocomplete: "off", placeholder: t("own.unit.clock") });
  const value = () => fromClock(parseTime(input.value));
  const check = () => (Number.isNaN(parseTime(input.value)) ? t("own.error.time") : wrong(value()));
  const text = (minutes: number) => `${two(toClock(minutes) / 60)}:${two(toClock(minutes) % 60)}`;
  return row(spec, input, { whole: true, check, text, value, said: (minutes) => format.clock(toClock(minutes)) }, "", "");
}

/** A field for a text of one line, at most so many bytes. */
export function textRow(spec: Spec<string>, bytes: number, lines: number): Row {
  const input = lines > 1 ? make("textarea", { rows: lines }) : make("input", { type: "text", inputmode: "text", autocomplete: "off" });
  const value = () => input.value.replace(/\s+/g, " ").trim();
  const check = () => {
    const length = new TextEncoder().encode(value()).length;
    return length > bytes ? t("own.error.long", { value: format.number(length), max: format.number(bytes) }) : "";
  };
  const made = row({ ...spec, listed: true }, input, { check, text: (text) => text, value, said: (text) => text }, "", "");
  made.element.classList.add("wide");
  return made;
}

/** A field that is on or off. */
export function switchRow(spec: Spec<boolean>): Row {
  const input = make("input", { type: "checkbox", role: "switch" });
  const made = row(spec, input, {
    check: () => "", value: () => input.checked, said: (on) => t(on ? "unit.on" : "unit.off"),
    text: (on) => {
      input.checked = on;
      return "on";
    },
  }, "", "");
  made.element.classList.add("switched");
  return made;
}

/** How an input stands for a value; a part of a whole one may be another value, and is not taken while it is typed. */
interface Reading<Value> { whole?: boolean; check: () => string; text: (value: Value) => string; value: () => Value; said: (value: Value) => string }

function row<Value>(spec: Spec<Value>, input: HTMLInputElement | HTMLTextAreaElement, { whole, check, text, value, said }: Reading<Value>, unit: string, bounds: string): Row {
  const id = `own-${spec.name ?? spec.id}`;
  const error = make("p", { class: "wrong", id: `${id}-error` });
  const help = make("p", { class: "help", id: `${id}-help` }, make("span", { class: "bounds" }, bounds), bounds && spec.help ? " · " : "", spec.help ?? "");
  const back = make("button", { type: "button", class: "link back", hidden: true });
  setAttributes(input, { id, "data-own": spec.name ?? spec.id, "aria-describedby": `${id}-error ${id}-help` });
  const element = make("div", { class: "field-row" },
    make("label", { for: id }, spec.label), make("div", { class: "entry" }, input, make("span", { class: "unit", "aria-hidden": "true" }, unit)), error, help, back);
  const say = (problem: string) => {
    setText(error, problem);
    setAttributes(input, { "aria-invalid": problem !== "" && "true" });
  };
  const mark = () => {
    if (spec.listed) return;
    const from = spec.get(draft.base);
    const differs = spec.get(draft.own) !== from;
    element.classList.toggle("changed", differs);
    back.hidden = !differs;
    setText(back, t("own.back", { value: said(from) }));
    setAttributes(back, { "aria-label": t("own.back.label", { label: spec.label, value: said(from) }) });
  };
  const show = () => {
    input.value = text(spec.get(draft.own));
    say("");
    mark();
  };
  const take = () => {
    if (check() !== "") return;
    say("");
    spec.set(draft.own, value());
    mark();
    spec.changed();
  };
  if (!whole) input.addEventListener("input", take);
  input.addEventListener("change", () => {
    const problem = check();
    say(problem);
    if (problem !== "") return;
    if (whole) take();
    show();
  });
  back.addEventListener("click", () => {
    spec.set(draft.own, spec.get(draft.base));
    show();
    spec.changed();
    input.focus();
  });
  return { id: spec.id, label: spec.label, element, input, show, check, say };
}
