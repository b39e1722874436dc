// Luck or skill: the same actions on many other seeds, beside nobody and the
// runbook, and the best play of this seed that hindsight finds.

import type { Shift } from "./engine";
import { open } from "./debrief";
import { make, setAttributes, setText } from "./dom";
import * as format from "./format";
import { histogram, legend } from "./histogram";
import { plural, t } from "./i18n";
import { openFile } from "./session";
import { Cancelled, Pool, type Hindsight, type Play, type Recorded, type Swept } from "./pool";
import { ruleEditor } from "./ruleeditor";
import type { Reference } from "./runbooks";
import { on, world } from "./state";

/** What was found of a shift, kept while it is open: to look at the debrief in another language costs no second sweep. */
interface Found { shift: Shift | null; rules: Reference | null; swept?: Map<string, Swept>; worst?: Recorded; hindsight?: Hindsight }
let found: Found = { shift: null, rules: null };

/** How many seeds may be asked for, the second of them to begin with; a shift of the CDN world takes a hundred times as long. */
const seedCounts: Record<string, number[]> = { service: [100, 1000, 10_000], cdn: [20, 100, 1000] };
/** How many seeds a worker takes at once. */
const chunks: Record<string, number> = { service: 40, cdn: 1 };
const firstSeed = 1;

/** The section of the debrief. */
export function lab(shift: Shift, score: number, rules: Reference | null): HTMLElement {
  if (found.shift !== shift || found.rules !== rules) found = { shift, rules };
  return make("section", { class: "budgets luck", id: "luck", "aria-labelledby": "luck-title" },
    make("h3", { id: "luck-title" }, t("lab.title")), make("p", { class: "help" }, t("lab.what")), seeds(shift, score, rules),
    make("h4", { id: "hindsight-title" }, t("lab.hindsight")), make("p", { class: "help" }, t("lab.hindsight.what")), hindsight(score, rules),
    ...ruleEditor(shift, rules));
}

/** Something that takes a while: what starts it, how far it is, what ends it, and what came of it. */
interface Job { element: HTMLElement; run: (work: (pool: Pool, tell: (share: number) => void) => Promise<void>) => Promise<void>; result: HTMLElement }

let running: Pool | null = null;

// What runs is of no use to another shift.
on("shift", () => running?.end());

function job(id: string, start: HTMLElement[]): Job {
  const bar = make("progress", { max: 1, value: 0, "aria-label": t(`lab.${id}.progress`) });
  const cancel = make("button", { type: "button", "data-lab": "cancel" }, t("lab.cancel"));
  const status = make("p", { class: "help", role: "status" });
  // Beside the live region: who listens need not hear every percent.
  const far = make("span", { class: "small", "aria-hidden": "true" });
  const going = make("div", { class: "going", hidden: true }, bar, far, cancel);
  const waiting = make("div", { class: "waiting" }, ...start);
  const result = make("div", { class: "result", id: `${id}-result` });
  const show = (busy: boolean, text: string) => {
    setAttributes(going, { hidden: !busy });
    setAttributes(waiting, { hidden: busy });
    setText(status, text);
  };
  cancel.addEventListener("click", () => running?.end());
  const run: Job["run"] = async (work) => {
    running?.end();
    const pool = new Pool();
    running = pool;
    bar.value = 0;
    setText(far, "");
    show(true, t("lab.starting"));
    cancel.focus();
    try {
      await work(pool, (share) => {
        bar.value = share;
        setText(far, t("lab.running", { percent: format.percent(share) }));
      });
      show(false, t("lab.done"));
    } catch (error) {
      if (!(error instanceof Cancelled)) console.error(error);
      show(false, error instanceof Cancelled ? t("lab.cancelled") : t("lab.failed", { reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      pool.end();
      if (running === pool) running = null;
      // Another language has built the debrief anew meanwhile.
      if (!waiting.isConnected && document.body.dataset.view === "debrief") open("luck");
      if (document.activeElement === document.body || document.activeElement === cancel) waiting.querySelector("button")?.focus();
    }
  };
  return { element: make("div", { class: "job", "data-job": id }, waiting, going, status, result), run, result };
}

/** Who is compared on many seeds. */
function plays(rules: Reference | null): Play[] {
  return [{ play: "you" }, { play: "nobody" }, ...(rules ? [{ play: "runbook" as const, runbook: rules.rules }] : [])];
}

function seeds(shift: Shift, score: number, rules: Reference | null): HTMLElement {
  const counts = seedCounts[world()] ?? [];
  const select = make("select", { id: "luck-seeds" }, ...counts.map((n, i) => make("option", { value: n, selected: i === 1 }, plural("lab.seeds", n, { n: format.count(n) }))));
  const start = make("button", { type: "button", "data-lab": "sweep" }, t("lab.start"));
  const { element, run, result } = job("sweep", [start, make("label", { for: "luck-seeds", class: "unseen" }, t("lab.seeds.label")), select]);
  start.addEventListener("click", () => void run(async (pool, tell) => {
    const count = Number(select.value);
    await pool.start();
    const swept = new Map<string, Swept>();
    const list = plays(rules);
    let worst: Recorded | undefined;
    for (const [i, play] of list.entries()) {
      swept.set(play.play, await pool.sweep(play, firstSeed, count, chunks[world()] ?? 1, (played) => tell((i + played / count) / list.length)));
      if (play.play === "you") worst = await pool.seed(swept.get("you")?.summary.worst ?? firstSeed);
    }
    Object.assign(found, { swept, worst });
    show();
  }));
  const show = () => {
    if (found.swept) result.replaceChildren(...outcome(shift, score, found.swept, found.worst));
  };
  show();
  return element;
}

function columnOf({ columns, figures }: Swept, code: string): number[] {
  const at = columns.indexOf(code);
  return Array.from({ length: figures.length / columns.length }, (_, i) => figures[i * columns.length + at] ?? NaN);
}

/** Where the shift's own score stands among those of other seeds. */
function outcome(shift: Shift, score: number, swept: Map<string, Swept>, worst: Recorded | undefined): HTMLElement[] {
  const yours = swept.get("you");
  if (!yours) return [];
  const scores = new Map([...swept].map(([who, of]) => [who, columnOf(of, "score")]));
  const own = scores.get("you") ?? [];
  const below = own.filter((other) => other < score).length / own.length;
  const verdict = below >= 0.8 ? "lucky" : below <= 0.2 ? "unlucky" : "usual";
  const mean = (who: string) => swept.get(who)?.summary.figures.find(({ code }) => code === "score")?.mean ?? NaN;
  const label = (who: string) => t(who === "you" && shift.mode === "replay" ? "debrief.player" : `debrief.${who}`);
  const names = [...swept.keys()];
  return [
    make("p", { class: "fortune", "data-verdict": verdict, "data-below": below },
      make("strong", {}, t(`lab.${verdict}`)), " ",
      t("lab.below", { score: format.number(score), share: format.percent(below) }), " ",
      t("lab.worth", { you: format.number(mean("you"), 1), nobody: format.number(mean("nobody"), 1), worth: format.number(mean("you") - mean("nobody"), 1) })),
    legend(names, label),
    histogram(scores, score, t("lab.histogram", { score: format.number(score), mean: format.number(mean("you"), 1) })),
    figureTable(swept, label),
    worstSeed(yours, worst),
  ];
}

/** The rows of the table: a figure of a summary, and how it is written. */
const rows: Record<string, { id: string; code: string; of: "mean" | "median" | "p5" | "p95"; text: (value: number) => string }[]> = {
  service: [
    { id: "spent", code: "spent", of: "mean", text: (v) => format.percent(v, 1) },
    { id: "cost", code: "cost", of: "mean", text: (v) => format.dollars(v) },
    { id: "recovery", code: "minutes_to_recovery", of: "median", text: (v) => format.minutes(v) },
  ],
  cdn: [
    { id: "harm", code: "harm", of: "mean", text: (v) => format.percent(v, 2) },
    { id: "swing", code: "amplitude_points", of: "mean", text: (v) => format.points(v / 100) },
    { id: "over", code: "over_minutes", of: "mean", text: (v) => format.number(v, 1) },
  ],
};

function figureTable(swept: Map<string, Swept>, label: (who: string) => string): HTMLElement {
  const summaries = [...swept].map(([who, { summary }]) => ({ who, summary }));
  const score = (of: "mean" | "median" | "p5" | "p95") => ({ id: of, code: "score", of, text: (v: number) => format.number(v, 1) });
  const kept = make("tr", { "data-figure": "kept" }, make("th", { scope: "row" }, t(`lab.row.kept.${world()}`)),
    ...summaries.map(({ who, summary }) => make("td", { "data-who": who, "data-value": summary.kept }, format.percent(summary.kept, 1))));
  const body = [score("mean"), score("median"), score("p5"), score("p95"), ...(rows[world()] ?? [])].map(({ id, code, of, text }) =>
    make("tr", { "data-figure": id }, make("th", { scope: "row" }, t(`lab.row.${id}`)), ...summaries.map(({ who, summary }) => {
      const figure = summary.figures.find((f) => f.code === code);
      return make("td", { "data-who": who, "data-value": figure?.[of] ?? "" }, figure && figure.seeds > 0 ? text(figure[of]) : "–");
    })));
  const head = make("tr", {}, make("td"), ...summaries.map(({ who }) => make("th", { scope: "col" }, label(who))));
  const n = summaries[0]?.summary.seeds ?? 0;
  return make("table", {}, make("caption", {}, plural("lab.table", n, { n: format.count(n), last: format.seed(firstSeed + n - 1) })),
    make("thead", {}, head), make("tbody", {}, ...body.slice(0, 4), kept, ...body.slice(4)));
}

/** The way to a shift that was found: its link, or, where that would be too long, its file. */
function way(recorded: Recorded, text: string, which: string): HTMLElement {
  if (recorded.fragment) return make("a", { href: `#${recorded.fragment}`, target: "_blank", "data-lab": which }, text);
  const button = make("button", { type: "button", class: "link", "data-lab": which }, text);
  button.addEventListener("click", () => openFile(recorded.base64));
  return button;
}

function worstSeed({ columns, figures, summary }: Swept, worst: Recorded | undefined): HTMLElement {
  const row = figures.subarray((summary.worst - firstSeed) * columns.length);
  return make("p", {}, t("lab.worst", { seed: format.seed(summary.worst), score: format.number(row[columns.indexOf("score")] ?? NaN) }), " ",
    worst ? way(worst, t("lab.watch"), "worst") : undefined);
}

function hindsight(score: number, rules: Reference | null): HTMLElement {
  const start = make("button", { type: "button", "data-lab": "hindsight" }, t("lab.hindsight.start"));
  const { element, run, result } = job("hindsight", [start]);
  start.addEventListener("click", () => void run(async (pool, tell) => {
    await pool.start(1);
    found.hindsight = await pool.hindsight(rules?.rules ?? null, tell);
    show();
  }));
  const show = () => {
    if (found.hindsight) result.replaceChildren(...best(score, found.hindsight));
  };
  show();
  return element;
}

/** The place between nobody and the best play, as a bar and in words. */
function best(score: number, { score: top, nobody, grade, actions, evaluations, ...recorded }: Hindsight): HTMLElement[] {
  const bar = make("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(grade));
  return [
    make("div", { class: "grade", "data-grade": grade, "data-best": top },
      make("strong", {}, format.percent(grade)), make("div", {}, bar, make("div", { class: "ends" },
        make("span", {}, t("lab.grade.nobody", { score: format.number(nobody, 1) })), make("span", {}, t("lab.grade.you", { score: format.number(score, 1) })),
        make("span", {}, t("lab.grade.best", { score: format.number(top, 1) }))))),
    make("p", {}, plural("lab.best", actions, { n: format.number(actions), played: format.count(evaluations) }), " ", way(recorded, t("lab.watch"), "best")),
  ];
}
