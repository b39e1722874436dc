// What the page shows, in one place. Views read it and are told when a part of it
// changed; only session.ts and play.ts write it.

import { seek, type Control, type FeedEntry, type Limits, type Notes, type Rule, type Scenario, type Shift } from "./engine";

/** What body[data-state] says. */
export type Mode = "loading" | "briefing" | "running" | "paused" | "replay" | "ended" | "error";

export const speeds = [1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

export interface State {
  mode: Mode;
  scenarios: Scenario[];
  limits: Limits;
  shift: Shift | null;
  columns: Map<string, number>; // reading code, "set:<control>", "set:<control>:<target>", "x:<extra>" -> place in a frame
  frame: Float64Array | null; // of the shown step
  step: number; // shown
  last: number; // computed
  playing: boolean;
  speed: Speed;
  stepSeconds: number; // real seconds in which the shown step passes; 0: it is there at once
  pending: Map<string, number>; // settingKey -> value that takes effect with the next step
  notes: Notes; // of the author, in order; some may be empty yet
  feed: FeedEntry[]; // all that is known, in order
  loop: { from: number; to: number } | null; // steps that a replay repeats
}

export const state: State = {
  mode: "loading", scenarios: [], limits: { notes: 0, noteBytes: 0 }, shift: null, columns: new Map(), frame: null, step: 0, last: 0,
  playing: false, speed: 1, stepSeconds: 0, pending: new Map(), notes: [], feed: [], loop: null,
};

/** language: the texts are in another one. mode: mode, playing or speed. shift: another shift is open. frame: another step is shown. pending: what takes effect next. notes: what the author wrote. */
export type Topic = "language" | "mode" | "shift" | "frame" | "pending" | "notes";

const listeners: Record<Topic, (() => void)[]> = { language: [], mode: [], shift: [], frame: [], pending: [], notes: [] };

/** Calls back whenever one of the topics changes. */
export function on(topics: Topic | Topic[], callback: () => void): void {
  for (const topic of [topics].flat()) listeners[topic].push(callback);
}

export function emit(topic: Topic): void {
  for (const callback of listeners[topic]) callback();
}

export function setMode(mode: Mode): void {
  state.mode = mode;
  emit("mode");
}

/** While time passes, pictures of numbers are drawn anew at most this often, ms: numbers change with every step. */
export const pictureMs = 200;

/** A number of a frame: a reading or an extra by its code, or a setting by "set:" and its key. */
export function readIn(frame: Float64Array | null, column: string): number {
  const at = state.columns.get(column) ?? state.columns.get(`x:${column}`);
  return at === undefined ? NaN : frame?.[at] ?? NaN;
}

/** The same of the shown step. */
export function read(column: string): number {
  return readIn(state.frame, column);
}

/** The same of a step that has been computed. */
export function readAt(step: number, column: string): number {
  return readIn(seek(step), column);
}

let sums = { shift: state.shift, of: new Map<string, number[]>() };

/** The sum of a column over the steps up to the shown one, the opening left out. */
export function sumSoFar(column: string): number {
  if (sums.shift !== state.shift) sums = { shift: state.shift, of: new Map() };
  const known = sums.of.get(column) ?? [0];
  sums.of.set(column, known);
  for (let step = known.length; step <= state.step; step++) known.push((known[step - 1] ?? 0) + readAt(step, column));
  return known[state.step] ?? 0;
}

/** What a setting is called: the control, and its target where it has targets. */
export function settingKey(control: string, target: string): string {
  return target === "" ? control : `${control}:${target}`;
}

/** The columns of a shift's frames, in order. */
export function columnNames(shift: Shift): string[] {
  return [
    ...shift.readings.map((r) => r.code),
    ...shift.controls.flatMap((c) => (c.targets ?? [""]).map((target) => `set:${settingKey(c.id, target)}`)),
    ...shift.extras.map((x) => `x:${x.code}`),
  ];
}

/** How many steps make a minute. */
export function stepsPerMinute(): number {
  return 60 / (state.shift?.scenario.stepSeconds ?? 60);
}

/** What controls and readings may be of, such as links. */
export function targets(): string[] {
  return state.shift?.controls.find((control) => control.targets)?.targets ?? [];
}

/** A link's capacity [bit/s]. */
export function capacityOf(link: string): number {
  return state.shift?.scenario.links?.find((l) => l.id === link)?.capacityBits ?? NaN;
}

/** The world of the open shift. */
export function world(): string {
  return state.shift?.scenario.world ?? "service";
}

/** Whether the shown step is an earlier one than the shift stands at. */
export function lookingBack(): boolean {
  return state.shift?.mode === "play" && state.step < state.last;
}

/** Whether the true load of the links may be shown: when nothing can be decided any more. */
export function truth(): boolean {
  const shift = state.shift;
  return state.mode === "ended" || (shift?.mode === "replay" && shift.lastStep >= shift.steps);
}

/** Whether the player can act now. */
export function canAct(): boolean {
  return (state.mode === "running" || state.mode === "paused" || state.mode === "briefing") && !lookingBack();
}

/** The time of day at a step, in minutes after midnight. */
export function clockAt(step: number): number {
  const scenario = state.shift?.scenario;
  return scenario ? scenario.clockMinutes + (step * scenario.stepSeconds) / 60 : 0;
}

export function constant(name: string): number {
  return state.shift?.scenario.constants[name] ?? NaN;
}

export function controlById(id: string): Control | undefined {
  return state.shift?.controls.find((c) => c.id === id);
}

/** The feed up to the shown step, in order, with the author's notes. */
export function shownFeed(): FeedEntry[] {
  const notes = state.notes.filter((note) => note.text.trim() !== "")
    .map((note): FeedEntry => ({ ...note, kind: "note", value: 0, rule: 0, hindsight: false }));
  const all = notes.length > 0 ? [...state.feed, ...notes].sort((a, b) => a.step - b.step) : state.feed;
  return all.filter((entry) => entry.step <= state.step);
}

export interface Firing { index: number; rule: Rule; since: number }

/** The alerts that are firing at a step, the shown one if no other is asked for. */
export function firing(step = state.step): Firing[] {
  const since = new Map<number, number>();
  for (const entry of state.feed) {
    if (entry.step > step) break;
    if (entry.kind === "alert_fired") since.set(entry.rule, entry.step);
    else if (entry.kind === "alert_cleared") since.delete(entry.rule);
  }
  const rules = state.shift?.scenario.rules ?? [];
  const list: Firing[] = [];
  for (const [index, step] of since) {
    const rule = rules[index];
    if (rule) list.push({ index, rule, since: step });
  }
  return list;
}
