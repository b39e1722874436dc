// The last shift, kept in the browser minute by minute, so that a reload or a
// crash loses nothing. It is kept as the link that sharing would give, or as the
// file where a link may leave something out, with what has been set and has not
// taken effect yet.

import * as engine from "./engine";
import type { Scenario } from "./engine";
import { byId, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { titleOf } from "./lobby";
import { writtenNotes } from "./notes";
import { openSaved } from "./session";
import { on, state, stepsPerMinute } from "./state";
import { forget, keep, recall } from "./store";

type Briefly = Pick<Scenario, "id" | "title" | "clockMinutes" | "stepSeconds">;

interface Saved {
  link?: string;
  file?: string; // in place of the link, which may leave points of a traffic curve out
  own?: Briefly; // of a shift that the site does not list
  scenario: string; seed: number; step: number; pending: [string, number][];
}

const key = "shift";

/** Keeps what is played, and offers in the briefing to go on with it; what cannot be opened is told to the callback. */
export function initSaved(refused: (error: unknown) => void): void {
  byId("resume").addEventListener("click", () => {
    const saved = load();
    try {
      if (saved) openSaved(saved.file === undefined ? { link: saved.link ?? "" } : { file: saved.file }, saved.pending);
    } catch (error) {
      forget(key);
      refused(error);
    }
  });
  on("frame", () => {
    if (state.step === state.last && state.stepSeconds > 0) saveMinute();
  });
  on(["pending", "notes"], () => {
    // While time passes, what has taken effect is kept with its minute.
    if (!state.playing || state.pending.size > 0) save();
  });
  on("mode", () => {
    if (state.mode === "briefing") offer();
    else if (!state.playing) save();
  });
}

let savedMinute = -1;

/** Keeps what is played where another minute has begun: steps may be much shorter. */
function saveMinute(): void {
  const minute = Math.floor(state.last / stepsPerMinute());
  if (minute !== savedMinute) save();
  savedMinute = minute;
}

function save(): void {
  const { shift, last } = state;
  // What is only being looked at, and what has not begun, replaces nothing.
  if (shift?.mode !== "play" || last === 0) return;
  const { id, title, clockMinutes, stepSeconds } = shift.scenario;
  const played = id === "" ? { file: engine.file(writtenNotes()), own: { id, title, clockMinutes, stepSeconds } } : { link: engine.link(writtenNotes()).fragment };
  const saved: Saved = { ...played, scenario: id, seed: shift.seed, step: last, pending: [...state.pending] };
  keep(key, JSON.stringify(saved));
}

function load(): Saved | null {
  try {
    const saved = JSON.parse(recall(key) ?? "null") as Partial<Saved> | null;
    const whole = typeof (saved?.file ?? saved?.link) === "string" && typeof saved?.scenario === "string"
      && typeof saved.seed === "number" && typeof saved.step === "number" && Array.isArray(saved.pending);
    return whole ? (saved as Saved) : null;
  } catch {
    return null;
  }
}

function offer(): void {
  const saved = load();
  const scenario = saved?.own ?? state.scenarios.find((s) => s.id === saved?.scenario);
  const offered = saved !== null && scenario !== undefined;
  byId("saved").hidden = !offered;
  if (!offered) return;
  const time = format.clock(scenario.clockMinutes + (saved.step * scenario.stepSeconds) / 60);
  setText(byId("saved-text"), t("saved.text", { title: titleOf(scenario), seed: format.seed(saved.seed), time }));
}
