// The timeline: the charts on one time axis with what happened and what was done,
// the crosshair, and the scrubber on their axis.

import * as engine from "./engine";
import type { AlertWindow, ChartMarker, ChartOptions, FeedEntry, Rule } from "./engine";
import { byId, setAttributes, setText, watchSize, type Size } from "./dom";
import { describe, ruleArgs } from "./feed";
import * as format from "./format";
import { rightToLeft, t } from "./i18n";
import { lanesOf, type Lanes } from "./lanes";
import { writtenNotes } from "./notes";
import { seek } from "./play";
import { clockAt, firing, lookingBack, on, pictureMs, readIn, state, stepsPerMinute } from "./state";

let cursor = -1; // the step under the pointer
let drawn = ""; // the options of the chart on the page
let placed = ""; // the geometry that the scrubber follows
let size: Size = { width: 0, height: 0 };
let room: Room = { width: 0, height: 0, fontSize: 12 };

/** What a timeline may take; of height 0 it takes what it likes. */
interface Room extends Size { fontSize: number }

export function initTimeline(): void {
  const scrub = byId<HTMLInputElement>("scrub");
  scrub.addEventListener("input", () => {
    seek(Number(scrub.value));
    // The future of a shift in play cannot be looked at.
    scrub.value = String(state.step);
  });
  byId("now").addEventListener("click", () => seek(state.last));
  on("shift", () => setAttributes(scrub, { max: state.shift?.steps ?? 0 }));
  on(["frame", "mode", "notes"], update);
  const host = byId("chart");
  size = watchSize(host, () => {
    room = roomOf(host, size);
    draw();
  });
  listenToPointer(host);
}

/** Pointing shows a minute's values; pressing goes there. */
function listenToPointer(host: HTMLElement): void {
  const at = (event: PointerEvent): number => {
    const svg = host.firstElementChild;
    const [left, right] = [Number(svg?.getAttribute("data-left")), Number(svg?.getAttribute("data-right"))];
    const share = (event.clientX - host.getBoundingClientRect().left - left) / (right - left);
    return share < -0.02 || share > 1.02 ? -1 : Math.max(0, Math.min(state.last, Math.round(share * (state.shift?.steps ?? 0))));
  };
  const point = (step: number) => {
    if (step === cursor) return;
    cursor = step;
    draw();
  };
  host.addEventListener("pointermove", (event) => {
    point(at(event));
    if (event.buttons === 1 && event.pointerType === "mouse" && cursor >= 0) seek(cursor);
  });
  host.addEventListener("pointerleave", () => point(-1));
  host.addEventListener("click", (event) => {
    const step = at(event as PointerEvent);
    if (step >= 0) seek(step);
  });
}

function update(): void {
  const shift = state.shift;
  if (!shift) return;
  const scrub = byId<HTMLInputElement>("scrub");
  scrub.value = String(state.step);
  scrub.style.setProperty("--share", String(state.step / Math.max(1, shift.steps)));
  setAttributes(scrub, {
    "aria-valuetext": t("scrub.value", {
      time: format.clock(clockAt(state.step)), minute: format.upTo(state.step / stepsPerMinute(), 1), minutes: format.upTo(shift.steps / stepsPerMinute(), 1),
    }),
  });
  const past = lookingBack() && state.mode !== "ended";
  byId("past").hidden = !past;
  if (past) setText(byId("past-text"), t("past.shown", { time: format.clock(clockAt(state.step)) }));
  draw();
}

let drawnAt = 0; // performance.now()

/** Draws the chart where it is in sight and shows something else than it should. */
export function draw(): void {
  if (!state.shift || room.width === 0) return;
  const now = performance.now();
  // A pause draws what is still missing then.
  if (state.playing && now < drawnAt + pictureMs) return;
  drawnAt = now;
  const chosen = timelineOptions(state.shift, room, cursor);
  const wanted = JSON.stringify(chosen);
  if (wanted === drawn) return;
  drawn = wanted;
  const svg = engine.chart(chosen);
  byId("chart").replaceChildren(svg);
  const geometry = ["data-left", "data-right", "height"].map((name) => svg.getAttribute(name)).join();
  if (geometry === placed) return;
  placed = geometry;
  const place = engine.chartLayout(chosen);
  const scrubber = byId("scrubber");
  scrubber.style.setProperty("--plot-left", `${place.left}px`);
  scrubber.style.setProperty("--plot-right", `${place.width - place.right}px`);
  scrubber.style.setProperty("--axis", `${place.axis}px`);
}

/** The room that an element offers: a panel that scrolls lets the lanes have the height that they like. */
export function roomOf(host: HTMLElement, { width, height }: Size): Room {
  const style = getComputedStyle(host);
  const own = parseFloat(style.fontSize) || 12;
  // A little smaller where that lets names stand beside their lanes.
  const beside = width / 50;
  return { width, height: style.overflowY === "hidden" ? height : 0, fontSize: beside >= own * 0.85 ? Math.min(own, beside) : own };
}

/** Lanes that are luxuries stay where there is so many times the least room. */
const roomy = 1.5;

let fitting = { key: "", lanes: [] as string[] };

/** The lanes that there is room for. */
function fit(options: ChartOptions, { spare, luxuries }: Lanes): string[] {
  const key = [options.width, options.height, options.fontSize, ...options.lanes].join();
  if (fitting.key === key) return fitting.lanes;
  let chosen = options.lanes;
  for (const [i, id] of spare.entries()) {
    const height = (options.height ?? 0) / (i < luxuries ? roomy : 1);
    if (engine.chartLayout({ ...options, height, lanes: chosen }).height <= height) break;
    chosen = chosen.filter((lane) => lane !== id);
  }
  fitting = { key, lanes: chosen };
  return chosen;
}

/** What a timeline of a shift shows. */
export function timelineOptions(shift: engine.Shift, { width, height, fontSize }: Room, cursor = -1): ChartOptions {
  const labels: Record<string, string> = { happened: t("chart.happened"), done: t("chart.done") };
  const values: Record<string, string> = {};
  const at = cursor >= 0 ? cursor : state.step;
  const fires = new Set(firing(at).map(({ index }) => index));
  const frame = at === state.step ? state.frame : engine.seek(at);
  const world = lanesOf(shift);
  const { lanes, groups, thresholds } = world;
  for (const [id, lane] of Object.entries(lanes)) {
    labels[id] = lane.label;
    values[id] = lane.value((code) => readIn(frame, code));
  }
  const options: ChartOptions = {
    width, height, fontSize, rtl: rightToLeft(), label: t("region.charts"),
    lanes: Object.keys(lanes), groups, labels, values, thresholds,
    windows: shift.scenario.rules.map((rule, i) => alertWindow(rule, at, fires.has(i))),
    steps: shift.steps, stepSeconds: shift.scenario.stepSeconds, clockMinutes: shift.scenario.clockMinutes, digits: format.digits(),
    last: state.last, position: state.step, cursor,
    markers: [...state.feed.map(marker), ...writtenNotes().map((note): ChartMarker => ({ ...note, kind: "note" }))],
    ...(state.loop ? { range: [state.loop.from, state.loop.to] } : {}),
  };
  return height > 0 ? { ...options, lanes: fit(options, world) } : options;
}

/** The windows of an alert rule as they stand at a step. */
export function alertWindow(rule: Rule, step: number, fires: boolean): AlertWindow {
  const { burn, longMinutes, shortMinutes } = rule;
  return { value: burn, longMinutes, shortMinutes, step, firing: fires, label: t("chart.window", ruleArgs(rule)) };
}

/** An entry of the feed on the time axis. */
export function marker(entry: FeedEntry): ChartMarker {
  return { step: entry.step, kind: markerKind(entry), text: describe(entry) };
}

function markerKind(entry: FeedEntry): ChartMarker["kind"] {
  if (entry.kind === "action") return "action";
  if (entry.kind === "alert_fired") return state.shift?.scenario.rules[entry.rule]?.severity ?? "page";
  return "event";
}
