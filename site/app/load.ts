// Loading a Go program: its bytes with progress, decompressed here where the
// host only serves files, and started.

import "wasm_exec";

export type Progress = (share: number) => void;

/** The build's name of a file. */
export function asset(name: string): string {
  const hashed = __ASSETS__[name];
  if (!hashed) throw new Error(`the build has no ${name}`);
  return hashed;
}

/** Fetches a file of the build. */
export async function bytes(name: string): Promise<Uint8Array> {
  const response = await fetched(asset(name));
  return new Uint8Array(await response.arrayBuffer());
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response;
}

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b;
const isWasm = (head: Uint8Array) => head[0] === 0 && head[1] === 0x61 && head[2] === 0x73 && head[3] === 0x6d;

/**
 * The bytes of a wasm file. The compressed file is asked for first. Some hosts
 * declare it as such, and the browser has decompressed it already; others serve
 * it as it is. Its first bytes tell which.
 */
async function wasmBytes(name: string, progress: Progress): Promise<ArrayBuffer> {
  if (typeof DecompressionStream !== "undefined") {
    try {
      const got = await opened(`${asset(name)}.gz`);
      if (isGzip(got.head)) {
        const packed = counted(got, __SIZES__[`${name}.gz`], progress);
        return await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
      }
      if (isWasm(got.head)) return await new Response(counted(got, __SIZES__[name], progress)).arrayBuffer();
      await got.reader.cancel();
    } catch (error) {
      console.warn(`${name}.gz did not load, trying ${name}`, error);
    }
  }
  return new Response(counted(await opened(asset(name)), __SIZES__[name], progress)).arrayBuffer();
}

interface Opened { head: Uint8Array<ArrayBuffer>; reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> }

async function opened(url: string): Promise<Opened> {
  const response = await fetched(url);
  if (!response.body) throw new Error(`${url}: empty`);
  const reader = response.body.getReader();
  let head = new Uint8Array(0);
  while (head.length < 4) {
    const { value, done } = await reader.read();
    if (done) break;
    const longer = new Uint8Array(head.length + value.length);
    longer.set(head);
    longer.set(value, head.length);
    head = longer;
  }
  return { head, reader };
}

/** The whole stream again, head included, telling how much of it has come. */
function counted({ head, reader }: Opened, total: number | undefined, progress: Progress): ReadableStream<BufferSource> {
  let come = head.length;
  const tell = () => progress(total ? Math.min(1, come / total) : 0);
  return new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(head);
      tell();
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      come += value.length;
      tell();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const programs = new Map<string, WebAssembly.Module>();

/** A program that runs here, compiled: workers need not do that again. */
export function compiled(name: string): WebAssembly.Module {
  const program = programs.get(name);
  if (!program) throw new Error(`${name} does not run`);
  return program;
}

/**
 * Loads and starts a Go program. It resolves when the program runs; exited is
 * called if it ever ends, which no program of this page does by itself.
 */
export async function run(name: string, progress: Progress, exited: () => void): Promise<void> {
  const go = new Go();
  const { instance, module } = await WebAssembly.instantiate(await wasmBytes(name, progress), go.importObject);
  programs.set(name, module);
  go.run(instance).then(exited, exited);
}
