// The debrief of the CDN world: what the audience got, how calm the links were, what
// the balancer knew of a link and what was true, and two policies on one seed.

import * as engine from "./engine";
import type { CDNFigures, Debrief, Shift } from "./engine";
import { make, watchSize } from "./dom";
import { compare, compareChart, score, table } from "./debriefbody";
import * as format from "./format";
import { t } from "./i18n";
import { makePolicies } from "./policies";
import type { Reference } from "./runbooks";
import { readIn, state, stepsPerMinute, targets } from "./state";
import { roomOf, timelineOptions } from "./timeline";

/** The parts of the debrief between title and timeline. */
export function cdnDebrief(shift: Shift, rules: Reference | null): HTMLElement[] {
  const figures = engine.debrief<CDNFigures>(rules?.rules ?? null);
  return [
    score(figures.score, shift, {
      playback: {
        rebuffering: format.percent(figures.rebuffering, 2), gave_up: format.percent(gaveUp(figures), 2), allowance: format.percent(shift.scenario.score.allowance, 1),
      },
      steadiness: { points: points(figures.amplitude_points) },
      moves: { moves: format.number(movesByArrival(figures), 2) },
      waiting: { wait: seconds(figures.mean_wait_seconds) },
    }),
    compareChart(figures, shift, "rebuffering", t("reading.cdn.rebuffering.label"), (f) => format.percent(f.rebuffering, 2)),
    make("div", { class: "columns" }, bill(figures), beside(figures, shift)),
    knownAndTrue(shift),
    makePolicies(shift),
  ];
}

const gaveUp = (f: CDNFigures) => f.given_up / Math.max(1, f.arrivals);
const movesByArrival = (f: CDNFigures) => f.moves / Math.max(1, f.arrivals);
const seconds = (value: number) => t("unit.seconds", { n: format.number(value, 1) });
const points = (value: number) => format.points(value / 100);

function bill(figures: CDNFigures): HTMLElement {
  return make("section", {}, make("h3", {}, t("debrief.bill")), table([
    [t("debrief.peak"), format.bits(figures.peak_bits)],
    [t("debrief.utilization"), format.percent(figures.utilization_share)],
    [t("reading.cdn.over_minutes.label"), format.number(figures.over_minutes, 1)],
    [t("reading.cdn.arrivals.label"), format.count(figures.arrivals)],
    [t("reading.cdn.given_up.label"), format.count(figures.given_up)],
    [t("reading.cdn.moves.label"), format.count(figures.moves)],
  ]));
}

function beside(figures: Debrief<CDNFigures>, shift: Shift): HTMLElement {
  return compare(figures, shift, [
    ["debrief.score", (f) => format.number(f.score.total ?? 0)],
    ["reading.cdn.rebuffering.label", (f) => format.percent(f.rebuffering, 2)],
    ["debrief.gave_up", (f) => format.percent(gaveUp(f), 2)],
    ["debrief.swing", (f) => points(f.amplitude_points)],
    ["reading.cdn.over_minutes.label", (f) => format.number(f.over_minutes, 1)],
    ["reading.cdn.moves_by_arrival.label", (f) => format.number(movesByArrival(f), 2)],
    ["debrief.wait", (f) => seconds(f.mean_wait_seconds)],
  ]);
}

/** Height of the chart of one link, px. */
const knownPx = 260;

/** What the balancer knew of one link, over the load that was there, and what its controller made of it. */
function knownAndTrue(shift: Shift): HTMLElement {
  const host = make("div", { class: "picture" });
  const links = targets();
  const gaps = new Map(links.map((link) => [link, 0]));
  for (let step = 0; step <= state.last; step += stepsPerMinute()) {
    const frame = engine.seek(step);
    for (const link of links) gaps.set(link, (gaps.get(link) ?? 0) + Math.abs(readIn(frame, `load_${link}`) - readIn(frame, `measured_${link}`)));
  }
  // First the link on which the balancer was most mistaken.
  const worst = links.reduce((a, b) => ((gaps.get(b) ?? 0) > (gaps.get(a) ?? 0) ? b : a), links[0] ?? "");
  const select = make("select", {}, ...links.map((link) => make("option", { value: link, selected: link === worst }, link)));
  const draw = () => {
    if (size.width === 0) return;
    const link = select.value;
    const lanes = [`link:${link}`, `decision:${link}`];
    host.replaceChildren(engine.chart({
      ...timelineOptions(shift, { ...roomOf(host, size), height: 0 }), height: knownPx, truth: true, lanes, values: {},
      labels: { [`link:${link}`]: t("chart.link"), [`decision:${link}`]: t("chart.decision") },
    }));
  };
  const size = watchSize(host, draw);
  select.addEventListener("change", draw);
  return make("section", { class: "budgets" },
    make("div", { class: "line" }, make("h3", {}, t("debrief.known")), make("label", {}, t("reading.target"), " ", select)),
    make("p", { class: "help" }, t("debrief.known.help")), host);
}
