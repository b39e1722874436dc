// The clock of the page: it decides when a simulated minute passes. It follows
// real time, never the frame rate, and stands still while the page is hidden.

import * as engine from "./engine";
import { emit, lookingBack, setMode, state, stepsPerMinute, type Speed } from "./state";

let timer = 0;
let due = 0; // performance.now() at which the next steps pass

/** The page shows a new step at most this often, ms; where steps pass faster, several pass at once. */
const shownMs = 80;

/** Real time of one step, ms: a simulated minute takes a second at 1×. */
const stepMs = () => 1000 / state.speed / stepsPerMinute();
const batch = () => Math.ceil(shownMs / stepMs());
const periodMs = () => batch() * stepMs();

/** Lets time pass. In the briefing it starts the shift; at the end of a replay it begins anew. */
export function play(): void {
  const shift = state.shift;
  if (!shift || state.playing || state.mode === "ended" || state.mode === "error") return;
  if (shift.mode === "replay" && state.step >= end()) show(state.loop?.from ?? 0);
  state.playing = true;
  setMode(shift.mode === "replay" ? "replay" : "running");
  if (lookingBack()) show(state.last);
  due = performance.now() + periodMs();
  schedule();
}

export function pause(): void {
  if (!state.playing) return;
  clearTimeout(timer);
  state.playing = false;
  setMode(state.mode === "running" ? "paused" : state.mode);
}

export function setSpeed(speed: Speed): void {
  // What is left of the current minute passes at the new speed.
  const left = Math.max(0, due - performance.now()) * (state.speed / speed);
  state.speed = speed;
  if (state.playing) {
    clearTimeout(timer);
    due = performance.now() + left;
    schedule();
  }
  emit("mode");
}

/** Pauses, and goes to the next whole minute. */
export function minuteOn(): void {
  goOn(stepsPerMinute() - (state.step % stepsPerMinute()));
}

/** Pauses, and lets so many steps pass. */
export function goOn(steps: number): void {
  if (!state.shift || state.mode === "error" || state.mode === "loading") return;
  pause();
  if (state.mode === "briefing") setMode("paused");
  if (state.shift.mode === "play" && !lookingBack() && state.mode !== "ended") compute(steps);
  else if (state.step < state.last) show(Math.min(state.step + steps, state.last), (steps * stepMs()) / 1000);
}

/** Pauses, and looks back to the whole minute before. */
export function minuteBack(): void {
  const over = state.step % stepsPerMinute();
  seek(state.step - (over > 0 ? over : stepsPerMinute()));
}

/** Pauses, and shows a step that has been computed. */
export function seek(step: number): void {
  pause();
  show(Math.max(0, Math.min(state.last, Math.round(step))));
}

function schedule(): void {
  timer = window.setTimeout(tick, Math.max(0, due - performance.now()));
}

function tick(): void {
  advance();
  if (!state.playing) return;
  const now = performance.now();
  due += periodMs();
  // A browser that slept owes nothing: what is missed is not made up for.
  if (due < now) due = now + periodMs();
  schedule();
}

/** The last step that a replay goes to. */
function end(): number {
  return Math.min(state.loop?.to ?? state.last, state.last);
}

function advance(): void {
  if (state.shift?.mode === "replay") {
    if (state.step < end()) show(Math.min(state.step + batch(), end()), periodMs() / 1000);
    else if (state.loop && state.playing) show(state.loop.from);
    if (!state.loop && state.step >= end()) pause();
    return;
  }
  compute(batch());
}

/** Computes the next steps of a shift in play, the first with what the player has set. */
function compute(steps: number): void {
  for (const [key, value] of state.pending) {
    const [control = "", target = ""] = key.split(":");
    try {
      engine.act(control, target, value);
    } catch (error) {
      reportRefusal(error instanceof Error ? error.message : String(error));
    }
  }
  state.pending.clear();
  const before = state.last;
  let frame: Float64Array | null = null;
  for (let next = engine.step(); next; next = state.last < before + steps ? engine.step() : null) {
    frame = next;
    state.last += 1;
  }
  if (frame) {
    state.feed.push(...engine.feed(before + 1));
    display(state.last, frame, ((state.last - before) * stepMs()) / 1000);
  }
  emit("pending");
  if (!frame || state.last >= (state.shift?.steps ?? 0)) finish();
}

function finish(): void {
  clearTimeout(timer);
  state.playing = false;
  state.feed = engine.feed(0); // now with what only hindsight knows
  setMode("ended");
}

function show(step: number, seconds = 0): void {
  const frame = engine.seek(step);
  if (frame) display(step, frame, seconds);
}

function display(step: number, frame: Float64Array, seconds: number): void {
  state.step = step;
  state.frame = frame;
  state.stepSeconds = seconds;
  emit("frame");
}

let reportRefusal: (text: string) => void = () => undefined;

/** Starts watching: a hidden page pauses. Refused actions are told to the callback. */
export function initPlay(refused: (text: string) => void): void {
  reportRefusal = refused;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
  });
}
