// The engine's calls with types. The engine is a Go program in this page; it
// answers in JSON, and in one Float64Array a step.

import { has, t } from "./i18n";

export type ControlKind = 0 | 1 | 2 | 3;
/** The kinds of control, as the engine numbers them. */
export const Kind = { slider: 0, switch: 1, button: 2, choice: 3 } as const;

export interface Control {
  id: string; code: number; group: string; kind: ControlKind;
  min: number; max: number; step: number; unit: string; opening: number;
  choices?: string[]; targets?: string[];
}

export interface Reading { code: string; unit: string }

export interface Rule { severity: "page" | "ticket"; burn: number; longMinutes: number; shortMinutes: number }

export interface Scenario {
  id: string; world: string; title: string; briefing: string;
  steps: number; stepSeconds: number; clockMinutes: number;
  score: { allowance: number; parDollars: number; p99TargetSeconds: number; parts: { id: string; max: number }[] };
  rules: Rule[];
  constants: Record<string, number>;
  links?: { id: string; site: string; capacityBits: number }[]; // of the CDN world
  networks?: { prefix: string; links: { link: number; weight: number }[] }[];
}

export interface Shift {
  mode: "play" | "replay";
  scenario: Scenario; seed: number;
  steps: number; step: number; lastStep: number;
  controls: Control[]; readings: Reading[]; extras: Reading[];
  digest: string; verified: boolean; firstDifference: number;
  notes: { step: number; text: string }[];
}

export interface FeedEntry {
  step: number; kind: string; control?: string; target?: string; value: number; rule: number; hindsight: boolean;
  text?: string; // of a note; the page puts notes between the engine's entries
}

export interface DebriefFigures {
  digest: string;
  score: Record<string, number>;
  spent: number; cost: number; requests: number; shed: number;
  failed: { no_capacity: number; timeout: number; bad_build: number };
  alerts: { minute: number; rule: number; fires: boolean }[];
  damage_minute: number | null;
  minutes_to_page: number | null; minutes_to_action: number | null; minutes_to_recovery: number | null;
}

/** What a shift of the CDN world came to. */
export interface CDNFigures {
  digest: string;
  score: Record<string, number>;
  rebuffering: number; arrivals: number; given_up: number; harm: number; moves: number; mean_wait_seconds: number;
  amplitude_points: number; over_minutes: number; peak_bits: number; utilization_share: number;
}

/** A shift's figures beside those of the shift that nobody played, of the runbook's, and of the one that was taken over. */
export type Debrief<Figures = DebriefFigures> = Figures & { nobody: Figures; ghost?: Figures | null; runbook?: Figures | null };

/** A runbook as the engine plays it: rules that act on readings. */
export interface Runbook { title: string; rules: Rulebook[] }
export interface Rulebook {
  name?: string; when?: Condition[]; after_minutes?: number; do: RuleAction[]; repeat?: boolean;
  back?: { when?: Condition[]; after_minutes?: number; do: RuleAction[] };
}
export interface Condition { reading: string; below?: boolean; threshold: number; for_minutes?: number }
export interface RuleAction { control: string; target?: string; value: number }

/** An alert that a rule gave: false ones are pages that nothing deserved, spent is the share of the budget gone by then. */
export interface PagedAlert { step: number; cleared: number | null; spent: number; false: boolean }

/** What alert rules make of the open shift. Times are in minutes; null is what does not exist. */
export interface Paging {
  rules: (Rule & { fired: PagedAlert[] })[];
  damage: number | null; timeToPage: number | null; spentAtPage: number | null;
  pages: number; falsePages: number; missed: number;
  resetMinutes: number | null; stuck: number;
  workbook: Rule[];
}

/** A symbol of a formula: its value is written as the reader writes numbers, in the unit. */
export interface ExplanationSymbol {
  symbol: string; label: string; value: string; unit: string;
  code: string; // the reading that it is, if it is one
  constant: string; assumption: boolean;
}

/** Why a reading has the value that it has: texts are keys of the locale, formulas MathML. */
export interface Explanation {
  code: string; target: string; label: string; what: string;
  steps: { formula: string; values: string; result: boolean }[]; // one line each, in order; result: it gives the reading
  result: number;
  secret: boolean; // it would tell what nobody on call knows: shown once the shift has ended
  symbols: ExplanationSymbol[];
  sources: string[]; limits: string[]; related: string[];
  assumption: boolean;
}

export interface SceneNode { id: string; x: number; y: number; w: number; h: number }
export interface SceneLabel { id: string; x: number; y: number; align: "start" | "center" | "end"; maxWidth: number; lines: number; small: boolean; left: number }
export interface SceneLayout { width: number; height: number; upright: boolean; nodes: SceneNode[]; labels: SceneLabel[] }

/** A service of somebody's own, as a form has it. Units are those of the engine's fields. */
export interface Own {
  title: string; briefing: string;
  constants: Record<string, number>;
  surge: boolean; // whether the surge's constants count
  deploys: { minute: number; rolloutMinutes: number }[];
  flushes: number[]; // minutes
  rules: Rule[];
  score: { allowance: number; parDollars: number; p99TargetSeconds: number };
  curve: { minute: number; perSecond: number }[]; // [] is the daily wave
}

/** What a form needs to know of a constant; step is a grid above min, 0 where there is none. */
export interface OwnField {
  id: string; unit: string; min: number; max: number; default: number; whole: boolean; step: number; surge: boolean; group: string;
}

/** A link's fragment, and what it leaves out of a long traffic curve; errorShare is the largest difference by the mean. */
export interface LinkFragment { fragment: string; thinned?: { points: number; of: number; errorShare: number } }

export type OpenRequest =
  | { scenario: string; seed: number }
  | { own: Own; seed: number }
  | { link: string; resume?: boolean }
  | { file: string; resume?: boolean } // base64
  | { takeover: number };

/** What the engine refused, with a reason that the locale has a text for. */
export class Refused extends Error {
  constructor(readonly reason: string, readonly args: Record<string, string>, text: string) {
    super(reason && has(`refusal.${reason}`) ? t(`refusal.${reason}`, args) : text);
  }
}

function engine(): OncallEngine {
  if (!window.oncallEngine) throw new Refused("", {}, t("error.stopped"));
  return window.oncallEngine;
}

/** Reads what an engine answered. Throws what it refused. */
export function parse<T>(text: string): T {
  const value = JSON.parse(text) as T & { error?: { reason: string; args: Record<string, string> | null; text: string } };
  if (value?.error) throw new Refused(value.error.reason, value.error.args ?? {}, value.error.text);
  return value;
}

export interface Limits { notes: number; noteBytes: number }
export type Notes = { step: number; text: string }[];

/** Hands the engine the packed scenarios; returns their descriptions. */
export function load(packed: Uint8Array): { scenarios: Scenario[]; limits: Limits } {
  return parse(engine().load(packed));
}

export function open(request: OpenRequest): Shift {
  return parse<Shift>(engine().open(JSON.stringify(request)));
}

/** Logs an action; it takes effect with the next step. */
export function act(control: string, target: string, value: number): void {
  parse<unknown>(engine().act(control, target, value));
}

/** Computes the next step; null when the shift has ended. */
export function step(): Float64Array | null {
  return engine().step();
}

/** The frame of a step that has been computed. */
export function seek(at: number): Float64Array | null {
  return engine().seek(at);
}

export function feed(from: number): FeedEntry[] {
  return parse<FeedEntry[]>(engine().export("feed", JSON.stringify({ from })));
}

/** What the shift has come to, as a digest of all its steps. */
export function digest(): string {
  return parse<{ digest: string }>(engine().export("digest", "{}")).digest;
}

export function debrief<Figures = DebriefFigures>(runbook: Runbook | null): Debrief<Figures> {
  return parse<Debrief<Figures>>(engine().export("debrief", JSON.stringify({ runbook })));
}

/** The fragment, without #, of a link to what has been played so far. */
export function link(notes: Notes): LinkFragment {
  return parse<LinkFragment>(engine().export("link", JSON.stringify({ notes })));
}

/** The form of a scenario of the service world; without an id, of the open shift. */
export function ownForm(scenario = ""): Own {
  return parse<Own>(engine().export("own_form", JSON.stringify({ scenario })));
}

/** Every constant of a service, and the limits of its lists and texts. */
export function ownFields(): { fields: OwnField[]; limits: Record<string, number> } {
  return parse(engine().export("own_fields", "{}"));
}

/** The record as a file, in base64. */
export function file(notes: Notes): string {
  return parse<{ base64: string }>(engine().export("file", JSON.stringify({ notes }))).base64;
}

/** A blameless timeline for a postmortem, as Markdown. */
export function markdown(link: string, notes: Notes, texts: Record<string, string>): string {
  const text = engine().export("markdown", JSON.stringify({ link, notes, texts }));
  return text.startsWith('{"error"') ? parse<string>(text) : text;
}

export function layout(width: number, height: number, rtl: boolean, embed: boolean, tiles: number): SceneLayout {
  return parse<SceneLayout>(engine().export("layout", JSON.stringify({ width, height, rtl, embed, tiles })));
}

export interface ChartMarker { step: number; kind: "event" | "page" | "ticket" | "action" | "note"; text?: string }
/** An alert rule's windows in the lane of the burn rate, up to a step. */
export interface AlertWindow { value: number; longMinutes: number; shortMinutes: number; step: number; firing: boolean; label: string }
export interface Threshold { value: number; label?: string }

/** What a timeline shows; all texts are in the reader's language. */
export interface ChartOptions {
  width: number; height?: number; fontSize?: number; rtl?: boolean; label: string;
  lanes: string[]; groups?: Record<string, string[]>; truth?: boolean; labels: Record<string, string>; values: Record<string, string>; thresholds: Record<string, Threshold[]>; windows: AlertWindow[];
  steps: number; stepSeconds: number; clockMinutes: number; digits?: string;
  last: number; position: number; cursor: number; range?: number[]; knob?: boolean; markers: ChartMarker[];
}

/** Where a timeline puts its parts, px. */
export interface ChartLayout { width: number; height: number; left: number; right: number; axis: number }

/** The charts as SVG. */
export function chart(options: ChartOptions): SVGElement {
  return picture("chart", options);
}

export function chartLayout(options: ChartOptions): ChartLayout {
  return parse<ChartLayout>(engine().export("chart_layout", JSON.stringify(options)));
}

/** One reading, small. */
export function sparkline(options: {
  reading: string; lane: string; width: number; height: number; first: number; final: number; last: number; thresholds: Threshold[];
}): SVGElement {
  return picture("sparkline", options);
}

/** A policy with a metric, as the values of the two controls. */
export interface Choice { policy: number; metric: number }

/** What a policy makes of the shift's seed. What did not come to pass is null. */
export interface PolicyFigures extends Choice {
  link: string; // whose overshoot and settling it is
  overshoot_points: number | null; settling_seconds: number | null;
  amplitude_points: number; moves_by_arrival: number; rebuffering: number; given_up_share: number; over_minutes: number;
  score: Record<string, number>;
}

/** Two policies on the seed of the shift. */
export function policies(pair: { a: Choice; b: Choice }): { a: PolicyFigures; b: PolicyFigures } {
  return parse(engine().export("policies", JSON.stringify(pair)));
}

/** Their charts: lanes that end in "#0" are of the first, in "#1" of the second. */
export function policyChart(pair: { a: Choice; b: Choice }, options: ChartOptions): SVGElement {
  return picture("policy_chart", { ...pair, ...options });
}

/** One reading of the shift beside the one that nobody played, and beside the one that was taken over. */
export function compare(options: {
  reading: string; width: number; height?: number; rtl: boolean; label: string;
  steps: number; stepSeconds: number; clockMinutes: number; digits: string;
  number: { factor: number; decimal: string; prefix: string; suffix: string };
  thresholds: Threshold[];
  lines: Record<string, { label: string; value: string }>;
}): SVGElement {
  return picture("compare", options);
}

/** The explanation of a reading, an extra or a control at a step. */
export function explain(options: { code: string; target: string; step: number; digits: string; decimal: string }): Explanation {
  return parse<Explanation>(engine().export("explain", JSON.stringify(options)));
}

/** What the scenario's alert rules, or the given ones, make of the open shift. */
export function pager(rules?: Rule[]): Paging {
  return parse<Paging>(engine().export("pager", JSON.stringify({ rules })));
}

/** Everything that can be explained in the open shift's world. */
export function explained(): string[] {
  return parse<{ codes: string[] }>(engine().export("explain_list", "{}")).codes;
}

function picture(kind: string, options: object): SVGElement {
  const text = engine().export(kind, JSON.stringify(options));
  if (!text.startsWith("<svg")) parse<unknown>(text);
  return svgOf(text);
}

/** SVG text as elements. It is parsed as XML, so nothing in it can run. */
export function svgOf(text: string): SVGElement {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true) as unknown as SVGElement;
}
