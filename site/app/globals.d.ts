// What the build and the two Go programs put into the page's global scope.

/** Name in the sources -> hashed name beside this page. Set by the build. */
declare const __ASSETS__: Record<string, string>;

/** Name in the sources -> bytes of the file, ".gz" ones included. Set by the build. */
declare const __SIZES__: Record<string, number>;

/** Tag of each language that there are texts in -> how it calls itself. Set by the build. */
declare const __LANGUAGES__: Record<string, string>;

/** The loader that comes with the Go installation; it sets globalThis.Go. */
declare module "wasm_exec";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** The engine's calls; engine.ts gives them types. */
interface OncallEngine {
  load(packed: Uint8Array): string;
  open(request: string): string;
  act(control: string, target: string, value: number): string;
  step(): Float64Array | null;
  seek(step: number): Float64Array | null;
  export(kind: string, options: string): string;
  sweep(first: number, seeds: number): Float64Array | null;
  summarize(figures: Float64Array): string;
  hindsight(options: string, tell: (share: number) => boolean): string;
}

/** Files in and out, as JSON text; ownfiles.ts gives the calls types. */
interface OncallFiles {
  load(packed: Uint8Array): string;
  readYAML(text: string): string;
  writeYAML(own: string): string;
  readTraffic(text: string, options: string): string;
  readRunbook(text: string, service: string): string;
}

interface Window {
  oncallFiles?: OncallFiles;
  oncallFilesReady?: () => void;
  oncallEngine?: OncallEngine;
  oncallEngineReady?: () => void;
  /** Draws a text as a QR code, as SVG text; empty where it cannot. */
  oncallCode?: (text: string) => string;
  oncallCodeReady?: () => void;
  /** In the frame: messages that came before the stage program took over. */
  stageInbox?: unknown[];
  /** In the frame: set by the stage program, takes one message. */
  stageReceive?: (message: unknown) => void;
}
