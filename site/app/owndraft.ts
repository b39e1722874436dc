// The service in the form: what is typed, where it started from, and what was in
// the form before. It is kept in the browser with every change.

import * as engine from "./engine";
import type { Own } from "./engine";
import { keep, recall } from "./store";

/** What is kept. start is the id of a scenario, or empty where opened is what the form started from. */
interface Kept { start: string; own: Own; opened?: Own }

export const draft = {
  start: "",
  own: {} as Own,
  base: {} as Own, // what it started from
  before: null as Kept | null, // what the form had before that
};

const key = "own";

/** Whether the browser had the draft when it was kept last. */
export let kept = false;

/** Keeps the draft. */
export function saveDraft(): void {
  const text = JSON.stringify({ ...current(), before: draft.before ?? undefined });
  keep(key, text);
  kept = recall(key) === text;
}

function current(): Kept {
  const { start, own, base } = draft;
  return start === "" ? { start, own, opened: base } : { start, own };
}

/** Brings back the draft that the browser keeps; false where there is none that can be read. */
export function loadDraft(): boolean {
  try {
    const found = JSON.parse(recall(key) ?? "null") as (Kept & { before?: Kept }) | null;
    if (found === null) return false;
    put(found);
    draft.before = found.before ?? null;
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function put({ start, own, opened }: Kept): void {
  const base = opened ?? engine.ownForm(start);
  // A constant that is new in this version has the value that the form starts from.
  Object.assign(draft, { start, base, own: { ...base, ...own, constants: { ...base.constants, ...own.constants } } });
}

/** Fills the form from a scenario. Title and briefing stay. */
export function startFrom(id: string): void {
  const { title, briefing } = draft.own;
  const base = engine.ownForm(id);
  replace({ start: id, own: { ...structuredClone(base), title: title || base.title, briefing: briefing || base.briefing } });
}

/** Fills the form from the open shift. */
export function startFromShift(): void {
  const base = engine.ownForm();
  replace({ start: "", own: structuredClone(base), opened: base });
}

/** Fills the form from a file; what differs from the scenario that it stands beside stays marked. */
export function take(own: Own): void {
  replace({ ...current(), own });
}

/** Puts another service into the form, and lays what was in it aside. */
function replace(next: Kept): void {
  if (edited()) draft.before = structuredClone(current());
  put(next);
  saveDraft();
}

/** Whether anybody has put something of their own into the form. */
function edited(): boolean {
  return draft.own.constants !== undefined && JSON.stringify(draft.own) !== JSON.stringify(draft.base);
}

/** Takes what was in the form before; what is in it now can be taken back in turn. */
export function takeBefore(): void {
  const { before } = draft;
  if (!before) return;
  draft.before = structuredClone(current());
  put(before);
  saveDraft();
}

/** The time of day of a minute of the shift, in minutes after midnight. */
export function clockOf(minute: number): number {
  return ((draft.own.constants.clock_minutes ?? 0) + minute) % 1440;
}

/** Moves the shift's start; events keep their time of day where the shift still has it. */
export function moveStart(clockMinutes: number): void {
  const { constants, deploys, flushes } = draft.own;
  const later = clockMinutes - (constants.clock_minutes ?? 0);
  constants.clock_minutes = clockMinutes;
  const moved = (minute: number) => {
    const at = (minute - later + 2880) % 1440;
    return at >= 1 && at <= (constants.minutes ?? 0) ? at : minute;
  };
  for (const deploy of deploys) deploy.minute = moved(deploy.minute);
  draft.own.flushes = flushes.map(moved);
}
