// Engines in workers: they play many seeds of the open shift, or search for its
// best play, while the page stays free. To cancel is to end them: a worker that
// computes hears nothing.

import * as engine from "./engine";
import type { Runbook } from "./engine";
import { asset, bytes, compiled } from "./load";
import type { Answer, Question } from "./worker";

/** More workers than this find too little to do. */
const workersMax = 8;

/** What is planned for the workers: whose play, on the open shift's scenario. */
export interface Play { play: "you" | "nobody" | "runbook"; runbook?: Runbook }

export interface Figure { code: string; seeds: number; mean: number; median: number; p5: number; p95: number }
/** What many seeds come to. */
export interface Summary { seeds: number; kept: number; worst: number; figures: Figure[] }

/** Figures of many seeds, seed by seed in the columns' order, and what they come to. */
export interface Swept { columns: string[]; figures: Float64Array; summary: Summary }

/** A shift that can be opened: the fragment of its link, if it is short enough for one, and its file in base64. */
export interface Recorded { fragment: string; base64: string }

/** The best play that was found: between nobody's score and its own, grade is the place of the player's, 0 to 1. */
export interface Hindsight extends Recorded { score: number; nobody: number; grade: number; actions: number; evaluations: number }

/** A question without the number that its answer will have. */
type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, "id"> : never) : never;

/** One worker. Its calls end in the order in which they were made. */
class Hand {
  private readonly worker = new Worker(asset("worker.js"), { type: "module" });
  private readonly waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void; tell?: (share: number) => void }>();
  private asked = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const call = this.waiting.get(data.id);
      if ("share" in data) return call?.tell?.(data.share);
      this.waiting.delete(data.id);
      if ("failed" in data) call?.failed(new Error(data.failed));
      else call?.done(data);
    };
    this.worker.onerror = (event) => {
      for (const { failed } of this.waiting.values()) failed(new Error(event.message || "worker.js"));
      this.waiting.clear();
    };
  }

  ask(question: Asked, tell?: (share: number) => void): Promise<Answer> {
    const id = this.asked++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed, ...(tell && { tell }) });
      this.worker.postMessage({ ...question, id });
    });
  }

  async text<T>(question: Asked, tell?: (share: number) => void): Promise<T> {
    const answer = await this.ask(question, tell);
    return engine.parse<T>("text" in answer ? answer.text : "null");
  }

  end(): void {
    this.worker.terminate();
    for (const { failed } of this.waiting.values()) failed(new Cancelled());
    this.waiting.clear();
  }
}

/** Why a call has no answer: it was cancelled. */
export class Cancelled extends Error {}

/** Workers that have the open shift. */
export class Pool {
  private hands: Hand[] = [];
  private cancelled = false;

  /** Starts so many workers, or as many as the machine has processors. */
  async start(workers = Math.max(1, Math.min(workersMax, navigator.hardwareConcurrency))): Promise<void> {
    const question = { call: "start", program: compiled("engine.wasm"), scenarios: await bytes("scenarios.msgp"), record: engine.file([]) } as const;
    if (this.cancelled) throw new Cancelled();
    this.hands = Array.from({ length: workers }, () => new Hand());
    await Promise.all(this.hands.map((hand) => hand.text(question)));
  }

  /** Ends all workers at once; what was asked of them fails with Cancelled. */
  end(): void {
    this.cancelled = true;
    for (const hand of this.hands) hand.end();
    this.hands = [];
  }

  /**
   * Plays seeds from the first one on. What comes out does not depend on how many
   * workers there are: each takes the next few seeds when it is free.
   */
  async sweep(play: Play, first: number, seeds: number, chunk: number, tell: (played: number) => void): Promise<Swept> {
    const plans = await Promise.all(this.hands.map((hand) => hand.text<{ columns: { code: string }[] }>({ call: "plan", options: play })));
    const columns = plans[0]?.columns.map(({ code }) => code) ?? [];
    const figures = new Float64Array(seeds * columns.length);
    let next = 0;
    let played = 0;
    await Promise.all(this.hands.map(async (hand) => {
      while (next < seeds) {
        const from = next;
        const count = Math.min(chunk, seeds - from);
        next += count;
        const answer = await hand.ask({ call: "sweep", first: first + from, seeds: count });
        if (!("figures" in answer) || !answer.figures) throw new Error(`seeds ${first + from} to ${first + from + count - 1}`);
        figures.set(answer.figures, from * columns.length);
        played += count;
        tell(played);
      }
    }));
    return { columns, figures, summary: await this.one().text<Summary>({ call: "summarize", figures }) };
  }

  /** A seed of what was played last, as a shift that can be opened. */
  seed(seed: number): Promise<Recorded> {
    return this.one().text<Recorded>({ call: "shift", seed });
  }

  /** Searches for the best play of the open shift's seed. */
  hindsight(runbook: Runbook | null, tell: (share: number) => void): Promise<Hindsight> {
    return this.one().text<Hindsight>({ call: "hindsight", options: { runbook } }, tell);
  }

  private one(): Hand {
    const hand = this.hands[0];
    if (!hand) throw new Cancelled();
    return hand;
  }
}
