// The frame of the stage: checks for WebGL, loads the stage program, and passes
// on to it what the page sends.

import { run } from "./load";

const densityMax = 2;

window.stageInbox = [];

function post(message: object): void {
  window.parent.postMessage(message, "*");
}

/** Arrays of another realm are copied into this one's, where the program knows them. */
function receive(event: MessageEvent): void {
  if (event.source !== window.parent) return;
  const message = event.data as { values?: ArrayLike<number> } | null;
  if (message?.values) message.values = Float64Array.from(message.values);
  if (window.stageReceive) window.stageReceive(message);
  else window.stageInbox?.push(message);
}

/** More pixels than twice the CSS ones cost time, and nobody sees them. */
function capDensity(): void {
  const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
  const real = () => Number(own?.get?.call(window) ?? own?.value ?? 1);
  Object.defineProperty(window, "devicePixelRatio", { configurable: true, get: () => Math.min(densityMax, real()) });
}

function hasWebGL(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}

function main(): void {
  window.addEventListener("message", receive);
  if (!hasWebGL()) {
    post({ type: "failed", reason: "webgl" });
    return;
  }
  capDensity();
  // Lost contexts do not bubble, but they can be caught on their way down.
  window.addEventListener("webglcontextlost", () => post({ type: "failed", reason: "lost" }), true);
  const failed = (error: unknown) => {
    console.error(error);
    post({ type: "failed", reason: "load" });
  };
  run("stage.wasm", (share) => post({ type: "progress", share }), () => failed("the stage program has ended")).catch(failed);
}

main();
