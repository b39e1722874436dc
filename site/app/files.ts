// Opening a record that was saved as a file, by picking or dropping it.

import { byId } from "./dom";
import { openFile } from "./session";

/** Far above the engine's limit; larger files are not read at all. */
const bytesMax = 1 << 20;

/** Listens for files; what cannot be opened is told to the callback. */
export function initFiles(refused: (error: unknown) => void): void {
  const input = byId<HTMLInputElement>("file");
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void open(file, refused);
    input.value = "";
  });
  byId("open-file").addEventListener("click", () => input.click());
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void open(file, refused);
  });
}

async function open(file: File, refused: (error: unknown) => void): Promise<void> {
  try {
    const bytes = new Uint8Array(await file.slice(0, bytesMax).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    openFile(btoa(binary));
  } catch (error) {
    refused(error);
  }
}
