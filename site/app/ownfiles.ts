// The program that reads and writes the files of a service of one's own, loaded
// when the first one is opened or saved.

import type { Own, Runbook } from "./engine";
import { bytes, run } from "./load";

/** Something about a file: a reason that the locale has a text for, with what stands in it. */
export interface Remark { reason: string; [name: string]: string | number }

/** Traffic by the minute; from is the time of day of the first row, empty where the file has none; mean is in requests a second. */
export interface Traffic { curve: Own["curve"]; from: string; minutes: number; mean: number; rows: number; notes: Remark[] }

let program: Promise<OncallFiles> | null = null;

function files(): Promise<OncallFiles> {
  program ??= start().catch((error: unknown) => {
    program = null;
    throw error;
  });
  return program;
}

async function start(): Promise<OncallFiles> {
  const packed = bytes("scenarios.msgp");
  await new Promise<void>((resolve, reject) => {
    window.oncallFilesReady = resolve;
    run("files.wasm", () => undefined, () => {
      program = null;
    }).catch(reject);
  });
  if (!window.oncallFiles) throw new Error("files.wasm offers nothing");
  window.oncallFiles.load(await packed);
  return window.oncallFiles;
}

/** Reads a service from YAML. */
export async function readYAML(text: string): Promise<{ own: Own } | { error: { line: number; column: number; message: string } }> {
  return JSON.parse((await files()).readYAML(text)) as { own: Own };
}

/** Writes a service as YAML. */
export async function writeYAML(own: Own): Promise<{ text: string } | { error: { message: string } }> {
  return JSON.parse((await files()).writeYAML(JSON.stringify(own))) as { text: string };
}

/** Reads a traffic curve from CSV: all of it, or so many minutes after the first ones. */
export async function readTraffic(text: string, span: { from?: number; minutes?: number } = {}): Promise<Traffic | { error: Remark }> {
  return JSON.parse((await files()).readTraffic(text, JSON.stringify(span))) as Traffic;
}

/** Reads a runbook from YAML, for a scenario or a service of one's own. */
export async function readRunbook(text: string, target: { scenario: string } | { own: Own }): Promise<{ runbook: Runbook } | { error: { line: number; column: number; message: string } }> {
  const answer = JSON.parse((await files()).readRunbook(text, JSON.stringify(target))) as { runbook: Runbook } | { error: { line?: number; column?: number; message: string } };
  return "error" in answer ? { error: { line: 1, column: 1, ...answer.error } } : answer;
}
