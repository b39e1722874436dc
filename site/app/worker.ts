// An engine of its own beside the page's: it plays many shifts while the page
// stays free. It answers one call after the other, and says nothing else.

import "wasm_exec";

/** What a worker is asked: to start, or to call the engine. */
export type Question =
  | { id: number; call: "start"; program: WebAssembly.Module; scenarios: Uint8Array; record: string }
  | { id: number; call: "plan"; options: object }
  | { id: number; call: "sweep"; first: number; seeds: number }
  | { id: number; call: "summarize"; figures: Float64Array }
  | { id: number; call: "shift"; seed: number }
  | { id: number; call: "hindsight"; options: object };

/** What it answers: JSON or numbers, or how far it is, or why it cannot. */
export type Answer =
  | { id: number; text: string }
  | { id: number; figures: Float64Array | null }
  | { id: number; share: number }
  | { id: number; failed: string };

/** How often a search tells how far it is, ms. */
const tellMs = 50;

const scope = globalThis as unknown as {
  oncallEngine: OncallEngine;
  oncallEngineReady: () => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Question>) => void;
};

async function start(program: WebAssembly.Module, scenarios: Uint8Array, record: string): Promise<string> {
  const go = new Go();
  const instance = await WebAssembly.instantiate(program, go.importObject);
  await new Promise<void>((ready, failed) => {
    scope.oncallEngineReady = ready;
    go.run(instance).then(() => failed(new Error("the engine ended")), failed);
  });
  scope.oncallEngine.load(scenarios);
  return scope.oncallEngine.open(JSON.stringify({ file: record }));
}

async function answer(question: Question): Promise<void> {
  const { id } = question;
  const engine = scope.oncallEngine;
  switch (question.call) {
    case "start":
      return scope.postMessage({ id, text: await start(question.program, question.scenarios, question.record) });
    case "plan":
      return scope.postMessage({ id, text: engine.export("sweep_plan", JSON.stringify(question.options)) });
    case "sweep":
      return scope.postMessage({ id, figures: engine.sweep(question.first, question.seeds) });
    case "summarize":
      return scope.postMessage({ id, text: engine.summarize(question.figures) });
    case "shift":
      return scope.postMessage({ id, text: engine.export("sweep_shift", JSON.stringify({ seed: question.seed })) });
    case "hindsight": {
      let told = 0;
      const text = engine.hindsight(JSON.stringify(question.options), (share) => {
        const now = performance.now();
        if (now - told >= tellMs) {
          told = now;
          scope.postMessage({ id, share });
        }
        return true;
      });
      return scope.postMessage({ id, text });
    }
  }
}

scope.onmessage = ({ data }) => {
  answer(data).catch((error: unknown) => scope.postMessage({ id: data.id, failed: String(error) }));
};
