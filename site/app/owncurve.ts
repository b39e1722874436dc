// Traffic from a file: a CSV is chosen, dropped or pasted, read by the program for
// files, and drawn. It sets the shift's start and length.

import type { Own } from "./engine";
import { make, makeSvg, setText } from "./dom";
import * as format from "./format";
import { t } from "./i18n";
import { clockOf, draft, moveStart } from "./owndraft";
import { readTraffic, type Remark } from "./ownfiles";
import type { Part } from "./ownlists";

type Curve = Own["curve"];

/** Larger files are read up to here: a day of seconds has a tenth of it. */
const bytesMax = 16 << 20;

/** The picture's size in its own units; it is stretched to the room that it has. */
const [width, height] = [600, 120];

/** The part of the form; changed is told when a curve comes or goes. */
export function curvePart(changed: () => void): Part & { take: (file: File) => Promise<void> } {
  const file = make("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv", tabindex: -1, hidden: true, id: "own-csv" });
  const error = make("p", { class: "wrong", id: "own-curve-error", role: "alert" });
  const choose = make("button", { type: "button", id: "own-curve-choose", "aria-describedby": error.id }, t("own.curve.choose"));
  const rows = make("textarea", { rows: 5, dir: "ltr", id: "own-curve-rows", spellcheck: "false", autocomplete: "off", placeholder: "09:00,840\n09:01,852", "aria-describedby": error.id });
  const read = make("button", { type: "button", id: "own-curve-read" }, t("own.curve.read"));
  const shown = make("div", { class: "own-curve", id: "own-curve", role: "status" });
  let notes: string[] = []; // of what was read last
  const show = () => {
    const { curve } = draft.own;
    shown.replaceChildren(...(curve.length > 0 ? [picture(curve), facts(curve), ...notes.map((note) => make("p", { class: "small" }, note)), remove()] : []));
  };
  const remove = () => {
    const button = make("button", { type: "button", id: "own-curve-remove" }, t("own.curve.remove"));
    button.addEventListener("click", () => {
      draft.own.curve = [];
      notes = [];
      changed();
      choose.focus();
    });
    return button;
  };
  const takeText = async (text: string) => {
    try {
      const found = await readTraffic(text);
      setText(error, "");
      if ("error" in found) return setText(error, place(found.error));
      adopt(found);
      notes = [...found.notes.map((note) => told("own.curve.note", note)), setting()];
      changed();
    } catch (problem) {
      console.error(problem);
      setText(error, t("error.own"));
    }
  };
  const take = async (chosen: File) => {
    const group = element.closest("details"); // what is dropped may be beside it
    if (group) group.open = true;
    await takeText(await chosen.slice(0, bytesMax).text());
  };
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) void take(chosen);
    file.value = "";
  });
  choose.addEventListener("click", () => file.click());
  read.addEventListener("click", () => void takeText(rows.value));
  const element = make("section", { class: "own-part" },
    make("p", { class: "help" }, t("own.curve.help")), make("div", { class: "buttons" }, choose, file), error, shown,
    make("details", { class: "paste" }, make("summary", {}, t("own.curve.paste")), make("label", { class: "unseen", for: rows.id }, t("own.curve.paste")), rows, read));
  return { element, rows: () => [], show, take };
}

/** Puts a curve into the draft: with it come the shift's start, its length and the traffic that the budget is counted by. */
function adopt({ curve, from, minutes }: { curve: Curve; from: string; minutes: number }): void {
  const { own } = draft;
  own.curve = curve;
  // A file whose times are minutes tells no time of day.
  const [hours = 0, minute = 0] = from.split(":").map(Number);
  own.constants.minutes = Math.max(1, minutes);
  if (from) moveStart(hours * 60 + minute);
  own.constants.base_per_second = Number(meanOf(curve).toPrecision(4));
}

function setting(): string {
  const { constants } = draft.own;
  return t("own.curve.set", {
    from: format.clock(clockOf(0)), minutes: format.minutes(constants.minutes ?? 0), mean: perSecond(constants.base_per_second ?? 0),
  });
}

/** A reason in words, with its numbers as the reader's language writes them. */
function told(prefix: "own.curve.note" | "own.curve.error", { reason, ...args }: Remark): string {
  const numbers = Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? format.upTo(value, 2) : value ?? ""]);
  return t(`${prefix}.${reason}`, Object.fromEntries(numbers) as Record<string, string>);
}

/** What is wrong with a file, and where. */
function place({ row = 0, column = 0, ...rest }: Remark): string {
  const problem = told("own.curve.error", rest);
  return row === 0 ? problem : t("own.curve.where", { row: format.number(Number(row)), column: format.number(Number(column)), problem });
}

const perSecond = (value: number) => `${format.about(value)} ${t("own.unit.per_second")}`;
const peakOf = (curve: Curve) => curve.reduce((best, knot) => (knot.perSecond > best.perSecond ? knot : best), { minute: 0, perSecond: 0 });
const lastOf = (curve: Curve) => curve.at(-1)?.minute ?? 0;

/** The mean over time; knots have straight lines between them. */
function meanOf(curve: Curve): number {
  const first = curve[0]?.perSecond ?? 0;
  const areas = curve.slice(1).map((knot, i) => {
    const before = curve[i] ?? knot;
    return ((before.perSecond + knot.perSecond) / 2) * (knot.minute - before.minute);
  });
  return lastOf(curve) === 0 ? first : areas.reduce((sum, area) => sum + area, 0) / lastOf(curve);
}

function figures(curve: Curve): { peak: string; mean: string; from: string; to: string } {
  return { peak: perSecond(peakOf(curve).perSecond), mean: perSecond(meanOf(curve)), from: format.clock(clockOf(0)), to: format.clock(clockOf(lastOf(curve))) };
}

function picture(curve: Curve): Element {
  const [last, peak] = [Math.max(1, lastOf(curve)), Math.max(1e-9, peakOf(curve).perSecond)];
  const points = curve.map(({ minute, perSecond: rate }) => `${((minute / last) * width).toFixed(1)},${(height - (rate / peak) * (height - 4)).toFixed(1)}`);
  return makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("own.curve.label", figures(curve)) },
    makeSvg("polygon", { points: `0,${height} ${points.join(" ")} ${width},${height}` }), makeSvg("polyline", { points: points.join(" ") }));
}

function facts(curve: Curve): HTMLElement {
  const { peak, mean, from, to } = figures(curve);
  const rows: [string, string][] = [
    [t("own.curve.from"), from], [t("own.curve.to"), to], [t("own.curve.length"), format.minutes(lastOf(curve))],
    [t("own.curve.peak"), `${peak} (${format.clock(clockOf(peakOf(curve).minute))})`], [t("own.curve.mean"), mean],
  ];
  return make("dl", {}, ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}
