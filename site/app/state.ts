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
  columns: Map<string, number>; // reading code, "set:<control>", "x:<extra>" -> place in a frame
  frame: Float64Array | null; // of the shown step
  step: number; // shown
  last: number; // computed
  playing: boolean;
  speed: Speed;
  stepSeconds: number; // real seconds in which the shown step passes; 0: it is there at once
  pending: Map<string, number>; // control -> value that takes effect with the next step
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

/** A number of the shown step: a reading by its code, "set:<control>" or "x:<extra>". */
export function read(column: string): number {
  const at = state.columns.get(column);
  return at === undefined ? NaN : state.frame?.[at] ?? NaN;
}

/** The same for a step that has been computed. */
export function readAt(step: number, column: string): number {
  const at = state.columns.get(column);
  return at === undefined ? NaN : seek(step)?.[at] ?? NaN;
}

/** The columns of a shift's frames, in order. */
export function columnNames(shift: Shift): string[] {
  return [
    ...shift.readings.map((r) => r.code),
    ...shift.controls.map((c) => `set:${c.id}`),
    ...shift.extras.map((x) => `x:${x.code}`),
  ];
}

/** Whether the shown step is an earlier one than the shift stands at. */
export function lookingBack(): boolean {
  return state.shift?.mode === "play" && state.step < state.last;
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

/** The alerts that are firing at the shown step. */
export function firing(): Firing[] {
  const since = new Map<number, number>();
  for (const entry of shownFeed()) {
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
