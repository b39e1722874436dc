// What the charts of a world show: the lanes from top to bottom, what stands beside
// each, and the lines worth drawing in them.

import type { Shift, Threshold } from "./engine";
import * as format from "./format";
import { t } from "./i18n";
import { readingText } from "./readings";

/** A number of a step by its code. */
type At = (code: string) => number;

/** A lane's name and, at a step, its value in words. */
export interface Lane { label: string; value: (at: At) => string }

export interface Lanes {
  lanes: Record<string, Lane>;
  spare: string[]; // what is left out first where the lanes are too many for their room
  luxuries: number; // how many of these are only worth it where there is plenty
  thresholds: Record<string, Threshold[]>;
  groups: Record<string, string[]>; // links that share a lane
}

/** The lanes of a shift's world. */
export function lanesOf(shift: Shift): Lanes {
  return shift.scenario.world === "cdn" ? cdn(shift) : service(shift);
}

const reading = (label: string, code: string): Lane => ({ label, value: (at) => readingText(code, at(code), at("utilization")) });

/** The service world's lanes and the reading whose value stands beside each. */
const serviceReadings: Record<string, string> = {
  traffic: "requests", errors: "error", burn: "burn_1h", p99: "p99", utilization: "utilization",
  fleet: "serving", cache: "hit", database: "db", cost: "cost",
};

function service(shift: Shift): Lanes {
  const lanes = Object.fromEntries(Object.entries(serviceReadings).map(([id, code]) => [id, reading(t(`chart.${id}`), code)]));
  lanes.fleet = { label: t("chart.fleet"), value: fleet };
  const { rules, score } = shift.scenario;
  return {
    lanes, groups: {}, luxuries: 0,
    spare: ["cost", "utilization", "database", "traffic", "cache", "p99", "fleet", "errors"],
    thresholds: {
      burn: rules.map((rule) => ({ value: rule.burn, label: format.threshold(rule.burn) })),
      p99: [{ value: score.p99TargetSeconds, label: format.latency(score.p99TargetSeconds) }],
      database: [{ value: 1, label: format.percent(1) }],
    },
  };
}

function fleet(at: At): string {
  const booting = at("booting");
  const serving = format.number(at("serving"));
  return booting > 0 ? t("chart.fleet.value", { serving, booting: format.number(booting) }) : serving;
}

/** With so few links there is room to show what their controllers do. */
const fewLinks = 4;

function cdn(shift: Shift): Lanes {
  const links = shift.scenario.links ?? [];
  const groups: Record<string, string[]> = {};
  for (const link of links) (groups[link.site] ??= []).push(link.id);
  const total = (code: string) => reading(t(`reading.cdn.${code}.label`), code);
  const lanes: Record<string, Lane> = { carried: total("carried") };
  const ofSites = (lane: string, code: string) => {
    for (const [site, members] of Object.entries(groups)) {
      lanes[`${lane}:${site}`] = { label: t(`chart.${lane}`, { site }), value: (at) => format.percent(Math.max(...members.map((link) => at(`${code}_${link}`)))) };
    }
  };
  ofSites("loads", "measured");
  if (links.length <= fewLinks) {
    ofSites("slowdowns", "slowdown");
    ofSites("drops", "drop");
  }
  for (const code of ["rebuffering", "refused", "moves"]) lanes[code] = total(code);
  const overload = shift.scenario.constants.overload_load ?? 1;
  const line = [{ value: overload, label: format.percent(overload) }];
  const loads = Object.keys(lanes).filter((id) => id.startsWith("loads:"));
  return {
    lanes, groups, luxuries: 2,
    spare: ["moves", "carried", "refused", ...Object.keys(lanes).filter((id) => /^(drops|slowdowns):/.test(id)), "rebuffering"],
    thresholds: Object.fromEntries([...loads, ...links.map((link) => `link:${link.id}`)].map((id) => [id, line])),
  };
}
