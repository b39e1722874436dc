// Which shift is open: a new one, one from a link, one taken over. It also keeps
// the address in step, so that a reload opens the same shift again.

import * as engine from "./engine";
import { pause } from "./play";
import { t } from "./i18n";
import { columnNames, emit, setMode, state, world } from "./state";
import { keep, recall } from "./store";

const scenarioFirst = "bad-deploy";
/** In the address, the service that this browser keeps. */
const own = "own";
const ownKey = "own-open";
const seedMax = 0xffffffff;

/** The fragment's parts. Everything that a link says is in it; no server sees it. */
export interface Fragment { scenario?: string; seed?: string; record?: string; at?: string; embed: boolean; language?: string }

export function parseFragment(hash: string): Fragment {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name: string) => parts.get(name) ?? undefined;
  const fragment: Fragment = { embed: parts.get("embed") === "1" };
  const [scenario, seed, record, at, language] = [get("s"), get("seed"), get("r"), get("t"), get("lang")];
  if (scenario !== undefined) fragment.scenario = scenario;
  if (seed !== undefined) fragment.seed = seed;
  if (record !== undefined) fragment.record = record;
  if (at !== undefined) fragment.at = at;
  if (language !== undefined) fragment.language = language;
  return fragment;
}

/** A seed that nobody chose. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** Opens what the address says; without anything in it, the first scenario. Throws what is refused. */
export function openAddress(): void {
  const fragment = parseFragment(location.hash);
  if (fragment.record !== undefined) openLink(fragment);
  else {
    const seed = fragment.seed === undefined ? randomSeed() : parseSeed(fragment.seed);
    if (fragment.scenario === own) openOwn(keptOwn(), seed);
    else openScenario(fragment.scenario ?? scenarioFirst, seed);
  }
}

/** Reads a seed that somebody typed. Throws where it is none. */
export function parseSeed(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text.trim()) || value > seedMax) throw new engine.Refused("seed", {}, t("refusal.seed"));
  return value;
}

/** Opens a shift that is still to be played, and shows its briefing. */
export function openScenario(id: string, seed: number): void {
  adopt(engine.open({ scenario: id, seed }));
  setAddress(addressOf(id, seed));
  setMode("briefing");
}

/** Opens a shift on a service of somebody's own, and keeps that for a reload. Throws what is refused. */
export function openOwn(service: engine.Own, seed: number): void {
  adopt(engine.open({ own: service, seed }));
  keepOwn(service, seed);
  setMode("briefing");
}

function keepOwn(service: engine.Own, seed: number): void {
  keep(ownKey, JSON.stringify(service));
  setAddress(addressOf(own, seed));
}

function keptOwn(): engine.Own {
  try {
    const kept = JSON.parse(recall(ownKey) ?? "null") as engine.Own | null;
    if (kept !== null) return kept;
  } catch (error) {
    console.warn("the kept service cannot be read", error);
  }
  throw new engine.Refused("no_own", {}, "");
}

/** The fragment of a shift still to be played; what belongs to the view stays. */
function addressOf(id: string, seed: number): string {
  const parts = new URLSearchParams(location.hash.replace(/^#/, ""));
  const view = ["embed", "lang"].map((name) => (parts.has(name) ? `&${name}=${encodeURIComponent(parts.get(name) ?? "")}` : ""));
  return `#s=${encodeURIComponent(id)}&seed=${seed}${view.join("")}`;
}

function openLink(fragment: Fragment): void {
  const shift = engine.open({ link: `r=${fragment.record ?? ""}` });
  const range = parseRange(fragment.at, shift);
  adopt({ ...shift, step: range?.from ?? 0 });
  state.loop = range && range.to > range.from ? range : null;
  setMode("replay");
}

/** Opens a record that was saved as a file, in base64. Throws what is refused. */
export function openFile(base64: string): void {
  adopt({ ...engine.open({ file: base64 }), step: 0 });
  setMode("replay");
}

/** Goes on with a shift that was kept, and with what was set and had not taken effect. Throws what is refused. */
export function openSaved(kept: { link: string } | { file: string }, pending: [string, number][]): void {
  const shift = engine.open({ ...kept, resume: true });
  adopt(shift);
  for (const [key, value] of pending) state.pending.set(key, value);
  emit("pending");
  setMode(shift.lastStep < shift.steps ? "paused" : "ended");
}

/** t=37 or t=37-52, in minutes, as steps of the shift. */
function parseRange(text: string | undefined, shift: engine.Shift): { from: number; to: number } | null {
  const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(text ?? "");
  if (!match) return null;
  const steps = (minutes: string) => Math.min(shift.lastStep, Math.round((Number(minutes) * 60) / shift.scenario.stepSeconds));
  const from = steps(match[1] ?? "0");
  return { from, to: match[2] === undefined ? from : steps(match[2]) };
}

/** Whether a shift is one that the site has, and no service of somebody's own. */
function shipped(id: string | undefined): id is string {
  return state.scenarios.some((s) => s.id === id);
}

/** Goes on as the player from the shown step of a replay. A reload opens the same scenario and seed. */
export function takeOver(): void {
  pause();
  const shift = engine.open({ takeover: state.step });
  adopt(shift);
  if (shipped(shift.scenario.id)) setAddress(addressOf(shift.scenario.id, shift.seed));
  else if (world() === "service") keepOwn(engine.ownForm(), shift.seed);
  setMode("paused");
}

/** The same scenario again, or the same service of whoever made it. */
export function again(seed: number): void {
  const id = state.shift?.scenario.id;
  if (shipped(id)) openScenario(id, seed);
  else if (state.shift && world() === "service") openOwn(engine.ownForm(), seed);
  else openScenario(scenarioFirst, seed);
}

function adopt(shift: engine.Shift): void {
  pause();
  state.shift = shift;
  state.columns = new Map(columnNames(shift).map((name, at) => [name, at]));
  state.last = shift.lastStep;
  state.step = shift.step;
  state.frame = engine.seek(shift.step);
  state.stepSeconds = 0;
  state.pending.clear();
  state.feed = engine.feed(0);
  state.loop = null;
  emit("shift");
  emit("frame");
  emit("pending");
}

/** The address of what is shown, outside of another page. */
export function fullAddress(): string {
  return location.href.replace(/&embed=1(?=&|$)/, "");
}

let ownAddress = "";

function setAddress(hash: string): void {
  ownAddress = hash;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** Notes in the address how to show what is open. */
export function setAddressPart(name: string, value: string): void {
  const parts = location.hash.replace(/^#/, "").split("&").filter((part) => part !== "" && !part.startsWith(`${name}=`));
  setAddress(`#${[...parts, `${name}=${encodeURIComponent(value)}`].join("&")}`);
}

/** Calls back when somebody else, such as the user, changed the fragment. */
export function onAddressChange(callback: () => void): void {
  window.addEventListener("hashchange", () => {
    if (location.hash !== ownAddress) callback();
  });
}
